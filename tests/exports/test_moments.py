"""Moments that are merged piece by piece."""

import numpy as np
import pytest

from sightline.exports.moments import Moments


def test_merged_moments_are_those_of_all_values() -> None:
    values = np.random.default_rng(0).normal(3, 5, (100, 2))
    merged = Moments.of(values[:13]).merged(Moments.of(values[13:40])).merged(Moments.of(values[40:]))
    assert merged.count == 100 and merged.low == values.min(0).tolist() and merged.high == values.max(0).tolist()
    assert merged.mean == pytest.approx(values.mean(0)) and merged.stats()["std"] == pytest.approx(values.std(0))


def test_colours_are_exact() -> None:
    picture = np.random.default_rng(0).integers(0, 256, (16, 24, 3)).astype(np.uint8)
    moments, scaled = Moments.of_colours(picture), picture / 255
    assert moments.mean == pytest.approx(scaled.mean((0, 1))) and moments.variance == pytest.approx(scaled.var((0, 1)))
    assert moments.low == pytest.approx(scaled.min((0, 1))) and moments.high == pytest.approx(scaled.max((0, 1)))
