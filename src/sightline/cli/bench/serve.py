"""`sightline bench serve`: how soon pages answer, and how many people can follow at once."""

from __future__ import annotations

import http.client
import importlib.util
import json as json_
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from sightline.cli.bench.measuring import report, spinner
from sightline.cli.options import WORLD, JsonOption, WorldOption
from sightline.cli.serve import MISSING
from sightline.errors import InputError

STARTING, WARM = 60, 60  # seconds that the server has to answer, and to load and compile everything
EVERY = 20.0  # seconds from one instruction of a user to the next
SESSIONS = "/api/follow/sessions"
FIRST_PAGE = ("/", "/static/base.css", "/static/follow.css", "/static/follow.js", "/static/base.js", "/static/follow-map.js",
              "/static/follow-player.js", "/static/icon.svg", "/api/follow/worlds")  # fmt: skip


def serve(
    world: WorldOption = WORLD,
    users: Annotated[int, typer.Option(help="People who follow at once.", min=1, max=2000)] = 200,
    seconds: Annotated[float, typer.Option(help="How long they do.", min=5, max=3600)] = 60.0,
    json: JsonOption = False,
) -> None:
    """Start a server, and measure what a person waits for; then many people at once, on the loopback of this machine.

    Each of them says an instruction every 20 seconds, is shown its goal, and watches two pictures a second while it goes.
    """
    if any(importlib.util.find_spec(name) is None for name in ("fastapi", "uvicorn", "websockets")):
        raise InputError(MISSING)
    facts: dict[str, Any] = {"world": world, "users": users}
    with spinner() as progress:
        task = progress.add_task("Starting a server", total=None)
        with _server() as (process, address, started):
            facts["page_answers_s"] = round(started, 2)
            facts["first_page_kb"] = round(sum(_size(address, path) for path in FIRST_PAGE) / 1000, 1)
            _wait_until_warm(address, world)
            progress.update(task, description="One person")
            facts |= _alone(address, world)
            progress.update(task, description="Ten watch")
            facts["pictures_per_s_of_10"] = round(_watchers(address, world, 10), 1)
            progress.update(task, description=f"{users} people")
            facts |= _crowd(address, world, users, seconds)
            facts["memory_gb"] = round(_peak_memory(process.pid), 2)
    report(
        facts, json,
        f"{users} users: 95 % of goals within {facts['goal_p95_s']} s, {facts['errors']} errors, {facts['memory_gb']} GB",
    )  # fmt: skip


