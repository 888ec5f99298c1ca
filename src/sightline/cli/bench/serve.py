"""`sightline bench serve`: response times of the pages, for one user and for many."""

from __future__ import annotations

import http.client
import json as json_
import statistics
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.pool import ThreadPool
from tempfile import TemporaryDirectory
from typing import Annotated

import numpy as np
import typer

from sightline.cli.bench.measuring import report, spinner, start_server
from sightline.cli.bench.memory import MemoryTrace
from sightline.cli.options import WORLD, JsonOption, WorldOption
from sightline.cli.output import say
from sightline.cli.serve import require_packages
from sightline.errors import InputError
from sightline.fields import Json

TIMEOUT, WARM_SECONDS = 60, 60  # for a response; for loading and compiling everything
TURN_SECONDS = 20.0  # from one instruction of a user to the next
SESSIONS = "/api/follow/sessions"
FIRST_PAGE = ("/", "/static/base.css", "/static/follow.css", "/static/follow.js", "/static/base.js", "/static/follow-map.js",
              "/static/follow-player.js", "/static/icon.svg", "/api/follow/worlds")  # fmt: skip


def serve(
    world: WorldOption = WORLD,
    users: Annotated[int, typer.Option(help="Number of concurrent users.", min=1, max=2000)] = 200,
    seconds: Annotated[float, typer.Option(help="Duration of the load, in seconds.", min=5, max=3600)] = 60.0,
    processes: Annotated[int, typer.Option(help="Serving processes; users take turns.", min=1, max=64)] = 1,
    json: JsonOption = False,
) -> None:
    """Start a server and measure its response times: one user, then many, over the loopback of this machine.

    Each user gives an instruction every 20 seconds, gets its goal, and receives two pictures per second while the agent
    walks. Users talk to the process that has their session, as a proxy would let them.
    """
    require_packages("fastapi", "uvicorn", "websockets")
    speeds: Json = {"world": world, "users": users, "processes": processes}
    several = ("--processes", str(processes)) if processes > 1 else ()
    with spinner("Starting a server") as describe, running_server(*several) as (process, addresses, started):
        address = addresses[0]
        speeds["page_answers_s"] = round(started, 2)
        speeds["first_page_kb"] = round(sum(_size(address, path) for path in FIRST_PAGE) / 1000, 1)
        for each in addresses:
            wait_until_warm(each, world)
        describe("One user")
        speeds |= _alone(address, world)
        describe("Ten users who watch")
        speeds["pictures_per_s_of_10"] = round(_watchers(address, world, 10), 1)
        describe(f"{users} users")
        memory = MemoryTrace(process.pid)
        speeds |= crowd(addresses, world, users, seconds)
        speeds |= memory.summary()
    summary = f"95 % of goals within {speeds['goal_p95_s']} s, {speeds['errors']} errors, {speeds['memory_gb']} GB"
    report(speeds, json, f"{users} users: {summary}")


@contextmanager
def running_server(*options: str) -> Iterator[tuple[subprocess.Popen[str], list[str], float]]:
    """A server process, the addresses of its serving processes, and the seconds until its first response."""
    start = time.perf_counter()
    with TemporaryDirectory() as folder:
        process, addresses = start_server("--database", f"sqlite:///{folder}/studies.db", *options)
        try:
            _size(addresses[0], "/")
            yield process, addresses, time.perf_counter() - start
        finally:
            process.terminate()
            process.wait()


