"""The tables of an evaluation beside those of the paper: results, goals, phenomena, paragraphs."""

from __future__ import annotations

from typing import Any

from sightline.corpus.records import PHENOMENA
from sightline.evaluation.evaluate import Evaluation
from sightline.evaluation.layout import Cell, Column, Table
from sightline.evaluation.scores import METRICS

# The paper's numbers on its human-written corpus: tables results-dev, results-test, results-goal-prediction.
PAPER: dict[tuple[str, str], dict[str, tuple[float, float]]] = {
    ("results", "dev"): {
        "stop": (15.37, 8.20), "random-walk": (14.80, 9.66), "most-frequent": (19.31, 2.94), "misra17": (10.54, 22.9),
        "chaplot18": (9.05, 31.0), "paper": (8.65, 35.72), "paper-no-rnn": (9.21, 31.30),
        "paper-no-language": (10.65, 23.02), "paper-joint": (11.54, 21.76), "paper-oracle-goals": (2.13, 94.60),
    },
    ("results", "test"): {
        "stop": (15.18, 8.29), "random-walk": (14.63, 9.76), "most-frequent": (19.14, 3.15), "misra17": (10.23, 23.2),
        "chaplot18": (8.78, 31.9), "paper": (8.43, 36.9),
    },
    ("goals", "dev"): {"center": (12.0, 19.51), "janner": (9.61, 30.26), "paper": (8.67, 35.83)},
}  # fmt: skip
# Table linguistic-results: present, absent, p; on 200 development instructions.
PAPER_PHENOMENA = {
    "spatial_relations": (8.75, 10.09, 0.262), "location_conjunction": (10.19, 9.05, 0.327),
    "temporal_coordination": (11.38, 8.24, 0.015), "trajectory_constraints": (9.56, 8.99, 0.607),
    "coreference": (12.88, 8.59, 0.016), "comparatives": (10.22, 9.25, 0.906),
}  # fmt: skip
TITLES = {
    "results": "stop distance (SD) and task completion (TC, % closer than 5)",
    "goals": "goal prediction, distance (Dist) and accuracy (Acc, % within 5)",
    "phenomena": "goal distance with and without each phenomenon",
    "calibration": "how sure a method says that it is (%), how often it is right, and by how much these differ (ECE)",
    "paragraphs": "whole paragraphs, % of segments and of paragraphs that end closer than 5",
}
NOTES = {
    "paragraphs": "Each instruction starts where the agent stands after the one before; a paragraph counts by its last one.",
}


def table_of(found: Evaluation, table: str, split: str, source: str, count: int) -> Table:
    """An evaluation as a table."""
    title = f"LANI {split} ({source} language), {count:,} instructions: {TITLES[table]}"
    if table == "phenomena":
        return _phenomena(found, title)
    if table == "calibration":
        return _calibration(found, title)
    metrics = list(METRICS[table])
    digits = {metric: 2 if metric in ("SD", "Dist") else 1 for metric in metrics}
    paper = PAPER.get((table, split))
    columns = [Column("method", words=True)]
    for metric in metrics:
        columns += [Column(metric, digits[metric]), Column(f"{metric} 95 %", digits[metric], True), Column(f"p {metric}", 3)]
    beside = ["unseen", "written", *(["paper"] if paper else [])]
    columns += [Column(f"{which} {metric}", digits[metric]) for which in beside for metric in metrics]
    rows = [_row(method, found, metrics, paper) for method in found.scores]
    return Table(title, columns, rows, _notes(found, table, bool(paper)))


def _row(method: str, found: Evaluation, metrics: list[str], paper: dict[str, tuple[float, float]] | None) -> list[Cell]:
    scores = found.scores[method]
    row: list[Cell] = [method]
    for metric in metrics:
        low, high = scores["ci"][metric]
        row += [scores[metric], (low, high), found.differences.get(method, {}).get(metric, {}).get("p")]
    row += [scores[which].get(metric) for which in ("unseen", "written") for metric in metrics]
    return row + (list(paper.get(method, (None,) * len(metrics))) if paper else [])


def _notes(found: Evaluation, table: str, paper: bool) -> list[str]:
    any_score = next(iter(found.scores.values()))
    notes = [
        "95 %: bootstrap over paragraphs, 1,000 resamples" + (
            f"; p: difference to {found.reference}, on the same resamples." if found.differences else "."
        ),
        f"unseen: the {any_score['unseen']['n']:,} of these instructions whose phrasing never occurs in training; "
        f"written: {any_score['written']['n']:,} instructions of the written set.",
    ]  # fmt: skip
    if paper:
        notes.append("paper: the paper's numbers, on its own corpus of human language.")
    return notes + ([NOTES[table]] if table in NOTES else [])


def _phenomena(found: Evaluation, title: str) -> Table:
    names = [f"{where} {what}" for where in ("sample", "all") for what in ("n", "present", "absent", "p")]
    names += ["paper present", "paper absent", "paper p"]
    columns = [
        Column("method", words=True),
        Column("phenomenon", words=True),
        *(Column(n, 3 if n.endswith(" p") else 2) for n in names),
    ]
    rows: list[list[Cell]] = []
    notes = []
    for method, scores in found.scores.items():
        for name in PHENOMENA:
            parts: list[dict[str, Any]] = [scores["phenomena"][where][name] for where in ("sample", "all")]
            cells: list[Cell] = [part[key] for part in parts for key in ("n", "present", "absent", "p")]
            paper = PAPER_PHENOMENA[name] if method == "paper" else (None, None, None)
            rows.append([method, name.replace("_", " "), *cells, *paper])
        shown = [f"{scores['Dist']:.2f} overall"]
        shown += [f"{scores[s]['Dist']:.2f} {s}" for s in ("unseen", "written") if "Dist" in scores[s]]
        notes.append(f"{method}: mean Dist {', '.join(shown)}.")
    sampled = next(iter(found.scores.values()))["phenomena"]["sample"]["n"]
    notes.append(f"sample: {sampled} fixed instructions; p: two-sided t-test; n: instructions that have the phenomenon.")
    notes.append("paper present, absent, p: the paper's numbers, on 200 instructions of its own corpus of human language.")
    return Table(title, columns, rows, notes)


def _calibration(found: Evaluation, title: str) -> Table:
    columns = [Column("method", words=True), Column("examples", words=True)]
    columns += [Column(name, 1) for name in ("n", "said", "right", "ECE")]
    rows: list[list[Cell]] = [
        [method, examples, part["n"], part["said"], part["right"], part["ECE"]]
        for method, scores in found.scores.items()
        for examples, part in scores["calibration"].items()
        if part["n"]
    ]
    return Table(title, columns, rows, [
        "said: mean of what the method says is the chance that its goal is within 5 units; right: share of goals that are; "
        "ECE: expected calibration error, the mean difference of the two over ten groups from least to most sure. "
        "Methods that do not say how sure they are have no row.",
    ])  # fmt: skip


def as_json(found: Evaluation, world: str, split: str, table: str, count: int, seed: int) -> dict[str, Any]:
    """The object that `sightline evaluate --json` prints (INTERFACES, "Methods")."""
    return {
        "world": world, "split": split, "n": count, "seed": seed, "table": table, "results": found.scores,
        "differences": {"reference": found.reference, **found.differences},
    }  # fmt: skip
