"""Naming of items: scores by hand, and a model that knows."""

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
import torch

from sightline.agent.look import Look
from sightline.agent.predictor import GoalPredictor
from sightline.errors import InputError
from sightline.evaluation.evaluate import Evaluation, prepare_items
from sightline.evaluation.items import SIZES, ItemsSeen, by_size, item_scores, items_in, judge
from sightline.evaluation.methods import Runner
from sightline.evaluation.tables import table_of
from sightline.world import kind_of

CHAI = kind_of("chai")
WINDOWS = [number for number, name in enumerate(CHAI.thing_names) if "window" in name]


def test_an_item_is_named_by_its_likeliest_kind_and_picked_among_all() -> None:
    seen = ItemsSeen(np.array([0, 1, 1]), np.array([9, 9, 9]), np.zeros((3, 1)))
    says = np.log(np.array([[0.6, 0.3, 0.1], [0.5, 0.4, 0.1], [0.1, 0.2, 0.7]]))
    named, picked = judge(seen, says)
    assert named.tolist() == [True, False, False]
    assert picked.tolist() == [True, True, True]  # the likeliest for kind 1 is the second item, which is one
    named, picked = judge(ItemsSeen(np.array([0, 1]), np.array([9, 9]), np.zeros((2, 1))), np.log([[0.3, 0.7], [0.4, 0.6]]))
    assert named.tolist() == [False, True] and picked.tolist() == [False, False]


def test_sizes_have_rows_of_their_own() -> None:
    scores = by_size(np.array([True, False, True]), np.array([True, True, True]), np.array([6, 11, 400]))
    assert list(scores) == ["6 pixels and more", "6 to 11", "12 to 24", "25 to 49", "50 to 99", "100 and more"]
    assert scores["6 pixels and more"] == {"kind": pytest.approx(200 / 3), "picked": 100, "n": 3}
    assert scores["6 to 11"] == {"kind": 50, "picked": 100, "n": 2} and scores["12 to 24"]["kind"] is None


class Knowing:
    """Says of every cell what most of its item pixels show."""

    kind, device, model = CHAI, torch.device("cpu"), SimpleNamespace(shows=True)

    def shown(self, look: Look) -> SimpleNamespace:
        """Everything is what it is, but windows are walls."""
        assert CHAI.thing_classes is not None
        numbers = look["segmentation"][:, 2::4, 2::4].reshape(len(look), -1) - CHAI.segmentation[0]
        classes = np.take_along_axis(CHAI.thing_classes(look.world.episodes), numbers.astype(np.int64), 1)
        return SimpleNamespace(classes=np.where(np.isin(classes, WINDOWS), 0, classes))

    def items(self, look: Look) -> np.ndarray:
        probabilities = np.full((len(look), len(CHAI.items) + 1, 32 * 192), 1e-3)
        for n, seen in enumerate(items_in(CHAI, look)):
            for kind, cells in zip(seen.kinds, seen.cells, strict=True):
                probabilities[n, kind + 1, cells > 0] = 1.0
        return probabilities.reshape(len(look), -1, 32, 192)


def test_who_knows_names_nearly_all() -> None:
    scores = item_scores(cast(Any, Knowing()), 3, 0)
    whole = scores[f"{SIZES[0]} pixels and more"]
    assert whole["n"] > 5 and whole["kind"] > 80 and whole["picked"] > 80
    made = table_of(Evaluation({}, {}, {"ours": {"items": scores}}, "ours", {}), CHAI, "items", "dev", "generated", 3)
    assert made.rows[0][:2] == ["6 pixels and more", whole["n"]] and len(made.rows) == 7
    assert made.rows[-1][0] == "furniture" and 30 < scores["furniture"]["kind"] < 100 and WINDOWS


def test_who_names_no_items_has_no_place_in_the_table() -> None:
    with pytest.raises(InputError, match="items"):
        prepare_items("center", 1, 0, Runner(CHAI))
    with pytest.raises(InputError, match="LANI"):
        prepare_items("best", 1, 0, Runner(kind_of("lani")))


def test_a_predictor_says_what_items_cells_show() -> None:
    model = SimpleNamespace(in_half=False, shown=lambda panorama: {"items": torch.zeros(len(panorama), 3, 32, 192)})
    world = CHAI.make()
    world.reset(CHAI.anywhere(1, 0))
    shares = GoalPredictor(CHAI, cast(Any, model), cast(Any, None), torch.device("cpu")).items(Look(world, [0]))
    assert shares.shape == (1, 3, 32, 192) and np.allclose(shares, 1 / 3)
