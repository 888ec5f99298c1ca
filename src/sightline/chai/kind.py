"""The CHAI kind: everything that commands, agents, learners and records need of CHAI (see sightline.world.Kind)."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from sightline.chai.dynamics import ACTION_COUNT, STRIDE, TURN
from sightline.chai.episode import Episode
from sightline.chai.generate import anywhere as place_anywhere
from sightline.chai.generate import generate_episode
from sightline.chai.hands import REACH
from sightline.chai.house import FIRST_ITEM, FLOOR, HOUSES, WALLS, House, load_house, named_house
from sightline.chai.house.furniture import FURNITURE, STANDARD_FURNITURE
from sightline.chai.house.generate import RESERVED, TO_LEARN_FROM
from sightline.chai.house.ground import RADIUS
from sightline.chai.house.items import ITEMS, STANDARD_ITEMS
from sightline.chai.house.plan import LARGEST
from sightline.chai.reward import NEAR
from sightline.chai.route.planner import walked_length
from sightline.chai.sight.arrange import HAND
from sightline.chai.sight.gaze import EYE
from sightline.chai.stock import Stock, stock_of
from sightline.chai.world import HORIZON, ChaiWorld
from sightline.checks import LARGEST_SEED, checked_floats, checked_seed, checked_whole, shown
from sightline.errors import InputError
from sightline.fields import Either, Json, Number, Object, Text
from sightline.geometry import CELLS, View
from sightline.geometry.types import Ints
from sightline.world import EpisodeParts, Gait, Goal, Kind, Metric, paper_numbers
from sightline.worlds import read_actions, spell_actions

ORIGINAL = "original"  # fingerprint of the original release's houses, which are not available outside its simulator
LAST = FIRST_ITEM + 998  # largest number of an item
GENERATED = "generated"  # the scene that is another house for every seed
FIRST_CLASS = 2  # after walls and floor
VARIANTS = 4  # of each house, for worlds without a task
_CELL = r"(?:[12]?\d|3[01])"  # a row or column 0..31
ACTIONS = Text(rf"(?:[FRL]|I\({_CELL},{_CELL}\))*", f"letters F, R and L and I(row,column) with cells 0 to {CELLS - 1}")
SCENE = Object(
    "a scene",
    {
        "house": Either(
            (Number(HOUSES[0], HOUSES[-1], whole=True), Text(r"plan:[0-9a-f]{16}"), Text(r"seed:(0|[1-9]\d{0,18})")),
            f"a house's number from {HOUSES[0]} to {HOUSES[-1]}, seed:NUMBER or plan:FINGERPRINT",
        ),
        "variant": Number(0, LARGEST_SEED, whole=True),
        "fingerprint": Text(rf"[0-9a-f]{{1,64}}|{ORIGINAL}", f"a fingerprint of a house, or {ORIGINAL!r}"),
    },
)


@dataclass(frozen=True)
class Scene:
    """The scene of a record: a house and its variant."""

    house: int | str  # its name: a number, seed:NUMBER, or plan:FINGERPRINT of a house from outside the package
    variant: int
    fingerprint: str

    @classmethod
    def of(cls, house: House, variant: int) -> Scene:
        """A variant of a house."""
        return cls(int(house.name) if house.name.isdigit() else house.name, variant, house.fingerprint)

    def __reduce__(self) -> tuple[Callable[..., Scene], tuple[Any, ...]]:
        if isinstance(self.house, str):  # a worker process may not have read its plan
            return _received, (self.load(), self.variant)
        return Scene, (self.house, self.variant, self.fingerprint)

    def load(self) -> House:
        """The house, checked to be the one the record was made in."""
        if self.fingerprint == ORIGINAL:
            raise InputError(
                f"House {self.house} of the original CHAI release is not in this package: its instructions can be read, "
                "but it cannot be shown, replayed or evaluated."
            )
        house = named_house(self.house)
        if house.fingerprint != self.fingerprint:
            raise InputError(
                f"{house.title} or something in it has changed since this was recorded ({self.fingerprint}, now "
                f"{house.fingerprint})."
            )
        return house


def _received(house: House, variant: int) -> Scene:
    """A scene from another process; unpickling its house has registered the name here."""
    return Scene.of(house, variant)


def generate(
    seed: int, scene: Any = None, start: tuple[float, ...] | None = None, goal: tuple[float, ...] | None = None,
    instruction: str | None = None,
) -> Episode:  # fmt: skip
    """The episode of a seed; a scene is a house's name, the path of its plan, or {'house': ..., 'variant': ...}.

    The scene 'generated' is another house for every seed, one of those to learn from.
    """
    if isinstance(scene, str) and scene == GENERATED:
        scene = f"seed:{RESERVED + checked_seed(seed) % TO_LEARN_FROM}"
    house, variant = _scene(scene)
    pose = None if start is None else tuple(checked_floats(start, (3,), "A start").tolist())
    place = None if goal is None else tuple(checked_floats(goal, (2,), "A goal").tolist())
    episode = generate_episode(seed, house, variant, pose, place)
    return episode if instruction is None else replace(episode, instruction=instruction)


def _scene(scene: object) -> tuple[House | None, int | None]:
    variant = None
    if isinstance(scene, dict):
        unknown = sorted(set(scene) - {"house", "variant"}, key=str)
        if unknown:
            raise InputError(f"A scene of CHAI has the keys house and variant, got {shown(unknown)}.")
        number = scene.get("variant")
        variant = None if number is None else checked_seed(number, "The variant of a scene")
        scene = scene.get("house")
    if scene is None or isinstance(scene, House):
        return scene, variant
    if isinstance(scene, int | np.integer | str | os.PathLike) and not isinstance(scene, bool):
        return load_house(
            scene if isinstance(scene, str | os.PathLike) else checked_seed(scene, "A house's number")
        ), variant
    raise InputError(
        "A scene of CHAI is a house (its number, 'seed:7', the path of its plan), 'generated', or "
        "{'house': ..., 'variant': ...}."
    )


def anywhere(count: int, seed: int, houses: Sequence[House] = ()) -> list[Episode]:
    """Agents without a task, at random places in random rooms of these houses, by default of the bundled ones."""
    rng = np.random.default_rng(checked_seed(seed))
    houses = houses or [load_house(k) for k in HOUSES]
    chosen = [houses[k] for k in rng.integers(len(houses), size=checked_whole(count, "How many episodes", 0))]
    return [Episode(h, stock_of(h, int(rng.integers(VARIANTS))), place_anywhere(h, rng), ()) for h in chosen]


def scene_to_json(scene: Scene) -> Json:
    """A scene as records spell it."""
    return {"house": scene.house, "variant": scene.variant, "fingerprint": scene.fingerprint}


def scene_from_json(data: Json) -> Scene:
    """A record's scene; its fields are already checked."""
    return Scene(data["house"], data["variant"], data["fingerprint"])


