"""Array types of the whole package."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Array = NDArray[Any]
Pictures = dict[str, Any]  # by channel: arrays, or torch tensors that stay on a GPU
