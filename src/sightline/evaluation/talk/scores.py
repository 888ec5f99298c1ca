"""The scores of dialogues: right turns, right dialogues, what nobody asked for, and needless questions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from sightline.evaluation.layout import Cell, Column, Table
from sightline.evaluation.significance import interval
from sightline.evaluation.talk.converse import TurnResult
from sightline.evaluation.talk.dialogues import GROUPS
from sightline.world import Kind

COLUMNS = ("turns", "dialogues", "unasked", "needless")
TITLES = {
    "turns": "turns right", "dialogues": "dialogues right", "unasked": "unasked for", "needless": "needless questions",
}  # fmt: skip
NOTES = [
    "turns right: the reply is of a right kind, and exactly what was asked for was done. dialogues right: all of their "
    "turns are. unasked for: turns in which something was done that nobody asked for, or the agent moved where it should "
    "stay. needless questions: of the clear commands, those that it asked about.",
    "95 %: bootstrap over dialogues, 1,000 resamples.",
]


def talk_scores(results: Sequence[TurnResult]) -> dict[str, Any]:
    """Every measure of all turns and of each group, and the turns that failed."""
    groups = [group for group in GROUPS if any(result.group == group for result in results)]
    return {
        **measures(results), "groups": {group: measures([r for r in results if r.group == group]) for group in groups},
        "failures": [_failure(result) for result in results if not result.right],
    }  # fmt: skip


def measures(results: Sequence[TurnResult]) -> dict[str, Any]:
    """Percentages with their intervals, and how many turns, dialogues and clear commands they are of."""
    names = [result.dialogue for result in results]
    whole = {name: all(r.right for r in results if r.dialogue == name) for name in dict.fromkeys(names)}
    clear = [result for result in results if result.clear]
    values = {
        "turns": ([r.right for r in results], names), "dialogues": (list(whole.values()), list(whole)),
        "unasked": ([r.unasked for r in results], names),
        "needless": ([r.needless for r in clear], [r.dialogue for r in clear]),
    }  # fmt: skip
    scored = {name: (100.0 * np.array(some), of) for name, (some, of) in values.items() if some}
    return {
        **{name: float(some.mean()) for name, (some, _) in scored.items()},
        "ci": {name: list(interval(some, of)) for name, (some, of) in scored.items()},
        "n": {"turns": len(results), "dialogues": len(whole), "clear": len(clear)},
    }


def _failure(result: TurnResult) -> dict[str, Any]:
    """A wrong turn, for people: what was said and expected, and what happened."""
    facts = asdict(result)
    return {
        name: facts[name] for name in ("dialogue", "turn", "group", "words", "expect", "faults", "reply", "said", "deeds")
    }


def talk_table(scores: dict[str, dict[str, Any]], kind: Kind, split: str) -> Table:
    """A row for each group and one for all, for each method."""
    columns = [Column("method", words=True), Column("group", words=True), Column("n", 0)]
    for name in COLUMNS:
        columns += [Column(TITLES[name], 1), Column("95 %", 1, True)]
    rows: list[list[Cell]] = []
    for method, scored in scores.items():
        for group, part in (*scored["groups"].items(), ("all", scored)):
            row: list[Cell] = [method, group, part["n"]["turns"]]
            for name in COLUMNS:
                low, high = part["ci"].get(name, (None, None))
                row += [part.get(name), None if low is None else (low, high)]
            rows.append(row)
    some = next(iter(scores.values()))
    n, reader = some["n"], some.get("reader", "none")
    title = f"{kind.title} {split}, {n['dialogues']} dialogues of {n['turns']} turns, reader {reader}, %"
    return Table(title, columns, rows, NOTES)
