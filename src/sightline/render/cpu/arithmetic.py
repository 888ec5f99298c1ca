"""Float32 arithmetic shared by all rows: packed colours, hashed lattices, waves."""

from __future__ import annotations

import numpy as np
from numba import njit

from sightline.render import scene

FAST = {"fastmath": True, "error_model": "numpy", "nogil": True, "boundscheck": False}  # only frames.draw is cached on disk
PAD = 16  # row buffers are this much longer than a row, so that spans may be rounded up to whole vectors
NEAR = scene.NEAR
F = np.float32
BIG = F(1e9)


def floats(values):
    """Constants as float32, so that loops over them stay in it."""
    return tuple(np.float32(v) for v in np.ravel(values))


@njit(inline="always")
def packed(red, green, blue):
    """24 bits of colour as one float32: exact, and cheaper to select than three planes."""
    return np.floor(red) + F(256) * np.floor(green) + F(65536) * np.floor(blue)


@njit(inline="always")
def between(low, high, share):
    """A colour between two others."""
    return (
        low[0] + share * (high[0] - low[0]),
        low[1] + share * (high[1] - low[1]),
        low[2] + share * (high[2] - low[2]),
    )


@njit(inline="always")
def wave(x):
    """A triangle wave from 0 to 1 with period 1."""
    return abs(F(2) * (x - np.floor(x)) - F(1))


@njit(inline="always")
def scramble(n):
    """A permutation polynomial modulo 289: exact in float32, so both backends agree to the bit."""
    m = (F(34) * n + F(1)) * n
    return m - F(289) * np.floor((m + F(0.5)) * F(1 / 289))


@njit(**FAST)
def dot(a, b):
    """The dot product of two vectors."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@njit(**FAST)
def fill_row(rows, r, n, value):
    """Set a row to one value."""
    for k in range(n):
        rows[r, k] = value
