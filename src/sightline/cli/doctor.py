"""`sightline doctor`: what works on this machine, and why not."""

from __future__ import annotations

import importlib.util
import os
import sys
import time
from collections.abc import Callable
from importlib import metadata
from typing import Any, NamedTuple

import typer
from rich.console import Console
from rich.table import Table

from sightline.cli.options import JsonOption
from sightline.cli.output import about_this_machine, announce_compiling, columns_here, print_json
from sightline.world import KINDS, kind_of

NEEDED_LIBRARIES = ("numpy", "numba", "pillow", "typer", "rich", "scipy", "safetensors")


class Finding(NamedTuple):
    """What one check says."""

    name: str
    ok: bool
    needed: bool  # nothing works without it
    detail: str


def doctor(json: JsonOption = False) -> None:
    """Check this machine: what works, what does not, and what to do about it.

    `broken` is what everything needs, and then the exit code is 1; `absent` is what only some things need.
    """
    announce_compiling()
    findings = [_run(check) for check in CHECKS]
    healthy = all(f.ok for f in findings if f.needed)
    if json:
        print_json({"healthy": healthy, "checks": [f._asdict() for f in findings], "machine": about_this_machine()})
    else:
        table = Table(show_edge=False, pad_edge=False)
        for column in ("", "what", "how it is"):
            table.add_column(column, overflow="fold")  # a path may be wider than what is left, and is wanted whole
        for f in findings:
            mark = "[green]ok[/]" if f.ok else ("[red]broken[/]" if f.needed else "[yellow]absent[/]")
            table.add_row(mark, f.name, f.detail)
        Console(width=columns_here()).print(table)
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
    version = ".".join(map(str, sys.version_info[:3]))
    return Finding("Python", sys.version_info >= (3, 11), True, f"{version} (3.11 or newer is needed)")


def _libraries() -> Finding:
    """Libraries."""
    return Finding("Libraries", True, True, ", ".join(f"{n} {metadata.version(n)}" for n in NEEDED_LIBRARIES))


def _curves() -> Finding:
    """Learning curves."""
    return _extra("Learning curves", "matplotlib")


def _tensorboard() -> Finding:
    """TensorBoard."""
    return _extra("TensorBoard", "tensorboard")


def _extra(name: str, library: str) -> Finding:
    """A library that only training wants."""
    if importlib.util.find_spec(library) is None:
        return Finding(name, False, False, f"{library} is not installed: pip install 'sightline[train]'")
    return Finding(name, True, False, f"{library} {metadata.version(library)}")


def _rendering() -> Finding:
    """Rendering on the CPU."""
    times, fine = [], True
    for name in KINDS:
        start = time.perf_counter()
        picture = _first_view(name, "cpu")
        times.append(f"{kind_of(name).title} {time.perf_counter() - start:.1f} s")
        fine &= bool(picture.std() > 1)
    detail = f"one {picture.shape[2]} x {picture.shape[1]} picture: {', '.join(times)}, compiling or loading code included"
    return Finding("Rendering on the CPU", fine, True, detail)


def _first_view(world: str, device: str) -> Any:
    """What an agent sees at the start of an episode."""
    kind = kind_of(world)
    made = kind.make(device=device)
    made.reset([kind.generate(0)])
    return made.observe()["rgb"]


def _cache() -> Finding:
    """Compiled code is kept."""
    from sightline.render.cpu import draw

    path = getattr(draw.stats, "cache_path", None) or "no folder"
    kept = os.access(path, os.W_OK) and "sightline-compiled-" not in path
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
    fine = all(bool(_first_view(world, "cuda").float().std() > 1) for world in KINDS)
    return Finding(name, fine, False, torch.cuda.get_device_name())


def _agents() -> Finding:
    """Bundled agents."""
    from sightline.agent.methods import AGENTS, is_bundled

    bundled = []
    for kind in map(kind_of, KINDS):
        methods = [method for method in AGENTS if is_bundled(kind, method)]
        bundled.append(f"{kind.title}: {', '.join(methods) or 'none yet'}")
    return Finding("Bundled agents", not all(line.endswith("none yet") for line in bundled), False, "; ".join(bundled))


def _gymnasium() -> Finding:
    """Gymnasium environments."""
    if importlib.util.find_spec("gymnasium") is None:
        return Finding("Gymnasium environments", False, False, "not installed: pip install gymnasium")
    import gymnasium

    import sightline.envs  # noqa: F401  (registers them)

    names = [name for name in gymnasium.registry if name.startswith("sightline/")]
    for name in names:
        gymnasium.make(name).reset(seed=0)
    return Finding("Gymnasium environments", True, False, f"{', '.join(names)} with gymnasium {gymnasium.__version__}")


def _terminal() -> Finding:
    """Pictures in this terminal."""
    from sightline.show.terminal import can_show

    return Finding("Pictures in this terminal", can_show(), False, os.environ.get("TERM", "no terminal"))


def _window() -> Finding:
    """A window for walking."""
    name = "A window for walking"
    if importlib.util.find_spec("tkinter") is None:
        return Finding(name, False, False, "this Python has no tkinter; walk in the terminal")
    shown = os.name == "nt" or sys.platform == "darwin" or bool(os.environ.get("DISPLAY"))
    return Finding(name, shown, False, "a screen is there" if shown else "no screen (DISPLAY is not set); not needed")


CHECKS = (
    _python, _libraries, _rendering, _cache, _cores, _torch, _gpu, _agents, _gymnasium, _curves, _tensorboard, _terminal,
    _window,
)  # fmt: skip
NEEDED = (_python, _libraries, _rendering)
