"""Types of goals from words: what counts as right, and a model from disk."""

from pathlib import Path

import pytest
import torch

from sightline.agent.goal_typing import GoalTyper, alike, types_of
from sightline.agent.methods import WEIGHTS
from sightline.errors import InputError
from sightline.language import Vocabulary
from sightline.models.goal_types import GoalTypes, GoalTypesConfig
from sightline.models.lingunet import LingUNet, LingUNetConfig
from sightline.models.pretrained import save_model
from sightline.world import INTERACTION, NAVIGATION, Goal

GO, TAKE = Goal(NAVIGATION, (1.0, 2.0)), Goal(INTERACTION, (1.0, 2.0, 0.0), (1.0, 1.0, 3.0), ("pick up", "milk 3012", ""))


def test_how_many_doors_there_are_no_words_tell() -> None:
    assert types_of([TAKE, GO, GO]) == [1, 0, 0] and types_of([GO] * 20) == [0] * 12
    assert alike([0, 1, 0], [1, 0, 0]) and alike([], []) and alike([0, 0, 1], [1])
    assert not alike([1], [1, 1]) and not alike([1, 0], [1]) and not alike([], [0])


@pytest.mark.parametrize("spelling", [False, True])
def test_a_model_from_disk_reads_any_words(tmp_path: Path, spelling: bool) -> None:
    torch.manual_seed(0)
    words = Vocabulary.of(["go", "take"])
    save_model(GoalTypes(GoalTypesConfig(0 if spelling else len(words), 4, 8)), tmp_path, words)
    typer = GoalTyper.from_folder(tmp_path)
    first, second, third = typer.types_of(["go", "take the flibbertigibbet", ""])
    assert all(kind in (0, 1) for kind in (*first, *second, *third)) and typer.types_of(["go"]) == [first]


def test_other_models_are_refused(tmp_path: Path) -> None:
    words = Vocabulary.of(["go"])
    save_model(LingUNet(LingUNetConfig(len(words))), tmp_path, words)
    with pytest.raises(InputError, match="does not predict goal types"):
        GoalTyper.from_folder(tmp_path)


@pytest.mark.parametrize("name", ["goal-types", "best-goal-types"])
def test_those_that_ship_read_plain_instructions(name: str) -> None:
    typer = GoalTyper.from_folder(WEIGHTS / "chai" / name)
    said = ["go to the kitchen .", "open the fridge .", "pick up the milk and put it on the table .", "walk to the sofa ."]
    assert [alike(types, right) for types, right in zip(typer.types_of(said), ([0], [1], [1, 1], [0]), strict=True)] == [
        True
    ] * 4
