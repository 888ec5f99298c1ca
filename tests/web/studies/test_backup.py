"""Backups: everything, from either database, into one file, and back into either."""

import sqlite3
from pathlib import Path

import pytest
from databases import postgres_url
from taking_part import answer, item, make_study, person

from sightline.errors import InputError
from sightline.web.storage.database import Database
from sightline.web.studies.backup import back_up, restore
from sightline.web.studies.owning import list_answers, status
from sightline.web.studies.taking import Taking


def test_a_backup_has_everything_and_goes_on(
    database: Database, corpora: dict[str, str], tmp_path: Path, postgres: str
) -> None:
    taking, study = Taking(database), make_study(database, "write", "write", corpora["lani"])
    token = person(database, taking, study)
    answer(taking, token, item(taking, token)["assignment"], text="Go round the wéll.")
    before, answers, file = status(database, study), list_answers(database, study), tmp_path / "backup.db"
    assert back_up(database, file) == 1 + 1 + 4 + 1 + 1
    assert [path.name for path in tmp_path.glob("backup*")] == ["backup.db"]  # all of it is in the one file
    with pytest.raises(InputError, match="exists already"):
        back_up(database, file)
    with sqlite3.connect(file) as opened:
        assert opened.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    for url in (f"sqlite:///{tmp_path / 'again.db'}", postgres_url(postgres)):
        again = Database(url)
        restore(file, again)
        assert status(again, study) == before and list_answers(again, study) == answers
        after = Taking(again)
        answer(after, token, item(after, token)["assignment"], text="On to the barn.")  # numbers go on where they were
        assert [row["id"] for row in list_answers(again, study)] == [1, 2]
        with pytest.raises(InputError, match="not empty"):
            restore(file, again)
        again.close()


def test_what_is_no_backup_is_said(database: Database, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        restore(tmp_path / "missing.db", database)
