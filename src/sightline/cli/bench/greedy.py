"""`sightline bench greedy`: how long 50 users wait while one client takes all that it can get."""

from __future__ import annotations

import http.client
import json
import random
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Annotated

import typer

from sightline.cli.bench.measuring import report, spinner
from sightline.cli.bench.serve import SESSIONS, crowd, running_server, wait_until_warm
from sightline.cli.options import WORLD, JsonOption, WorldOption, seed_option
from sightline.cli.serve import require_packages
from sightline.errors import UnavailableError
from sightline.fields import Json

GREEDY = "127.0.0.2"  # its address; every user has another one
THREADS = {"sessions": 8, "sockets": 16, "uploads": 8, "slow": 50}  # of the greedy client, by what they do
RATE = "50"  # requests per second and address: the default, which other measurements lift


def greedy(
    world: WorldOption = WORLD,
    users: Annotated[int, typer.Option(help="Number of other users.", min=1, max=200)] = 50,
    seconds: Annotated[float, typer.Option(help="Duration of each of the two loads, in seconds.", min=5, max=3600)] = 60.0,
    seed: Annotated[int, seed_option("Seed of what the greedy client sends.")] = 0,
    as_json: JsonOption = False,
) -> None:
    """Measure the waiting times of many users, alone and beside one client that takes all it can get.

    That client begins sessions and asks for goals, watches on sockets at 60 pictures per second, uploads bodies as large as
    allowed, and sends requests byte by byte, with 82 threads from one address.
    """
    require_packages("fastapi", "uvicorn", "websockets")
    if sys.platform != "linux":
        raise UnavailableError("This needs an address for every user, which only Linux has on one machine.")
    speeds: Json = {"world": world, "users": users, "seed": seed}
    with spinner("Starting a server") as describe, running_server("--rate", RATE) as (_, (address, *_), _):
        wait_until_warm(address, world)
        describe(f"{users} users")
        speeds["alone"] = crowd([address], world, users, seconds, own_addresses=True)
        describe(f"{users} users and a greedy client")
        with _greedy_client(address, world, seed) as answers:
            speeds["beside"] = crowd([address], world, users, seconds, own_addresses=True)
        speeds["answers_to_the_greedy"] = dict(answers)
    before, after = (speeds[name]["goal_p95_s"] for name in ("alone", "beside"))
    speeds["ratio"] = round(after / before, 2)
    report(speeds, as_json, f"95 % of goals within {before} s alone, {after} s beside a greedy client")


@contextmanager
def _greedy_client(address: str, world: str, seed: int) -> Iterator[Counter[str]]:
    """The client while it runs; counts the statuses of its requests."""
    answers: Counter[str] = Counter()
    over = threading.Event()

    def repeat(act: Callable[[random.Random], None], number: int) -> None:
        rng = random.Random(f"{seed} {number}")
        while not over.is_set():
            try:
                act(rng)
            except Exception as error:  # refused or closed, as it should be
                answers[type(error).__name__] += 1
                time.sleep(0.05)

    def ask(path: str, body: bytes) -> bytes:
        connection = http.client.HTTPConnection(address, timeout=30, source_address=(GREEDY, 0))
        try:
            connection.request("POST", path, body, {"Content-Type": "application/json"})
            response = connection.getresponse()
            answers[str(response.status)] += 1
            return response.read()
        finally:
            connection.close()

    def begin(rng: random.Random) -> str:
        body = {"beginning": {"world": world, "seed": rng.randrange(10**6)}}
        return f"{SESSIONS}/{json.loads(ask(SESSIONS, json.dumps(body).encode()))['name']}"

    def sessions(rng: random.Random) -> None:
        session = begin(rng)
        for _ in range(5):
            ask(f"{session}/say", b'{"words": "go to the rock and turn around"}')

    def sockets(rng: random.Random) -> None:
        from websockets.sync.client import connect

        session = begin(rng)
        ask(f"{session}/say", b'{"words": "go to the rock"}')
        live = f"ws://{address}{session}/live?rate=60&side=640&speed=1"
        with connect(live, source_address=(GREEDY, 0), compression=None) as there:
            there.send('{"do": "go"}')
            while not over.is_set():
                if '"session"' in str(there.recv(timeout=30))[:20]:
                    there.send('{"do": "replay", "turn": 0}')

    def uploads(rng: random.Random) -> None:
        ask(SESSIONS, b'{"beginning": "' + b"x" * 260_000 + b'"}')

    def slow(rng: random.Random) -> None:
        with socket.create_connection(address.split(":"), 30, (GREEDY, 0)) as there:  # type: ignore[arg-type]
            for byte in b"POST " + SESSIONS.encode() + b" HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n":
                there.sendall(bytes([byte]))
                if over.wait(0.2):
                    return

    acts = {"sessions": sessions, "sockets": sockets, "uploads": uploads, "slow": slow}
    kinds = [name for name, count in THREADS.items() for _ in range(count)]
    threads = [threading.Thread(target=repeat, args=(acts[name], number), daemon=True) for number, name in enumerate(kinds)]
    for thread in threads:
        thread.start()
    try:
        yield answers
    finally:
        over.set()
        for thread in threads:
            with suppress(RuntimeError):
                thread.join(30)
