"""Shared by the writers of all corpora: steps of a meaning, and how a grammar words and a person types them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, fields
from random import Random
from typing import Any, Self

from sightline.corpus.grammar import Filler, Grammar, Speaker
from sightline.corpus.records import Segment
from sightline.corpus.typing_habits import Typist
from sightline.fields import Json
from sightline.language import tokenize

Place = tuple[float, float]
Pose = tuple[float, float, float]
Named = Json  # in a record's meaning: which thing (`of`) an instruction names, by which noun (`as`), and how


class UnclearError(Exception):
    """No description singles a thing out."""


@dataclass(frozen=True)
class MeaningStep:
    """One step of a meaning. A record has the fields that differ from their defaults."""

    do: str

    def to_json(self) -> Json:
        values = {f.name: getattr(self, f.name) for f in fields(self) if getattr(self, f.name) != f.default}
        return {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}

    @classmethod
    def from_json(cls, data: Json) -> Self:
        given = {key: value for key, value in data.items() if value is not None}
        values: Json = {k: tuple(value) if isinstance(value, list) else value for k, value in given.items()}
        return cls(**values)


@dataclass
class WordedInstruction:
    """An instruction and its properties."""

    text: str
    phenomena: list[str]
    named: list[Named]
    held_out: bool
    clauses: tuple[Any, ...] = field(default=())  # the wording of each step, in the corpus's own form

    def segment(self, start: Pose, end: Place, actions: str, steps: Sequence[MeaningStep], **fields: Any) -> Segment:
        """The segment of this instruction, which means these steps, with a demonstration."""
        return Segment(
            self.text, tokenize(self.text), start, end, actions, phenomena=self.phenomena,
            meaning={"steps": [step.to_json() for step in steps], "named": self.named},
            unseen_phrasing=self.held_out, clauses=self.clauses, **fields,
        )  # fmt: skip


class Writer:
    """One person who writes one paragraph."""

    def __init__(self, random: Random, grammar: Grammar, known: frozenset[str], may_use_held_out: bool):
        self.random, self.known = random, known  # no slip produces another word of `known`
        self.speaker = Speaker(grammar, random, may_use_held_out=may_use_held_out)
        self.typist = Typist.any(random)

    def _begin(self, place: str, steps: int, slots: dict[str, Filler], holds: Collection[str] = ()) -> None:
        """Start an instruction with this number of steps; place is first, middle or last in its paragraph."""
        speaker = self.speaker
        speaker.tags, speaker.held_out, speaker.slots, speaker.holds = set(), False, slots, set(holds)
        speaker.holds |= {name for name, right in (("alone", steps == 1), ("last", place == "last")) if right}

    def _type(self, text: str, place: str) -> str:
        return self.typist.type(text, self.random, self.known, place)
