"""`sightline study`: studies with people, from the plan to the corpus. The pages of `sightline serve` do the same."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from sightline.cli.options import (
    MANY,
    SEED,
    WORLD,
    HousesOption,
    JsonOption,
    WorldOption,
    named_scenes,
    named_world,
)
from sightline.cli.output import print_json, say
from sightline.cli.serve import MISSING
from sightline.errors import InputError

if TYPE_CHECKING:
    from sightline.web.storage.database import Database

app = typer.Typer(
    help="Studies with people: collect instructions, measure human performance, have ways rated.", no_args_is_help=True
)
DatabaseOption = Annotated[
    str,
    typer.Option(
        metavar="FILE|URL", envvar="SIGHTLINE_DATABASE", help="An SQLite file, or postgresql://USER@HOST/NAME for teams."
    ),
]
DATABASE = "sqlite:///sightline.db"
SiteOption = Annotated[
    str | None,
    typer.Option(
        metavar="URL", help="Where people reach the pages, for links. Default: where `sightline serve` uses this database."
    ),
]
StudyArgument = Annotated[str, typer.Argument(metavar="STUDY", help="A study's name or number.")]
StudyWorld = Annotated[
    str | None,
    typer.Option(
        "--world", metavar="MODULE:KIND", help="The study's world, if it is one of your own.", callback=named_world
    ),
]
Force = Annotated[bool, typer.Option("--force", help="Replace the output folder if it exists.")]


def _database(url: str) -> Database:
    """The database of studies, made if it is not there."""
    if any(importlib.util.find_spec(name) is None for name in ("sqlalchemy", "alembic")):
        raise InputError(MISSING)
    from sightline.web.storage.database import Database

    return Database(url)


def _site(site: str | None, database: str) -> str:
    """The address for links: as given, or that of the running server; says so when no server runs."""
    from sightline.web.settings import DEFAULT_SITE, running_site

    found = site or running_site(database)
    if found is None:
        say(f"No server with this database is running; links assume {DEFAULT_SITE}. --site gives another address.")
    return (found or DEFAULT_SITE).rstrip("/")


def _text(given: str) -> str:
    """Text, or with @FILE what is in a file."""
    if not given.startswith("@"):
        return given
    try:
        return Path(given[1:]).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{given[1:]}: cannot be read ({error}).") from None


@app.command()
def create(
    name: Annotated[str, typer.Argument(help="What to call it.")],
    task: Annotated[str, typer.Option(help="act (be the agent), write, segment (follow and segment) or rate.")],
    world: WorldOption = WORLD,
    house: HousesOption = None,
    corpus: Annotated[
        str, typer.Option(metavar="DIR", help="Where items come from: a folder, `standard`, `written`.")
    ] = "standard",
    source: Annotated[
        str, typer.Option("--from", metavar="STUDY", help="segment: follow what was written there. rate: ways taken there.")
    ] = "",
    methods: Annotated[str, typer.Option(help="rate: also (or only) the ways of these agents, such as paper,best.")] = "",
    split: Annotated[str, typer.Option(help="train, dev or test.")] = "dev",
    items: Annotated[int, typer.Option(help="How many.", min=1, max=MANY)] = 100,
    people: Annotated[int, typer.Option(help="How many people answer each item.", min=1, max=MANY)] = 1,
    per_person: Annotated[
        int, typer.Option(help="Items that one person gets at most; 0: all there are.", min=0, max=MANY)
    ] = 0,
    horizon: Annotated[
        int, typer.Option(help="Actions on an item; 0: what is usual (act: as agents have).", min=0, max=MANY)
    ] = 0,
    map: Annotated[bool, typer.Option("--map", help="Those who act see a map beside the view.")] = False,
    platform: Annotated[str, typer.Option(help="links (your own), prolific or mturk.")] = "links",
    code: Annotated[str, typer.Option(help="The completion code that the platform expects.")] = "",
    instructions: Annotated[
        str, typer.Option(metavar="TEXT|@FILE", help="What people read first. Default: ours for the task.")
    ] = "",
    consent: Annotated[str, typer.Option(metavar="TEXT|@FILE", help="What they agree to. Default: ours.")] = "",
    stand_in: Annotated[str, typer.Option(help="Name of the language model that takes part instead of people.")] = "",
    links: Annotated[int, typer.Option(help="Make so many links for participants.", min=0, max=MANY)] = 0,
    site: SiteOption = None,
    seed: Annotated[int, typer.Option(help="Seed for choosing items.", min=0, max=SEED)] = 0,
    database: DatabaseOption = DATABASE,
    json: JsonOption = False,
) -> None:
    """Make a study, and links for those who take part.

    Links are shown once: only their hashes are kept. Example:
    `sightline study create people-lani --task act --items 100 --people 1 --links 10`
    """
    here = _database(database)
    from sightline.web.bodies import read_body
    from sightline.web.studies.creating import create as make
    from sightline.web.studies.creating import make_links
    from sightline.web.studies.plan import StudyPlan
    from sightline.web.studies.platforms import joining_address

    named_scenes(world, house)
    plan = {
        "name": name, "task": task, "world": world, "corpus": corpus, "split": split, "items": items, "people": people,
        "per_person": per_person, "horizon": horizon, "shows_map": map, "stand_in": stand_in, "platform": platform,
        "code": code, "instructions": _text(instructions), "consent": _text(consent), "source": source,
        "methods": tuple(m.strip() for m in methods.split(",") if m.strip()), "seed": seed,
    }  # fmt: skip
    created = make(here, read_body(StudyPlan, plan))
    addresses = []
    if links or created.join_token is not None:
        base = _site(site, database)
        tokens = make_links(here, str(created.study), links) if links else []
        addresses = [f"{base}/take#{token}" for token in tokens]
        if created.join_token is not None:
            addresses.append(joining_address(base, platform, created.join_token))
    say(f"Study {created.study} ({name}): {created.items} items, {people} {'people' if people > 1 else 'person'} for each.")
    if json:
        print_json({"study": created.study, "name": name, "items": created.items, "links": addresses})
        return
    for address in addresses:
        print(address)


@app.command()
def links(
    study: StudyArgument,
    count: Annotated[
        int, typer.Option(help="How many new links (of a platform's study: one, which replaces the other).")
    ] = 1,
    site: SiteOption = None,
    database: DatabaseOption = DATABASE,
) -> None:
    """Make more links for participants; each is shown once."""
    from sightline.web.studies.creating import make_links, renew_joining
    from sightline.web.studies.owning import status
    from sightline.web.studies.platforms import LINKS, joining_address

    here = _database(database)
    platform, base = status(here, study)["platform"], _site(site, database)
    if platform != LINKS:
        print(joining_address(base, platform, renew_joining(here, study)))
        return
    for token in make_links(here, study, count):
        print(f"{base}/take#{token}")


@app.command()
def status(
    study: Annotated[str | None, typer.Argument(metavar="STUDY", help="A study; all of them without it.")] = None,
    database: DatabaseOption = DATABASE,
    json: JsonOption = False,
) -> None:
    """Print how studies stand: items, answers, participants."""
    from sightline.web.studies.owning import status as status_of
    from sightline.web.studies.owning import statuses

    here = _database(database)
    rows = statuses(here) if study is None else [status_of(here, study)]
    if json:
        print_json({"studies": rows})
        return
    for row in rows:
        print(_status_text(row))


def _status_text(row: dict[str, Any]) -> str:
    text = f"{row['id']}  {row['name']}: {row['task']} in {row['world']}, {row['answers']} of {row['wanted']} answers"
    text += f" ({row['begun']} begun, {row['set_aside']} set aside)" if row["begun"] or row["set_aside"] else ""
    text += f", {row['consented']} of {row['participants']} participants have begun"
    text += f", {row['withdrawn']} withdrew" if row["withdrawn"] else ""
    return (
        text
        + (f"; language model as stand-in: {row['stand_in']}" if row["stand_in"] else "")
        + ("; closed" if row["closed"] else "")
    )


@app.command()
def close(study: StudyArgument, database: DatabaseOption = DATABASE) -> None:
    """Accept no more participants and answers; what was answered stays. `study reopen` undoes it."""
    from sightline.web.studies.owning import close as close_study

    close_study(_database(database), study)
    say(f"{study} is closed.")


@app.command()
def reopen(study: StudyArgument, database: DatabaseOption = DATABASE) -> None:
    """Accept participants and answers again."""
    from sightline.web.studies.owning import reopen as reopen_study

    reopen_study(_database(database), study)
    say(f"{study} is open.")


@app.command()
def results(
    study: StudyArgument, world: StudyWorld = None, database: DatabaseOption = DATABASE, json: JsonOption = False
) -> None:
    """Print what a study found, beside the paper's numbers."""
    from sightline.web.studies.results import report
    from sightline.web.studies.results import results as results_of

    found = results_of(_database(database), study)
    if json:
        print_json(found)
        return
    print(report(found))


