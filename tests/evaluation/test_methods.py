"""Methods by name: what each does, which there are, and why one cannot run."""

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from evaluation.small import LANI, MIDDLE, examples, paragraph, runner, segment

from sightline.agent.agent import Agent, Goals
from sightline.corpus.examples import Example, examples_of
from sightline.corpus.records import Paragraph, Segment
from sightline.errors import InputError
from sightline.evaluation.baselines import baselines, ceiling
from sightline.evaluation.methods import METHODS, Runner, choose_methods, shipped_folder
from sightline.evaluation.scores import run_single, score_results
from sightline.language import Vocabulary
from sightline.models.pretrained import KINDS, save_model
from sightline.world import World


@pytest.fixture(scope="module")
def paragraphs() -> list[Paragraph]:
    """Twenty instructions in generated fields."""
    made = []
    for seed in range(20):
        e = LANI.generate(seed)
        told = Segment(e.instruction, e.instruction.split(), e.start, e.goal, "F", intended=e.goal, phenomena=[])
        made.append(Paragraph(f"p{seed}", e.scene, [told], seed=seed))
    return made


@pytest.mark.parametrize("name", ["stop", "random-walk", "most-frequent", "center"])
def test_scripted_methods_score_as_the_fingerprint_says(paragraphs: list[Paragraph], name: str) -> None:
    table = "goals" if name == "center" else "results"
    scores = score_results(run_single(runner(seed=3), name, examples_of(paragraphs)), table, LANI)
    for metric, value in baselines(paragraphs, 3)[name].items():
        assert scores[metric] == pytest.approx(value)


def test_ceiling_scores_as_the_fingerprint_says() -> None:
    meant = [
        paragraph(
            "a", segment(MIDDLE, (25.0, 30.0), intended=(25.0, 36.0)), segment(MIDDLE, MIDDLE[:2], intended=(25.0, 27.0))
        )
    ]
    scores = score_results(run_single(runner(), "ceiling", examples_of(meant)), "goals", LANI)
    assert {metric: scores[metric] for metric in ("Dist", "Acc")} == ceiling(meant) == {"Dist": 4.0, "Acc": 50.0}


@pytest.mark.parametrize("name", ["paper-oracle-goals", "best-oracle-goals"])
def test_the_action_generator_reaches_goals_that_it_is_given(paragraphs: list[Paragraph], name: str) -> None:
    scores = score_results(run_single(runner(), name, examples_of(paragraphs)), "results", LANI)
    assert scores["TC"] > 85 and scores["SD"] < 3


def test_an_agent_looks_and_goes(paragraphs: list[Paragraph]) -> None:
    some = examples_of(paragraphs, 3)
    world = runner().world(some)
    outcome = runner().run("best", world, some)
    assert outcome.pose is not None and outcome.metrics is not None and outcome.goal is not None and outcome.sure is not None
    np.testing.assert_array_equal(outcome.pose, world.pose)
    np.testing.assert_allclose(outcome.goal_distance, np.hypot(*(outcome.goal - world.goal).T))
    assert world.over.all() and (outcome.metrics["stop_distance"] == world.distances()).all()
    assert outcome.path is not None and outcome.found is not None and outcome.found.shape == (3, 2)
    np.testing.assert_array_equal(outcome.path[0], [example.segment.start for example in some])
    np.testing.assert_array_equal(outcome.path[-1], world.pose)


