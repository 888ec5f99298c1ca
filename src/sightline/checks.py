"""Checks of arguments at the edge of the package: a function returns the value, or raises ArgumentError."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeVar

from sightline.errors import ArgumentError
from sightline.fields import Number

if TYPE_CHECKING:  # functions import it: `sightline --help` need not wait for it
    import numpy as np
    from numpy.typing import NDArray

T = TypeVar("T")
LARGEST_SEED = 2**63 - 1


def shown(value: object) -> str:
    """A value for an error message: its repr in one line, shortened to 80 characters."""
    try:
        text = repr(value)
    except Exception:  # too many digits, nested too deeply, or a broken __repr__
        return f"a very large {type(value).__name__}"
    text = " ".join(text.split())
    return text if len(text) <= 80 else text[:77] + "..."


def path_words(path: object) -> str:
    """A path for an error message: as it is, or quoted if it is long or not printable."""
    text = str(path)
    return text if text.isprintable() and text.strip() and len(text) <= 300 else shown(text)


def checked_whole(value: object, what: str, low: int, high: float = math.inf) -> int:
    """An integer from `low` to `high`. Rejects bool and float."""
    return int(_checked(value, what, Number(low, high, whole=True)))


def checked_number(value: object, what: str, low: float = -math.inf, high: float = math.inf) -> float:
    """A finite number from `low` to `high`. Rejects bool."""
    return float(_checked(value, what, Number(low, high)))


def _checked(value: object, what: str, number: Number) -> float:
    import numpy as np

    plain = value.item() if isinstance(value, np.number) else value
    if isinstance(plain, int | float) and number.accepts(plain):
        return plain
    raise ArgumentError(f"{what} must be {number.what}, got {shown(value)}.")


def checked_seed(seed: object, what: str = "A seed") -> int:
    """A seed of random numbers."""
    return checked_whole(seed, what, 0, LARGEST_SEED)


def checked_floats(values: object, shape: tuple[int, ...], what: str) -> NDArray[np.float64]:
    """Finite numbers as an array of this shape; -1 stands for any size."""
    import numpy as np

    array = _array(values)
    fits = array.ndim == len(shape) and all(w in (-1, s) for s, w in zip(array.shape, shape, strict=True))
    if fits and array.dtype.kind in "iuf" and np.isfinite(array).all():
        return array.astype(np.float64)
    sizes = ", ".join("N" if size < 0 else str(size) for size in shape)
    wanted = f"{sizes} finite numbers" if len(shape) == 1 else f"finite numbers of shape ({sizes})"
    raise ArgumentError(f"{what} must be {wanted}, got {shown(values)}.")


def checked_indices(where: object, count: int, what: str, distinct: bool = False) -> NDArray[np.int64]:
    """(M,) indices from 0 to count - 1."""
    import numpy as np

    array = _array(where)
    if array.ndim == 1 and array.size == 0:
        return np.zeros(0, np.int64)
    if array.ndim != 1 or array.dtype.kind not in "iu" or array.min() < 0 or array.max() >= count:
        raise ArgumentError(f"{what} must be a list of whole numbers from 0 to {count - 1}, got {shown(where)}.")
    if distinct and len(np.unique(array)) < len(array):
        raise ArgumentError(f"{what} must differ from each other, got {shown(where)}.")
    return array.astype(np.int64, copy=False)


def checked_choice(value: object, what: str, options: tuple[T, ...]) -> T:
    """One of the options, of the same type."""
    for option in options:
        if type(value) is type(option) and value == option:
            return option
    raise ArgumentError(f"{what} must be one of {', '.join(map(repr, options))}, got {shown(value)}.")


def checked_instance(value: object, what: str, type_: type[T]) -> T:
    """An instance of a class."""
    if not isinstance(value, type_):
        raise ArgumentError(f"{what} must be a {type_.__module__}.{type_.__qualname__}, got {shown(value)}.")
    return value


def _array(values: object) -> NDArray[np.generic]:
    """An array of any type; an array of objects if NumPy cannot convert the values."""
    import numpy as np

    try:
        return np.asarray(values)
    except (TypeError, ValueError, OverflowError):  # rows of different lengths, for example
        return np.asarray(None)
