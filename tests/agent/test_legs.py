"""Learned legs: what the action generator is told of aims, what it may do, and when an aim is over."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from agent.scripts import LANI, START, STOP, empty_field
from houses import CHAI, Houses
from torch import Tensor, nn

from sightline.agent.aim import ACTED, Aim, Event
from sightline.agent.journey import Journey
from sightline.agent.legs import TOO_LONG, LearnedLegs, aimed, goal_in_view, load_action_generator, permitted
from sightline.agent.seers import GivenAims
from sightline.errors import InputError
from sightline.language import Vocabulary
from sightline.lani import LaniWorld
from sightline.models.action_generator import OUT_OF_SIGHT, ActionGenerator, ActionGeneratorConfig
from sightline.models.misra17 import Misra17, Misra17Config
from sightline.models.pretrained import save_model
from sightline.world import Step, World

CPU = torch.device("cpu")
TURN, INTERACT = 1, 4


class Generator(nn.Module):
    """An action generator with fixed preferences whose memory counts its steps; it remembers what it was told."""

    def __init__(self, *likely: float, stops_after: int = 10**9, stops_short: float = 0.0, typed: bool = False):
        super().__init__()
        self.likely, self.stops_after = nn.Parameter(torch.tensor(likely or (1.0, 0.0, 0.0, 0.0))), stops_after
        self.config = ActionGeneratorConfig(len(self.likely), stops_short=stops_short, typed=typed)
        self.told: list[dict[str, Any]] = []

    def forward(
        self, cells: Tensor, reckoned: Tensor, step: Tensor, state: Any, reaching: Tensor | None
    ) -> tuple[Tensor, Any]:
        self.told.append({"cells": cells.tolist(), "reckoned": reckoned, "step": step.tolist(), "reaching": reaching})
        before = torch.zeros(len(step), 1) if state is None else state[0]
        logits = self.likely.expand(len(step), -1).clone()
        logits[:, 3] += 99.0 * (step >= self.stops_after)
        return logits, (before + 1, before + 2)


def legs_of(world: World, model: Any, **more: Any) -> LearnedLegs:
    return LearnedLegs(LANI if len(world.actions) == 4 else CHAI, model, world, **more)


def step(world: World, refused: Sequence[int] = ()) -> Step:
    nothing = np.zeros(len(world))
    return Step(nothing, nothing, nothing > 0, np.array([*refused] or nothing, dtype=np.uint8))


# What it is told


def test_what_an_action_generator_is_told_is_the_cell_in_view_and_where_the_goal_is() -> None:
    pose = np.array([[25.0, 25.0, 0.0]] * 3)
    goals = np.array([[25.1, 40.0], [25.0, 10.0], [25.1, 40.0]])  # ahead, behind, ahead but never located
    cells, reckoned = goal_in_view(LANI.view, pose, goals, np.array([True, True, False]), CPU)
    assert reckoned.dtype == torch.float32 and reckoned.shape == (3, 5)
    assert reckoned[:, 0].tolist() == pytest.approx([0.75, 0.75, 0.75], abs=1e-3)  # 15 of 20 units
    assert reckoned[:, 1].tolist() == pytest.approx([np.exp(-7.5)] * 3, rel=1e-2)
    assert reckoned[:, 2].tolist() == pytest.approx([0.00667, 0, 0.00667], abs=1e-4)
    assert reckoned[:, 3].tolist() == pytest.approx([1, -1, 1], abs=1e-3)  # ahead, behind, ahead
    assert reckoned[:, 4].tolist() == [0.0, 0.0, 0.0]
    row, column = LANI.view.grid.in_view(pose[0], goals[0])
    assert cells.tolist() == [int(row) * 32 + int(column), OUT_OF_SIGHT, OUT_OF_SIGHT]
    assert cells[0] % 32 == 16 and cells[0] // 32 >= 16
    unsaid, _ = goal_in_view(LANI.view, pose, goals, None, CPU)
    assert unsaid[2] == unsaid[0] != OUT_OF_SIGHT


def test_points_are_told_with_their_height() -> None:
    pose, points = np.array([[25.0, 25.0, 0.0]] * 2), np.array([[25.0, 1.5, 35.0], [25.0, 0.0, 35.0]])
    cells, reckoned = goal_in_view(LANI.view, pose, points, None, CPU)
    assert reckoned[:, 4].tolist() == [1.5, 0.0] and reckoned[:, 0].tolist() == [0.5, 0.5]
    assert cells[0] < cells[1]  # higher up in the view


def test_a_goal_that_was_not_located_is_not_looked_at() -> None:
    legs = legs_of(empty_field((25.0, 30.0), (25.0, 30.0)), Generator())
    for n, place in enumerate(((25.0, 20.0), (25.0, 40.0))):
        legs.set_out(n, Aim(place, in_sight=False), 0, np.zeros(2))
    legs.act([None, None])
    assert legs.model.told[0]["cells"] == [OUT_OF_SIGHT, OUT_OF_SIGHT]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("place", "origin", "told"),
    [
        ((25.0, 26.0), (25.0, 16.0), (25.0, 26.5)),
        ((25.0, 19.0), (25.0, 16.0), (25.0, 19.5)),
        ((25.0, 18.99), (25.0, 16.0), (25.0, 18.99)),  # closer than 0.6 x 5 units: there is nothing to overshoot
        ((25.0, 50.0), (25.0, 16.0), (25.0, 50.0)),  # the field ends there
        ((20.0, 10.0), (32.0, 26.0), (19.7, 9.6)),
    ],
)
def test_a_goal_is_told_as_much_farther_as_the_agent_stops_short(
    place: tuple[float, float], origin: tuple[float, float], told: tuple[float, float]
) -> None:
    world = empty_field((25.0, 30.0))
    legs = legs_of(world, Generator(stops_short=0.5))
    assert legs.set_out(0, Aim(place), 0, np.array(origin)) is None
    assert legs.targets[0] == pytest.approx([told[0], 0.0, told[1]])
    for exact, aim in (
        (legs, Aim(place, waypoint=True)),
        (legs_of(world, Generator(stops_short=0.5), overshoot=0.0), Aim(place)),
    ):
        exact.set_out(0, aim, 0, np.array(origin))
        assert exact.targets[0].tolist() == [place[0], 0.0, place[1]]


def test_the_best_legs_stop_a_little_short() -> None:
    from sightline.agent.methods import WEIGHTS

    model = load_action_generator(LANI, WEIGHTS / "lani" / "best-actions", CPU)
    assert 0 < model.config.stops_short < 1


# Memory and time


def test_the_memory_of_a_way_is_forgotten_with_a_new_aim() -> None:
    world, model = empty_field((25.0, 30.0), (25.0, 30.0)), Generator()
    legs, aim, both = legs_of(world, model), Aim((25.0, 30.0)), [None, None]
    for n in range(2):
        legs.set_out(n, aim, 0, np.zeros(2))  # before there is anything to forget
    for _ in range(2):
        legs.act(both)
        legs.after(np.zeros(2, int), world.pose, step(world))
    assert legs._state is not None and [part.tolist() for part in legs._state] == [[[2.0], [2.0]], [[3.0], [3.0]]]
    legs.set_out(0, aim, 0, np.zeros(2))
    legs.act(both)
    assert [part.tolist() for part in legs._state] == [[[1.0], [3.0]], [[2.0], [4.0]]]
    legs.act(both)  # it forgets once
    assert legs._state[0].tolist() == [[2.0], [4.0]]
    legs.set_out(1, aim, 0, np.zeros(2))
    legs.act(both, [1])  # the second acts again within the step, as if it had just begun; the first remembers nothing of it
    assert [part.tolist() for part in legs._state] == [[[2.0], [1.0]], [[3.0], [2.0]]]
    assert [told["step"] for told in model.told] == [[0, 0], [1, 1], [2, 2], [2, 2], [2, 2]]
    assert legs.steps.tolist() == [2, 2]  # on a field they are counted from the start


def test_legs_without_a_memory_walk_too() -> None:
    class Forgetful(Generator):
        def forward(self, *told: Any) -> tuple[Tensor, None]:
            return super().forward(*told)[0], None

    world = empty_field((25.0, 30.0))
    legs = legs_of(world, Forgetful())
    legs.set_out(0, Aim((25.0, 30.0)), 0, np.zeros(2))
    assert legs.act([None]).tolist() == legs.act([None], [0]).tolist() == [0] and legs._state is None


def test_on_fields_an_episode_has_the_worlds_time_and_only_stop_ends_an_aim() -> None:
    world = empty_field((25.0, 30.0))
    legs = legs_of(world, Generator())
    assert legs.horizon(world).tolist() == [40] and not legs.typed and legs.channels == ()
    legs.set_out(0, Aim((25.0, 30.0)), 0, np.zeros(2))
    for _ in range(50):
        assert legs.after(np.array([0]), world.pose, step(world)) == {}


@pytest.mark.parametrize("heading", [90.0, 180.0, 345.0, 8.0, 0.0])
def test_an_aim_with_a_heading_where_it_stands_is_turned_to(heading: float) -> None:
    world = empty_field((25.0, 30.0))
    x, z, before = world.pose[0].tolist()
    legs = legs_of(world, Generator(9.0, 0.0, 0.0, 0.0))  # it would walk
    aim, headings = Aim((x, z, (before + heading) % 360)), [before]
    legs.set_out(0, aim, 0, world.pose[0, :2])
    for _ in range(20):
        actions = legs.act([aim])
        if world.actions[int(actions[0])] == "stop":
            break
        earlier = world.pose.copy()
        legs.after(actions, earlier, world.step(actions))
        headings.append(float(world.pose[0, 2]))
    assert world.pose[0, :2].tolist() == [x, z]
    assert abs((world.pose[0, 2] - before - heading + 180) % 360 - 180) <= 7.5 and len(headings) <= 13


def test_typed_aims_have_forty_actions_each_and_twelve_of_them_time() -> None:
    world = CHAI.make()
    world.reset(CHAI.anywhere(2, 3))
    legs = legs_of(world, Generator(*[0.0] * 5, typed=True))
    assert legs.horizon(world).tolist() == [480, 480] and legs.typed
    for n in range(2):
        legs.set_out(n, Aim((1.0, 1.0)), 0, np.zeros(2))
    for _ in range(39):
        assert legs.after(np.array([0, 0]), world.pose, step(world)) == {}
    legs.set_out(1, Aim((1.0, 1.0)), 0, np.zeros(2))
    assert legs.after(np.array([0, 0]), world.pose, step(world)) == {0: Event(True, failed=TOO_LONG)}
    assert legs.steps.tolist() == [40, 1] and legs.spent.tolist() == [40, 1]


def test_typed_aims_end_with_an_interaction_that_is_not_refused() -> None:
    world = CHAI.make()
    world.reset(CHAI.anywhere(3, 3))
    legs = legs_of(world, Generator(*[0.0] * 5, typed=True))
    for n in range(3):
        legs.set_out(n, Aim((1.0, 1.0), (1.0, 1.0, 1.0)), 0, np.zeros(2))
    events = legs.after(np.array([INTERACT + 7, INTERACT, 3]), world.pose, step(world, refused=(0, 2, 0)))
    assert events == {0: ACTED}


# What is permitted


def test_walking_ends_with_stop_and_reaching_with_an_interaction_in_view() -> None:
    logits = torch.zeros(3, 5)
    reaching, cells = torch.tensor([False, True, True]), torch.tensor([5, 5, OUT_OF_SIGHT])
    allowed = permitted(logits, CHAI.actions, reaching, cells) == 0
    assert allowed.tolist() == [[1, 1, 1, 1, 0], [1, 1, 1, 0, 1], [1, 1, 1, 0, 0]]
    assert permitted(logits, CHAI.actions, None, cells) is logits


def test_an_interaction_goes_to_the_cell_that_shows_the_goal() -> None:
    chosen, cells = np.array([0, 4, 4, 3]), np.array([9, 9, OUT_OF_SIGHT, 9])
    assert aimed(chosen, 4, cells).tolist() == [0, 4 + 9, 4 + 1023, 3] and aimed(chosen, None, cells) is chosen


def test_legs_reach_for_what_is_in_view(houses: Houses) -> None:
    """Where things were demonstrated they are reached for at once, though the generator would rather stop."""
    rows = [k for k, stage in enumerate(houses.stages) if stage.reaches]
    world = houses.at_stages()
    world.restore(world.save(rows))
    goals = [houses.stages[k].goal for k in rows]
    world.pose = np.array([goal.stand for goal in goals])  # type: ignore[union-attr]
    aims = [[Aim(goal.stand[:2], goal.point)] for goal in goals]  # type: ignore[union-attr]
    legs = legs_of(world, Generator(0.0, 0.0, 0.0, 50.0, 9.0, typed=True))
    Journey(CHAI, world, GivenAims(aims), legs).finish()
    measured = world.metrics()
    assert measured["completed"].mean() > 0.8 and (world.taken[measured["completed"]] == 1).all()
    told = legs.model.told[0]  # type: ignore[union-attr]
    assert told["reaching"].all() and told["reckoned"][:, 4].tolist() == pytest.approx(legs.targets[:, 1])


def test_legs_do_not_reach_for_what_was_never_seen(houses: Houses) -> None:
    world = houses.at_stages()
    hidden = GivenAims([[Aim((1.0, 1.0), (1.0, 1.0, 1.0), in_sight=False)]] * len(world))
    Journey(CHAI, world, hidden, legs_of(world, Generator(0.0, 5.0, 0.0, 0.0, 9.0, typed=True))).finish()
    assert (world.taken == 40).all() and not any(world.done)  # type: ignore[attr-defined]


# Whole journeys of the paper's agent in houses


def go(world: World, model: Generator, aims: Sequence[Sequence[Aim]]) -> Any:
    return Journey(CHAI, world, GivenAims(aims), legs_of(world, model)).finish()


def test_each_goal_has_forty_actions(houses: Houses) -> None:
    world, model = houses.at_stages(), Generator(0.0, 9.0, 0.0, 0.0, 0.0, typed=True)
    path = go(world, model, [[Aim((1.0, 1.0)), Aim((1.0, 1.0), (1.0, 1.0, 1.0))]] * len(world))
    assert len(path) - 1 == 2 * 40 + 1 and world.stopped.all() and (world.taken == 80).all()  # it turns, and stops at last
    assert [told["step"][0] for told in model.told][:80] == [*range(40), *range(40)]


def test_stop_ends_a_goal_and_the_next_begins_at_once(houses: Houses) -> None:
    world, model = houses.at_stages(), Generator(0.0, 9.0, 0.0, 0.0, 0.0, typed=True, stops_after=3)
    two = [Aim((1.0, 1.0)), Aim((2.0, 2.0))]
    path = go(world, model, [two, *[two[:1]] * (len(world) - 1)])
    assert len(path) - 1 == 7 and world.taken.tolist() == [6] + [3] * (len(world) - 1)
    assert world.stopped.all()


def test_an_instruction_without_goals_is_done(houses: Houses) -> None:
    world = houses.at_stages()
    assert len(go(world, Generator(9.0, 0.0, 0.0, 0.0, 0.0, typed=True), [[]] * len(world))) == 2
    assert world.stopped.all() and (world.taken == 0).all()


# Models on disk


def test_another_model_or_another_worlds_generator_is_refused(tmp_path: Path) -> None:
    save_model(ActionGenerator(ActionGeneratorConfig(4, hidden=8)), tmp_path / "lani")
    save_model(Misra17(Misra17Config(2)), tmp_path / "misra17", Vocabulary.of(["go"]))
    assert load_action_generator(LANI, tmp_path / "lani", CPU).config.hidden == 8
    with pytest.raises(InputError, match="4 actions, but CHAI has 5"):
        load_action_generator(CHAI, tmp_path / "lani", CPU)
    with pytest.raises(InputError, match="not an action generator"):
        load_action_generator(LANI, tmp_path / "misra17", CPU)


def test_the_likeliest_action_is_taken() -> None:
    world: LaniWorld = empty_field((25.0, 30.0), (25.0, 30.0))
    for likely, action in (((0.0, 3.0, 1.0, 2.0), TURN), ((0.0, 1.0, 2.0, 3.0), STOP)):
        legs = legs_of(world, Generator(*likely))
        assert legs.act([None, None]).tolist() == [action] * 2 and START[:2] == (25.0, 10.0)
