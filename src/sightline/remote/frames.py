"""Messages between a client and a server of worlds: JSON for values, raw bytes for arrays, in one binary frame.

    4 bytes      length of the JSON text, an unsigned little-endian number
    JSON text    padded with spaces, so that the next part begins at a multiple of 8
    bytes        the arrays, little-endian, each beginning at a multiple of 8

In the JSON text an array is {"array": "float64", "shape": [2, 3], "at": 16}, `at` counted from the end of the text. A
tuple is {"tuple": [...]}, so that a saved state is restored with its types.
"""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np

from sightline.checks import shown
from sightline.errors import InputError

ALIGNMENT = 8
DIMENSIONS = 8  # maximum per array
_NAMES = ("bool", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64", "float32", "float64")
TYPES = {name: np.dtype(name).newbyteorder("<") for name in _NAMES}
_CALLED = {np.dtype(name): name for name in _NAMES}
_PLAIN = frozenset({type(None), bool, int, float, str})


def encode(message: Any) -> bytes:
    """A message as a frame."""
    pieces: list[Any] = []
    text = json.dumps(_as_json(message, pieces, [0]), separators=(",", ":")).encode()
    text += b" " * (-(4 + len(text)) % ALIGNMENT)
    return b"".join([len(text).to_bytes(4, "little"), text, *pieces])


def _as_json(value: Any, pieces: list[Any], end: list[int]) -> Any:
    """A value as JSON; the bytes of its arrays are appended to the pieces, whose total length is `end`."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, np.ndarray):
        name = _CALLED.get(value.dtype)
        if name is None or value.ndim > DIMENSIONS:
            raise InputError(f"An array of {value.dtype} cannot be sent, only {', '.join(TYPES)}.")
        data = np.ascontiguousarray(value, TYPES[name])
        at, size = end[0], data.nbytes
        pieces += [data.data, bytes(-size % ALIGNMENT)] if size else []
        end[0] += size + -size % ALIGNMENT
        return {"array": name, "shape": value.shape, "at": at}
    if isinstance(value, np.generic):
        return _as_json(value.item(), pieces, end)
    if isinstance(value, dict) and all(isinstance(key, str) for key in value):
        return {key: _as_json(item, pieces, end) for key, item in value.items()}
    if isinstance(value, list):
        return [_as_json(item, pieces, end) for item in value]
    if isinstance(value, tuple):
        return {"tuple": [_as_json(item, pieces, end) for item in value]}
    raise InputError(f"This cannot be sent: {shown(value)}.")


def decode(frame: bytes | bytearray | memoryview) -> Any:
    """The message of a frame from an untrusted sender; its arrays are writable."""
    size = int.from_bytes(frame[:4], "little")
    if len(frame) < 4 or size > len(frame) - 4:
        raise InputError(f"A frame begins with the length of its JSON text; this one of {len(frame)} bytes does not.")
    data = memoryview(frame)[4 + size :]

    def revive(found: dict[str, Any]) -> Any:
        if found.keys() == {"array", "shape", "at"}:
            return _array(data, found["array"], found["shape"], found["at"])
        if found.keys() == {"tuple"} and isinstance(found["tuple"], list):
            return tuple(found["tuple"])
        return found

    try:
        return json.loads(bytes(frame[4 : 4 + size]), object_hook=revive)
    except InputError:
        raise
    except (ValueError, RecursionError) as error:  # invalid JSON or UTF-8, too deep, or empty arrays with huge shapes
        raise InputError(f"The JSON text of a frame cannot be read ({error}).") from None


def _array(data: memoryview, name: Any, shape: Any, at: Any) -> np.ndarray[Any, Any]:
    kind = TYPES.get(name) if isinstance(name, str) else None
    sizes = [*shape, at] if isinstance(shape, list) and len(shape) <= DIMENSIONS else [None]
    if kind is None or any(type(size) is not int or size < 0 for size in sizes):
        raise InputError(f"A frame has no such array: {shown((name, shape, at))}.")
    count = math.prod(shape)
    if at + count * kind.itemsize > len(data):
        raise InputError(f"A frame of {len(data)} bytes of arrays has no {name} of shape {shown(shape)} at {shown(at)}.")
    if count == 0:
        return np.zeros(shape, kind)
    array = np.frombuffer(data, kind, count, at).reshape(shape)
    if name == "bool":
        return array.view(np.uint8) != 0  # bytes other than 0 and 1 are not valid bools
    return array if array.flags.writeable and array.flags.aligned else array.copy()
