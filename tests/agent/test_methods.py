"""Methods as data, and where trained models lie."""

from pathlib import Path

import pytest
import tiny_world

from sightline.agent.methods import (
    AGENTS,
    METHODS,
    WEIGHTS,
    bundled_folder,
    is_bundled,
    model_folder,
    part_folder,
)
from sightline.errors import InputError
from sightline.world import kind_of

LANI, CHAI = kind_of("lani"), kind_of("chai")


def test_agents_are_methods_that_see_a_goal_and_go_there_in_any_table() -> None:
    assert AGENTS == ("best", "paper", "paper-no-rnn", "paper-no-language", "paper-joint")


def test_methods_predict_goals_unless_these_are_known_or_there_are_none() -> None:
    silent = {"stop", "random-walk", "most-frequent", "misra17", "chaplot18", "misra17-navigation", "chaplot18-navigation"}
    oracle = {"paper-oracle-goals", "best-oracle-goals"}
    assert {name for name, method in METHODS.items() if not method.predicts} == silent | oracle
    assert {name for name, method in METHODS.items() if method.legs is None} == {"center", "janner", "ceiling"}


@pytest.mark.parametrize(
    ("name", "in_fields", "in_houses"),
    [
        ("stop", (), ()),
        ("center", (), ()),
        ("misra17", ("reactive",), ("reactive",)),
        ("janner", ("goal",), ("goal",)),
        ("paper", ("goal", "actions"), ("goal", "actions", "types")),
        ("best", ("goal", "actions"), ("goal",)),  # in houses it walks by the planner, and says what comes next
        ("paper-oracle-goals", ("actions",), ("actions",)),
        ("best-oracle-goals", ("actions",), ()),
    ],
)
def test_a_method_needs_parts_in_a_world(name: str, in_fields: tuple[str, ...], in_houses: tuple[str, ...]) -> None:
    method = METHODS[name]
    assert (method.parts(LANI), method.parts(CHAI)) == (in_fields, in_houses)
    assert not method.planned(LANI) and method.planned(CHAI) == name.startswith("best")


@pytest.mark.parametrize(
    ("kind", "name", "part", "folder"),
    [
        (LANI, "paper-no-rnn", "goal", "paper-goal"),
        (LANI, "paper-no-rnn", "actions", "no-rnn-actions"),
        (LANI, "janner", "goal", "janner-goal"),
        (LANI, "paper-joint", "actions", "paper-joint/actions"),
        (CHAI, "misra17", "reactive", "misra17"),
        (CHAI, "paper-navigation", "goal", "paper-navigation-goal"),
        (CHAI, "paper", "types", "goal-types"),
        (CHAI, "best", "types", "best-goal-types"),
    ],
)
def test_every_part_has_a_folder(kind: object, name: str, part: str, folder: str) -> None:
    assert bundled_folder(kind, METHODS[name], part) == WEIGHTS / kind.name / folder  # type: ignore[arg-type, attr-defined]


def test_the_package_brings_the_models_of_its_worlds_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    missing = {name for name in METHODS if not is_bundled(LANI, name)}
    assert missing == {"misra17-navigation", "chaplot18-navigation", "paper-navigation"}
    assert all(is_bundled(CHAI, name) for name in METHODS)
    assert is_bundled(tiny_world.KIND, "stop") and not is_bundled(tiny_world.KIND, "best")
    monkeypatch.setattr("sightline.agent.methods.WEIGHTS", tmp_path)
    (tmp_path / "lani" / "paper-goal").mkdir(parents=True)
    assert not is_bundled(LANI, "paper")  # its legs are missing
    (tmp_path / "lani" / "paper-actions").mkdir()
    assert is_bundled(LANI, "paper")


def test_parts_of_agents_are_found_by_their_name() -> None:
    assert all(part_folder(LANI, name, part).is_dir() for name in AGENTS for part in ("goal", "actions"))
    with pytest.raises(InputError, match="'best' is not trained for CHAI"):
        part_folder(CHAI, "best", "actions")
    with pytest.raises(InputError, match="no trained agent for TINY"):
        part_folder(tiny_world.KIND, "best", "goal")


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
