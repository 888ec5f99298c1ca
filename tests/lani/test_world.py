"""The world protocol: batches, horizon, metrics, saving, replay, and a walker that reaches its goals."""

import json
from pathlib import Path

import numpy as np
import pytest

from sightline.errors import InputError
from sightline.geometry import Camera, direction
from sightline.lani import HORIZON, NAMES, Episode, LaniWorld, Placed, Scene, generate_episode, head_to_goal
from sightline.lani.dynamics import FORWARD, STOP, TURN_LEFT, TURN_RIGHT
from sightline.render import look
from sightline.world import World

RECORDED = json.loads((Path(__file__).parent / "recorded_episode.json").read_text())


def start(seeds: range, **options: object) -> LaniWorld:
    world = LaniWorld(Camera(24, 24), **options)  # type: ignore[arg-type]
    world.reset([generate_episode(s) for s in seeds])
    return world


def test_it_is_a_world() -> None:
    world: World = start(range(2))
    assert world.actions == ("forward", "turn_right", "turn_left", "stop")
    assert world.pose.shape == (2, 3)


def test_a_recorded_episode_replays() -> None:
    def replay() -> tuple[list[list[float]], list[float], bytes]:
        world = LaniWorld(Camera(32, 32))
        world.reset([generate_episode(RECORDED["seed"])])
        poses, rewards, pictures = [], [], b""
        for action in RECORDED["actions"]:
            rewards.append(round(float(world.rewards()[0, action]), 6))
            world.step([action])
            poses.append([round(float(v), 6) for v in world.pose[0]])
            pictures += world.observe(("rgb",))["rgb"].tobytes()
        return poses, rewards, pictures

    first, second = replay(), replay()
    assert first == second  # to the byte, pictures too
    assert first[0] == RECORDED["poses"]
    assert first[1] == RECORDED["rewards"]
    assert generate_episode(RECORDED["seed"]).instruction == RECORDED["instruction"]


@pytest.mark.parametrize("split", [1, 3, 4])
def test_any_split_of_a_batch_gives_the_same(split: int) -> None:
    whole = start(range(8))
    parts = [start(range(k, min(k + split, 8))) for k in range(0, 8, split)]
    rng = np.random.default_rng(0)
    for _ in range(12):
        actions = rng.integers(0, 4, 8)
        expected = whole.rewards()
        np.testing.assert_array_equal(np.concatenate([p.rewards() for p in parts]), expected)
        done = whole.step(actions)
        apart = [p.step(actions[k * split : k * split + len(p)]) for k, p in enumerate(parts)]
        for name in done._fields:
            np.testing.assert_array_equal(np.concatenate([getattr(a, name) for a in apart]), getattr(done, name))
        np.testing.assert_array_equal(np.concatenate([p.pose for p in parts]), whole.pose)
    both = np.concatenate([p.observe(("rgb", "depth"))["rgb"] for p in parts])
    np.testing.assert_array_equal(both, whole.observe()["rgb"])


def test_stop_and_horizon_end_an_episode() -> None:
    world = start(range(3), horizon=5)
    assert world.step([3, 0, 1]).stopped.tolist() == [True, False, False]
    for _ in range(4):
        done = world.step([1, 1, 1])
    assert world.over.all()
    before = world.pose.copy()
    done = world.step([0, 0, 3])
    np.testing.assert_array_equal(world.pose, before)
    assert done.refused.tolist() == [1, 1, 1]
    assert "over" in world.refusals[1]
    assert not done.stopped.any()
    assert world.taken.tolist() == [0, 5, 5]


def test_forty_actions_by_default() -> None:
    world = start(range(1))
    for k in range(40):
        assert not world.over[0], k
        world.step([1])
    assert world.over[0]


def test_metrics_by_hand() -> None:
    world = LaniWorld()
    world.reset([Episode(Scene(()), (10.0, 10.0, 0.0), (13.0, 14.0)), Episode(Scene(()), (10.0, 10.0, 0.0), (13.0, 13.9))])
    found = world.metrics()
    np.testing.assert_allclose(found["stop_distance"], [5.0, np.hypot(3, 3.9)])
    assert found["completed"].tolist() == [False, True]  # closer than 5, not 5


def test_save_and_restore_are_exact() -> None:
    world = start(range(4))
    world.step([0, 1, 2, 3])
    state = world.save()
    later = [world.step([0, 0, 0, 0]), world.rewards(), world.observe()["rgb"]]
    world.restore(state)
    again = [world.step([0, 0, 0, 0]), world.rewards(), world.observe()["rgb"]]
    for a, b in zip(later, again, strict=True):
        np.testing.assert_array_equal(a, b)


