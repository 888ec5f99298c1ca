"""The content of items and of their answers by task, and how it becomes a simulation, pictures and text.

    item of    act      {"record": a paragraph, "place": index of the instruction}
               write    {"record": a paragraph}
               segment  {"record": a paragraph, "text": the text written for it}
               rate     {"record": ..., "place": ..., "by": the follower, "path": its poses, "metrics": of that path}
    answer to  act      {"actions": "FFR", "path": poses, "metrics": the world's metrics at the stop}
               write    {"text": ...}
               segment  {"valid": true, "parts": [...], "path": poses, "marks": starts of parts}
                        or {"valid": false, "reason": ...}
               rate     {"rating": 1 to 5}

A paragraph with a reference path is written and followed on a map that shows the path; one with a scenario, in first
person, and only the writer sees the scenario.
"""

from __future__ import annotations

import base64
import json
import re
from dataclasses import asdict, dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple, Self

from pydantic import Field, StrictBool, StrictInt, model_validator

from sightline.corpus.choose import demonstration
from sightline.corpus.examples import Example
from sightline.corpus.records import Paragraph
from sightline.errors import InputError
from sightline.show.scenery import scenery_of
from sightline.web.bodies import Body, Json, WrittenText, read_body
from sightline.web.pictures import jpeg, map_geometry
from sightline.web.studies.plan import ACT, RATE, SEGMENT, WRITE
from sightline.web.studies.play import Play
from sightline.world import Episode, Kind, kind_of

MAP_PIXELS, MAPS_KEPT = 900, 64
WORDS_REQUIRED = 3  # in a text
_BETWEEN = re.compile(r"(?<=[.!?])\s+|\n+")  # sentence boundaries


class ActAnswer(Body):
    """The recorded events are the answer."""


class WriteAnswer(Body):
    """Instructions that a participant wrote."""

    text: WrittenText

    @model_validator(mode="after")
    def _has_words(self) -> Self:
        if len(self.text.split()) < WORDS_REQUIRED or not any(letter.isalpha() for letter in self.text):
            raise InputError(f"Instructions need at least {WORDS_REQUIRED} words.")
        return self


class SegmentAnswer(Body):
    """Whether the instructions could be followed; the recorded events show how."""

    valid: StrictBool
    reason: WrittenText = ""


class RateAnswer(Body):
    """How well a path follows its instruction."""

    rating: StrictInt = Field(ge=1, le=5)


ANSWERS: dict[str, type[Body]] = {ACT: ActAnswer, WRITE: WriteAnswer, SEGMENT: SegmentAnswer, RATE: RateAnswer}


class MapPicture(NamedTuple):
    """A map, and its geometry in the world."""

    jpeg: bytes
    geometry: Json


@lru_cache(maxsize=MAPS_KEPT)
def _map_picture(world: str, scene: str) -> MapPicture:
    """The map of a scene, given as JSON."""
    kind, start = kind_of(world), (0.0, 0.0, 0.0)
    episode = kind.episode(kind.scene_from_json(json.loads(scene)), start, (), start[:2], "", 0, start, ())
    ground = scenery_of(kind).map_of(episode, MAP_PIXELS, "pictured")
    size = {"width": ground.picture.width, "height": ground.picture.height}
    return MapPicture(jpeg(ground.picture), map_geometry(ground) | size)


