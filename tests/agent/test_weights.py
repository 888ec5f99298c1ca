"""The shipped weights still do what they did when their numbers were published: scores on a fixed small set."""

import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from sightline.agent.agent import PARTS, WEIGHTS, Agent
from sightline.agent.baselines import Reactive
from sightline.corpus.lani.generate import corpus_paragraph
from sightline.lani import Episode, LaniWorld

RECORDED = json.loads((Path(__file__).parent / "recorded_scores.json").read_text())


@cache
def episodes() -> tuple[Episode, ...]:
    """The instructions of the first six dev paragraphs of the standard corpus."""
    return tuple(e for index in (14, 15, 16, 34, 35, 36) for e in corpus_paragraph(0, index).episodes())


def scores(method: str) -> dict[str, float]:
    world = LaniWorld()
    world.reset(episodes())
    found = {}
    if method in PARTS:
        agent = Agent.from_pretrained("lani", method)
        goals = agent.locate(episodes())
        found["Dist"] = float(np.hypot(*(goals.places - world.goal).T).mean())
        agent.walk(world, goals.places, goals.in_sight)
    else:
        Reactive.from_pretrained("lani", method).run(world)
    return {**found, "SD": float(world.metrics()["stop_distance"].mean())}


METHODS = ("best", "paper", "paper-no-rnn", "paper-no-language", "paper-joint", "misra17", "chaplot18")


@pytest.mark.parametrize("method", METHODS)
def test_scores_are_those_on_record(method: str) -> None:
    assert scores(method) == pytest.approx(RECORDED[method], abs=0.5)  # a tie may fall otherwise on another machine


def test_every_trained_part_has_a_card_and_all_are_small() -> None:
    parts = [folder for folder in (WEIGHTS / "lani").iterdir() if folder.is_dir()]
    assert all((folder / "README.md").exists() for folder in parts)
    assert sum(f.stat().st_size for f in WEIGHTS.rglob("*") if f.is_file()) < 40 * 2**20
