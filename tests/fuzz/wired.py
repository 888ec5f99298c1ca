"""What clients send to a server below HTTP: bytes that are hardly a request, and messages on sockets."""

import socket
from pathlib import Path
from random import Random
from typing import Any

from bad import Case, shown
from served import PROGRAM, TIMEOUT, FaultError, ask, server, spoiled

from sightline.errors import InputError
from sightline.remote.client import write_episode
from sightline.remote.frames import encode
from sightline.world import kind_of

REFUSED = (1003, 1007, 1008, 1009)  # codes with which a socket is closed for what it sent
HEAD = "POST /api/be HTTP/1.1\r\nHost: here\r\n"
RAW = (
    "GET / HTTP/1.1\r\n\r\n",
    "GET  / HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET / HTTP/9.9\r\nHost: a\r\n\r\n",
    "GET /\r\n\r\n",
    "\r\n\r\n",
    "\0\0\0\0",
    "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /../../etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /static/..%2f..%2fapp.py HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET //etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET http://elsewhere/ HTTP/1.1\r\nHost: a\r\n\r\n",
    "CONNECT elsewhere:80 HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nX: " + "y" * 200_000 + "\r\n\r\n",
    "GET /" + "a" * 200_000 + " HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
    "GET / HTTP/1.1\r\n X: a\r\n\r\n",
    HEAD + "Content-Length: -1\r\n\r\n{}",
    HEAD + "Content-Length: x\r\n\r\n{}",
    HEAD + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    HEAD + "Content-Length: " + "9" * 5000 + "\r\n\r\n{}",
    HEAD + "Content-Length: ²\r\n\r\n{}",
    HEAD + "Content-Length: +2\r\n\r\n{}",
    HEAD + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
    HEAD + "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
    HEAD + "Transfer-Encoding: chunked\r\n\r\n-1\r\n{}\r\n",
    HEAD + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n{}\r\n",
    HEAD + "Transfer-Encoding: gzip\r\n\r\n{}",
    HEAD + "Transfer-Encoding: chunked, identity\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    HEAD + "Expect: nonsense\r\nContent-Length: 2\r\n\r\n{}",
    "GET /api/remote/socket HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    "GET /nothing HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 1\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: x\r\n\r\n",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
)


def raw(random: Random, number: int) -> Case:
    """Bytes that are hardly HTTP, or are cut off or changed somewhere."""
    sent = random.choice(RAW).encode()
    if random.random() < 0.4:
        k = random.randrange(len(sent))
        noise = random.choice((b"", b"\0", b"\r", b"\n", b"\xff", random.randbytes(4)))
        sent = sent[:k] + noise + sent[k + random.randrange(3) :]

    def attempt(folder: Path) -> None:
        host, port = server()[0].split(":")
        with socket.create_connection((host, int(port)), TIMEOUT) as there:
            answer = b""
            try:
                there.sendall(sent)
                there.shutdown(socket.SHUT_WR)
                while more := there.recv(65536):
                    answer += more
            except OSError as closed:  # before it was read to its end
                if isinstance(closed, TimeoutError):
                    raise
        ask(server()[0], "GET", "/api/follow/worlds")
        if answer.startswith(b"HTTP/1.1 5") or b"root:" in answer or b"create_app" in answer:
            raise FaultError(repr(answer[:300]))

    return Case(shown(sent), attempt, False)


ORDERS = (
    '{"do": "go"}',
    '{"do": "stop"}',
    '{"do": "replay", "turn": 0}',
    '{"do": "replay", "turn": -1}',
    '{"do": 5}',
    "[]",
    "5",
    '{"do": "replay", "turn": 1e400}',
    '{"do": "replay", "turn": true}',
    '{"do": "replay", "turn": ' + "9" * 4000 + "}",
    "",
    "[" * 50_000,
    '{"do": ' + "[" * 50_000,
    "\0",
    "null",
    "NaN",
    '{"do": "replay"}',
    "x" * 300_000,
    '{"do": "replay", "turn": "0"}',
    '{"do": "go", "do": "stop"}',
    '{"turn": 3}',
)


def sockets(random: Random, number: int) -> Case:
    """Bad messages on the socket of a viewer or of a program; each is answered by a sentence, or closes the socket."""
    from websockets.exceptions import ConnectionClosed, InvalidHandshake
    from websockets.sync.client import connect

    address, right = server()
    if random.random() < 0.5:
        session = next(path for method, path, _, _ in right if path.endswith("/say"))[:-4]
        query = random.choice(("", "", "?rate=60&speed=60", "?rate=nan", "?side=1", "?rate=1e400", "?speed=%ff"))
        name = random.choice((session, session, "/api/follow/sessions/nobody", "/api/follow/sessions/%2e%2e"))
        url, protocols = f"ws://{address}{name}/live{query}", None
        message: Any = random.choice(ORDERS)
        if random.random() < 0.2:
            message = message.encode() + b"\xff"
        sure = message not in ORDERS[:3] and "go" not in str(message)[:12] and "turn" not in str(message)
        first: bytes | None = None
    else:
        url, sure = f"ws://{address}/api/remote/socket", False
        protocols = random.choice(
            (["sightline", PROGRAM], ["sightline", PROGRAM], ["sightline", PROGRAM], ["sightline"], [PROGRAM])
        )
        first = encode({"world": "lani", "camera": {"width": 8, "height": 8}}) if random.random() < 0.7 else None
        episode = write_episode(kind_of("lani"), kind_of("lani").generate(3))
        calls = [{"call": "reset", "arguments": {"episodes": [episode]}}, {"call": "step", "arguments": {"actions": [0]}}]
        body, _, _ = spoiled(random, random.choice([*calls, {"world": "lani", "horizon": 5, "threads": 1, "near": 5.0}]))
        try:
            message = encode(body)
        except (InputError, ValueError, OverflowError):
            message = random.randbytes(30)
        if random.random() < 0.4:
            k = random.randrange(len(message))
            message = message[:k] + random.choice((b"", random.randbytes(8))) + message[k + random.randrange(9) :]
        elif random.random() < 0.1:
            message = random.choice(
                ("text", b"", b"\xff" * 8, b"\x04\0\0\0[[[[", (60_000).to_bytes(4, "little") + b"[" * 60_000)
            )

    def attempt(folder: Path) -> None:
        try:
            with connect(url, subprotocols=protocols, open_timeout=TIMEOUT, compression=None, max_size=None) as there:  # type: ignore[arg-type]
                if first is not None:
                    there.send(first)
                    there.recv(TIMEOUT)
                there.send(message)
                answer = there.recv(TIMEOUT) if sure or protocols else there.recv(1)
        except ConnectionClosed as closed:
            if closed.rcvd is None or closed.rcvd.code not in REFUSED:
                raise FaultError(f"closed: {closed}") from None
            raise InputError(f"It was closed: {closed.rcvd.reason}") from None
        except InvalidHandshake as error:
            status = getattr(getattr(error, "response", None), "status_code", 0)
            if status not in (401, 403, 404, 422):
                raise FaultError(f"handshake: {error}") from None
            raise InputError("The handshake was refused.") from None
        except TimeoutError:
            if sure:
                raise
            return  # an order that needs no answer
        finally:
            ask(address, "GET", "/api/follow/worlds")
        text = answer[4:] if isinstance(answer, bytes) else answer.encode()
        if b"Something went wrong" in text or b"failed on the server" in text:
            raise FaultError(repr(text[:300]))
        if b'"error"' in text[:300]:
            raise InputError("It was refused.")

    return Case(f"{url.partition('/api')[2][:50]} {shown(message)}", attempt, sure)
