"""Fields of configs that people may set: their help, limits and flags, said once, beside the default."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Option:
    """How a field is set on a command line."""

    help: str
    min: float | None = None
    max: float | None = None
    flags: str = ""  # where they are not the field's name: "--exact/--sampled"
    metavar: str | None = None


def option(
    default: T, help: str, min: float | None = None, max: float | None = None, flags: str = "", metavar: str | None = None
) -> T:
    """A dataclass field with a default that people may change."""
    return field(default=default, metadata={"option": Option(help, min, max, flags, metavar)})


def options_of(config: Any) -> dict[str, Option]:
    """The options of a config dataclass, by field; a field that only has another default than in its base keeps them."""
    options: dict[str, Option] = {}
    for base in reversed(config.__mro__):
        for each in fields(base) if is_dataclass(base) else ():
            if "option" in each.metadata:
                options[each.name] = each.metadata["option"]
    return {each.name: options[each.name] for each in fields(config) if each.name in options}
