"""`sightline doctor`: what works on this machine, and why not."""

from __future__ import annotations

import importlib.util
import os
import sys
import time
from collections.abc import Callable
from importlib import metadata
from typing import Annotated, NamedTuple

import typer
from rich.console import Console
from rich.table import Table

from sightline.cli.output import about_this_machine, print_json


class Finding(NamedTuple):
    name: str
    ok: bool
    needed: bool  # nothing works without it
    detail: str


def doctor(json: Annotated[bool, typer.Option("--json", help="Print the findings as one JSON object.")] = False) -> None:
    """Check this machine: what works, what does not, and what to do about it.

    Ends with exit code 1 when something that everything needs is broken.
    """
    findings = [_run(check) for check in CHECKS]
    healthy = all(f.ok for f in findings if f.needed)
    if json:
        print_json({"healthy": healthy, "checks": [f._asdict() for f in findings], "machine": about_this_machine()})
    else:
        table = Table(show_edge=False, pad_edge=False)
        for column in ("", "what", "found"):
            table.add_column(column)
        for f in findings:
            mark = "[green]ok[/]" if f.ok else ("[red]broken[/]" if f.needed else "[yellow]absent[/]")
            table.add_row(mark, f.name, f.detail)
        Console().print(table)
    if not healthy:
        raise typer.Exit(1)


def _run(check: Callable[[], Finding]) -> Finding:
    try:
        return check()
    except Exception as error:  # a doctor reports every failure, whatever it is
        name, needed = (check.__doc__ or check.__name__).rstrip("."), check in NEEDED
        return Finding(name, False, needed, f"{type(error).__name__}: {error}")


def _python() -> Finding:
    """Python."""
    found = ".".join(map(str, sys.version_info[:3]))
    return Finding("Python", sys.version_info >= (3, 11), True, f"{found} (3.11 or newer is needed)")


def _libraries() -> Finding:
    """Libraries."""
    names = ("numpy", "numba", "pillow", "typer", "rich", "scipy", "matplotlib", "safetensors")
    return Finding("Libraries", True, True, ", ".join(f"{n} {metadata.version(n)}" for n in names))


def _rendering() -> Finding:
    """Rendering on the CPU."""
    from sightline.lani import LaniWorld, generate_episode

    start = time.perf_counter()
    world = LaniWorld()
    world.reset([generate_episode(0)])
    picture = world.observe()["rgb"]
    seconds = time.perf_counter() - start
    return Finding(
        "Rendering on the CPU", bool(picture.std() > 1), True,
        f"one {picture.shape[2]} x {picture.shape[1]} picture in {seconds:.1f} s, compiling or loading code included",
    )  # fmt: skip


def _cache() -> Finding:
    """Compiled code is kept."""
    from sightline.render.cpu import draw

    path = draw.stats.cache_path
    kept = os.access(path, os.W_OK)
    return Finding("Compiled code is kept", kept, False, f"in {path}" if kept else f"{path} cannot be written: slow starts")


def _cores() -> Finding:
    """Cores."""
    from sightline.render import cores

    return Finding("Cores", True, False, f"{cores()} usable; all of them draw")


def _torch() -> Finding:
    """PyTorch."""
    if importlib.util.find_spec("torch") is None:
        return Finding("PyTorch", False, False, "not installed; needed for models and the GPU: pip install torch")
    import torch

    return Finding("PyTorch", True, False, torch.__version__)


def _gpu() -> Finding:
    """Rendering on the GPU."""
    name = "Rendering on the GPU"
    if importlib.util.find_spec("torch") is None:
        return Finding(name, False, False, "needs PyTorch")
    import torch

    if not torch.cuda.is_available():
        return Finding(name, False, False, "torch finds no CUDA GPU; the CPU draws")
    if importlib.util.find_spec("triton") is None:
        return Finding(name, False, False, "Triton is not installed: pip install triton")
    from sightline.lani import LaniWorld, generate_episode

    world = LaniWorld(device="cuda")
    world.reset([generate_episode(0)])
    picture = world.observe()["rgb"]
    return Finding(name, bool(picture.float().std() > 1), False, torch.cuda.get_device_name())


def _gymnasium() -> Finding:
    """Gymnasium environments."""
    if importlib.util.find_spec("gymnasium") is None:
        return Finding("Gymnasium environments", False, False, "not installed: pip install gymnasium")
    import gymnasium

    import sightline.envs  # noqa: F401  (registers them)

    gymnasium.make("sightline/Lani-v0").reset(seed=0)
    names = ", ".join(name for name in gymnasium.registry if name.startswith("sightline/"))
    return Finding("Gymnasium environments", True, False, f"{names} with gymnasium {gymnasium.__version__}")


def _terminal() -> Finding:
    """Pictures in this terminal."""
    from sightline.render.terminal import can_show

    return Finding("Pictures in this terminal", can_show(), False, os.environ.get("TERM", "no terminal"))


def _window() -> Finding:
    """A window for walking."""
    name = "A window for walking"
    if importlib.util.find_spec("tkinter") is None:
        return Finding(name, False, False, "this Python has no tkinter; walk in the terminal")
    shown = os.name == "nt" or sys.platform == "darwin" or bool(os.environ.get("DISPLAY"))
    return Finding(name, shown, False, "a screen is there" if shown else "no screen (DISPLAY is not set); not needed")


CHECKS = (_python, _libraries, _rendering, _cache, _cores, _torch, _gpu, _gymnasium, _terminal, _window)
NEEDED = (_python, _libraries, _rendering)
