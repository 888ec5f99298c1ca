"""The agent: goals from what it sees and reads, words it has never heard, and the parts that it is made of."""

from pathlib import Path
from shutil import copytree, rmtree
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from houses import CHAI, Houses

from sightline.agent import Agent
from sightline.agent.agent import load_predictor, plans, seer_of
from sightline.agent.aim import Aim
from sightline.agent.arrival import ArrivingSeer
from sightline.agent.goal_typing import GoalTyper
from sightline.agent.legs import LearnedLegs
from sightline.agent.look import Look
from sightline.agent.methods import WEIGHTS
from sightline.agent.planner import PlannerLegs
from sightline.agent.predictor import GoalPredictor
from sightline.agent.seers import GoalSeer, NextSeer, TypedSeer
from sightline.errors import InputError
from sightline.geometry import distance
from sightline.language import Vocabulary
from sightline.lani import LaniWorld, generate_episode
from sightline.models.action_generator import ActionGenerator, ActionGeneratorConfig
from sightline.models.details import Details, DetailsConfig
from sightline.models.goal_types import GoalTypes, GoalTypesConfig
from sightline.models.lingunet import LingUNet, LingUNetConfig
from sightline.models.misra17 import Misra17, Misra17Config
from sightline.models.pretrained import save_model
from sightline.world import kind_of

LANI, CPU = kind_of("lani"), torch.device("cpu")
WORDS = Vocabulary.of(["go"])


@pytest.fixture(scope="module")
def best() -> Agent:
    return Agent.from_pretrained("lani")


@pytest.fixture(scope="module")
def paper() -> Agent:
    return Agent.from_pretrained("lani", "paper")


@pytest.fixture(scope="module", params=["best", "paper"])
def agent(request: pytest.FixtureRequest) -> Agent:
    return request.getfixturevalue(request.param)


def world_of(*seeds: int) -> LaniWorld:
    world = LaniWorld()
    world.reset([generate_episode(seed) for seed in seeds])
    return world


def goals(agent: Agent, look: Look) -> list[Aim]:
    """The goals that an agent sees, without its waypoints."""
    seer = agent.seer()
    assert isinstance(seer, GoalSeer)
    seer.next(look, [[]] * len(look), [None] * len(look))
    return [seer.plans[n][-1] for n in look.which.tolist()]


# What it sees


def test_the_papers_places_are_its_likeliest_cells(paper: Agent) -> None:
    world = world_of(0, 1, 2)
    aims = goals(paper, Look(world, range(3)))
    classes = np.array([aim.map.argmax() for aim in aims if aim.map is not None])
    np.testing.assert_array_equal([aim.stand for aim in aims], LANI.view.goal_places(world.pose, classes))
    np.testing.assert_array_equal([aim.in_sight for aim in aims], classes != LANI.view.grid.out_of_sight)


def test_goal_maps_are_probabilities_whatever_the_company(agent: Agent) -> None:
    world = world_of(0, 1, 2)
    together, alone = goals(agent, Look(world, range(3))), goals(agent, Look(world, [1]))[0]
    assert all(aim.map is not None and aim.map.sum() == pytest.approx(1, abs=1e-5) for aim in together)
    tolerance = 100 if agent.predictor.model.in_half else 1  # half precision rounds by what else is in the batch
    np.testing.assert_allclose(alone.map, together[1].map, atol=1e-4 * tolerance)
    turned = goals(agent, Look(world, [2, 0]))
    expected = [together[2].stand, together[0].stand]
    np.testing.assert_allclose([aim.stand for aim in turned], expected, atol=1e-3 * tolerance)


def test_it_looks_from_where_it_stands_now(agent: Agent) -> None:
    world = world_of(4)
    (before,) = goals(agent, Look(world, [0]))
    for _ in range(6):
        world.step([1])
    (after,) = goals(agent, Look(world, [0]))
    assert np.abs(after.map - before.map).max() > 1e-3


@pytest.mark.parametrize("text", ["", "go " * 5000, "va jusqu'au puits rouge", "去红色的桶那里", "🙂"])
def test_any_text_has_a_goal_map(agent: Agent, text: str) -> None:
    world = LaniWorld()
    world.reset([LANI.generate(0, instruction=text)])
    maps = agent.predictor.maps(Look(world, [0]))
    for name, sums in (("goal", np.ones(1)), ("way", np.ones((1, 4)))):
        if name in maps:
            assert np.isfinite(maps[name]).all() and maps[name].sum(-1) == pytest.approx(sums, abs=1e-5)
    assert ("way" in maps) == (agent.predictor.model.readout == "rings")


