"""`sightline house`: houses from seeds."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from sightline.cli.options import SEED
from sightline.cli.output import new_file, write
from sightline.errors import InputError

app = typer.Typer(help="Generate houses.", no_args_is_help=True)


@app.callback()
def _house() -> None:
    pass


@app.command()
def generate(
    seed: Annotated[int, typer.Option(help="Which house; the same number gives the same one.", min=0, max=SEED)] = 0,
    rooms: Annotated[
        str | None, typer.Option(metavar="N|N-M", help="How many rooms, 2 to 8, such as 5 or 3-8. Default: any number.")
    ] = None,
    out: Annotated[
        Path, typer.Option(metavar="DIR|FILE", help="The plan to write, ending in .toml; or a folder for house.toml.")
    ] = Path("house.toml"),
) -> None:
    """Write the plan of a generated house: a text to read, to change and to walk in.

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
        raise InputError(f"--rooms is a number or two with a dash, such as 5 or 3-8, got {text!r}.")
    return int(match[1]), int(match[2] or match[1])
