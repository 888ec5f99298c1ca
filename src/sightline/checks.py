"""Arguments that people give us, checked where they come in: a function returns the value or says what is wrong with it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sightline.errors import InputError

LARGEST_SEED = 2**63 - 1


def shown(value: Any) -> str:
    """A value in a sentence: as Python writes it, cut when it is long."""
    try:
        text = repr(value)
    except Exception:  # more digits than Python writes, nested too deeply, or an object of somebody's own
        return f"a very large {type(value).__name__}"
    text = " ".join(text.split())
    return text if len(text) <= 80 else text[:77] + "..."


def path_words(path: Any) -> str:
    """A path in a sentence: as it is, unless it is long or has what cannot be printed in a line."""
    text = str(path)
    return text if text.isprintable() and text.strip() and len(text) <= 300 else shown(text)


def checked_whole(value: Any, what: str, low: int, high: int | None = None) -> int:
    """A whole number from `low` on, or to `high`; True and 3.0 are none."""
    whole = isinstance(value, int | np.integer) and not isinstance(value, bool)
    if whole and low <= value and (high is None or value <= high):
        return int(value)
    upper = "on" if high is None else f"to {high}"
    raise InputError(f"{what} must be a whole number from {low} {upper}, got {shown(value)}.")


def checked_number(value: Any, what: str, low: float = -math.inf, high: float = math.inf) -> float:
    """A finite number from `low` to `high`."""
    right = isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)
    if right and low <= value <= high and -math.inf < value < math.inf:  # of NaN nothing is true
        try:
            return float(value)
        except OverflowError:  # a whole number beyond all floats
            pass
    bounds = "" if low == -math.inf else f" from {low:g} {'on' if high == math.inf else f'to {high:g}'}"
    raise InputError(f"{what} must be a finite number{bounds}, got {shown(value)}.")


def checked_seed(seed: Any, what: str = "A seed") -> int:
    """What random numbers are drawn from."""
    return checked_whole(seed, what, 0, LARGEST_SEED)


def checked_floats(values: Any, shape: tuple[int, ...], what: str) -> NDArray[np.float64]:
    """Finite numbers as an array of this shape; -1 stands for any size."""
    try:
        array = np.asarray(values)
        numbers = array.astype(np.float64) if array.dtype.kind in "iuf" else None
    except (TypeError, ValueError, OverflowError):  # rows of different lengths, say
        numbers = None
    if numbers is not None and _fits(numbers.shape, shape) and np.isfinite(numbers).all():
        return numbers
    sizes = ", ".join("N" if size < 0 else str(size) for size in shape)
    wanted = f"{sizes} finite numbers" if len(shape) == 1 else f"finite numbers of shape ({sizes})"
    raise InputError(f"{what} must be {wanted}, got {shown(values)}.")


def checked_indices(where: Any, count: int, what: str, distinct: bool = False) -> NDArray[np.int64]:
    """(M,) whole numbers from 0 to count - 1: which of `count` things."""
    try:
        array = np.asarray(where)
        if array.size == 0 and array.ndim == 1:
            return np.zeros(0, np.int64)
    except (TypeError, ValueError, OverflowError):
        array = np.zeros(())
    if array.ndim == 1 and array.dtype.kind in "iu" and array.min() >= 0 and array.max() < count:
        if distinct and len(np.unique(array)) < len(array):
            raise InputError(f"{what} must differ from each other, got {shown(where)}.")
        return array.astype(np.int64, copy=False)
    raise InputError(f"{what} must be a list of whole numbers from 0 to {count - 1}, got {shown(where)}.")


def checked_choice(value: Any, what: str, options: tuple[Any, ...]) -> Any:
    """One of some options."""
    for option in options:
        if type(value) is type(option) and value == option:
            return option
    raise InputError(f"{what} must be one of {', '.join(map(repr, options))}, got {shown(value)}.")


def _fits(shape: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    return len(shape) == len(wanted) and all(w in (-1, s) for s, w in zip(shape, wanted, strict=True))
