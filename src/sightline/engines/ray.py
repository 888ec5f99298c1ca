"""Shards on Ray: this machine, or every machine of a cluster, by the same command. The shards of a node that dies run again.

Parts come back over Ray, so nodes need no shared folder; they need the same Sightline. RAY_ADDRESS names the cluster.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from io import StringIO
from pathlib import Path

import ray

from sightline.engines import Job, run_shard
from sightline.errors import InputError
from sightline.files import new_folder
from sightline.shards import MANIFEST, Shard

Files = dict[str, bytes]


def run(command: Sequence[str], jobs: Sequence[Job], progress: Callable[[int], None]) -> None:
    """Run shards as Ray tasks of one core each."""
    with connected(), our_errors():
        # -1: as often as nodes die. What fails by itself is not tried again.
        task = ray.remote(num_cpus=1, max_retries=-1)(_files_of)
        waiting = {task.remote(list(command), shard, part is not None): part for shard, part in jobs}
        while waiting:
            (done,), _ = ray.wait(list(waiting))
            files, part = ray.get(done), waiting.pop(done)
            if part is not None:
                _keep(files, part)
            progress(1)


@contextmanager
def connected() -> Iterator[None]:
    """Ray, connected to the cluster of RAY_ADDRESS or to one that starts here.

    Nothing is printed meanwhile: when a node dies, Ray writes the state of its daemon between the lines of a table.
    """
    if ray.is_initialized():
        yield
        return
    ray.init(log_to_driver=False, logging_level="error")
    try:
        with redirect_stdout(StringIO()):
            yield
    finally:
        ray.shutdown()


@contextmanager
def our_errors() -> Iterator[None]:
    """Raise the InputError of a task as it is."""
    try:
        yield
    except ray.exceptions.RayTaskError as error:
        raise error.cause if isinstance(error.cause, InputError) else error from None


def _files_of(command: Sequence[str], shard: Shard, has_part: bool) -> Files:
    """The files of a part, made on whichever node this runs; none if the command has no part."""
    if not has_part:
        run_shard(command, shard, None)
        return {}
    folder = Path(tempfile.mkdtemp(prefix="sightline-shard-"))
    try:
        run_shard(command, shard, folder / "part")
        return {file.name: file.read_bytes() for file in (folder / "part").iterdir()}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _keep(files: Files, part: Path) -> None:
    with new_folder(part, True, MANIFEST) as folder:
        for name, content in files.items():
            (folder / name).write_bytes(content)
