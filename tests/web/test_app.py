"""What every request meets: pages from memory, safe headers, limits, and errors that are one sentence."""

import errno
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.datastructures import Headers
from starlette.testclient import WebSocketDenialResponse
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from sightline.errors import InputError
from sightline.web.app import PAGES, create_app
from sightline.web.bodies import Body, read_body
from sightline.web.fairness import CLIENT
from sightline.web.guards import Guards, is_same_origin
from sightline.web.settings import Settings

PAGE = {"Accept": "text/html"}


def test_the_first_page_is_follow(client: TestClient) -> None:
    answer = client.get("/", headers=PAGE)
    assert answer.status_code == 200 and "<title>Follow" in answer.text


def test_every_answer_forbids_scripts_from_elsewhere(client: TestClient) -> None:
    for address in ("/", "/static/base.js", "/openapi.json", "/nothing"):
        policy = client.get(address).headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "script-src 'self'" in policy and "unsafe" not in policy


@pytest.mark.parametrize("name", sorted(page.name for page in PAGES.glob("*.html")))
def test_pages_have_no_inline_scripts_or_styles_and_nothing_from_elsewhere(name: str) -> None:
    text = (PAGES / name).read_text(encoding="utf-8")
    assert not re.search(r"<style|style=|\son\w+=|<script(?![^>]*\ssrc=)", text)
    assert not re.search(r"(src|href)=\"(https?:)?//", text)
    assert re.search(r'<html lang="en">', text) and 'name="viewport"' in text


def test_pages_are_compressed_for_browsers_that_can_unpack_them(client: TestClient) -> None:
    for address in ("/", "/look", "/static/follow.js"):
        packed, plain = (client.get(address, headers={"Accept-Encoding": coding}) for coding in ("gzip", "identity"))
        assert packed.headers["Content-Encoding"] == "gzip" and "Content-Encoding" not in plain.headers
        assert packed.content == plain.content and packed.headers["Cache-Control"] == "no-cache"


