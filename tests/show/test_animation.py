"""A run as a moving picture: replayed as it was, with what was done."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from show_scenes import EPISODE, LANI, START

from sightline.geometry import Camera
from sightline.show.animation import action_words, animation, in_view, run_frames, views_on_the_way
from sightline.show.lani import SCENERY
from sightline.world import Step

ACTIONS = [1, 2, 0, 3]


def test_a_run_moves_frame_by_frame(tmp_path: Path) -> None:
    world = LANI.make()
    world.reset([EPISODE])
    before, poses, done = world.save(), [world.pose[0].copy()], []
    for action in ACTIONS:
        done.append(world.step([action]))
        poses.append(world.pose[0].copy())
    views = views_on_the_way(LANI, before, ACTIONS, 64)
    assert views.shape == (5, 64, 64, 3)
    assert (views[0] != views[1]).any() and (views[0] == views[2]).all() and (views[3] == views[4]).all()
    doing = action_words(world.actions, ACTIONS, done)
    assert doing == ["turn right", "turn left", "forward", "stop"]
    frames = run_frames(
        LANI, SCENERY.map_of(EPISODE, 64), views, np.stack(poses), "go", [*doing, "stopped"], [(20.0, 27.0)] * 5
    )
    assert len(frames) == 5 and frames[0].width == 128
    first, options = animation(frames)
    first.save(tmp_path / "run.gif", **options)
    with Image.open(tmp_path / "run.gif") as moving:
        assert moving.n_frames >= 4  # type: ignore[attr-defined]
        assert moving.info["loop"] == 0


def test_places_to_pass_and_the_goal_of_each_step_are_in_view_and_on_the_map() -> None:
    poses, blank = np.array([START, START]), np.zeros((2, 288, 288, 3), np.uint8)
    ground, goals = SCENERY.map_of(EPISODE, 288), [(20.0, 27.0), (20.0, 37.0)]
    plain = run_frames(LANI, ground, blank, poses, "go", ["forward", "stopped"], goals)
    frames = run_frames(LANI, ground, blank, poses, "go", ["forward", "stopped"], goals, [(23.0, 24.0)])
    top, camera = frames[0].height - 28 - 288, Camera(288, 288)
    in_picture = in_view(START, (23.0, 24.0), camera)
    assert in_picture is not None
    column, row = ground.at((23.0, 24.0)).tolist()
    for x, y in (in_picture, (288 + column, row)):
        box = tuple(round(value) for value in (x - 6, top + y - 6, x + 6, top + y + 6))
        for without, with_way in zip(plain, frames, strict=True):
            assert (np.asarray(with_way.crop(box)) != np.asarray(without.crop(box))).any(2).mean() > 0.8
    crosses = [np.argwhere(np.asarray(page)[top : top + 288, :288].any(2))[:, 0].mean() for page in plain]
    spots = [in_view(START, goal, camera) for goal in goals]
    assert crosses == pytest.approx([spot[1] for spot in spots if spot], abs=1)  # the second goal is farther up


def test_what_did_not_work_is_said() -> None:
    names = ("forward", "turn_right", "turn_left", "stop", "interact")
    still = Step(np.zeros(1), np.ones(1), np.zeros(1, bool), np.zeros(1, np.uint8))
    no = still._replace(refused=np.ones(1, np.uint8))
    assert action_words(names, [0, 1, 500, 4], [still, still, no, still]) == [
        "blocked", "turn right", "interact (refused)", "interact",
    ]  # fmt: skip


def test_the_goal_in_view_is_where_the_camera_puts_it() -> None:
    camera = Camera(288, 288)
    ahead = in_view(START, (20.0, 27.0), camera)
    assert ahead is not None
    assert ahead[0] == pytest.approx(144)
    # 2.5 units down over 12 units ahead, in pixels of 2 tan(30 degrees) / 288
    assert ahead[1] == pytest.approx(144 + 2.5 / 12 / (2 * np.tan(np.pi / 6) / 288))
    assert in_view(START, (20.0, 5.0), camera) is None
    assert in_view(START, (45.0, 16.0), camera) is None