def test_methods_with_the_same_goal_predictor_look_once(
    paragraphs: list[Paragraph], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []

    def locate(self: Agent, world: World, where: Sequence[int] | None = None) -> Goals:
        assert where is not None
        looked.append(len(where))
        count, places = len(where), world.pose[list(where), :2]
        return Goals(np.zeros((count, 1)), places, np.ones(count, bool), np.ones(count))

    monkeypatch.setattr(Agent, "locate", locate)
    done: list[int] = []
    some, running = examples_of(paragraphs * 4), Runner(LANI, tell=done.append)
    first, again = (running.run(name, running.world(some), some) for name in ("paper", "paper-no-rnn"))
    assert sum(looked) == len(some) and looked == [64, 16] and sum(done) == 2 * len(some)
    assert first.goal is not None and again.goal is not None and (first.goal == again.goal).all()
    moved = running.world(some)
    moved.step(np.zeros(len(some), np.int64))
    running.run("paper", moved, some, fresh=False)  # elsewhere, one has to look again
    assert sum(looked) == 2 * len(some)


def test_all_are_those_that_fit_the_table_and_have_weights(paragraphs: list[Paragraph]) -> None:
    some, running = examples_of(paragraphs), runner()
    acting, seeing = (choose_methods("all", running, some, acting) for acting in (True, False))
    assert {"stop", "random-walk", "most-frequent", "paper", "paper-oracle-goals"} <= set(acting)
    assert {"center", "paper", "ceiling"} <= set(seeing)
    assert all(METHODS[name].acts for name in acting) and all(METHODS[name].predicts for name in seeing)
    assert "checkpoint" not in acting and "paper-no-rnn" not in seeing  # it has the paper's goal predictor
    unmarked = [paragraph("x", segment(MIDDLE, (20.0, 20.0)))]
    assert "ceiling" not in choose_methods("all", running, examples_of(unmarked), False)
    with pytest.raises(InputError, match="intended"):
        choose_methods("ceiling", running, examples_of(unmarked), False)


@pytest.mark.parametrize(
    ("names", "acting", "says"),
    [
        ("nothing", True, "no method 'nothing'"),
        ("center", True, "only predicts goals"),
        ("stop", False, "predicts no goals"),
        ("checkpoint", True, "--checkpoint DIR"),
        (" , ", True, "names no method"),
        ("no_such_module:Agent", True, "no module 'no_such_module'"),
        ("json:dumps", True, "is no agent"),
        ("json:nothing", True, "has no nothing"),
    ],
)
def test_a_method_that_cannot_run_says_why(names: str, acting: bool, says: str) -> None:
    with pytest.raises(InputError, match=says):
        choose_methods(names, runner(), examples([(1.0, 1.0)]), acting)


def test_names_are_taken_once_and_in_order() -> None:
    assert choose_methods("stop, random-walk,stop", runner(), examples([(1.0, 1.0)]), True) == ["stop", "random-walk"]


def test_a_method_without_weights_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sightline.agent.shipped.WEIGHTS", tmp_path)
    some = examples([(1.0, 1.0)])
    assert "misra17" not in choose_methods("all", runner(), some, True)
    with pytest.raises(InputError, match="no trained weights"):
        choose_methods("misra17", runner(), some, True)
    with pytest.raises(InputError, match="no folder"):
        choose_methods("checkpoint", runner(checkpoint=tmp_path), some, True)


def test_folders_are_those_of_the_parts() -> None:
    assert shipped_folder(LANI, "paper-no-rnn", "goal").name == "paper-goal"
    assert shipped_folder(LANI, "paper-no-rnn", "actions").name == "no-rnn-actions"
    assert shipped_folder(LANI, "misra17", "all").name == "misra17"
    assert shipped_folder(LANI, "janner", "goal").name == "janner-goal"


def untrained(name: str, folder: Path) -> None:
    vocabulary, model = Vocabulary.of({"go": 1, "to": 1}), KINDS[name]
    reads = {"vocabulary": len(vocabulary)} if "vocabulary" in model.Config.__dataclass_fields__ else {}  # type: ignore[attr-defined]
    save_model(model(model.Config(**reads)), folder, vocabulary)  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["misra17", "chaplot18", "janner"])
