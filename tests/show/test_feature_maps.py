"""The feature maps of LingUNet: which channels are shown, and that rows above the ground do not outshine the others."""

import numpy as np

from sightline.show.feature_maps import clear_above, most_varied


def test_the_most_varied_channels_are_shown() -> None:
    values = np.zeros((5, 4, 6))
    values[3, :2], values[1, :2] = 2.0, 1.0
    assert most_varied(values, 2) == [1, 3]
    assert most_varied(values[:1], 3) == [0]


def test_rows_above_the_ground_are_as_low_as_the_lowest() -> None:
    logits = np.array([[[9.0, -9.0], [9.0, 9.0], [1.0, 2.0], [3.0, -4.0]]])
    assert clear_above(logits, 2).tolist() == [[[-4, -4], [-4, -4], [1, 2], [3, -4]]]
    assert clear_above(logits, 0).tolist() == logits.tolist()
