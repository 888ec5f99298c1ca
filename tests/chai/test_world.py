"""The house world: walking, bumping, ending, remembering; many worlds are as many single ones."""

from contextlib import suppress
from dataclasses import replace

import numpy as np
import pytest
from chai.houses import MUG, furnished, named, part

from sightline.chai import ChaiWorld, Episode, generate_episode, load_house, stock_of
from sightline.chai.dynamics import ACTION_COUNT, INTERACT
from sightline.chai.episode import agreement
from sightline.chai.hands import OPEN, PICK_UP, PUT
from sightline.chai.house import FIRST_PART
from sightline.chai.route.planner import plan_deed
from sightline.errors import InputError
from sightline.world import INTERACTION, NAVIGATION, Goal


def world_at(*pose: float, **options: object) -> ChaiWorld:
    """One world in the small house, the agent at a pose."""
    house, stock = furnished()
    world = ChaiWorld(**options)  # type: ignore[arg-type]
    world.reset([Episode(house, stock, pose or (2.0, 2.5, 0.0), ())])  # type: ignore[arg-type]
    return world


def test_actions_move_and_turn() -> None:
    world = world_at(2.0, 2.5, 0.0)
    for action, pose in (
        (0, [2.0, 2.6, 0]),
        (1, [2.0, 2.6, 90]),
        (0, [2.1, 2.6, 90]),
        (2, [2.1, 2.6, 0]),
        (2, [2.1, 2.6, 270]),
    ):
        done = world.step([action])
        assert world.pose[0].tolist() == pytest.approx(pose)
        assert done.moved[0] == pytest.approx(0.1 if action == 0 else 0.0) and done.collision[0] == 0


def test_walls_and_furniture_take_the_step() -> None:
    world = world_at(2.0, 0.3, 180.0)  # the wall's face is at z = 0.05, the body 0.25 thick
    done = world.step([0])
    assert done.moved[0] == 0 and done.collision[0] == pytest.approx(0.1) and done.refused[0] == 0
    assert world.pose[0].tolist() == pytest.approx([2.0, 0.3, 180])
    world = world_at(1.0, 3.0, 0.0)  # the counter is 0.65 deep, against the wall at 4.95
    for _ in range(30):
        world.step([0])
    assert world.pose[0, 1] == pytest.approx(4.0, abs=0.11) and world.pose[0, 1] + 0.25 <= 4.95 - 0.65 + 1e-9


def test_the_door_leads_into_the_other_room() -> None:
    world = world_at(5.0, 2.5, 90.0)
    collisions = sum(world.step([0]).collision[0] for _ in range(20))
    assert collisions == 0 and world.pose[0, 0] == pytest.approx(7.0)


def test_an_episode_ends_with_stop_or_the_horizon() -> None:
    world = world_at(horizon=3)
    assert world.step([3]).stopped[0] and world.over[0]
    assert "over" in world.refusals[world.step([0]).refused[0]]
    world = world_at(horizon=3)
    for _ in range(3):
        assert not world.over[0]
        world.step([INTERACT])  # the ceiling: refused, but it counts
    assert world.over[0] and not world.stopped[0]


@pytest.mark.parametrize("action", [-1, ACTION_COUNT, 5000])
def test_actions_outside_the_grid_are_refused(action: int) -> None:
    world = world_at()
    with pytest.raises(InputError, match=rf"Action {action} is outside.*32 \* row \+ column"):
        world.step([action])


def test_bad_calls_are_told() -> None:
    with pytest.raises(InputError, match="no episodes yet"):
        ChaiWorld().observe()
    with pytest.raises(InputError, match="at least one"):
        ChaiWorld().reset([])
    with pytest.raises(InputError, match="not a free place"):
        world_at(4.0, 1.5, 0.0)  # on the table
    with pytest.raises(InputError, match="3 finite numbers"):
        world_at(float("nan"), 1.0, 0.0)
    with pytest.raises(InputError, match="whole-number actions"):
        world_at().step([0.5])
    with pytest.raises(InputError, match="rows of cells"):
        world_at().locate([3], [32], [0])
    with pytest.raises(InputError, match="horizon"):
        ChaiWorld(horizon=0)


