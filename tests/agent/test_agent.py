"""The agent: goals as classes and places, legs that get there, and words it has never heard."""

from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from sightline.agent.agent import WEIGHTS, Agent, Walker, part_folder
from sightline.agent.baselines import Reactive
from sightline.agent.sight import BOUNDS, GRID, as_input, goal_classes, goal_in_view, goal_places, panoramas
from sightline.errors import InputError
from sightline.geometry import distance
from sightline.lani import Episode, LaniWorld, Scene, generate_episode
from sightline.models.action_generator import OUT_OF_SIGHT, ActionGenerator, ActionGeneratorConfig
from sightline.models.pretrained import save_model

torch.set_num_threads(1)  # on a busy machine, threads wait for each other longer than they help
PLACE = st.floats(0.0, 50.0)
POSE = st.tuples(PLACE, PLACE, st.floats(0.0, 360.0))


@pytest.fixture(scope="module", params=["best", "paper"])
def agent(request: pytest.FixtureRequest) -> Agent:
    return Agent.from_pretrained("lani", request.param)


@pytest.fixture(scope="module")
def paper() -> Agent:
    return Agent.from_pretrained("lani", "paper")


@given(st.lists(st.tuples(POSE, PLACE, PLACE), min_size=1, max_size=20))
def test_goal_classes_are_the_cells_of_the_grid(drawn: list[tuple[tuple[float, float, float], float, float]]) -> None:
    poses, goals = np.array([pose for pose, _, _ in drawn]), np.array([goal for _, *goal in drawn])
    classes = goal_classes(poses, goals)
    row, column = GRID.in_panorama(poses, goals)
    seen = row >= 0
    assert (classes[seen] == row[seen] * 192 + column[seen]).all() and (classes[seen] < 32 * 192).all()
    assert (classes[~seen] == 32 * 192).all()
    places = goal_places(poses, classes)
    np.testing.assert_array_equal(places[seen], GRID.place(poses, row, column, BOUNDS)[seen])
    np.testing.assert_array_equal(places[~seen], poses[~seen, :2])  # out of sight: where I stand
    assert ((places >= 0) & (places <= 50)).all()


def test_a_place_is_near_the_goal_it_stands_for() -> None:
    episodes = [generate_episode(k) for k in range(50)]
    poses, goals = np.array([e.start for e in episodes]), np.array([e.goal for e in episodes])
    assert np.median(distance(goal_places(poses, goal_classes(poses, goals)), goals)) < 1


def test_a_goal_at_ones_feet_is_out_of_sight_and_ones_own_place() -> None:
    pose = np.array([[20.0, 30.0, 77.0]])
    assert goal_classes(pose, pose[:, :2]) == GRID.out_of_sight
    np.testing.assert_array_equal(goal_places(pose, np.array([GRID.out_of_sight])), [[20.0, 30.0]])


def test_what_legs_are_told_is_the_cell_in_view_and_where_the_goal_is() -> None:
    pose = np.array([[25.0, 25.0, 0.0]] * 3)
    goals = np.array([[25.1, 40.0], [25.0, 10.0], [25.1, 40.0]])  # ahead, behind, ahead but never located
    cells, reckoned = goal_in_view(pose, goals, np.array([True, True, False]), torch.device("cpu"))
    assert reckoned[:, 0].tolist() == pytest.approx([0.75, 0.75, 0.75], abs=1e-3)  # 15 of 20 units
    assert reckoned[:, 3].tolist() == pytest.approx([1, -1, 1], abs=1e-3)  # ahead, behind, ahead
    row, column = GRID.in_view(pose[0], goals[0])
    assert cells.tolist() == [int(row) * 32 + int(column), OUT_OF_SIGHT, OUT_OF_SIGHT]
    assert cells[0] % 32 == 16 and cells[0] // 32 >= 16


def test_the_walker_reaches_goals_that_it_sees(agent: Agent) -> None:
    goals = np.array([[25.0, 22.0], [25.0, 30.0], [30.0, 28.0]])
    world = LaniWorld()
    world.reset([Episode(Scene(()), (25.0, 10.0, 0.0), (x, z)) for x, z in goals])
    poses = agent.walk(world, goals)
    assert world.metrics()["completed"].all() and world.stopped.all()
    assert len(poses) <= 41 and poses[0].shape == (3, 3)


