"""Bad plans of houses, bad records of houses, and damaged databases of studies."""

import copy
import json
import shutil
import sqlite3
import tempfile
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from bad import ANY, Case, shown
from corpora import put, somewhere
from served import kind_of_json

from sightline.chai.house import PLANS
from sightline.corpus.check import problems
from sightline.corpus.files import Entry, read_corpus, write_corpus
from sightline.corpus.kind import corpus_kind
from sightline.corpus.splits import corpus_paragraph, split_of
from sightline.errors import InputError
from sightline.world import kind_of

NUMBERS = (
    "9" * 5001,
    "1e400",
    "-1e400",
    "nan",
    "inf",
    "-inf",
    "0",
    "-1",
    "1e308",
    "9223372036854775808",
    "0x10",
    "1979-05-27",
)
VALUES = (
    *NUMBERS,
    "true",
    '""',
    '"\\u0000"',
    '"../../escaped"',
    "[]",
    "{}",
    "[[]]",
    "[" * 5000 + "]" * 5000,
    '"' + "x" * 5000 + '"',
    "'''\n'''",
    "[1, 2, 3]",
    '["a"]',
    '"nowhere"',
    "[nan, 1]",
    "[1e400, 1]",
    "[1, 9999999]",
)
FURNITURE = (
    '"nothing at 1 1"',
    '"table at nan 1"',
    '"table at 1e400 1"',
    '"table"',
    '"table at"',
    '"table at 1"',
    '"table at 1 1 turned x"',
    '"table at 10^400 1"',
    '"table against nowhere 1"',
    '"table on table"',
    '"' + "table at 1 1 " * 400 + '"',
    '"²"',
)


@cache
def plan_lines(number: int) -> tuple[str, ...]:
    return tuple((Path(str(PLANS)) / f"{number}.toml").read_text(encoding="utf-8").splitlines())


def houses(random: Random, number: int) -> Case:
    """A house file with a wrong value, a missing, doubled or strange line, or other bytes somewhere."""
    lines = list(plan_lines(random.randint(1, 5)))
    do, sure = random.choice(("value", "value", "furniture", "drop", "double", "bytes", "cut", "insert", "swap")), False
    k = random.randrange(len(lines))
    if do == "value":
        k = random.choice([n for n, line in enumerate(lines) if " = " in line])
        key = lines[k].partition(" = ")[0]
        value = random.choice(VALUES)
        lines[k], detail = f"{key} = {value}", f"{key} = {value[:40]}"
        sure = value in NUMBERS[:6] or value.startswith(("[[[[", "[nan", "[1e400"))
    elif do == "furniture":
        k = random.choice([n for n, line in enumerate(lines) if line.strip().startswith('"')] or [k])
        lines[k] = f"    {random.choice(FURNITURE)},"
        detail, sure = lines[k][:60], True
    elif do == "insert":
        lines.insert(
            k, random.choice(("[[room]]", "[[door]]", "[room]", "more = 1", "\0", "=", "name = 5", "[[[", "\ufeff", "é = 1"))
        )
        detail = lines[k]
    else:
        detail = str(k)
    if do == "drop":
        del lines[k]
    elif do == "double":
        lines.insert(k, lines[k])
    elif do == "swap":
        n = random.randrange(len(lines))
        lines[k], lines[n] = lines[n], lines[k]
    data = "\n".join(lines).encode()
    if do == "cut":
        data = data[: random.randrange(len(data))]
    elif do == "bytes":
        at = random.randrange(len(data))
        data = data[:at] + random.randbytes(4) + data[at + random.randrange(8) :]

    def attempt(folder: Path) -> None:
        (folder / "house.toml").write_bytes(data)
        kind = kind_of("chai")
        assert kind.read_scene is not None
        scene = kind.read_scene(str(folder / "house.toml"))
        world = kind.make(threads=1)
        world.reset([kind.generate(random.randrange(1000), scene)])
        world.step([0])
        world.observe()

    return Case(f"{do} {detail}", attempt, sure)


@cache
def house_entries() -> list[Entry]:
    return [Entry.of(split_of(k), corpus_paragraph(corpus_kind("chai"), 0, k)) for k in (0, 14)]


OPTIONAL = {
    "intended",
    "phenomena",
    "meaning",
    "unseen_phrasing",
    "read",
    "goals",
    "path",
    "scenario",
    "of",
    "point",
    "deed",
}


