"""The content of items by task, and how it becomes a simulation, pictures and text.

    act      {"record": a paragraph, "place": index of the instruction}
    write    {"record": a paragraph}
    segment  {"record": a paragraph, "text": the text written for it}
    rate     {"record": ..., "place": ..., "by": who followed, "path": their poses, "metrics": of that path}

A paragraph with a reference path is written and followed on a map that shows the path; one with a scenario, in first
person, and only the writer sees the scenario.
"""

from __future__ import annotations

import base64
import json
import re
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from sightline.corpus.choose import demonstration
from sightline.corpus.examples import Example
from sightline.corpus.records import Paragraph
from sightline.show.maps import Map
from sightline.show.scenery import scenery_of
from sightline.web.bodies import Json
from sightline.web.studies.play import Play, Recent, jpeg
from sightline.web.studies.tasks import ACT, RATE, SEGMENT, WRITE
from sightline.world import Kind, kind_of

MAP_PIXELS = 900
_BETWEEN = re.compile(r"(?<=[.!?])\s+|\n+")  # sentence boundaries


class Picture(NamedTuple):
    """A map, and its geometry in the world."""

    jpeg: bytes
    geometry: dict[str, float]


_MAPS: Recent[str, Picture] = Recent(64)


def _picture(ground: Map) -> Picture:
    geometry = {
        "west": ground.west, "north": ground.north, "per_unit": ground.per_unit, "arrow": ground.arrow,
        "width": ground.picture.width, "height": ground.picture.height,
    }  # fmt: skip
    return Picture(jpeg(ground.picture), geometry)


@dataclass(frozen=True)
class Content:
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
    def episode(self) -> Any:
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

    def shown(self, play: Play, with_map: bool) -> Json:
        """The participant's view of the current state."""
        facts = play.state(self.shows_map(with_map))
        if self.in_first_person:
            facts["view"] = base64.b64encode(play.view()).decode()
        return facts

    def map(self) -> Picture:
        """The map of the scene, without the agent."""
        scene = json.dumps([self.paragraph.world, self.data["record"]["scene"]], sort_keys=True)
        return _MAPS.get(scene, lambda: _picture(scenery_of(self.kind).map_of(self.episode, MAP_PIXELS, "pictured")))

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


def sentences_of(text: str) -> list[str]:
    """Split a text into sentences, the instructions of the second task."""
    pieces = (" ".join(piece.split()) for piece in _BETWEEN.split(text))
    return [piece for piece in pieces if any(letter.isalnum() for letter in piece)]
