"""The turns of a session and their cards: made from an attempt, shown by a page, kept in a story."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal, cast

import numpy as np

from sightline.agent import Aim
from sightline.agent.memory import Sighted
from sightline.agent.reply import LETTERS
from sightline.corpus.records import Segment
from sightline.fields import Json
from sightline.geometry.types import Floats
from sightline.language import tokenize
from sightline.show.attempt import Attempt, Proposal
from sightline.show.words import shown_confidence
from sightline.web.pictures import NO_PLACES
from sightline.web.story import StoryAim, StoryTurn
from sightline.world import Kind, SavedState

DROPPED_MAP: Floats = np.empty(0)  # of an aim that a model predicted; turns and stories hold no maps


@dataclass(frozen=True, eq=False)
class Card:
    """An aim as a page shows it."""

    aim: Aim
    sentence: str
    question: str = "Go there?"
    notes: tuple[str, ...] = ()
    advice: str = ""
    way: Floats = field(default_factory=lambda: NO_PLACES)  # (K, 2) waypoints
    failed: str = ""  # why it was not reached; empty if it was, or while the agent may still go

    @classmethod
    def of(cls, attempt: Attempt, proposal: Proposal) -> Card:
        """The card of an aim that an attempt proposes."""
        notes = () if proposal.aim.given else attempt.remarks.sentences
        sentence, question, advice = attempt.sentence(proposal), attempt.question, attempt.advice()
        return cls(proposal.aim, sentence, question, notes, advice, proposal.way)

    @classmethod
    def ended(cls, attempt: Attempt, proposal: Proposal) -> Card:
        """The card of an aim that is over, as it was last predicted; nothing draws its map again."""
        aim = attempt.last_seen(proposal).without_map()
        return replace(cls.of(attempt, proposal), aim=aim, failed=attempt.failure(proposal))

    @classmethod
    def from_story(cls, aim: StoryAim, bounds: tuple[float, float]) -> Card:
        """The card of an aim of a story."""
        x, z = np.clip(aim.stand, *bounds).tolist()
        map_ = None if aim.given else DROPPED_MAP
        return cls(Aim((x, z), aim.point, aim.confidence, map_), aim.sentence, failed=aim.failed)

    def to_story(self) -> StoryAim:
        """The aim as a story keeps it."""
        x, z, *_ = self.aim.stand
        point = None if self.aim.point is None else [round(value, 2) for value in self.aim.point]
        return StoryAim.model_validate({
            "stand": (round(x, 2), round(z, 2)), "point": point, "confidence": round(self.aim.confidence, 3),
            "given": self.aim.given, "sentence": self.sentence, "failed": self.failed,
        })  # fmt: skip

    @property
    def target(self) -> Floats | None:
        """What to mark in pictures: a place (2,) or a point (3,); None for a place out of sight."""
        return np.array(self.aim.target) if self.aim.in_sight or self.aim.point is not None else None

    def facts(self, words: str) -> Json:
        """The card and its words, as a page shows them."""
        return {
            "words": words, "sentence": self.sentence, "place": rounded(self.aim.place),
            "sure": None if self.aim.marked or self.aim.reason else shown_confidence(self.aim.confidence),
            "question": self.question, "corrected": self.aim.given, "marked": self.aim.marked,
            "notes": list(self.notes), "advice": self.advice, "way": [rounded(place) for place in self.way],
        }  # fmt: skip

    def summary(self) -> Json:
        """The card in a list of goals."""
        return {"sentence": self.sentence, "failed": self.failed}


@dataclass(eq=False)
class Turn:
    """A followed instruction."""

    words: str
    cards: list[Card]  # its aims in order; empty if it asked for nothing
    before: SavedState | None  # the world's state at its start; None: simulate the earlier turns
    actions: list[int]
    path: Floats  # (T + 1, 3) poses, before the first action and after each
    stopped: bool  # the agent took Stop; otherwise it ran out of actions, or the user stopped it
    ending: str  # the outcome in a sentence
    lost: bool = False  # the agent did not find the goal
    kind: str = "go"  # of the reply: go, ask, refuse or answer
    options: tuple[Sighted, ...] = ()  # the things of a question, in the order of their letters

    def facts(self) -> Json:
        """The turn as a page shows it."""
        last = self.cards[-1].facts(self.words) if self.cards else {"words": self.words, "place": None, "way": []}
        return last | {
            "goals": [card.summary() for card in self.cards], "ending": self.ending, "lost": self.lost, "reply": self.kind,
            "options": [
                {"letter": letter, "place": [thing.point[0], thing.point[2]]}
                for letter, thing in zip(LETTERS, self.options, strict=False)
            ],
            "path": [rounded(pose) for pose in self.path],
        }  # fmt: skip

    def to_story(self, kind: Kind) -> StoryTurn:
        """The turn as a story keeps it."""
        return StoryTurn(
            words=self.words, actions=kind.spell_actions(self.actions), stopped=self.stopped, ending=self.ending,
            aims=[card.to_story() for card in self.cards], reply=cast(Literal["go", "ask", "refuse", "answer"], self.kind),
        )  # fmt: skip

    def segment(self, kind: Kind) -> Segment:
        """The turn as a segment of a record."""
        x, z, heading = self.path[0].round(2).tolist()
        end_x, end_z, _ = self.path[-1].round(2).tolist()
        actions = kind.spell_actions(self.actions)
        return Segment(self.words, tokenize(self.words), (x, z, heading), (end_x, end_z), actions)


def rounded(numbers: Floats) -> list[float]:
    """Numbers rounded to 3 decimals, as pages get them."""
    short: list[float] = numbers.round(3).tolist()
    return short
