"""Tables in houses: methods go from goal to goal, paragraphs are done or not, and walking alone has a table of its own."""

import json
from pathlib import Path

import numpy as np
import pytest
import torch
from evaluation.small import LANI, paragraph, segment
from houses import CHAI, Houses

from sightline.corpus.examples import examples_of
from sightline.errors import InputError
from sightline.evaluation.evaluate import evaluate, prepare
from sightline.evaluation.methods import Runner, choose_methods
from sightline.evaluation.report import table_from_json
from sightline.evaluation.scores import run_paragraphs, run_single, score_results
from sightline.evaluation.tables import as_json, table_of
from sightline.models.action_generator import ActionGenerator, ActionGeneratorConfig
from sightline.models.chaplot18 import Chaplot18, Chaplot18Config
from sightline.models.goal_types import GoalTypes, GoalTypesConfig
from sightline.models.lingunet import LingUNet, LingUNetConfig
from sightline.models.pretrained import save_model


@pytest.fixture
def weights(houses: Houses, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Small models that have learned nothing."""
    words = houses.vocabulary
    monkeypatch.setattr("sightline.agent.methods.WEIGHTS", tmp_path)
    torch.manual_seed(0)
    eyes = LingUNet(LingUNetConfig(len(words), 8, 16, features=(4, 4), channels=4, ground=6))
    for name in ("paper-goal", "paper-navigation-goal"):
        save_model(eyes, tmp_path / "chai" / name, words)
    for name in ("paper-actions", "paper-navigation-actions"):
        save_model(ActionGenerator(ActionGeneratorConfig(5, hidden=8, typed=True)), tmp_path / "chai" / name)
    save_model(GoalTypes(GoalTypesConfig(len(words), 8, 8)), tmp_path / "chai" / "goal-types", words)
    save_model(Chaplot18(Chaplot18Config(len(words), CHAI.action_count, 4, 8, 8)), tmp_path / "chai" / "chaplot18", words)
    return tmp_path


def test_methods_act_in_houses_and_end(houses: Houses, weights: Path) -> None:
    runner = Runner(CHAI)
    able = choose_methods("all", runner, houses.examples, True, "results")
    assert able == [
        "stop", "random-walk", "most-frequent", "chaplot18", "paper", "paper-oracle-goals", "best-oracle-goals"
    ]  # fmt: skip
    for name in ("chaplot18", "paper", "paper-oracle-goals"):
        world = runner.world(houses.examples[:3])
        outcome = runner.run(name, world, houses.examples[:3])
        assert world.over.all() and outcome.metrics is not None and outcome.path is not None
        assert outcome.metrics["stop_distance"].shape == (3,)
        assert (world.taken <= (40 if name == "chaplot18" else 40 * 12)).all()
    with pytest.raises(InputError, match="it belongs in --table navigation"):
        choose_methods("paper-navigation", runner, houses.examples, True, "results")
    with pytest.raises(InputError, match="no trained weights"):
        choose_methods("best", runner, houses.examples, True, "results")
    assert choose_methods("all", runner, houses.examples, False, "goals") == ["center", "paper", "ceiling"]


def test_parts_of_methods_in_houses(houses: Houses, weights: Path, tmp_path: Path) -> None:
    assert [folder.name for folder in Runner(CHAI).folders("paper")] == ["paper-goal", "paper-actions", "goal-types"]
    assert [folder.name for folder in Runner(LANI).folders("paper")] == ["paper-goal", "paper-actions"]
    own = tmp_path / "own"
    for part, of in (("goal", "paper-goal"), ("actions", "paper-actions")):
        own.mkdir(exist_ok=True)
        (own / part).symlink_to(weights / "chai" / of, target_is_directory=True)
    mine, shipped = Runner(CHAI, checkpoint=own), Runner(CHAI)
    assert mine.folder("checkpoint", "types") == shipped.folder("paper", "types")  # its own, if it had any
    some = houses.examples[:2]
    one, other = (r.run(name, r.world(some), some) for r, name in ((mine, "checkpoint"), (shipped, "paper")))
    np.testing.assert_array_equal(one.path, other.path)


def test_paragraphs_are_done_when_all_of_their_instructions_are(houses: Houses) -> None:
    results = run_paragraphs(Runner(CHAI), "best-oracle-goals", houses.examples)
    done = [bool(r.metrics and r.metrics["completed"]) for r in results]
    assert [r.complete for r in results] == [all(done[: k + 1]) for k in range(len(done))] and any(done)
    scores = score_results(results, "paragraphs", CHAI)
    assert scores["segments"] == pytest.approx(100 * np.mean(done)) and scores["paragraphs"] == 100 * all(done)
    assert {"SD", "MA"} < set(scores) and scores["MA"] > 50
    still = score_results(run_paragraphs(Runner(CHAI), "stop", houses.examples), "paragraphs", CHAI)
    assert still["paragraphs"] == 0 and still["SD"] > scores["SD"]


def test_walking_has_a_table_of_its_own(houses: Houses, weights: Path) -> None:
    trial = prepare([houses.paragraph], [], "navigation", "stop,paper,paper-navigation", None, Runner(CHAI))
    assert trial.examples and all(example.walks for example in trial.examples)
    assert len(prepare([houses.paragraph], [], "navigation", "stop", 2, Runner(CHAI)).examples) == 2
    evaluation = evaluate(trial)
    assert list(evaluation.scores["stop"]) == ["SD", "ci", "unseen", "written"]
    assert evaluation.relative["stop"] == 1 and evaluation.relative.keys() == evaluation.scores.keys()
    made = table_of(evaluation, CHAI, "navigation", "dev", "generated", len(trial.examples))
    row = dict(zip([column.name for column in made.columns], made.rows[0], strict=True))
    assert row["paper SD"] == 3.91 and "walking only" in made.title and "-navigation have learned" in made.notes[-1]
    assert as_json(evaluation, "chai", "dev", "navigation", 3, 0)["relative"]["to"] == "stop"


def test_goal_tables_count_goals(houses: Houses, weights: Path) -> None:
    evaluation = evaluate(prepare([houses.paragraph], [], "goals", "center,paper", None, Runner(CHAI)))
    made = table_of(evaluation, CHAI, "goals", "dev", "generated", len(houses.examples))
    assert f"{len(houses.goals)} goals of {len(houses.examples)} instructions" in made.title
    assert any(note.startswith("Dist relative to center's: center 1.00, paper ") for note in made.notes)
    told = json.loads(json.dumps(as_json(evaluation, "chai", "dev", "goals", len(houses.examples), 0)))
    read = table_from_json(told)
    assert (read.title, read.strings(), read.notes) == (made.title, made.strings(), made.notes)
    away = [result.goal_distance for result in evaluation.results["paper"]]
    assert evaluation.scores["paper"]["Dist"] == pytest.approx(np.mean(away))
    calibration = evaluate(prepare([houses.paragraph], [], "calibration", "paper", None, Runner(CHAI)))
    assert calibration.scores["paper"]["calibration"]["all"]["n"] == len(houses.goals)
    phenomena = evaluate(prepare([houses.paragraph], [], "phenomena", "center", None, Runner(CHAI)))
    assert phenomena.scores["center"]["phenomena"]["all"]["n"] == len(houses.examples)  # the mean of an instruction's goals


def test_types_have_a_table(houses: Houses, weights: Path) -> None:
    trial = prepare([houses.paragraph], [], "goal-types", "all", None, Runner(CHAI), [houses.paragraph])
    assert trial.methods == ["main-verb", "paper"]
    made = table_of(evaluate(trial), CHAI, "goal-types", "dev", "generated", len(houses.examples))
    assert [row[0] for row in made.rows] == ["main-verb", "paper"] and "main-verb: the most" in made.notes[-1]


@pytest.mark.parametrize("table", ["navigation", "goal-types"])
def test_fields_have_no_such_tables(table: str) -> None:
    with pytest.raises(InputError, match="several goals, which LANI lacks"):
        prepare([paragraph("a", segment((25.0, 25.0, 0.0), (25.0, 30.0)))], [], table, "all", None, Runner(LANI))


def test_the_papers_numbers_are_as_printed_there() -> None:
    dev, test = CHAI.paper["results", "dev"], CHAI.paper["results", "test"]
    assert dev["paper"] == (2.75, 37.53) and dev["paper-oracle-goals"] == (2.19, 41.07) and test["paper"] == (3.34, 39.97)
    assert CHAI.paper["goals", "dev"]["paper"] == (2.12, 40.3) and CHAI.paper_phenomena["spatial_relations"][2] == 0.023
    assert len(dev) == 10 and len(test) == 6 and all(len(pair) == 2 for pair in (*dev.values(), *test.values()))


OWN = """
import numpy as np

class Seer:
    def act(self, world):
        return np.full(len(world), 3)

    def locate(self, world):
        return np.stack([world.pose[:, 0], np.ones(len(world)), world.pose[:, 1]], axis=1)
"""


def test_agents_of_ones_own_say_points(houses: Houses, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "seers_in_houses.py").write_text(OWN)
    monkeypatch.syspath_prepend(str(tmp_path))
    evaluation = evaluate(prepare([houses.paragraph], [], "goals", "seers_in_houses:Seer", 3, Runner(CHAI)))
    assert all(r.goal is not None and len(r.goal) == 3 for r in evaluation.results["seers_in_houses:Seer"])
    acted = run_single(Runner(CHAI), "seers_in_houses:Seer", examples_of([houses.paragraph], 2))
    assert acted[0].goal is None and acted[0].metrics is not None