@app.command()
def export(
    study: StudyArgument,
    target: Annotated[Path, typer.Argument(metavar="DST", help="The new folder.")],
    format: Annotated[
        str,
        typer.Option(help="corpus: a corpus folder. ciff: original release's files. answers: every answer as it is."),
    ] = "corpus",
    force: Force = False,
    world: StudyWorld = None,
    house: HousesOption = None,
    database: DatabaseOption = DATABASE,
) -> None:
    """Write a study's answers as a corpus folder, as original files, or one by one."""
    from sightline.web.studies.exporting import export as write

    named_scenes("chai", house)
    count = write(_database(database), study, target, format, force)
    say(f"{count} {'answers' if format == 'answers' else 'paragraphs'}.")
    print(target)


@app.command()
def backup(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="The new SQLite file.")],
    database: DatabaseOption = DATABASE,
) -> None:
    """Copy all studies into one file, while they go on."""
    from sightline.web.studies.backup import back_up

    say(f"{back_up(_database(database), target):,} rows.")
    print(target)


@app.command()
def restore(
    source: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `study backup` wrote.")],
    database: DatabaseOption = DATABASE,
) -> None:
    """Fill an empty database from a backup."""
    from sightline.web.studies.backup import restore as fill

    say(f"{fill(source, _database(database)):,} rows.")
