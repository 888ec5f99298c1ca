"""The agent: goals from what it sees and reads, and words it has never heard."""

from pathlib import Path

import numpy as np
import pytest

from sightline.agent.agent import Agent, Goals, Walker
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
    alone = agent.goal_map(look_around(world, agent.device, [1]), [world.episodes[1].instruction])
    np.testing.assert_allclose(alone[0], goals.probabilities[1], atol=1e-4)
    some = agent.locate(world, [2, 0])
    np.testing.assert_allclose(some.places, goals.take([2, 0]).places, atol=1e-3)


def test_it_looks_from_where_it_stands_now(agent: Agent) -> None:
    world = world_of(4)
    before = agent.locate(world)
    for _ in range(6):
        world.step([1])
    assert np.abs(agent.locate(world).probabilities - before.probabilities).max() > 1e-3


@pytest.mark.parametrize("text", ["", "go " * 5000, "va jusqu'au puits rouge", "去红色的桶那里", "🙂"])
def test_any_text_has_a_goal_map(agent: Agent, text: str) -> None:
    probabilities = agent.goal_map(look_around(world_of(0), agent.device), [text])
    assert np.isfinite(probabilities).all() and probabilities.sum() == pytest.approx(1, abs=1e-5)


def test_unknown_words_are_reported_in_order(agent: Agent) -> None:
    assert agent.unknown_words("Go to the zeppelin, then past the well and the quokka.") == ["zeppelin", "quokka"]
    assert agent.unknown_words("go forward, and turn left .") == []
    assert agent.unknown_words("") == []


def test_goals_can_be_corrected() -> None:
    goals = Goals(np.ones((2, 3)), np.zeros((2, 2)), np.array([False, True]), np.array([0.2, 0.4]))
    aimed = goals.aimed_at(np.array([[1.0, 2.0], [3.0, 4.0]]))
    assert aimed.places.tolist() == [[1, 2], [3, 4]] and aimed.in_sight.all() and aimed.sure.tolist() == [1, 1]
    assert goals.take([1]).sure.tolist() == [0.4] and goals.sure.tolist() == [0.2, 0.4]


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