def test_replacing_some_worlds_leaves_the_others_alone() -> None:
    world = start(range(3))
    world.step([0, 0, 0])
    before = world.pose.copy()
    crowd = Scene(tuple(Placed(n, 3.0 + 3 * (k % 15), 5.0 + 10 * (k // 15), 4.0) for k, n in enumerate(NAMES[:40])))
    world.reset([Episode(crowd, (25.0, 48.0, 180.0), (20.0, 47.0))], where=[1])  # many more landmarks than ever before
    assert world.pose[1].tolist() == [25, 48, 180]
    np.testing.assert_array_equal(world.pose[[0, 2]], before[[0, 2]])
    fresh = start(range(3))
    fresh.step([0, 0, 0])
    np.testing.assert_array_equal(world.observe()["rgb"][[0, 2]], fresh.observe()["rgb"][[0, 2]])
    assert len(set(np.unique(world.observe(("segmentation",))["segmentation"][1])) & set(range(1, 64))) > 5


def test_locate_finds_landmark_and_ground() -> None:
    world = LaniWorld()
    world.reset([Episode(Scene((Placed("Barrel", 25.0, 35.0, 4.0),)), (25.0, 25.0, 0.0), (25.0, 30.0))] * 2)
    found = world.locate([3, 0], [16, 20], [16, 16])
    assert found.id.tolist() == [NAMES.index("Barrel") + 1, look.GROUND_ID]
    assert found.point[1, 1] == pytest.approx(0, abs=1e-3)
    assert found.point[1, 2] < 25  # behind the agent
    with pytest.raises(InputError, match="rows of cells"):
        world.locate([3, 3], [32, 0], [0, 0])


def test_head_to_goal_reaches_98_percent() -> None:
    world = LaniWorld()
    world.reset([generate_episode(s) for s in range(1000, 1600)])
    for _ in range(HORIZON + 1):
        world.step(head_to_goal(world.pose, world.goal))
    assert world.over.all()
    assert world.metrics()["completed"].mean() >= 0.98


def test_episodes_of_a_seed() -> None:
    a, b = generate_episode(5), generate_episode(5)
    assert a == b
    assert a.instruction.startswith("go to the ")
    assert a != generate_episode(6)
    for seed in range(50):
        e = generate_episode(seed)
        assert e.scene.clearance(np.array(e.start[:2])) > 1
        assert e.scene.clearance(np.array(e.goal)) > 0.4
        assert np.hypot(e.start[0] - e.goal[0], e.start[1] - e.goal[1]) <= 72


@pytest.mark.parametrize(
    ("actions", "message"),
    [([4, 0], "Action 4"), ([-1, 0], "Action -1"), ([0], "2 whole-number actions"), ([0.5, 1.0], "whole-number")],
)
def test_actions_outside_the_space_are_refused(actions: list[float], message: str) -> None:
    world = start(range(2))
    before = world.pose.copy()
    with pytest.raises(InputError, match=message):
        world.step(actions)
    np.testing.assert_array_equal(world.pose, before)


@pytest.mark.parametrize(
    ("episode", "message"),
    [
        (Episode(Scene(()), (51.0, 1.0, 0.0), (1.0, 1.0)), "start"),
        (Episode(Scene(()), (1.0, 1.0, float("nan")), (1.0, 1.0)), "start"),
        (Episode(Scene(()), (1.0, 1.0, 0.0), (1.0, -1.0)), "goal"),
        (Episode(Scene((Placed("Castle", 1.0, 1.0, 1.0),)), (1.0, 1.0, 0.0), (1.0, 1.0)), "Castle"),
        (Episode(Scene((Placed("Well", 1.0, 60.0, 1.0),)), (1.0, 1.0, 0.0), (1.0, 1.0)), "z = 60"),
        (Episode(Scene((Placed("Well", 1.0, 1.0, -1.0),)), (1.0, 1.0, 0.0), (1.0, 1.0)), "radius"),
    ],
)
def test_episodes_that_cannot_be_are_refused(episode: Episode, message: str) -> None:
    with pytest.raises(InputError, match=message):
        LaniWorld().reset([episode])
    with pytest.raises(InputError, match="at least one"):
        LaniWorld().reset([])


def test_a_world_without_episodes_says_so() -> None:
    world = LaniWorld()
    for use in (lambda: world.step([0]), world.rewards, world.observe, world.panorama):
        with pytest.raises(InputError, match="reset"):
            use()
    assert len(world) == 0
    with pytest.raises(InputError, match="horizon"):
        LaniWorld(horizon=0)
    with pytest.raises(InputError, match="seed"):
        generate_episode(-1)


@pytest.mark.parametrize("pose", [(-100.0, 10.0, 0.0), (10.0, 60.0, 0.0), (10.0, 10.0, 1e7), (float("nan"), 10.0, 0.0)])
def test_nothing_is_seen_from_outside_the_field(pose: tuple[float, float, float]) -> None:
    world = LaniWorld(Camera(16, 16))
    world.reset([generate_episode(1)])
    world.pose[0] = pose
    for look_at in (world.observe, world.panorama):
        with pytest.raises(InputError, match=r"World 0: its pose .* is not a place in the field"):
            look_at()


@pytest.mark.parametrize(
    ("bearing", "away", "action"),
    [
        (0, 10, FORWARD), (7.4, 10, FORWARD), (7.6, 10, TURN_RIGHT), (-7.4, 10, FORWARD), (-7.6, 10, TURN_LEFT),
        (179, 10, TURN_RIGHT), (-179, 10, TURN_LEFT), (0, 1.51, FORWARD), (90, 1.49, STOP), (90, 1.51, TURN_RIGHT),
    ],
)  # fmt: skip
def test_the_next_action(bearing: float, away: float, action: int) -> None:
    pose = np.array([[20.0, 30.0, 40.0]])
    goal = pose[:, :2] + away * direction(40 + bearing)
    assert head_to_goal(pose, goal).tolist() == [action]


def test_how_close_is_close_may_be_said() -> None:
    pose, goal = np.array([[0.0, 0.0, 0.0]] * 2), np.array([[0.0, 2.9], [0.0, 3.0]])
    assert head_to_goal(pose, goal, close=3.0).tolist() == [STOP, FORWARD]
