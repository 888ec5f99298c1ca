"""Errands from the command line: what is asked, written, said and refused, goal after goal."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
import torch
from commands import at_a_terminal, follow
from PIL import Image
from show_scenes import CHAI, Sees, small_lookout

from sightline.agent import Agent, Aim
from sightline.agent.aim import Done
from sightline.errors import InputError
from sightline.geometry.pose import direction
from sightline.language import Vocabulary
from sightline.models.action_generator import ActionGenerator, ActionGeneratorConfig
from sightline.models.lingunet import LingUNet, LingUNetConfig
from sightline.models.pretrained import save_model
from sightline.world import World

HOUSE = ("--world", "chai", "--house", "2", "--seed", "16")


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder with a model that has learned nothing."""
    torch.manual_seed(0)
    folder = tmp_path_factory.mktemp("model")
    save_model(small_lookout(CHAI), folder, Vocabulary.of(["put", "the", "milk", "in", "fridge", "go"]))
    return str(folder)


@pytest.fixture
def two_goals(monkeypatch: pytest.MonkeyPatch) -> None:
    """The agent knows two places: a little ahead, and a little farther."""

    def see(world: World, done: Sequence[Done], held: Aim | None) -> Aim | None:
        x, z, heading = world.episodes[0].start
        east, north = 0.3 * (len(done) + 1) * direction(heading)
        return Aim((x + east, z + north)) if len(done) < 2 else None

    monkeypatch.setattr(Agent, "seer", lambda agent, memory=None: Sees(see))


@pytest.mark.usefixtures("two_goals")
def test_it_goes_from_goal_to_goal_and_reports_them(tmp_path: Path, model: str) -> None:
    done = follow("put the milk in the fridge", *HOUSE, "--method", model, "--out", str(tmp_path), "--json", "--yes")
    report = json.loads(done.stdout)
    (only,) = report["instructions"]
    assert report["world"] == "chai" and report["went"] and only["went"] and only["stopped"] and only["steps"] == 7
    assert [goal["number"] for goal in only["goals"]] == [1, 2] and all(goal["done"] for goal in only["goals"])
    assert [Path(file).name for file in only["files"]] == ["goal.png", "path.png", "run.gif"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["goal.png", "path.png", "run.gif"]
    assert Image.open(tmp_path / "goal.png").height > 2 * 256  # both goals, one below the other
    assert "1. Walk there, about 0.3 metres straight ahead" in done.stderr and "2. Walk there" in done.stderr
    assert [goal["failed"] for goal in only["goals"]] == ["", ""] and all(goal["given"] for goal in only["goals"])
    assert only["notes"] == [] and "Took 7 steps and stopped" in done.stderr


@pytest.mark.usefixtures("two_goals")
def test_a_person_is_asked_before_every_goal(tmp_path: Path, model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [True, False]
    at_a_terminal(monkeypatch, answers, [""])
    done = follow("go there", *HOUSE, "--method", model, "--out", str(tmp_path), "--json")
    (only,) = json.loads(done.stdout)["instructions"]
    assert answers == [] and not only["went"] and only["steps"] == 3
    assert [goal["done"] for goal in only["goals"]] == [True, False]
    assert "It stays where it is." in done.stderr and "Did not walk there (2), because you did not say go." in done.stderr
    assert "Took 3 steps and waits 0.3 metres from the goal" in done.stderr


@pytest.mark.usefixtures("two_goals")
def test_what_a_house_lacks_is_said_before_it_goes(tmp_path: Path, model: str) -> None:
    words = "take the plum to the piano in the guest room"
    done = follow(words, "--world", "chai", "--house", "1", "--seed", "7", "--method", model, "--out", str(tmp_path))
    assert "this house has no plum, no piano and no guest room." in done.stderr
    assert "--yes" in done.stderr and [path.name for path in tmp_path.iterdir()] == ["goal.png"]


def test_who_sees_nothing_to_do_says_so(tmp_path: Path, model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Agent, "seer", lambda agent, memory=None: Sees(lambda world, done, held: None))
    done = follow("go there", *HOUSE, "--method", model, "--out", str(tmp_path), "--yes")
    assert "It sees nothing to do" in done.stderr and "Took 1 step and stopped." in done.stderr


@pytest.mark.usefixtures("two_goals")
def test_without_an_instruction_it_is_one_of_the_corpus(tmp_path: Path, model: str) -> None:
    from sightline.corpus.kind import corpus_kind
    from sightline.corpus.splits import corpus_paragraph

    report = json.loads(
        follow("--world", "chai", "--seed", "14", "--method", model, "--out", str(tmp_path), "--json", "--yes").stdout
    )
    (only,) = report["instructions"]
    segment = corpus_paragraph(corpus_kind("chai"), 0, 14).segments[0]
    assert only["instruction"] == segment.instruction and only["true_goal"] == list(segment.end)
    assert only["completed"] in (True, False) and 0 <= only["manipulation_accuracy"] <= 100


@pytest.mark.parametrize(
    ("words", "told"),
    [(("--house", "9"), "no house 9"), (("--start", "0,0,0"), "0"), (("--method", "magic"), "magic")],
)
def test_bad_input_is_one_sentence(words: tuple[str, ...], told: str, tmp_path: Path, model: str) -> None:
    done = follow("go there", "--world", "chai", "--method", model, "--out", str(tmp_path / "out"), *words)
    assert isinstance(done.exception, InputError) and told in str(done.exception)
    assert not (tmp_path / "out").exists()


def test_an_agent_of_one_s_own_whose_words_have_no_types_gets_the_bundled_ones(tmp_path: Path) -> None:
    """A goal predictor that does not say what comes next is told so by the goal types of the paper's agent."""
    words = Vocabulary.of(["go"])
    save_model(LingUNet(LingUNetConfig(len(words), ground=CHAI.view.first_ground_row)), tmp_path / "goal", words)
    save_model(ActionGenerator(ActionGeneratorConfig(actions=5, hidden=8, typed=True)), tmp_path / "actions")
    done = follow("go to the kitchen", *HOUSE, "--method", str(tmp_path), "--out", str(tmp_path / "out"))
    assert done.exit_code == 0 and "1. Walk there, " in done.stderr


def test_the_paper_s_agent_goes_from_goal_to_goal(tmp_path: Path) -> None:
    words = "go to the kitchen and open the fridge"
    done = follow(words, *HOUSE, "--method", "paper", "--out", str(tmp_path), "--json", "--yes")
    (only,) = json.loads(done.stdout)["instructions"]
    numbers = [goal["number"] for goal in only["goals"]]
    assert len(numbers) > 1 and numbers == list(range(1, len(numbers) + 1)) and only["went"] and only["stopped"]
    assert all(f"\n{number}. " in done.stderr for number in numbers) and 1 < only["steps"] <= 12 * CHAI.action_limit
    assert all(goal["done"] == (goal["failed"] == "") for goal in only["goals"])
    assert [Path(file).name for file in only["files"]] == ["goal.png", "path.png", "run.gif"]


def test_a_person_is_asked_before_every_goal_of_the_paper_s_agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [True, False]
    at_a_terminal(monkeypatch, answers, [""])
    done = follow("go to the kitchen and open the fridge", *HOUSE, "--method", "paper", "--out", str(tmp_path), "--json")
    (only,) = json.loads(done.stdout)["instructions"]
    assert answers == [] and not only["went"] and len(only["goals"]) == 2 and not only["goals"][1]["done"]
