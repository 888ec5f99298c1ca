"""Engines that run the shards of a job on more than one machine: a job is a command, a shard is the same with --shard K/N.

Finished parts lie in a folder and stay there until all are merged, so a job that was cut off goes on where it was.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import sightline
from sightline.errors import FileError, InputError, UnavailableError
from sightline.files import read_json, replacing
from sightline.shards import MANIFEST, Shard, read_part

ENGINES = {"ray": "ray", "slurm": "submitit"}  # and the library that each needs
COMMAND = "command.json"  # in a folder of parts: what they are parts of
# A shard, and the part that it becomes; None where the command writes into a folder that all machines share.
Job = tuple[Shard, Path | None]


def run_shards(
    engine: str, command: Sequence[str], count: int, parts: Path, progress: Callable[[int], None] = lambda done: None
) -> list[Path]:
    """Run `command` in `count` shards; the parts, in order. Those that are there already are kept."""
    runner = _engine(engine)
    _take(parts, command, count)
    jobs = [(Shard(number, count), parts / str(number)) for number in range(1, count + 1)]
    missing: list[Job] = [(shard, part) for shard, part in jobs if not _is_done(shard, part)]
    progress(count - len(missing))
    runner(command, missing, progress)
    return [part for _, part in jobs]


def run_in_place(
    engine: str, command: Sequence[str], count: int, progress: Callable[[int], None] = lambda done: None
) -> None:
    """Run `command` in `count` shards that all write into one folder, on a disk that the machines share."""
    _engine(engine)(command, [(Shard(number, count), None) for number in range(1, count + 1)], progress)


def _take(parts: Path, command: Sequence[str], count: int) -> None:
    """Make the folder of parts, or refuse one that has the parts of another command, before anything is run."""
    job = {"version": sightline.__version__, "command": list(command), "shards": count}
    record = parts / COMMAND
    if record.is_file() and read_json(record) != job:
        raise FileError(
            f"{parts}: has the parts of another command, version or number of shards; remove it or name another."
        )
    parts.mkdir(parents=True, exist_ok=True)
    with replacing(record) as partial:
        partial.write_text(json.dumps(job, indent=2) + "\n", encoding="utf-8")


def workers_on_ray() -> Callable[..., Any]:
    """Starts workers on Ray, from a factory and its setup (see sightline.workers)."""
    _check_installed("ray")
    start: Callable[..., Any] = import_module("sightline.engines.ray_workers").RayWorkers
    return start


def _engine(name: str) -> Callable[[Sequence[str], Sequence[Job], Callable[[int], None]], None]:
    _check_installed(name)
    run: Callable[[Sequence[str], Sequence[Job], Callable[[int], None]], None]
    run = import_module(f"sightline.engines.{name}").run
    return run


def _check_installed(name: str) -> None:
    try:
        import_module(ENGINES[name])
    except ImportError:
        raise UnavailableError(
            f"--engine {name} needs {ENGINES[name]}, which is not installed: pip install 'sightline[{name}]'."
        ) from None


def _is_done(shard: Shard, part: Path) -> bool:
    """Whether a part is there and complete; a damaged one is removed."""
    if not (part / MANIFEST).is_file():
        return False
    try:
        return read_part(part)[0] == shard
    except InputError:
        shutil.rmtree(part)
        return False


def run_shard(command: Sequence[str], shard: Shard, part: Path | None) -> None:
    """Run one shard on this machine, in a process of its own; its error becomes ours."""
    words = [sys.executable, "-m", "sightline", *command, "--shard", str(shard)]
    words += [] if part is None else ["--out", str(part)]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        last = done.stderr.strip().rpartition("\n")[2].removeprefix("Error: ")
        raise UnavailableError(f"Shard {shard} failed: {last or f'exit code {done.returncode}'}")
