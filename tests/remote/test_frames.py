"""Frames: what goes in comes out, and nothing that comes in can do harm."""

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.errors import InputError
from sightline.remote.frames import TYPES, decode, encode


def test_messages_come_out_as_they_went_in() -> None:
    arrays = {name: np.arange(6).reshape(2, 3).astype(name) for name in TYPES}
    message = {**arrays, "none": np.zeros((0, 4)), "one": np.float32(7), "words": ["ä", None, True, 2.5, ("a", (1,))]}
    back = decode(encode(message))
    for name, array in arrays.items():
        np.testing.assert_array_equal(back[name], array)
        assert back[name].dtype == array.dtype and back[name].flags.writeable and back[name].flags.aligned
    assert back["none"].shape == (0, 4) and back["one"] == 7.0 and back["words"] == message["words"]


def test_numbers_that_are_not_finite_come_out_too() -> None:
    back = decode(encode({"a": np.array([np.nan, np.inf], np.float32), "b": float("inf")}))
    assert np.isnan(back["a"][0]) and np.isinf(back["a"][1]) and back["b"] == float("inf")


def test_arrays_lie_where_typed_arrays_of_a_browser_can_read_them() -> None:
    frame = encode({"x": np.arange(3, dtype=np.uint8), "y": np.arange(4.0)})
    size = int.from_bytes(frame[:4], "little")
    told = json.loads(frame[4 : 4 + size])
    assert (4 + size) % 8 == 0 and told["y"] == {"array": "float64", "shape": [4], "at": 8}
    assert np.frombuffer(frame, "<f8", 4, 4 + size + 8).tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("bad", [object(), {1: 2}, b"x", np.array(["x"]), np.array([None]), {1, 2}, [lambda: 0]])
def test_what_cannot_be_sent_is_told(bad: Any) -> None:
    with pytest.raises(InputError, match="cannot be sent"):
        encode({"a": bad})


def framed(text: bytes, data: bytes = b"") -> bytes:
    return len(text).to_bytes(4, "little") + text + data


@pytest.mark.parametrize(
    "bad",
    [
        b"", b"\x05", b"\xff\xff\xff\xff{}", framed(b""), framed(b"{"), framed(b"\xff\xfe"), framed(b"[" * 100_000),
        framed(b'{"array":"float64","shape":[4],"at":0}', bytes(31)),
        framed(b'{"array":"object","shape":[1],"at":0}', bytes(8)),
        framed(b'{"array":["float64"],"shape":[1],"at":0}', bytes(8)),
        framed(b'{"array":"float64","shape":[-1],"at":0}', bytes(8)),
        framed(b'{"array":"float64","shape":[1],"at":-8}', bytes(8)),
        framed(b'{"array":"float64","shape":[true],"at":0}', bytes(8)),
        framed(b'{"array":"float64","shape":"1","at":0}', bytes(8)),
        framed(b'{"array":"uint8","shape":[99999999999,99999999999],"at":0}', bytes(8)),
        framed(b'{"array":"uint8","shape":[0,99999999999,99999999999,99999999999],"at":0}'),
        framed(b'{"array":"uint8","shape":[1,1,1,1,1,1,1,1,1],"at":0}', bytes(8)),
    ],
)  # fmt: skip
def test_frames_that_are_none_are_refused(bad: bytes) -> None:
    with pytest.raises(InputError):
        decode(bad)


@given(st.binary(max_size=200), st.binary(max_size=64))
def test_nothing_but_a_sentence_comes_of_garbage(text: bytes, data: bytes) -> None:
    for frame in (text, framed(text, data)):
        try:
            decode(frame)
        except InputError as error:
            assert str(error).endswith(".")


def test_truth_values_are_true_or_false() -> None:
    array = decode(framed(b'{"array":"bool","shape":[3],"at":0}', b"\x00\x01\x07"))
    assert array.view(np.uint8).tolist() == [0, 1, 1]