def test_a_page_that_was_loaded_is_not_loaded_again(client: TestClient) -> None:
    first = client.get("/static/base.css")
    again = client.get("/static/base.css", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304 and not again.content


@pytest.mark.parametrize("name", ["..%2fapp.py", "%2e%2e/app.py", "base.css%00", "....//app.py", "x" * 5000])
def test_no_path_reaches_the_file_system(client: TestClient, name: str) -> None:
    answer = client.get(f"/static/{name}")
    assert answer.status_code == 404 and answer.json() == {"error": "There is nothing at this address."}


@pytest.mark.parametrize("path", ["/nothing", "/error", "/static/error.html"])  # the template of this page has no address
def test_an_unknown_address_is_a_page_for_people(client: TestClient, path: str) -> None:
    answer = client.get(path, headers=PAGE)
    assert answer.status_code == 404 and "<h1>There is nothing at this address.</h1>" in answer.text


@pytest.fixture()
def failing() -> Iterator[TestClient]:
    app = create_app(Settings(largest_body=100, rate=0.001, burst=3))

    errors = {
        "input": InputError("<b>This is wrong.</b>"), "ours": RuntimeError("secret"),
        "full": OSError(errno.ENOSPC, "secret"), "broken": OSError(errno.EIO, "secret"),
    }  # fmt: skip

    def bad(kind: str) -> None:
        raise errors[kind]

    def echo(text: dict[str, int]) -> dict[str, int]:
        return text

    _first(app, "/bad/{kind}", bad, "GET")
    _first(app, "/echo", echo, "POST")
    _first(app, "/api/echo", echo, "POST")
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


def _first(app: FastAPI, path: str, endpoint: object, method: str) -> None:
    app.add_api_route(path, endpoint, methods=[method])  # type: ignore[arg-type]


def test_bad_input_is_escaped_on_its_page(failing: TestClient) -> None:
    answer = failing.get("/bad/input", headers=PAGE)
    assert answer.status_code == 400 and "&lt;b&gt;This is wrong.&lt;/b&gt;" in answer.text
    assert failing.get("/bad/input").json() == {"error": "<b>This is wrong.</b>"}


def test_what_fails_on_our_side_tells_nothing_and_is_safe(failing: TestClient) -> None:
    for kind, status in (("ours", 500), ("broken", 500), ("full", 507)):
        answer = failing.get(f"/bad/{kind}")
        assert answer.status_code == status and "secret" not in answer.text and "Content-Security-Policy" in answer.headers


def test_a_wrong_body_is_a_sentence(failing: TestClient) -> None:
    answer = failing.post("/echo", json={"a": "b"})
    assert answer.status_code == 422 and re.fullmatch(r"a: .+\.", answer.json()["error"])


def test_a_large_body_is_refused_whether_it_says_so_or_not(failing: TestClient) -> None:
    told = failing.post("/echo", content=b"x" * 101)
    untold = failing.post("/echo", content=(b"x" * 60 for _ in range(2)), headers={"Content-Type": "application/json"})
    for answer in (told, untold):
        assert answer.status_code == 413 and answer.json() == {"error": "This is more than 100 bytes."}


def test_who_asks_too_often_is_told_to_wait_but_the_owner_is_not(failing: TestClient) -> None:
    answers = [failing.post("/api/echo", json={}) for _ in range(5)]
    assert [a.status_code for a in answers[:3]] == [200] * 3 and answers[-1].status_code == 429
    assert answers[-1].json()["error"].endswith("wait a second.")
    token = failing.app.state.context.settings.token  # type: ignore[attr-defined]
    assert failing.post("/api/echo", json={}, headers={"Authorization": f"Bearer {token}"}).status_code == 200


def test_what_is_wrong_in_a_list_is_said_with_its_place() -> None:
    class Walk(Body):
        steps: list[tuple[int, int]]

    with pytest.raises(InputError, match=r"^step 1 0: .*integer"):
        read_body(Walk, {"steps": [(1, 2), ("x", 2)]})
    with pytest.raises(InputError, match=r"^more: .*not permitted\.$"):
        read_body(Walk, {"steps": [], "more": 1})
    with pytest.raises(InputError, match="dictionary"):
        read_body(Walk, 5)


async def _nothing(*_: object) -> None:
    pass


def test_rates_recover_with_time_and_few_addresses_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    guards = Guards(_nothing, Settings(rate=2, burst=2), clock=lambda: now[0])

    def ask(who: str) -> bool:
        CLIENT.set(who)
        return guards._may_ask()

    assert [ask("a") for _ in range(3)] == [True, True, False]
    now[0] = 0.5
    assert ask("a") and not ask("a")
    monkeypatch.setattr("sightline.web.guards.ADDRESSES_KEPT", 2)
    for who in "bcd":
        ask(who)
    assert list(guards.buckets) == ["c", "d"]


LIVE = "/api/follow/sessions/nobody/live"
SLOW = {"rate": 1e-6, "burst": 4}  # four requests and no more while a test runs
TOO_MANY = {"type": "websocket.close", "code": 1008, "reason": "That was too many requests at once; wait a second."}


def test_sockets_and_their_messages_count_as_requests() -> None:
    with TestClient(create_app(Settings(**SLOW, largest_body=1000))) as client:  # type: ignore[arg-type]
        with client.websocket_connect(LIVE) as socket:  # the first request
            for _ in range(3):
                socket.send_json({"do": "stop"})
                assert "error" in socket.receive_json()
            socket.send_json({"do": "stop"})
            assert socket.receive() == TOO_MANY
        assert client.get("/api/look/corpora").status_code == 429
        with client.websocket_connect(LIVE, subprotocols=["sightline"]) as socket:
            assert socket.accepted_subprotocol == "sightline" and socket.receive() == TOO_MANY


def test_a_large_message_closes_its_socket() -> None:
    with (
        TestClient(create_app(Settings(largest_body=100))) as client,
        client.websocket_connect(LIVE) as socket,
    ):
        socket.send_json({"do": "x" * 100})
        assert socket.receive() == {"type": "websocket.close", "code": 1009, "reason": "This is more than 100 bytes."}


def test_the_token_of_remote_control_opens_sockets_without_limits() -> None:
    token = "a-token-for-programs"
    app = create_app(Settings(**SLOW, largest_body=100, remote_token=token))  # type: ignore[arg-type]
    with TestClient(app) as client:
        with client.websocket_connect("/api/remote/socket", subprotocols=["sightline", token]) as socket:
            for size in [10] * 20 + [1000]:
                socket.send_bytes(bytes(size))
                assert b"error" in socket.receive_bytes()
        for _ in range(4):
            with pytest.raises(WebSocketDenialResponse):
                client.websocket_connect("/api/remote/socket", subprotocols=["sightline", "guessed"]).__enter__()
        with client.websocket_connect("/api/remote/socket", subprotocols=["sightline", "guessed"]) as socket:
            assert socket.receive() == TOO_MANY


def test_who_sends_on_after_a_socket_was_closed_for_its_rate_is_disconnected() -> None:
    heard: list[str] = []

    async def chatter(scope: Scope, receive: Receive, send: Send) -> None:
        socket = WebSocket(scope, receive, send)
        await socket.accept()
        try:
            while True:
                heard.append(await socket.receive_text())
        except WebSocketDisconnect as error:
            assert error.code == 1008
        with pytest.raises(WebSocketDisconnect):
            await socket.send_text("more")
        heard.append("disconnected")

    with TestClient(Guards(chatter, Settings(**SLOW))).websocket_connect("/") as socket:  # type: ignore[arg-type]
        for _ in range(5):
            socket.send_text("x")
        assert socket.receive() == TOO_MANY
    assert heard == ["x"] * 3 + ["disconnected"]


@pytest.mark.parametrize(
    ("origin", "right"), [("http://here:1", True), ("http://there:1", False), ("null", False), (None, True)]
)
def test_sockets_are_for_our_own_pages(origin: str | None, right: bool) -> None:
    assert is_same_origin(Headers({"host": "here:1"} | ({"origin": origin} if origin else {}))) is right


@pytest.mark.parametrize(
    "wrong",
    [
        {"port": 70000},
        {"host": "a b"},
        {"token": "short"},
        {"rate": -1},
        {"idle_timeout": 0},
        {"largest_body": 0},
        {"processes": 0},
        {"processes": 2, "port": 65535},
        {"proxies": ("here",)},
        {"proxies": ("10.0.0.1/8",)},
    ],
)
def test_settings_are_checked(wrong: dict[str, object]) -> None:
    with pytest.raises(InputError):
        Settings(**wrong)  # type: ignore[arg-type]


def test_corpora_of_the_same_base_name_have_names_of_their_own(tmp_path: Path) -> None:
    first, second, reserved = tmp_path / "a" / "corpus", tmp_path / "b" / "corpus", tmp_path / "standard"
    for folder in (first, second, reserved):
        folder.mkdir(parents=True)
    (tmp_path / "link").symlink_to(first)
    named = Settings(
        corpora=(first, second, tmp_path / "link", tmp_path / "b" / ".." / "a" / "corpus", reserved)
    ).named_corpora
    assert named == {"corpus": first, "corpus (2)": second, "standard (2)": reserved}


def test_pages_do_not_wait_for_models() -> None:
    code = "import sys, sightline.web.app as a; a.create_app(); sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
