"""The 63 landmarks of LANI: original names, everyday words, keep-out radii, and the models that draw them.

A project can `add` landmarks for its own scenes; generated fields use only the 63.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from sightline.checks import shown
from sightline.errors import InputError
from sightline.geometry.types import Floats
from sightline.lani.landmarks import buildings, containers, plants, stones, street, vehicles
from sightline.render import Library
from sightline.render.primitives import Primitive

MAX_LANDMARK_KINDS = 255  # added ones included
MAX_RADIUS = 12.0
BODY_HEIGHT = 3.0  # parts of a model lower than this block the agent


@dataclass(frozen=True)
class Landmark:
    name: str  # as in the original files
    noun: str  # the everyday word
    radius: float  # keep-out radius (times 1 to 1.3, drawn per scene); a model never extends beyond it
    build: Callable[[], list[Primitive]]


LandmarkData = tuple[str, str, float, list[Primitive]]  # name, noun, radius, primitives


def _table() -> dict[str, Landmark]:
    rows: list[tuple[str, str, float, Callable[[], list[Primitive]]]] = [
        ("Anvil", "anvil", 3.75, street.anvil),
        ("Apple", "apple", 3.75, plants.apple),
        ("Banana", "banana", 3.75, plants.banana),
        ("Barrel", "barrel", 3.75, containers.barrel),
        ("Barrel2", "barrel", 3.75, containers.barrel2),
        ("Beacon", "lighthouse", 6.25, buildings.beacon),
        ("Bench", "bench", 6.25, street.bench),
        ("BigHouse", "house", 6.25, buildings.big_house),
        ("Boat", "boat", 6.25, vehicles.boat),
        ("Boletus", "mushroom", 3.75, plants.boletus),
        ("Box", "box", 3.75, containers.wooden_box),
        ("BushTree", "bush", 3.75, plants.bush_tree),
        ("BushTree2", "bush", 3.75, plants.bush_tree2),
        ("BushTree3", "bush", 3.75, plants.bush_tree3),
        ("Cactus", "cactus", 3.75, plants.cactus),
        ("Coach", "bus", 6.25, vehicles.coach),
        ("Column", "column", 3.75, stones.column),
        ("ConniferCluster", "cluster of trees", 3.75, plants.connifer_cluster),
        ("Container", "container", 5.5, containers.container),
        ("Dumpster", "dumpster", 3.75, containers.dumpster),
        ("FireHydrant", "fire hydrant", 3.75, street.fire_hydrant),
        ("GiantPalm", "palm tree", 3.75, plants.giant_palm),
        ("GoldCone", "cone", 3.75, street.gold_cone),
        ("Gorilla", "gorilla", 3.75, stones.gorilla),
        ("House", "house", 6.25, buildings.house),
        ("House1", "house", 5.0, buildings.house1),
        ("House2", "house", 5.0, buildings.house2),
        ("Jet", "plane", 6.0, vehicles.jet),
        ("Ladder", "ladder", 3.75, street.ladder),
        ("LionStatue", "lion statue", 6.25, stones.lion_statue),
        ("LowPolyTree", "tree", 3.75, plants.low_poly_tree),
        ("LpPine", "pine tree", 3.75, plants.lp_pine),
        ("Mushroom", "mushroom", 3.75, plants.mushroom),
        ("OilDrum", "oil drum", 3.75, containers.oil_drum),
        ("Palm1", "fern", 4.25, plants.palm1),
        ("Palm2", "fern", 4.75, plants.palm2),
        ("Palm3", "fern", 5.0, plants.palm3),
        ("PhoneBox", "phone booth", 3.75, street.phone_box),
        ("Pickup", "car", 4.5, vehicles.pickup),
        ("Pillar", "pillar", 3.75, stones.pillar),
        ("Pumpkin", "pumpkin", 3.75, plants.pumpkin),
        ("RecycleBin", "recycling bin", 3.75, containers.recycle_bin),
        ("RedFlowers", "red flowers", 3.75, plants.red_flowers),
        ("Rock", "rock", 3.75, stones.rock),
        ("Soldier", "soldier", 3.75, stones.soldier),
        ("SteelCube", "steel cube", 3.75, containers.steel_cube),
        ("Stone1", "stone", 3.75, stones.stone1),
        ("Stone2", "stone", 3.75, stones.stone2),
        ("Stone3", "stone", 3.75, stones.stone3),
        ("StreetLamp", "street lamp", 3.75, street.street_lamp),
        ("Stump", "tree stump", 3.75, plants.stump),
        ("Tank", "tank", 5.0, vehicles.tank),
        ("Tombstone", "tombstone", 3.75, stones.tombstone),
        ("Tower2", "tower", 5.0, buildings.tower2),
        ("TrafficCone", "traffic cone", 3.75, street.traffic_cone),
        ("TreasureChest", "treasure chest", 3.75, containers.treasure_chest),
        ("TvTower", "antenna", 3.75, buildings.tv_tower),
        ("WaterWell", "well", 3.75, buildings.water_well),
        ("Well", "well", 4.75, buildings.well),
        ("Windmill", "windmill", 3.75, buildings.windmill),
        ("WoodBarrel", "barrel", 3.75, containers.wood_barrel),
        ("WoodenChair", "chair", 3.75, street.wooden_chair),
        ("YellowFlowers", "yellow flowers", 3.75, plants.yellow_flowers),
    ]
    return {name: Landmark(name, noun, radius, build) for name, noun, radius, build in rows}


LANDMARKS = _table()  # by name; added ones come last
NAMES = tuple(LANDMARKS)  # the 63 of generated fields
INDEX = {name: k for k, name in enumerate(NAMES)}  # a landmark's id in segmentation is this plus one


def add(name: str, noun: str, radius: float, build: Callable[[], list[Primitive]]) -> Landmark:
    """Add a landmark from outside the package, for the scenes and scene files of this process and its workers.

    `noun` is its word in instructions; `build` makes its primitives, which stand on the ground around (0, 0), within
    `radius`. Generated fields, and so all corpora, stay the same.
    """
    for what, text in (("name", name), ("noun", noun)):
        if not isinstance(text, str) or not text.strip() or not text.isprintable():
            raise InputError(f"The {what} of a landmark must be printable text, got {shown(text)}.")
    if name in LANDMARKS:
        raise InputError(f"There is already a landmark {name!r}.")
    if len(LANDMARKS) == MAX_LANDMARK_KINDS:
        raise InputError(f"There cannot be more than {MAX_LANDMARK_KINDS} landmarks.")
    if isinstance(radius, bool) or not isinstance(radius, int | float) or not 0 < radius <= MAX_RADIUS:
        raise InputError(
            f"The radius of the landmark {name!r} must be above 0 and at most {MAX_RADIUS:g}, got {shown(radius)}."
        )
    try:
        parts = build()
    except Exception as error:  # from a project's own function, or because `build` is not one
        raise InputError(f"The landmark {name!r} cannot be built ({type(error).__name__}: {error}).") from error
    if not parts or not all(isinstance(part, Primitive) for part in parts):
        raise InputError(f"The landmark {name!r} must be built of at least one primitive (sightline.render.primitives).")
    corners = np.concatenate([part.corners() for part in parts])
    if not np.isfinite(corners).all() or np.hypot(corners[:, 0], corners[:, 2]).max() > radius:
        raise InputError(f"The landmark {name!r} reaches beyond its radius of {radius:g}.")
    if not (np.concatenate([part.points() for part in parts])[:, 1] < BODY_HEIGHT).any():
        raise InputError(f"The landmark {name!r} does not stand on the ground: nothing of it is below {BODY_HEIGHT:g}.")
    LANDMARKS[name], INDEX[name] = Landmark(name, noun, float(radius), build), len(LANDMARKS)
    library.cache_clear()
    bodies.cache_clear()
    return LANDMARKS[name]


def added() -> tuple[LandmarkData, ...]:
    """The added landmarks, in order, as data: another process may lack their functions."""
    return tuple((mark.name, mark.noun, mark.radius, mark.build()) for mark in list(LANDMARKS.values())[len(NAMES) :])


@cache
def library() -> Library:
    """The models of all landmarks, in the order of LANDMARKS."""
    return Library({name: landmark.build() for name, landmark in LANDMARKS.items()})


@cache
def bodies() -> Floats:
    """(63 and more, 5) collision bodies: a rounded rectangle around everything lower than BODY_HEIGHT.

    centre x, centre z, half width and half depth of the inner rectangle, and the radius it is rounded by.
    """
    return np.stack([_body(landmark.build()) for landmark in LANDMARKS.values()])


def _body(parts: list[Primitive]) -> Floats:
    clouds = [points[points[:, 1] < BODY_HEIGHT][:, [0, 2]] for points in (part.points() for part in parts)]
    ground = np.concatenate(clouds)
    low, high = ground.min(axis=0), ground.max(axis=0)
    centre, half = (low + high) / 2, (high - low) / 2
    diagonal = np.abs(ground - centre).sum(axis=1).max() / np.sqrt(2)  # support at 45 degrees
    rounding = (half.sum() / np.sqrt(2) - diagonal) / (np.sqrt(2) - 1)
    rounding = float(np.clip(rounding, 0, half.min()))
    return np.array([*centre, *(half - rounding), rounding])
