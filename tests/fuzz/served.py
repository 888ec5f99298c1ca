"""What clients send to a server: requests of every route, bytes that are hardly HTTP, and messages on sockets."""

import copy
import json
import sys
import tempfile
import threading
from contextlib import closing
from functools import cache
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from queue import Queue
from random import Random
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote

from bad import ANY, TEXTS, Case, shown

sys.path.insert(0, str(Path(__file__).parents[1]))  # what tests share

from sightline.errors import InputError
from sightline.remote.client import write_episode
from sightline.remote.frames import encode
from sightline.world import KINDS, kind_of

OWNER, PROGRAM, TIMEOUT = "the-token-of-the-owner", "a-token-for-programs", 60.0
Request = tuple[str, str, Any, str]  # method, path, JSON body, token
NOT_HTTP = b"Invalid HTTP request received."  # of uvicorn
REFUSED = (1003, 1007, 1008, 1009)  # codes with which a socket is closed for what it sent


class FaultError(Exception):
    """The server failed, or did not say what was wrong in a sentence."""


@cache
def server() -> tuple[str, list[Request]]:
    """The address of a server in this process, and a right request for each of its routes."""
    import torch
    from show_scenes import untrained

    from sightline.web import serving
    from sightline.web.settings import Settings

    torch.set_num_threads(1)
    agents = {name: untrained(kind_of(name)) for name in KINDS}
    pool = SimpleNamespace(
        agent=lambda world, method: agents[world] if (world, method) in {("lani", "best"), ("chai", "best")} else refuse(world),
        methods_of=lambda world: ["best"], worlds=lambda: list(KINDS), close=lambda: None, batch_sizes=list,
    )  # fmt: skip
    serving.warm_up = lambda context: None
    create = serving.create_app

    def create_app(settings: Settings) -> Any:
        app = create(settings)
        app.state.context.agents = pool
        return app

    serving.create_app = create_app
    ready: Queue[list[str]] = Queue()
    settings = Settings(
        port=0, rate=0, token=OWNER, remote_token=PROGRAM, database=f"sqlite:///{tempfile.mkdtemp()}/studies.db"
    )
    threading.Thread(target=serving.serve, args=(settings, ready.put), daemon=True).start()
    address = ready.get(timeout=TIMEOUT)[0].removeprefix("http://")
    return address, right_requests(address)


def refuse(world: str) -> None:
    raise InputError(f"There is no such agent in {world}.")


def ask(address: str, method: str, path: str, body: Any = None, token: str = "", kind: str = "application/json") -> Any:
    """The decoded response; an HTTP error with a sentence is an InputError, any other failure a FaultError."""
    headers = {"Content-Type": kind, **({"Authorization": f"Bearer {token}"} if token else {})}
    data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
    with closing(HTTPConnection(address, timeout=TIMEOUT)) as connection:
        connection.request(method, path, data, headers)
        response = connection.getresponse()
        return judged(response.status, response.read())


def judged(status: int, content: bytes) -> Any:
    if status in (200, 201, 204, 304):
        return json.loads(content) if content[:1] in (b"{", b"[") else content
    if content == NOT_HTTP or (not content and status == 405):  # HEAD has no body
        raise InputError("It is not a request.")
    if status >= 500:
        raise FaultError(f"{status} {content[:300]!r}")
    try:
        (sentence,) = json.loads(content).values()
    except (ValueError, AttributeError):
        raise FaultError(f"{status} without a sentence: {content[:300]!r}") from None
    if not isinstance(sentence, str) or not sentence.endswith((".", "?", ")")):
        raise FaultError(f"{status} is no sentence: {content[:300]!r}")
    raise InputError(sentence)


