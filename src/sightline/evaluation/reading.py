"""Reading: which share of what people typed a reader understands as it was meant (`sightline evaluate --table reading`).

Every turn of the written pairs is read after what was truly meant before it. A reading is right if it has the steps, the
question or the refusal of the pair's plain lines. Nobody walks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sightline.agent.readers import reader_of
from sightline.corpus.pairs import FOLDER, WrittenPair, read_pairs
from sightline.errors import FileError, InputError
from sightline.evaluation.layout import Cell, Column, Table
from sightline.evaluation.significance import interval
from sightline.language.reading import Find, PlanStep, Reader, Reading, Said
from sightline.language.reading.lines import PlainLine, is_step, lines_of
from sightline.world import Kind

GROUPS = ("one step", "two steps", "three or more", "question", "nothing to do", "follow-ups")
NOTES = [
    "right: the reading has the steps, the question or the refusal that was meant, turn by turn. follow-ups: turns after a "
    "first one, which also count in the group of what they mean. ECE: expected calibration error of how sure the reader is.",
    "95 %: bootstrap over turns, 1,000 resamples.",
]


@dataclass(frozen=True)
class ReadTurn:
    """A turn, and whether it was understood."""

    words: str
    meant: str
    groups: tuple[str, ...]
    right: bool
    sure: float | None  # None: the reader does not say


def pairs_of(kind: Kind, split: str, limit: int | None = None, folder: Path = FOLDER) -> list[WrittenPair]:
    """The first written pairs of a world and split."""
    file = folder / f"{kind.name}-{split}.jsonl"
    reader = reader_of(kind, "rules")
    if reader is None or not file.exists():
        raise FileError(f"{file}: there are no written pairs of {kind.title} {split}.")
    return read_pairs(file, kind.name, reader.lexicon, kind.reaches)[:limit]


def read_turns(kind: Kind, name: str, pairs: Sequence[WrittenPair]) -> Iterator[ReadTurn]:
    """Every pair, read by a reader."""
    reader = reader_of(kind, name)
    if reader is None:
        raise InputError(f"--table reading is about readers; {name} is none.")
    for pair in pairs:
        said = _said(pair, reader)
        meant, read = meaning(pair, reader, said), reader.read(pair.typed, said)
        yield ReadTurn(pair.typed, pair.meaning, tuple(_groups(pair, meant)), is_same(read, meant), read.sure)


def meaning(pair: WrittenPair, reader: Reader, said: Said) -> Reading:
    """The reading of a pair's plain lines; lines that no rule reads are steps for the seer."""
    lines = lines_of(pair.meaning)
    reading = reader.lines.read([PlainLine(line, 1.0) for line in lines], said)
    if reading is None and any(map(is_step, lines)):
        return Reading(steps=tuple(PlanStep(line) for line in lines if is_step(line)))
    return reading or Reading(refusal="nothing")


def is_same(reading: Reading, meant: Reading) -> bool:
    """Whether one reading comes to the same as another. Words for the seer may be passed on as a whole."""
    if meant.query is not None:
        return reading.query is not None and (reading.query.about, _noun(reading.query.find)) == (
            meant.query.about,
            _noun(meant.query.find),
        )
    if not meant.steps:
        return not reading.steps and reading.query is None
    if any(not step.verb for step in meant.steps) and len(reading.steps) == 1 and not reading.steps[0].verb:
        return True
    return [_essence(step) for step in reading.steps] == [_essence(step) for step in meant.steps]


def _essence(step: PlanStep) -> tuple[Any, ...]:
    """What makes a step the same as another one; its words only where no rule reads them."""
    find = step.find
    thing: tuple[Any, ...] = ()
    if find is not None:
        thing = (find.noun, find.adjectives, find.order, find.rank, find.number, find.side, _noun(find.near))
    words = "" if step.verb else step.words
    return step.verb, thing, _noun(step.to), step.move, step.place, step.times, step.other, words


def _noun(find: Find | None) -> str:
    return "" if find is None else find.noun


def _said(pair: WrittenPair, reader: Reader) -> Said:
    """What was said before a pair."""
    before = lines_of(pair.before)
    reading = reader.lines.read([PlainLine(line, 1.0) for line in before if is_step(line)], Said())
    steps = () if reading is None else reading.steps
    things = reader.lexicon.things(pair.before)
    taken = [step.find.noun for step in steps if step.verb == "take" and step.find is not None]
    named = things[-1].noun if things else ""
    return Said(steps, taken[-1] if taken else "", named=named, meant=tuple(before))


def _groups(pair: WrittenPair, meant: Reading) -> Iterator[str]:
    count = len(meant.steps)
    yield GROUPS[min(count, 3) - 1] if count else GROUPS[3] if meant.query is not None else GROUPS[4]
    if pair.before:
        yield GROUPS[5]


def reading_scores(turns: Sequence[ReadTurn]) -> dict[str, Any]:
    """Percentages of all turns and of each group, and the turns that were read wrongly."""
    groups = {name: [turn for turn in turns if name in turn.groups] for name in GROUPS}
    sure = [(turn.sure, turn.right) for turn in turns if turn.sure is not None]
    return {
        **_share(turns),
        "ece": _calibration_error(sure) if sure else None,
        "groups": {name: _share(some) for name, some in groups.items() if some},
        "failures": [{"words": turn.words, "meant": turn.meant} for turn in turns if not turn.right],
    }


def _share(turns: Sequence[ReadTurn]) -> dict[str, Any]:
    right = 100.0 * np.array([turn.right for turn in turns])
    return {"right": float(right.mean()), "ci": list(interval(right, [str(n) for n in range(len(right))])), "n": len(turns)}


def _calibration_error(sure: Sequence[tuple[float, bool]], bins: int = 10) -> float:
    """In percent: how far confidence is from the share that is right, in bins of equal width."""
    confidence, right = np.array([c for c, _ in sure]), np.array([r for _, r in sure], float)
    which = np.minimum((confidence * bins).astype(int), bins - 1)
    gaps = [abs(float((confidence - right)[which == k].sum())) for k in range(bins)]
    return 100 * sum(gaps) / len(sure)


def reading_table(scores: dict[str, dict[str, Any]], kind: Kind, split: str) -> Table:
    """A row for each group and one for all, for each reader."""
    columns = [Column("reader", words=True), Column("group", words=True), Column("n", 0), Column("right", 1)]
    columns += [Column("95 %", 1, True), Column("ECE", 1)]
    rows: list[list[Cell]] = []
    for name, scored in scores.items():
        for group, part in (*scored["groups"].items(), ("all", scored)):
            rows.append([name, group, part["n"], part["right"], tuple(part["ci"]), part.get("ece")])
    n = next(iter(scores.values()))["n"]
    return Table(f"{kind.title} {split}, {n:,} turns that were typed (written language), %", columns, rows, NOTES)
