"""Shards on Slurm: one job array, submitted with submitit. Shards that fail are submitted again, twice.

Nodes share the folder of the parts. Slurm's own variables choose where jobs run: SBATCH_PARTITION, SBATCH_ACCOUNT,
SBATCH_TIMELIMIT.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import submitit

from sightline.engines import Job, run_shard
from sightline.errors import UnavailableError
from sightline.shards import MANIFEST

ATTEMPTS = 3


def run(command: Sequence[str], jobs: Sequence[Job], progress: Callable[[int], None]) -> None:
    """Run shards as the tasks of a job array."""
    if shutil.which("srun") is None:
        raise UnavailableError("--engine slurm needs Slurm, but there is no srun here; run it on a login node.")
    submit(command, jobs, progress, "slurm")


def submit(command: Sequence[str], jobs: Sequence[Job], progress: Callable[[int], None], cluster: str) -> None:
    """Submit shards to a cluster of submitit, `slurm` or `local`, and wait for them."""
    failed = UnavailableError("There are no shards.")
    for _ in range(ATTEMPTS):
        left = [(shard, part.resolve()) for shard, part in jobs if not (part / MANIFEST).is_file()]
        if not left:
            return
        executor = submitit.AutoExecutor(folder=left[0][1].parent / "logs", cluster=cluster)
        executor.update_parameters(name="sightline", cpus_per_task=1)
        shards, parts = zip(*left, strict=True)
        tasks = executor.map_array(run_shard, [list(command)] * len(left), shards, parts)
        for task, part in zip(tasks, parts, strict=True):
            failed = _wait(task, part) or failed
            progress((part / MANIFEST).is_file())
    raise failed


def _wait(task: submitit.Job[None], part: Path) -> UnavailableError | None:
    """Wait for a task; why it failed, or None."""
    error = task.exception()
    if error is None or (part / MANIFEST).is_file():
        return None
    return UnavailableError(str(error).strip().rpartition("\n")[2])
