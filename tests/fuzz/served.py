"""What clients send to a server: requests of every route with something wrong in them."""

import copy
import json
import sys
import tempfile
import threading
from contextlib import closing
from functools import cache
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote

from bad import ANY, TEXTS, Case, shown

sys.path.insert(0, str(Path(__file__).parents[1]))  # what tests share

from sightline.errors import InputError
from sightline.remote.client import write_episode
from sightline.world import KINDS, kind_of

OWNER, PROGRAM, TIMEOUT = "the-token-of-the-owner", "a-token-for-programs", 60.0
Request = tuple[str, str, Any, str]  # method, path, JSON body, token
NOT_HTTP = b"Invalid HTTP request received."  # of uvicorn


class FaultError(Exception):
    """The server failed, or did not say what was wrong in a sentence."""


@cache
def server() -> tuple[str, list[Request]]:
    """The address of a server in this process, and a right request for each of its routes."""
    import torch
    import uvicorn
    from show_scenes import untrained

    from sightline.web.app import create_app
    from sightline.web.connections import limited_connections
    from sightline.web.serving import listen
    from sightline.web.settings import Settings

    torch.set_num_threads(1)
    agents = {(name, "best"): untrained(kind_of(name)) for name in KINDS}
    database = f"sqlite:///{tempfile.mkdtemp()}/studies.db"
    settings = Settings(rate=0, token=OWNER, remote_token=PROGRAM, database=database)
    app = create_app(settings)
    app.state.context.agents = SimpleNamespace(
        agent=lambda *which: agents[which] if which in agents else refuse(which), worlds=lambda: list(KINDS),
        methods_of=lambda world: ["best"], close=lambda: None, batch_sizes=list,
    )  # fmt: skip
    listening = listen("127.0.0.1", 0)
    running = uvicorn.Server(
        uvicorn.Config(
            app, http=limited_connections(settings), log_level="critical", ws_max_size=2**24, ws_per_message_deflate=False
        )
    )
    threading.Thread(target=running.run, args=([listening],), daemon=True).start()
    address = f"127.0.0.1:{listening.getsockname()[1]}"
    return address, right_requests(address)


def refuse(which: tuple[str, ...]) -> None:
    raise InputError(f"There is no agent {' '.join(which)[:80]}.")


def ask(address: str, method: str, path: str, body: Any = None, token: str = "", kind: str = "application/json") -> Any:
    """The decoded response; an HTTP error with a sentence is an InputError, any other failure a FaultError."""
    headers = {"Content-Type": kind, **({"Authorization": f"Bearer {token}"} if token else {})}
    data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
    with closing(HTTPConnection(address, timeout=TIMEOUT)) as connection:
        connection.request(method, path, data, headers)
        response = connection.getresponse()
        if method == "HEAD" and response.status < 500:  # has no sentence
            raise InputError("It was answered.")
        return judged(response.status, response.read())


def judged(status: int, content: bytes) -> Any:
    if status in (200, 201, 204, 304):
        return json.loads(content) if content[:1] in (b"{", b"[") else content
    if content == NOT_HTTP:
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
    found += [("POST", f"{session}/plan", {"steps": ["go north", "go to the barrel"]}, "")]
    found += [("POST", f"{session}/aim", body, "") for body in ({"spot": [0.5, 0.9]}, {"place": [3.0, 4.0]})]
    found += [("POST", f"{session}/{verb}", None, "") for verb in ("go", "skip", "undo", "reset")]
    pictures = ("panorama.jpg", "view.jpg?side=128", "map.jpg", "map", "record")
    found += [("GET", f"{session}/{name}", None, "") for name in pictures] + [("GET", "/api/follow/worlds", None, "")]
    look = "/api/look/corpora/lani%20written"
    filters = "instructions?text=the&split=dev&phenomenon=&method=&right=true&page=0"
    found += [("GET", path, None, "") for path in ("/api/look/corpora", "/api/look/results", "/api/look/galleries")]
    found += [("GET", f"{look}/{filters}", None, ""), ("GET", f"{look}/paragraphs/x", None, "")]
    found += [
        ("GET", f"{look}/paragraphs/x/picture.jpg", None, ""),
        ("GET", "/api/look/galleries/landmarks/1.jpg", None, ""),
    ]
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
    found += [
        ("GET", "/api/studies", None, OWNER),
        ("POST", "/api/studies", plan, OWNER),
        ("POST", links, {"count": 2}, OWNER),
    ]
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
KINDS_OF_CONTENT = (
    "text/plain",
    "application/xml",
    "multipart/form-data",
    "",
    "application/octet-stream",
    "\x01",
    "a" * 5000,
)
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
