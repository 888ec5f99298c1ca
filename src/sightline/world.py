"""What every world offers (the World protocol), and what it brings so that everything above works with it (Kind).

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
from sightline.errors import InputError
from sightline.fields import Field, FreeForm, Text
from sightline.geometry import CELLS, PANORAMA, Camera, View
from sightline.geometry.types import Array, Bools, Floats, Ints

# Where the worlds of this package say what they bring. Others are named by their address, module:KIND (`import_world`).
KINDS = {"lani": "sightline.lani.kind:KIND", "chai": "sightline.chai.kind:KIND"}


SavedState = dict[str, Any]  # what World.save gives; every entry has one item per world


class Step(NamedTuple):
    """What one step did, one entry per world."""

    moved: Floats  # (N,) distance covered
    collision: Floats  # (N,) part of the step lost to what stood in the way
    stopped: Bools  # (N,) the agent said stop
    refused: Array  # (N,) uint8, 0 or an index into the world's `refusals`


class Located(NamedTuple):
    """What lies behind a cell."""

    point: Floats  # (N, 3) x, y, z, not finite where there is only sky
    id: Array  # (N,) int32 as in segmentation


@dataclass(frozen=True, slots=True)
class Goal:
    """One of the goals of an instruction, in the order in which they are reached."""

    kind: str  # NAVIGATION or INTERACTION
    stand: tuple[float, ...]  # where to be: x, z; for an interaction also the heading
    point: tuple[float, float, float] | None = None  # of an interaction: x, y, z of what to reach for
    deed: tuple[str, str, str] | None = None  # of an interaction: verb, object, receptacle ("" for none)

    @property
    def target(self) -> int:
        """The number, in segmentation, of what to reach for: the receptacle, or the object; 0 if there is none."""
        spelled = (self.deed[2] or self.deed[1]) if self.deed is not None else ""
        number = spelled.rpartition(" ")[2]
        return int(number) if number.isdigit() else 0

    @property
    def at(self) -> tuple[float, float, float]:
        """The point of what is to be reached for, or of the place to go to."""
        x, z = self.stand[:2]
        return self.point or (x, 0.0, z)


NAVIGATION, INTERACTION = "navigation", "interaction"


class Episode(Protocol):
    """A scene (which is the world's own business), where to start, where to end, and what was said."""

    @property
    def start(self) -> tuple[float, float, float]: ...  # x, z, heading

    @property
    def goal(self) -> tuple[float, float]: ...  # where to end

    @property
    def instruction(self) -> str: ...

    @property
    def seed(self) -> int: ...


class World(Protocol):
    """N worlds side by side."""

    @property
    def actions(self) -> tuple[str, ...]: ...  # names, by action number; the last may be "interact", with a cell each

    @property
    def refusals(self) -> tuple[str, ...]: ...  # sentences, by Step.refused; the first is empty

    @property
    def camera(self) -> Camera: ...

    @property
    def episodes(self) -> Sequence[Any]: ...

    pose: Floats  # (N, 3) x, z, heading
    goal: Floats  # (N, 2) where to end
    horizon: Ints  # (N,) actions other than stop that an episode may take
    taken: Ints  # (N,) actions so far, other than stop
    over: Bools  # (N,) stopped, or out of actions
    stopped: Bools  # (N,) over because the agent said so
    threads: int | None  # for pictures

    def __len__(self) -> int: ...

    def reset(self, episodes: Sequence[Any], where: Sequence[int] | None = None) -> None:
        """Start these episodes, in all worlds or in those at the indices `where`."""

    def proceed(self, episodes: Sequence[Any]) -> None:
        """Start these episodes, one in every world, in the state that the world is in: where the agent stands now."""

    def step(self, actions: ArrayLike) -> Step:
        """Take one action in every world."""

    def rewards(self) -> Floats:
        """(N, A) reward of each movement action and Stop if taken now."""

    def rewards_of(self, actions: ArrayLike) -> Floats:
        """(N,) reward of the action that each world is about to take."""

    def observe(self, channels: Sequence[str] = ("rgb",)) -> dict[str, Any]:
        """First-person views (N, H, W, ...)."""

    def panorama(self, channels: Sequence[str] = ("rgb",), where: ArrayLike | None = None) -> dict[str, Any]:
        """Six views around each agent (N, H, 6 W, ...), or around those at the indices `where`."""

    def locate(self, view: ArrayLike, row: ArrayLike, column: ArrayLike) -> Located:
        """What lies behind a cell of the panorama, one per world."""

    def distances(self, places: Floats | None = None) -> Floats:
        """(N,) on the ground to each goal from where the agent stands, or from places (N, 2)."""

    def metrics(self) -> dict[str, Array]:
        """By name, (N,) each: how well the episode has gone so far. `stop_distance` and `completed` are always there."""

    def save(self, where: Sequence[int] | None = None) -> dict[str, Any]:
        """The state of all worlds, or of those at the indices `where`; every entry has one item per world."""

    def restore(self, state: dict[str, Any]) -> None:
        """Become the worlds of a saved state, exactly."""


class MakeWorlds(Protocol):
    """Makes a world that is still without episodes."""

    def __call__(
        self, camera: Camera | None = None, horizon: int | None = None, threads: int | None = None, device: str = "cpu",
        near: float | None = None,
    ) -> World:  # fmt: skip
        """`near` is how close to its goal a stop must be to be rewarded; None stands for what is usual in the world."""


class Metric(NamedTuple):
    """A column of a results table."""

    name: str  # "SD"
    key: str  # of World.metrics()
    digits: int = 2
    percent: bool = False  # of a share
    lower_is_better: bool = False


class Generate(Protocol):
    """Makes the episode of a seed, with whatever is given instead of what the seed would have chosen."""

    def __call__(
        self, seed: int, scene: Any = None, start: tuple[float, ...] | None = None, goal: tuple[float, ...] | None = None,
        instruction: str | None = None,
    ) -> Any:  # fmt: skip
        """A scene may be the world's own, a file of one, or decoded JSON."""


class EpisodeOf(Protocol):
    """Makes the episode of one instruction of a record."""

    def __call__(
        self, scene: Any, start: tuple[float, float, float], goals: Sequence[Goal], end: tuple[float, float],
        instruction: str, seed: int, first: tuple[float, float, float], before: Sequence[str],
    ) -> Any:  # fmt: skip
        """`first` is where its paragraph starts, `before` the actions, as records spell them, of the instructions before."""


class EpisodeParts(NamedTuple):
    """What an episode is made of beside its scene: the other arguments of `Kind.episode`."""

    start: tuple[float, float, float]
    goals: Sequence[Goal]
    end: Any  # a place; None where an episode has none of its own
    instruction: str
    seed: int
    first: tuple[float, float, float]
    before: Sequence[str]


def plain_parts(episode: Episode) -> EpisodeParts:
    """Of an episode with one goal, in a scene that actions do not change."""
    start, goal = episode.start, episode.goal
    return EpisodeParts(start, (Goal(NAVIGATION, goal),), goal, episode.instruction, episode.seed, start, ())


class Gait(NamedTuple):
    """How an agent goes that stands on a lattice: it steps one place ahead, and turns by quarters."""

    stride: float
    turn: float  # degrees
    radius: float  # of its body
    reach: float  # of its hands, from the eye


PaperNumbers = Mapping[tuple[str, str], Mapping[str, tuple[float, ...]]]  # (table, split): method: metrics in order


class PaperRating(NamedTuple):
    """How people rated ways that somebody took, and how the ratings go with the distance from the goal."""

    mean: float  # of 1 to 5
    r: float  # Pearson's, with the stop distance
    p: float


def paper_numbers(file: Path) -> dict[str, Any]:
    """The paper's numbers for a world, from a file paper.toml: those fields of its Kind whose names begin with `paper`."""
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    tables = {(table, split): rows for table, splits in data["tables"].items() for split, rows in splits.items()}
    return {
        "paper": {key: {method: tuple(row) for method, row in rows.items()} for key, rows in tables.items()},
        "paper_phenomena": {name: tuple(row) for name, row in data["phenomena"].items()}, "paper_people": data["people"],
        "paper_ratings": {by: PaperRating(*row) for by, row in data.get("ratings", {}).items()},
    }  # fmt: skip


def straight_line(episode: Episode) -> float:
    """From an episode's start to its goal."""
    return math.dist(episode.start[:2], episode.goal)


@dataclass(frozen=True)
class Kind:
    """All that differs from world to world, for whoever works with any of them."""

    name: str  # in commands and records; of a world outside this package its address, module:KIND
    title: str  # in tables and pages
    unit: str  # of distances, in the plural
    view: View
    horizon: int  # actions other than stop that an episode may usually take
    near: float  # a predicted goal that is not farther off is right
    metrics: tuple[Metric, ...]  # of a results table; the first is what training minimises
    action_count: int
    segmentation: tuple[int, int]  # least and greatest number in it
    make: MakeWorlds
    generate: Generate
    anywhere: Callable[[int, int], list[Any]]  # (count, seed): episodes without a task, at random poses in random scenes
    scene_to_json: Callable[[Any], dict[str, Any]]
    scene_from_json: Callable[[dict[str, Any]], Any]  # of what was checked against scene_fields
    spell_actions: Callable[[Sequence[int]], str]  # as records have them; Stop is not written
    read_actions: Callable[[str], list[int]]
    episode: EpisodeOf
    parts: Callable[[Any], EpisodeParts] = plain_parts  # of an episode: what `episode` makes it of
    scene_fields: Field = field(default_factory=FreeForm)  # what a scene in a record must be; it must not name files
    read_scene: Callable[[str], Any] | None = None  # a scene that a command line names; records may name it from then on
    actions_field: Field = field(default_factory=Text)  # and how actions must be spelled there
    trial: int = 40  # actions that the paper's tables give an instruction, or each of its goals
    scene_of: Callable[[Any], Any] = attrgetter("scene")  # of an episode, as records have it
    settled: Callable[[Any], Any] = lambda episode: episode  # an episode whose state is known, so that nothing is replayed
    gait: Gait | None = None  # of worlds that are a lattice
    things: int = 0  # what a cell can show, as classes to learn from; 0: nothing is learned from that
    thing_classes: Callable[[Sequence[Any]], Ints] | None = None  # episodes to (N, M), of each number in segmentation
    items: tuple[int, ...] = ()  # the classes of things that can be carried, which eyes learn to tell apart
    shortest: Callable[[Any], float] = straight_line  # of an episode: how far one who knows the way walks
    paper: PaperNumbers = field(default_factory=dict)
    paper_phenomena: Mapping[str, tuple[float, float, float]] = field(default_factory=dict)  # present, absent, p
    paper_people: Mapping[str, float] = field(default_factory=dict)  # by metric: what people reached
    paper_ratings: Mapping[str, PaperRating] = field(default_factory=dict)  # by who followed: a method, or "human"
    corpus: str = ""  # address of its corpus's kind; empty while there is none

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """Names of the actions; the last may be "interact", with a cell each."""
        return self.make().actions

    @cached_property
    def interact(self) -> int | None:
        """The number of the action that reaches for the first cell of the view; None in a world without hands."""
        return self.actions.index("interact") if "interact" in self.actions else None

    @property
    def reaches(self) -> bool:
        """Whether agents reach for things; then instructions have several goals, some of them interactions."""
        return self.interact is not None

    def is_interaction(self, actions: ArrayLike) -> Bools:
        """(...) which actions reach for a thing."""
        return np.zeros(np.shape(actions), bool) if self.interact is None else np.asarray(actions) >= self.interact

    def __reduce__(self) -> tuple[Any, tuple[str]]:  # what it is made of stays in its module
        return import_world, (self.name,)


def import_world(name: str) -> Kind:
    """The kind of a world by its name, or by its address, module:KIND, whose module is imported.

    Only command lines and programs may name code to import. Names from files, records, links and networks go to `kind_of`.
    """
    if name not in KINDS:
        load(name, f"There is no world {name!r}; there are {', '.join(KINDS)}, or give module:KIND.")
    return kind_of(name)


@cache
def kind_of(name: str) -> Kind:
    """The kind of a world by its name, or by its address where the program has imported its module already."""
    if name in KINDS:
        kind = load(KINDS[name], "")
    else:
        module, _, attribute = name.partition(":")
        kind = getattr(sys.modules.get(module), "__dict__", {}).get(attribute)
    if kind is None:
        raise InputError(
            f"There is no world {name!r}; there are {', '.join(KINDS)}. Data imports no code: a world outside the package "
            "is named on the command line, --world module:KIND, or its module is imported first."
        )
    if not isinstance(kind, Kind):
        raise InputError(f"{name} is not a sightline.world.Kind but a {type(kind).__name__}.")
    if kind.name != name:
        raise InputError(f"The world at {name} calls itself {kind.name!r}; a world's name must be its address.")
    return kind


def checked_threads(threads: int | None) -> int | None:
    """How many threads draw pictures; None for one on each core."""
    return None if threads is None else checked_whole(threads, "The number of threads", 1, 4096)


def checked_camera(camera: Any) -> Camera:
    """What a world is seen with."""
    if not isinstance(camera, Camera):
        raise InputError(f"A world's camera is a sightline.geometry.Camera, got {shown(camera)}.")
    return camera


def checked_device(device: Any) -> str:
    """Where pictures are drawn."""
    if not isinstance(device, str) or not device.strip():
        raise InputError(f"A device is 'cpu' or 'cuda', got {shown(device)}.")
    return device


def per_world(name: str) -> Any:
    """An array with an entry for each world, kept in the attribute _name: assigning fills it, so that its shape stays."""
    attribute = f"_{name}"

    return property(attrgetter(attribute), lambda world, values: fill(getattr(world, attribute), values, name))


def fill(array: Array, values: Any, name: str) -> None:
    """Put values into an array of a world; whatever does not fit is refused."""
    try:
        given = np.asarray(values)
        if given.dtype.kind in ("biu" if array.dtype.kind in "iu" else "b" if array.dtype.kind == "b" else "iuf"):
            array[...] = given
            return
    except (TypeError, ValueError, OverflowError):
        pass
    raise InputError(f"{name} holds {array.dtype} of shape {array.shape}, got {shown(values)}.")


_WHOLE = np.dtype(np.int64)


def checked_actions(actions: ArrayLike, count: int) -> Array:
    """(N,) one whole number for every world."""
    try:
        chosen = np.asarray(actions)
    except (TypeError, ValueError, OverflowError):  # rows of different lengths, say
        raise InputError(f"step takes {count} whole-number actions, got {shown(actions)}.") from None
    if chosen.shape != (count,) or chosen.dtype.kind not in "iu":
        raise InputError(f"step takes {count} whole-number actions, got {chosen.dtype} of shape {chosen.shape}.")
    return chosen if chosen.dtype is _WHOLE else np.clip(chosen, -1, 2**31).astype(np.int64)


def checked_cells(view: ArrayLike, row: ArrayLike, column: ArrayLike, count: int) -> tuple[Floats, Array, Array]:
    """Cells of a panorama's goal grid: how far to turn to their view (in degrees), row and column; one of each per world."""
    limits = (("view", view, len(PANORAMA)), ("row", row, CELLS), ("column", column, CELLS))
    views, rows, columns = (checked_indices(a, limit, f"The {name}s of cells") for name, a, limit in limits)
    if not len(views) == len(rows) == len(columns) == count:
        raise InputError(f"locate takes one cell for each of {count} worlds, got {shown((view, row, column))}.")
    return np.asarray(PANORAMA)[views], rows, columns


def check_started(episodes: Sequence[Any]) -> None:
    """A world without episodes can do nothing."""
    if not episodes:
        raise InputError("This world has no episodes yet: reset it with some first.")
