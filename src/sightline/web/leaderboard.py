"""The leaderboard of Look: logs of a folder, each verified by replay here, beside the paper's numbers and people's.

The folder has logs (*.jsonl.gz, of `sightline evaluate --record`) and may have results of studies with people (*.json, of
`sightline study results --json`), which no replay can check; a row says which it is.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from sightline.errors import FileFormatError, InputError
from sightline.fields import Json, Object, OneOf, Text
from sightline.files import read_json
from sightline.web.results import ResultTable
from sightline.world import KINDS, Kind, kind_of

PAPER, PEOPLE = "the paper's number, on its own corpus", "people in a study; not replayed"
NOTES = [
    "verified: this server has simulated every action of the log again. A log shows what the actions lead to, not who chose "
    "them (docs/leaderboard.md).",
    "The paper's numbers and people's are on other instructions: compare with care.",
]
STUDY = Object("results of a study", {"study": Text(), "world": OneOf(KINDS), "task": OneOf(("act",))})


class Ranked(NamedTuple):
    """A row of a leaderboard."""

    world: str
    section: str  # which instructions
    split: str
    name: str
    scores: dict[str, float]
    instructions: int
    what: str
    ranked: bool = True  # False: it was told what no agent may know


class Leaderboard:
    """Reads a folder once, in the background; until a log is verified, it is listed as waiting."""

    def __init__(self, folder: Path | None):
        if folder is not None and not folder.is_dir():
            raise InputError(f"{folder}: there is no such folder.")
        self.files = [] if folder is None else sorted([*folder.glob("*.jsonl.gz"), *folder.glob("*.json")])
        self._entries: list[Ranked] = []
        self._refused: list[str] = []
        self._read = 0
        self._lock = threading.Lock()

    def read(self) -> None:
        """Verify every log; what does not agree is refused with the reason."""
        for file in self.files:
            entries, refused = [], []
            try:
                entries = _study_entries(file) if file.suffix == ".json" else _log_entries(file)
            except InputError as error:
                refused.append(f"refused: {error}".replace(str(file), file.name))
            with self._lock:
                self._entries += entries
                self._refused += refused
                self._read += 1

    def tables(self) -> list[ResultTable]:
        """A table for each set of instructions, best first."""
        with self._lock:
            entries, notes = list(self._entries), [*NOTES, *self._refused]
            waiting = [file.name for file in self.files[self._read :]]
        if waiting:
            notes.append(f"Not verified yet: {', '.join(waiting)}.")
        sections = dict.fromkeys((entry.world, entry.section, entry.split) for entry in entries)
        if not sections:
            return [ResultTable("leaderboard", "", "Leaderboard: no verified runs yet", [], [], notes)] if self.files else []
        return [_table(kind_of(world), section, split, entries, notes) for world, section, split in sections]


def _table(kind: Kind, section: str, split: str, entries: Sequence[Ranked], notes: list[str]) -> ResultTable:
    names = [metric.name for metric in kind.metrics]
    rows = [entry for entry in entries if (entry.world, entry.section) == (kind.name, section)]
    rows += [
        Ranked(
            kind.name,
            section,
            split,
            f"{method} (paper)",
            dict(zip(names, numbers, strict=True)),
            0,
            PAPER,
            not _is_told(method),
        )
        for method, numbers in kind.paper.get(("results", split), {}).items()
    ]
    if kind.paper_people:
        rows.append(Ranked(kind.name, section, split, "people (paper)", dict(kind.paper_people), 100, PAPER))
    main = kind.metrics[-1].name
    rows.sort(key=lambda entry: (not entry.ranked, -entry.scores.get(main, -1.0)))
    cells = [
        [
            e.name,
            *(_number(e.scores.get(m.name), m.digits) for m in kind.metrics),
            f"{e.instructions:,}" if e.instructions else "",
            e.what,
        ]
        for e in rows
    ]
    return ResultTable(
        "leaderboard", section, f"Leaderboard: {kind.title}, {section}", ["", *names, "instructions", "how we know"], cells,
        notes,
    )  # fmt: skip


def _is_told(method: str) -> bool:
    """Whether a method is given the true goals; it is listed below all others."""
    from sightline.agent.methods import METHODS, ORACLE

    return method in METHODS and METHODS[method].seer == ORACLE


def _number(value: float | None, digits: int) -> str:
    return "" if value is None else f"{value:.{digits}f}"


def _log_entries(file: Path) -> list[Ranked]:
    """The methods of a log that agrees with the simulation."""
    from sightline.corpus.build import standard_folder
    from sightline.corpus.kind import corpus_kind
    from sightline.evaluation.action_log import LogReader
    from sightline.evaluation.evaluate import is_privileged
    from sightline.evaluation.replay import verify

    header = LogReader(file).header()
    corpus = header.get("corpus")
    if isinstance(corpus, dict) and corpus.get("name") == "standard" and header.get("world") in KINDS:
        kind = corpus_kind(header["world"])
        if not standard_folder(kind).exists():  # it would take minutes to make
            raise FileFormatError(
                f"{file}: needs the standard corpus; `sightline corpus stats --world {kind.name}` makes it."
            )
    verified = verify(file, any_version=True)
    header = verified.header
    if header["table"] != "results":
        raise FileFormatError(f"{file}: is of --table {header['table']}; a leaderboard takes --table results.")
    section = f"{header['corpus']['name']}, {header['split']}"
    what = f"verified by replay of {file.name}, recorded with Sightline {header['sightline']}"
    if "challenge" in header:
        what += ", drawn after a commitment"
    return [
        Ranked(
            header["world"], section, header["split"], f"{method} (privileged)" if is_privileged(scores) else method,
            {m.name: scores[m.name] for m in kind_of(header["world"]).metrics}, verified.count, what,
            not (is_privileged(scores) or _is_told(method)),
        )
        for method, scores in verified.evaluation.scores.items()
    ]  # fmt: skip


def _study_entries(file: Path) -> list[Ranked]:
    """The people of a study."""
    told: Json = read_json(file)
    known = {key: told.get(key) for key in STUDY.required} if isinstance(told, dict) else told
    for sentence in STUDY.wrong(known, ""):
        raise FileFormatError(f"{file}: {sentence}")
    try:
        scores = {str(name): float(metric["mean"]) for name, metric in told["metrics"].items()}
        count = int(told["answers"])
    except (KeyError, TypeError, ValueError, AttributeError):
        raise FileFormatError(f"{file}: is not what `sightline study results --json` prints.") from None
    return [Ranked(told["world"], f"study {told['study']}"[:80], "", "people", scores, count, PEOPLE)]
