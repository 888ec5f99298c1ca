"""Panoramas to learn details from: the labels agree with the house."""

from random import Random

import numpy as np
from houses import CHAI

from sightline.chai.house import load_house
from sightline.corpus.chai.details import detailed_views
from sightline.corpus.detailed import DetailedViews


def test_labels_are_those_of_the_house() -> None:
    house = load_house(1)
    views = detailed_views(Random(3), 8, [house])
    assert views.rgb.shape == (8, 128, 768, 3) and views.things.shape == views.parts.shape == (8, 32, 192)
    of_parts = views.parts > 0
    assert of_parts.any() and views.is_open.any() and not views.is_open[~of_parts].any()
    owners = views.owners[of_parts] - 1
    names = np.array(CHAI.part_names)[views.parts[of_parts]]
    for owner, name, thing in zip(owners.tolist(), names.tolist(), views.things[of_parts].tolist(), strict=True):
        piece = house.plan.pieces[owner].thing
        assert name in {part.name for part in (*piece.parts, *piece.switches)} and CHAI.thing_names[thing] == piece.name


def test_the_same_seed_gives_the_same_panoramas_and_others_give_others() -> None:
    def drawn(seed: int) -> DetailedViews:
        return detailed_views(Random(seed), 4)

    assert all(np.array_equal(one, other) for one, other in zip(drawn(1), drawn(1), strict=True))
    assert not np.array_equal(drawn(1).rgb, drawn(2).rgb)
