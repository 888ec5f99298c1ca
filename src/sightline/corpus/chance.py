"""Picking one of several options by their weights."""

from __future__ import annotations

from collections.abc import Mapping
from math import fsum
from random import Random
from typing import TypeVar

T = TypeVar("T")


def pick(random: Random, weights: Mapping[T, float]) -> T:
    """An option, as often as its weight says; there is at least one."""
    ticket = random.random() * fsum(weights.values())  # sum() of floats differs between Pythons, fsum does not
    for option, weight in weights.items():
        ticket -= weight
        if ticket < 0:
            return option
    return next(iter(weights))
