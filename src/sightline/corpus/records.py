"""A corpus in memory: paragraphs of instructions, each with its start, end and demonstration; to and from JSON.

`paragraph_fields` defines valid records; every reader checks a record against it first.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from sightline.checks import LARGEST_SEED
from sightline.corpus.kind import CorpusKind, corpus_kind
from sightline.fields import Either, Flag, FreeForm, Json, ListOf, Number, Numbers, Object, OneOf, Text
from sightline.world import INTERACTION, NAVIGATION, Goal, kind_of

SPLITS = ("train", "dev", "test")
UNSEEN_SPLITS = ("unseen-houses", "unseen-commands")  # in scenes that no other split has: paragraphs, and plain commands
ALL_SPLITS = (*SPLITS, *UNSEEN_SPLITS)
SOURCES = ("generated", "written", "human")
PHENOMENA = (
    "spatial_relations", "location_conjunction", "temporal_coordination", "trajectory_constraints", "coreference",
    "comparatives",
)  # fmt: skip

REPLAY_TOLERANCE = 0.1  # moves of people that end farther from the recorded end had another step length
UNKNOWN_POSE, UNKNOWN_PLACE = (math.nan,) * 3, (math.nan,) * 2  # for scenes that are not available: absent in the record


@dataclass(slots=True)
class Segment:
    """One instruction."""

    instruction: str
    tokens: list[str]
    start: tuple[float, float, float]  # x, z, heading
    end: tuple[float, float]  # end of the demonstration: the goal of every metric
    actions: str  # the demonstration, in the spelling of the world's kind
    intended: tuple[float, float] | None = None  # the place that the sentence describes
    phenomena: list[str] | None = None
    meaning: Json | None = None
    unseen_phrasing: bool = False  # its wording never occurs in training
    read: tuple[float, float] | None = None  # where a reader of a written instruction ended
    goals: tuple[Goal, ...] | None = None  # in order; without them the one goal is `end`
    moves: str | None = None  # recorded in another action space, as words; `actions` is then empty
    clauses: tuple[Any, ...] = field(default=(), compare=False)  # its generator's data; not recorded

    @property
    def placed(self) -> bool:
        """Whether the places of the demonstration are known."""
        return not math.isnan(self.end[0])

    def to_json(self) -> Json:
        data: Json = {
            "instruction": self.instruction, "tokens": self.tokens, "start": self.start if self.placed else None,
            "end": self.end if self.placed else None,
            "intended": self.intended, "actions": self.actions, "phenomena": self.phenomena, "meaning": self.meaning,
            "unseen_phrasing": self.unseen_phrasing, "read": self.read,
            "goals": None if self.goals is None else [_goal_to_json(goal) for goal in self.goals], "moves": self.moves,
        }  # fmt: skip
        return {key: value for key, value in data.items() if value is not None}

    @classmethod
    def from_json(cls, data: Json) -> Segment:
        get = data.get
        intended, read, goals = get("intended"), get("read"), get("goals")
        return cls(
            data["instruction"], data["tokens"], tuple(get("start") or UNKNOWN_POSE), tuple(get("end") or UNKNOWN_PLACE),
            data["actions"],
            None if intended is None else tuple(intended), get("phenomena"), get("meaning"),
            bool(get("unseen_phrasing")), None if read is None else tuple(read),
            None if goals is None else tuple([_goal_from_json(goal) for goal in goals]), get("moves"),
        )  # fmt: skip


def _goal_to_json(goal: Goal) -> Json:
    data = {"kind": goal.kind, "stand": goal.stand or None, "point": goal.point, "deed": goal.deed}
    return {key: value for key, value in data.items() if value is not None}


def _goal_from_json(data: Json) -> Goal:
    point, deed = data.get("point"), data.get("deed")
    return Goal(
        data["kind"],
        tuple(data.get("stand") or ()),
        None if point is None else tuple(point),
        None if deed is None else tuple(deed),
    )


@dataclass(slots=True)
class Paragraph:
    """Consecutive instructions in one scene."""

    id: str
    scene: Any  # its type belongs to the world
    segments: list[Segment]
    world: str = "lani"
    source: str = "generated"
    seed: int = 0
    path: list[tuple[float, float]] | None = field(default=None)  # the reference path through all segments
    scenario: str | None = None  # the situation, in words

    def to_json(self) -> Json:
        data: Json = {
            "id": self.id, "world": self.world, "source": self.source, "seed": self.seed,
            "scene": kind_of(self.world).scene_to_json(self.scene), "scenario": self.scenario, "path": self.path,
            "segments": [segment.to_json() for segment in self.segments],
        }  # fmt: skip
        return {key: value for key, value in data.items() if value is not None}

    @classmethod
    def from_json(cls, data: Json) -> Paragraph:
        """The paragraph of a checked record."""
        path = data.get("path")
        return cls(
            data["id"], kind_of(data["world"]).scene_from_json(data["scene"]),
            [Segment.from_json(segment) for segment in data["segments"]], data["world"], data["source"], data["seed"],
            None if path is None else list(map(tuple, path)), data.get("scenario"),
        )  # fmt: skip


ID_FIELD = Text(
    r"(?!\.{1,2}\Z)[^/\\\x00-\x1f\x7f-\x9f\ud800-\udfff]{1,200}",
    "a plain name: 1 to 200 characters that the name of a file may have",
    blank=False,
)

WORD_FIELD = Text(what="a word without spaces", blank=False, spaces=False)


@cache
def paragraph_fields(world: str) -> Object:
    """The schema of a world's paragraph records."""
    kind = kind_of(world)
    corpus = corpus_kind(world) if kind.corpus else None
    low, high = kind.view.bounds
    place = Numbers((low, low), (high, high), f"a place [x, z] between {low:g} and {high:g}")
    pose = Numbers((low, low, -1e6), (high, high, 1e6), f"a pose [x, z, heading] with x and z between {low:g} and {high:g}")
    point = Numbers((low, -1e3, low), (high, 1e3, high), f"a point [x, y, z] with x and z between {low:g} and {high:g}")
    goal = Object(
        "a goal",
        {"kind": OneOf((NAVIGATION, INTERACTION))},
        {
            "stand": Either((place, pose), f"{place.what}, or with a heading"),
            "point": point,
            "deed": ListOf(Text(), "a list [verb, object, receptacle]"),
        },
        also=_check_goal,
    )
    segment = Object(
        "a segment",
        {
            "instruction": Text(what="text", blank=False), "tokens": ListOf(WORD_FIELD, "a list of words", least=1),
            "actions": kind.actions_field,
        },
        {
            "start": pose, "end": place, "moves": Text(),
            "intended": place, "phenomena": ListOf(OneOf(PHENOMENA)), "meaning": corpus.meaning if corpus else FreeForm(),
            "unseen_phrasing": Flag(), "read": place, "goals": ListOf(goal, least=1),
        },
    )  # fmt: skip
    return Object(
        "a paragraph",
        {
            "id": ID_FIELD, "world": OneOf((world,)), "source": OneOf(SOURCES), "seed": Number(0, LARGEST_SEED, whole=True),
            "scene": kind.scene_fields, "segments": ListOf(segment, "a list of instructions", least=1),
        },
        {"path": ListOf(place, "a list of places"), "scenario": Text(blank=False)},
        also=_agreement(corpus) if corpus else _missing_place,
    )  # fmt: skip


