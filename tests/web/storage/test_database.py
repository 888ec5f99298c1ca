"""Databases: tables are made and migrated, transactions hold, deleting deletes all, troubles are sentences."""

import sqlite3
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import func, select, text
from sqlalchemy.exc import IntegrityError

from sightline.errors import InputError
from sightline.web.storage.database import Database, FullError, StorageError
from sightline.web.storage.tables import Answer, Assignment, DamagedError, DatabaseTable, Item, Participant, Study


def study(name: str = "a study") -> Study:
    return Study(
        name=name, task="rate", world="lani", corpus="standard", split="dev", people=1, per_person=0, horizon=40,
        shows_map=False, stand_in="", platform="links", code="", instructions="", consent="",
    )  # fmt: skip


def fill(database: Database) -> None:
    """A study with one answer."""
    with database.writing() as session:
        made = study()
        item = Item(place=0, content={"text": "to the wéll"}, study=made)
        person = Participant(token_hash="t", study=made)
        given = Assignment(item=item, participant=person, events=[], text="")
        session.add(Answer(assignment=given, key="k" * 16, content={"rating": 4}))


def test_tables_are_those_of_the_migrations(database: Database) -> None:
    with database.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, DatabaseTable.metadata) == []


def test_a_database_is_opened_again_as_it_was(database: Database, url: str) -> None:
    fill(database)
    again = Database(url)
    with again.reading() as session:
        answer = session.scalars(select(Answer)).one()
        assert answer.content == {"rating": 4} and answer.assignment.item.content["text"] == "to the wéll"
        assert answer.given.tzinfo is not None
    again.close()


def test_a_database_of_a_newer_version_is_left_alone(database: Database, url: str) -> None:
    with database.engine.connect() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        connection.commit()
    with pytest.raises(InputError, match="newer Sightline"):
        Database(url)


def test_what_fails_leaves_nothing_behind(database: Database) -> None:
    with pytest.raises(ZeroDivisionError), database.writing() as session:
        session.add(study())
        session.flush()
        raise ZeroDivisionError
    with database.reading() as session:
        assert session.scalar(select(func.count(Study.id))) == 0


def test_an_assignment_has_one_answer(database: Database) -> None:
    fill(database)
    with pytest.raises(IntegrityError), database.writing() as session:
        session.add(Answer(assignment_id=1, key="other key of it", content={}))


def test_all_of_a_participant_goes_with_them_and_numbers_do_not_come_back(database: Database) -> None:
    fill(database)
    with database.writing() as session:
        session.delete(session.get_one(Participant, 1))
    with database.writing() as session:
        assert session.scalar(select(func.count(Answer.id))) == 0 and session.scalar(select(func.count(Item.id))) == 1
        person = Participant(token_hash="u", study_id=1)
        session.add(person)
        session.flush()
        assert person.id == 2


def test_sqlite_waits_for_the_disk_and_overwrites_what_is_deleted(tmp_path: Path) -> None:
    database = Database(tmp_path / "studies.db")
    with database.reading() as session:
        asked = {name: session.scalar(text(f"PRAGMA {name}")) for name in ("journal_mode", "synchronous", "secure_delete")}
    assert asked == {"journal_mode": "wal", "synchronous": 2, "secure_delete": 1}


def test_a_full_disk_is_said_and_what_was_kept_is_safe(tmp_path: Path) -> None:
    database = Database(tmp_path / "studies.db")
    fill(database)
    with pytest.raises(FullError, match=r"disk is full.*What was kept is safe") as full, database.writing() as session:
        session.execute(text("PRAGMA max_page_count = 1"))  # as large as it is, and no larger
        session.add(Item(study_id=1, place=1, content={"text": "x" * 1_000_000}))
    assert full.value.status == 507
    with Database(tmp_path / "studies.db").reading() as session:
        assert session.scalar(select(func.count(Answer.id))) == 1 and session.scalar(select(func.count(Item.id))) == 1


def test_a_database_that_is_gone_is_said(postgres: str, tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="cannot be used now") as gone:
        Database(f"postgresql://postgres@/no_such?host={postgres}")
    assert gone.value.status == 503
    (tmp_path / "no.db").write_text("this is not a database, but a text that is longer than a header of one " * 20)
    with pytest.raises(StorageError, match="cannot be used now"):
        Database(tmp_path / "no.db")
    (tmp_path / "file").touch()
    with pytest.raises(StorageError, match="cannot be made"):
        Database(tmp_path / "file" / "studies.db")


@pytest.mark.parametrize("given", ["mysql://somebody@somewhere/studies", "nonsense://"])
def test_other_databases_are_refused(given: str) -> None:
    with pytest.raises(InputError, match="A database is"):
        Database(given)


def test_a_password_is_never_shown() -> None:
    with pytest.raises(StorageError) as caught:
        Database("postgresql://somebody:secret@127.0.0.1:1/studies")
    assert "secret" not in str(caught.value)


def test_plain_paths_are_sqlite_files(tmp_path: Path) -> None:
    Database(tmp_path / "new" / "studies.db").close()
    with sqlite3.connect(tmp_path / "new" / "studies.db") as file:
        assert file.execute("SELECT count(*) FROM study").fetchone() == (0,)


def test_a_damaged_file_is_said(tmp_path: Path) -> None:
    database = Database(tmp_path / "studies.db")
    fill(database)
    with database.writing() as session:
        session.execute(text("UPDATE answer SET content = '[1'"))
    with pytest.raises(DamagedError, match="JSON object"), database.reading() as session:
        session.scalars(select(Answer)).all()
    with database.writing() as session:
        session.execute(text("UPDATE answer SET content = '{}'"))
        session.execute(text("UPDATE study SET created = 'soon'"))
    with pytest.raises(DamagedError, match="a time"), database.reading() as session:
        session.scalars(select(Study)).all()
    database.close()
    data = (tmp_path / "studies.db").read_bytes()
    (tmp_path / "cut.db").write_bytes(data[: len(data) // 2])
    with pytest.raises(StorageError):
        Database(tmp_path / "cut.db")
