"""Remote control over HTTP: the calls of the socket, documented, with the token only, and freed when nobody calls."""

import threading
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import schemathesis
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error

from sightline.remote.frames import decode
from sightline.web.app import create_app
from sightline.web.hosting import ClientWorlds, Host
from sightline.web.problems import RequestError, StoppedError
from sightline.web.remote import Lending
from sightline.web.remote_bodies import MakeBody
from sightline.web.settings import Limits, Settings
from sightline.world import kind_of

TOKEN = "a-token-for-programs"
FRAME = "application/octet-stream"
WORLDS = "/api/remote/worlds"


@pytest.fixture(scope="module")
def lender() -> Iterator[TestClient]:
    app = create_app(Settings(remote_token=TOKEN, remote_limits=Limits(worlds=5), rate=0))
    with TestClient(app, raise_server_exceptions=False, headers={"Authorization": f"Bearer {TOKEN}"}) as client:
        yield client


@pytest.fixture()
def made(lender: TestClient) -> Iterator[str]:
    """The address of a world of one episode."""
    at = f"{WORLDS}/{lender.post(WORLDS, json={'world': 'lani'}).json()['id']}"
    assert lender.post(f"{at}/reset", json={"episodes": [{"seed": 3}]}).status_code == 200
    yield at
    lender.delete(at)


def test_nothing_is_lent_unless_asked_for(client: TestClient) -> None:
    assert client.post(WORLDS, json={"world": "lani"}).status_code == 404
    assert not [path for path in client.get("/openapi.json").json()["paths"] if "remote" in path]


def test_a_token_is_needed(lender: TestClient) -> None:
    for wrong in ("", "Bearer", "Bearer wrong", f"Basic {TOKEN}", f"Bearer {TOKEN}x", TOKEN):
        answer = lender.post(WORLDS, json={"world": "lani"}, headers={"Authorization": wrong})
        assert answer.status_code == 401 and "--remote" in answer.json()["error"]


def test_what_is_given_over_http_is_what_the_world_gives(lender: TestClient, made: str) -> None:
    kind = kind_of("lani")
    world = kind.make()
    world.reset([kind.generate(3)])
    calls: list[tuple[str, dict[str, Any], Any]] = [
        ("step", {"actions": [0]}, lambda: world.step([0])._asdict()), ("rewards", {}, world.rewards),
        ("rewards_of", {"actions": [1]}, lambda: world.rewards_of([1])), ("metrics", {}, world.metrics),
        ("distances", {"places": [[1, 2]]}, lambda: world.distances(np.array([[1.0, 2.0]]))),
        ("observe", {"channels": ["depth"]}, lambda: world.observe(["depth"])),
        ("panorama", {"channels": ["segmentation"], "where": [0]}, lambda: world.panorama(["segmentation"])),
        ("locate", {"view": [3], "row": [20], "column": [9]}, lambda: world.locate([3], [20], [9])._asdict()),
        ("locate", {"view": [3], "row": [0], "column": [9]}, lambda: world.locate([3], [0], [9])._asdict()),
        ("proceed", {"episodes": [{"seed": 3}]}, lambda: world.proceed([kind.generate(3)])),
    ]  # fmt: skip
    for name, body, local in calls:
        result = local()
        if name not in ("step", "proceed"):  # which would be done twice
            framed = decode(lender.post(f"{made}/{name}", json=body, headers={"Accept": FRAME}).content)
            np.testing.assert_equal(framed["result"], result)
            np.testing.assert_array_equal(framed["now"]["pose"], world.pose)
        answer = lender.post(f"{made}/{name}", json=body)
        assert answer.status_code == 200, answer.text
        told = answer.json()
        np.testing.assert_array_equal(told["now"]["pose"], world.pose)
        for key, value in (result if isinstance(result, dict) else {"": result}).items():
            values = np.array(told["result"][key] if key else told["result"], dtype=None if value is None else float)
            if value is not None:
                np.testing.assert_array_equal(values, np.where(np.isfinite(value), value, np.nan), err_msg=name)


