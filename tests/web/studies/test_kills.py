"""Servers that are killed under load: what they acknowledged is kept, once. `sightline bench answers` does it 50 times."""

from pathlib import Path

from sqlalchemy import update
from taking_part import answer, item, make_study, person

from sightline.cli.bench.answers import compare, count_losses
from sightline.web.storage.database import Database
from sightline.web.storage.tables import Answer
from sightline.web.studies.taking import Taking


def test_nothing_is_lost_or_doubled_when_the_server_is_killed(tmp_path: Path) -> None:
    counts = count_losses(f"sqlite:///{tmp_path / 'studies.db'}", kills=2, clients=4, seed=1)
    assert counts["acknowledged"] >= 3 and counts["lost"] == counts["doubled"] == 0


def test_a_lost_or_changed_answer_would_be_seen(tmp_path: Path) -> None:
    database = Database(tmp_path / "studies.db")
    study, taking = make_study(database, "write", "write", "written", world="chai"), Taking(database)
    token = person(database, taking, study)
    answer(taking, token, item(taking, token)["assignment"], text="Go there now.")
    with database.reading() as session:
        key = session.query(Answer).one().key
    assert compare(database, study, {key: "Go there now."})["lost"] == 0
    assert compare(database, study, {key: "Go there now.", "a key of a lost answer": "Go."})["lost"] == 1
    with database.writing() as session:
        session.execute(update(Answer).values(content={"text": "Go."}))
    assert compare(database, study, {key: "Go there now."})["lost"] == 1