def test_locate_says_what_lies_behind_a_cell() -> None:
    world = world_at(4.0, 2.5, 180.0)  # looks south over the table
    house, _ = furnished()
    seen = world.observe(("segmentation",))["segmentation"][0]
    row, column = (int(v) for v in np.argwhere(seen == MUG).mean(axis=0) // 4)
    located = world.locate([3], [row], [column])
    assert located.id[0] == MUG
    assert located.point[0] == pytest.approx([4.0, house.plan.pieces[2].thing.size[1] + 0.06, 1.5], abs=0.12)
    assert world.locate([0], [31], [16]).id[0] in (-1, named(house, "round rug"))  # behind it the floor


def test_many_worlds_are_as_many_single_ones() -> None:
    episodes = [generate_episode(seed) for seed in range(6)]
    many = ChaiWorld()
    many.reset(episodes)
    singles = [ChaiWorld() for _ in episodes]
    for world, episode in zip(singles, episodes, strict=True):
        world.reset([episode])
    rng = np.random.default_rng(0)
    for _ in range(40):
        actions = np.where(rng.random(6) < 0.4, rng.integers(INTERACT, ACTION_COUNT, 6), rng.integers(0, 3, 6))
        rewards = many.rewards_of(actions)
        done = many.step(actions)
        for n, world in enumerate(singles):
            assert world.rewards_of(actions[n : n + 1])[0] == rewards[n]
            alone = world.step(actions[n : n + 1])
            assert [alone.moved[0], alone.collision[0], alone.refused[0]] == [
                done.moved[n],
                done.collision[n],
                done.refused[n],
            ]
    pictures = many.observe(("rgb", "segmentation"))
    for n, world in enumerate(singles):
        np.testing.assert_array_equal(world.pose[0], many.pose[n])
        assert world.done[0] == many.done[n]
        for name, picture in world.observe(("rgb", "segmentation")).items():
            np.testing.assert_array_equal(picture[0], pictures[name][n])


def test_some_worlds_begin_anew_in_other_houses_while_the_rest_go_on() -> None:
    house, stock = furnished()
    world = ChaiWorld()
    world.reset([Episode(house, stock, (2.0, 2.5, 0.0), ())] * 2)
    world.step([0, 0])
    world.state.open[1, 0] = 1
    before = world.observe()["rgb"][1]
    larger = generate_episode(3, load_house(4), 0)
    world.reset([larger], where=[0])
    assert world.pose[0].tolist() == pytest.approx(larger.start)
    np.testing.assert_array_equal(world.observe()["rgb"][1], before)
    assert world.pose[1].tolist() == pytest.approx([2.0, 2.6, 0.0])


def test_a_state_is_restored_exactly() -> None:
    world = world_at(4.0, 2.4, 180.0)
    world.step(plan_deed(world, (PICK_UP, MUG, 0))[-1:])  # type: ignore[index]
    saved = world.save()
    picture = world.observe()["rgb"]
    for action in (1, 0, 0, 700, 2):
        world.step([action])
    world.state.open[0, 2] = 1
    differences = world.differences(saved)
    assert any("the agent is at" in line for line in differences) and any("is open" in line for line in differences)
    other = ChaiWorld()
    other.restore(saved)
    for restored in (world, other):
        restored.restore(saved)
        assert restored.differences(saved) == []
        np.testing.assert_array_equal(restored.observe()["rgb"], picture)
        assert restored.state.held[0] == 0 and restored.done[0] == [(PICK_UP, MUG, 0)]


def test_states_of_other_houses_and_versions_are_refused() -> None:
    world = world_at()
    saved = world.save()
    with pytest.raises(InputError, match=r"version 99.*restores version 2"):
        world.restore(saved | {"version": 99})
    with pytest.raises(InputError, match="saved in another house"):
        world.restore(saved | {"houses": ["0123456789abcdef"]})
    elsewhere = ChaiWorld()
    elsewhere.reset([Episode(load_house(1), stock_of(load_house(1), 0), (3.0, 6.5, 0.0), ())])
    assert "this is house 1" in elsewhere.differences(saved)[0]


def test_manipulation_accuracy_by_hand() -> None:
    a, b, c = (OPEN, 1001, 0), (PICK_UP, 3001, 0), (PUT, 3001, 5)
    assert agreement(set(), set()) == 100.0
    assert agreement({a}, set()) == 0.0
    assert agreement(set(), {a}) == 0.0
    assert agreement({a, b}, {a, b}) == 100.0
    assert agreement({a, b}, {b, c}) == pytest.approx(100 / 3)
    assert agreement({(PUT, 3001, 6)}, {c}) == 0.0  # the wrong receptacle


def test_metrics_of_a_finished_task() -> None:
    house, stock = furnished()
    drawer = part(house, "top left drawer", "oak drawer counter")
    deed = ("open", f"top left drawer {drawer}", "")
    goals = (Goal(INTERACTION, (1.0, 3.0, 0.0), (1.0, 0.5, 4.5), deed), Goal(NAVIGATION, (7.0, 2.5)))
    episode = Episode(house, stock, (5.0, 2.5, 90.0), goals)
    world = ChaiWorld()
    world.reset([episode, replace(episode, goals=goals[1:])])
    for _ in range(15):
        world.step([0, 0])
    found = world.metrics()
    assert found["stop_distance"].tolist() == pytest.approx([0.5, 0.5])
    assert found["manipulation_accuracy"].tolist() == [0.0, 100.0]
    assert found["completed"].tolist() == [False, True]


def test_what_was_foreseen_for_a_reward_is_not_used_once_something_has_changed() -> None:
    world = ChaiWorld()
    for seed in range(40):
        world.reset([generate_episode(seed)])
        deed = next((d for d in world.episodes[0].deeds if d[0] == OPEN), None)
        if deed is not None:
            break
    assert deed is not None
    actions = plan_deed(world, deed)
    assert actions is not None
    for action in actions[:-1]:
        world.step([action])
    assert world.rewards_of(actions[-1:])[0] > 1
    world.state.open[0, deed[1] - FIRST_PART] = 1  # another program was faster
    world.step(actions[-1:])
    assert deed not in world.done[0]
    world.state.open[0, deed[1] - FIRST_PART] = 0
    world.done[0].clear()
    world.rewards_of(actions[-1:])
    world.step(actions[-1:])
    assert world.done[0] == [deed]


@pytest.mark.parametrize("group", ["state", "pursuit"])
@pytest.mark.parametrize("value", [-7, 99, 10**6])
def test_a_state_with_numbers_out_of_range_harms_nothing(group: str, value: int) -> None:
    for name in getattr(world_at(), group)._fields:
        world = world_at()
        array = getattr(getattr(world, group), name)
        array[:] = np.array(value).astype(array.dtype)
        with suppress(InputError):
            world.rewards()
            world.observe()
            world.foresee()
            world.step([500])


def test_a_state_that_was_had_long_ago_is_still_looked_over() -> None:
    """A caller can change a state at any time; the change stays when worlds proceed or make room for others."""
    world, other = world_at(), generate_episode(1)
    had = world.state
    world.step([0])
    had.kind[0] = 10**6
    with pytest.raises(InputError, match="out of range"):
        world.observe()
    with pytest.raises(InputError, match="out of range"):
        world.step([500])
    world.proceed(world.episodes)
    with pytest.raises(InputError, match="out of range"):
        world.observe()
    world.reset([world.episodes[0]] * 2)
    world.state.kind[0] = 10**6
    world.reset([other], where=[1])  # another house and more items: new arrays
    with pytest.raises(InputError, match=r"World 0 .* out of range"):
        world.observe()
    world.reset([other])
    world.observe()


def test_a_stock_of_items_that_are_nowhere_is_not_looked_at() -> None:
    house, stock = furnished()
    for spoilt in ({"surface": 10**6}, {"surface": -9}, {"x": float("nan")}, {"room": 99}):
        world = ChaiWorld()
        with pytest.raises(InputError, match="out of range"):
            items = (replace(stock.items[0], **spoilt), *stock.items[1:])  # type: ignore[arg-type]
            world.reset([Episode(house, replace(stock, items=items), (2.0, 2.5, 0.0), ())])
            world.observe()


def test_foresee_takes_worlds_poses_and_cells_that_are_there() -> None:
    world = world_at()
    for bad in ({"worlds": [-1]}, {"worlds": [1]}, {"poses": np.full((1, 3), np.nan)}, {"poses": [[1e6, 1e6, 0.0]]},
                {"cells": [1024]}, {"cells": [-1]}, {"cells": [1, 2]}):  # fmt: skip
        with pytest.raises(InputError):
            world.foresee(**bad)
