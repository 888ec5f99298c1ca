"""Retell an instruction: keep the names in its clauses, and reword the rest in whole sentences that the grammar lacks.

Sentences come from variations/sentences/*.txt, in the notation of sightline.corpus.grammar; frames.txt says what each slot
and condition means. A clause becomes a bare command, which may be framed ("would you be so kind as to ...") and joined with
others in time order, or a sentence of its own ("the milk belongs in the fridge"); two clauses may form one sentence.
The meaning keeps the same steps in the same order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from random import Random

from sightline.corpus.chai import words
from sightline.corpus.chai.scenarios import item_groups
from sightline.corpus.chai.words import CHAI_FOLDER
from sightline.corpus.chai.writer import Clause
from sightline.corpus.grammar import Filler, Grammar, Slot, Speaker, every_piece
from sightline.corpus.words import Phrases, grammar_in, other_phrases
from sightline.language import tokenize

DESCRIBED = 0.4  # probability of another description for a thing or a room
FULL_STOP = 0.7  # probability of a final full stop
SPOKEN, MARKS = 0.12, frozenset(".,;:!?-*>")  # probability of no punctuation, as in transcribed speech
PAIR = 0.7  # probability that two clauses form one sentence
PRONOUNS = {"it": "it", "them": "they"}  # and their subject forms
SWITCHES = {"floor lamp": "lamp"}
THINGS = {  # things of a step
    "enter": "room", "door": "room", "go": "piece", "open": "part", "close": "part", "look": "part", "on": "switch",
    "off": "switch", "take": "item", "put": "item", "bring": "item",
}  # fmt: skip
SETTING_OUT = {"around": "around", "straight": "straight", "back": "again", "return": "again"}  # words and their conditions
NAMES = frozenset("XINPRQ")  # slots for things and rooms
LONGEST_RETELLING = 60  # tokens: the maximum that models read
_SIDE = re.compile(r"the (left|right) (.+)")
_PART = re.compile(r"the ([a-z ]+) (door|drawer|tray|burner) (?:of|on) (the .+)")
_WHERE = re.compile(
    r" (?=(?:above|over|under|below|(?:right )?next to|beside|between|in front of|(?:to the )?(?:left|right) of|near) the )"
)
_PARTICLE = re.compile(
    r"\b(turn|pick|open|close|gather|light|heat|boot|start|fire|put|draw|pull) (on|off|up|out) (it|them)\b"
)
_MARKS = re.compile(r" ?,(?= *(?:[.,;:!?]|$))|^ *,")


NUMBERS = {  # words that agree in number: singular, plural
    "is": ("is", "are"), "has": ("has", "have"), "goes": ("goes", "go"), "needs": ("needs", "need"),
    "belongs": ("belongs", "belong"), "they": ("it", "they"), "it": ("it", "them"),
}  # fmt: skip
FORMS = {*words.SLOTS, *NUMBERS, "IS", "XS"}
SLOTS = (
    *(f"{name}{mark}" for name in FORMS for mark in ("", "1", "2")), "O", "W", "noun", "nouns", "most", "hand",
    "parts", "rest", "sentence", "s1", "s2",
)  # fmt: skip
PLACES = (
    "fridge", "freezer", "sink", "basin", "dishwasher", "bin", "basket", "oven", "microwave", "closet", "bed", "toilet",
)  # fmt: skip
SWITCHED = ("lamp", "television", "computer", "burner")
ITEM_GROUPS = ("dishes", "cutlery", "fruit", "sweets", "cold", "cleaning", "towels", "reading", "toys", "clothes", "gadgets")
SAID_CONDITIONS = ("around", "straight", "again", "named", "many", "walk", "side", "corner")
CONDITIONS = tuple(
    f"{name}{mark}"
    for name in (*words.CONDITIONS, *PLACES, *SWITCHED, *ITEM_GROUPS, *SAID_CONDITIONS)
    for mark in ("", "1", "2")
)


@cache
def sentences() -> Grammar:
    """The sentences, read once. A line applies only if all of its slots are filled."""
    grammar = grammar_in(CHAI_FOLDER / "variations/sentences", SLOTS, CONDITIONS)
    for rule in grammar.rules.values():
        for line in rule.alternatives:
            line.needs |= {f"${piece.name}" for piece in every_piece([line]) if isinstance(piece, Slot)}
    return grammar


@dataclass
class Teller:
    """Retells an instruction; `another` names something unrelated to it: an item, piece or room."""

    random: Random
    clauses: Sequence[Clause]
    nouns: frozenset[str]  # nouns of the things in the instruction
    phrases: Phrases
    another: Callable[[str], str]

    def tell(self) -> list[str]:
        """The whole instruction as tokens."""
        slots: dict[str, Filler] = {"command": partial(self._command, 0)}
        holds = set().union(*(self._kinds(clause) for clause in self.clauses))
        holds |= {"alone"} if len(self.clauses) == 1 else set()
        if all(clause.do in ("enter", "door", "go") for clause in self.clauses):
            holds.add("walk")
        slots["sentence"] = self._sentence
        text = _PARTICLE.sub(r"\1 \3 \2", self._speaker(slots, holds).say("instruction"))
        tokens = tokenize(_MARKS.sub("", text))
        if self.random.random() < SPOKEN:
            return [token for token in tokens if token not in MARKS]
        return tokens if tokens[-1] in ".?!" or self.random.random() > FULL_STOP else [*tokens, "."]

    def _sentence(self) -> str:
        """The instruction as a sentence that cannot be framed."""
        if len(self.clauses) == 1:
            return self._one(self.clauses[0], ".alone")
        pair = self._pair() if len(self.clauses) == 2 and self.random.random() < PAIR else ""
        return pair or self._command(0, "join.alone")

    def _command(self, n: int, rule: str = "join") -> str:
        """Clauses from n on, in time order."""
        clause = self.clauses[n]
        if n == len(self.clauses) - 1:
            return self._one(clause)
        following = self.clauses[n + 1]
        slots: dict[str, Filler] = {"1": partial(self._one, clause), "2": partial(self._command, n + 1)}
        slots["s1"] = partial(self._one, clause, ".alone")
        holds = {"several"} if n + 2 < len(self.clauses) else {"named2"} if self._is_named(following) else set()
        if n + 2 == len(self.clauses):
            slots["s2"] = partial(self._one, following, ".alone")
        return self._speaker(slots, holds).say(rule)

    def _one(self, clause: Clause, form: str = "") -> str:
        """A single clause."""
        slots, holds = self._about(clause)
        return self._speaker(slots, holds, clause.do).say(f"{clause.do}{form}")

    def _pair(self) -> str:
        """Two clauses as one sentence, if the grammar has one for them."""
        one, two = self.clauses
        rule = sentences().rules.get(f"{one.do}+{two.do}")
        (slots, holds), (more, also) = self._about(one, "1"), self._about(two, "2")
        kinds = self._kinds(one) | self._kinds(two)
        speaker = self._speaker(slots | more, holds | also | kinds)
        return speaker.say(rule.name) if rule is not None and rule.fits(speaker) else ""

    def _speaker(self, slots: dict[str, Filler], holds: set[str], do: str = "") -> Speaker:
        """The speaker for one step, or for the whole instruction."""
        slots |= {"O": partial(self.another, "item"), "W": partial(self.another, THINGS[do or self.clauses[0].do])}
        return Speaker(sentences(), self.random, slots, holds | {f"${name}" for name in slots})

    def _about(self, clause: Clause, mark: str = "") -> tuple[dict[str, Filler], set[str]]:
        """Slots and conditions for the sentences of a clause; each slot name gets the mark as suffix."""
        fillers = clause.fillers
        topic = next((name for name in ("I", "N", "X") if name in fillers), "")
        many = topic in clause.many
        slots: dict[str, Filler] = {name: partial(self._described, clause, name) for name in fillers.keys() - {"it"}}
        slots |= {word: forms[many] for word, forms in NUMBERS.items()}
        for name in ("I", "X"):
            if name in fillers:
                slots[f"{name}S"] = PRONOUNS.get(fillers[name]) or slots[name]
        holds = {name for name in clause.holds - {"alone"} if name != "here" or "X" not in fillers} | self._kinds(clause)
        holds |= {"alone"} if len(self.clauses) == 1 else set()
        holds |= {SETTING_OUT[word] for word in clause.text.split() if word in SETTING_OUT}
        holds |= {"many"} if many else set()
        holds |= {"named"} if self._is_named(clause) else set()
        return {f"{name}{mark}": filler for name, filler in slots.items()}, {f"{name}{mark}" for name in holds}

    def _is_named(self, clause: Clause) -> bool:
        """Whether a clause names all its things, so that it may precede clauses that come earlier in time."""
        return "here" not in clause.holds and PRONOUNS.keys().isdisjoint(clause.fillers.get(name, "") for name in "XIP")

    def _kinds(self, clause: Clause) -> set[str]:
        """The conditions that stand for kinds of things and places."""
        if clause.do == "go":
            return set()  # a walk needs no reason
        kinds = {SWITCHES.get(kind, kind.removesuffix(" drawer")) for kind in clause.kinds}
        groups = (
            {name for name in ITEM_GROUPS if clause.kinds & _group(name)} if clause.do in ("take", "put", "bring") else set()
        )
        return kinds & {*PLACES, *SWITCHED} | groups

    def _described(self, clause: Clause, name: str) -> str:
        """The filler of a slot, sometimes described in another way."""
        text = clause.fillers[name]
        if name not in NAMES or text in PRONOUNS:
            return text
        if self.random.random() < DESCRIBED:
            text = self._room(clause) if name == "R" else self._thing(text)
        return " ".join(other_phrases(self.random, tokenize(text), self.phrases))

    def _room(self, clause: Clause) -> str:
        (kind,) = clause.kinds
        return self._speaker({"R": clause.fillers["R"]}, set()).say(f"room.{kind.replace(' ', '-')}")

    def _thing(self, text: str) -> str:
        """A thing by the same facts in other words: its side, its part, its location."""
        part = _PART.fullmatch(text)
        if part:
            slots: dict[str, Filler] = {"S": part[1], "part": part[2], "parts": plural_of(part[2]), "X": part[3]}
            holds = {"corner"} if " " in part[1] else {"side"} if part[1] in ("left", "right") else set()
            return self._speaker(slots, holds).say("described.part")
        side = _SIDE.fullmatch(text)
        if side:
            noun = next((noun for noun in self.nouns if f"{side[2]} ".startswith(f"{noun} ")), "")
            if noun and not noun.endswith("shelves"):
                slots = {"S": side[1], "most": f"{side[1]}most", "hand": f"{side[1]}-hand", "noun": noun}
                slots |= {"nouns": plural_of(noun), "rest": side[2].removeprefix(noun).strip()}
                return self._speaker(slots, set()).say("described.side")
        return _WHERE.sub(lambda _: f" {self._speaker({}, set()).say('described.where')} ", text, count=1)


def plural_of(noun: str) -> str:
    """The plural: 'bookshelves', 'chests of drawers'."""
    head, of, rest = noun.partition(" of ")
    if head.endswith("shelf"):
        return f"{head.removesuffix('f')}ves{of}{rest}"
    return f"{head}{'es' if head.endswith(('x', 'ch', 's', 'sh')) else 's'}{of}{rest}"


@cache
def _group(name: str) -> frozenset[str]:
    return frozenset(item_groups()[name])
