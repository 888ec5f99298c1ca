"""The World protocol, and `Kind`: everything that differs from world to world.

N worlds run side by side: arrays with first dimension N go in and come out.
"""

from __future__ import annotations

import math
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import ArrayLike

from sightline.addresses import load
from sightline.checks import checked_indices, checked_whole, shown
from sightline.errors import ArgumentError, InputError
from sightline.fields import Field, FreeForm, Text
from sightline.geometry import CELLS, PANORAMA, Camera, View
from sightline.geometry.types import Array, Bools, Floats, Ints

# Addresses of the kinds of this package. Other worlds are named by their address, module:KIND (`import_world`).
KINDS = {"lani": "sightline.lani.kind:KIND", "chai": "sightline.chai.kind:KIND"}
SavedState = dict[str, Any]  # the result of World.save; every entry has one item per world


class Step(NamedTuple):
    """The result of one step, one entry per world."""

    moved: Floats  # (N,) distance covered
    collision: Floats  # (N,) part of the step lost to obstacles
    stopped: Bools  # (N,) the action was stop
    refused: Array  # (N,) uint8, 0 or an index into the world's `refusals`


class Located(NamedTuple):
    """The object and the point behind a cell."""

    point: Floats  # (N, 3) x, y, z; not finite in the sky
    id: Array  # (N,) int32, as in the segmentation


@dataclass(frozen=True, slots=True)
class Goal:
    """One goal of an instruction."""

    kind: str  # NAVIGATION or INTERACTION
    stand: tuple[float, ...]  # x, z; for an interaction also the heading
    point: tuple[float, float, float] | None = None  # of an interaction: x, y, z of the target
    deed: tuple[str, str, str] | None = None  # of an interaction: verb, object, receptacle ("" for none)

    @property
    def target(self) -> int:
        """The number, in segmentation, of what to reach for: the receptacle, or the object; 0 if there is none."""
        spelled = (self.deed[2] or self.deed[1]) if self.deed is not None else ""
        number = spelled.rpartition(" ")[2]
        return int(number) if number.isdigit() else 0

    @property
    def at(self) -> tuple[float, float, float]:
        """The target of an interaction, or the place to go to."""
        x, z = self.stand[:2]
        return self.point or (x, 0.0, z)


NAVIGATION, INTERACTION = "navigation", "interaction"


class Episode(Protocol):
    """A scene (its type is the world's own), start, goal, instruction and seed."""

    @property
    def start(self) -> tuple[float, float, float]: ...  # x, z, heading

    @property
    def goal(self) -> tuple[float, float]: ...  # x, z

    @property
    def instruction(self) -> str: ...

    @property
    def seed(self) -> int: ...


class World(Protocol):
    """N worlds side by side."""

    @property
    def actions(
        self,
    ) -> tuple[str, ...]: ...  # names by action number; the last may be "interact", which has one action per cell

    @property
    def refusals(self) -> tuple[str, ...]: ...  # messages by Step.refused; the first is empty

    @property
    def camera(self) -> Camera: ...

    @property
    def episodes(self) -> Sequence[Any]: ...

    pose: Floats  # (N, 3) x, z, heading
    goal: Floats  # (N, 2) x, z
    horizon: Ints  # (N,) maximum number of actions other than stop
    taken: Ints  # (N,) actions so far, other than stop
    over: Bools  # (N,) stopped, or out of actions
    stopped: Bools  # (N,) over because of stop
    threads: int | None  # of the renderer

    def __len__(self) -> int: ...

    def reset(self, episodes: Sequence[Any], where: Sequence[int] | None = None) -> None:
        """Start these episodes, in all worlds or in those at the indices `where`."""

    def proceed(self, episodes: Sequence[Any]) -> None:
        """Start these episodes, one per world, in the current state and pose of each world."""

    def step(self, actions: ArrayLike) -> Step:
        """Take one action in every world."""

    def rewards(self) -> Floats:
        """(N, A) reward of each movement action and Stop if taken now."""

    def rewards_of(self, actions: ArrayLike) -> Floats:
        """(N,) reward of one action per world if taken now."""

    def observe(self, channels: Sequence[str] = ("rgb",)) -> dict[str, Any]:
        """First-person views (N, H, W, ...)."""

    def panorama(self, channels: Sequence[str] = ("rgb",), where: ArrayLike | None = None) -> dict[str, Any]:
        """Six views around each agent (N, H, 6 W, ...), or around those at the indices `where`."""

    def locate(self, view: ArrayLike, row: ArrayLike, column: ArrayLike) -> Located:
        """Object and point behind a cell of the panorama, one per world."""

    def distances(self, places: Floats | None = None) -> Floats:
        """(N,) distance on the ground to each goal, from the agent or from places (N, 2)."""

    def metrics(self) -> dict[str, Array]:
        """(N,) each, by name: the metrics of the episodes so far; `stop_distance` and `completed` are always there."""

    def save(self, where: Sequence[int] | None = None) -> dict[str, Any]:
        """The state of all worlds, or of those at the indices `where`; every entry has one item per world."""

    def restore(self, state: dict[str, Any]) -> None:
        """Restore a saved state exactly."""