def test_the_best_agent_knows_waypoints_and_looks_again_and_the_papers_does_not(agent: Agent) -> None:
    world, seer = world_of(0, 1), agent.seer()
    assert isinstance(seer, GoalSeer)
    seer.next(Look(world, [0, 1]), [[], []], [None, None])
    rings = agent.predictor.model.readout == "rings"
    assert agent.predictor.model.looks_again == rings
    for plan in seer.plans.values():
        *way, goal = plan
        assert len(way) <= (4 if rings else 0) and all(aim.waypoint for aim in way) and not goal.waypoint
        assert all(0 <= x <= 50 for aim in plan for x in aim.stand) and 0 < goal.confidence <= 1


def test_words_that_were_said_elsewhere_are_read_from_there(agent: Agent) -> None:
    world = world_of(0, 1, 2)
    here, same = (goals(agent, Look(world, range(3), said_at)) for said_at in (None, world.pose.copy()))
    np.testing.assert_allclose([aim.stand for aim in same], [aim.stand for aim in here], atol=1e-3)
    places = np.array([[45.0, 5.0, 90.0], [1.0, 1.0, 0.0], [5.0, 5.0, 0.0]])
    elsewhere = goals(agent, Look(world, [2, 0], places))
    moved = max(np.abs(aim.map - here[n].map).max() for aim, n in zip(elsewhere, (2, 0), strict=True))
    assert (moved > 1e-3) == agent.predictor.model.looks_again  # the paper's agent does not hear where words are said


def test_unknown_words_are_reported_in_order(agent: Agent) -> None:
    assert agent.unknown_words("Go to the zeppelin, then past the well and the quokka.") == ["zeppelin", "quokka"]
    assert agent.unknown_words("go forward, and turn left .") == []
    assert agent.unknown_words("") == []


# Journeys


def test_it_looks_shows_and_goes(best: Agent) -> None:
    world = world_of(7)
    journey = best.journey(world)
    assert journey.leads_to() is None and len(journey.path) == 1
    assert journey.look() == [0]
    goal = journey.leads_to()
    assert goal is not None and 0 < goal.confidence <= 1
    path = journey.finish()
    assert path.shape == (len(journey.path), 1, 3) and world.over.all() and journey.outcome().off < 3
    np.testing.assert_array_equal(path[-1], world.pose)
    assert best.walks and best.kind is LANI and best.device == CPU


def test_many_go_as_one_does(best: Agent) -> None:
    """Their aims are the same: those that they have seen together."""
    world, alone = world_of(0, 1, 2, 3), LaniWorld()
    together = best.journey(world)
    together.look()
    assert isinstance(together.seer, GoalSeer)
    seen = {n: list(plan) for n, plan in together.seer.plans.items()}
    together.seer.doubts = lambda aim, pose: False  # type: ignore[method-assign]
    together.finish()
    for n in range(4):
        alone.reset([generate_episode(n)])
        journey = best.journey(alone)
        assert isinstance(journey.seer, GoalSeer)
        journey.seer.plans[0] = seen[n]
        journey.seer.doubts = lambda aim, pose: False  # type: ignore[method-assign]
        journey.finish()
        np.testing.assert_array_equal(alone.pose[0], world.pose[n])


def test_the_best_agent_stops_at_a_goal_where_it_stands(best: Agent) -> None:
    world = world_of(0, 1, 2, 3)
    journey = best.journey(world)
    places = world.pose[:, :2].copy()
    for n, (x, z) in enumerate(places.tolist()):
        journey.aim(n, Aim((x, z), in_sight=False))
    journey.finish()
    assert world.stopped.all() and len(journey.path) <= 12 and distance(world.pose, places).max() < 2


@pytest.mark.parametrize("method", ["best", "paper"])
def test_agents_in_houses_follow_instructions(houses: Houses, method: str) -> None:
    """Ours walks by the planner and says what comes next; the paper's has legs and goal types of its own."""
    agent = Agent.from_pretrained("chai", method)
    world = houses.at_starts(houses.examples[:2])
    journey = agent.journey(world)
    ours = method == "best"
    assert isinstance(journey.legs, PlannerLegs if ours else LearnedLegs)
    assert isinstance(journey.seer, NextSeer if ours else TypedSeer)
    assert isinstance(agent.seer(agent.remember(world)), ArrivingSeer if ours else TypedSeer)  # who remembers also searches
    assert (agent.generator is None) == (agent.typer is None) == ours and agent.walks
    journey.finish()
    assert world.over.all() and all(journey.courses[n].ended for n in range(2))


