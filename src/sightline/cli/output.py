"""How commands speak: messages and progress on stderr, results on stdout, files whole or not at all."""

from __future__ import annotations

import json
import platform
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from PIL import Image

import sightline
from sightline.errors import InputError
from sightline.files import replacing

COMPILING = "Compiling for this machine; this takes up to two minutes, once."


def say(message: str) -> None:
    """A message for the person at the terminal."""
    print(message, file=sys.stderr)


def print_json(value: dict[str, Any]) -> None:
    """One JSON object, alone, on stdout."""
    print(json.dumps(value, indent=2))


def folder(path: Path) -> Path:
    """A folder to write into, made if it is not there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path}: cannot be used as a folder ({error.strerror}).") from None
    return path


def new_folder(out: Path) -> Path:
    """Where a command that makes several files writes them: `--out` is a folder, made if it is not there."""
    check_folder(out)
    return folder(out)


def check_folder(out: Path) -> None:
    """Raise InputError where `--out` must be a folder and has the name of a file."""
    if _looks_like_a_file(out):
        raise InputError(f"{out}: looks like a file, but --out is a folder here: this makes several files.")


def new_file(out: Path, name: str) -> Path:
    """Where a command that makes one file writes it: `--out` is a folder, or the file if it ends as the file's name does."""
    suffix = Path(name).suffix
    if out.suffix.lower() == suffix and not out.is_dir():
        return out
    if _looks_like_a_file(out):
        raise InputError(f"{out}: --out is a folder, or the name of the file, which must end in {suffix}.")
    return out / name


def _looks_like_a_file(out: Path) -> bool:
    """Whether a path ends as the names of files do (.png), and is no folder all the same."""
    return out.suffix[1:].isalnum() and not out.suffix[1:].isdecimal() and not out.is_dir()


def save(picture: Image.Image, path: Path, format: str = "PNG", **options: Any) -> Path:
    """Write a picture, whole or not at all; its folder is made."""
    folder(path.parent)
    with replacing(path) as partial:
        picture.save(partial, format=format, **options)
    return path


def write(path: Path, text: str) -> None:
    """Write a text file, whole or not at all, and say so; its folder is made."""
    folder(path.parent)
    with replacing(path) as partial:
        partial.write_text(text, encoding="utf-8")
    say(f"Written: {path}")


PATIENCE = 2.0  # seconds before a progress bar or a notice appears


@cache
def announce_compiling() -> None:
    """From now on, say so when compiling takes more than two seconds; it happens the first time that something is drawn."""
    from sightline.render.cache import when_compiling_takes_long

    when_compiling_takes_long(lambda: say(COMPILING), PATIENCE)


@contextmanager
def late_progress(total: int, what: str) -> Iterator[Callable[[int], None]]:
    """A progress bar on stderr that appears when the work has taken two seconds; call what it gives with what was done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task(what, total=total)
    begun = time.monotonic()

    def tell(done: int) -> None:
        bar.advance(task, done)
        if not bar.live.is_started and time.monotonic() - begun > PATIENCE:
            bar.start()

    try:
        yield tell
    finally:
        if bar.live.is_started:
            bar.stop()


def columns_here() -> int:
    """How many columns a table may have: those of the terminal, or many where the output goes elsewhere."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 160


def about_this_machine() -> dict[str, Any]:
    """What a published number must carry: hardware and versions."""
    from sightline.render import cores

    versions = {"python": platform.python_version(), "sightline": sightline.__version__}
    for name in ("numpy", "numba", "torch", "triton", "gymnasium"):
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return {"processor": processor(), "cores": cores(), "system": platform.platform(), "versions": versions}


def processor() -> str:
    """The processor's name, as far as the system tells."""
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