def right_requests(address: str) -> list[Request]:
    """A request for every route that is answered; what is in their paths exists."""
    found: list[Request] = [("GET", path, None, "") for path in ("/", "/look", "/static/base.js", "/openapi.json")]
    story = {"world": "lani", "seed": 46, "scene": None, "start": [20.0, 20.0, 90.0], "method": "best"}
    aim = {"stand": [3.0, 4.0], "point": [1.0, 2.0, 3.0], "confidence": 0.5, "given": True, "sentence": "s", "failed": "f"}
    turn = {"words": "go", "actions": "FFR", "stopped": True, "aims": [aim], "ending": "e"}
    began = {"beginning": story, "turns": [turn]}
    house = {"beginning": {"world": "chai", "scene": 1, "seed": 3}, "turns": [{"words": "go", "actions": "FI(3,4)"}]}
    sessions = "/api/follow/sessions"
    session = f"{sessions}/{ask(address, 'POST', sessions, began)['name']}"
    found += [("POST", sessions, began, ""), ("POST", sessions, house, ""), ("GET", session, None, "")]
    found += [("POST", f"{session}/say", {"words": "go to the barrel"}, "")]
    found += [("POST", f"{session}/aim", body, "") for body in ({"spot": [0.5, 0.9]}, {"place": [3.0, 4.0]})]
    found += [("POST", f"{session}/{verb}", None, "") for verb in ("go", "skip", "undo", "reset")]
    pictures = ("panorama.jpg", "view.jpg?side=128", "map.jpg", "map", "record")
    found += [("GET", f"{session}/{name}", None, "") for name in pictures] + [("GET", "/api/follow/worlds", None, "")]
    look = "/api/look/corpora/lani%20written"
    filters = "instructions?text=the&split=dev&phenomenon=&method=&right=true&page=0"
    found += [("GET", path, None, "") for path in ("/api/look/corpora", "/api/look/results", "/api/look/galleries")]
    found += [("GET", f"{look}/{filters}", None, ""), ("GET", f"{look}/paragraphs/x", None, "")]
    found += [("GET", f"{look}/paragraphs/x/picture.jpg", None, ""), ("GET", "/api/look/galleries/landmarks/1.jpg", None, "")]
    beginning = {"world": "lani", "map": True, "seed": 5}
    be = f"/api/be/{ask(address, 'POST', '/api/be', beginning)['try']}"
    found += [("POST", "/api/be", beginning, ""), ("GET", f"{be}/map", None, ""), ("POST", f"{be}/stop", None, "")]
    found += [("POST", f"{be}/events", {"after": 0, "events": [0, 1]}, "")]
    return found + of_studies(address) + of_worlds(address)


def of_studies(address: str) -> list[Request]:
    plan = {
        "name": "a study", "task": "write", "world": "chai", "corpus": "written", "split": "dev", "items": 2, "people": 900,
        "per_person": 2, "horizon": 40, "shows_map": True, "stand_in": "", "platform": "links", "code": "",
        "instructions": "Do it.", "consent": "Yes?", "source": "", "methods": [], "seed": 1,
    }  # fmt: skip
    study = ask(address, "POST", "/api/studies", plan, OWNER)["study"]
    there, links = f"/api/studies/{study}", f"/api/studies/{study}/links"
    token = ask(address, "POST", links, {"count": 1}, OWNER)["links"][0]
    ask(address, "POST", "/api/take/consent", None, token)
    item = f"/api/take/items/{ask(address, 'GET', '/api/take', None, token)['assignment']}"
    answer = {"key": "a-key-of-16-letters", "text": "Go there.", "rating": 3, "valid": True, "reason": "none"}
    gets = ("", "/participants", "/answers?first=0&count=2", "/results", "/export?format=answers")
    found: list[Request] = [("GET", f"{there}{name}", None, OWNER) for name in gets]
    found += [("GET", "/api/studies", None, OWNER), ("POST", "/api/studies", plan, OWNER), ("POST", links, {"count": 2}, OWNER)]
    found += [("POST", f"{there}/{verb}", None, OWNER) for verb in ("close", "reopen")]
    found += [("GET", f"/api/studies/answers/1{name}", None, OWNER) for name in ("", "/map")]
    found += [("POST", "/api/studies/answers/1/set-aside", {"reason": "bad"}, OWNER)]
    found += [("DELETE", f"{there}/participants/9", None, OWNER), ("POST", "/api/take/join", {"study": "x", "id": "y"}, "")]
    found += [("GET", path, None, token) for path in ("/api/take", item, f"{item}/map")]
    found += [("POST", f"{item}/events", {"after": 0, "events": [0, {"upto": 1}]}, token)]
    found += [("POST", f"{item}/start-over", None, token), ("PUT", f"{item}/text", {"text": "a draft"}, token)]
    return [*found, ("POST", f"{item}/answer", answer, token), ("POST", "/api/take/consent", None, token)]


