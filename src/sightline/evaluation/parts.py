"""Evaluations made in parts: each shard writes its results, and the merge has the tables of one process."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import IO

import sightline
from sightline.corpus.build import corpus_folder
from sightline.corpus.files import fingerprint, lines_of
from sightline.errors import ArgumentError, FileFormatError
from sightline.evaluation.evaluate import Answers, Trial, run_methods, score_answers
from sightline.evaluation.goal_types import MAIN_VERB
from sightline.evaluation.report import WITHOUT_CORPUS, TableReport, TableRequest
from sightline.evaluation.scores import result_from_json, write_results
from sightline.fields import Json
from sightline.shards import Shard, digest, merge_order, new_part
from sightline.world import kind_of

EVALUATION = "an evaluation"  # what such parts are parts of
RESULTS = "results.jsonl"
WRITTEN = "written"  # the set of results that are of the written set


def write_part(target: Path, shard: Shard, request: TableRequest, trial: Trial, force: bool = False) -> None:
    """Run one shard of an evaluation and write its results."""
    if request.table in WITHOUT_CORPUS:
        raise ArgumentError(f"--table {request.table} runs in one process: --shard is for tables of a corpus.")
    with new_part(target, shard, _job(request, trial), force) as folder:
        answers = run_methods(trial, shard)
        with (folder / RESULTS).open("w", encoding="utf-8", newline="\n") as file:
            write_answers(file, answers, request.split)


def write_answers(file: IO[str], answers: Answers, split: str) -> None:
    """The result of every example, as JSON lines."""
    for method, results in answers.results.items():
        write_results(file, method, split, results)
        write_results(file, method, WRITTEN, answers.written[method])


def merge_evaluation(parts: Sequence[Path]) -> TableReport:
    """The report that parts make together."""
    job, folders = merge_order(parts, EVALUATION)
    answers = Answers({method: [] for method in job["methods"]}, {method: [] for method in job["methods"]})
    for folder in folders:
        for line in lines_of(folder / RESULTS):
            record = json.loads(line)
            results = answers.written if record["set"] == WRITTEN else answers.results
            results[record["method"]].append(result_from_json(record))
    instructions = {(result.paragraph, result.segment) for result in answers.results[job["methods"][0]]}
    if len(instructions) != job["count"]:
        raise FileFormatError(f"The parts have {len(instructions):,} instructions, but their table has {job['count']:,}.")
    request = TableRequest(job["world"], job["table"], job["split"], methods=",".join(job["methods"]), seed=job["seed"])
    evaluation = score_answers(answers, request.table, kind_of(request.world))
    return TableReport(evaluation, request, job["source"], job["count"])


def _job(request: TableRequest, trial: Trial) -> Json:
    """Everything that decides the table; parts of one table agree on it."""
    return {
        "what": EVALUATION, "version": _version(), "world": request.world, "table": request.table, "split": request.split,
        "seed": request.seed, "methods": trial.methods, "count": trial.count, "source": trial.source,
        "device": trial.runner.device.type, "corpus": fingerprint(corpus_folder(request.corpus, request.world)),
        "weights": {method: _weights(trial, method) for method in trial.methods},
    }  # fmt: skip


def _version() -> str:
    """The version of the package and a fingerprint of its code."""
    package = Path(sightline.__file__).parent
    code = hashlib.sha256()
    for file in sorted(package.rglob("*.py")):
        code.update(f"{file.relative_to(package).as_posix()}\n".encode() + file.read_bytes())
    return f"{sightline.__version__} {code.hexdigest()[:12]}"


def _weights(trial: Trial, method: str) -> str:
    """A fingerprint of a method's trained weights; empty if it has none."""
    folders = [] if method == MAIN_VERB else trial.runner.folders(method)
    files = sorted(file for folder in folders for file in folder.glob("*") if file.is_file())
    return hashlib.sha256("".join(map(digest, files)).encode()).hexdigest()[:12] if files else ""
