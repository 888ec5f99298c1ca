"""Whatever owners and participants send, the server does not fail: requests made from the API's own description."""

from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, settings

from sightline.web.app import create_app
from sightline.web.settings import Settings

OWNER = {"Authorization": "Bearer the-token-of-the-owner"}
DATABASE = Path(mkdtemp()) / "studies.db"
app = create_app(Settings(token="the-token-of-the-owner", rate=0, database=f"sqlite:///{DATABASE}"))
schema = schemathesis.openapi.from_asgi("/openapi.json", app).include(path_regex="^/api/(take|studies|be)")


@cache
def participants() -> list[tuple[dict[str, str], int]]:
    """Somebody in each kind of study that is acted out, and their item."""
    client, made = TestClient(app), []
    for task, world in (("act", "lani"), ("segment", "lani"), ("write", "chai")):
        wanted = {
            "name": f"{task} in {world}",
            "task": task,
            "world": world,
            "corpus": "written",
            "items": 2,
            "people": 1000,
        }
        if world == "lani":
            wanted["corpus"] = "standard"  # with reference paths
        study = client.post("/api/studies", json=wanted, headers=OWNER).json()["study"]
        token = client.post(f"/api/studies/{study}/links", json={}, headers=OWNER).json()["links"][0]
        who = {"Authorization": f"Bearer {token}"}
        client.post("/api/take/consent", headers=who)
        made.append((who, client.get("/api/take", headers=who).json()["assignment"]))
    return made


@schema.parametrize()
@settings(max_examples=4, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_no_request_makes_the_server_fail(case: schemathesis.Case) -> None:
    people = participants()
    if case.path.startswith("/api/studies"):
        who = OWNER
        if case.path == "/api/studies" and case.method == "POST" and isinstance(case.body, dict):
            case.body |= {"items": 1, "methods": []}  # more take longer to choose, agents to load
    else:
        who, number = people[len(str(case.body)) % len(people)]
        if "number" in (case.path_parameters or {}):
            case.path_parameters["number"] = number
    case.headers = {**(case.headers or {}), **(who if "withdraw" not in case.path else {})}
    answer = case.call(timeout=60)
    assert answer.status_code < 500, answer.text
    if answer.status_code >= 400:
        assert set(answer.json()) == {"error"} and answer.json()["error"]
