"""Options that several commands have."""

from __future__ import annotations

from typing import Annotated

import typer

WORLD = "lani"  # unless another one is asked for
WorldOption = Annotated[str, typer.Option("--world", help="lani, chai, or module:KIND for a world of your own.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
