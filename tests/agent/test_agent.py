"""The agent: goals from what it sees and reads, and words it has never heard."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from sightline.agent.agent import Agent, Goals, Walker, all_goals
from sightline.agent.looking import look_around
from sightline.agent.reactive import Reactive
from sightline.errors import InputError
from sightline.language import Vocabulary
from sightline.lani import LaniWorld, generate_episode
from sightline.models.action_generator import ActionGenerator, ActionGeneratorConfig
from sightline.models.lingunet import LingUNet, LingUNetConfig
from sightline.models.misra17 import Misra17, Misra17Config
from sightline.models.pretrained import save_model
from sightline.world import kind_of

LANI = kind_of("lani")


@pytest.fixture(scope="module", params=["best", "paper"])
def agent(request: pytest.FixtureRequest) -> Agent:
    return Agent.from_pretrained("lani", request.param)


@pytest.fixture(scope="module")
def paper() -> Agent:
    return Agent.from_pretrained("lani", "paper")


def world_of(*seeds: int) -> LaniWorld:
    world = LaniWorld()
    world.reset([generate_episode(seed) for seed in seeds])
    return world


def test_a_goal_that_was_not_located_is_not_looked_at(paper: Agent) -> None:
    world = world_of(3, 3)
    goals = np.array([[1.0, 1.0], [49.0, 49.0]])
    first, second = Walker(LANI, paper.action_model, 2).act(world, goals, np.array([False, False]))
    assert first == second


def test_the_papers_places_are_its_likeliest_cells(paper: Agent) -> None:
    world = world_of(0, 1, 2)
    goals = paper.locate(world)
    classes = goals.probabilities.argmax(1)
    np.testing.assert_array_equal(goals.places, LANI.view.goal_places(world.pose, classes))
    np.testing.assert_array_equal(goals.in_sight, classes != LANI.view.grid.out_of_sight)


def test_goal_maps_are_probabilities_whatever_the_company(agent: Agent) -> None:
    world = world_of(0, 1, 2)
    goals = agent.locate(world)
    np.testing.assert_allclose(goals.probabilities.sum(1), 1, atol=1e-5)
    maps = agent.goal_map(look_around(world, agent.device, [1]), [world.episodes[1].instruction])
    alone = agent.read_out(world.pose[[1]], np.array([4]), *maps)
    tolerance = 100 if agent.goal_model.in_half else 1  # numbers of half precision are rounded as the company has it
    np.testing.assert_allclose(alone.probabilities[0], goals.probabilities[1], atol=1e-4 * tolerance)
    some = agent.locate(world, [2, 0])
    np.testing.assert_allclose(some.places, goals.take([2, 0]).places, atol=1e-3 * tolerance)


def test_it_looks_from_where_it_stands_now(agent: Agent) -> None:
    world = world_of(4)
    before = agent.locate(world)
    for _ in range(6):
        world.step([1])
    assert np.abs(agent.locate(world).probabilities - before.probabilities).max() > 1e-3


@pytest.mark.parametrize("text", ["", "go " * 5000, "va jusqu'au puits rouge", "去红色的桶那里", "🙂"])
def test_any_text_has_a_goal_map(agent: Agent, text: str) -> None:
    goal, way = agent.goal_map(look_around(world_of(0), agent.device), [text])
    assert np.isfinite(goal).all() and goal.sum() == pytest.approx(1, abs=1e-5)
    if way is not None:
        assert np.isfinite(way).all() and way.sum(-1) == pytest.approx(np.ones((1, 4)), abs=1e-5)


def test_unknown_words_are_reported_in_order(agent: Agent) -> None:
    assert agent.unknown_words("Go to the zeppelin, then past the well and the quokka.") == ["zeppelin", "quokka"]
    assert agent.unknown_words("go forward, and turn left .") == []
    assert agent.unknown_words("") == []


def test_goals_can_be_corrected() -> None:
    goals = Goals(np.ones((2, 3)), np.zeros((2, 2)), np.array([False, True]), np.array([0.2, 0.4]))
    aimed = goals.aimed_at(np.array([[1.0, 2.0], [3.0, 4.0]]))
    assert aimed.places.tolist() == [[1, 2], [3, 4]] and aimed.in_sight.all() and aimed.sure.tolist() == [1, 1]
    assert goals.take([1]).sure.tolist() == [0.4] and goals.sure.tolist() == [0.2, 0.4]


def test_goals_have_ways_that_end_at_their_places() -> None:
    ways = [np.array([[1.0, 2.0], [3.0, 4.0]]), np.zeros((0, 2))]
    goals = Goals(np.ones((2, 3)), np.array([[5.0, 6.0], [7.0, 8.0]]), np.ones(2, bool), np.ones(2), ways)
    assert goals.way(0).tolist() == [[1, 2], [3, 4], [5, 6]] and goals.way(1).tolist() == [[7, 8]]
    assert goals.take([1, 0]).way(1).tolist() == goals.way(0).tolist()
    assert goals.take(np.array([True, False])).way(0).tolist() == goals.way(0).tolist()
    assert replace(goals, ways=()).way(0).tolist() == [[5, 6]]  # nobody predicts any
    assert goals.aimed_at(goals.places).way(0).tolist() == [[5, 6]]  # who is told where to go goes straight there
    both = all_goals([goals.take([0]), goals.take([1])])
    assert both.places.tolist() == goals.places.tolist() and [len(way) for way in both.ways] == [2, 0]


def test_the_best_agent_knows_ways_and_the_papers_does_not(agent: Agent) -> None:
    world = world_of(0, 1)
    goals = agent.locate(world)
    rings = agent.goal_model.readout == "rings"
    assert len(goals.ways) == (2 if rings else 0) and agent.goal_model.looks_again == rings
    for way in goals.ways:
        assert way.shape[1] == 2 and len(way) <= 4 and (way >= 0).all() and (way <= 50).all()


def test_words_that_were_said_elsewhere_are_read_from_there(agent: Agent) -> None:
    world = world_of(0, 1, 2)
    here, same = agent.locate(world), agent.locate(world, said_at=world.pose.copy())
    np.testing.assert_allclose(same.places, here.places, atol=1e-3)
    elsewhere = agent.locate(world, [2, 0], said_at=np.array([[5.0, 5.0, 0.0], [45.0, 5.0, 90.0]]))
    moved = np.abs(elsewhere.probabilities - here.take([2, 0]).probabilities).max()
    assert (moved > 1e-3) == agent.goal_model.looks_again  # the paper's agent has no ear for it


class Remembering:
    """An action generator whose memory counts its steps; it goes to whatever is ahead."""

    def __init__(self) -> None:
        self.steps: list[int] = []

    def parameters(self) -> Iterator[torch.Tensor]:
        return iter([torch.zeros(1)])

    def __call__(self, *inputs: Any) -> tuple[torch.Tensor, tuple[torch.Tensor, torch.Tensor]]:
        _, _, when, state, _ = inputs
        self.steps.append(int(when[0]))
        before = torch.zeros(len(when), 1) if state is None else state[0]
        return torch.zeros(len(when), 4), (before + 1, before + 1)


def test_a_walker_forgets_where_it_begins_anew() -> None:
    world, model = world_of(0, 1), Remembering()
    walker = Walker(LANI, model, 2)  # type: ignore[arg-type]
    goals, sight = np.full((2, 2), 25.0), np.ones(2, bool)
    walker.begin_anew(np.array([True, True]))  # before there is anything to forget
    walker.act(world, goals, sight)
    walker.act(world, goals, sight)
    walker.begin_anew(np.array([True, False]))
    assert walker.state is not None and walker.state[0].tolist() == [[0], [2]]
    walker.act(world, goals, sight)
    assert walker.state[0].tolist() == [[1], [3]]
    walker.act_anew(np.array([False, True]), world, goals, sight)  # the second acts again, as if it had just begun
    assert walker.state[0].tolist() == [[1], [1]] and model.steps == [0, 1, 2, 2] and walker.steps.tolist() == [3, 3]


def test_what_is_not_an_agent_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is not a model folder"):
        Agent.from_pretrained("lani", str(tmp_path))
    with pytest.raises(InputError, match="no world 'mars'"):
        Agent.from_pretrained("mars")
    words = Vocabulary.of(["go"])
    save_model(LingUNet(LingUNetConfig(len(words))), tmp_path / "goal", words)
    save_model(Misra17(Misra17Config(len(words))), tmp_path / "actions", words)
    with pytest.raises(InputError, match="is not an action generator"):
        Agent.from_pretrained("lani", str(tmp_path))
    save_model(ActionGenerator(ActionGeneratorConfig(hidden=8)), tmp_path / "goal", words)
    with pytest.raises(InputError, match="is not a goal predictor"):
        Agent.from_folders(LANI, tmp_path / "goal", None)


def test_weights_of_another_kind_are_refused(tmp_path: Path) -> None:
    save_model(ActionGenerator(ActionGeneratorConfig(hidden=8)), tmp_path)
    with pytest.raises(InputError, match="is neither Misra17 nor Chaplot18"):
        Reactive.from_folder(tmp_path)
