"""The shipped weights still do what they did when their numbers were published: scores on a fixed small set."""

import json
from functools import cache
from pathlib import Path

import pytest

from sightline.agent.methods import WEIGHTS
from sightline.corpus.examples import Example, examples_of
from sightline.corpus.kind import corpus_kind
from sightline.corpus.splits import corpus_paragraph
from sightline.evaluation.methods import Runner
from sightline.world import kind_of

RECORDED = json.loads((Path(__file__).parent / "recorded_scores.json").read_text())
DEV = {"lani": (14, 15, 16, 34, 35, 36), "chai": (15,)}  # paragraphs of the standard corpora


@cache
def examples(world: str) -> tuple[Example, ...]:
    return tuple(examples_of([corpus_paragraph(corpus_kind(world), 0, index) for index in DEV[world]]))


def scores(name: str, method: str) -> dict[str, float]:
    runner = Runner(kind_of(name))
    world = runner.world(examples(name))
    outcome = runner.run(method, world, examples(name))
    assert outcome.metrics is not None
    measured = {metric.name: float(outcome.metrics[metric.key].mean()) for metric in runner.kind.metrics}
    return measured if outcome.goal_distance is None else {**measured, "Dist": float(outcome.goal_distance.mean())}


@pytest.mark.parametrize(("world", "method"), [(world, method) for world in RECORDED for method in RECORDED[world]])
def test_scores_are_those_on_record(world: str, method: str) -> None:
    tied = {"SD": 0.5, "Dist": 0.5, "TC": 0.05, "MA": 17}  # a tie may fall otherwise on another machine
    for name, value in scores(world, method).items():
        assert value == pytest.approx(RECORDED[world][method][name], abs=tied[name]), name


def test_every_trained_part_has_a_card_and_all_are_small() -> None:
    parts = [file.parent for file in WEIGHTS.rglob("config.json")]
    assert all((part / "README.md").exists() or (part.parent / "README.md").exists() for part in parts)
    assert {part.relative_to(WEIGHTS).parts[0] for part in parts} == {"lani", "chai", "reader"}
    assert sum(f.stat().st_size for f in WEIGHTS.rglob("*") if f.is_file()) < 43e6