def of_worlds(address: str) -> list[Request]:
    made = {
        "world": "lani", "camera": {"width": 16, "height": 16, "fov": 60.0, "eye": 2.5, "shift": 0.0}, "horizon": 9,
        "threads": 1, "near": 5.0,
    }  # fmt: skip
    worlds = "/api/remote/worlds"
    there = f"{worlds}/{ask(address, 'POST', worlds, made, PROGRAM)['id']}"
    episode = write_episode(kind_of("lani"), kind_of("lani").generate(3))
    ask(address, "POST", f"{there}/reset", {"episodes": [episode]}, PROGRAM)
    calls: dict[str, Any] = {
        "reset": {"episodes": [episode], "where": None}, "proceed": {"episodes": [episode]},
        "step": {"actions": [0], "observe": ["rgb"]}, "observe": {"channels": ["rgb"]},
        "panorama": {"channels": ["rgb"], "where": [0]}, "rewards": {}, "rewards_of": {"actions": [1]}, "distances": {},
        "metrics": {}, "locate": {"view": [0], "row": [3], "column": [4]}, "save": None,
    }  # fmt: skip
    found: list[Request] = [("POST", worlds, made, PROGRAM), ("GET", "/api/remote/kinds", None, PROGRAM)]
    found += [("GET", there, None, PROGRAM), ("PATCH", there, {"pose": [[1.0, 2.0, 3.0]], "horizon": [9]}, PROGRAM)]
    return found + [("POST", f"{there}/{name}", body, PROGRAM) for name, body in calls.items()]


def kind_of_json(value: Any) -> str:
    if isinstance(value, bool):
        return "bool"
    return "number" if isinstance(value, int | float) else type(value).__name__


def spoiled(random: Random, value: Any) -> tuple[Any, str, bool]:
    """JSON with something wrong in it, what that is, and whether it may never be taken."""
    from corpora import put, somewhere

    copied = copy.deepcopy(value)
    place = somewhere(random, copied)
    old = copied
    for key in place:
        old = old[key]
    if random.random() < 0.15:
        target = old if isinstance(old, dict) else copied
        target["more"] = random.choice(ANY)
        return copied, "an unknown field", True
    new = random.choice(ANY)
    if not place:
        return new, f"{shown(new)}", not isinstance(new, dict)
    put(copied, place, new)
    # None may stand for "not given", and a list of no events or turns for a story without any.
    sure = kind_of_json(old) != kind_of_json(new) and new is not None and old is not None
    sure = sure and place[-1] not in ("scene", "where", "observe", "channels", "events") and 0 not in place[-1:]
    return copied, f"{'.'.join(map(str, place))} = {shown(new)}", sure


def nested(depth: int) -> bytes:
    return b'{"words": ' + b"[" * depth + b"]" * depth + b"}"


BODIES = (
    b"", b"{", b"null", b"[]", b"5", b'"x"', b"\xff\xfe{\x00}\x00", b"\x80abc", b'{"words": "\xff"}', b"NaN", b"{'a': 1}",
    b"\0" * 100, b"{" * 100_000, b"[" * 100_000, nested(50_000), b'{"words": ' + b"9" * 100_000 + b"}",
    b'{"seed": 1e999999}', b'{"a":' * 20_000 + b"1" + b"}" * 20_000, b"x" * 300_000, b'{"words": "' + b"x" * 400_000 + b'"}',
    b"a=1&b=2", b"\xef\xbb\xbf{}",
)  # fmt: skip
KINDS_OF_CONTENT = ("text/plain", "application/xml", "multipart/form-data", "", "application/octet-stream", "\x01", "a" * 5000)
QUERIES = ("nan", "inf", "-1", "1e400", "9" * 5000, "%00", "%ff", "²", "true", "", "a" * 5000, "0x10", "[]", "{}", "1,2")


def requests(random: Random, number: int) -> Case:
    """A request of any route with a wrong body, name, query, method, token, content type or encoding."""
    _, right = server()
    method, path, body, token = random.choice(right)
    do = random.choice(("field", "field", "field", "body", "name", "query", "method", "token", "content"))
    kind, sure, detail = "application/json", True, ""
    if do == "field" and body:
        body, detail, sure = spoiled(random, body)
    elif do in ("field", "body") and body is not None:
        body = random.choice(BODIES)
        detail, sure = shown(body), not body.startswith((b"\xff\xfe", b"\xef\xbb\xbf"))  # Python reads those encodings
    elif do == "name" and path.count("/") > 2:
        parts = path.partition("?")[0].split("/")
        k = random.randrange(3, len(parts))
        text = random.choice((*TEXTS, "..", "%2e%2e", "0", "-1", "9" * 30, "1 OR 1=1", "'; DROP TABLE study; --"))
        parts[k] = text if text == "%2e%2e" else quote(text, safe="", errors="surrogatepass") or "%20"
        path, sure = "/".join(parts), False
        detail = shown(text)
    elif do == "query":
        name = random.choice(("side", "rate", "first", "count", "page", "right", "format", "text", "split"))
        path = f"{path.partition('?')[0]}?{name}={random.choice(QUERIES)}"
        sure = name == "side" and "view.jpg" in path
    elif do == "method":
        method, sure = random.choice(("PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW", "HEAD", "get")), False
    elif do == "token":
        token = random.choice(("", "x", token[:-1], token + "x", "é", "\x7f", "x" * 5000, f"{token}, {token}"))
        sure = path.startswith(("/api/studies", "/api/take", "/api/remote")) and "join" not in path
    else:
        kind, sure = random.choice(KINDS_OF_CONTENT), False

    def attempt(folder: Path) -> None:
        try:
            ask(server()[0], method, path, body, token, kind)
        except (HTTPException, OSError, ValueError, UnicodeError) as error:
            if method != "HEAD" and isinstance(error, TimeoutError | ConnectionError):
                raise FaultError(f"{type(error).__name__}: {error}") from None
            raise InputError("The client could not even send it.") from None
        finally:
            ask(server()[0], "GET", "/api/follow/worlds")

    return Case(f"{method} {path[:60]} {do} {detail}", attempt, sure)


