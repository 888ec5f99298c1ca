"""Goals one after the other: who knows them is right, the centre is the same cell, and how far off is measured by hand."""

import numpy as np
import pytest
import torch
from evaluation.errands import CHAI, EXAMPLES, GOALS, PARAGRAPH
from sightline.evaluation.goals_in_turn import look_at_center, look_at_truth, look_with, missed_by

from sightline.agent import Agent
from sightline.corpus.stages import each_goal
from sightline.evaluation.methods import Runner
from sightline.evaluation.scores import run_goals, score_results
from sightline.geometry.rings import RINGS
from sightline.language import Vocabulary
from sightline.models.action_generator import ActionGenerator, ActionGeneratorConfig
from sightline.models.lookout import Lookout, LookoutConfig

STAGES, STATE = each_goal([PARAGRAPH])


def test_places_are_measured_on_the_floor_and_things_in_space() -> None:
    points = np.array([stage.point for stage in STAGES]) + np.array([3.0, 4.0, 0.0])
    away = missed_by(points, STAGES)
    assert set(away[[stage.reaches for stage in STAGES]].round(6)) == {5.0}
    assert set(away[[not stage.reaches for stage in STAGES]].round(6)) == {3.0}


def test_the_centre_is_the_same_cell_everywhere() -> None:
    world = CHAI.make()
    world.restore(STATE)
    found = look_at_center(CHAI)(world, STAGES)
    behind = world.locate(*(np.full(len(world), k) for k in (3, 20, 16))).point
    places = CHAI.view.grid.place(world.pose, np.full(len(world), 20), np.full(len(world), 112), CHAI.view.bounds)
    for n, stage in enumerate(STAGES):
        expected = behind[n] if stage.reaches else (places[n, 0], 0.0, places[n, 1])
        np.testing.assert_allclose(found.points[n], expected, atol=1e-9)


def test_every_goal_has_a_result() -> None:
    told: list[int] = []
    runner = Runner(CHAI, tell=told.append)
    results = run_goals(runner, "ceiling", EXAMPLES)
    assert len(results) == len(GOALS) and sum(told) == len(EXAMPLES)
    assert [(r.segment, r.number) for r in results] == [(e.place, k) for e in EXAMPLES for k in range(len(e.goals))]
    scores, centre = (score_results(run_goals(runner, m, EXAMPLES), "goals", CHAI) for m in ("ceiling", "center"))
    assert scores["Acc"] > 60 and scores["Dist"] < 1 < centre["Dist"]
    few = run_goals(runner, "ceiling", EXAMPLES[1:2])
    assert [r.goal_distance for r in few] == pytest.approx([r.goal_distance for r in results if r.segment == 1])
    assert run_goals(runner, "center", []) == []
    truth = look_at_truth(CHAI)
    world = CHAI.make()
    world.restore(STATE)
    np.testing.assert_allclose(missed_by(truth(world, STAGES).points, STAGES), [r.goal_distance for r in results])


def test_our_agent_says_what_it_would_go_for() -> None:
    torch.manual_seed(0)
    config = LookoutConfig(
        width=8, heads=2, layers=1, reading=1, channels=(4, 4), things=0, ground=6, rings=RINGS, interacts=True
    )
    eyes, legs = Lookout(config).eval(), ActionGenerator(ActionGeneratorConfig(5))
    agent = Agent(CHAI, eyes, legs, Vocabulary.of(["go"]), torch.device("cpu"))  # type: ignore[arg-type]
    world = CHAI.make()
    world.restore(STATE)
    found = look_with(agent)(world, STAGES)
    assert found.points.shape == (len(STAGES), 3) and np.isfinite(found.points).all() and found.sure is not None
    assert ((found.sure >= 0) & (found.sure <= 1)).all()
    assert (found.points[[not stage.reaches for stage in STAGES], 1] == 0).all()
