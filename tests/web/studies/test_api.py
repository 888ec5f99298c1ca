"""The API of studies: who may do what, and a study from its making to a corpus, as the pages ask for it."""

import io
import shutil
import sqlite3
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from sightline.web.app import create_app
from sightline.web.settings import Settings

OWNER = {"Authorization": "Bearer the-token-of-the-owner"}


@pytest.fixture
def server(corpora: dict[str, str], tmp_path: Path) -> Iterator[TestClient]:
    settings = Settings(
        token="the-token-of-the-owner", rate=0, database=f"sqlite:///{tmp_path / 'studies.db'}",
        corpora=tuple(Path(path) for path in corpora.values()),
    )  # fmt: skip
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        yield client


def make(server: TestClient, **wanted: object) -> int:
    given = {"name": f"{wanted['task']} study", "split": "train", "corpus": "lani", **wanted}
    made = server.post("/api/studies", json=given, headers=OWNER)
    assert made.status_code == 201, made.text
    return int(made.json()["study"])


def person(server: TestClient, study: int) -> dict[str, str]:
    """The header of somebody who has consented."""
    (token,) = server.post(f"/api/studies/{study}/links", json={"count": 1}, headers=OWNER).json()["links"]
    who = {"Authorization": f"Bearer {token}"}
    assert server.get("/api/take", headers=who).json()["state"] == "consent"
    assert server.post("/api/take/consent", headers=who).status_code == 204
    return who


def test_only_the_owner_owns(server: TestClient) -> None:
    study = make(server, task="write")
    who = person(server, study)
    for headers in ({}, who, {"Authorization": "Bearer "}, {"Authorization": "the-token-of-the-owner"}):
        for method, path in (
            ("GET", "/api/studies"), ("POST", "/api/studies"), ("GET", f"/api/studies/{study}"),
            ("GET", f"/api/studies/{study}/answers"), ("GET", f"/api/studies/{study}/results"),
            ("POST", f"/api/studies/{study}/links"), ("GET", "/api/studies/backup"), ("POST", f"/api/studies/{study}/close"),
            ("POST", f"/api/studies/{study}/reopen"),
            ("GET", f"/api/studies/{study}/export"), ("DELETE", f"/api/studies/{study}/participants/1"),
            ("GET", "/api/studies/answers/1"), ("POST", "/api/studies/answers/1/set-aside"),
        ):  # fmt: skip
            assert server.request(method, path, headers=headers, json={}).status_code == 401, path
    assert server.get("/api/take").status_code == 401
    assert server.get("/api/take", headers=OWNER).status_code == 404  # the owner takes part in nothing


