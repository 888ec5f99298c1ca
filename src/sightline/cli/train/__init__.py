"""`sightline train`: train models on a corpus. An interrupted run resumes where it stopped.

The options of the commands are the fields of the configs, which import torch; they are loaded only if `train` is used.
"""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperGroup


class Commands(TyperGroup):
    """A group whose commands are created when it is entered."""

    def list_commands(self, ctx: Any) -> list[str]:
        self._make()
        return list(self.commands)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        self._make()
        return super().get_command(ctx, cmd_name)

    def _make(self) -> None:
        if not self.commands:
            from sightline.cli.train.commands import app

            self.commands.update(typer.main.get_group(app).commands)


app = typer.Typer(
    cls=Commands,
    help="Train models. Repeat a command to resume an interrupted run; `--minutes` splits long runs.",
    no_args_is_help=True,
)


@app.callback()
def _train() -> None:
    pass