def test_arrays_are_changed_and_states_go_back(lender: TestClient, made: str) -> None:
    state = lender.post(f"{made}/save")
    assert state.headers["content-type"] == FRAME
    changed = lender.patch(made, json={"pose": [[10, 10, 90]], "horizon": [7], "threads": 1}).json()["now"]
    assert changed["pose"] == [[10, 10, 90]] and changed["horizon"] == [7]
    assert lender.get(made).json()["now"] == changed
    assert "pose holds float64 of shape (1, 3)" in lender.patch(made, json={"pose": [[10, 10, 90]] * 2}).json()["error"]
    back = lender.post(f"{made}/restore", content=state.content, headers={"Content-Type": FRAME})
    assert back.status_code == 200 and back.json()["now"]["horizon"] == [40]
    for wrong in (b"", b"x" * 50, state.content[:-9]):
        answer = lender.post(f"{made}/restore", content=wrong, headers={"Content-Type": FRAME})
        assert answer.status_code in (400, 422) and answer.json()["error"].endswith(".")


def test_what_is_wrong_has_a_status_and_a_sentence(lender: TestClient, made: str) -> None:
    assert lender.post(f"{made}/step", json={"actions": [9]}).json()["error"].startswith("Action 9 is outside")
    assert lender.post(f"{made}/step", json={"actions": [9]}).status_code == 400
    assert lender.post(f"{made}/step", json={"actions": "x"}).status_code == 400
    assert lender.post(f"{made}/step", json={"steps": [0]}).status_code == 422
    assert lender.post(f"{made}/fly", json={}).status_code == 404
    assert lender.post(f"{WORLDS}/nobody/step", json={"actions": [0]}).status_code == 404
    assert lender.post(WORLDS, json={"world": "os:path"}).json()["error"].startswith("The world must be one of")
    full = lender.post(f"{made}/reset", json={"episodes": [{"seed": 1}] * 6})
    assert full.status_code == 429 and "5 are free" in full.json()["error"]
    large = lender.post(f"{WORLDS}", json={"world": "lani", "camera": {"width": 1000, "height": 1000}}).json()["id"]
    lender.post(f"{WORLDS}/{large}/reset", json={"episodes": [{"seed": 1}]})
    assert "Accept: application/octet-stream" in lender.post(f"{WORLDS}/{large}/observe", json={}).json()["error"]
    assert lender.delete(f"{WORLDS}/{large}").status_code == 204
    assert lender.delete(f"{WORLDS}/{large}").status_code == 404


def test_idle_worlds_are_freed() -> None:
    now, host = [0.0], Host(limits=Limits(idle=60))
    lending = Lending(host, Settings().new_name, clock=lambda: now[0])
    used, left = (lending.add(host.make(MakeBody(world="lani"))) for _ in range(2))
    now[0] = 50.0
    with lending.using(used), pytest.raises(RequestError, match="busy"), lending.using(used):
        pass
    now[0] = 70.0
    lending.sweep()
    assert list(lending.worlds) == [used] and left not in lending.worlds and host.lent == 1
    lending.close()
    assert host.lent == 0


def test_worlds_are_not_freed_when_a_thread_is_about_to_use_them() -> None:
    found, swept = threading.Event(), threading.Event()

    class Pausing(dict[str, Any]):
        """A table that gives another thread time to sweep after something was found in it."""

        def get(self, name: str, default: Any = None) -> Any:
            lent = super().get(name, default)
            found.set()
            swept.wait(0.3)
            return lent

    now, host = [0.0], Host(limits=Limits(idle=60))
    lending = Lending(host, Settings().new_name, clock=lambda: now[0])
    name = lending.add(host.make(MakeBody(world="lani")))
    lending.worlds, now[0] = Pausing(lending.worlds), 70.0

    def sweep() -> None:
        found.wait(5)
        lending.sweep()
        swept.set()

    sweeper = threading.Thread(target=sweep)
    sweeper.start()
    with lending.using(name):
        assert swept.wait(5) and host.lent == 1
    sweeper.join()
    lending.close()


