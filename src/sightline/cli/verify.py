"""`sightline verify`: replays the log of an evaluation and prints the table that its actions earn."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sightline.cli.options import (
    HousesOption,
    JsonOption,
    flag_option,
    named_scenes,
    named_world,
    path_argument,
    path_option,
)
from sightline.cli.output import columns_here, late_progress, print_json, say

if TYPE_CHECKING:
    from sightline.evaluation.replay import Verified

LogArgument = Annotated[Path, path_argument("Log that `evaluate --record` wrote.", "FILE.jsonl.gz")]
AnyVersionOption = Annotated[
    bool, flag_option("--any-version", help="Score the actions by the rules of this version, whichever recorded them.")
]


def verify(
    log: LogArgument,
    corpus: Annotated[
        Path | None,
        path_option(metavar="DIR", help="Corpus folder of the log. Default: the bundled corpus that it names."),
    ] = None,
    world: Annotated[
        str | None,
        typer.Option(metavar="MODULE:KIND", help="Your own world, if the log is of one.", callback=named_world),
    ] = None,
    house: HousesOption = None,
    any_version: AnyVersionOption = False,
    json: JsonOption = False,
) -> None:
    """Simulate every action of a log again and print the table of what happened.

    A log is refused (exit code 2) if an episode of its split is missing, or if the actions of any episode lead to another
    end, another metric or another score than it claims. A log proves what actions lead to; it cannot prove who chose them:
    see docs/leaderboard.md.

    Example: `sightline evaluate --methods stop,best --limit 200 --record run.jsonl.gz; sightline verify run.jsonl.gz`
    """
    from sightline.evaluation.replay import verify as replay

    named_scenes(world or "chai", house)
    with late_progress(None, "episodes") as progress:
        verified = replay(log, corpus, any_version, progress)
    print_verified(verified, json)


def print_verified(verified: Verified, json: bool) -> None:
    """The table of a log that was verified."""
    from sightline.evaluation.layout import as_text
    from sightline.evaluation.tables import as_json, table_of
    from sightline.world import kind_of

    header, count = verified.header, verified.count
    world, split, table = header["world"], header["split"], header["table"]
    if json:
        found = as_json(verified.evaluation, world, split, table, count, header["seed"], verified.source)
        print_json(found | {"verified": {"episodes": verified.episodes, "same_code": verified.same_code, "header": header}})
        return
    results = table_of(verified.evaluation, kind_of(world), table, split, verified.source, count)
    print(as_text(results, columns_here()), end="")
    code = "this code" if verified.same_code else f"other code of Sightline {header['sightline']}"
    say(f"Verified: {verified.episodes:,} episodes, recorded with {code}, replayed here; everything agrees.")
