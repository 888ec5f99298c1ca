"""Runs an evaluation and records it in a log."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sightline
from sightline.corpus.build import NAMES
from sightline.corpus.files import fingerprint
from sightline.errors import ArgumentError
from sightline.evaluation.action_log import FORMAT, writing_log
from sightline.evaluation.evaluate import ACTING, Evaluation, Trial, evaluate
from sightline.evaluation.identity import code_hash, identity
from sightline.evaluation.methods import Runner
from sightline.fields import Json

SUFFIX = ".jsonl.gz"


def check_log_name(path: Path | None, table: str) -> None:
    """Raise ArgumentError if an evaluation cannot be recorded in this file."""
    if path is not None and table not in ACTING:
        raise ArgumentError(f"--record is for tables of what agents do ({', '.join(ACTING)}), not for --table {table}.")
    if path is not None and not path.name.endswith(SUFFIX):
        raise ArgumentError(f"{path}: --record takes the name of a file that ends in {SUFFIX}.")


def trial_header(
    trial: Trial, split: str, limit: int | None, corpus: Path, folder: Path, written: Path | None
) -> Json:  # fmt: skip
    """The first line of the log of a trial on a corpus, which lies in a folder and has a name or a path."""
    name = str(corpus) if str(corpus) in NAMES else folder.resolve().name
    return log_header(
        trial.runner, trial.table, split, {"name": name, "sha256": fingerprint(folder)}, trial.methods,
        limit=limit, written=None if written is None else fingerprint(written),
    )  # fmt: skip


def log_header(
    runner: Runner, table: str, split: str, corpus: Json, methods: list[str], **more: Any
) -> Json:  # fmt: skip
    """The first line of a log; `more` are its optional fields."""
    about = {"log": FORMAT, "sightline": sightline.__version__, "code": code_hash(), "world": runner.kind.name}
    known = {name: identity(runner, name) for name in methods}
    optional = {key: value for key, value in more.items() if value is not None}
    return {
        **about, "table": table, "corpus": corpus, "split": split, "seed": runner.seed, "methods": known, **optional,
    }  # fmt: skip


def run_recorded(trial: Trial, path: Path, header: Json) -> Evaluation:
    """Run a trial and write its log."""
    with writing_log(path, header) as log:
        evaluation = evaluate(trial, log.add)
        log.finish(evaluation)
    return evaluation
