"""`sightline bench answers`: whether answers that were acknowledged survive a server that is killed again and again."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import typer

from sightline.cli.bench.measuring import SeedOption, report, spinner
from sightline.cli.options import JsonOption
from sightline.errors import InputError

if TYPE_CHECKING:
    from sightline.web.storage.database import Database

STUDY, ITEMS, LINKS = "answers", 20, 400  # of the study; each link answers every item
PATIENCE = 60.0  # seconds for a server to begin


def answers(
    kills: Annotated[int, typer.Option(help="How often the server is killed.", min=1, max=10_000)] = 50,
    clients: Annotated[int, typer.Option(help="Participants who answer at once.", min=1, max=64)] = 8,
    database: Annotated[str, typer.Option(metavar="URL", help="An empty database. Default: a new SQLite file.")] = "",
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Kill the server (kill -9) under load, and count answers that were acknowledged and lost, or kept twice.

    Participants answer as fast as they can, and send again what was not acknowledged, as the page does. In the end the
    database must hold every answer that a server acknowledged, exactly once, with what was in it.
    """
    if os.name == "nt":
        raise InputError("Windows has no kill -9.")
    with spinner() as progress, TemporaryDirectory() as folder:
        progress.add_task(f"Killing a server {kills} times", total=None)
        counts = torment(database or f"sqlite:///{Path(folder) / 'studies.db'}", kills, clients, seed)
    sentence = f"{counts['acknowledged']:,} answers acknowledged, {counts['lost']} lost, {counts['doubled']} doubled"
    report({**counts, "kills": kills, "clients": clients, "seed": seed}, as_json, f"{sentence}; {kills} kills")


@dataclass
class Load:
    """Participants who answer as long as they are let, and what servers have told them."""

    tokens: list[str]
    address: str = ""  # of the server that runs now
    over: bool = False
    acknowledged: dict[str, str] = field(default_factory=dict)  # by key: the text
    repeated: int = 0  # answers that had to be sent more than once
    broken: list[str] = field(default_factory=list)  # what no server may say
    lock: threading.Lock = field(default_factory=threading.Lock)

    def take_part(self, number: int) -> None:
        """Answer one item after another, as one participant after another."""
        rng = random.Random(number)
        while not self.over:
            with self.lock:
                if not self.tokens:
                    return
                token = self.tokens.pop()
            self._ask(token, "POST", "consent")
            while not self.over and (told := self._ask(token, "GET", "")) and told["state"] == "item":
                key = f"{rng.getrandbits(128):032x}"
                body = {"key": key, "text": f"Go to room {key} and wait there."}
                if self._ask(token, "POST", f"items/{told['assignment']}/answer", body) is not None:
                    self.acknowledged[key] = body["text"]

    def _ask(self, token: str, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any] | None:
        """What a server answers, asked again until one does; None when nobody waits for it any more."""
        tries, headers = 0, {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        while not self.over:
            address = f"{self.address}/api/take/{path}".rstrip("/")
            request = Request(address, None if body is None else json.dumps(body).encode(), headers, method=method)
            try:
                with urlopen(request, timeout=PATIENCE) as answer:
                    content = answer.read()
            except HTTPError as error:
                self.broken.append(f"{method} {path}: {error.code} {error.read()[:200]!r}")
                return None
            except (OSError, HTTPException):  # it was killed
                tries += 1
                time.sleep(0.05)
                continue
            self.repeated += bool(tries and body)
            return json.loads(content) if content else {}
        return None


def torment(url: str, kills: int, clients: int, seed: int) -> dict[str, int]:
    """Kill a server under load so many times; how many answers were acknowledged, sent again, lost and doubled."""
    from sightline.web.storage.database import Database
    from sightline.web.studies.creating import create, make_links
    from sightline.web.studies.plan import StudyPlan

    database, rng = Database(url), random.Random(seed)
    create(database, StudyPlan(name=STUDY, task="write", world="chai", corpus="written", items=ITEMS, people=1000))
    load = Load(make_links(database, STUDY, LINKS))
    people = [threading.Thread(target=load.take_part, args=(rng.getrandbits(32),), daemon=True) for _ in range(clients)]
    for k in range(kills + 1):
        server, load.address = _serve(url)
        if not k:
            for person in people:
                person.start()
        _wait_for_more(load, rng.randint(1, 20))
        if k < kills:
            time.sleep(rng.uniform(0, 0.05))
            os.kill(server.pid, signal.SIGKILL)
        else:  # who waits for an answer gets it
            load.tokens.clear()
            load.over = True
            for person in people:
                person.join(PATIENCE)
            server.kill()
        server.wait(PATIENCE)
    if load.broken:
        raise InputError(f"A server answered what it must not: {load.broken[0]}")
    return {**compare(database, STUDY, load.acknowledged), "sent_again": load.repeated}


def _serve(url: str) -> tuple[subprocess.Popen[str], str]:
    """A server that runs, and its address."""
    words = [sys.executable, "-m", "sightline", "serve", "--port", "0", "--rate", "0", "--database", url]
    server = subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    assert server.stderr is not None
    for line in server.stderr:
        if line.startswith("Open "):
            return server, line.split()[1]
    raise InputError("The server did not begin.")


def _wait_for_more(load: Load, count: int) -> None:
    """Until so many more answers are acknowledged, or there are none to give."""
    before, until = len(load.acknowledged), time.monotonic() + PATIENCE
    while len(load.acknowledged) < before + count and time.monotonic() < until and load.tokens and not load.broken:
        time.sleep(0.005)


def compare(database: Database, study: str, acknowledged: dict[str, str]) -> dict[str, int]:
    """What was acknowledged beside what is kept."""
    from sightline.web.studies.creating import find_study
    from sightline.web.studies.owning import counted_answers

    with database.reading() as session:
        kept = list(counted_answers(session, find_study(session, study)))
    texts = {given.answer.key: given.answer.content["text"] for given in kept}
    places = Counter((given.item.id, given.participant) for given in kept)
    keys = Counter(given.answer.key for given in kept)
    return {
        "acknowledged": len(acknowledged), "kept": len(kept),
        "lost": sum(texts.get(key) != text for key, text in acknowledged.items()),
        "doubled": sum(count - 1 for count in places.values()) + sum(count - 1 for count in keys.values()),
    }  # fmt: skip
