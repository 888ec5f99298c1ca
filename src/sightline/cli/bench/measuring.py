"""What all measurements share: options, a sign of life, the median rate, the report with the machine's name."""

from __future__ import annotations

import json
import statistics
import time
from collections.abc import Callable
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from sightline.cli.options import SEED, finite
from sightline.cli.output import about_this_machine, print_json, say

SecondsOption = Annotated[float, typer.Option(help="Time for each measurement.", min=0.1, max=600, callback=finite)]
SeedOption = Annotated[int, typer.Option(help="Which scenes, poses and actions.", min=0, max=SEED)]


def spinner() -> Progress:
    """Shows on stderr what is being measured, and since when."""
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)


def rate(work: Callable[[], int], seconds: float) -> float:
    """Median units per second of a callable that returns how many units it did."""
    work()  # compiling and first touch do not count
    rates: list[float] = []
    until = time.perf_counter() + seconds
    while time.perf_counter() < until or len(rates) < 3:
        start = time.perf_counter()
        done = work()
        rates.append(done / (time.perf_counter() - start))
    return statistics.median(rates)


def wait(device: str) -> None:
    """Wait until a GPU has done what it was asked to do."""
    if device != "cpu":
        import torch

        torch.cuda.synchronize()


def device_name(device: str) -> str:
    """The name of the hardware behind a device."""
    if device == "cpu":
        return "cpu"
    import torch

    return torch.cuda.get_device_name()


def report(speeds: dict[str, Any], as_json: bool, sentence: str) -> None:
    """Print what was measured, with the machine that it was measured on."""
    machine = about_this_machine()
    if as_json:
        print_json({**speeds, "machine": machine})
        return
    for key, value in speeds.items():
        print(f"{key:24} {json.dumps(value)}")
    say(f"{sentence} ({machine['processor']}, {machine['cores']} cores)")
