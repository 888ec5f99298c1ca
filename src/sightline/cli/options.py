"""Options that several commands have."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer


class World(StrEnum):
    """The worlds that there are."""

    lani = "lani"


WorldOption = Annotated[World, typer.Option(help="Which world.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