def scene_of(episode: Episode) -> Scene:
    """The scene of an episode."""
    house, variant = episode.house, episode.stock.variant
    if variant is None:
        raise InputError("The items of this house were placed by hand; a record needs a variant.")
    return Scene.of(house, variant)


def episode(
    scene: Scene, start: tuple[float, float, float], goals: Sequence[Goal], end: tuple[float, float], instruction: str,
    seed: int, first: tuple[float, float, float], before: Sequence[str],
) -> Episode:  # fmt: skip
    """The episode of an instruction, in the state that the instructions before it left the house in."""
    house = scene.load()
    actions = tuple(action for letters in before for action in read_actions(letters))
    stock = stock_of(house, scene.variant)
    return Episode(house, stock, start, tuple(goals), instruction, seed, end, actions, first)


def parts(episode: Episode) -> EpisodeParts:
    """The parts that an episode was made of."""
    first, before = episode.first or episode.start, [spell_actions(episode.before)]
    return EpisodeParts(episode.start, episode.goals, episode.end, episode.instruction, episode.seed, first, before)


def _class_order() -> tuple[str, ...]:
    """Names of furniture and items by class: those of the standard corpus keep their numbers, all others come after them."""
    pieces, items = tuple(FURNITURE), tuple(ITEMS)
    standard = (*pieces[:STANDARD_FURNITURE], *items[:STANDARD_ITEMS])
    return (*standard, *pieces[STANDARD_FURNITURE:], *items[STANDARD_ITEMS:])


CLASSES = {name: FIRST_CLASS + k for k, name in enumerate(_class_order())}


def _part_names() -> tuple[str, ...]:
    """Names of doors, drawers and switches, after that of none."""
    parts = {part.name for thing in FURNITURE.values() for part in thing.parts}
    return ("", *sorted(parts | {switch.name for thing in FURNITURE.values() for switch in thing.switches}))


def thing_classes(episodes: Sequence[Episode]) -> Ints:
    """(N, M) class of each number: walls, floor, furniture by name (with its parts), items by name; others are walls."""
    return np.stack([_classes(episode.house, episode.stock) for episode in episodes])


def thing_names(episode: Episode) -> dict[int, str]:
    """Names of furniture, parts, switches and items of a house, with their numbers."""
    items = {FIRST_ITEM + k: ITEMS[item.kind].noun for k, item in enumerate(episode.stock.items)}
    return {number: name for number, name in episode.house.names.items() if number > 0} | items


@lru_cache(maxsize=1024)
def _classes(house: House, stock: Stock) -> Ints:
    classes = _fixed_classes(house).copy()
    items = [CLASSES[item.kind] for item in stock.items]
    classes[FIRST_ITEM - WALLS : FIRST_ITEM - WALLS + len(items)] = items
    return classes


@lru_cache(maxsize=64)
def _fixed_classes(house: House) -> Ints:
    classes = np.zeros(LAST - WALLS + 1, np.int64)
    classes[FLOOR - WALLS] = 1
    for number in house.names:
        if number > 0:
            classes[number - WALLS] = CLASSES[house.plan.pieces[house.piece_of(number)].thing.name]
    return classes


KIND = Kind(
    name="chai", title="CHAI", unit="metres", view=View(EYE, (0.0, LARGEST), (0.15, 20.0)), horizon=HORIZON, near=NEAR,
    metrics=(Metric("SD", "stop_distance", lower_is_better=True), Metric("MA", "manipulation_accuracy", 1)),
    action_count=ACTION_COUNT, segmentation=(WALLS, LAST), make=ChaiWorld.make, generate=generate, anywhere=anywhere,
    scene_to_json=scene_to_json, scene_from_json=scene_from_json, spell_actions=spell_actions, read_actions=read_actions,
    episode=episode, parts=parts, scene_of=scene_of, scene_fields=SCENE, read_scene=load_house,
    actions_field=ACTIONS, shortest=walked_length,
    settled=lambda episode: replace(episode, before=()), gait=Gait(STRIDE, TURN, RADIUS, REACH, HAND),
    thing_names=("wall", "floor", *CLASSES), first_thing=FIRST_CLASS, thing_classes=thing_classes, names_in=thing_names,
    items=tuple(CLASSES[name] for name in ITEMS), part_names=_part_names(),
    corpus="sightline.corpus.chai.kind:KIND",
    lexicon="sightline.corpus.chai.lexicon:lexicon",
    **paper_numbers(Path(__file__).with_name("paper.toml")),
)  # fmt: skip