class MakeWorlds(Protocol):
    """Makes a world without episodes."""

    def __call__(
        self, camera: Camera | None = None, horizon: int | None = None, threads: int | None = None, device: str = "cpu",
        near: float | None = None,
    ) -> World:  # fmt: skip
        """`near`: the distance to the goal within which a stop is rewarded; None: the default of the world."""


class Metric(NamedTuple):
    """A column of a results table."""

    name: str  # "SD"
    key: str  # of World.metrics()
    digits: int = 2
    percent: bool = False  # of a share
    lower_is_better: bool = False


class Generate(Protocol):
    """Makes the episode of a seed; arguments replace what the seed would choose."""

    def __call__(
        self, seed: int, scene: Any = None, start: tuple[float, ...] | None = None, goal: tuple[float, ...] | None = None,
        instruction: str | None = None,
    ) -> Any:  # fmt: skip
        """A scene may be the world's own type, the path of a file, or decoded JSON."""


class EpisodeOf(Protocol):
    """Makes the episode of one instruction of a record."""

    def __call__(
        self, scene: Any, start: tuple[float, float, float], goals: Sequence[Goal], end: tuple[float, float],
        instruction: str, seed: int, first: tuple[float, float, float], before: Sequence[str],
    ) -> Any:  # fmt: skip
        """`first`: start pose of its paragraph. `before`: actions of the previous instructions, spelled as in records."""


class EpisodeParts(NamedTuple):
    """The parts of an episode other than its scene: the other arguments of `Kind.episode`."""

    start: tuple[float, float, float]
    goals: Sequence[Goal]
    end: tuple[float, float] | None  # None if the episode has no end of its own
    instruction: str
    seed: int
    first: tuple[float, float, float]
    before: Sequence[str]


def plain_parts(episode: Episode) -> EpisodeParts:
    """The parts of an episode with one goal, in a scene that actions do not change."""
    start, goal = episode.start, episode.goal
    return EpisodeParts(start, (Goal(NAVIGATION, goal),), goal, episode.instruction, episode.seed, start, ())


class Gait(NamedTuple):
    """The movement of an agent on a lattice."""

    stride: float  # of one step
    turn: float  # degrees
    radius: float  # of its body
    reach: float  # of its hands, from the eye
    hand: tuple[
        float, float, float
    ]  # where it holds things, from the eye: ahead, to the right, and how far below their top is


PaperNumbers = Mapping[tuple[str, str], Mapping[str, tuple[float, ...]]]  # (table, split): method: metrics in order


class PaperRating(NamedTuple):
    """People's ratings of trajectories, and their correlation with the stop distance."""

    mean: float  # on a scale from 1 to 5
    r: float  # Pearson correlation with the stop distance
    p: float


def paper_numbers(file: Path) -> dict[str, Any]:
    """The fields of a Kind whose names begin with `paper`, from a file paper.toml."""
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    tables = {(table, split): rows for table, splits in data["tables"].items() for split, rows in splits.items()}
    return {
        "paper": {key: {method: tuple(row) for method, row in rows.items()} for key, rows in tables.items()},
        "paper_phenomena": {name: tuple(row) for name, row in data["phenomena"].items()}, "paper_people": data["people"],
        "paper_ratings": {by: PaperRating(*row) for by, row in data.get("ratings", {}).items()},
    }  # fmt: skip


