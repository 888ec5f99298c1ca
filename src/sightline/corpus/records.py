"""A corpus in memory: paragraphs of instructions, each with its start, end and demonstration; as JSON and back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sightline.lani import Episode, Placed, Scene
from sightline.world import Goal

SPLITS = ("train", "dev", "test")
SOURCES = ("generated", "written", "human")
PHENOMENA = (
    "spatial_relations", "location_conjunction", "temporal_coordination", "trajectory_constraints", "coreference",
    "comparatives",
)  # fmt: skip


@dataclass(slots=True)
class Segment:
    """One instruction."""

    instruction: str
    tokens: list[str]
    start: tuple[float, float, float]  # x, z, heading
    end: tuple[float, float]  # where the demonstration ended: the goal of every metric
    actions: str  # F, R, L; the demonstration
    intended: tuple[float, float] | None = None  # what the sentence means
    phenomena: list[str] | None = None
    meaning: dict[str, Any] | None = None
    unseen_phrasing: bool = False  # worded in a way that the training set never uses
    read: tuple[float, float] | None = None  # where a reader of a written instruction would have ended
    goals: tuple[Goal, ...] | None = None  # on the way, in order; without them the one goal is `end`

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "instruction": self.instruction, "tokens": self.tokens, "start": self.start, "end": self.end,
            "intended": self.intended, "actions": self.actions, "phenomena": self.phenomena, "meaning": self.meaning,
            "unseen_phrasing": self.unseen_phrasing, "read": self.read,
        }  # fmt: skip
        return {key: value for key, value in data.items() if value is not None}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Segment:
        return cls(
            data["instruction"], data["tokens"], tuple(data["start"]), tuple(data["end"]), data["actions"],
            _pair(data.get("intended")), data.get("phenomena"), data.get("meaning"), data.get("unseen_phrasing", False),
            _pair(data.get("read")),
        )  # fmt: skip


def _pair(value: list[float] | None) -> tuple[float, float] | None:
    return None if value is None else (value[0], value[1])


@dataclass(slots=True)
class Paragraph:
    """Instructions that follow one another through one scene."""

    id: str
    scene: Scene
    segments: list[Segment]
    world: str = "lani"
    source: str = "generated"
    seed: int = 0
    path: list[tuple[float, float]] | None = field(default=None)  # the reference path through all segments

    def to_json(self) -> dict[str, Any]:
        landmarks = [{"name": p.name, "x": p.x, "z": p.z, "radius": p.radius} for p in self.scene.landmarks]
        data: dict[str, Any] = {
            "id": self.id, "world": self.world, "source": self.source, "seed": self.seed,
            "scene": {"landmarks": landmarks, "lakes": self.scene.lakes},
        }  # fmt: skip
        if self.path is not None:
            data["path"] = self.path
        data["segments"] = [segment.to_json() for segment in self.segments]
        return data

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Paragraph:
        landmarks = tuple([Placed(p["name"], p["x"], p["z"], p["radius"]) for p in data["scene"]["landmarks"]])
        lakes = tuple([(z, first, last) for z, first, last in data["scene"]["lakes"]])
        path = data.get("path")
        return cls(
            data["id"], Scene(landmarks, lakes), [Segment.from_json(s) for s in data["segments"]], data["world"],
            data["source"], data["seed"], None if path is None else [(x, z) for x, z in path],
        )  # fmt: skip

    def episodes(self) -> list[Episode]:
        """Each instruction as an episode of the world."""
        return [Episode(self.scene, s.start, s.end, s.instruction, self.seed) for s in self.segments]
