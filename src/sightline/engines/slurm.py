"""Shards on Slurm: one job array, submitted with submitit. Shards that fail are submitted again, twice.

Nodes share the folder of the parts. Slurm's own variables choose where jobs run: SBATCH_PARTITION, SBATCH_ACCOUNT,
SBATCH_TIMELIMIT.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import submitit

from sightline.engines import Job, run_shard
from sightline.errors import UnavailableError
from sightline.shards import MANIFEST

ATTEMPTS = 3
LOGS = Path("slurm-logs")  # of the tasks, in the folder where the command runs


def run(command: Sequence[str], jobs: Sequence[Job], progress: Callable[[int], None]) -> None:
    """Run shards as the tasks of a job array."""
    if shutil.which("srun") is None:
        raise UnavailableError("--engine slurm needs Slurm, but there is no srun here; run it on a login node.")
    submit(command, jobs, progress, "slurm")


def submit(command: Sequence[str], jobs: Sequence[Job], progress: Callable[[int], None], cluster: str) -> None:
    """Submit shards to a cluster of submitit, `slurm` or `local`, and wait for them."""
    left = [(shard, part and part.resolve()) for shard, part in jobs]
    for attempt in range(ATTEMPTS):
        if not left:
            return
        executor = submitit.AutoExecutor(folder=LOGS, cluster=cluster)
        executor.update_parameters(name="sightline", cpus_per_task=1)
        shards, parts = zip(*left, strict=True)
        tasks = executor.map_array(run_shard, [list(command)] * len(left), shards, parts)
        failures = []
        for task, job in zip(tasks, left, strict=True):
            error = task.exception()
            if error is None or _is_there(job):
                progress(1)
            else:
                failures.append((job, error))
        if failures and attempt == ATTEMPTS - 1:
            raise UnavailableError(f"{_reason(failures[-1][1])} (logs of Slurm: {LOGS})")
        left = [job for job, _ in failures]


def _reason(error: BaseException) -> str:
    """The sentence of a shard that failed, which submitit reports inside a traceback; otherwise its first line."""
    text = str(error).strip()
    sentences = re.findall(r"^[\w.]*Error: (.*)$", text, re.M)
    return sentences[-1] if sentences else text.partition("\n")[0]


def _is_there(job: Job) -> bool:
    """Whether the part of a job is complete, although its task failed later."""
    _, part = job
    return part is not None and (part / MANIFEST).is_file()
