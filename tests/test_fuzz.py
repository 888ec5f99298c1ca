"""A little of the fuzz (`python tests/fuzz`): bad inputs from fixed seeds are refused in one sentence."""

import sys
from pathlib import Path
from random import Random

import pytest

sys.path.insert(0, str(Path(__file__).parent / "fuzz"))

from bad import Case, outcome_of
from cases import case_of

# What may crash the process, or compiles kernels, is left to the command.
COUNTS = {
    "records": 80,
    "folders": 40,
    "originals": 40,
    "options": 40,
    "words": 30,
    "weights": 25,
    "checkpoints": 20,
    "scenes": 30,
    "cameras": 30,
    "environments": 25,
    "worlds": 40,
    "requests": 60,
    "raw": 25,
    "sockets": 25,
    "houses": 20,
    "house_records": 12,
    "databases": 15,
    "tables": 80,
    "damaged_pictures": 60,
    "picture_tables": 60,
}


@pytest.mark.parametrize("kind", COUNTS)
def test_bad_input_is_refused_in_one_sentence(kind: str, tmp_path: Path) -> None:
    wrong = []
    for number in range(1, COUNTS[kind] + 1):  # 0 follows an instruction, which takes seconds
        folder = tmp_path / str(number) / "here"
        folder.mkdir(parents=True)
        case = case_of(kind, Random(f"test {kind} {number}"), number if kind != "words" else 1)
        outcome = outcome_of(case, folder)
        if outcome != "refused" and (outcome != "taken" or case.sure):
            wrong.append(f"{case.name}: {outcome}")
    assert wrong == []


def test_a_fault_is_found() -> None:
    def fail(folder: Path) -> None:
        raise KeyError("a")

    here = Path(__file__).parent
    assert outcome_of(Case("a", fail), here).startswith("traceback: KeyError")
    assert outcome_of(Case("a", lambda folder: None), here) == "taken"
