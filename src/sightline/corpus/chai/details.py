"""Panoramas of houses with what every cell shows: the thing, the part of it, and whether that is open. To learn from."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np

from sightline.chai import ChaiWorld, Episode, stock_of
from sightline.chai.generate import anywhere
from sightline.chai.house import FIRST_ITEM, FIRST_PART, FIRST_SWITCH, HOUSES, House, load_house
from sightline.chai.kind import KIND, Scene
from sightline.corpus.chai.fresh import VARIANTS, fresh_scene
from sightline.corpus.detailed import DetailedViews
from sightline.geometry.types import Array

FAMILIAR = 0.15  # share of the five houses
POSES = 16  # panoramas of one house
OPEN, ON = 0.2, 0.3  # shares of parts that are open, and of switches that are on
PIXELS = 4  # along each side of a cell


def detailed_views(random: Random, count: int, houses: Sequence[House] = ()) -> DetailedViews:
    """So many panoramas, of these houses or of fresh ones and the five; other seeds show other houses."""
    views = [_views(random, random.choice(houses) if houses else None) for _ in range(-(-count // POSES))]
    return DetailedViews(*(np.concatenate(parts)[:count] for parts in zip(*views, strict=True)))


def _views(random: Random, house: House | None) -> DetailedViews:
    """POSES panoramas of one house, each in a state of its own."""
    if house is not None:
        variant = random.randrange(VARIANTS)
    elif random.random() < FAMILIAR:
        house, variant = load_house(random.choice(HOUSES)), random.randrange(VARIANTS)
    else:
        scene: Scene = fresh_scene(random)
        house, variant = scene.load(), scene.variant
    rng = np.random.default_rng(random.getrandbits(32))
    world = ChaiWorld(horizon=1)
    world.reset([Episode(house, stock_of(house, variant), anywhere(house, rng), ()) for _ in range(POSES)])
    state = world.state
    state.open[:, : len(house.parts)] = rng.random((POSES, len(house.parts))) < OPEN
    state.on[:, : len(house.switches)] = rng.random((POSES, len(house.switches))) < ON
    seen = world.panorama(("rgb", "depth", "segmentation"))
    numbers = seen["segmentation"][:, PIXELS // 2 :: PIXELS, PIXELS // 2 :: PIXELS].astype(np.int64)  # (N, 32, 192)
    assert KIND.thing_classes is not None
    table = KIND.thing_classes(world.episodes)[0]
    first = KIND.segmentation[0]
    names = np.zeros(KIND.segmentation[1] - first + 1, np.int64)
    for k, (_, part) in enumerate(house.parts):
        names[FIRST_PART + k - first] = KIND.part_names.index(part.name)
    for k, (_, switch) in enumerate(house.switches):
        names[FIRST_SWITCH + k - first] = KIND.part_names.index(switch.name)
    is_part = (numbers >= FIRST_PART) & (numbers < FIRST_SWITCH)
    which = np.where(is_part, numbers - FIRST_PART, 0)
    is_open = is_part & (state.open[np.arange(POSES)[:, None, None], which] != 0)
    return DetailedViews(
        seen["rgb"], seen["depth"], table[numbers - first], names[numbers - first], is_open, _owners(house, numbers)
    )  # fmt: skip


def _owners(house: House, numbers: Array) -> Array:
    """Numbers of segmentation (N, 32, 192) with those of parts and switches replaced by their piece's."""
    owners = numbers.copy()
    for first, last, parts in ((FIRST_PART, FIRST_SWITCH, house.parts), (FIRST_SWITCH, FIRST_ITEM, house.switches)):
        pieces = np.array([owner for owner, _ in parts], np.int64)
        of_these = (numbers >= first) & (numbers < last)
        owners[of_these] = pieces[numbers[of_these] - first] + 1
    return owners
