"""`sightline bench answers`: whether acknowledged answers survive a server, or a database, that fails repeatedly."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
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
from sightline.cli.output import say
from sightline.errors import InputError, UnavailableError
from sightline.fields import Json

if TYPE_CHECKING:
    from sightline.web.storage.database import Database

STUDY, ITEMS, LINKS = "answers", 20, 400  # of the study; each link answers every item
OUT_OF_ORDER = (503, 507)  # statuses of a server whose database cannot be used, or is full
TIMEOUT = 60.0  # seconds for a request and for the end of a server


def answers(
    kills: Annotated[int, typer.Option(help="Number of kills, or of runs of --outage.", min=1, max=10_000)] = 50,
    clients: Annotated[int, typer.Option(help="Number of concurrent participants.", min=1, max=64)] = 8,
    database: Annotated[str, typer.Option(metavar="URL", help="Empty database. Default: a new SQLite file.")] = "",
    outage: Annotated[
        str,
        typer.Option(
            metavar="COMMAND",
            help="Run this instead of killing the server: it restarts the database, or fills its disk and frees it.",
        ),
    ] = "",
    seed: Annotated[int, seed_option("Seed of the answers and of the times of kills.")] = 0,
    as_json: JsonOption = False,
) -> None:
    """Kill the server (kill -9) under load, and count acknowledged answers that are lost or stored twice.

    Participants answer as fast as they can and repeat unacknowledged requests, as the page does. In the end the database
    must hold every acknowledged answer exactly once, with its content. Example of another outage:
    `sightline bench answers --kills 5 --database postgresql://me@/empty --outage "pg_ctlcluster 15 main restart"`
    """
    if os.name == "nt":
        raise UnavailableError("Windows has no kill -9.")
    with spinner(f"{kills} outages"), TemporaryDirectory() as folder:
        counts = count_losses(database or f"sqlite:///{Path(folder) / 'studies.db'}", kills, clients, seed, outage)
    summary = f"{counts['acknowledged']:,} answers acknowledged, {counts['lost']} lost, {counts['doubled']} doubled"
    report({**counts, "kills": kills, "clients": clients, "seed": seed}, as_json, f"{summary}; {kills} outages")


@dataclass
class Load:
    """Concurrent participants, and the acknowledgements of the servers."""

    tokens: list[str]
    address: str = ""  # host:port of the current server
    over: bool = False
    acknowledged: dict[str, str] = field(default_factory=dict)  # text by key
    repeated: int = 0  # answers that were sent more than once
    refused: Counter[str] = field(default_factory=Counter)  # sentences of servers that could not store anything
    stalled: int = 0  # times that no answer was acknowledged for a minute
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
                content = error.read()
                if error.code not in OUT_OF_ORDER:
                    self.broken.append(f"{method} {path}: {error.code} {content[:200]!r}")
                    return None
                self.refused[json.loads(content)["error"]] += 1
                tries += 1
                time.sleep(0.2)
                continue
            except (OSError, HTTPException):  # the server was killed
                tries += 1
                time.sleep(0.05)
                continue
            self.repeated += bool(tries and body)
            return json.loads(content) if content else {}
        return None


def count_losses(url: str, kills: int, clients: int, seed: int, outage: str = "") -> dict[str, int]:
    """Let a server fail under load; the numbers of answers that were acknowledged, repeated, lost and stored twice."""
    from sightline.web.storage.database import Database
    from sightline.web.studies.creating import create, make_links
    from sightline.web.studies.plan import StudyPlan

    database, rng = Database(url), random.Random(seed)
    create(database, StudyPlan(name=STUDY, task="write", world="chai", corpus="written", items=ITEMS, people=1000))
    load = Load(make_links(database, STUDY, LINKS))
    people = [threading.Thread(target=load.take_part, args=(rng.getrandbits(32),), daemon=True) for _ in range(clients)]
    server, (load.address, *_) = start_server("--database", url)
    try:
        for person in people:
            person.start()
        for _ in range(kills):
            _wait_for_more(load, rng.randint(1, 20))
            time.sleep(rng.uniform(0, 0.05))
            if outage:
                subprocess.run(outage, shell=True, check=True, stdout=subprocess.DEVNULL)
            else:
                os.kill(server.pid, signal.SIGKILL)
                server.wait(TIMEOUT)
                server, (load.address, *_) = start_server("--database", url)
        _wait_for_more(load, rng.randint(1, 20))
        load.tokens.clear()
        load.over = True  # pending requests finish
        for person in people:
            person.join(TIMEOUT)
    finally:
        server.kill()
        server.wait(TIMEOUT)
    if load.broken:
        raise InputError(f"Unexpected response of a server: {load.broken[0]}")
    for sentence, count in load.refused.items():
        say(f"{count:,} times: {sentence}")
    return {
        **compare(database, STUDY, load.acknowledged), "sent_again": load.repeated, "refused": load.refused.total(),
        "stalled": load.stalled,
    }  # fmt: skip


def _wait_for_more(load: Load, count: int) -> None:
    """Wait until `count` more answers are acknowledged, or all items are answered."""
    before, until = len(load.acknowledged), time.monotonic() + TIMEOUT
    while len(load.acknowledged) < before + count and load.tokens and not load.broken:
        if time.monotonic() > until:
            load.stalled += 1
            return
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