# Parts


def predictor(kind: Any, **model: Any) -> GoalPredictor:
    return GoalPredictor(kind, SimpleNamespace(says_next=False, **model), WORDS, CPU)  # type: ignore[arg-type]


def test_an_agent_without_an_action_generator_has_no_legs() -> None:
    agent, world = Agent(predictor(LANI)), world_of(0)
    assert not agent.walks and agent.legs(world) is None and isinstance(agent.seer(), GoalSeer)
    with pytest.raises(InputError, match="cannot walk"):
        agent.journey(world).step()


def test_the_planner_is_for_models_that_say_what_comes_next_in_a_world_that_is_a_lattice() -> None:
    for kind, says_next, planned in ((LANI, True, False), (CHAI, True, True), (CHAI, False, False)):
        model = predictor(kind)
        model.model.says_next = says_next
        assert plans(model) == planned == Agent(model).walks


def test_a_predictor_that_does_not_say_what_comes_next_needs_goal_types_in_houses() -> None:
    with pytest.raises(InputError, match="goal types"):
        seer_of(predictor(CHAI))
    asked = []

    def types_of(instructions: list[str]) -> list[list[int]]:
        asked.append(instructions)
        return [[]] * len(instructions)

    seer = seer_of(predictor(CHAI), SimpleNamespace(types_of=types_of))  # type: ignore[arg-type]
    world = CHAI.make()
    world.reset(CHAI.anywhere(2, 3))
    assert isinstance(seer, TypedSeer) and seer.next(Look(world, [0, 1]), [[], []], [None, None]) == [None, None]
    assert asked == [[episode.instruction for episode in world.episodes]]


def test_goal_types_of_ones_own_agent_may_be_its_own_or_those_of_the_package(tmp_path: Path) -> None:
    words = Vocabulary.of(["go", "take"])
    save_model(LingUNet(LingUNetConfig(len(words), ground=6)), tmp_path / "goal", words)
    save_model(ActionGenerator(ActionGeneratorConfig(5, hidden=8, typed=True)), tmp_path / "actions")
    agent = Agent.from_pretrained("chai", str(tmp_path))
    bundled = GoalTyper.from_folder(WEIGHTS / "chai" / "goal-types")
    assert agent.typer is not None and agent.typer.vocabulary.ids(["fridge"]) == bundled.vocabulary.ids(["fridge"])
    assert agent.generator is not None and agent.generator.config.hidden == 8
    save_model(GoalTypes(GoalTypesConfig(len(words), 4, 8)), tmp_path / "types", words)
    own = Agent.from_pretrained("chai", str(tmp_path)).typer
    assert own is not None and own.model.config.hidden == 8


def test_what_is_not_an_agent_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is not a model folder"):
        Agent.from_pretrained("lani", str(tmp_path))
    with pytest.raises(InputError, match="no world 'mars'"):
        Agent.from_pretrained("mars")
    save_model(LingUNet(LingUNetConfig(len(WORDS))), tmp_path / "goal", WORDS)
    save_model(Misra17(Misra17Config(len(WORDS))), tmp_path / "actions", WORDS)
    with pytest.raises(InputError, match="not an action generator"):
        Agent.from_pretrained("lani", str(tmp_path))
    save_model(ActionGenerator(ActionGeneratorConfig(hidden=8)), tmp_path / "goal", WORDS)
    with pytest.raises(InputError, match="not a goal predictor"):
        load_predictor(LANI, tmp_path / "goal")


def test_details_lie_in_the_folder_of_the_goal_model_and_must_fit_it(tmp_path: Path) -> None:
    assert load_predictor(CHAI, WEIGHTS / "chai" / "best-goal").detailed
    copytree(WEIGHTS / "chai" / "best-goal", tmp_path / "goal")
    save_model(Details(DetailsConfig(things=5, parts=2, features=3)), tmp_path / "goal" / "details")
    with pytest.raises(InputError, match="does not fit"):
        load_predictor(CHAI, tmp_path / "goal")
    rmtree(tmp_path / "goal" / "details")
    assert not load_predictor(CHAI, tmp_path / "goal").detailed


@pytest.mark.parametrize("goal", ["best-goal", "paper-goal"])
def test_a_goal_model_alone_walks_with_bundled_legs(goal: str) -> None:
    agent = Agent.from_pretrained("lani", str(WEIGHTS / "lani" / goal))
    assert agent.walks and agent.generator is not None