def test_threads_that_add_worlds_together_start_one_reaper() -> None:
    before, host = set(threading.enumerate()), Host(limits=Limits(idle=60))
    lending, hosted = Lending(host, Settings().new_name), [host.make(MakeBody(world="lani")) for _ in range(8)]
    together = threading.Barrier(len(hosted))

    def add(worlds: ClientWorlds) -> None:
        together.wait(5)
        lending.add(worlds)

    adding = [threading.Thread(target=add, args=(worlds,)) for worlds in hosted]
    for thread in adding:
        thread.start()
    for thread in adding:
        thread.join(5)
    assert len(lending.worlds) == 8 and len(set(threading.enumerate()) - before) == 1
    lending.close()
    assert host.lent == 0 and set(threading.enumerate()) <= before


def test_lending_that_is_closed_while_it_sweeps_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    before = set(threading.enumerate())
    host = Host(limits=Limits(idle=0.04))
    lending, sweeping, go_on = Lending(host, Settings().new_name), threading.Event(), threading.Event()

    def sweep() -> None:
        sweeping.set()
        go_on.wait(5)

    monkeypatch.setattr(lending, "sweep", sweep)
    lending.add(host.make(MakeBody(world="lani")))
    assert sweeping.wait(5)
    closing = threading.Thread(target=lending.close)
    closing.start()
    time.sleep(0.05)
    go_on.set()
    closing.join(5)
    time.sleep(0.05)
    assert set(threading.enumerate()) <= before and host.lent == 0
    with pytest.raises(StoppedError):
        lending.add(host.make(MakeBody(world="lani")))
    assert host.lent == 0


def test_a_socket_that_nobody_uses_is_closed_and_freed() -> None:
    app = create_app(Settings(remote_token=TOKEN, remote_limits=Limits(idle=0.05)))
    with (
        TestClient(app) as client,
        client.websocket_connect("/api/remote/socket", subprotocols=["sightline", TOKEN]) as line,
    ):
        message = line.receive()
        assert message["type"] == "websocket.close" and "freed" in message["reason"]


def test_a_socket_takes_no_text(lender: TestClient) -> None:
    with lender.websocket_connect("/api/remote/socket", subprotocols=["sightline", TOKEN]) as line:
        line.send_text("hello")
        assert line.receive() == {"type": "websocket.close", "code": 1003, "reason": "messages are binary frames."}


def test_every_call_is_documented(lender: TestClient) -> None:
    paths = lender.get("/openapi.json").json()["paths"]
    documented = {path.rpartition("/")[2] for path in paths if path.startswith(f"{WORLDS}/{{world}}/")}
    assert documented == {
        "reset", "proceed", "step", "rewards", "rewards_of", "observe", "panorama", "locate", "distances", "metrics",
        "save", "restore",
    }  # fmt: skip
    for path, operations in paths.items():
        for operation in operations.values() if "/remote/" in path else ():
            assert operation["description"] and operation["security"] and "401" in operation["responses"]


def test_no_body_makes_the_server_fail(lender: TestClient, made: str) -> None:
    """Bodies that OpenAPI allows, and bodies that it does not, to worlds that are there: sentences, never a failure."""
    described = schemathesis.openapi.from_asgi("/openapi.json", lender.app)

    def call(case: Any) -> None:
        case.path_parameters = {"world": made.rpartition("/")[2]}
        case.call_and_validate(headers={"Authorization": f"Bearer {TOKEN}"}, checks=[not_a_server_error])

    for operation in described.include(path_regex="^/api/remote/worlds/{world}/").get_all_operations():
        for mode in GenerationMode:
            cases = operation.ok().as_strategy(generation_mode=mode)
            settings(max_examples=2, deadline=None, suppress_health_check=list(HealthCheck))(given(cases)(call))()
