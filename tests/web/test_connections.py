"""Connections that send no request in time, too much of one, or of which one address has too many, are closed."""

import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from queue import Queue
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.sync.client import connect

from sightline.web import connections, guards
from sightline.web.serving import serve
from sightline.web.settings import Settings

LIMIT = 6
TOKEN = "a-token-for-programs"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server that has little patience; nobody is its proxy."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connections, "HEAD_SECONDS", 0.5)
        patch.setattr(guards, "SLOWEST", 2 * Settings.largest_body)
        ready: Queue[list[str]] = Queue()
        settings = Settings(
            port=0, methods=(), database="sqlite://", connections=LIMIT, proxies=("192.0.2.1",), remote_token=TOKEN
        )
        threading.Thread(target=serve, args=(settings, ready.put), daemon=True).start()
        yield ready.get(timeout=60)[0]


def opened(address: str, sent: bytes = b"") -> socket.socket:
    there = socket.create_connection((urlsplit(address).hostname or "", urlsplit(address).port or 0), timeout=20)
    there.sendall(sent)
    return there


def is_closed(there: socket.socket) -> bool:
    try:
        return there.recv(1000) == b""
    except ConnectionError:
        return True


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: a\r\nX: slow"])
def test_who_sends_no_whole_request_is_not_waited_for(address: str, sent: bytes) -> None:
    with opened(address, sent) as there:
        assert is_closed(there)


def test_the_second_request_of_a_connection_is_not_waited_for_either(address: str) -> None:
    with opened(address, b"GET /static/icon.svg HTTP/1.1\r\nHost: a\r\n\r\n") as there:
        answer = there.recv(100_000)
        assert answer.startswith(b"HTTP/1.1 200")
        while not answer.rstrip().endswith(b"</svg>"):
            answer += there.recv(100_000)
        there.sendall(b"GET /stat")
        assert is_closed(there)


def test_a_head_has_a_limit(address: str) -> None:
    with opened(address, b"GET / HTTP/1.1\r\nHost: a\r\n") as there, pytest.raises(ConnectionError):
        for _ in range(5000):
            there.sendall(b"X: " + b"y" * 1000 + b"\r\n")
        raise ConnectionError if is_closed(there) else AssertionError


def test_a_body_that_does_not_arrive_is_not_waited_for(address: str) -> None:
    head = b"POST /api/be HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"
    with opened(address, head) as there:
        assert there.recv(1000).startswith(b"HTTP/1.1 408")


def test_an_address_has_some_connections_and_all_of_them_again_later(address: str) -> None:
    with ExitStack() as many:
        sockets = [many.enter_context(opened(address)) for _ in range(LIMIT + 3)]
        assert [is_closed(there) for there in sockets[LIMIT:]] == [True] * 3
    assert httpx.get(address).status_code == 200


def test_a_socket_stays_open(address: str) -> None:
    with connect(f"{address.replace('http', 'ws')}/api/remote/socket", subprotocols=["sightline", TOKEN]) as there:  # type: ignore[list-item]
        with pytest.raises(TimeoutError):
            there.recv(timeout=1.5)
        there.send(b"nonsense")
        assert b"error" in there.recv(timeout=20)  # type: ignore[operator]
