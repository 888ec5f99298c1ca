"""A log verified in parts: each shard simulates its share of the episodes, and the merge has the table of one process.

Every shard reads the whole log and draws all its instructions; only the simulation is shared.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import sightline
from sightline.corpus.files import lines_of
from sightline.errors import FileError
from sightline.evaluation.identity import code_hash
from sightline.evaluation.replay import Log, Verified, finished, next_claim, open_log, replayed
from sightline.evaluation.scores import result_from_json, write_results
from sightline.fields import Json
from sightline.shards import Shard, digest, merge_order, new_part

VERIFICATION = "a verification"  # what such parts are parts of
RESULTS = "results.jsonl"
BATCH = 64  # episodes; batches go to the shards in turn


def write_part(
    target: Path, shard: Shard, path: Path, any_version: bool = False, progress: Callable[[int], None] = lambda done: None
) -> None:
    """Verify one shard of a log and write its results."""
    log = open_log(path, None, any_version)
    with new_part(target, shard, _job(log)) as folder, (folder / RESULTS).open("w", encoding="utf-8", newline="\n") as file:
        for number, (method, part, together) in enumerate(log.batches(BATCH)):
            if number % shard.count == shard.number - 1:
                write_results(file, method, part, replayed(log, method, part, together))
            else:
                for example in together:
                    next_claim(log, method, part, example)
            progress(len(together))


def merge_parts(parts: Sequence[Path], path: Path, any_version: bool = False) -> Verified:
    """The verification that parts make together."""
    job, folders = merge_order(parts, VERIFICATION)
    log = open_log(path, None, any_version)
    if job != _job(log):
        raise FileError(f"{folders[0]}: is a part of the verification of another log than {path}, or by another version.")
    lines = [lines_of(folder / RESULTS) for folder in folders]
    results = log.no_results()
    for number, (method, part, together) in enumerate(log.batches(BATCH)):
        for example in together:
            next_claim(log, method, part, example)
            results[part][method].append(result_from_json(json.loads(next(lines[number % len(lines)]))))
    return finished(log, results)


def _job(log: Log) -> Json:
    return {
        "what": VERIFICATION, "version": f"{sightline.__version__} {code_hash()[:12]}", "log": digest(log.reader.path),
    }  # fmt: skip