def _agreement(corpus: CorpusKind) -> Callable[[Json], str]:
    """A further check of well-formed paragraphs: they have the places they need, and satisfy their corpus."""

    def disagreement(record: Json) -> str:
        nowhere = corpus.nowhere is not None and corpus.nowhere(record["scene"])
        sentence = _given_place(record) if nowhere else _missing_place(record)
        return sentence or ("" if corpus.agree is None else corpus.agree(record))

    return disagreement


def _missing_place(record: Json) -> str:
    """The place that a paragraph in an available scene lacks."""
    for k, segment in enumerate(record["segments"]):
        for key in ("start", "end"):
            if segment.get(key) is None:
                return f"segments[{k}]: key {key!r} is missing."
        for n, goal in enumerate(segment.get("goals") or ()):
            if goal.get("stand") is None:
                return f"segments[{k}].goals[{n}]: key 'stand' is missing."
    return ""


def _given_place(record: Json) -> str:
    """The place that a paragraph must not have because its scene is not available."""
    for k, segment in enumerate(record["segments"]):
        for key in ("start", "end", "intended", "read"):
            if segment.get(key) is not None:
                return f"segments[{k}].{key} must be absent: the original house is not available."
        for n, goal in enumerate(segment.get("goals") or ()):
            if goal.get("stand") is not None:
                return f"segments[{k}].goals[{n}].stand must be absent: the original house is not available."
    return ""


def _check_goal(goal: Json) -> str:
    """Whether a goal has the fields that its type needs."""
    interacts = goal["kind"] == INTERACTION
    if goal.get("stand") is None:
        known = next((key for key in ("point", "deed") if goal.get(key) is not None), None)
        return "" if known is None else f"{known!r} is given, but key 'stand' is missing."
    if interacts and (goal.get("point") is None or goal.get("deed") is None):
        return "an interaction needs 'point' and 'deed'."
    if interacts and (len(goal["stand"]) != 3 or len(goal["deed"]) != 3):
        return "an interaction needs 'stand' with a heading, and 'deed' as [verb, object, receptacle]."
    if not interacts and (len(goal["stand"]) != 2 or goal.get("point") is not None or goal.get("deed") is not None):
        return "a navigation goal has 'stand' [x, z] and nothing else."
    return ""
