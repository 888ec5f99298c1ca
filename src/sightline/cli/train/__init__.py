"""`sightline train`: train each model on a corpus, in pieces if needed; an interrupted run resumes where it stopped.

The options of the commands are the fields of the configs, which need torch: they are imported only when `train` is used.
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

            group = typer.main.get_group(app)
            self.commands.update(group.commands)


app = typer.Typer(
    cls=Commands,
    help="Teach the models. The same command again goes on where it was cut off: `--minutes` cuts long runs into pieces.",
    no_args_is_help=True,
)


@app.callback()
def _train() -> None:
    pass
