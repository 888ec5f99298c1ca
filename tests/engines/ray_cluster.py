"""Ray's own test cluster of three nodes on this machine; a node is killed half-way, and the bytes stay those of one process.

    python tests/engines/ray_cluster.py [--paragraphs 2000] [--instructions 300]

It needs `pip install 'sightline[ray]'` and a few minutes, so it is not one of the tests of `make test`.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

os.environ.setdefault("RAY_worker_niceness", "0")  # Ray's own 15 starves on a busy machine

import numpy as np
from ray.cluster_utils import Cluster

from sightline.engines.ray_workers import RayWorkers
from sightline.learning.chunk import StreamConfig, begin
from sightline.world import kind_of

SIGHTLINE = [sys.executable, "-m", "sightline"]


def run(words: Sequence[str]) -> str:
    return subprocess.run([*SIGHTLINE, *words], check=True, stdout=subprocess.PIPE, text=True).stdout


def three_nodes() -> tuple[Cluster, list[Any]]:
    """A head without cores and three nodes of one core. Ray gives a node 30 seconds to start, too few on a busy machine."""
    for attempt in range(10):
        cluster = Cluster()
        try:
            cluster.add_node(num_cpus=0)
            nodes = [cluster.add_node(num_cpus=1) for _ in range(3)]
            cluster.wait_for_nodes(300)
            return cluster, nodes
        except Exception as error:
            print(f"attempt {attempt + 1}: {error}", flush=True)
            cluster.shutdown()
    raise SystemExit("Ray's cluster does not start.")


def kill(node: Any) -> None:
    """Kill the processes of a node with SIGKILL."""
    for infos in node.all_processes.values():
        for info in infos:
            os.kill(info.process.pid, signal.SIGKILL)


def run_on_a_cluster(words: Sequence[str], parts: Path, shards: int) -> str:
    """Run a command on three nodes and kill one of them with SIGKILL when half of the shards are done."""
    cluster, nodes = three_nodes()
    command = [*SIGHTLINE, *words, "--engine", "ray", "--shards", str(shards), "--parts", str(parts)]
    try:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, "RAY_ADDRESS": cluster.address}
        )
        while process.poll() is None and len(list(parts.glob("*/shard.json"))) < shards // 2:
            time.sleep(0.1)
        done = len(list(parts.glob("*/shard.json")))
        kill(nodes[0])
        print(f"killed a node after {done} of {shards} shards", flush=True)
        output, _ = process.communicate()
        assert process.returncode == 0, f"exit code {process.returncode}"
        return output
    finally:
        cluster.shutdown()


def generate_on_a_cluster(chunks: int) -> None:
    """Generate training data on three nodes, kill one of them half-way, and compare with the data that is made here."""
    setup = StreamConfig(chunks=chunks, paragraphs=4), kind_of("lani"), None, (), ()
    make = begin(*setup, 0)
    cluster, nodes = three_nodes()
    os.environ["RAY_ADDRESS"] = cluster.address
    try:
        with RayWorkers("sightline.learning.chunk:begin", *setup) as workers:
            for number, chunk in enumerate(workers.map(range(chunks))):
                if number == chunks // 2:
                    kill(nodes[0])
                for name, column in make(number).columns.items():
                    np.testing.assert_array_equal(chunk.columns[name], column)
        assert number == chunks - 1
    finally:
        del os.environ["RAY_ADDRESS"]
        cluster.shutdown()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--paragraphs", type=int, default=2000)
    parser.add_argument("--instructions", type=int, default=300)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        corpus = ["corpus", "generate", "--world", "lani", "--paragraphs", str(options.paragraphs), "--seed", "9"]
        run([*corpus, "--out", str(folder / "one")])
        run_on_a_cluster([*corpus, "--out", str(folder / "all")], folder / "corpus.parts", 24)
        files = sorted(file.name for file in (folder / "one").iterdir())
        assert files == sorted(file.name for file in (folder / "all").iterdir())
        assert all((folder / "one" / name).read_bytes() == (folder / "all" / name).read_bytes() for name in files)
        print(f"corpus of {options.paragraphs} paragraphs: the same bytes", flush=True)
        table = ["evaluate", "--limit", str(options.instructions), "--methods", "stop,random-walk,best", "--json"]
        table += ["--corpus", str(folder / "one")]
        alone, together = run(table), run_on_a_cluster(table, folder / "evaluate.parts", 6)
        for one, other in zip_longest(alone.splitlines(), together.splitlines()):
            assert one == other, f"{one!r} became {other!r}"
        print(f"table of {options.instructions} instructions: the same bytes", flush=True)
    generate_on_a_cluster(40)
    print("40 chunks of training data: the same", flush=True)


if __name__ == "__main__":
    main()
