"""Options that several commands have."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from sightline.errors import InputError

WORLD = "lani"  # unless another one is asked for
# The greatest numbers that options take: beyond are typing errors, or more than there can be.
SEED, PROCESSES, MANY = 2**32 - 1, 1024, 10**9


def finite(number: float | None) -> float | None:
    """Check that an option is a number: "nan" passes all limits."""
    if number is not None and not math.isfinite(number):
        raise typer.BadParameter(f"{number} is not a finite number.")
    return number


def named_world(names: Any) -> Any:
    """Import the worlds of the user's own that an option names: only a command line may name code."""
    for name in (names,) if isinstance(names, str) else names or ():
        if ":" in name:
            from sightline.world import import_world

            import_world(name)
    return names


WorldOption = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="Which world: lani (fields), chai (houses), or one of your own as module:KIND.",
        callback=named_world,
    ),
]
SceneOption = Annotated[
    str | None,
    typer.Option(
        "--scene",
        "--house",
        metavar="SCENE",
        help="Go into this scene instead of a generated one. LANI: an original scene config (JSON). CHAI: a house, 1 to 5, "
        "seed:N for a generated one, or the file of a plan (TOML).",
    ),
]
HousesOption = Annotated[
    list[str] | None,
    typer.Option(
        "--house",
        metavar="HOUSE",
        help="The plan (TOML) of a house of your own that the corpus is in; may be repeated. Records have only its "
        "fingerprint. Houses 1 to 5 and generated ones (seed:N) need none.",
    ),
]


def named_scenes(world: str, names: Sequence[str] | None) -> tuple[Any, ...]:
    """The scenes that --house names; records of them can be read from now on."""
    if not names:
        return ()
    from sightline.world import kind_of

    kind = kind_of(world)
    if kind.read_scene is None:
        raise InputError(f"--house is for worlds with houses, which {kind.title} lacks.")
    return tuple(map(kind.read_scene, names))


MethodOption = Annotated[
    str,
    typer.Option(
        metavar="NAME|DIR",
        help="Which agent: best or paper, which are bundled, or a folder of yours that has a trained goal predictor in goal "
        "and an action generator in actions (who sees one goal after the other in houses needs none).",
    ),
]
CorpusOption = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Take the instruction from this corpus folder, or from `written`. Default: standard."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object on stdout, and nothing else there.")]

# One rule for --out: a folder, made if it does not exist; where exactly one file is made, its name will do as well.
PicturesOption = Annotated[
    Path, typer.Option(metavar="DIR", help="Folder for the pictures; it is made if it does not exist.")
]
PictureOption = Annotated[
    Path,
    typer.Option(
        metavar="DIR|FILE",
        help="Folder for the picture, made if it does not exist; or the name of the picture, ending in .png.",
    ),
]
