"""Where the measures of a run go beside its log: TensorBoard, or any module with wandb's three calls."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

from sightline.errors import ArgumentError

TENSORBOARD, NOTHING = "tensorboard", "none"
PROJECT = "sightline"
CALLS = ("init", "log", "finish")


class Tracker(Protocol):
    """Hears the measures of every epoch."""

    def log(self, facts: Mapping[str, float], step: int) -> None:
        """The measures of an epoch."""

    def finish(self) -> None:
        """The run has ended, or is cut off here."""


def tracker_of(name: str, folder: Path, settings: Mapping[str, Any]) -> Tracker:
    """A tracker by name: tensorboard, none, or a module that has the calls `init`, `log` and `finish` of wandb.

    This imports the module, so the name must come from a command line or a program.
    """
    if name == TENSORBOARD:
        return TensorBoard(folder)
    if name == NOTHING:
        return Silent()
    try:
        module = import_module(name)
    except ImportError as error:
        raise ArgumentError(f"--track {name}: there is no such module here ({error}); pip install {name}?") from None
    missing = [call for call in CALLS if not callable(getattr(module, call, None))]
    if missing:
        raise ArgumentError(f"--track {name}: the module lacks {', '.join(missing)}; trackers have {', '.join(CALLS)}.")
    return Calls(module, folder, settings)


class Silent:
    """Tracks nothing; the log is written all the same."""

    def log(self, facts: Mapping[str, float], step: int) -> None:
        """Nothing."""

    def finish(self) -> None:
        """Nothing."""


class TensorBoard:
    """Writes to the folder `tensorboard` of a run, if TensorBoard is installed."""

    def __init__(self, folder: Path):
        try:
            from torch.utils.tensorboard import SummaryWriter
        except ImportError:
            self._board: Any = None
        else:
            self._board = SummaryWriter(str(folder / TENSORBOARD))

    def log(self, facts: Mapping[str, float], step: int) -> None:
        """Scalars, by name."""
        if self._board is not None:
            for name, value in facts.items():
                self._board.add_scalar(name, value, step)
            self._board.flush()

    def finish(self) -> None:
        """Close the file."""
        if self._board is not None:
            self._board.close()


class Calls:
    """Calls `init`, `log` and `finish` of a module, as wandb and trackio have them."""

    def __init__(self, module: Any, folder: Path, settings: Mapping[str, Any]):
        self._module = module
        module.init(project=PROJECT, name=folder.name, config=dict(settings), resume="allow")

    def log(self, facts: Mapping[str, float], step: int) -> None:
        """One record for each epoch."""
        self._module.log(dict(facts), step=step)

    def finish(self) -> None:
        """End the run there."""
        self._module.finish()
