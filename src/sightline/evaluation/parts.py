"""Evaluations made in parts: each shard writes its results, and the merge has the tables of one process."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import IO

import sightline
from sightline.chat.config import PREFIX
from sightline.corpus.files import fingerprint, lines_of
from sightline.errors import ArgumentError, FileFormatError
from sightline.evaluation.evaluate import Answers, Trial, run_methods, score_all
from sightline.evaluation.goal_types import MAIN_VERB
from sightline.evaluation.identity import code_hash, identity
from sightline.evaluation.methods import names_in
from sightline.evaluation.report import TALK, WITHOUT_CORPUS, TableReport, TableRequest
from sightline.evaluation.scores import Result, result_from_json, write_results
from sightline.fields import Json
from sightline.shards import Shard, merge_order, new_part
from sightline.world import kind_of

EVALUATION = "an evaluation"  # what such parts are parts of
RESULTS = "results.jsonl"


def check_divisible(request: TableRequest) -> None:
    """Raise ArgumentError if a table cannot be made in shards."""
    if request.table in (*WITHOUT_CORPUS, TALK):
        raise ArgumentError(f"--table {request.table} runs in one process: leave out --shard and --engine.")
    if request.record is not None or any(name.startswith(PREFIX) for name in names_in(request.methods)):
        raise ArgumentError(f"--record and {PREFIX}MODEL run in one process: leave out --shard and --engine.")


def write_part(target: Path, shard: Shard, request: TableRequest, trial: Trial, force: bool = False) -> None:
    """Run one shard of an evaluation and write its results."""
    with new_part(target, shard, _job(request, trial), force) as folder:
        answers = run_methods(trial, shard)
        with (folder / RESULTS).open("w", encoding="utf-8", newline="\n") as file:
            write_answers(file, answers.results, answers.beside, request.split)


def write_answers(
    file: IO[str], results: dict[str, list[Result]], beside: dict[str, dict[str, list[Result]]], split: str
) -> None:
    """The result of every example, as JSON lines."""
    for method in results:
        write_results(file, method, split, results[method])
        for name, others in beside[method].items():
            write_results(file, method, name, others)


def merge_evaluation(parts: Sequence[Path]) -> TableReport:
    """The report that parts make together."""
    job, folders = merge_order(parts, EVALUATION)
    methods, split = list(job["methods"]), job["split"]
    models = {method: known["model"] for method, known in job["methods"].items() if "model" in known}
    answers = Answers({m: [] for m in methods}, {m: {name: [] for name in job["beside"]} for m in methods}, models)
    for folder in folders:
        for line in lines_of(folder / RESULTS):
            record = json.loads(line)
            method, name = record["method"], record["set"]
            results = answers.results[method] if name == split else answers.beside[method][name]
            results.append(result_from_json(record))
    instructions = {(result.paragraph, result.segment) for result in answers.results[methods[0]]}
    if len(instructions) != job["count"]:
        raise FileFormatError(f"The parts have {len(instructions):,} instructions, but their table has {job['count']:,}.")
    request = TableRequest(job["world"], job["table"], split, methods=methods, seed=job["seed"])
    evaluation = score_all(answers.results, answers.beside, request.table, kind_of(request.world), models)
    return TableReport(evaluation, request, job["source"], job["count"])


def _job(request: TableRequest, trial: Trial) -> Json:
    """Everything that decides the table; parts of one table agree on it."""
    assert trial.folder is not None  # of a corpus
    return {
        "what": EVALUATION, "version": f"{sightline.__version__} {code_hash()[:12]}", "world": request.world,
        "table": request.table, "split": request.split, "seed": request.seed, "count": trial.count,
        "beside": list(trial.beside), "source": trial.source, "device": trial.runner.device.type,
        "corpus": fingerprint(trial.folder),
        "methods": {name: {} if name == MAIN_VERB else identity(trial.runner, name) for name in trial.methods},
    }  # fmt: skip
