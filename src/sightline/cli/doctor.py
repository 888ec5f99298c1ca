"""`sightline doctor`: what works on this machine, and why something does not."""

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

NEEDED_LIBRARIES = ("numpy", "numba", "pillow", "typer", "rich", "scipy", "safetensors")
Result = tuple[bool, str]  # whether it works, and details


class Finding(NamedTuple):
    """The result of one check."""

    name: str
    ok: bool
    needed: bool  # nothing works without it
    detail: str


def doctor(json: JsonOption = False) -> None:
    """Check this machine: what works, what does not, and how to fix it.

    `broken`: every command needs it, and the exit code is 1. `absent`: only some commands need it.
    """
    announce_compiling()
    findings = [_run(name) for name in CHECKS]
    healthy = all(f.ok for f in findings if f.needed)
    if json:
        print_json({"healthy": healthy, "checks": [f._asdict() for f in findings], "machine": about_this_machine()})
    else:
        table = Table(show_edge=False, pad_edge=False)
        for column in ("", "check", "result"):
            table.add_column(column, overflow="fold")  # a long path must stay complete
        for f in findings:
            mark = "[green]ok[/]" if f.ok else ("[red]broken[/]" if f.needed else "[yellow]absent[/]")
            table.add_row(mark, f.name, f.detail)
        Console(width=columns_here()).print(table)
    if not healthy:
        raise typer.Exit(1)


def _run(name: str) -> Finding:
    try:
        ok, detail = CHECKS[name]()
    except Exception as error:  # every failure is a finding
        ok, detail = False, f"{type(error).__name__}: {error}"
    return Finding(name, ok, name in NEEDED, detail)


def _is_installed(library: str) -> bool:
    return importlib.util.find_spec(library) is not None


def _python() -> Result:
    version = ".".join(map(str, sys.version_info[:3]))
    return sys.version_info >= (3, 11), f"{version} (3.11 or newer is needed)"


def _libraries() -> Result:
    return True, ", ".join(f"{n} {metadata.version(n)}" for n in NEEDED_LIBRARIES)


def _extra(library: str) -> Result:
    """A library that only training uses."""
    if not _is_installed(library):
        return False, f"{library} is not installed: pip install 'sightline[train]'"
    return True, f"{library} {metadata.version(library)}"


def _rendering() -> Result:
    from sightline.world import KINDS, kind_of

    times, fine = [], True
    for name in KINDS:
        start = time.perf_counter()
        picture = _first_view(name, "cpu")
        times.append(f"{kind_of(name).title} {time.perf_counter() - start:.1f} s")
        fine &= bool(picture.std() > 1)
    size = f"{picture.shape[2]} x {picture.shape[1]}"
    return fine, f"one {size} picture, with compiling or loading code: {', '.join(times)}"


def _first_view(world: str, device: str) -> Any:
    """The view of an agent at the start of an episode."""
    from sightline.world import kind_of

    kind = kind_of(world)
    worlds = kind.make(device=device)
    worlds.reset([kind.generate(0)])
    return worlds.observe()["rgb"]


def _cache() -> Result:
    from sightline.render.cpu import draw

    path = getattr(draw.stats, "cache_path", None) or "no folder"
    kept = os.access(path, os.W_OK) and "sightline-compiled-" not in path
    return kept, f"in {path}" if kept else f"{path} is not writable, so every start is slow"


def _cores() -> Result:
    from sightline.render import cores

    return True, f"{cores()} usable; the renderer uses all"


def _torch() -> Result:
    if not _is_installed("torch"):
        return False, "not installed; needed for models and the GPU: pip install torch"
    import torch

    return True, torch.__version__


def _gpu() -> Result:
    if not _is_installed("torch"):
        return False, "needs PyTorch"
    import torch

    if not torch.cuda.is_available():
        return False, "torch finds no CUDA GPU; pictures are drawn on the CPU"
    if not _is_installed("triton"):
        return False, "Triton is not installed: pip install triton"
    from sightline.world import KINDS

    fine = all(bool(_first_view(world, "cuda").float().std() > 1) for world in KINDS)
    return fine, torch.cuda.get_device_name()


def _agents() -> Result:
    from sightline.agent.methods import AGENTS, is_bundled
    from sightline.world import KINDS, kind_of

    bundled = {k.title: [method for method in AGENTS if is_bundled(k, method)] for k in map(kind_of, KINDS)}
    return any(bundled.values()), "; ".join(f"{title}: {', '.join(names) or 'none yet'}" for title, names in bundled.items())


def _gymnasium() -> Result:
    if not _is_installed("gymnasium"):
        return False, "not installed: pip install gymnasium"
    import gymnasium

    import sightline.envs  # noqa: F401  (registers them)

    names = [name for name in gymnasium.registry if name.startswith("sightline/")]
    for name in names:
        gymnasium.make(name).reset(seed=0)
    return True, f"{', '.join(names)} with gymnasium {gymnasium.__version__}"


def _terminal() -> Result:
    from sightline.show.terminal import can_show

    return can_show(), os.environ.get("TERM", "no terminal")


def _window() -> Result:
    if not _is_installed("tkinter"):
        return False, "this Python has no tkinter; walk in the terminal"
    screen = os.name == "nt" or sys.platform == "darwin" or bool(os.environ.get("DISPLAY"))
    return screen, "there is a screen" if screen else "no screen (DISPLAY is not set); not needed"


CHECKS: dict[str, Callable[[], Result]] = {
    "Python": _python,
    "Libraries": _libraries,
    "Rendering on the CPU": _rendering,
    "Compiled code is kept": _cache,
    "Cores": _cores,
    "PyTorch": _torch,
    "Rendering on the GPU": _gpu,
    "Bundled agents": _agents,
    "Gymnasium environments": _gymnasium,
    "Learning curves": lambda: _extra("matplotlib"),
    "TensorBoard": lambda: _extra("tensorboard"),
    "Pictures in this terminal": _terminal,
    "A window for walking": _window,
}
NEEDED = ("Python", "Libraries", "Rendering on the CPU")