HEAD = "POST /api/be HTTP/1.1\r\nHost: here\r\n"
RAW = (
    "GET / HTTP/1.1\r\n\r\n", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/9.9\r\nHost: a\r\n\r\n", "GET /\r\n\r\n", "\r\n\r\n",
    "\0\0\0\0", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET /../../etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n", "GET /static/..%2f..%2fapp.py HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET //etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n", "GET http://elsewhere/ HTTP/1.1\r\nHost: a\r\n\r\n",
    "CONNECT elsewhere:80 HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX: " + "y" * 200_000 + "\r\n\r\n",
    "GET /" + "a" * 200_000 + " HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\nHost : a\r\n\r\n", "GET / HTTP/1.1\r\n X: a\r\n\r\n",
    HEAD + "Content-Length: -1\r\n\r\n{}", HEAD + "Content-Length: x\r\n\r\n{}", HEAD + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    HEAD + "Content-Length: " + "9" * 5000 + "\r\n\r\n{}", HEAD + "Content-Length: ²\r\n\r\n{}", HEAD + "Content-Length: +2\r\n\r\n{}",
    HEAD + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
    HEAD + "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n", HEAD + "Transfer-Encoding: chunked\r\n\r\n-1\r\n{}\r\n",
    HEAD + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n{}\r\n", HEAD + "Transfer-Encoding: gzip\r\n\r\n{}",
    HEAD + "Transfer-Encoding: chunked, identity\r\n\r\n2\r\n{}\r\n0\r\n\r\n", HEAD + "Expect: nonsense\r\nContent-Length: 2\r\n\r\n{}",
    "GET /api/remote/socket HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    "GET /nothing HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 1\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: x\r\n\r\n",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
)  # fmt: skip


def raw(random: Random, number: int) -> Case:
    """Bytes that are hardly HTTP, or are cut off or changed somewhere."""
    import socket

    sent = random.choice(RAW).encode()
    if random.random() < 0.4:
        k = random.randrange(len(sent))
        noise = random.choice((b"", b"\0", b"\r", b"\n", b"\xff", random.randbytes(4)))
        sent = sent[:k] + noise + sent[k + random.randrange(3) :]

    def attempt(folder: Path) -> None:
        host, port = server()[0].split(":")
        with socket.create_connection((host, int(port)), TIMEOUT) as there:
            there.sendall(sent)
            there.shutdown(socket.SHUT_WR)
            answer = b""
            try:
                while more := there.recv(65536):
                    answer += more
            except ConnectionError:
                pass
        ask(server()[0], "GET", "/api/follow/worlds")
        if answer.startswith(b"HTTP/1.1 5") or b"root:" in answer or b"create_app" in answer:
            raise FaultError(repr(answer[:300]))

    return Case(shown(sent), attempt, False)


ORDERS = (
    '{"do": "go"}', '{"do": "stop"}', '{"do": "replay", "turn": 0}', '{"do": "replay", "turn": -1}', '{"do": 5}', "[]", "5",
    '{"do": "replay", "turn": 1e400}', '{"do": "replay", "turn": true}', '{"do": "replay", "turn": ' + "9" * 4000 + "}", "",
    "[" * 50_000, '{"do": ' + "[" * 50_000, "\0", "null", "NaN", '{"do": "replay"}', "x" * 300_000, '{"do": "replay", "turn": "0"}',
    '{"do": "go", "do": "stop"}', '{"turn": 3}',
)  # fmt: skip


def sockets(random: Random, number: int) -> Case:
    """Bad messages on the socket of a viewer, or of a program that has worlds; each is answered by a sentence, or closes it."""
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
        protocols = random.choice((["sightline", PROGRAM], ["sightline", PROGRAM], ["sightline", PROGRAM], ["sightline"], [PROGRAM]))
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
            message = random.choice(("text", b"", b"\xff" * 8, b"\x04\0\0\0[[[[", (60_000).to_bytes(4, "little") + b"[" * 60_000))

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
