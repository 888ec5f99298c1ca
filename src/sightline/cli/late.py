"""Groups of commands that are loaded when they are entered, so that `sightline --help` need not wait for them."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperGroup

from sightline.addresses import load


def late_group(address: str, help: str) -> typer.Typer:
    """A group whose commands are those of the typer.Typer at an address, module:NAME."""

    class LateGroup(TyperGroup):
        """Loads the commands when somebody asks for them."""

        def list_commands(self, ctx: Any) -> list[str]:
            self._load()
            return list(self.commands)

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            self._load()
            return super().get_command(ctx, cmd_name)

        def _load(self) -> None:
            if not self.commands:
                self.commands.update(typer.main.get_group(load(address, "")).commands)

    app = typer.Typer(cls=LateGroup, help=help, no_args_is_help=True)
    app.callback()(_nothing)
    return app


def _nothing() -> None:
    pass
