"""Arguments are right, or an ArgumentError says what is wrong."""

import math
from typing import Any

import numpy as np
import pytest

from sightline.checks import (
    checked_choice,
    checked_floats,
    checked_indices,
    checked_number,
    checked_seed,
    checked_whole,
    shown,
)
from sightline.errors import ArgumentError

NOT_NUMBERS = [None, True, "3", b"3", [], {}, object(), math.nan, 1j, np.array([1, 2])]


@pytest.mark.parametrize("bad", [*NOT_NUMBERS, 1.0, 0, 6, 10**400, -(10**400)])
def test_whole_numbers(bad: Any) -> None:
    assert [checked_whole(n, "n", 1, 5) for n in (1, np.int32(5))] == [1, 5]
    with pytest.raises(ArgumentError, match="whole number from 1 to 5"):
        checked_whole(bad, "n", 1, 5)


@pytest.mark.parametrize("bad", [*NOT_NUMBERS, -0.1, 2.1, math.inf, 10**400])
def test_numbers(bad: Any) -> None:
    assert [checked_number(x, "x", 0, 2) for x in (0, np.float32(2), 1.5)] == [0, 2, 1.5]
    with pytest.raises(ArgumentError, match="number from 0 to 2"):
        checked_number(bad, "x", 0, 2)


@pytest.mark.parametrize("bad", [-1, 2**63, 1.0, "1", True])
def test_seeds(bad: Any) -> None:
    assert checked_seed(2**63 - 1) == 2**63 - 1
    with pytest.raises(ArgumentError, match="A seed"):
        checked_seed(bad)


@pytest.mark.parametrize("bad", [[-1], [3], [0.5], ["a"], 1, None, [[0]], [None], [[1], [1, 2]], 10**400, [True]])
def test_indices(bad: Any) -> None:
    assert checked_indices([2, 0, 0], 3, "k").tolist() == [2, 0, 0] and checked_indices([], 3, "k").shape == (0,)
    with pytest.raises(ArgumentError, match="whole numbers from 0 to 2"):
        checked_indices(bad, 3, "k")
    with pytest.raises(ArgumentError, match="differ"):
        checked_indices([1, 1], 3, "k", distinct=True)


@pytest.mark.parametrize(
    "bad", [[1], [1, math.nan], [1, math.inf], ["a", "b"], None, "12", [[1, 2]], [1, 10**400], [1, [2]]]
)
def test_arrays_of_numbers(bad: Any) -> None:
    assert checked_floats((1, 2.5), (2,), "place").tolist() == [1.0, 2.5]
    with pytest.raises(ArgumentError, match="2 finite numbers"):
        checked_floats(bad, (2,), "place")


def test_choices_and_how_values_are_shown() -> None:
    assert checked_choice(None, "mode", (None, "a")) is None
    for bad in ("b", 0, np.array(["a"]), ["a"]):
        with pytest.raises(ArgumentError, match="mode"):
            checked_choice(bad, "mode", (None, "a"))
    assert shown(10**10_000) == "a very large int" and len(shown("x" * 1000)) == 80 and shown(np.eye(2)).count("\n") == 0
