"""`sightline bench answers`: whether acknowledged answers survive a server that is killed repeatedly."""

from __future__ import annotations

import json
import os
import random
import signal
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import typer

from sightline.cli.bench.measuring import report, spinner, start_server
from sightline.cli.options import JsonOption, seed_option
from sightline.errors import InputError, UnavailableError
from sightline.fields import Json

if TYPE_CHECKING:
    from sightline.web.storage.database import Database

STUDY, ITEMS, LINKS = "answers", 20, 400  # of the study; each link answers every item
TIMEOUT = 60.0  # seconds for a request and for the end of a server


def answers(
    kills: Annotated[int, typer.Option(help="Number of kills.", min=1, max=10_000)] = 50,
    clients: Annotated[int, typer.Option(help="Number of concurrent participants.", min=1, max=64)] = 8,
    database: Annotated[str, typer.Option(metavar="URL", help="Empty database. Default: a new SQLite file.")] = "",
    seed: Annotated[int, seed_option("Seed of the answers and of the times of kills.")] = 0,
    as_json: JsonOption = False,
) -> None:
    """Kill the server (kill -9) under load, and count acknowledged answers that are lost or stored twice.

    Participants answer as fast as they can and repeat unacknowledged requests, as the page does. In the end the database
    must hold every acknowledged answer exactly once, with its content.
    """
    if os.name == "nt":
        raise UnavailableError("Windows has no kill -9.")
    with spinner(f"Killing a server {kills} times"), TemporaryDirectory() as folder:
        counts = count_losses(database or f"sqlite:///{Path(folder) / 'studies.db'}", kills, clients, seed)
    summary = f"{counts['acknowledged']:,} answers acknowledged, {counts['lost']} lost, {counts['doubled']} doubled"
    report({**counts, "kills": kills, "clients": clients, "seed": seed}, as_json, f"{summary}; {kills} kills")


@dataclass
class Load:
    """Concurrent participants, and the acknowledgements of the servers."""

    tokens: list[str]
    address: str = ""  # host:port of the current server
    over: bool = False
    acknowledged: dict[str, str] = field(default_factory=dict)  # text by key
    repeated: int = 0  # answers that were sent more than once
    broken: list[str] = field(default_factory=list)  # unexpected responses

    def take_part(self, number: int) -> None:
        """Answer items, as one participant after another."""
        rng = random.Random(number)
        while not self.over:
            try:
                token = self.tokens.pop()
            except IndexError:  # all links are used
                return
            self._ask(token, "POST", "consent")
            while not self.over and (state := self._ask(token, "GET", "")) and state["state"] == "item":
                key = f"{rng.getrandbits(128):032x}"
                body = {"key": key, "text": f"Go to room {key} and wait there."}
                if self._ask(token, "POST", f"items/{state['assignment']}/answer", body) is not None:
                    self.acknowledged[key] = body["text"]

    def _ask(self, token: str, method: str, path: str, body: Json | None = None) -> Json | None:
        """The response of a server; the request is repeated until one responds. None at the end of the measurement."""
        tries, headers = 0, {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        while not self.over:
            address = f"http://{self.address}/api/take/{path}".rstrip("/")
            request = Request(address, None if body is None else json.dumps(body).encode(), headers, method=method)
            try:
                with urlopen(request, timeout=TIMEOUT) as answer:
                    content = answer.read()
            except HTTPError as error:
                self.broken.append(f"{method} {path}: {error.code} {error.read()[:200]!r}")
                return None
            except (OSError, HTTPException):  # the server was killed
                tries += 1
                time.sleep(0.05)
                continue
            self.repeated += bool(tries and body)
            return json.loads(content) if content else {}
        return None


def count_losses(url: str, kills: int, clients: int, seed: int) -> dict[str, int]:
    """Kill a server under load; the numbers of answers that were acknowledged, repeated, lost and stored twice."""
    from sightline.web.storage.database import Database
    from sightline.web.studies.creating import create, make_links
    from sightline.web.studies.plan import StudyPlan

    database, rng = Database(url), random.Random(seed)
    create(database, StudyPlan(name=STUDY, task="write", world="chai", corpus="written", items=ITEMS, people=1000))
    load = Load(make_links(database, STUDY, LINKS))
    people = [threading.Thread(target=load.take_part, args=(rng.getrandbits(32),), daemon=True) for _ in range(clients)]
    for k in range(kills + 1):
        server, load.address = start_server("--database", url)
        if not k:
            for person in people:
                person.start()
        _wait_for_more(load, rng.randint(1, 20))
        if k < kills:
            time.sleep(rng.uniform(0, 0.05))
            os.kill(server.pid, signal.SIGKILL)
        else:  # let pending requests finish
            load.tokens.clear()
            load.over = True
            for person in people:
                person.join(TIMEOUT)
            server.kill()
        server.wait(TIMEOUT)
    if load.broken:
        raise InputError(f"Unexpected response of a server: {load.broken[0]}")
    return {**compare(database, STUDY, load.acknowledged), "sent_again": load.repeated}


def _wait_for_more(load: Load, count: int) -> None:
    """Wait until `count` more answers are acknowledged, or all items are answered."""
    before, until = len(load.acknowledged), time.monotonic() + TIMEOUT
    while len(load.acknowledged) < before + count and time.monotonic() < until and load.tokens and not load.broken:
        time.sleep(0.005)


def compare(database: Database, study: str, acknowledged: dict[str, str]) -> dict[str, int]:
    """Compare acknowledged answers with those in the database."""
    from sightline.web.studies.creating import find_study
    from sightline.web.studies.owning import counted_answers

    with database.reading() as session:
        kept = list(counted_answers(session, find_study(session, study)))
    texts = {row.answer.key: row.answer.content["text"] for row in kept}
    places = Counter((row.item.id, row.participant) for row in kept)
    keys = Counter(row.answer.key for row in kept)
    return {
        "acknowledged": len(acknowledged), "kept": len(kept),
        "lost": sum(texts.get(key) != text for key, text in acknowledged.items()),
        "doubled": sum(count - 1 for count in places.values()) + sum(count - 1 for count in keys.values()),
    }  # fmt: skip
