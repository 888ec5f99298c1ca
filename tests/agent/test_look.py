"""A look draws each channel once; pictures as tensors; devices by name."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
import torch

from sightline.agent.look import (
    CHUNK,
    Look,
    as_input,
    as_probabilities,
    as_tensor,
    chunks,
    device_of,
    look_ahead,
    make_worlds,
)  # fmt: skip
from sightline.errors import InputError
from sightline.lani import Episode, Placed, Scene
from sightline.world import World, kind_of

LANI, CPU = kind_of("lani"), torch.device("cpu")
WELL = Scene((Placed("Well", 25.0, 35.0, 3.0),))


def world_at(*starts: tuple[float, float, float]) -> World:
    world = make_worlds(LANI, CPU)
    world.reset([Episode(WELL, start, (25.0, 30.0), f"instruction {n}") for n, start in enumerate(starts)])
    return world


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> tuple[World, list[tuple[tuple[str, ...], list[int]]]]:
    """Three worlds, and what is drawn of them: channels, and which worlds."""
    world, calls = world_at((25.0, 25.0, 0.0), (10.0, 10.0, 90.0), (40.0, 10.0, 270.0)), []
    panorama = world.panorama

    def counted(channels: Sequence[str], where: Any = None) -> dict[str, Any]:
        calls.append((tuple(channels), list(where)))
        return panorama(channels, where)

    monkeypatch.setattr(world, "panorama", counted)
    return world, calls


# A look


def test_nothing_is_drawn_before_it_is_asked_for(drawn: Any) -> None:
    world, calls = drawn
    look = Look(world, [2, 0], channels=("rgb", "depth"))
    assert len(look) == 2 and look.which.tolist() == [2, 0] and calls == []
    assert look.instructions == ["instruction 2", "instruction 0"]


def test_channels_that_are_needed_are_drawn_together_and_once(drawn: Any) -> None:
    world, calls = drawn
    look = Look(world, [2, 0], channels=("rgb", "depth"))
    assert look["rgb"].shape == (2, 128, 768, 3) and look.depth.shape == (2, 128, 768)
    assert look.rgb(CPU).shape == (2, 128, 768, 3) and look["depth"] is look["depth"]
    assert calls == [(("rgb", "depth"), [2, 0])]
    assert look["segmentation"].shape == (2, 128, 768)  # nobody said that it would be needed
    assert calls[1:] == [(("segmentation",), [2, 0])]


def test_a_channel_that_is_asked_for_first_brings_the_others(drawn: Any) -> None:
    world, calls = drawn
    look = Look(world, [1], channels=("rgb", "depth"))
    look["depth"], look["rgb"]
    assert calls == [(("depth", "rgb"), [1])]


def test_rows_of_a_look_are_not_drawn_again(drawn: Any) -> None:
    world, calls = drawn
    look = Look(world, range(3), np.full((3, 3), 7.0) * np.arange(3)[:, None])
    assert look.take([0, 1, 2]) is look
    everything, some = look["rgb"], look.take([2, 0])
    assert some.which.tolist() == [2, 0] and some.said_at.tolist() == [[14.0] * 3, [0.0] * 3]
    np.testing.assert_array_equal(some["rgb"], everything[[2, 0]])
    np.testing.assert_array_equal(some.poses, world.pose[[2, 0]])
    assert len(calls) == 1


def test_words_were_said_where_the_agent_stands_unless_somewhere_else(drawn: Any) -> None:
    world, _ = drawn
    assert Look(world, [1]).said_at.tolist() == [[10.0, 10.0, 90.0]]
    said_at = np.array([[1.0, 1.0, 0.0], [2.0, 2.0, 0.0], [3.0, 3.0, 0.0]])  # of all worlds
    assert Look(world, [2, 1], said_at).said_at.tolist() == [[3.0, 3.0, 0.0], [2.0, 2.0, 0.0]]


def test_poses_are_those_of_the_look_also_after_a_step() -> None:
    world = world_at((25.0, 25.0, 0.0))
    look = Look(world, [0])
    before = look["rgb"].copy()
    world.step([0])
    assert look.poses.tolist() == [[25.0, 25.0, 0.0]] and (look["rgb"] == before).all()
    assert (Look(world, [0])["rgb"] != before).any()


def test_depth_that_was_drawn_on_another_device_is_fetched() -> None:
    class There:
        """An array that must be asked for."""

        def cpu(self) -> list[float]:
            return [1.0, 2.0]

        def __array__(self, dtype: object = None, copy: object = None) -> np.ndarray:
            raise TypeError("this is on another device")

    look = Look(world_at((25.0, 25.0, 0.0)), [0])
    look._drawn["depth"] = There()
    assert look.depth.tolist() == [1.0, 2.0]


def test_the_view_ahead_is_a_small_batch_of_inputs() -> None:
    world = world_at((25.0, 25.0, 0.0))
    seen = look_ahead(world, CPU)
    assert seen.shape == (1, 3, 128, 128) and seen.dtype == torch.float32
    np.testing.assert_allclose(seen[0].permute(1, 2, 0), world.observe()["rgb"][0] / 255, atol=1e-6)


# Numbers


def test_pictures_become_inputs() -> None:
    pictures = torch.tensor([[[[0, 51, 255]]]], dtype=torch.uint8)
    assert as_input(pictures).shape == (1, 3, 1, 1)
    assert as_input(pictures).flatten().tolist() == pytest.approx([0, 0.2, 1])
    assert as_input(pictures, torch.float64).dtype == torch.float64


def test_pictures_may_be_arrays_in_any_order() -> None:
    array = np.arange(6).reshape(2, 3)[:, ::-1]
    assert as_tensor(array, CPU).tolist() == array.tolist() and as_tensor(torch.ones(2), CPU).tolist() == [1.0, 1.0]


def test_logits_become_probabilities_in_double_precision() -> None:
    shares = as_probabilities(torch.tensor([[0.0, 0.0], [0.0, np.log(3.0)]], dtype=torch.bfloat16))
    assert shares.dtype == np.float64
    np.testing.assert_allclose(shares, [[0.5, 0.5], [0.25, 0.75]], atol=1e-2)


def test_indices_come_in_groups() -> None:
    assert chunks([5, 6, 7, 8, 9], 2) == [[5, 6], [7, 8], [9]] and chunks(np.arange(4), 2) == [[0, 1], [2, 3]]
    assert chunks([], 2) == [] and CHUNK == 512  # as much as a small GPU draws at once


# Devices


def test_devices_by_name() -> None:
    assert device_of("cpu").type == "cpu" and device_of("auto").type in ("cpu", "cuda")
    with pytest.raises(InputError, match="tpux"):
        device_of("tpux")


def test_a_gpu_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert device_of("auto").type == "cpu"
    for name in ("cuda", "cuda:0"):
        with pytest.raises(InputError, match="no GPU"):
            device_of(name)
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    assert device_of("auto").type == "cuda" and device_of("cuda:1").index == 1


def test_worlds_are_drawn_where_the_model_is() -> None:
    made = []

    class Kind:
        @staticmethod
        def make(**options: Any) -> str:
            made.append(options)
            return "a world"

    make_worlds(Kind, torch.device("cuda:1"), horizon=3)  # type: ignore[arg-type]
    make_worlds(Kind, CPU)  # type: ignore[arg-type]
    assert made == [{"device": "cuda", "horizon": 3}, {"device": "cpu"}]