def test_a_study_from_its_making_to_a_corpus(server: TestClient) -> None:
    writing = make(server, task="write", items=1)
    who = person(server, writing)
    told = server.get("/api/take", headers=who).json()
    number = told["assignment"]
    picture = server.get(f"/api/take/items/{number}/map", headers=who)
    assert picture.headers["content-type"] == "image/jpeg" and len(picture.content) > 10_000
    assert server.put(f"/api/take/items/{number}/text", json={"text": "Go to"}, headers=who).status_code == 204
    assert server.get("/api/take", headers=who).json()["draft"] == "Go to"
    wrong = server.post(f"/api/take/items/{number}/answer", json={"key": "k" * 16, "text": "Go"}, headers=who)
    assert wrong.status_code == 400 and wrong.json() == {"error": "Instructions need at least 3 words."}
    for _ in range(2):  # sent again, as after a lost connection
        done = server.post(
            f"/api/take/items/{number}/answer", json={"key": "k" * 16, "text": "Go to it. Turn round."}, headers=who
        )
        assert done.status_code == 204
    other = server.post(f"/api/take/items/{number}/answer", json={"key": "o" * 16, "text": "Go on to it."}, headers=who)
    assert other.status_code == 409 and "answered already" in other.json()["error"]
    assert server.get("/api/take", headers=who).json()["state"] == "done"

    following = make(server, task="segment", source="write study")
    who = person(server, following)
    number = server.get("/api/take", headers=who).json()["assignment"]
    events = [{"upto": 3}, 0, 0, 1, {"upto": 5}, 0]
    told = server.post(f"/api/take/items/{number}/events", json={"after": 0, "events": events}, headers=who).json()
    assert told["n"] == 6 and told["marks"] == [[3, 0], [5, 3]] and len(told["path"]) == 5 and "view" not in told
    assert server.get(f"/api/take/items/{number}", headers=who).json() == told
    done = server.post(f"/api/take/items/{number}/answer", json={"key": "k" * 16, "valid": True}, headers=who)
    assert done.status_code == 204

    (row,) = server.get(f"/api/studies/{following}/answers", headers=OWNER).json()["answers"]
    shown = server.get(f"/api/studies/answers/{row['id']}", headers=OWNER).json()
    assert [part["actions"] for part in shown["answer"]["parts"]] == ["FFR", "F"] and shown["item"]["map"]
    assert server.get(f"/api/studies/answers/{row['id']}/map", headers=OWNER).content[:2] == b"\xff\xd8"
    results = server.get(f"/api/studies/{following}/results", headers=OWNER).json()
    assert results["valid"] == 1 and results["corpus"]["instructions"] == 2
    for format, file in (("corpus", "train.jsonl"), ("ciff", "train_annotations_6000.json"), ("answers", "answers.jsonl")):
        packed = server.get(f"/api/studies/{following}/export", params={"format": format}, headers=OWNER)
        assert f"study/{file}" in zipfile.ZipFile(io.BytesIO(packed.content)).namelist()
    copy = server.get("/api/studies/backup", headers=OWNER).content
    opened = sqlite3.connect(":memory:")
    opened.deserialize(copy)
    assert opened.execute("SELECT count(*) FROM answer").fetchone() == (2,)
    why = {"reason": "a try"}
    assert server.post(f"/api/studies/answers/{row['id']}/set-aside", json=why, headers=OWNER).status_code == 204
    assert server.get(f"/api/studies/{following}", headers=OWNER).json()["set_aside"] == 1
    assert server.get(f"/api/studies/{following}/export", headers=OWNER).status_code == 400


def test_people_are_deleted_and_studies_closed(server: TestClient) -> None:
    study = make(server, task="write", platform="prolific", code="C0DE")
    join = server.post(f"/api/studies/{study}/links", json={}, headers=OWNER).json()["join"]
    joined = server.post("/api/take/join", json={"study": join, "id": "5f"})
    who = {"Authorization": f"Bearer {joined.json()['token']}"}
    assert server.post("/api/take/consent", headers=who).status_code == 204
    (row,) = server.get(f"/api/studies/{study}", headers=OWNER).json()["who"]
    assert row["platform_id"] == "5f"
    since = set()
    for _ in range(2):  # as after a lost connection
        assert server.post(f"/api/studies/{study}/close", headers=OWNER).status_code == 204
        assert server.get("/api/take", headers=who).json()["state"] == "closed"
        since.add(server.get(f"/api/studies/{study}", headers=OWNER).json()["closed"])
    assert len(since) == 1 and None not in since
    assert server.post("/api/take/join", json={"study": join, "id": "6a"}).status_code == 409
    for _ in range(2):
        assert server.post(f"/api/studies/{study}/reopen", headers=OWNER).status_code == 204
        assert server.get("/api/take", headers=who).json()["state"] == "item"
    assert server.delete(f"/api/studies/{study}/participants/{row['id']}", headers=OWNER).status_code == 204
    assert server.get("/api/take", headers=who).json()["state"] == "withdrawn"
    assert server.post("/api/take/join", json={"study": join, "id": "5f"}).json() == joined.json()  # and stays so
    assert server.post("/api/take/join", json={"study": "x", "id": "5f"}).status_code == 404


def test_no_request_names_a_path_or_a_module(server: TestClient, corpora: dict[str, str]) -> None:
    for wanted in (
        {"corpus": corpora["lani"]}, {"corpus": "../lani"}, {"corpus": "/etc"}, {"world": "os:path"},
        {"methods": ["os:path"]},
    ):  # fmt: skip
        refused = server.post("/api/studies", json={"name": "x", "task": "rate", **wanted}, headers=OWNER)
        assert refused.status_code in (400, 422) and "Traceback" not in refused.text


