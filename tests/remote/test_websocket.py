"""The client's WebSocket against servers that say anything."""

import base64
import hashlib
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from sightline.errors import ArgumentError, UnavailableError
from sightline.remote.websocket import WebSocket

TOKEN = "a-token-for-programs"


def accept(line: socket.socket) -> None:
    """The server's half of a handshake."""
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        head += line.recv(1000)
    key = next(row.split(b": ")[1] for row in head.split(b"\r\n") if row.startswith(b"Sec-WebSocket-Key"))
    accepted = base64.b64encode(hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest())
    line.sendall(
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Accept: " + accepted + b"\r\n\r\n"
    )


@contextmanager
def server(talk: Callable[[socket.socket], None]) -> Iterator[str]:
    """Talks to one client in a thread."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def answer() -> None:
            with listening.accept()[0] as line:
                talk(line)

        thread = threading.Thread(target=answer)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        thread.join(5)


def message(line: socket.socket) -> tuple[int, bytes]:
    """A short message of a client, which must be masked."""
    first, second = line.recv(1)[0], line.recv(1)[0]
    assert second & 0x80
    mask, data = line.recv(4), line.recv(second & 0x7F)
    return first & 0x0F, bytes(b ^ mask[k % 4] for k, b in enumerate(data))


def test_messages_in_pieces_with_a_ping_between() -> None:
    heard = []

    def talk(line: socket.socket) -> None:
        accept(line)
        heard.append(message(line))
        line.sendall(b"\x02\x03abc" + b"\x89\x02hi" + b"\x80\x7e\x00\x80" + b"d" * 128)
        heard.append(message(line))

    with server(talk) as address:
        line = WebSocket(address, "/x", TOKEN, 5)
        line.send(b"hello")
        assert line.receive() == b"abc" + b"d" * 128
        line.close()
    assert heard == [(2, b"hello"), (10, b"hi")]


def test_long_messages_both_ways() -> None:
    def talk(line: socket.socket) -> None:
        accept(line)
        head = b"".join(line.recv(1) for _ in range(14))
        assert head[:2] == b"\x82\xff" and int.from_bytes(head[2:10], "big") == 70_000
        data = b""
        while len(data) < 70_000:
            data += line.recv(70_000)
        line.sendall(b"\x82\x7f" + (70_000).to_bytes(8, "big") + bytes(b ^ head[10 + k % 4] for k, b in enumerate(data)))

    with server(talk) as address:
        line = WebSocket(address, "/x", TOKEN, 5)
        line.send(bytes(range(250)) * 280)
        assert line.receive() == bytes(range(250)) * 280
        line.close()


@pytest.mark.parametrize(
    ("says", "told"),
    [
        (b"HTTP/1.1 401 Unauthorized\r\n\r\n", "token"),
        (b"HTTP/1.1 404 Not Found\r\n\r\n", "404.*--remote"),
        (b"HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: wrong\r\n\r\n", "worlds"),
        (b"", "not a server of Sightline"),
        (b"\r\n\r\n", "no HTTP"),
        (b"x" * 70_000, "not a server of Sightline"),
    ],
)
def test_servers_that_are_none_of_ours(says: bytes, told: str) -> None:
    def talk(line: socket.socket) -> None:
        line.recv(10_000)
        line.sendall(says)

    with server(talk) as address, pytest.raises(UnavailableError, match=told):
        WebSocket(address, "/x", TOKEN, 5)


@pytest.mark.parametrize(
    ("says", "told"),
    [(b"\x88\x05\x03\xe9bye", "closed the connection: bye"), (b"", "is lost"), (b"\x82\x7e\xff", "is lost")],
)
def test_servers_that_go_away(says: bytes, told: str) -> None:
    def talk(line: socket.socket) -> None:
        accept(line)
        line.sendall(says)

    with server(talk) as address:
        line = WebSocket(address, "/x", TOKEN, 5)
        with pytest.raises(ConnectionError, match=told):
            line.receive()
        with pytest.raises(ConnectionError, match="is lost"):
            line.send(b"x")


def test_servers_that_say_nothing() -> None:
    done = threading.Event()

    def talk(line: socket.socket) -> None:
        accept(line)
        done.wait(5)

    with server(talk) as address:
        line = WebSocket(address, "/x", TOKEN, 0.1)
        with pytest.raises(ConnectionError, match=r"not answered for 0\.1 seconds"):
            line.receive()
        done.set()


@pytest.mark.parametrize(
    "bad", ["", "127.0.0.1:80", "ftp://x", "http://", "http://x:y", "http://x:99999", "http://x\n.y", None]
)
def test_addresses_that_are_none(bad: str) -> None:
    with pytest.raises(ArgumentError, match="address"):
        WebSocket(bad, "/x", TOKEN, 5)


def test_nobody_listens() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    with pytest.raises(UnavailableError, match="No server"):
        WebSocket(f"http://127.0.0.1:{port}", "/x", TOKEN, 5)


@pytest.mark.parametrize("bad", ["", "a b", "a,b", "ä", "a\r\nHost: x"])
def test_tokens_that_are_none(bad: str) -> None:
    with pytest.raises(ArgumentError, match="token"):
        WebSocket("http://127.0.0.1:9", "/x", bad, 5)
