"""Methods by name: what each does, which there are, and why one cannot run."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from sightline.agent.agent import Agent, Goals
from sightline.corpus.lani.generate import corpus_paragraph
from sightline.corpus.records import Paragraph
from sightline.errors import InputError
from sightline.evaluation.baselines import baselines, ceiling
from sightline.evaluation.evaluate import evaluate, prepare
from sightline.evaluation.examples import examples_of
from sightline.evaluation.methods import METHODS, Runner, chosen
from sightline.evaluation.scores import run_single, score
from sightline.language import Vocabulary
from sightline.lani import Episode
from sightline.models.pretrained import KINDS, save_model


@pytest.fixture(scope="module")
def paragraphs() -> list[Paragraph]:
    return [corpus_paragraph(0, k) for k in range(12)]


@pytest.mark.parametrize("name", ["stop", "random-walk", "most-frequent", "center"])
def test_scripted_methods_score_as_the_fingerprint_says(paragraphs: list[Paragraph], name: str) -> None:
    table = "goals" if name == "center" else "results"
    found = score(run_single(Runner(seed=3), name, examples_of(paragraphs)), table)
    for metric, value in baselines(paragraphs, 3)[name].items():
        assert found[metric] == pytest.approx(value)


def test_ceiling_scores_as_the_fingerprint_says(paragraphs: list[Paragraph]) -> None:
    found = score(run_single(Runner(), "ceiling", examples_of(paragraphs)), "goals")
    known = ceiling(paragraphs)
    assert known is not None and {metric: found[metric] for metric in known} == pytest.approx(known)


def test_the_action_generator_reaches_goals_that_it_is_given(paragraphs: list[Paragraph]) -> None:
    found = score(run_single(Runner(), "paper-oracle-goals", examples_of(paragraphs)), "results")
    assert found["TC"] > 85 and found["SD"] < 3


def test_methods_with_the_same_eyes_look_once(paragraphs: list[Paragraph], monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []

    def locate(self: Agent, episodes: Sequence[Episode]) -> Goals:
        looked.append(len(episodes))
        places = np.array([e.start[:2] for e in episodes])
        return Goals(np.zeros((len(episodes), 1)), np.zeros(len(episodes), int), places, np.ones(len(episodes)))

    monkeypatch.setattr(Agent, "locate", locate)
    done: list[int] = []
    runner, examples = Runner(tell=done.append), examples_of(paragraphs)
    first, again = (runner.run("paper", examples) for _ in range(2))
    assert sum(looked) == len(examples) and max(looked) <= 64 and sum(done) == 2 * len(examples)
    assert first.goal is not None and again.goal is not None and (first.goal == again.goal).all()


def test_all_are_those_that_fit_the_table_and_have_weights(paragraphs: list[Paragraph]) -> None:
    examples, runner = examples_of(paragraphs), Runner()
    acting, seeing = (chosen("all", runner, examples, acting) for acting in (True, False))
    assert {"stop", "random-walk", "most-frequent", "paper", "paper-oracle-goals"} <= set(acting)
    assert {"center", "paper", "ceiling"} <= set(seeing)
    assert all(METHODS[name].acts for name in acting) and all(METHODS[name].predicts for name in seeing)
    assert "checkpoint" not in acting and "paper-no-rnn" not in seeing  # it has the paper's eyes
    unmarked = [Paragraph("x", p.scene, [s], p.world, "human", 0) for p in paragraphs for s in p.segments]
    for paragraph in unmarked:
        paragraph.segments[0] = type(paragraph.segments[0])(*[getattr(paragraph.segments[0], k) for k in
            ("instruction", "tokens", "start", "end", "actions")])  # fmt: skip
    assert "ceiling" not in chosen("all", runner, examples_of(unmarked), False)
    with pytest.raises(InputError, match="intended"):
        chosen("ceiling", runner, examples_of(unmarked), False)
    with pytest.raises(InputError, match="phenomena"):
        prepare(unmarked, [], "phenomena", "all", None, runner)


@pytest.mark.parametrize(
    ("names", "says"),
    [
        ("nothing", "no method 'nothing'"),
        ("center", "only predicts goals"),
        ("checkpoint", "--checkpoint DIR"),
        (" , ", "names no method"),
    ],
)
def test_a_method_that_cannot_run_says_why(paragraphs: list[Paragraph], names: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        chosen(names, Runner(), examples_of(paragraphs), True)


def test_a_method_without_weights_says_so(
    paragraphs: list[Paragraph], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sightline.evaluation.methods.WEIGHTS", tmp_path)
    examples = examples_of(paragraphs)
    assert "misra17" not in chosen("all", Runner(), examples, True)
    with pytest.raises(InputError, match="no trained weights"):
        chosen("misra17", Runner(), examples, True)
    with pytest.raises(InputError, match="no folder"):
        chosen("checkpoint", Runner(checkpoint=tmp_path), examples, True)


@pytest.mark.parametrize("name", ["misra17", "chaplot18", "janner"])
def test_baselines_run_once_they_have_weights(
    paragraphs: list[Paragraph], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    for module in ("sightline.evaluation.methods", "sightline.agent.baselines"):
        monkeypatch.setattr(f"{module}.WEIGHTS", tmp_path)
    vocabulary, kind = Vocabulary.of({"go": 1, "to": 1}), KINDS[name]
    folder = tmp_path / "lani" / ("janner-goal" if name == "janner" else name)
    save_model(kind(kind.Config(vocabulary=len(vocabulary))), folder, vocabulary)
    examples, runner = examples_of(paragraphs, 2), Runner()
    assert chosen(name, runner, examples, name != "janner") == [name]
    outcome = runner.run(name, examples)
    where = outcome.goal if name == "janner" else outcome.pose
    assert where is not None and len(where) == 2 and np.isfinite(where).all()


def test_an_evaluation_compares_every_method_with_one(paragraphs: list[Paragraph]) -> None:
    trial = prepare(paragraphs, paragraphs[:2], "results", "stop,most-frequent", 20, Runner())
    found = evaluate(trial)
    assert trial.steps == sum(len(r) for part in (found.results, found.written) for r in part.values())
    assert found.reference == "stop" and found.differences.keys() == {"most-frequent"}
    moved = found.scores["most-frequent"]["SD"] - found.scores["stop"]["SD"]
    assert found.differences["most-frequent"]["SD"]["value"] == pytest.approx(moved)
    with pytest.raises(InputError, match="no instructions"):
        prepare([], [], "results", "stop", None, Runner())