def test_a_study_is_made_of_the_corpus_that_was_named(corpora: dict[str, str], tmp_path: Path) -> None:
    """Two folders have the same base name: each can be chosen, and the choice is the one that was listed."""
    for name, world in (("a", "lani"), ("b", "chai")):
        shutil.copytree(corpora[world], tmp_path / name / "corpus")
    settings = Settings(
        token="the-token-of-the-owner", rate=0, database=f"sqlite:///{tmp_path / 'studies.db'}",
        corpora=(tmp_path / "a" / "corpus", tmp_path / "b" / "corpus"),
    )  # fmt: skip
    with TestClient(create_app(settings), raise_server_exceptions=False) as server:
        names = server.get("/api/studies", headers=OWNER).json()["corpora"][2:]
        made = [make(server, task="act", name=f"of {name}", corpus=name, world=world, items=1)
                for name, world in zip(names, ("lani", "chai"), strict=True)]  # fmt: skip
        where = [server.get(f"/api/studies/{study}", headers=OWNER).json()["corpus"] for study in made]
    assert where == [str(folder) for folder in settings.corpora]


def test_bodies_are_limited(server: TestClient) -> None:
    who = person(server, make(server, task="write"))
    number = server.get("/api/take", headers=who).json()["assignment"]
    for body in ({"text": "x" * 5001}, {"text": 5}, {}, {"text": "x", "more": 1}):
        assert server.put(f"/api/take/items/{number}/text", json=body, headers=who).status_code == 422
    assert server.put(f"/api/take/items/{number}/text", content=b"x" * 300_000, headers=who).status_code == 413
    for after, events in ((-1, [0]), (0, []), (0, [0] * 1001), (0, ["F"]), (0, [1.5]), (0, [True]), (0, [{"upto": 0}])):
        body = {"after": after, "events": events}
        assert server.post(f"/api/take/items/{number}/events", json=body, headers=who).status_code == 422
    assert server.get("/api/take/items/99999999999999", headers=who).status_code == 422


def test_a_database_that_is_gone_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    settings = Settings(token="the-token-of-the-owner", rate=0, database=f"sqlite:///{tmp_path}/file/studies.db")
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        answer = client.get("/api/studies", headers=OWNER)
        assert answer.status_code == 503 and "cannot be made" in answer.json()["error"]


def test_everybody_may_be_the_agent(server: TestClient) -> None:
    told = server.post("/api/be", json={"seed": 3}).json()
    again = server.post("/api/be", json={"seed": 3, "map": True}).json()
    name = told["try"]
    assert told["item"]["text"] == again["item"]["text"] and "map" not in told["item"] and "path" not in told
    assert again["item"]["map"] and len(again["path"]) == 1 and again["try"] != name
    assert server.get(f"/api/be/{name}/map").status_code == 404
    assert server.get(f"/api/be/{again['try']}/map").status_code == 200
    told = server.post(f"/api/be/{name}/events", json={"after": 0, "events": [0, 0, 1]}).json()
    assert told["n"] == 3 and told["view"] and told["left"] == 37
    assert server.post(f"/api/be/{name}/events", json={"after": 0, "events": [0]}).json()["n"] == 3
    assert server.post(f"/api/be/{name}/events", json={"after": 3, "events": [99]}).status_code == 400
    end = server.post(f"/api/be/{name}/stop").json()
    assert end["metrics"]["SD"] > 0 and end["people"] == {"SD": 5.2, "TC": 63.0} and len(end["taken"]) == 4
    assert server.get(f"/api/be/{name}/map").status_code == 200
    assert server.post("/api/be/nothing/stop").status_code == 404


def test_a_task_that_somebody_wrote_into_the_database_is_a_sentence(server: TestClient, tmp_path: Path) -> None:
    study = make(server, task="act", items=1)
    who = person(server, study)
    number = server.get("/api/take", headers=who).json()["assignment"]
    server.post(f"/api/take/items/{number}/answer", headers=who, json={"key": "0" * 32})
    with sqlite3.connect(tmp_path / "studies.db") as database:
        database.execute("UPDATE study SET task = 'juggle'")
    assert server.get("/api/studies", headers=OWNER).json()["studies"][0]["title"] == "juggle"
    owned = [f"/api/studies/{study}{rest}" for rest in ("", "/results", "/answers", "/export")]
    asked = [(path, OWNER) for path in [*owned, "/api/studies/answers/1", "/api/studies/answers/1/map"]]
    asked += [(path, who) for path in ("/api/take", f"/api/take/items/{number}", f"/api/take/items/{number}/map")]
    for path, headers in asked:
        refused = server.get(path, headers=headers)
        assert refused.status_code == 409 and "juggle" in refused.json()["error"], path
    assert server.post("/api/take/withdraw", headers=who).status_code == 204
