"""Read and write the files of the original CHAI release: tokenized trajectories, vocabulary, goal types.

`tokenized_house3_discrete_train.json` and its like hold {"Dataset": [{"Instruction": [12, 5], "House": 3, "Trajectory":
"forward#lookleft#stop", "ID": 17}]}. Token ids are lines of `house_all_vocab.txt`, from 0; one extra id is unknown words.
`datapoint_type_house3.txt` has a line "17 navigation manipulation" for the goals of each ID. All lie in one folder, or some
in its AssetsHouse.

The houses of the release are not available. A record of it has the scene {"house": 3, "variant": 17, "fingerprint":
"original"}, which no world loads (the ID stands for the variant: the original simulator restored each state by it), goals
with a type and no place, no start and no end. Its action space has finer steps and no interactions, so its trajectory is
kept as `moves`, and `actions` is empty. The files do not group instructions into paragraphs: each is one paragraph.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sightline.chai.dynamics import FORWARD, TURN_LEFT, TURN_RIGHT
from sightline.chai.kind import ORIGINAL, Scene
from sightline.corpus.files import Corpus, Entry, existing_folder, lines_of, require_keys, source_in
from sightline.corpus.records import SPLITS, UNKNOWN_PLACE, UNKNOWN_POSE, Paragraph, Segment
from sightline.errors import InputError
from sightline.fields import Json, short
from sightline.files import new_folder, read_json
from sightline.world import INTERACTION, NAVIGATION, Goal
from sightline.worlds import read_actions

ORIGINAL_HOUSES = (1, 2, 3, 4, 5)
VOCABULARY = "house_all_vocab.txt"
UNKNOWN = "$UNK$"
MOVES = ("forward", "back", "slideleft", "slideright", "lookleft", "lookright", "stop")
STOP = "stop"
OURS = {FORWARD: "forward", TURN_RIGHT: "lookright", TURN_LEFT: "lookleft"}
GOAL_TYPES = {"navigation": NAVIGATION, "manipulation": INTERACTION}
GOAL_TYPE_WORDS = {kind: word for word, kind in GOAL_TYPES.items()}
LARGEST_ID = 2**53  # largest ID


def import_ciff(source: str | os.PathLike[str], label: str, skipped: Counter[str]) -> Iterator[Entry]:
    """Every instruction of a folder of original files; `skipped` counts those without goal types."""
    root = existing_folder(source)
    files = list(_datasets(root))
    if not files:
        raise InputError(f"{root}: has no tokenized_house1_discrete_train.json, nor another house, dev or test.")
    vocabulary = _read_vocabulary(_find(root, VOCABULARY))
    types = {house: _read_types(root, house) for house in ORIGINAL_HOUSES}
    taken: dict[str, str] = {}
    for split in SPLITS:
        for house, file in ((h, f) for h, s, f in files if s == split):
            for n, datum in enumerate(_read_dataset(file)):
                where = f"{file}, Dataset[{n}]"
                paragraph = _paragraph(datum, where, house, vocabulary, types[house], label)
                if taken.setdefault(paragraph.id, where) != where:
                    raise InputError(f"{where}: has the house and the ID of {taken[paragraph.id]}.")
                skipped["untyped"] += paragraph.segments[0].goals is None
                yield Entry.checked(split, paragraph, where)


def source_of(source: str | os.PathLike[str]) -> str:
    """The source of the language, according to the files."""
    return source_in(datum for _, _, file in _datasets(Path(source)) for datum in _read_dataset(file))


def _datasets(root: Path) -> Iterator[tuple[int, str, Path]]:
    """House, split and path of every dataset file."""
    for house in ORIGINAL_HOUSES:
        for split in SPLITS:
            file = _find(root, f"tokenized_house{house}_discrete_{split}.json")
            if file.exists():
                yield house, split, file


def _find(root: Path, name: str) -> Path:
    """A file of the folder or of its AssetsHouse."""
    inside = root / "AssetsHouse" / name
    return inside if inside.exists() else root / name


def _read_dataset(file: Path) -> list[Any]:
    data = read_json(file)
    if not isinstance(data, dict) or not isinstance(data.get("Dataset"), list):
        raise InputError(f"{file}: must have a list under the key 'Dataset'.")
    return data["Dataset"]


def _read_vocabulary(file: Path) -> list[str]:
    if not file.exists():
        raise InputError(f"{file}: there is no such file; without it token ids are not words.")
    return [*(line.strip().lower() for line in lines_of(file)), UNKNOWN]


def _read_types(root: Path, house: int) -> dict[int, list[str]]:
    """The goal types of each ID of a house; empty if there is no file."""
    file = _find(root, f"datapoint_type_house{house}.txt")
    types: dict[int, list[str]] = {}
    for number, line in enumerate(lines_of(file) if file.exists() else (), 1):
        name, *words = line.split() or [""]
        where = f"{file}, line {number}"
        if not re.fullmatch(r"\d{1,15}", name, re.ASCII):
            raise InputError(f"{where}: begins with {short(name)}, not with an ID.")
        if not words:
            raise InputError(f"{where}: names no goals after the ID; it must be an ID and goal types.")
        for word in words:
            if word not in GOAL_TYPES:
                raise InputError(f"{where}: has {short(word)}, which is neither {' nor '.join(GOAL_TYPES)}.")
        if int(name) in types:
            raise InputError(f"{where}: has the ID {name} of a line before.")
        types[int(name)] = [GOAL_TYPES[word] for word in words]
    return types


def _paragraph(
    record: object, where: str, house: int, vocabulary: list[str], types: dict[int, list[str]], label: str
) -> Paragraph:
    datum = require_keys(record, ("Instruction", "House", "Trajectory", "ID"), where)
    number = _whole(datum["ID"])
    if number is None or number > LARGEST_ID:
        raise InputError(f"{where}: 'ID' is {short(datum['ID'])}, not a whole number from 0 on.")
    named = datum["House"].lower().removeprefix("house") if isinstance(datum["House"], str) else datum["House"]
    if _whole(named) != house:
        raise InputError(f"{where}: 'House' is {short(datum['House'])}, but the file is of house {house}.")
    tokens = _tokens(datum["Instruction"], vocabulary, where)
    kinds = types.get(number)
    segment = Segment(
        " ".join(tokens), tokens, UNKNOWN_POSE, UNKNOWN_PLACE, "",
        goals=None if kinds is None else tuple(Goal(kind, ()) for kind in kinds),
        moves=_moves(datum["Trajectory"], where),
    )  # fmt: skip
    scene = Scene(house, number, ORIGINAL)
    return Paragraph(f"chai-house{house}-{number:06d}", scene, [segment], world="chai", source=label, seed=number)


def _whole(value: object) -> int | None:
    """A whole number from 0 on, given as a number or as text."""
    if isinstance(value, str) and re.fullmatch(r"\d{1,18}", value, re.ASCII):
        return int(value)
    return value if type(value) is int and value >= 0 else None


def _tokens(ids: object, vocabulary: list[str], where: str) -> list[str]:
    if not isinstance(ids, list) or not ids:
        raise InputError(f"{where}: 'Instruction' is {short(ids)}, not a list of one or more token ids.")
    for k, token in enumerate(ids):
        if type(token) is not int or not 0 <= token < len(vocabulary):
            raise InputError(f"{where}: Instruction[{k}] is {short(token)}, not a token id from 0 to {len(vocabulary) - 1}.")
        if not vocabulary[token]:
            raise InputError(f"{where}: Instruction[{k}] is {token}, but line {token + 1} of {VOCABULARY} is empty.")
    return [vocabulary[token] for token in ids]


def _moves(trajectory: object, where: str) -> str:
    """A trajectory as words without the final stop, as in all records."""
    if not isinstance(trajectory, str):
        raise InputError(f"{where}: 'Trajectory' is {short(trajectory)}, not moves with # between them.")
    moves = [move.strip() for move in trajectory.split("#")] if trajectory.strip() else []
    for k, move in enumerate(moves):
        if move not in MOVES:
            raise InputError(f"{where}: move {k} of 'Trajectory' is {short(move)}, not one of {', '.join(MOVES)}.")
    return " ".join(moves[:-1] if moves and moves[-1] == STOP else moves)


def export_ciff(corpus: Corpus, target: Path, force: bool) -> None:
    """Write a corpus as original files; they have the type of each goal but no deeds.

    Our turns are 90 degrees and our steps 0.1 m; the sizes in the original trajectories are unknown.
    """
    words = list(corpus.vocabulary.tokens[1:])
    known = set(words)
    used = dict.fromkeys(t for p in corpus.paragraphs() for s in p.segments for t in s.tokens)
    words += [token for token in used if token not in known]
    words = [word for word in words if word != UNKNOWN]
    ids = {word: k for k, word in enumerate([*words, UNKNOWN])}
    numbers: Counter[int] = Counter()  # instructions of each house
    types: dict[int, list[str]] = {}
    with new_folder(target, force, VOCABULARY) as folder:
        (folder / VOCABULARY).write_text("".join(f"{word}\n" for word in words), encoding="utf-8")
        for split, paragraphs in corpus.splits.items():
            data: dict[int, list[Json]] = {}
            for paragraph in paragraphs:
                house = _house(paragraph)
                for segment in paragraph.segments:
                    number = paragraph.scene.variant if paragraph.scene.fingerprint == ORIGINAL else numbers[house]
                    numbers[house] += 1
                    entry = {
                        "Instruction": [ids[token] for token in segment.tokens], "House": house,
                        "Trajectory": _trajectory(segment), "ID": number, "source": paragraph.source,
                    }  # fmt: skip
                    data.setdefault(house, []).append(entry)
                    if segment.goals is not None:
                        kinds = " ".join(GOAL_TYPE_WORDS[goal.kind] for goal in segment.goals)
                        types.setdefault(house, []).append(f"{number} {kinds}\n")
            for house, entries in data.items():
                file = folder / f"tokenized_house{house}_discrete_{split}.json"
                file.write_text(json.dumps({"Dataset": entries}), encoding="utf-8")
        for house, lines in types.items():
            (folder / f"datapoint_type_house{house}.txt").write_text("".join(lines), encoding="utf-8")


def _house(paragraph: Paragraph) -> int:
    house = paragraph.scene.house
    if house not in ORIGINAL_HOUSES:
        raise InputError(
            f"{paragraph.id}: is in house {short(house)}; "
            f"these files are of houses {ORIGINAL_HOUSES[0]} to {ORIGINAL_HOUSES[-1]} only."
        )
    return int(house)


def _trajectory(segment: Segment) -> str:
    """The moves and the final stop, without interactions."""
    if segment.moves is not None:
        return "#".join([*segment.moves.split(), STOP])
    return "#".join([*(OURS[action] for action in read_actions(segment.actions) if action in OURS), STOP])
