"""Every log of the leaderboard agrees with the simulation: what CI checks of a pull request that adds one."""

from pathlib import Path

import pytest

from sightline.evaluation.replay import verify

RUNS = sorted((Path(__file__).parents[2] / "docs" / "results" / "runs").glob("*.jsonl.gz"))


def test_there_are_runs() -> None:
    assert RUNS


@pytest.mark.parametrize("log", RUNS, ids=lambda path: path.name)
def test_a_run_of_the_leaderboard_is_what_it_claims(log: Path) -> None:
    verify(log, any_version=True)