class User:
    """A user with a browser: one connection for requests, and a WebSocket to watch."""

    def __init__(self, address: str, world: str, seed: int, source: str = "127.0.0.1"):
        self.address, self.source, self.turns = address, (source, 0), 0
        self.connection = http.client.HTTPConnection(address, timeout=TIMEOUT, source_address=self.source)
        session = json_.loads(self.ask("POST", SESSIONS, {"beginning": {"world": world, "seed": seed}}))
        self.session = f"{SESSIONS}/{session['name']}"
        self.examples = session["examples"]

    def ask(self, method: str, path: str, body: object = None) -> bytes:
        """The response to a request; InputError for an HTTP error."""
        text = None if body is None else json_.dumps(body)
        self.connection.request(method, path, text, {"Content-Type": "application/json"})
        response = self.connection.getresponse()
        content = response.read()
        if response.status >= 400:
            raise InputError(f"{method} {path}: {response.status} {content[:200]!r}")
        return content

    def see_goal(self) -> float:
        """Give an instruction; the seconds until its goal is there."""
        self.turns += 1
        start = time.perf_counter()
        self.ask("POST", f"{self.session}/say", {"words": self.examples[self.turns % len(self.examples)]})
        self.ask("GET", f"{self.session}/panorama.jpg")
        return time.perf_counter() - start

    def watch(self, rate: float, speed: float, until: float = float("inf")) -> tuple[int, float]:
        """Let the agent go and watch it until a time; the number of pictures and the seconds."""
        from websockets.sync.client import connect

        live = f"ws://{self.address}{self.session}/live?rate={rate:g}&speed={speed:g}"
        with connect(live, compression=None, source_address=self.source) as socket:
            socket.send('{"do": "go"}')
            start, pictures, stopped = time.perf_counter(), 0, False
            while True:
                message = socket.recv(timeout=60)
                if isinstance(message, bytes):
                    pictures += 1
                elif '"session"' in message or '"error"' in message:
                    return pictures, time.perf_counter() - start
                if not stopped and time.perf_counter() > until:
                    stopped = True
                    socket.send('{"do": "stop"}')

    def reset(self) -> None:
        """Return to the start."""
        self.ask("POST", f"{self.session}/reset")


def wait_until_warm(address: str, world: str) -> None:
    """Wait until everything is compiled and loaded, so that goals come quickly."""
    user, until = User(address, world, 0), time.monotonic() + WARM_SECONDS
    while sum(user.see_goal() for _ in range(3)) > 1.5 and time.monotonic() < until:
        time.sleep(0.5)


def _alone(address: str, world: str) -> Json:
    user = User(address, world, 46)
    goals = [user.see_goal() for _ in range(20)]
    pictures, took = user.watch(24, 4)
    return {"goal_ms": round(1000 * statistics.median(goals)), "pictures_per_s": round(pictures / took, 1)}


def _watchers(address: str, world: str, count: int) -> float:
    """Pictures per second of the slowest of several users who watch."""
    watchers = [User(address, world, seed) for seed in range(count)]
    for user in watchers:
        user.see_goal()
    with ThreadPool(count) as pool:
        return min(pictures / took for pictures, took in pool.map(lambda user: user.watch(24, 4), watchers, chunksize=1))


def crowd(addresses: Sequence[str], world: str, users: int, seconds: float, own_addresses: bool = False) -> Json:
    """Load by many users, whose turns are spread evenly over time; each may come from an address of its own."""
    waits: list[float] = []
    watched: list[int] = []
    errors: list[str] = []
    start = time.perf_counter()
    end = start + TURN_SECONDS + seconds

    def follow(number: int) -> None:
        try:
            source = f"127.1.{number // 200}.{number % 200 + 1}" if own_addresses else "127.0.0.1"
            user = User(addresses[number % len(addresses)], world, number, source)
            turn = start + TURN_SECONDS * (number + 1) / users
            while turn < end:
                time.sleep(max(0.0, turn - time.perf_counter()))
                waits.append(user.see_goal())
                turn += TURN_SECONDS
                watched.append(user.watch(2, 2, turn - 1)[0])
                while time.perf_counter() < turn - 1:  # the agent stands; the page keeps polling
                    user.ask("GET", f"{user.session}/view.jpg")
                    watched.append(1)
                    time.sleep(0.5)
                user.reset()
        except Exception as error:  # every error of a user is counted
            errors.append(f"{type(error).__name__}: {error}")

    with ThreadPool(users) as pool:
        pool.map(follow, range(users), chunksize=1)
    took = time.perf_counter() - start
    if errors:
        say(f"First of {len(errors)} errors: {errors[0]}")
    return {
        "goals": len(waits), "goal_p50_s": round(float(np.percentile(waits, 50)), 2),
        "goal_p95_s": round(float(np.percentile(waits, 95)), 2), "goal_worst_s": round(max(waits), 2),
        "crowd_pictures_per_s": round(sum(watched) / took), "errors": len(errors),
    }  # fmt: skip


def _size(address: str, path: str) -> int:
    """Bytes of a response, compressed as for a browser."""
    connection = http.client.HTTPConnection(address, timeout=TIMEOUT)
    connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
    return len(connection.getresponse().read())