def house_records(random: Random, number: int) -> Case:
    """A record of a house with any value anywhere; another type is never taken."""
    record = copy.deepcopy(json.loads(house_entries()[0].line))
    place = somewhere(random, record)
    old: Any = record
    for key in place:
        old = old[key]
    value = random.choice(ANY)
    put(record, place, value)
    sure = kind_of_json(old) != kind_of_json(value) and value is not None and not OPTIONAL & set(map(str, place))
    sure = sure and "meaning" not in place

    def attempt(folder: Path) -> None:
        write_corpus(folder / "corpus", house_entries(), {"world": "chai", "source": "generated", "seed": 0}, "")
        file = folder / "corpus" / "train.jsonl"
        lines = file.read_text(encoding="utf-8").splitlines()
        file.write_text("\n".join([json.dumps(record), *lines[1:]]) + "\n", encoding="utf-8")
        found = list(problems(folder / "corpus"))
        corpus = read_corpus(folder / "corpus")
        list(corpus.paragraphs())
        if found:
            raise InputError(str(found[0])[:300])

    return Case(f"{'.'.join(map(str, place))} = {shown(value)}", attempt, sure)


@cache
def studies_file() -> bytes:
    """A database with a study and an answer."""
    from sightline.web.bodies import read_body
    from sightline.web.storage.database import Database
    from sightline.web.studies.creating import create, make_links
    from sightline.web.studies.plan import StudyPlan
    from sightline.web.studies.taking import Taking

    with tempfile.TemporaryDirectory() as place:
        database = Database(f"{place}/studies.db")
        create(
            database, read_body(StudyPlan, {"name": "s", "task": "write", "world": "chai", "corpus": "written", "items": 2})
        )
        taking, (token,) = Taking(database), make_links(database, "s", 1)
        taking.consent(token)
        taking.answer(token, taking.state(token)["assignment"], "a-key-of-16-letters", {"text": "Go to the table."})
        database.close()
        return Path(f"{place}/studies.db").read_bytes()


def databases(random: Random, number: int) -> Case:
    """A database of studies that is damaged, cut off, of something else, or has other content in a column."""
    do = random.choice(("bytes", "bytes", "cut", "zeros", "other", "column", "column", "version", "table", "backup"))
    data, at = studies_file(), random.random()
    noise, value = random.randbytes(random.choice((1, 16, 500))), random.choice((None, "x", 5, "{", "[]", "null", b"\xff"))
    column = random.choice((("item", "content"), ("answer", "content"), ("study", "closed"),
                            ("assignment", "events"), ("participant", "consented"), ("study", "created")))  # fmt: skip

    def attempt(folder: Path) -> None:
        from sightline.web.storage.database import Database
        from sightline.web.studies.backup import back_up, restore
        from sightline.web.studies.exporting import export
        from sightline.web.studies.owning import list_answers, statuses
        from sightline.web.studies.results import results

        file, k = folder / "studies.db", int(at * len(data))
        file.write_bytes(data)
        if do == "bytes":
            file.write_bytes(data[:k] + noise + data[k + len(noise) :])
        elif do == "cut":
            file.write_bytes(data[:k])
        elif do == "zeros":
            file.write_bytes(data[:k] + bytes(5000) + data[k + 5000 :])
        elif do == "other":
            file.write_bytes(random.choice((b"SQLite format 3\0", b"x" * 5000, noise * 100, json.dumps({"a": 1}).encode())))
        else:
            shutil.copy(file, folder / "copy.db")
            with sqlite3.connect(file) as connection:
                tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
                table = next((name for name in tables if name.startswith(column[0])), tables[0])
                if do == "column":
                    connection.execute(f"UPDATE OR IGNORE {table} SET {column[1]} = ?", (value,))
                elif do == "table":
                    connection.execute(f"DROP TABLE {table}")
                elif do == "version":
                    connection.execute("UPDATE alembic_version SET version_num = ?", (str(value),))
            connection.close()
        if do == "backup":
            file.write_bytes(data[: max(100, k)])
            restore(file, Database(folder / "new.db"))
            return
        database = Database(file)
        try:
            statuses(database)
            list_answers(database, "1", 0, 10)
            results(database, "1")
            export(database, "1", folder / "out", "answers")
            back_up(database, folder / "back.db")
        finally:
            database.close()

    return Case(f"{do} {column if do in ('column', 'table') else ''} {shown(value)} {at:.3f}", attempt, False)
