"""Where trained models lie."""

from pathlib import Path

import pytest
import tiny_world

from sightline.agent.shipped import PARTS, WEIGHTS, model_folder, part_folder, weights_folder
from sightline.errors import InputError
from sightline.world import kind_of

LANI, CHAI = kind_of("lani"), kind_of("chai")


def test_parts_of_shipped_methods() -> None:
    assert part_folder(LANI, "paper-no-rnn", "goal") == WEIGHTS / "lani" / "paper-goal"
    assert part_folder(LANI, "paper-no-rnn", "actions") == WEIGHTS / "lani" / "no-rnn-actions"
    assert weights_folder(CHAI, "misra17") == WEIGHTS / "chai" / "misra17"
    assert all(part_folder(LANI, method, part).is_dir() for method in PARTS for part in ("goal", "actions"))


def test_a_folder_of_ones_own_may_be_a_model_or_a_run(tmp_path: Path) -> None:
    (tmp_path / "goal" / "best").mkdir(parents=True)
    (tmp_path / "actions").mkdir()
    assert part_folder(LANI, str(tmp_path), "goal") == tmp_path / "goal" / "best"
    assert part_folder(LANI, str(tmp_path), "actions") == tmp_path / "actions" == model_folder(tmp_path / "actions")


def test_a_goal_predictor_is_found_in_a_method_a_run_a_model_or_an_agent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert part_folder(LANI, "best", "goal") == WEIGHTS / "lani" / "best-goal"
    for place in ("model", "run/best", "agent/goal", "trained/goal/best"):
        (tmp_path / place).mkdir(parents=True)
        (tmp_path / place / "config.json").write_text("{}")
    assert part_folder(LANI, str(tmp_path / "model"), "goal") == tmp_path / "model"
    assert part_folder(LANI, str(tmp_path / "run"), "goal") == tmp_path / "run" / "best"
    assert part_folder(LANI, str(tmp_path / "agent"), "goal") == tmp_path / "agent" / "goal"
    assert part_folder(LANI, str(tmp_path / "trained"), "goal") == tmp_path / "trained" / "goal" / "best"
    monkeypatch.chdir(tmp_path / "run")  # where a folder has the name of a method
    assert part_folder(LANI, "best", "goal") == WEIGHTS / "lani" / "best-goal"
    with pytest.raises(InputError, match="neither a folder nor one of the trained methods"):
        part_folder(LANI, "nowhere", "goal")


def test_what_is_not_there_is_said() -> None:
    with pytest.raises(InputError, match="neither a folder nor one of the trained methods best, paper"):
        part_folder(LANI, "nowhere", "goal")
    with pytest.raises(InputError, match="'best' is not trained for CHAI"):
        part_folder(CHAI, "best", "actions")
    with pytest.raises(InputError, match="no trained agent for TINY yet"):
        part_folder(tiny_world.KIND, "best", "goal")
