"""A database that fails while people take part: they read a sentence, nothing is lost, and it goes on by itself.

`sightline bench answers --outage COMMAND` does the same under load.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from databases import postgres_folder, postgres_url, running_postgres
from fastapi.testclient import TestClient
from sqlalchemy import Connection, event
from taking_part import make_study, person

from sightline.web.app import create_app
from sightline.web.context import Context
from sightline.web.settings import Settings


@contextmanager
def participant(database: str) -> Iterator[tuple[TestClient, Context]]:
    """Somebody with an item of a study, at a server with this database."""
    app = create_app(Settings(rate=0, database=database, methods=()))
    context: Context = app.state.context
    with TestClient(app, raise_server_exceptions=False) as client:
        taking = context.taking
        study = make_study(taking.database, "write", "write", "written", world="chai")
        client.headers["Authorization"] = f"Bearer {person(taking.database, taking, study)}"
        yield client, context


def send(client: TestClient, number: int) -> tuple[int, str]:
    answer = client.post(f"/api/take/items/{number}/answer", json={"key": "the-key-of-an-answer", "text": "Go there now."})
    return answer.status_code, answer.text


def test_a_database_that_is_restarted_takes_the_answer_that_it_missed() -> None:
    with postgres_folder() as folder, ExitStack() as before_the_restart:
        before_the_restart.enter_context(running_postgres(folder))
        with participant(postgres_url(folder)) as (client, _):
            number = client.get("/api/take").json()["assignment"]
            before_the_restart.close()
            status, sentence = send(client, number)
            assert status == 503 and "database" in sentence and folder not in sentence and "postgres" not in sentence
            with running_postgres(folder):
                assert send(client, number)[0] == send(client, number)[0] == 204
                assert client.get("/api/take").json()["done"] == 1


def test_a_disk_that_has_room_again_takes_the_answer_that_it_missed(tmp_path: Path) -> None:
    def fill(connection: Connection) -> None:
        connection.exec_driver_sql("PRAGMA max_page_count = 1")  # as large as it is, and no larger

    with participant(f"sqlite:///{tmp_path / 'studies.db'}") as (client, context):
        number = client.get("/api/take").json()["assignment"]
        engine = context.taking.database.engine
        event.listen(engine, "begin", fill)
        draft = client.put(f"/api/take/items/{number}/text", json={"text": "x" * 5000})
        assert draft.status_code == 507 and "disk is full" in draft.json()["error"]
        event.remove(engine, "begin", fill)
        event.listen(engine, "begin", lambda c: c.exec_driver_sql("PRAGMA max_page_count = 1000000"))
        assert client.put(f"/api/take/items/{number}/text", json={"text": "x" * 5000}).status_code == 204
        assert send(client, number)[0] == 204 and client.get("/api/take").json()["done"] == 1
