"""Options that several commands have."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer


class World(StrEnum):
    """The worlds that have a corpus and agents."""

    lani = "lani"


class Simulated(StrEnum):
    """The worlds that there are."""

    lani = "lani"
    chai = "chai"


SimulatedOption = Annotated[Simulated, typer.Option("--world", help="Which world.")]
WorldOption = Annotated[World, typer.Option(help="Which world.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
