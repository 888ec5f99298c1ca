"""Grammars as readable data: the notation, and how a phrasing is chosen.

    go.near                                   a rule: a name at the margin, its alternatives indented below
        3 * <go> (to|over to) $X              three times as likely as the others; (a|b) picks one
        [just] <go> up to $X  ?ahead          [..] is said half the time; only when the goal is ahead
        ~ make for $X  @spatial_relations     held out for dev and test; carries a tag
    <go> expands another rule, $X is filled in by the speaker, # starts a comment.

A rule whose name is followed by `habit` usually repeats the alternative that it took before in the same paragraph:
writers have favourite words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from math import fsum
from random import Random

from sightline.errors import InputError

Filler = str | Callable[[], str]  # of a slot
HABIT = 0.6  # probability that a rule with a habit repeats itself
_PIECE = re.compile(r"[()\[\]|]|<[a-z0-9._+-]+>|\$\w+|[^()\[\]|<$]+")


@dataclass
class Speaker:
    """The context of a phrasing: randomness, slot fillers, conditions, and the side results of the choice."""

    grammar: Grammar
    random: Random
    slots: dict[str, Filler] = field(default_factory=dict)
    holds: set[str] = field(default_factory=set)  # conditions that are met
    may_use_held_out: bool = False
    held_out: bool = False  # whether a held-out phrasing was used
    tags: set[str] = field(default_factory=set)  # of the phrasings used
    habits: dict[str, Alternative] = field(default_factory=dict)

    def say(self, rule: str, slots: Mapping[str, Filler] | None = None, holds: set[str] | None = None) -> str:
        """One phrasing of a rule, for which these slots are added and these conditions replace the current ones."""
        before = self.slots, self.holds
        self.slots = self.slots if slots is None else {**self.slots, **slots}
        self.holds = self.holds if holds is None else holds
        words: list[str] = []
        self.grammar.rules[rule].say(self, words)
        self.slots, self.holds = before
        return " ".join(words)


@dataclass(eq=False)
class Alternative:
    """One line of a rule, or one branch of a pair of brackets."""

    pieces: list[Piece]
    weight: float = 1.0
    tags: frozenset[str] = frozenset()
    needs: frozenset[str] = frozenset()  # conditions
    unless: frozenset[str] = frozenset()
    held_out: bool = False

    def say(self, speaker: Speaker, words: list[str]) -> None:
        speaker.tags |= self.tags
        speaker.held_out |= self.held_out
        for piece in self.pieces:
            piece.say(speaker, words)

    def fits(self, speaker: Speaker) -> bool:
        return (
            self.needs <= speaker.holds
            and not self.unless & speaker.holds
            and (speaker.may_use_held_out or not self.held_out)
        )


@dataclass
class FixedWords:
    words: str

    def say(self, speaker: Speaker, words: list[str]) -> None:
        words.append(self.words)


@dataclass
class Slot:
    name: str

    def say(self, speaker: Speaker, words: list[str]) -> None:
        filler = speaker.slots[self.name]
        words.append(filler if isinstance(filler, str) else filler())


@dataclass
class Call:
    rule: str

    def say(self, speaker: Speaker, words: list[str]) -> None:
        speaker.grammar.rules[self.rule].say(speaker, words)


@dataclass
class Brackets:
    branches: list[Alternative]

    def say(self, speaker: Speaker, words: list[str]) -> None:
        self.branches[int(speaker.random.random() * len(self.branches))].say(speaker, words)


Piece = FixedWords | Slot | Call | Brackets


@dataclass
class Rule:
    name: str
    where: str
    habit: bool
    alternatives: list[Alternative] = field(default_factory=list)

    def say(self, speaker: Speaker, words: list[str]) -> None:
        chosen = self._choose(speaker)
        if self.habit:
            speaker.habits[self.name] = chosen
        chosen.say(speaker, words)

    def fits(self, speaker: Speaker) -> bool:
        """Whether this rule has an applicable alternative."""
        return any(alternative.fits(speaker) for alternative in self.alternatives)

    def _choose(self, speaker: Speaker) -> Alternative:
        if self.habit:
            before = speaker.habits.get(self.name)
            if before is not None and before.fits(speaker) and speaker.random.random() < HABIT:
                return before
        fitting = [a for a in self.alternatives if a.fits(speaker)]
        if not fitting:
            raise InputError(f"{self.where}: no alternative of {self.name!r} fits when {sorted(speaker.holds)} hold.")
        ticket = speaker.random.random() * fsum([a.weight for a in fitting])
        for alternative in fitting:
            ticket -= alternative.weight
            if ticket < 0:
                return alternative
        return fitting[-1]

    def calls(self) -> set[str]:
        """Names of the rules that this one uses."""
        return {piece.rule for piece in every_piece(self.alternatives) if isinstance(piece, Call)}


def lines_in(file: str, text: str) -> Iterator[tuple[str, str]]:
    """File and number of each line of a text that is more than a comment, and the line without its comment."""
    for number, line in enumerate(text.splitlines(), 1):
        content = line.split("#", 1)[0].rstrip()
        if content:
            yield f"{file}, line {number}", content


class Grammar:
    """The rules of several files, with checked references. Slots, conditions and tags are those its speaker knows."""

    def __init__(
        self, files: Mapping[str, str], slots: Collection[str], conditions: Collection[str], tags: Collection[str]
    ):  # fmt: skip
        self.slots, self.conditions, self.tags = frozenset(slots), frozenset(conditions), frozenset(tags)
        self.rules: dict[str, Rule] = {}
        for file, text in files.items():
            self._read(text, file)
        for rule in self.rules.values():
            if not rule.alternatives:
                raise InputError(f"{rule.where}: rule {rule.name!r} has no alternatives.")
            for name in rule.calls():
                if name not in self.rules:
                    raise InputError(f"{rule.where}: {rule.name!r} uses <{name}>, which no file defines.")

    def words(self) -> list[str]:
        """Every run of plain words in the grammar."""
        pieces = (piece for rule in self.rules.values() for piece in every_piece(rule.alternatives))
        return [piece.words for piece in pieces if isinstance(piece, FixedWords)]

    def _read(self, text: str, file: str) -> None:
        rule: Rule | None = None
        for where, content in lines_in(file, text):
            if not content[0].isspace():
                name, *options = content.split()
                if options not in ([], ["habit"]):
                    raise InputError(f"{where}: a rule's name may be followed by 'habit' only, got {content!r}.")
                if name in self.rules:
                    raise InputError(f"{where}: rule {name!r} is defined already, at {self.rules[name].where}.")
                rule = self.rules[name] = Rule(name, where, bool(options))
            elif rule is None:
                raise InputError(f"{where}: an alternative without a rule above it; a rule's name stands at the margin.")
            else:
                rule.alternatives.append(self._alternative(content.strip(), where))

    def _alternative(self, content: str, where: str) -> Alternative:
        held_out = content.startswith("~")
        content = content.removeprefix("~").strip()
        weight = re.match(r"(\d+(?:\.\d+)?) \*(?: |$)", content)
        if weight:
            content = content[weight.end() :]
        marks = re.search(r"(?:(?:^|\s)(?:@\w+|\?!?\w+))+$", content)
        labels = marks.group().split() if marks else []
        if marks:
            content = content[: marks.start()].strip()
        pieces, rest = self._sequence(_PIECE.findall(content), where, "")
        if rest or not pieces:
            raise InputError(f"{where}: unexpected {rest[0]!r}." if rest else f"{where}: the alternative is empty.")
        for label in labels:
            names = self.tags if label.startswith("@") else self.conditions
            if label.lstrip("@?!") not in names:
                raise InputError(f"{where}: {label!r} is not one of {', '.join(sorted(names))}.")
        return Alternative(
            pieces,
            float(weight.group(1)) if weight else 1.0,
            frozenset(m[1:] for m in labels if m.startswith("@")),
            frozenset(m[1:] for m in labels if m.startswith("?") and not m.startswith("?!")),
            frozenset(m[2:] for m in labels if m.startswith("?!")),
            held_out,
        )

    def _sequence(self, marks: list[str], where: str, closing: str) -> tuple[list[Piece], list[str]]:
        """Pieces up to a closing bracket or a bar, and the remaining marks."""
        pieces: list[Piece] = []
        while marks and marks[0] not in ("|", ")", "]"):
            mark, *marks = marks
            if mark in "([":
                end = ")" if mark == "(" else "]"
                branches = []
                while True:
                    inner, marks = self._sequence(marks, where, end)
                    branches.append(Alternative(inner))
                    if not marks or marks[0] not in ("|", end):
                        raise InputError(f"{where}: a bracket {mark!r} is not closed by {end!r}.")
                    bar, *marks = marks
                    if bar == end:
                        break
                if mark == "[":  # silence is as likely as all branches together
                    branches += [Alternative([])] * len(branches)
                pieces.append(Brackets(branches))
            elif mark.startswith("<"):
                pieces.append(Call(mark[1:-1]))
            elif mark.startswith("$"):
                if mark[1:] not in self.slots:
                    raise InputError(f"{where}: {mark!r} is not one of the slots {', '.join(sorted(self.slots))}.")
                pieces.append(Slot(mark[1:]))
            elif mark.strip():
                pieces.append(FixedWords(mark.strip()))
        if not closing and marks and marks[0] in (")", "]", "|"):
            raise InputError(f"{where}: {marks[0]!r} without an opening bracket.")
        return pieces, marks


def every_piece(alternatives: list[Alternative]) -> Iterator[Piece]:
    """All pieces of these alternatives, including those inside brackets."""
    for alternative in alternatives:
        for piece in alternative.pieces:
            yield piece
            if isinstance(piece, Brackets):
                yield from every_piece(piece.branches)
