"""What every world promises, for every world: batches, saving, going on, looking; and kinds by name."""

import pickle
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sightline.addresses import load
from sightline.chai import ChaiWorld
from sightline.errors import ArgumentError, InputError
from sightline.lani import LaniWorld
from sightline.world import KINDS, Kind, import_world, kind_of

OUTSIDE = "outside_world:KIND"


@pytest.fixture(params=list(KINDS))
def kind(request: pytest.FixtureRequest) -> Kind:
    return kind_of(request.param)


def moves(kind: Kind, count: int, steps: int, seed: int = 0) -> np.ndarray:
    """(steps, count) random actions other than stop."""
    rng = np.random.default_rng(seed)
    actions = rng.choice(3, size=(steps, count), p=[0.6, 0.2, 0.2])
    if kind.action_count > 4:
        actions = np.where(rng.random(actions.shape) < 0.2, rng.integers(4, kind.action_count, actions.shape), actions)
    return actions


def states(world: object) -> dict[str, np.ndarray]:
    return {name: np.asarray(value) for name, value in world.save().items() if isinstance(value, np.ndarray)}  # type: ignore[attr-defined]


def test_a_kind_describes_its_world(kind: Kind) -> None:
    world = kind.make()
    world.reset([kind.generate(1), kind.generate(2)])
    assert world.camera == kind.view.camera and (world.horizon == kind.horizon).all() and len(world) == 2
    assert {metric.key for metric in kind.metrics} | {"stop_distance", "completed"} <= world.metrics().keys()
    assert world.actions[:4] == ("forward", "turn_right", "turn_left", "stop")
    assert kind.action_count == 4 + 1024 * ("interact" in world.actions)
    low, high = kind.segmentation
    seen = world.observe(("segmentation",))["segmentation"]
    assert low <= seen.min() and seen.max() <= high
    assert (world.pose[:, :2] >= kind.view.bounds[0]).all() and (world.pose[:, :2] <= kind.view.bounds[1]).all()
    assert world.rewards().shape == (2, 4)
    np.testing.assert_allclose(world.rewards_of([0, 3]), world.rewards()[[0, 1], [0, 3]])
    with pytest.raises(InputError, match="outside the action space"):
        world.rewards_of([0, kind.action_count])


def test_some_worlds_can_be_saved_and_go_on_exactly(kind: Kind) -> None:
    world, other = kind.make(), kind.make()
    world.reset([kind.generate(seed) for seed in (3, 4, 5)])
    actions = moves(kind, 3, 12)
    for row in actions[:6]:
        world.step(row)
    world.horizon[:] = [40, 41, 42]
    other.restore(world.save([2, 0]))
    assert len(other) == 2 and other.episodes[0] is world.episodes[2] and other.horizon.tolist() == [42, 40]
    for row in actions[6:]:
        world.step(row)
        other.step(row[[2, 0]])
    for name, value in states(other).items():
        np.testing.assert_array_equal(value, np.asarray(world.save([2, 0])[name]), err_msg=name)
    np.testing.assert_array_equal(other.panorama()["rgb"], world.panorama(where=[2, 0])["rgb"])
    np.testing.assert_array_equal(world.panorama()["rgb"][[2, 0]], other.panorama()["rgb"])
    for name, value in other.metrics().items():
        np.testing.assert_array_equal(value, world.metrics()[name][[2, 0]], err_msg=name)


def test_the_next_episode_starts_in_the_world_as_it_is(kind: Kind) -> None:
    world = kind.make()
    first = kind.generate(6)
    world.reset([first])
    for row in moves(kind, 1, 10, seed=2):
        world.step(row)
    before, picture = states(world), world.panorama()["rgb"]
    world.proceed([first])
    after = states(world)
    for name in before.keys() - {"taken", "over", "next"}:
        np.testing.assert_array_equal(before[name], after[name], err_msg=name)
    assert world.taken[0] == 0 and not world.over[0]
    np.testing.assert_array_equal(world.panorama()["rgb"], picture)
    with pytest.raises(InputError, match="one episode for each of 1 worlds, got 2"):
        world.proceed([first, first])


