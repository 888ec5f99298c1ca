"""`sightline corpus new` and `corpus template`: a corpus from a table of sentences, and a table to fill in."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sightline.cli.options import (
    WORLD,
    ForceOption,
    HousesOption,
    JsonOption,
    WorldOption,
    count_option,
    named_scenes,
    named_world,
    path_argument,
    path_option,
    seed_option,
)
from sightline.cli.output import announce_compiling, check_folder, late_progress, print_json, say
from sightline.errors import ArgumentError
from sightline.files import new_folder


def new(
    table: Annotated[
        Path, path_argument("Table (CSV) with the columns world, seed, house, start, words, goal, split.", "FILE")
    ],
    out: Annotated[Path, path_option(metavar="DIR", help="The new corpus folder.")],
    world: Annotated[
        str | None,
        typer.Option(help="World of a table without the column world: lani, chai, or module:KIND.", callback=named_world),
    ] = None,
    house: HousesOption = None,
    source: Annotated[
        str, typer.Option(help="Origin of the language: human, written (by a language model) or generated.")
    ] = "human",
    force: ForceOption = False,
    json: JsonOption = False,
) -> None:
    """Make a corpus from a table of sentences (CSV): a scene, a start, words, and a place, a landmark or a deed as goal.

    Every mistake is named by row and column, with what would be right; a corpus is written only if there is none. The
    demonstrations are the planner's. Without a column `split`, every fifth scene is dev and the others are train.

    Example: `sightline corpus new sentences.csv --out mine`
    """
    from sightline.corpus.sentences import MistakesError, new_corpus

    check_folder(out)
    from sightline.corpus.records import SOURCES

    if source not in SOURCES:
        raise ArgumentError(f"--source is one of {', '.join(SOURCES)}, got {source!r}.")
    announce_compiling()
    named_scenes(world or "chai", house)
    try:
        with late_progress(None, "rows") as done:
            written = new_corpus(table, out, world, source, force, done)
    except MistakesError as error:
        if json:
            print_json({"table": str(table), "mistakes": [mistake._asdict() for mistake in error.mistakes]})
        else:
            for mistake in error.mistakes:
                print(mistake)
        raise
    if json:
        print_json({"table": str(table), "corpus": str(out), "mistakes": [], **written._asdict()})
        return
    sizes = ", ".join(f"{count:,} in {split}" for split, count in written.splits.items())
    say(f"{sum(written.splits.values()):,} sentences in {written.scenes:,} scenes: {sizes}.")
    if written.left_empty:
        say(f"{written.left_empty:,} rows have neither words nor a goal; they were skipped.")
    if "dev" not in written.splits:
        say("There is no dev split to measure with: use two or more scenes, or the column split.")
    print(out)


def template(
    out: Annotated[Path, path_option(metavar="DIR", help="The new folder: the table, a guide, and a picture per scene.")],
    world: WorldOption = WORLD,
    scenes: Annotated[int, count_option("Number of scenes.", 1, 1000)] = 10,
    rows: Annotated[int, count_option("Rows for each scene.", 1, 1000)] = 5,
    seed: Annotated[int, seed_option("Seed of the first scene.")] = 10001,
    house: Annotated[
        list[str] | None,
        typer.Option(metavar="N|FILE", help="CHAI: use this house, 1 to 5 or seed:N; may be repeated. Default: all five."),
    ] = None,
    force: ForceOption = False,
) -> None:
    """Write a table of sentences to fill in, with pictures to look at: map, names, coordinates, start, and what is seen.

    Example: `sightline corpus template --world lani --out sentences`
    """
    from sightline.show.template import GUIDE, TABLE, cells_of, guide_text, pictures, table_text, template_scenes

    check_folder(out)
    announce_compiling()
    cells_of(world)
    with new_folder(out, force, TABLE) as partial, late_progress(scenes, "scenes") as done:
        chosen = template_scenes(world, scenes, seed, house or ())
        for name, picture in pictures(world, chosen):
            picture.save(partial / name)
            done(1)
        (partial / TABLE).write_text(table_text(chosen, rows), encoding="utf-8-sig", newline="")
        (partial / GUIDE).write_text(guide_text(world, chosen), encoding="utf-8")
    say(f"Fill in {out / TABLE}; {out / GUIDE} says how.")
    print(out / TABLE)
