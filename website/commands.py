"""The reference of commands: every command with its own help."""

from __future__ import annotations

import re
from enum import Enum
from typing import Any


def commands_page() -> str:
    """All commands of `sightline`, with arguments and options."""
    import typer

    from sightline.cli import app

    text = [
        "# Commands", "", "This page is made from the help of the commands: `sightline COMMAND --help` prints the same.",
        "Bad input ends in one sentence and exit code 2.", "",
    ]  # fmt: skip
    group = typer.main.get_command(app)
    for name in sorted(group.list_commands(None)):  # type: ignore[attr-defined]
        text += _command(group.get_command(None, name), f"sightline {name}", 2)  # type: ignore[attr-defined]
    return "\n".join(text)


def _command(command: Any, name: str, level: int) -> list[str]:
    text = [f"{'#' * level} `{name}`", "", _prose(command.help or ""), ""]
    rows = [row for parameter in command.params if (row := _row(parameter))]
    if rows:
        text += ["| option | meaning |", "|---|---|", *rows, ""]
    if hasattr(command, "list_commands"):
        for inside in command.list_commands(None):
            text += _command(command.get_command(None, inside), f"{name} {inside}", level + 1)
    return text


def _row(parameter: Any) -> str:
    if getattr(parameter, "hidden", False) or parameter.name == "help":
        return ""
    if hasattr(parameter, "secondary_opts") and parameter.param_type_name == "option":
        value = "" if parameter.is_flag else f" `{parameter.metavar or _value(parameter.type_descriptor.annotation)}`"
        name = ", ".join(f"`{option}`" for option in parameter.opts) + value
    else:
        name = f"`{parameter.metavar or parameter.name.upper()}`"
    help = " ".join((parameter.help or "").split())
    default = parameter.default
    shown = getattr(default, "value", default)
    if (
        shown is not None
        and shown is not False
        and shown != ""
        and not callable(shown)
        and parameter.param_type_name == "option"
    ):
        help += f" Default: `{shown}`."
    return f"| {_cell(name)} | {_cell(help)} |"


def _value(annotation: Any) -> str:
    """What an option takes: its choices, or the name of its type."""
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return "|".join(choice.value for choice in annotation)
    return {int: "INTEGER", float: "NUMBER", str: "TEXT"}.get(annotation, "VALUE")


def _cell(text: str) -> str:
    return re.sub(r"(?<!\\)\|", r"\\|", text)


def _prose(text: str) -> str:
    return "\n".join(line.strip() for line in text.strip().split("\n"))
