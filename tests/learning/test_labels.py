"""Labels of panoramas, by hand: items of cells, targets in view and out of it."""

from dataclasses import replace
from typing import Any, cast

import numpy as np
import pytest
import torch
from lessons import LANI

from sightline.learning.chunk import NOTHING, UNKNOWN, Maker, StreamConfig, packed
from sightline.learning.labels import Labels, label
from sightline.learning.stream import drawn
from sightline.world import kind_of

CHAI = kind_of("chai")
# Numbers 0 to 9 in segmentation, from -2 on; 5 and 6 are apples, 7 is a pear, the rest is furniture and walls.
KIND = cast(Any, replace(CHAI, segmentation=(-2, 9), thing_names=("wall", "floor", "a", "b", "c"), items=(3, 4)))
CLASS = {5: 3, 6: 3, 7: 4, 4: 2}
TABLE = np.array([[CLASS.get(number, 0) for number in range(-2, 10)]], np.int16)
APPLE, PEAR = 1, 2


def labels_of(picture: torch.Tensor, target: tuple[int, ...] = (), point: int = NOTHING, named: int = 0) -> Labels:
    """The labels of one panorama."""
    given = torch.zeros(1, 16, dtype=torch.long)
    given[0, : len(target)] = torch.tensor(target)
    names = torch.zeros(1, 16, dtype=torch.long)
    names[0, 0] = named
    return label(KIND, picture[None], np.zeros(1, np.int64), TABLE, names, given, torch.tensor([point]))


@pytest.fixture
def picture() -> torch.Tensor:
    """An apple of two cells, another of one, half a pear beside it, and a table."""
    numbers = torch.full((128, 768), -2)
    numbers[8:12, 40:48] = 5  # cells (2, 10) and (2, 11)
    numbers[20:22, 80:84] = 6  # cell (5, 20)
    numbers[20:22, 84:85] = 7  # cell (5, 21): two pixels of it
    numbers[40:60, 100:160] = 4
    return numbers


def test_a_cell_shows_the_item_that_several_of_its_pixels_do(picture: torch.Tensor) -> None:
    picture[30, 30] = 7  # a single pixel
    picture[8:10, 48:52] = 5  # cell (2, 12): apple and, below it, pear
    picture[10:12, 48:52] = 7
    made = labels_of(picture)
    assert made.items is not None and made.shares is not None
    items = made.items[0]
    assert {tuple(cell) for cell in (items == APPLE).nonzero().tolist()} == {(2, 10), (2, 11), (5, 20)}
    assert (items == PEAR).nonzero().tolist() == [[5, 21]]
    assert {tuple(cell) for cell in (items == NOTHING).nonzero().tolist()} == {(7, 7), (2, 12)}
    assert made.shares[0, 2, 10] == made.shares[0, 2, 11] == 0.5 and made.shares[0, 5, 20] == 1.0
    assert made.shares.sum() == 3  # items in view


def test_an_item_is_reached_for_at_any_cell_that_shows_it(picture: torch.Tensor) -> None:
    made = labels_of(picture, (5,), point=0)
    assert made.reach is not None and made.wanted is not None and made.sight is not None
    assert made.reach[0].nonzero()[:, 0].tolist() == [2 * 192 + 10, 2 * 192 + 11]
    assert made.wanted.tolist() == [APPLE] and made.sight.tolist() == [1]


def test_furniture_is_reached_for_where_it_is_seen_nearest_to_the_point(picture: torch.Tensor) -> None:
    made = labels_of(picture, (4,), point=9 * 192 + 26)
    assert made.reach is not None and made.wanted is not None
    assert made.reach[0].nonzero()[:, 0].tolist() == [10 * 192 + 26] and made.wanted.tolist() == [0]


def test_what_is_behind_a_wall_is_out_of_sight(picture: torch.Tensor) -> None:
    made = labels_of(picture, (8,), point=700)
    assert made.reach is not None and made.wanted is not None and made.sight is not None
    assert made.reach[0].nonzero()[:, 0].tolist() == [32 * 192]
    assert made.sight.tolist() == [0] and made.wanted.tolist() == [0]
    few = labels_of(picture, (7,), point=700)
    assert few.sight is not None and few.reach is not None
    assert few.sight.tolist() == [NOTHING] and few.reach[0, -1]  # two pixels are a doubtful case


def test_without_a_target_the_point_is_what_is_known(picture: torch.Tensor) -> None:
    made = labels_of(picture, point=700)
    assert made.reach is not None and made.wanted is not None and made.sight is not None
    assert made.reach[0].nonzero()[:, 0].tolist() == [700]
    assert made.wanted.tolist() == [NOTHING] and made.sight.tolist() == [NOTHING]


def test_named_things_and_unknown_ones(picture: torch.Tensor) -> None:
    named = labels_of(picture, named=5).named[0]
    assert {tuple(cell) for cell in (named == 1).nonzero().tolist()} == {(2, 10), (2, 11)}
    assert (labels_of(picture, named=UNKNOWN).named == -1).all()


def test_a_world_without_classes_of_things_has_pictures_only() -> None:
    kind = replace(LANI, thing_classes=None)
    chunk = Maker(StreamConfig(paragraphs=1, plain=0), "lani")(0)
    batch = drawn(packed(chunk, kind), kind, torch.device("cpu"))
    assert batch.things is None and batch.items is None and batch.pictures.shape == (len(chunk), 128, 768, 3)


def test_the_targets_of_a_house_are_seen_where_they_are() -> None:
    config = StreamConfig(paragraphs=1, plain=1, elsewhere=0, again=0, rings=True, stages=True, seed=3)
    chunk = Maker(config, "chai")(0)
    batch = drawn(packed(chunk, CHAI), CHAI, torch.device("cpu"))
    assert batch.reach is not None and batch.wanted is not None and batch.items is not None
    taken = (batch.wanted > 0) & ~batch.reach[:, -1]
    assert taken.any()
    for items, reach, wanted in zip(batch.items[taken], batch.reach[taken], batch.wanted[taken], strict=True):
        assert set(items.flatten()[reach[:-1]].tolist()) <= {int(wanted), NOTHING}
    assert (batch.wanted[batch.points < 0] == NOTHING).all()