def test_many_walkers_go_as_one_does(agent: Agent) -> None:
    episodes = [generate_episode(k) for k in range(4)]
    world, alone = LaniWorld(), LaniWorld()
    world.reset(episodes)
    agent.walk(world, world.goal.copy())
    for n, episode in enumerate(episodes):
        alone.reset([episode])
        agent.walk(alone, alone.goal.copy())
        np.testing.assert_array_equal(alone.pose[0], world.pose[n])


def test_a_goal_that_was_not_located_is_not_looked_at(paper: Agent) -> None:
    world = LaniWorld()
    world.reset([generate_episode(3)] * 2)
    goals = np.array([[1.0, 1.0], [49.0, 49.0]])
    first, second = Walker(paper.action_model, 2).act(world, goals, np.array([False, False]))
    assert first == second


def test_the_best_agent_stops_at_a_goal_where_it_stands() -> None:
    agent, world = Agent.from_pretrained("lani"), LaniWorld()
    world.reset([generate_episode(k) for k in range(4)])
    here = world.pose[:, :2].copy()
    poses = agent.walk(world, here, np.full(4, False))
    assert world.stopped.all() and len(poses) <= 12 and distance(poses[-1], here).max() < 2


def test_the_papers_places_are_its_likeliest_cells(paper: Agent) -> None:
    episodes = [generate_episode(k) for k in range(3)]
    goals = paper.locate(episodes)
    assert (goals.probabilities.argmax(1) == goals.classes).all()
    np.testing.assert_array_equal(goals.places, goal_places(np.array([e.start for e in episodes]), goals.classes))


def test_goal_maps_are_probabilities_whatever_the_company(agent: Agent) -> None:
    episodes = [generate_episode(k) for k in range(3)]
    goals = agent.locate(episodes)
    np.testing.assert_allclose(goals.probabilities.sum(1), 1, atol=1e-5)
    alone = agent.goal_map(panoramas(episodes[1:2], agent.device), [episodes[1].instruction])
    np.testing.assert_allclose(alone[0], goals.probabilities[1], atol=1e-4)


@pytest.mark.parametrize("text", ["", "go " * 5000, "va jusqu'au puits rouge", "去红色的桶那里", "🙂"])
def test_any_text_has_a_goal_map(agent: Agent, text: str) -> None:
    picture = panoramas([generate_episode(0)], agent.device)
    found = agent.goal_map(picture, [text])
    assert np.isfinite(found).all() and found.sum() == pytest.approx(1, abs=1e-5)


def test_unknown_words_are_reported_in_order(agent: Agent) -> None:
    assert agent.unknown_words("Go to the zeppelin, then past the well and the quokka.") == ["zeppelin", "quokka"]
    assert agent.unknown_words("go forward, and turn left .") == []
    assert agent.unknown_words("") == []


def test_pictures_become_inputs() -> None:
    pictures = torch.tensor([[[[0, 51, 255]]]], dtype=torch.uint8)
    assert as_input(pictures).flatten().tolist() == pytest.approx([0, 0.2, 1])


def test_what_is_not_an_agent_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="neither a folder nor one of the trained methods best, paper"):
        Agent.from_pretrained("lani", "nowhere")
    with pytest.raises(InputError, match="is not a model folder"):
        Agent.from_pretrained("lani", str(tmp_path))
    save_model(ActionGenerator(ActionGeneratorConfig(hidden=8)), tmp_path / "chaplot18")
    assert part_folder("lani", "paper", "goal") == WEIGHTS / "lani" / "paper-goal"


def test_weights_of_another_kind_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_model(ActionGenerator(ActionGeneratorConfig(hidden=8)), tmp_path / "lani" / "chaplot18")
    monkeypatch.setattr("sightline.agent.baselines.WEIGHTS", tmp_path)
    with pytest.raises(InputError, match="is neither Misra17 nor Chaplot18"):
        Reactive.from_pretrained("lani", "chaplot18")
