"""The grammar as readable data (*.txt beside this file), its notation, and how a phrasing is drawn from it.

    go.near                                   a rule: a name at the margin, its alternatives indented below
        3 * <go> (to|over to) $X              three times as likely as the others; (a|b) picks one
        [just] <go> up to $X  ?ahead          [..] is said half the time; only when the goal is ahead
        ~ make for $X  @spatial_relations     held out for dev and test; carries a phenomenon
    <go> expands another rule, $X is filled in by whoever speaks, # starts a comment.

A rule whose name is followed by `habit` keeps, most of the time, to the alternative it took before in the same paragraph:
writers have favourite words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from math import fsum
from random import Random

from sightline.corpus.records import PHENOMENA
from sightline.errors import InputError

Filler = str | Callable[[], str]  # of a slot
SLOTS = frozenset({*"XYZPNSOTFGKD12", "is", "clause", "command", "colour"})  # the .txt files say what each is
CONDITIONS = frozenset(
    {"turn", "ahead", "behind", "straight", "near", "far", "at", "alone", "command", "last", "clockwise", "two", "through"}
)
HABIT = 0.6  # how often a rule with a habit repeats itself
_PIECE = re.compile(r"[()\[\]|]|<[a-z0-9._+-]+>|\$\w+|[^()\[\]|<$]+")


@dataclass
class Speaker:
    """What a phrasing is drawn with: randomness, fillers of slots, what holds, and what the drawing brought about."""

    random: Random
    slots: dict[str, Filler] = field(default_factory=dict)
    holds: set[str] = field(default_factory=set)  # conditions that are met
    may_use_held_out: bool = False
    held_out: bool = False  # whether a held-out phrasing was used
    tags: set[str] = field(default_factory=set)  # phenomena of what was said
    habits: dict[str, Alternative] = field(default_factory=dict)

    def say(self, rule: str) -> str:
        """One phrasing of a rule."""
        words: list[str] = []
        rules()[rule].draw(self, words)
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

    def draw(self, speaker: Speaker, words: list[str]) -> None:
        speaker.tags |= self.tags
        speaker.held_out |= self.held_out
        for piece in self.pieces:
            piece.draw(speaker, words)

    def fits(self, speaker: Speaker) -> bool:
        return (
            self.needs <= speaker.holds
            and not self.unless & speaker.holds
            and (speaker.may_use_held_out or not self.held_out)
        )


@dataclass
class Text:
    words: str

    def draw(self, speaker: Speaker, words: list[str]) -> None:
        words.append(self.words)


@dataclass
class Slot:
    name: str

    def draw(self, speaker: Speaker, words: list[str]) -> None:
        filler = speaker.slots[self.name]
        words.append(filler if isinstance(filler, str) else filler())


@dataclass
class Call:
    rule: str

    def draw(self, speaker: Speaker, words: list[str]) -> None:
        rules()[self.rule].draw(speaker, words)


@dataclass
class Brackets:
    branches: list[Alternative]

    def draw(self, speaker: Speaker, words: list[str]) -> None:
        self.branches[int(speaker.random.random() * len(self.branches))].draw(speaker, words)


Piece = Text | Slot | Call | Brackets


@dataclass
class Rule:
    name: str
    where: str
    habit: bool
    alternatives: list[Alternative] = field(default_factory=list)

    def draw(self, speaker: Speaker, words: list[str]) -> None:
        chosen = self._choose(speaker)
        if self.habit:
            speaker.habits[self.name] = chosen
        chosen.draw(speaker, words)

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


@cache
def rules() -> dict[str, Rule]:
    """Every rule of the grammar files, each reference checked."""
    found: dict[str, Rule] = {}
    for file in sorted(resources.files(__package__).iterdir(), key=lambda f: f.name):
        if file.name.endswith(".txt") and file.name != "landmarks.txt":
            for name, rule in parse_rules(file.read_text(encoding="utf-8"), file.name).items():
                if name in found:
                    raise InputError(f"{rule.where}: rule {name!r} stands already at {found[name].where}.")
                found[name] = rule
    for rule in found.values():
        for name in called(rule):
            if name not in found:
                raise InputError(f"{rule.where}: {rule.name!r} uses <{name}>, which no file defines.")
    return found


def called(rule: Rule) -> set[str]:
    """Names of the rules that a rule uses."""
    return {piece.rule for piece in every_piece(rule.alternatives) if isinstance(piece, Call)}


def every_piece(alternatives: list[Alternative]) -> Iterator[Piece]:
    """All pieces of some alternatives, those inside brackets too."""
    for alternative in alternatives:
        for piece in alternative.pieces:
            yield piece
            if isinstance(piece, Brackets):
                yield from every_piece(piece.branches)


def parse_rules(text: str, file: str) -> dict[str, Rule]:
    """The rules of a grammar file."""
    found: dict[str, Rule] = {}
    rule: Rule | None = None
    for number, line in enumerate(text.splitlines(), 1):
        content = line.split("#", 1)[0].rstrip()
        where = f"{file}, line {number}"
        if not content:
            continue
        if not content[0].isspace():
            name, *options = content.split()
            if options not in ([], ["habit"]):
                raise InputError(f"{where}: a rule's name may be followed by 'habit' only, got {content!r}.")
            if name in found:
                raise InputError(f"{where}: rule {name!r} stands already at {found[name].where}.")
            rule = found[name] = Rule(name, where, bool(options))
        elif rule is None:
            raise InputError(f"{where}: an alternative without a rule above it.")
        else:
            rule.alternatives.append(_alternative(content.strip(), where))
    for rule in found.values():
        if not rule.alternatives:
            raise InputError(f"{rule.where}: rule {rule.name!r} has no alternatives.")
    return found


def _alternative(content: str, where: str) -> Alternative:
    held_out = content.startswith("~")
    content = content.removeprefix("~").strip()
    weight = re.match(r"(\d+(?:\.\d+)?) \*(?: |$)", content)
    if weight:
        content = content[weight.end() :]
    marks = re.search(r"(?:(?:^|\s)(?:@\w+|\?!?\w+))+$", content)
    labels = marks.group().split() if marks else []
    if marks:
        content = content[: marks.start()].strip()
    pieces, rest = _sequence(_PIECE.findall(content), where, "")
    if rest or not pieces:
        raise InputError(f"{where}: unexpected {rest[0]!r}." if rest else f"{where}: the alternative is empty.")
    for label in labels:
        names = PHENOMENA if label.startswith("@") else CONDITIONS
        if label.lstrip("@?!") not in names:
            raise InputError(f"{where}: {label!r} is none of {', '.join(sorted(names))}.")
    return Alternative(
        pieces,
        float(weight.group(1)) if weight else 1.0,
        frozenset(m[1:] for m in labels if m.startswith("@")),
        frozenset(m[1:] for m in labels if m.startswith("?") and not m.startswith("?!")),
        frozenset(m[2:] for m in labels if m.startswith("?!")),
        held_out,
    )


def _sequence(marks: list[str], where: str, closing: str) -> tuple[list[Piece], list[str]]:
    """Pieces up to a closing bracket or a bar, and what is left after them."""
    pieces: list[Piece] = []
    while marks and marks[0] not in ("|", ")", "]"):
        mark, *marks = marks
        if mark in "([":
            end = ")" if mark == "(" else "]"
            branches = []
            while True:
                inner, marks = _sequence(marks, where, end)
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
            if mark[1:] not in SLOTS:
                raise InputError(f"{where}: {mark!r} is none of the slots {', '.join(sorted(SLOTS))}.")
            pieces.append(Slot(mark[1:]))
        elif mark.strip():
            pieces.append(Text(mark.strip()))
    if not closing and marks and marks[0] in (")", "]", "|"):
        raise InputError(f"{where}: {marks[0]!r} without an opening bracket.")
    return pieces, marks