def straight_line(episode: Episode) -> float:
    """The distance from an episode's start to its goal."""
    return math.dist(episode.start[:2], episode.goal)


@dataclass(frozen=True)
class Kind:
    """Everything that differs from world to world, for code that works with any of them."""

    name: str  # in commands and records; outside this package the address, module:KIND
    title: str  # in tables and on pages
    unit: str  # of distances, in the plural
    view: View
    horizon: int  # default maximum number of actions other than stop
    near: float  # distance within which a predicted goal is right
    metrics: tuple[Metric, ...]  # columns of a results table; training minimises the first
    action_count: int
    segmentation: tuple[int, int]  # minimum and maximum value
    make: MakeWorlds
    generate: Generate
    anywhere: Callable[..., list[Any]]  # (count, seed[, own scenes]): episodes without a task, random scenes and poses
    scene_to_json: Callable[[Any], dict[str, Any]]
    scene_from_json: Callable[[dict[str, Any]], Any]  # input: checked against scene_fields
    spell_actions: Callable[[Sequence[int]], str]  # as in records, without stop
    read_actions: Callable[[str], list[int]]
    episode: EpisodeOf
    parts: Callable[[Any], EpisodeParts] = plain_parts  # inverse of `episode`
    scene_fields: Field = field(default_factory=FreeForm)  # schema of a scene in a record; it must not name files
    read_scene: Callable[[str], Any] | None = (
        None  # reads a scene named on a command line; records may refer to it afterwards
    )
    actions_field: Field = field(default_factory=Text)  # schema of the actions in a record
    action_limit: int = 40  # actions of the paper's tables, per instruction or per goal
    scene_of: Callable[[Any], Any] = attrgetter("scene")  # the scene of an episode
    settled: Callable[[Any], Any] = lambda episode: episode  # an episode with its state, so that no actions are replayed
    gait: Gait | None = None  # of worlds with a lattice
    thing_names: tuple[str, ...] = ()  # of the object classes that models learn to see; empty: none
    first_thing: int = 0  # the classes before this one are backdrop: walls, grass, the sky
    thing_classes: Callable[[Sequence[Any]], Ints] | None = None  # episodes to (N, M): the class of each segmentation value
    items: tuple[int, ...] = ()  # the classes of things that can be carried, which eyes learn to tell apart
    part_names: tuple[str, ...] = ()  # of what can be opened or switched, the first for none
    names_in: Callable[[Any], Mapping[int, str]] | None = None  # of an episode's things, by number; no agent may know them
    shortest: Callable[[Any], float] = straight_line  # length of the shortest path of an episode
    paper: PaperNumbers = field(default_factory=dict)
    paper_phenomena: Mapping[str, tuple[float, float, float]] = field(default_factory=dict)  # present, absent, p
    paper_people: Mapping[str, float] = field(default_factory=dict)  # scores of people, by metric
    paper_ratings: Mapping[str, PaperRating] = field(default_factory=dict)  # by follower: a method, or "human"
    corpus: str = ""  # address of its CorpusKind; empty if there is none
    lexicon: str = (
        ""  # address of the function that returns its language.lexicon.Lexicon; empty: agents read words as they are
    )

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """Names of the actions; the last may be "interact", which has one action per cell."""
        return self.make().actions

    @cached_property
    def interact(self) -> int | None:
        """The number of the first interaction; None in a world without interactions."""
        return self.actions.index("interact") if "interact" in self.actions else None

    @cached_property
    def item_names(self) -> frozenset[str]:
        """Names of the classes that are items."""
        return frozenset(self.thing_names[number] for number in self.items)

    @property
    def things(self) -> int:
        """Number of object classes."""
        return len(self.thing_names)

    @property
    def reaches(self) -> bool:
        """Whether the world has interactions; then instructions have several goals."""
        return self.interact is not None

    def is_interaction(self, actions: ArrayLike) -> Bools:
        """(...) whether actions are interactions."""
        return np.zeros(np.shape(actions), bool) if self.interact is None else np.asarray(actions) >= self.interact

    def __reduce__(self) -> tuple[Any, tuple[str]]:  # pickled by name
        return import_world, (self.name,)


