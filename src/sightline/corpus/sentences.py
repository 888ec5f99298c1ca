"""A corpus from a table of sentences: every row becomes a paragraph, with a demonstration by the planner.

All rows are checked, and every mistake is named by row and column; a corpus is written only if there is none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from sightline.checks import path_words, shown
from sightline.corpus.files import Entry, write_corpus
from sightline.corpus.kind import CorpusKind, GoalCells, Pose, corpus_kind
from sightline.corpus.opening import opening_episode
from sightline.corpus.records import SPLITS, Paragraph, Segment
from sightline.corpus.table import Row, SentenceTable, is_it, read_pose, read_seed, read_table
from sightline.errors import ArgumentError, FileFormatError, InputError
from sightline.language import tokenize
from sightline.world import KINDS, Kind, kind_of

DEV_EVERY = 5  # of the scenes without a split, every fifth is dev
OTHER_SPLITS = {"val": "dev", "valid": "dev", "validation": "dev", "development": "dev", "eval": "test", "training": "train"}
GOAL_SEPARATOR = re.compile(r"\s*;\s*|\s*,?\s+then\s+")
SCENES_KEPT = 1024  # scenes of the last rows
LONGEST_NAME = 200  # characters in the name of a file
CARD = """# Sentences of a table

{count:,} instructions ({source} language), one in each paragraph, from {name} by `sightline corpus new`. The demonstrations
are those of the planner, not of people: `end` is where they ended, `intended` (if it is there) the place in the table.
"""


class MistakesError(FileFormatError):
    """A table with mistakes; nothing was written."""

    def __init__(self, table: SentenceTable):
        self.mistakes = sorted(table.mistakes, key=lambda mistake: mistake.row)
        count = len(self.mistakes)
        super().__init__(f"{path_words(table.path)}: {count:,} mistake{'s' * (count > 1)} found; nothing was written.")


class Written(NamedTuple):
    """What became of a table."""

    world: str
    splits: dict[str, int]  # instructions of each
    scenes: int
    left_empty: int  # rows with neither words nor a goal, which were skipped


class _Sentence(NamedTuple):
    """A row whose cells are right so far."""

    row: Row
    scene: str  # its fingerprint; the scenes themselves of many rows would fill the memory
    unseen: bool  # nobody learns there
    start: Pose
    goals: list[Any]
    split: str  # as the table names it, or empty


def new_corpus(
    path: Path, target: Path, world: str | None = None, source: str = "human", force: bool = False,
    progress: Callable[[int], None] = lambda done: None,
) -> Written:  # fmt: skip
    """Write the corpus of a table; MistakesError if a row is wrong. `progress` is called with the number of rows done."""
    table = read_table(path)
    rows = [row for row in table.rows if row.cells["words"] or row.cells["goal"]]
    left_empty = len(table.rows) - len(rows)
    if not rows and not table.mistakes:
        raise FileFormatError(f"{path_words(path)}: has no sentence yet; fill in the columns words and goal.")
    name = _world(table, rows, world)
    if name is None:
        raise MistakesError(table)
    maker = _Maker(table, corpus_kind(name))
    others = {other for other in KINDS if other != name}  # rows of another world have no further mistakes
    read = [maker.read(row) for row in rows if row.cells["world"].lower() not in others]
    splits = maker.split(read)
    counts = dict.fromkeys(SPLITS, 0)

    def entries() -> Iterator[Entry]:
        for sentence, split in zip(read, splits, strict=True):
            paragraph = None if sentence is None else maker.paragraph(sentence, source)
            if paragraph is not None and not table.mistakes:
                counts[split] += 1
                yield Entry.checked(split, paragraph, f"{path_words(path)}, {paragraph.id}")
            progress(1)
        if table.mistakes:
            raise MistakesError(table)

    about = {"world": name, "source": source, "seed": None}
    card = CARD.format(count=len(rows), source=source, name=path.name)
    write_corpus(target, entries(), about, card, force)
    return Written(name, {split: n for split, n in counts.items() if n}, len(maker.first_rows), left_empty)


def _world(table: SentenceTable, rows: list[Row], wanted: str | None) -> str | None:
    """The one world of a table; None, and mistakes, if there is none."""
    first: tuple[int, str] | None = None
    for row in rows:
        given = row.cells["world"].lower()
        if given and given not in KINDS and given != wanted:
            worlds = " or ".join(KINDS)
            table.note(row.number, "world", f"there is no world {shown(given)}{is_it(given, KINDS)}; write {worlds}.")
        elif wanted is not None and given not in ("", wanted):
            table.note(row.number, "world", f"is {given}, but --world is {wanted}.")
        elif given and first is not None and given != first[1]:
            one = f"is {given}, but row {first[0]} has {first[1]}; a corpus has one world, so make two tables."
            table.note(row.number, "world", one)
        elif given and first is None:
            first = row.number, given
    if wanted is None and first is None and not table.mistakes:
        raise ArgumentError(f"{path_words(table.path)}: names no world; fill in the column world, or add --world lani.")
    return wanted if wanted is not None else first[1] if first is not None else None


class _Maker:
    """Makes the paragraphs of one table; what is wrong with a row goes to the table's mistakes."""

    def __init__(self, table: SentenceTable, corpus: CorpusKind):
        if corpus.cells is None:
            raise ArgumentError(f"A table cannot name goals in {corpus.name}, which has no names for them.")
        self.table, self.corpus = table, corpus
        self.cells: GoalCells = corpus.cells
        self.kind: Kind = kind_of(corpus.name)
        self.seen: dict[tuple[str, ...], int] = {}  # rows by their content
        self.first_rows: dict[str, int] = {}  # the first row of each scene
        self.opening = lru_cache(maxsize=SCENES_KEPT)(self._opening)

    def read(self, row: Row) -> _Sentence | None:
        """A row with everything that it names; None if something is wrong."""
        before = len(self.table.mistakes)
        self._check_words(row)
        split = self._named_split(row)
        pose = self._try(row, "start", lambda: read_pose(row.cells["start"])) if row.cells["start"] else None
        episode = self._episode(row)
        goals: list[Any] = []
        if not row.cells["goal"]:
            self._note(row, "goal", "is empty; name a place, a landmark or a deed.")
        elif episode is not None:
            parts = [part for part in GOAL_SEPARATOR.split(row.cells["goal"]) if part]
            goals = [self._try(row, "goal", lambda part=part: self.cells.read(episode, part)) for part in parts]  # type: ignore[misc]
            if not parts:
                self._note(row, "goal", f"is {shown(row.cells['goal'])}; name a place, a landmark or a deed.")
        start = None if episode is None else episode.start
        if episode is not None and pose is not None:
            start = self._try(row, "start", lambda: self.cells.start(episode, pose))
        content = tuple(row.cells[name].lower() for name in ("seed", "house", "start", "words", "goal"))
        if (same := self.seen.setdefault(content, row.number)) != row.number:
            self._note(row, "", f"is the same as row {same}; delete one of them.")
        if len(self.table.mistakes) > before or episode is None or start is None:
            return None
        scene = self.kind.scene_of(episode)
        unseen = self.corpus.unseen is not None and self.corpus.unseen.holds(scene)
        record = json.dumps(self.kind.scene_to_json(scene), sort_keys=True)
        return _Sentence(row, sha256(record.encode()).hexdigest(), unseen, start, goals, split)

    def _check_words(self, row: Row) -> None:
        words = row.cells["words"]
        if not words:
            self._note(row, "words", "is empty; write the instruction.")
        elif not any(letter.isalpha() for letter in words) or not tokenize(words):
            self._note(row, "words", f"{shown(words)} has no word; write the instruction.")
        elif not words.isprintable():
            self._note(row, "words", f"{shown(words)} has characters that cannot be printed; type it again.")

    def _episode(self, row: Row) -> Any:
        """The scene of a row with the agent at its usual start."""
        seed, house = row.cells["seed"], row.cells["house"]
        number = self._try(row, "seed", lambda: read_seed(seed)) if seed else 0
        if number is None:
            return None
        if not seed and not house:
            self._note(row, "seed", "is empty; write the number of a scene, such as 7 (the seed of `sightline follow`).")
            return None
        return self._try(row, "house" if house else "seed", lambda: self.opening(number, house))

    def _opening(self, seed: int, house: str) -> Any:
        return opening_episode(self.kind, seed, self._scene(house) if house else None)

    def _scene(self, house: str) -> str:
        """A scene by its name, or by a file beside the table; a table names no files elsewhere."""
        folder = self.table.path.parent.resolve()
        file = (folder / house).resolve() if len(house) <= LONGEST_NAME else folder
        if file != folder and file.is_file() and file.is_relative_to(folder):
            return str(file)
        if self.kind.read_scene is None or re.search(r"[/\\]|\.(toml|json)$", house, re.I):
            raise InputError(f"there is no file {shown(house)} in the folder of the table.")
        return house

    def split(self, read: list[_Sentence | None]) -> list[str]:
        """The split of each row: as the table says, else that of its scene's other rows, else every fifth scene is dev."""
        chosen: dict[str, tuple[str, int]] = {}
        unseen: set[str] = set()
        for sentence in read:
            if sentence is None:
                continue
            scene = sentence.scene
            self.first_rows.setdefault(scene, sentence.row.number)
            unseen |= {scene} if sentence.unseen else set()
            split = sentence.split
            if not split:
                continue
            before, row = chosen.setdefault(scene, (split, sentence.row.number))
            if before != split:
                self._note(
                    sentence.row, "split",
                    f"is {split}, but row {row} has the same scene in {before}; a scene belongs in one split.",
                )  # fmt: skip
        named, others = bool(chosen), [scene for scene in self.first_rows if scene not in chosen]
        for k, scene in enumerate(others, 1):
            fifth = k % DEV_EVERY == 0 or 1 < k == len(others) < DEV_EVERY
            dev = scene in unseen or (fifth and not named)
            chosen[scene] = "dev" if dev else "train", self.first_rows[scene]
        splits = ["" if s is None else chosen[s.scene][0] for s in read]
        for sentence, split in zip(read, splits, strict=True):
            if sentence is not None and split == "train" and sentence.unseen:
                self._note(sentence.row, "house", "is kept for measuring (unseen-houses); nobody learns there, so use dev.")
        return splits

    def _named_split(self, row: Row) -> str:
        given = row.cells["split"].lower()
        if given in SPLITS or not given:
            return given
        other = OTHER_SPLITS.get(given)
        suggestion = f" (is it {other!r}?)" if other else is_it(given, SPLITS)
        self._note(row, "split", f"there is no split {shown(given)}{suggestion}; write {', '.join(SPLITS)} or nothing.")
        return ""

    def paragraph(self, sentence: _Sentence, source: str) -> Paragraph | None:
        """The paragraph of a row; None, and a mistake, if its goals cannot be reached."""
        row, episode = sentence.row, self._episode(sentence.row)
        plan = self._try(row, "goal", lambda: self.cells.demonstrate(episode, sentence.start, sentence.goals))
        if plan is None:
            return None
        words = row.cells["words"]
        segment = Segment(words, tokenize(words), sentence.start, plan.end, plan.actions, plan.intended, goals=plan.goals)
        seed = read_seed(row.cells["seed"]) if row.cells["seed"] else 0
        scene = self.kind.scene_of(episode)
        return Paragraph(f"row-{row.number}", scene, [segment], self.kind.name, source, seed)

    def _try(self, row: Row, column: str, make: Callable[[], Any]) -> Any:
        """The result of reading a cell; None, and a mistake, if it is wrong."""
        try:
            return make()
        except InputError as error:
            self._note(row, column, str(error))
            return None

    def _note(self, row: Row, column: str, sentence: str) -> None:
        self.table.note(row.number, column, sentence)
