"""`sightline study`: studies with people. The pages of `sightline serve` do the same."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sightline.cli.options import (
    WORLD,
    ForceOption,
    HousesOption,
    JsonOption,
    WorldOption,
    count_option,
    flag_option,
    named_scenes,
    named_world,
    path_argument,
    seed_option,
)
from sightline.cli.output import print_json, say
from sightline.cli.serve import DATABASE, DatabaseOption, require_packages
from sightline.errors import FileError
from sightline.fields import Json

if TYPE_CHECKING:
    from sightline.web.storage.database import Database

app = typer.Typer(
    help="Studies with people: collect instructions, measure human performance, have paths rated.", no_args_is_help=True
)
SiteOption = Annotated[
    str | None,
    typer.Option(metavar="URL", help="Public address of the pages, for the links. Default: that of the running server."),
]
StudyArgument = Annotated[str, typer.Argument(metavar="STUDY", help="Name or number of a study.")]
StudyWorld = Annotated[
    str | None,
    typer.Option("--world", metavar="MODULE:KIND", help="The study's world, if it is your own.", callback=named_world),
]


def _database(url: str) -> Database:
    """Open the database of studies, or create it."""
    require_packages("sqlalchemy", "alembic")
    from sightline.web.storage.database import Database

    return Database(url)


def _site(site: str | None, database: str) -> str:
    """The address for links: as given, or that of the running server; says so when no server runs."""
    from sightline.web.settings import DEFAULT_SITE, running_site

    found = site or running_site(database)
    if found is None:
        say(f"No server with this database is running; links assume {DEFAULT_SITE}. --site gives another address.")
    return (found or DEFAULT_SITE).rstrip("/")


def _text(text: str) -> str:
    """A text, or the content of a file if the text is @FILE."""
    if not text.startswith("@"):
        return text
    try:
        return Path(text[1:]).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(f"{text[1:]}: cannot be read ({error}).") from None


@app.command()
def create(
    name: Annotated[str, typer.Argument(help="Name of the new study.")],
    task: Annotated[str, typer.Option(help="Task: act (be the agent), write, segment (follow and segment) or rate.")],
    world: WorldOption = WORLD,
    house: HousesOption = None,
    corpus: Annotated[
        str, typer.Option(metavar="DIR", help="Corpus of the items: a folder, `standard` or `written`.")
    ] = "standard",
    source: Annotated[
        str,
        typer.Option(
            "--from", metavar="STUDY", help="segment: follow the texts written in this study. rate: rate its paths."
        ),
    ] = "",
    methods: Annotated[str, typer.Option(help="rate: also (or only) paths of these agents, such as paper,best.")] = "",
    split: Annotated[str, typer.Option(help="Split: train, dev or test.")] = "dev",
    items: Annotated[int, count_option("Number of items.")] = 100,
    people: Annotated[int, count_option("Number of people who answer each item.")] = 1,
    per_person: Annotated[int, count_option("Maximum number of items per person; 0: all.", 0)] = 0,
    horizon: Annotated[int, count_option("Maximum number of actions per item; 0: default (act: as for agents).", 0)] = 0,
    map: Annotated[bool, flag_option("--map", help="act: show a map beside the view.")] = False,
    platform: Annotated[str, typer.Option(help="How participants join: links (your own), prolific or mturk.")] = "links",
    code: Annotated[str, typer.Option(help="Completion code of the platform.")] = "",
    instructions: Annotated[
        str, typer.Option(metavar="TEXT|@FILE", help="Introduction for participants. Default: that of the task.")
    ] = "",
    consent: Annotated[str, typer.Option(metavar="TEXT|@FILE", help="Consent form. Default: a standard text.")] = "",
    stand_in: Annotated[str, typer.Option(help="Name of the language model that takes part instead of people.")] = "",
    links: Annotated[int, count_option("Number of links for participants.", 0)] = 0,
    site: SiteOption = None,
    seed: Annotated[int, seed_option("Seed for choosing items.")] = 0,
    database: DatabaseOption = DATABASE,
    json: JsonOption = False,
) -> None:
    """Create a study, and links for its participants.

    Links are printed once; only their hashes are stored. Example:
    `sightline study create people-lani --task act --items 100 --people 1 --links 10`
    """
    here = _database(database)
    from sightline.web.bodies import read_body
    from sightline.web.studies.creating import create as create_study
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
    created = create_study(here, read_body(StudyPlan, plan))
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
        int, typer.Option(help="Number of new links. A study on a platform has one link, which is replaced.")
    ] = 1,
    site: SiteOption = None,
    database: DatabaseOption = DATABASE,
) -> None:
    """Make more links for participants; each is printed once."""
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
    study: Annotated[str | None, typer.Argument(metavar="STUDY", help="Name or number of a study. Default: all.")] = None,
    database: DatabaseOption = DATABASE,
    json: JsonOption = False,
) -> None:
    """Print the status of studies: items, answers, participants."""
    from sightline.web.studies.owning import status as status_of
    from sightline.web.studies.owning import statuses

    here = _database(database)
    rows = statuses(here) if study is None else [status_of(here, study)]
    if json:
        print_json({"studies": rows})
        return
    for row in rows:
        print(_status_text(row))


def _status_text(row: Json) -> str:
    text = f"{row['id']}  {row['name']}: {row['task']} in {row['world']}, {row['answers']} of {row['wanted']} answers"
    text += f" ({row['begun']} started, {row['set_aside']} set aside)" if row["begun"] or row["set_aside"] else ""
    text += f", {row['consented']} of {row['participants']} participants have started"
    text += f", {row['withdrawn']} withdrew" if row["withdrawn"] else ""
    text += f"; language model as stand-in: {row['stand_in']}" if row["stand_in"] else ""
    return text + ("; closed" if row["closed"] else "")


@app.command()
def close(study: StudyArgument, database: DatabaseOption = DATABASE) -> None:
    """Accept no more participants and answers; answers are kept. `study reopen` undoes it."""
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
    """Print the results of a study beside the paper's numbers."""
    from sightline.web.studies.results import report
    from sightline.web.studies.results import results as results_of

    numbers = results_of(_database(database), study)
    if json:
        print_json(numbers)
        return
    print(report(numbers))


@app.command()
def export(
    study: StudyArgument,
    target: Annotated[Path, path_argument("The new folder.", "DST")],
    format: Annotated[
        str,
        typer.Option(help="corpus: a corpus folder. ciff: files of the original release. answers: the raw answers."),
    ] = "corpus",
    force: ForceOption = False,
    world: StudyWorld = None,
    house: HousesOption = None,
    database: DatabaseOption = DATABASE,
) -> None:
    """Write the answers of a study as a corpus folder, as files of the original release, or raw."""
    from sightline.web.studies.exporting import export as write

    named_scenes("chai", house)
    count = write(_database(database), study, target, format, force)
    say(f"{count} {'answers' if format == 'answers' else 'paragraphs'}.")
    print(target)


@app.command()
def backup(
    target: Annotated[Path, path_argument("The new SQLite file.", "FILE")],
    database: DatabaseOption = DATABASE,
) -> None:
    """Copy all studies into one file; they may be running."""
    from sightline.web.studies.backup import back_up

    say(f"{back_up(_database(database), target):,} rows.")
    print(target)


@app.command()
def restore(
    source: Annotated[Path, path_argument("File that `study backup` wrote.", "FILE")],
    database: DatabaseOption = DATABASE,
) -> None:
    """Fill an empty database from a backup."""
    from sightline.web.studies.backup import restore as fill

    say(f"{fill(source, _database(database)):,} rows.")