@contextmanager
def _server() -> Iterator[tuple[subprocess.Popen[str], str, float]]:
    """A server process, its address, and how long it took until its page answered."""
    begun = time.perf_counter()
    command = [sys.executable, "-m", "sightline", "serve", "--port", "0", "--rate", "0"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        line = process.stderr.readline()
        if not line.startswith("Open http://"):
            raise InputError(f"The server has not started: {line.strip() or 'it said nothing'}")
        address = line.split("//")[1].strip()
        _size(address, "/")
        yield process, address, time.perf_counter() - begun
    finally:
        process.terminate()
        process.wait()


class User:
    """A person at a browser: one connection for all that is asked, and a socket for watching."""

    def __init__(self, address: str, world: str, seed: int):
        self.address, self.said = address, 0
        self.connection = http.client.HTTPConnection(address, timeout=60)
        begun = json_.loads(self.ask("POST", SESSIONS, {"beginning": {"world": world, "seed": seed}}))
        self.session = f"{SESSIONS}/{begun['name']}"
        self.examples = begun["examples"]

    def ask(self, method: str, path: str, body: object = None) -> bytes:
        """An answer; an error is raised."""
        text = None if body is None else json_.dumps(body)
        self.connection.request(method, path, text, {"Content-Type": "application/json"})
        answer = self.connection.getresponse()
        content = answer.read()
        if answer.status >= 400:
            raise InputError(f"{method} {path}: {answer.status} {content[:200]!r}")
        return content

    def see_goal(self) -> float:
        """Say something; seconds until the goal can be shown."""
        self.said += 1
        begun = time.perf_counter()
        self.ask("POST", f"{self.session}/say", {"words": self.examples[self.said % len(self.examples)]})
        self.ask("GET", f"{self.session}/panorama.jpg")
        return time.perf_counter() - begun

    def watch(self, rate: float, speed: float, until: float = float("inf")) -> tuple[int, float]:
        """Go and watch it, until a time; how many pictures came in how many seconds."""
        from websockets.sync.client import connect

        with connect(f"ws://{self.address}{self.session}/live?rate={rate:g}&speed={speed:g}", compression=None) as socket:
            socket.send('{"do": "go"}')
            begun, pictures, stopped = time.perf_counter(), 0, False
            while True:
                message = socket.recv(timeout=60)
                if isinstance(message, bytes):
                    pictures += 1
                elif '"session"' in message or '"error"' in message:
                    return pictures, time.perf_counter() - begun
                if not stopped and time.perf_counter() > until:
                    stopped = True
                    socket.send('{"do": "stop"}')

    def again(self) -> None:
        """Back to the beginning."""
        self.ask("POST", f"{self.session}/reset")


def _wait_until_warm(address: str, world: str) -> None:
    """Until everything is compiled and loaded: a goal comes quickly."""
    user, until = User(address, world, 0), time.monotonic() + WARM
    while sum(user.see_goal() for _ in range(3)) > 1.5 and time.monotonic() < until:
        time.sleep(0.5)


def _alone(address: str, world: str) -> dict[str, Any]:
    user = User(address, world, 46)
    goals = [user.see_goal() for _ in range(20)]
    pictures, took = user.watch(24, 4)
    return {"goal_ms": round(1000 * statistics.median(goals)), "pictures_per_s": round(pictures / took, 1)}


def _watchers(address: str, world: str, count: int) -> float:
    """Pictures per second of the worst off of some who watch at once."""
    people = [User(address, world, seed) for seed in range(count)]
    for user in people:
        user.see_goal()
    rates: list[float] = []

    def watch(user: User) -> None:
        pictures, took = user.watch(24, 4)
        rates.append(pictures / took)

    _together([lambda user=user: watch(user) for user in people])  # type: ignore[misc]
    return min(rates)


def _crowd(address: str, world: str, users: int, seconds: float) -> dict[str, Any]:
    """Everybody for a while, not all in step."""
    waits: list[float] = []
    watched: list[int] = []
    errors: list[str] = []
    begun = time.perf_counter()
    end = begun + EVERY + seconds

    def follow(number: int) -> None:
        try:
            user = User(address, world, number)
            turn = begun + EVERY * (number + 1) / users
            while turn < end:
                time.sleep(max(0.0, turn - time.perf_counter()))
                waits.append(user.see_goal())
                turn += EVERY
                watched.append(user.watch(2, 2, turn - 1)[0])
                while time.perf_counter() < turn - 1:  # it stands, and is still looked at
                    user.ask("GET", f"{user.session}/view.jpg")
                    watched.append(1)
                    time.sleep(0.5)
                user.again()
        except Exception as error:  # whatever goes wrong for a user is what is being counted
            errors.append(f"{type(error).__name__}: {error}")

    _together([lambda number=number: follow(number) for number in range(users)])  # type: ignore[misc]
    took = time.perf_counter() - begun
    if errors:
        print(f"First of {len(errors)} errors: {errors[0]}", file=sys.stderr)
    return {
        "goals": len(waits), "goal_p50_s": round(float(np.percentile(waits, 50)), 2),
        "goal_p95_s": round(float(np.percentile(waits, 95)), 2), "goal_worst_s": round(max(waits), 2),
        "crowd_pictures_per_s": round(sum(watched) / took), "errors": len(errors),
    }  # fmt: skip


def _together(work: list[Callable[[], None]]) -> None:
    threads = [threading.Thread(target=each, daemon=True) for each in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _size(address: str, path: str) -> int:
    """Bytes of an answer, packed as browsers ask for it."""
    connection = http.client.HTTPConnection(address, timeout=STARTING)
    connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
    return len(connection.getresponse().read())


def _peak_memory(server: int) -> float:
    """The most memory that a process and those that it has started have had, in gigabytes."""
    kilobytes = 0
    for file in Path("/proc").glob("[0-9]*/status"):
        try:
            about = dict(line.split(":", 1) for line in file.read_text().splitlines())
        except OSError:  # of a process that has just ended
            continue
        if server in (int(about["Pid"]), int(about["PPid"])):
            kilobytes += int(about["VmHWM"].split()[0])
    return kilobytes / 1e6
