"""The tables of an evaluation beside those of the paper: results, goals, phenomena, calibration, paragraphs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sightline.corpus.build import UNSEEN
from sightline.corpus.kind import corpus_kind
from sightline.corpus.records import PHENOMENA, UNSEEN_SPLITS
from sightline.evaluation.evaluate import SIMPLEST, Evaluation, is_privileged
from sightline.evaluation.layout import Cell, Column, Table
from sightline.evaluation.reading import reading_table
from sightline.evaluation.scores import Score, scores_in
from sightline.evaluation.talk.scores import talk_table
from sightline.world import Kind

NAMES = {
    "SD": "stop distance (SD)",
    "TC": "task completion (TC, % closer than {near:g})",
    "MA": "manipulation accuracy (MA, %)",
}
TITLES = {
    "goals": "goal prediction, distance (Dist) and accuracy (Acc, % within {near:g})",
    "phenomena": "goal distance with and without each phenomenon",
    "calibration": "how sure a method says that it is (%), how often it is right, and by how much these differ (ECE)",
    "way": "goes the way it was told (way, %; constrained: where words say how), likeness of the way (nDTW, SDTW), TC",
    "abilities": "abilities, % of situations in which the goal is right",
    "items": "items in view that are named and found by the model's own output, %",
    "search": "things in another room, out of view and only named, %",
    "paragraphs": "whole paragraphs, % of segments and of paragraphs that end closer than {near:g}",
    "navigation": "instructions that ask for walking only, stop distance (SD)",
    "goal-types": "types of goals from the words alone, % right as far as words tell (types), and type after type (exact)",
}
DONE = "abilities, % of plain commands that are done completely"
ERRANDS = {  # the same where goals come in turn
    "paragraphs": "whole paragraphs, stop distance (SD), manipulation accuracy (MA, %), % of segments and paragraphs done",
}
ERRANDS_NOTES = {
    "paragraphs": "Each instruction starts in the house as the agent has left it. A segment is done when exactly its "
    "manipulations were and the agent is within {near:g}; a paragraph when all of its segments are.",
    "goals": "Every goal of an instruction counts, each from the demonstration's state before it: places on the floor, "
    "things to reach for in space. ceiling: the true goal's cell, as the paper's map would say it.",
}
NOTES = {
    "way": "way: what the instruction says is true of the path that was walked; nDTW, SDTW: with the reference path, "
    "threshold 5.",
    "paragraphs": "Each instruction starts where the agent stands after the one before; a paragraph counts by its last one.",
    "navigation": "Methods that are called -navigation have learned from such instructions only, as in the paper.",
    "goal-types": "types: the right number of interactions, and right about ending in a navigation; main-verb: the most "
    "frequent types for the main verb in training.",
}


USAGE = {"calls": 1, "tokens": 0, "US$": 4, "seconds": 2}  # columns for models behind an address, with their digits
PRIVILEGED = "(privileged)"


def table_of(evaluation: Evaluation, kind: Kind, table: str, split: str, source: str, count: int, goals: int = 0) -> Table:
    """An evaluation of `count` instructions as a table; `goals`: of so many goals, where the single results are gone."""
    titles = TITLES | ERRANDS if kind.reaches else TITLES
    about = titles.get(table) or " and ".join(NAMES.get(metric.name, metric.name) for metric in kind.metrics)
    goals = goals or goals_in(evaluation)
    asked = f"{goals:,} goals of {count:,} instructions" if goals > count else f"{count:,} instructions"
    title = f"{kind.title} {split} ({source} language), {asked}: {about.format(near=kind.near)}"
    if table == "phenomena":
        return _phenomena(evaluation, kind, title)
    if table == "calibration":
        return _calibration(evaluation, kind, title)
    if table == "abilities":
        return _abilities(evaluation, kind, split)
    if table == "items":
        return _items(evaluation, kind, split)
    if table == "search":
        return _search(evaluation, kind, split)
    if table == "reading":
        return reading_table(evaluation.scores, kind, split)
    if table == "talk":
        return talk_table(evaluation.scores, kind, split)
    scores = scores_in(table, kind)
    paper = kind.paper.get((table, split))
    columns = [Column("method", words=True)]
    for score in scores:
        columns += [Column(score.name, score.digits), Column(f"{score.name} 95 %", score.digits, True)]
        columns += [Column(f"p {score.name}", 3)] if evaluation.differences else []
    few = scores[:1] if table == "way" else scores  # what the table also says of unseen phrasing and of the written set
    written = bool(_written(evaluation)) and table != "way"
    houses = [UNSEEN] if UNSEEN in next(iter(evaluation.scores.values())) else []
    beside = ["unseen", *(["written"] if written else []), *houses, *(["paper"] if paper else [])]
    columns += [Column(f"{which} {score.name}", score.digits) for which in beside for score in few]
    paid = any("usage" in measured for measured in evaluation.scores.values())
    columns += [Column(name, digits) for name, digits in USAGE.items()] if paid else []
    rows = [
        [
            *_row(method, evaluation, scores), *_beside(method, evaluation, few, beside, paper),
            *(_usage(evaluation.scores[method]) if paid else ()),
        ]
        for method in sorted(evaluation.scores, key=lambda method: is_privileged(evaluation.scores[method]))
    ]  # fmt: skip
    return Table(title, columns, rows, [*_notes(evaluation, kind, table, split, bool(paper)), *model_notes(evaluation)])


def _written(evaluation: Evaluation) -> int:
    """How many instructions of the written set were tried."""
    count: int = next(iter(evaluation.scores.values()))["written"]["n"]
    return count


def _usage(measured: dict[str, Any]) -> list[Cell]:
    """What a model behind an address has cost for each instruction."""
    if "usage" not in measured or not measured["usage"]:
        return [None] * len(USAGE)
    spent = measured["usage"]
    return [spent["calls"], spent["tokens_in"] + spent["tokens_out"], spent["cost"], spent["seconds"]]


def model_notes(evaluation: Evaluation) -> list[str]:
    """How models behind an address were asked, and how many of their answers were no use."""
    notes = []
    for method, measured in evaluation.scores.items():
        if (info := measured.get("model")) is None:
            continue
        spent = measured.get("usage") or {}
        useless = f", {spent['malformed']} unreadable answers, {spent['failed']} questions not answered" if spent else ""
        told = "; privileged: it is told names and distances of what is in view" if info["privileged"] else ""
        oracle = "; a mock server that was told the right answers" if info["mock_oracle"] else ""
        notes.append(
            f"{method}: {info['base_url']}, interface {info['interface']}, prompt {info['prompt_sha256'][:12]}{useless}"
            f"{told}{oracle}."
        )
    if any("usage" in measured for measured in evaluation.scores.values()):
        notes.append("calls, tokens, US$, seconds of the model: means over instructions, answers from the cache included.")
    return notes


def _row(method: str, evaluation: Evaluation, scores: list[Score]) -> list[Cell]:
    measured = evaluation.scores[method]
    row: list[Cell] = [f"{method} {PRIVILEGED}" if is_privileged(measured) else method]
    for score in scores:
        low, high = measured["ci"].get(score.name, (None, None))
        row += [measured.get(score.name), None if low is None else (low, high)]
        row += [evaluation.differences.get(method, {}).get(score.name, {}).get("p")] if evaluation.differences else []
    return row


def _beside(
    method: str, evaluation: Evaluation, scores: list[Score], which: list[str],
    paper: Mapping[str, tuple[float, ...]] | None,
) -> list[Cell]:  # fmt: skip
    """What a table says beside the scores of all: of unseen phrasing, of the written set, and by the paper."""
    measured = evaluation.scores[method]
    cells: list[Cell] = [measured[part].get(score.name) for part in which if part != "paper" for score in scores]
    return cells + (list(paper.get(method, (None,) * len(scores))) if paper else [])


def _notes(evaluation: Evaluation, kind: Kind, table: str, split: str, paper: bool) -> list[str]:
    any_score, written = next(iter(evaluation.scores.values())), _written(evaluation)
    each = "goals" if kind.reaches and table == "goals" else "instructions"
    notes = [
        "95 %: bootstrap over paragraphs, 1,000 resamples" + (
            f"; p: difference to {evaluation.reference}, on the same resamples." if evaluation.differences else "."
        ),
        f"unseen: the {any_score['unseen']['n']:,} of these {each} whose phrasing never occurs in training" + (
            f"; written: {written:,} {each} of the written set's {split} split." if written else "."
        ),
    ]  # fmt: skip
    if UNSEEN in any_score:
        notes.append(f"{UNSEEN}: the first {any_score[UNSEEN]['n']:,} {each} in generated houses that nobody learns in.")
    if not written and kind.corpus and corpus_kind(kind.name).written is not None and split not in UNSEEN_SPLITS:
        notes.append(f"The written set has no {each} for this table in a {split} split.")
    if paper:
        notes.append("paper: the paper's numbers, on its own corpus of human language.")
    if evaluation.relative:
        shares = ", ".join(f"{method} {share:.2f}" for method, share in evaluation.relative.items())
        notes.append(f"{scores_in(table, kind)[0].name} relative to {SIMPLEST[table]}'s: {shares}.")
    told = NOTES | ERRANDS_NOTES if kind.reaches else NOTES
    return notes + ([told[table].format(near=kind.near)] if table in told else [])


def _phenomena(evaluation: Evaluation, kind: Kind, title: str) -> Table:
    names = [f"{where} {what}" for where in ("sample", "all") for what in ("n", "present", "absent", "p")]
    names += ["paper present", "paper absent", "paper p"]
    columns = [
        Column("method", words=True),
        Column("phenomenon", words=True),
        *(Column(n, 3 if n.endswith(" p") else 2) for n in names),
    ]
    rows: list[list[Cell]] = []
    notes = []
    for method, scores in evaluation.scores.items():
        for name in PHENOMENA:
            parts: list[dict[str, Any]] = [scores["phenomena"][where][name] for where in ("sample", "all")]
            cells: list[Cell] = [part[key] for part in parts for key in ("n", "present", "absent", "p")]
            paper = kind.paper_phenomena.get(name, (None,) * 3) if method == "paper" else (None,) * 3
            rows.append([method, name.replace("_", " "), *cells, *paper])
        means = [f"{scores['Dist']:.2f} overall"]
        means += [f"{scores[s]['Dist']:.2f} {s}" for s in ("unseen", "written") if "Dist" in scores[s]]
        notes.append(f"{method}: mean Dist {', '.join(means)}.")
    sampled = next(iter(evaluation.scores.values()))["phenomena"]["sample"]["n"]
    notes.append(f"sample: {sampled} fixed instructions; p: two-sided t-test; n: instructions that have the phenomenon.")
    notes.append("paper present, absent, p: the paper's numbers, on 200 instructions of its own corpus of human language.")
    return Table(title, columns, rows, [*notes, *model_notes(evaluation)])


def _calibration(evaluation: Evaluation, kind: Kind, title: str) -> Table:
    columns = [Column("method", words=True), Column("examples", words=True)]
    columns += [Column(name, 1) for name in ("n", "said", "right", "ECE")]
    rows: list[list[Cell]] = [
        [method, examples, part["n"], part["said"], part["right"], part["ECE"]]
        for method, scores in evaluation.scores.items()
        for examples, part in scores["calibration"].items()
        if part["n"]
    ]
    return Table(title, columns, rows, [
        f"said: mean of what the method says is the chance that its goal is within {kind.near:g} {kind.unit}; right: share "
        "of goals that are; ECE: expected calibration error, the mean difference of the two over ten groups from least to "
        "most sure. Methods that do not say how sure they are have no row.",
    ])  # fmt: skip


def _abilities(evaluation: Evaluation, kind: Kind, split: str) -> Table:
    """A row for each ability and invariance, two columns for each method."""
    columns = [Column("ability", words=True), Column("n", 0)]
    for method in evaluation.scores:
        columns += [Column(f"{method}: right", 1), Column("sure", 1)]
    first = next(iter(evaluation.scores.values()))
    rows: list[list[Cell]] = []
    for name, ability in first["abilities"].items():
        cells = [[s["abilities"][name]["right"], s["abilities"][name]["said"]] for s in evaluation.scores.values()]
        rows.append([name, ability["n"], *(cell for pair in cells for cell in pair)])
    for mean in ("mean", "items", "others"):
        if mean in first:
            name = "all" if mean == "mean" and "items" in first else mean
            rows.append([name, None, *(cell for s in evaluation.scores.values() for cell in (s[mean], None))])
    for name, invariance in first.get("invariances", {}).items():
        same = [s["invariances"][name]["same"] for s in evaluation.scores.values()]
        rows.append([f"same goal: {name}", invariance["n"], *(cell for share in same for cell in (share, None))])
    errors = [f"{method}: {s['ECE']:.1f}" for method, s in evaluation.scores.items() if s["ECE"] is not None]
    about = DONE if kind.reaches else TITLES["abilities"]
    return Table(f"{_place(kind, split)}: {about}", columns, rows, [
        *filter(None, [corpus_kind(kind.name).abilities_note]),
        *([] if kind.reaches else ["sure: how likely the method says its goal is right."]),
        *([f"Expected calibration error of the first goals: {', '.join(errors)}."] if errors else []),
        *model_notes(evaluation),
    ])  # fmt: skip


def _items(evaluation: Evaluation, kind: Kind, split: str) -> Table:
    """A row for each size of items, two columns for each method."""
    columns = [Column("items of so many pixels", words=True), Column("n", 0)]
    for method in evaluation.scores:
        columns += [Column(f"{method}: kind", 1), Column("picked", 1)]
    sizes = next(iter(evaluation.scores.values()))["items"]
    rows: list[list[Cell]] = [
        [size, row["n"], *(s["items"][size][name] for s in evaluation.scores.values() for name in ("kind", "picked"))]
        for size, row in sizes.items()
    ]
    return Table(f"{_place(kind, split)}: {TITLES['items']}", columns, rows, [
        "kind: the name is right. picked: of all items in view, the likeliest for the name is one of that name.",
    ])  # fmt: skip


def _search(evaluation: Evaluation, kind: Kind, split: str) -> Table:
    columns = [Column("method", words=True), Column("n", 0)]
    columns += [Column(name, 1) for name in ("found", "given up", "wrong thing", "steps")]
    keys = ("n", "found", "given_up", "wrong", "steps")
    rows: list[list[Cell]] = [[method, *(scores[key] for key in keys)] for method, scores in evaluation.scores.items()]
    return Table(f"{_place(kind, split)}: {TITLES['search']}", columns, rows, [
        "found: the right thing is in the hands. given up: nothing was moved. wrong thing: another thing was moved. steps: "
        "actions until it was found.",
    ])  # fmt: skip


def _place(kind: Kind, split: str) -> str:
    """The scenes of a table without a corpus."""
    return f"{kind.title} {split}" if split in UNSEEN_SPLITS else kind.title


def goals_in(evaluation: Evaluation) -> int:
    """How many results each method has: one for each instruction, or for each goal."""
    return len(next(iter(evaluation.results.values()), ()))


def as_json(
    evaluation: Evaluation, world: str, split: str, table: str, count: int, seed: int, source: str = "generated"
) -> dict[str, Any]:
    """The object that `sightline evaluate --json` prints."""
    goals = goals_in(evaluation)
    return {
        "world": world, "split": split, "source": source, "n": count, **({"goals": goals} if goals > count else {}),
        "seed": seed, "table": table,
        "results": evaluation.scores,
        "differences": {"reference": evaluation.reference, **evaluation.differences},
        **({"relative": {"to": SIMPLEST[table], **evaluation.relative}} if evaluation.relative else {}),
    }  # fmt: skip