@dataclass(frozen=True)
class ItemContent:
    """The parsed content of an item."""

    task: str
    data: Json

    @cached_property
    def paragraph(self) -> Paragraph:
        return Paragraph.from_json(self.data["record"])

    @property
    def kind(self) -> Kind:
        return kind_of(self.paragraph.world)

    @property
    def from_above(self) -> bool:
        """Whether it is written and followed on a map, along a path."""
        return self.paragraph.path is not None

    @property
    def in_first_person(self) -> bool:
        """Whether the participant sees the agent's view."""
        return self.task == ACT or (self.task in (WRITE, SEGMENT) and not self.from_above)

    @property
    def acted_out(self) -> bool:
        """Whether the participant steers an agent."""
        return self.task in (ACT, SEGMENT) or self.in_first_person

    @cached_property
    def example(self) -> Example:
        return Example(self.paragraph, self.data.get("place", 0))

    @cached_property
    def episode(self) -> Episode:
        """The episode: with the instruction's goals, or without goals for a whole paragraph."""
        if self.task in (ACT, RATE):
            return self.example.episode
        p, start = self.paragraph, self.paragraph.segments[0].start
        return self.kind.episode(p.scene, start, (), start[:2], "", p.seed, start, ())

    @cached_property
    def units(self) -> list[str]:
        """The words or sentences of a text to follow."""
        if self.task != SEGMENT:
            return []
        return self.data["text"].split() if self.from_above else sentences_of(self.data["text"])

    def play(self, horizon: int) -> Play:
        """A new play of the item."""
        return Play(self.kind, self.episode, horizon, len(self.units), not self.from_above)

    def progress(self, play: Play, with_map: bool) -> Json:
        """The participant's view of the current state."""
        facts = play.state(self.shows_map(with_map))
        if self.in_first_person:
            facts["view"] = base64.b64encode(play.view()).decode()
        return facts

    def map(self) -> MapPicture:
        """The map of the scene, without the agent."""
        return _map_picture(self.paragraph.world, json.dumps(self.data["record"]["scene"], sort_keys=True))

    def to_json(self, with_map: bool) -> Json:
        """The item as a participant gets it: never with the follower, and with the scenario only for writers."""
        p = self.paragraph
        facts: Json = {
            "task": self.task, "world": p.world, "first_person": self.in_first_person, "acted_out": self.acted_out,
            "shows_map": self.shows_map(with_map),
        }  # fmt: skip
        if self.task in (ACT, RATE):
            facts["text"] = self.example.segment.instruction
        if self.task == WRITE and not self.from_above:
            facts["scenario"] = p.scenario
        if self.task == SEGMENT:
            facts["units"] = self.units
        if self.task in (WRITE, SEGMENT) and self.from_above:
            facts["reference"] = p.path
        if self.task == RATE:
            facts["reference"] = [(x, z) for x, z, _ in demonstration(self.example).round(3).tolist()]
            facts["taken"] = self.data["path"]
        if self.acted_out:
            names = self.kind.make().actions
            facts["actions"] = {name: k for k, name in enumerate(names) if name != "stop"}
        if facts["shows_map"]:
            facts["start"] = self.episode.start
            facts["map"] = self.map().geometry
        return facts

    def shows_map(self, with_map: bool) -> bool:
        """Whether a participant sees the map: in first person only `with_map`."""
        return with_map or not self.in_first_person

    def answer(self, sent: Json, play: Play | None) -> Json:
        """The content of an answer, from the request and, if the item is acted out, the recorded events."""
        body = read_body(ANSWERS[self.task], sent)
        if isinstance(body, SegmentAnswer) and not body.valid:
            return {"valid": False, "reason": body.reason}
        if self.task in (WRITE, RATE):
            return body.model_dump()
        assert play is not None
        if self.task == ACT:
            path = [pose.round(4).tolist() for pose in play.path]
            return {"actions": self.kind.spell_actions(play.actions()), "path": path, "metrics": play.stop()}
        if play.upto < len(self.units):
            raise InputError("Part of the text is not done yet: mark the rest of it, and follow it.")
        parts = [{**asdict(part), "actions": self.kind.spell_actions(part.actions)} for part in play.parts()]
        state = play.state(places=True)
        return {"valid": True, "parts": parts, "path": state["path"], "marks": state["marks"]}


def sentences_of(text: str) -> list[str]:
    """Split a text into sentences, the instructions of the second task."""
    pieces = (" ".join(piece.split()) for piece in _BETWEEN.split(text))
    return [piece for piece in pieces if any(letter.isalnum() for letter in piece)]
