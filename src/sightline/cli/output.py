"""Output of commands: messages and progress on stderr, results on stdout, files written atomically."""

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
from typing import TYPE_CHECKING, Any

import sightline
from sightline.errors import FileError
from sightline.fields import Json
from sightline.files import replacing

if TYPE_CHECKING:
    from PIL import Image

COMPILING = "Compiling for this machine; this takes up to two minutes, once."
PROGRESS_AFTER = 2.0  # seconds before a progress bar or a notice appears


def say(message: str) -> None:
    """Print a message for the user."""
    print(message, file=sys.stderr)


def print_json(value: Json) -> None:
    """Print one JSON object on stdout."""
    print(json.dumps(value, indent=2))


def new_folder(out: Path) -> Path:
    """The folder `--out` of a command that writes several files, made if it does not exist."""
    check_folder(out)
    return _make_folder(out)


def check_folder(out: Path) -> None:
    """Raise FileError if `--out` has the name of a file but must be a folder."""
    if _looks_like_a_file(out):
        raise FileError(f"{out}: looks like a file, but --out must be a folder: this command writes several files.")


def new_file(out: Path, name: str) -> Path:
    """The file that a command writes: `--out` is a folder, or a file name with the same suffix as `name`."""
    suffix = Path(name).suffix
    if out.suffix.lower() == suffix and not out.is_dir():
        return out
    if _looks_like_a_file(out):
        raise FileError(f"{out}: --out must be a folder, or the name of a file that ends in {suffix}.")
    return out / name


def _make_folder(path: Path) -> Path:
    """Make a folder if it does not exist."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"{path}: cannot be used as a folder ({error.strerror}).") from None
    return path


def _looks_like_a_file(out: Path) -> bool:
    """Whether a path has a suffix such as .png and is not a folder."""
    return out.suffix[1:].isalnum() and not out.suffix[1:].isdecimal() and not out.is_dir()


def save(picture: Image.Image, path: Path, format: str = "PNG", **options: Any) -> Path:
    """Write a picture atomically; makes its folder."""
    _make_folder(path.parent)
    with replacing(path) as partial:
        picture.save(partial, format=format, **options)
    return path


def write(path: Path, text: str) -> None:
    """Write a text file atomically and print its name; makes its folder."""
    _make_folder(path.parent)
    with replacing(path) as partial:
        partial.write_text(text, encoding="utf-8")
    say(f"Written: {path}")


@cache
def announce_compiling() -> None:
    """Print a notice if compiling takes more than two seconds; it happens when the first picture is drawn."""
    from sightline.render.cache import when_compiling_takes_long

    when_compiling_takes_long(lambda: say(COMPILING), PROGRESS_AFTER)


@contextmanager
def late_progress(total: int | None, what: str) -> Iterator[Callable[[int], None]]:
    """A progress bar on stderr that appears after two seconds; call the result with the number of finished units."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task(what, total=total)
    started = time.monotonic()

    def advance(done: int) -> None:
        bar.advance(task, done)
        if not bar.live.is_started and time.monotonic() - started > PROGRESS_AFTER:
            bar.start()

    try:
        yield advance
    finally:
        if bar.live.is_started:
            bar.stop()


def columns_here() -> int:
    """The width of a table: that of the terminal, or 160 if stdout is not one."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 160


def about_this_machine() -> Json:
    """Hardware and versions, which every published number names."""
    from sightline.render import cores

    versions = {"python": platform.python_version(), "sightline": sightline.__version__}
    for name in ("numpy", "numba", "torch", "triton", "gymnasium"):
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return {"processor": processor(), "cores": cores(), "system": platform.platform(), "versions": versions}


def processor() -> str:
    """The processor's name, if the system reports it."""
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