def test_distances_are_from_the_agent_or_from_places(kind: Kind) -> None:
    world = kind.make()
    world.reset([kind.generate(7), kind.generate(8)])
    np.testing.assert_allclose(world.distances(), world.distances(world.pose[:, :2]))
    np.testing.assert_allclose(world.distances(world.goal), 0, atol=1e-9)
    assert (world.metrics()["stop_distance"] == world.distances()).all()


def test_each_world_has_a_horizon_of_its_own(kind: Kind) -> None:
    world = kind.make(horizon=3)
    world.reset(kind.anywhere(2, 0))
    world.horizon[1] = 1
    world.step([1, 1])
    assert world.over.tolist() == [False, True] and not world.stopped.any()
    assert world.step([1, 1]).refused.tolist() == [0, 1]
    world.step([1, 1])
    assert world.over.all() and world.taken.tolist() == [3, 1]


def test_a_horizon_is_at_least_one_action(kind: Kind) -> None:
    world = kind.make(horizon=1)
    world.reset(kind.anywhere(1, 0))
    world.step([1])
    assert world.over.all()
    with pytest.raises(InputError, match="horizon"):
        kind.make(horizon=0)


@pytest.mark.parametrize("make", [LaniWorld, ChaiWorld])
def test_a_reward_must_be_one(make: Callable[..., object]) -> None:
    with pytest.raises(ArgumentError, match=r"reward\.Reward"):
        make(reward=5)


def test_actions_are_spelled_and_read(kind: Kind) -> None:
    actions = moves(kind, 1, 50)[:, 0].tolist()
    assert kind.read_actions(kind.spell_actions([*actions, 3])) == actions
    assert kind.spell_actions([0, 0, 1, 2, 3]) == "FFRL"


def test_goals_on_the_ground_are_in_the_rows_of_the_ground(kind: Kind) -> None:
    episodes = [kind.generate(seed) for seed in range(25)]
    poses, goals = np.array([e.start for e in episodes]), np.array([e.goal for e in episodes])
    rows, _ = kind.view.cells(kind.view.goal_classes(poses, goals))
    assert (rows >= 0).sum() > 12 and rows[rows >= 0].min() >= kind.view.first_ground_row


def test_the_ground_begins_where_the_camera_sees_it() -> None:
    assert kind_of("lani").view.first_ground_row == 16 and kind_of("chai").view.first_ground_row == 6


