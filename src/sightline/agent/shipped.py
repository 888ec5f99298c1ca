"""Trained models: which parts a method is made of, and where they lie."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from sightline.errors import InputError
from sightline.world import Kind

WEIGHTS = Path(__file__).parent / "weights"  # WORLD/PART, trained and shipped


class Parts(NamedTuple):
    """The folders of an agent's models; those of the paper's agent serve several methods."""

    goal: str
    actions: str
    types: str = "goal-types"  # which goals come in turn, where there are several


PARTS = {
    "best": Parts("best-goal", "best-actions", "best-goal-types"),
    "paper": Parts("paper-goal", "paper-actions"),
    "paper-no-rnn": Parts("paper-goal", "no-rnn-actions"),
    "paper-no-language": Parts("no-language-goal", "paper-actions"),
    "paper-joint": Parts("paper-joint/goal", "paper-joint/actions"),
}


def weights_folder(kind: Kind, name: str) -> Path:
    """Where the weights of a shipped model lie, or would lie: worlds outside the package have none."""
    return WEIGHTS / kind.name / name


def is_shipped(kind: Kind, method: str) -> bool:
    """Whether the package has every model that a method needs in a world."""
    goal, actions, types = PARTS[method]
    finds_its_way = method == "best" and kind.gait is not None  # by what it sees of the floor, which is not learned
    needed = [goal] if finds_its_way else [goal, actions, types] if kind.in_turn else [goal, actions]
    return all(weights_folder(kind, part).is_dir() for part in needed)


def part_folder(kind: Kind, method: str, part: str) -> Path:
    """The folder of a method's `goal` predictor or `actions` generator: shipped, or in a folder given instead of a name.

    Such a folder is an agent's, with `goal` and `actions` in it, a run's, or a model's itself.
    """
    if method in PARTS:
        folder = weights_folder(kind, getattr(PARTS[method], part))
        if not folder.is_dir():
            none = not any(is_shipped(kind, each) for each in PARTS)
            missing = (
                f"There is no trained agent for {kind.title} yet" if none else f"{method!r} is not trained for {kind.title}"
            )
            raise InputError(f"{missing}; give the folder of one of your own instead: --method DIR.")
        return folder
    folder = Path(method)
    if not folder.is_dir():
        raise InputError(f"{method!r} is neither a folder nor one of the trained methods {', '.join(PARTS)}.")
    alone = model_folder(folder)
    return alone if (alone / "config.json").is_file() else model_folder(folder / part)


def model_folder(folder: Path) -> Path:
    """The folder of a model: this one, or the best of the training run that it belongs to."""
    return folder / "best" if (folder / "best").is_dir() else folder
