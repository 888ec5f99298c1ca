"""`sightline house`: houses from seeds."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from sightline.cli.options import path_option, seed_option
from sightline.cli.output import new_file, write
from sightline.errors import ArgumentError

app = typer.Typer(help="Generate houses.", no_args_is_help=True)


@app.callback()
def _house() -> None:
    pass


@app.command()
def generate(
    seed: Annotated[int, seed_option("Seed of the house.")] = 0,
    rooms: Annotated[
        str | None, typer.Option(metavar="N|N-M", help="Number of rooms, 2 to 8, such as 5 or 3-8. Default: any.")
    ] = None,
    out: Annotated[
        Path, path_option(metavar="DIR|FILE", help="Plan to write, ending in .toml, or a folder for house.toml.")
    ] = Path("house.toml"),
) -> None:
    """Write the plan of a generated house (TOML).

    Without --rooms it is the house that `--house seed:N` names.

    Example: `sightline house generate --seed 7 --rooms 3-8 --out house.toml`
    """
    from sightline.chai.house.generate import generate_plan

    write(new_file(out, "house.toml"), generate_plan(seed, _read_rooms(rooms)))


def _read_rooms(text: str | None) -> tuple[int, int] | None:
    """3-8 as the least and the most."""
    if text is None:
        return None
    match = re.fullmatch(r"(\d{1,3})(?:-(\d{1,3}))?", text, re.ASCII)
    if match is None:
        raise ArgumentError(f"--rooms is a number or two with a dash, such as 5 or 3-8, got {text!r}.")
    return int(match[1]), int(match[2] or match[1])