def test_worlds_are_found_by_name_or_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert import_world("lani") is kind_of("lani") is load("sightline.lani.kind:KIND", "")
    for name, says in (
        ("mars", "no world 'mars'; there are lani, chai"),
        ("no.such:KIND", "no module 'no'"),
        ("json:KIND", "has no KIND"),
        ("json:dumps", "is not a sightline.world.Kind"),
        ("sightline.lani.kind:KIND", "calls itself 'lani'"),
        ("a b:KIND", "no world 'a b:KIND'"),
    ):
        with pytest.raises(InputError, match=says):
            import_world(name)
    (tmp_path / "broken_world.py").write_text("import no_such_library\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    with pytest.raises(InputError, match="cannot be imported"):
        import_world("broken_world:KIND")


def test_a_name_alone_imports_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = (
        f"from dataclasses import replace\nfrom sightline.lani.kind import KIND\nKIND = replace(KIND, name='{OUTSIDE}')\n"
    )
    (tmp_path / "outside_world.py").write_text(source)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    with pytest.raises(InputError, match="--world"):
        kind_of(OUTSIDE)
    assert "outside_world" not in sys.modules and str(tmp_path) not in sys.path
    kind = import_world(OUTSIDE)
    assert kind.name == OUTSIDE and kind_of(OUTSIDE) is kind
    received = f"import pickle, sys; sys.path.append({str(tmp_path)!r}); print(pickle.load(sys.stdin.buffer).name)"
    child = subprocess.run([sys.executable, "-c", received], input=pickle.dumps(kind), capture_output=True, check=True)
    assert child.stdout.decode().strip() == OUTSIDE  # our own processes get what this one has imported
    del sys.modules["outside_world"]
    kind_of.cache_clear()


NONE_OF_THESE = [np.nan, np.inf, -np.inf, 1e300]
NO_STATES = [None, "x", 5, float("nan"), [1], np.zeros(3), np.array("x"), [[1], [1, 2]], np.full((2, 3), np.nan)]


@pytest.mark.parametrize("value", NONE_OF_THESE)
@pytest.mark.parametrize("method", ["observe", "panorama", "rewards", "step", "locate"])
def test_poses_that_are_none_are_told_before_a_kernel_sees_them(kind: Kind, value: float, method: str) -> None:
    world = kind.make()
    world.reset([kind.generate(1), kind.generate(2)])
    world.pose[1] = value
    arguments = {"step": ([0, 0],), "locate": ([3, 3], [20, 20], [9, 9])}.get(method, ())
    with pytest.raises(InputError, match="World 1"):
        getattr(world, method)(*arguments)


def test_a_state_that_is_not_of_this_world_is_refused_and_changes_nothing(kind: Kind) -> None:
    world = kind.make()
    world.reset([kind.generate(1), kind.generate(2)])
    state = world.save()
    before = world.observe()["rgb"]
    bad: list[Any] = [{key: state[key] for key in state if key != gone} for gone in state]
    bad += [{**state, key: value} for key in state for value in NO_STATES] + NO_STATES
    for key, array in state.items():
        if isinstance(array, np.ndarray) and array.dtype.kind in "if":
            wrong = array.copy()
            wrong.flat[-1] = np.nan if array.dtype.kind == "f" else np.iinfo(array.dtype).min
            bad.append({**state, key: wrong})
    for given in bad:
        with pytest.raises(InputError):
            world.restore(given)
    np.testing.assert_array_equal(world.observe()["rgb"], before)
    world.restore(state)


@pytest.mark.parametrize("where", [[-1], [2], [0, 0], [0.5], ["a"], 0, "x", [[0]], [None]])
def test_worlds_that_are_not_there(kind: Kind, where: Any) -> None:
    world = kind.make()
    world.reset([kind.generate(1), kind.generate(2)])
    calls = [lambda: world.reset([kind.generate(1)] * len(np.atleast_1d(where)), where=where)]
    if where != [0, 0]:
        calls += [lambda: world.save(where), lambda: world.panorama(where=where)]
    for call in calls:
        with pytest.raises(InputError):
            call()


def test_nothing_can_be_asked_of_worlds_without_episodes(kind: Kind) -> None:
    for method in ("metrics", "distances", "rewards", "save", "observe", "panorama"):
        with pytest.raises(InputError, match="no episodes yet"):
            getattr(kind.make(), method)()


@pytest.mark.parametrize("bad", [None, "x", 5, ["x"], [None], {}, np.array("x"), float("nan")])
def test_episodes_are_episodes(kind: Kind, bad: Any) -> None:
    world = kind.make()
    world.reset([kind.generate(1)])
    for method in (world.reset, world.proceed):
        with pytest.raises(InputError):
            method(bad)


@pytest.mark.parametrize("name", ["start", "goal"])
@pytest.mark.parametrize("value", [np.nan, np.inf, 1e308, "x", None])
def test_episodes_start_and_end_somewhere(kind: Kind, name: str, value: Any) -> None:
    episode = kind.generate(1)
    if name == "goal" and "end" in type(episode).__match_args__:
        name = "end"  # of which its goal is made
    size = 3 if name == "start" else 2
    with pytest.raises(InputError, match="episode 0"):
        kind.make().reset([replace(episode, **{name: (value,) * size})])


@pytest.mark.parametrize(
    ("argument", "bad"),
    [(a, b) for a in ("horizon", "threads", "near", "camera", "device") for b in ("", float("nan"), -1, [], True, 10**400)],
)
def test_arguments_of_a_world(kind: Kind, argument: str, bad: Any) -> None:
    with pytest.raises(InputError):
        kind.make(**{argument: bad})


def test_public_arrays_keep_their_shape(kind: Kind) -> None:
    world = kind.make()
    world.reset([kind.generate(1), kind.generate(2)])
    horizon, pose = world.horizon, world.pose.copy()
    world.horizon = np.array([7, 8])
    assert world.horizon is horizon and horizon.tolist() == [7, 8]
    for name, bad in (("pose", np.zeros((3, 3))), ("pose", "x"), ("horizon", [1.5, 2.0]), ("over", 3), ("goal", None)):
        with pytest.raises(InputError, match=f"^{name} holds"):
            setattr(world, name, bad)
    np.testing.assert_array_equal(world.pose, pose)
