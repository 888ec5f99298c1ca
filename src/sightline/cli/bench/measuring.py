"""Shared by all measurements: options, a spinner, the median rate, the report, and a server to measure."""

from __future__ import annotations

import json
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import numpy as np
import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from sightline.cli.options import WORLD, JsonOption, WorldOption, finite, seed_option
from sightline.cli.output import about_this_machine, print_json, say
from sightline.errors import UnavailableError
from sightline.fields import Json
from sightline.world import Kind, kind_of

if TYPE_CHECKING:
    from sightline.geometry.types import Ints

BatchOption = Annotated[int, typer.Option(help="Number of worlds per call.", min=1, max=1_000_000)]
LearningDevice = Annotated[str, typer.Option(help="Device for learning: auto, cpu or cuda.")]


@dataclass(frozen=True)
class Bench:
    """The options of most measurements."""

    world: WorldOption = WORLD
    seconds: Annotated[float, typer.Option(help="Seconds per measurement.", min=0.1, max=600, callback=finite)] = 3.0
    seed: Annotated[int, seed_option("Seed of scenes, poses and actions.")] = 0
    json: JsonOption = False

    @property
    def kind(self) -> Kind:
        return kind_of(self.world)

    def report(self, speeds: Json, summary: str) -> None:
        """Print the measured values, with world and seed."""
        report({**speeds, "world": self.world, "seed": self.seed}, self.json, summary)


def report(speeds: Json, as_json: bool, summary: str) -> None:
    """Print measured values and the machine they were measured on."""
    machine = about_this_machine()
    if as_json:
        print_json({**speeds, "machine": machine})
        return
    for key, value in speeds.items():
        print(f"{key:24} {json.dumps(value)}")
    say(f"{summary} ({machine['processor']}, {machine['cores']} cores)")


@contextmanager
def spinner(text: str) -> Iterator[Callable[[str], None]]:
    """Show a text with the elapsed time on stderr; call the result to change the text."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(text, total=None)
        yield lambda text: progress.update(task, description=text)


def rate(work: Callable[[], int], seconds: float) -> float:
    """Median units per second of a function that returns its number of units."""
    work()  # compiling and the first use of memory do not count
    rates: list[float] = []
    until = time.perf_counter() + seconds
    while time.perf_counter() < until or len(rates) < 3:
        start = time.perf_counter()
        done = work()
        rates.append(done / (time.perf_counter() - start))
    return statistics.median(rates)


def wait(device: str) -> None:
    """Wait until a GPU has finished its work."""
    if device != "cpu":
        import torch

        torch.cuda.synchronize()


def device_name(device: str) -> str:
    """The name of the hardware behind a device."""
    if device == "cpu":
        return "cpu"
    import torch

    return torch.cuda.get_device_name()


def random_moves(rng: np.random.Generator, steps: int, worlds: int) -> Ints:
    """(steps, worlds) random movement actions without stop: a stopped world is idle."""
    return rng.choice(3, size=(steps, worlds), p=[0.7, 0.15, 0.15])


def start_server(*options: str) -> tuple[subprocess.Popen[str], list[str]]:
    """Start `sightline serve` on free ports: the process, and the address of each serving process, host:port."""
    command = [sys.executable, "-m", "sightline", "serve", "--port", "0", "--rate", "0", *options]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    assert server.stderr is not None
    line, addresses, last = "", list[str](), "Further" if "--processes" in options else "Open"
    for line in server.stderr:
        if line.startswith(("Open", "Further")):
            addresses += re.findall(r"http://([\w.:]+)", line)
        if line.startswith(last):
            return server, addresses
    raise UnavailableError(f"The server did not start: {line.strip() or 'it printed nothing'}")