def test_baselines_run_once_they_have_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr("sightline.agent.shipped.WEIGHTS", tmp_path)
    untrained(name, tmp_path / "lani" / ("janner-goal" if name == "janner" else name))
    some, running = examples([(25.0, 28.0), (1.0, 1.0)]), runner()
    assert choose_methods(name, running, some, name != "janner") == [name]
    outcome = running.run(name, running.world(some), some)
    where = outcome.goal if name == "janner" else outcome.pose
    assert where is not None and len(where) == 2 and np.isfinite(where).all()


@pytest.mark.parametrize(
    ("architecture", "acts", "predicts"),
    [("misra17", True, False), ("action-generator", True, False), ("lingunet", False, True), ("janner", False, True)],
)
def test_a_checkpoint_is_what_its_model_can_do(tmp_path: Path, architecture: str, acts: bool, predicts: bool) -> None:
    untrained(architecture, tmp_path / "run" / "best")
    method = runner(checkpoint=tmp_path / "run").method("checkpoint")
    assert (method.acts, method.predicts) == (acts, predicts)
    assert runner(checkpoint=tmp_path / "run").folders("checkpoint") == [tmp_path / "run" / "best"]


def test_a_checkpoint_may_be_an_agent_of_two_parts(tmp_path: Path) -> None:
    for part, name in (("goal", "lingunet"), ("actions", "action-generator")):
        untrained(name, tmp_path / part)
    running, some = runner(checkpoint=tmp_path), examples([(25.0, 28.0)])
    outcome = running.run("checkpoint", running.world(some), some)
    assert outcome.pose is not None and outcome.goal is not None


OWN = """
import numpy as np

class Northward:
    def act(self, world):
        return np.where(world.taken < 2, 0, 3)

class Seer(Northward):
    def locate(self, world):
        return world.pose[:, :2] + (0.0, 3.0)

class Blind(Northward):
    def locate(self, world):
        return world.pose[:, :2] * np.nan

class Cheat(Northward):
    def act(self, world):
        world.pose[:, :2] = world.goal
        return super().act(world)

class Endless(Northward):
    def act(self, world):
        world.taken[:] = 0
        return np.zeros(len(world), int)

class Replaced(Northward):
    def act(self, world):
        world.reset(world.episodes[:1])
        return super().act(world)

class Tries(Northward):
    def act(self, world):
        before = world.save()
        world.step(super().act(world))
        world.restore(before)
        return np.full(len(world), 3)

def function(world):
    return np.full(len(world), 3)
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Example]:
    (tmp_path / "own_agents.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    sys.modules.pop("own_agents", None)
    return examples([(25.0, 28.0), (25.0, 35.0)])


def test_an_agent_of_ones_own_runs_as_any_method(own: list[Example]) -> None:
    assert choose_methods("own_agents:Northward,stop", runner(), own, True) == ["own_agents:Northward", "stop"]
    results = run_single(runner(), "own_agents:Northward", own)
    assert [r.end for r in results] == [pytest.approx((25.0, 28.0))] * 2 and results[0].goal is None
    seen = run_single(runner(), "own_agents:Seer", own)
    assert [r.goal_distance for r in seen] == pytest.approx([0.0, 7.0]) and seen[0].end == pytest.approx((25.0, 28.0))
    with pytest.raises(InputError, match="predicts no goals"):
        choose_methods("own_agents:Northward", runner(), own, False)
    with pytest.raises(InputError, match="must be finite numbers of shape"):
        run_single(runner(), "own_agents:Blind", own)


def test_agents_of_ones_own_that_change_the_worlds_are_told(own: list[Example]) -> None:
    for name in ("Cheat", "Endless", "Replaced"):
        with pytest.raises(InputError, match=rf"own_agents:{name}: act\(world\) has changed the worlds"):
            run_single(runner(), f"own_agents:{name}", own)
    tried = run_single(runner(), "own_agents:Tries", own)
    assert [r.end for r in tried] == [pytest.approx((25.0, 25.0))] * 2
    with pytest.raises(InputError, match="is no agent, which is a class"):
        runner().method("own_agents:function")
