"""What models see: pictures as tensors, goals as cells of the view."""

import numpy as np
import pytest
import torch

from sightline.agent.looking import (
    as_input,
    device_of,
    goal_in_view,
    look_ahead,
    look_around,
    look_at_things,
    make_worlds,
)  # fmt: skip
from sightline.errors import InputError
from sightline.lani import NAMES, Episode, Placed, Scene
from sightline.models.action_generator import OUT_OF_SIGHT
from sightline.world import World, kind_of

LANI, CPU = kind_of("lani"), torch.device("cpu")
WELL = Scene((Placed("Well", 25.0, 35.0, 3.0),))


def world_at(*starts: tuple[float, float, float], scene: Scene = WELL) -> World:
    world = make_worlds(LANI, CPU)
    world.reset([Episode(scene, start, (25.0, 30.0)) for start in starts])
    return world


def test_pictures_become_inputs() -> None:
    pictures = torch.tensor([[[[0, 51, 255]]]], dtype=torch.uint8)
    assert as_input(pictures).shape == (1, 3, 1, 1)
    assert as_input(pictures).flatten().tolist() == pytest.approx([0, 0.2, 1])


def test_panoramas_are_of_the_world_as_it_is_now() -> None:
    world = world_at((25.0, 25.0, 0.0), (10.0, 10.0, 90.0))
    before = look_around(world, CPU)
    assert before.shape == (2, 128, 768, 3) and before.dtype == torch.uint8
    assert (look_around(world, CPU, [1]) == before[1:]).all()
    world.step([0, 1])
    assert (look_around(world, CPU) != before).any()


def test_cells_show_what_is_in_their_middle() -> None:
    pictures, numbers, things = look_at_things(world_at((25.0, 25.0, 0.0)), LANI, CPU)
    assert numbers is not None and things is not None
    assert (
        (numbers - LANI.segmentation[0] == things).all()
        and things.shape == (1, 32, 192)
        and pictures.shape == (1, 128, 768, 3)
    )
    well = NAMES.index("Well") + 1 - LANI.segmentation[0]
    assert things[0, 16, 112] == well or things[0, 15, 112] == well  # straight ahead
    assert things.min() >= 0 and things.max() < LANI.things == 70
    assert (things[0, 0] == -LANI.segmentation[0]).all()  # the sky, 0 in a segmentation


def test_the_view_ahead_is_a_small_batch_of_inputs() -> None:
    seen = look_ahead(world_at((25.0, 25.0, 0.0)), CPU)
    assert seen.shape == (1, 3, 128, 128) and seen.dtype == torch.float32 and seen.min() >= 0 and seen.max() <= 1


def test_what_an_action_generator_is_told_is_the_cell_in_view_and_where_the_goal_is() -> None:
    pose = np.array([[25.0, 25.0, 0.0]] * 3)
    goals = np.array([[25.1, 40.0], [25.0, 10.0], [25.1, 40.0]])  # ahead, behind, ahead but never located
    cells, reckoned = goal_in_view(LANI.view, pose, goals, np.array([True, True, False]), CPU)
    assert reckoned[:, 0].tolist() == pytest.approx([0.75, 0.75, 0.75], abs=1e-3)  # 15 of 20 units
    assert reckoned[:, 1].tolist() == pytest.approx([np.exp(-7.5)] * 3, rel=1e-2)
    assert reckoned[:, 2].tolist() == pytest.approx([0.00667, 0, 0.00667], abs=1e-4)
    assert reckoned[:, 3].tolist() == pytest.approx([1, -1, 1], abs=1e-3)  # ahead, behind, ahead
    row, column = LANI.view.grid.in_view(pose[0], goals[0])
    assert cells.tolist() == [int(row) * 32 + int(column), OUT_OF_SIGHT, OUT_OF_SIGHT]
    assert cells[0] % 32 == 16 and cells[0] // 32 >= 16
    unsaid, _ = goal_in_view(LANI.view, pose, goals, None, CPU)
    assert unsaid[2] == unsaid[0] != OUT_OF_SIGHT


def test_devices_by_name() -> None:
    assert device_of("cpu").type == "cpu" and device_of("auto").type in ("cpu", "cuda")
    with pytest.raises(InputError, match="no device 'tpux'"):
        device_of("tpux")
    if not torch.cuda.is_available():
        with pytest.raises(InputError, match="no GPU"):
            device_of("cuda:0")
