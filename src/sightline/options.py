"""Config fields that are command-line options, with help, limits and flags beside the default."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, is_dataclass
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Option:
    """The command-line option of a field."""

    help: str
    min: float | None = None
    max: float | None = None
    flags: str = ""  # if they differ from the field's name: "--exact/--sampled"
    metavar: str | None = None


def option(
    default: T, help: str, min: float | None = None, max: float | None = None, flags: str = "", metavar: str | None = None
) -> T:
    """A dataclass field with a default, which is also a command-line option."""
    return field(default=default, metadata={"option": Option(help, min, max, flags, metavar)})


def options_of(config: type) -> dict[str, Option]:
    """The options of a config dataclass, by field; a subclass may change a default and keep the option."""
    options: dict[str, Option] = {}
    for base in reversed(config.__mro__):
        for entry in fields(base) if is_dataclass(base) else ():
            if "option" in entry.metadata:
                options[entry.name] = entry.metadata["option"]
    return {entry.name: options[entry.name] for entry in fields(config) if entry.name in options}
