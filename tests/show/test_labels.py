"""Labels that keep off each other."""

import math
from itertools import combinations

import numpy as np

from sightline.show.labels import Space, _box, _overlap


def test_labels_of_one_spot_do_not_cover_each_other() -> None:
    space = Space((400, 300))
    spots = [space.place((200.0, 150.0), 40, 16) for _ in range(12)]
    assert spots[0] == (200.0, 150.0)
    boxes = [_box(spot, 40, 16) for spot in spots]
    assert all(_overlap(a, b) == 0 for a, b in combinations(boxes, 2))
    assert max(math.dist(spot, (200, 150)) for spot in spots) < 100  # and stay where they belong


def test_labels_keep_off_what_is_drawn_and_off_paths() -> None:
    path = np.stack([np.arange(0.0, 400, 4), np.full(100, 150.0)], axis=-1)
    space = Space((400, 300), [path])
    space.take((200.0, 120.0), 400, 40)
    _, y = space.place((200.0, 150.0), 30, 10)
    assert y - 5 > 150  # above the path it is taken


def test_labels_stay_in_the_picture_and_within_limits() -> None:
    space = Space((400, 300))
    assert space.place((-20.0, 310.0), 40, 16) == (20.0, 292.0)
    x, y = space.place((0.0, 0.0), 40, 16, (100.0, 100.0, 200.0, 140.0))
    assert 120 <= x <= 180 and 108 <= y <= 132
