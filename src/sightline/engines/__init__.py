"""Engines that run the shards of a job on more than one machine: a job is a command, a shard is the same with --shard K/N.

Finished parts lie in a folder and stay there until all are merged, so a job that was cut off goes on where it was.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

from sightline.errors import InputError, UnavailableError
from sightline.shards import MANIFEST, Shard, read_part

ENGINES = {"ray": "ray", "slurm": "submitit"}  # and the library that each needs
Job = tuple[Shard, Path]  # a shard, and the part that it becomes


def run_shards(
    engine: str, command: Sequence[str], count: int, parts: Path, progress: Callable[[int], None] = lambda done: None
) -> list[Path]:
    """Run `command` in `count` shards; the parts, in order. Those that are there already are kept."""
    runner = _engine(engine)
    jobs = [(Shard(number, count), parts / str(number)) for number in range(1, count + 1)]
    missing = [(shard, part) for shard, part in jobs if not _is_done(shard, part)]
    progress(count - len(missing))
    parts.mkdir(parents=True, exist_ok=True)
    runner(command, missing, progress)
    return [part for _, part in jobs]


def _engine(name: str) -> Callable[[Sequence[str], Sequence[Job], Callable[[int], None]], None]:
    try:
        import_module(ENGINES[name])
    except ImportError:
        raise UnavailableError(
            f"--engine {name} needs {ENGINES[name]}, which is not installed: pip install 'sightline[{name}]'."
        ) from None
    run: Callable[[Sequence[str], Sequence[Job], Callable[[int], None]], None]
    run = import_module(f"sightline.engines.{name}").run
    return run


def _is_done(shard: Shard, part: Path) -> bool:
    """Whether a part is there and complete; a damaged one is removed."""
    if not (part / MANIFEST).is_file():
        return False
    try:
        return read_part(part)[0] == shard
    except InputError:
        shutil.rmtree(part)
        return False


def run_shard(command: Sequence[str], shard: Shard, part: Path) -> None:
    """Run one shard on this machine, in a process of its own; its error becomes ours."""
    words = [sys.executable, "-m", "sightline", *command, "--shard", str(shard), "--out", str(part)]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode:
        last = done.stderr.strip().rpartition("\n")[2].removeprefix("Error: ")
        raise UnavailableError(f"Shard {shard} failed: {last or f'exit code {done.returncode}'}")