def import_world(name: str) -> Kind:
    """The kind of a world by its name, or by its address, module:KIND; imports the module.

    Only command lines and programs may name code to import. Names from files, records, links and networks go to `kind_of`.
    """
    if name not in KINDS:
        load(name, f"There is no world {name!r}; there are {', '.join(KINDS)}, or give module:KIND.")
    return kind_of(name)


@cache
def kind_of(name: str) -> Kind:
    """The kind of a world by its name, or by its address if its module is already imported."""
    if name in KINDS:
        kind = load(KINDS[name], "")
    else:
        module, _, attribute = name.partition(":")
        kind = getattr(sys.modules.get(module), "__dict__", {}).get(attribute)
    if kind is None:
        raise ArgumentError(
            f"There is no world {name!r}; there are {', '.join(KINDS)}. Files never import code: to use a "
            "world outside the package, name it with --world module:KIND, or import its module first."
        )
    if not isinstance(kind, Kind):
        raise ArgumentError(f"{name} is not a sightline.world.Kind but a {type(kind).__name__}.")
    if kind.name != name:
        raise ArgumentError(f"The world at {name} calls itself {kind.name!r}; a world's name must be its address.")
    return kind


def checked_threads(threads: int | None) -> int | None:
    """Number of threads of the renderer; None: one per core."""
    return None if threads is None else checked_whole(threads, "The number of threads", 1, 4096)


def checked_device(device: object) -> str:
    """The device of the renderer."""
    if not isinstance(device, str) or not device.strip():
        raise ArgumentError(f"A device is 'cpu' or 'cuda', got {shown(device)}.")
    return device


def per_world(name: str) -> Any:
    """A property for the array _name, with one entry per world: assigning fills the array and keeps its shape."""
    attribute = f"_{name}"
    return property(attrgetter(attribute), lambda world, values: fill(getattr(world, attribute), values, name))


def fill(array: Array, values: object, name: str) -> None:
    """Copy values into an array of a world; ArgumentError if they do not fit."""
    try:
        source = np.asarray(values)
        if source.dtype.kind in {"b": "b", "i": "biu", "u": "biu", "f": "iuf"}[array.dtype.kind]:
            array[...] = source
            return
    except (TypeError, ValueError, OverflowError):
        pass
    raise ArgumentError(f"{name} holds {array.dtype} of shape {array.shape}, got {shown(values)}.")


_WHOLE = np.dtype(np.int64)


def checked_actions(actions: ArrayLike, count: int) -> Array:
    """(N,) one action per world."""
    try:
        chosen = np.asarray(actions)
    except (TypeError, ValueError, OverflowError):  # rows of different lengths, for example
        raise ArgumentError(f"step takes {count} whole-number actions, got {shown(actions)}.") from None
    if chosen.shape != (count,) or chosen.dtype.kind not in "iu":
        raise ArgumentError(f"step takes {count} whole-number actions, got {chosen.dtype} of shape {chosen.shape}.")
    return chosen if chosen.dtype is _WHOLE else np.clip(chosen, -1, 2**31).astype(np.int64)


def checked_cells(view: ArrayLike, row: ArrayLike, column: ArrayLike, count: int) -> tuple[Floats, Array, Array]:
    """One cell of the panorama's goal grid per world: the heading of its view relative to the agent, row and column."""
    limits = (("view", view, len(PANORAMA)), ("row", row, CELLS), ("column", column, CELLS))
    views, rows, columns = (checked_indices(a, limit, f"The {name}s of cells") for name, a, limit in limits)
    if not len(views) == len(rows) == len(columns) == count:
        raise ArgumentError(f"locate takes one cell for each of {count} worlds, got {shown((view, row, column))}.")
    return np.asarray(PANORAMA)[views], rows, columns


def check_started(episodes: Sequence[Any]) -> None:
    """Raise InputError if a world has no episodes."""
    if not episodes:
        raise InputError("This world has no episodes yet: call reset(episodes) first.")
