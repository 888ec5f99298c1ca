"""Read and write the files of the original release: annotations, scene configs, reference curves.

Annotations are lists of paragraphs, in {train,dev,test}_annotations_6000.json or under the keys train, dev and test of one
annotation_results.json. Places are in the original world's frame (225..275 for our 0..50), except in synthetic data without
moves, which has them in map units (0..1000), as configs and curves do. Recorded moves do not replay with the
paper's step length: start and end are authoritative. Ids are numbers there, "lani-000123" here.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sightline.corpus.files import Corpus, Entry, existing_folder, require_keys, source_in
from sightline.corpus.records import SPLITS, Paragraph, Segment
from sightline.errors import InputError
from sightline.fields import Json, is_unicode, short
from sightline.files import new_folder, read_json
from sightline.lani import Scene
from sightline.lani.files import PER_UNIT, read_scene, scene_config
from sightline.render import FIELD

ORIGIN = 225.0  # of the original world's frame
EDGE_TOLERANCE = 0.51  # places rounded to whole units may lie this far outside the field
LIST_KEYS = ("instructions", "moves", "start_x", "start_z", "start_rot", "end_x", "end_z")


def import_ciff(source: str | os.PathLike[str], label: str, skipped: Counter[str]) -> Iterator[Entry]:
    """Every valid paragraph of a folder of original files; `skipped` counts the others."""
    root = existing_folder(source)
    empty = True
    taken: Counter[str] = Counter()
    for split, file, records in _annotations(root):
        empty = False
        for n, annotation in enumerate(records):
            where = f"{file}, {split} paragraph {n}"
            if isinstance(annotation, dict) and annotation.get("valid") is False:
                skipped["invalid"] += 1
                continue
            paragraph = _paragraph(annotation, where, root, label)
            taken[paragraph.id] += 1
            if taken[paragraph.id] > 1:  # several paragraphs may share a scene
                paragraph.id = f"{paragraph.id}-{taken[paragraph.id]}"
            yield Entry.checked(split, paragraph, where)
    if empty:
        raise InputError(f"{root}: has neither train_annotations_*.json (or dev, test) nor annotation_results.json.")


def source_of(source: str | os.PathLike[str]) -> str:
    """The source of the language, according to the files."""
    return source_in(record for _, _, records in _annotations(Path(source)) for record in records)


def _annotations(root: Path) -> Iterator[tuple[str, Path, list[Any]]]:
    for split in SPLITS:
        for file in sorted(root.glob(f"{split}_annotations*.json")):
            data = read_json(file)
            if not isinstance(data, list):
                raise InputError(f"{file}: must be a list of paragraphs, got {type(data).__name__}.")
            yield split, file, data
    file = root / "annotation_results.json"
    if file.exists():
        data = read_json(file)
        if not isinstance(data, dict) or not any(isinstance(data.get(split), list) for split in SPLITS):
            raise InputError(f"{file}: must have lists of paragraphs under the keys train, dev and test.")
        for split in SPLITS:
            if split in data:
                if not isinstance(data[split], list):
                    raise InputError(f"{file}: {split!r} must be a list, got {type(data[split]).__name__}.")
                yield split, file, data[split]


def _paragraph(record: object, where: str, root: Path, label: str) -> Paragraph:
    annotation = require_keys(record, ("id", "config_file", *LIST_KEYS), where)
    if type(annotation["id"]) not in (int, str):
        raise InputError(f"{where}: 'id' is {short(annotation['id'])}, neither a number nor text.")
    name = str(annotation["id"])
    where = f"{where} (id {short(name)})"
    instructions = annotation["instructions"]
    if not isinstance(instructions, list) or not instructions:
        raise InputError(f"{where}: 'instructions' is {short(instructions)}, not a list of one or more texts.")
    moves = annotation["moves"] or [""] * len(instructions)
    lists = {**{key: annotation[key] for key in LIST_KEYS}, "moves": moves}
    for key, values in lists.items():
        if not isinstance(values, list) or len(values) != len(instructions):
            size = f"{len(values)} entries" if isinstance(values, list) else short(values)
            raise InputError(f"{where}: {key!r} has {size} but 'instructions' has {len(instructions)} entries.")
    synthetic = not annotation["moves"]  # synthetic data are in map units
    segments = []
    for k, text in enumerate(instructions):
        if not isinstance(text, str) or not text.strip():
            raise InputError(f"{where}: instructions[{k}] is empty or not text.")
        if not isinstance(moves[k], str) or set(moves[k]) - set("FRL"):
            raise InputError(f"{where}: moves[{k}] must be letters F, R and L, got {short(moves[k])}.")
        places = [
            _place(lists[key][k], synthetic, f"{where}: {key}[{k}]") for key in ("start_x", "start_z", "end_x", "end_z")
        ]
        heading = _number(lists["start_rot"][k], f"{where}: start_rot[{k}]") % 360
        start = (places[0], places[1], heading)
        segments.append(Segment(text, text.split(), start, (places[2], places[3]), moves[k]))
    scene = _scene(annotation["config_file"], where, root)
    number = int(name) if re.fullmatch(r"\d{1,9}", name) else None
    return Paragraph(
        name if number is None else f"lani-{number:06d}", scene, segments, world="lani", source=label, seed=number or 0,
        path=_path(annotation.get("path_file"), where, root, synthetic),
    )  # fmt: skip


def _number(value: object, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 1e6:
        raise InputError(f"{where} is {short(value)}, not a number.")
    return float(value)


def _place(value: object, on_map: bool, where: str) -> float:
    at = _number(value, where) / PER_UNIT if on_map else _number(value, where) - ORIGIN
    if not -EDGE_TOLERANCE <= at <= FIELD + EDGE_TOLERANCE:
        frame = "0..1000 (map units, as there are no moves)" if on_map else f"{ORIGIN:g}..{ORIGIN + FIELD:g}"
        raise InputError(f"{where} is {value!r}, outside the field {frame}.")
    return round(min(max(at, 0.0), FIELD), 4)


def _scene(file: object, where: str, root: Path) -> Scene:
    return read_scene(_resource(file, where, root, "config_file"))


def _path(file: object, where: str, root: Path, synthetic: bool) -> list[tuple[float, float]] | None:
    """A reference curve; in map units, except in synthetic data, where it is in the original world's frame."""
    if file is None:
        return None
    path = _resource(file, where, root, "path_file")
    data = read_json(path)
    arrays = [data.get(key) if isinstance(data, dict) else None for key in ("x_array", "z_array")]
    if not all(isinstance(a, list) for a in arrays) or len(arrays[0]) != len(arrays[1]):  # type: ignore[arg-type]
        raise InputError(f"{path}: must have lists of one length under 'x_array' and 'z_array'.")
    places = []
    for n, pair in enumerate(zip(*arrays, strict=True)):
        x, z = (_number(v, f"{path}: {key}_array[{n}]") for key, v in zip("xz", pair, strict=True))
        places.append((x - ORIGIN, z - ORIGIN) if synthetic else (x / PER_UNIT, z / PER_UNIT))
    return [(round(x, 4), round(z, 4)) for x, z in places]


def _resource(file: object, where: str, root: Path, key: str) -> Path:
    """A file named by an annotation: relative to the folder, or directly in it."""
    if not isinstance(file, str) or not file or "\0" in file or not is_unicode(file):
        raise InputError(f"{where}: {key!r} must name a file, got {short(file)}.")
    inside = root.resolve()
    try:
        for candidate in (root / file, root / Path(file).parent.name / Path(file).name, root / Path(file).name):
            if candidate.is_file() and candidate.resolve().is_relative_to(inside):
                return candidate
    except (OSError, RuntimeError) as error:  # a name that is too long, or a loop of links
        reason = error.strerror if isinstance(error, OSError) else "links lead in a circle"
        raise InputError(f"{where}: the file {short(file)} of {key!r} cannot be looked at ({reason}).") from None
    raise InputError(f"{where}: the file {short(file)} of {key!r} is not under {root}.")


def export_ciff(corpus: Corpus, target: Path, force: bool) -> None:
    """Write a corpus as original files."""
    with new_folder(target, force, "configs") as folder:
        for name in ("configs", "paths", "instructions"):
            (folder / name).mkdir()
        for split, paragraphs in corpus.splits.items():
            annotations = []
            for paragraph in paragraphs:
                name = re.sub(r"^lani-0*(?=\d)", "", paragraph.id)
                annotations.append(_annotation(paragraph, name))
                _dump(folder / f"configs/random_config_{name}.json", scene_config(paragraph.scene))
                text = " ".join(" ".join(s.tokens) for s in paragraph.segments)
                (folder / f"instructions/instructions_{name}.txt").write_text(text + "\n", encoding="utf-8")
                if paragraph.path is not None:
                    curve = {
                        f"{key}_array": [round(p[n] * PER_UNIT, 3) for p in paragraph.path] for n, key in enumerate("xz")
                    }
                    _dump(folder / f"paths/random_curve_{name}.json", curve)
            _dump(folder / f"{split}_annotations_6000.json", annotations)


def _annotation(paragraph: Paragraph, name: str) -> Json:
    segments = paragraph.segments
    data: Json = {
        "id": name, "source": paragraph.source, "valid": True, "config_file": f"configs/random_config_{name}.json",
        "instructions_file": f"instructions/instructions_{name}.txt",
        "instructions": [" ".join(s.tokens) for s in segments], "moves": [s.actions for s in segments],
        "num_tokens": [len(s.tokens) - (s.tokens[-1] == ".") for s in segments],
        "start_rot": [s.start[2] for s in segments],
    }  # fmt: skip
    for n, axis in enumerate("xz"):
        data[f"start_{axis}"] = [round(s.start[n] + ORIGIN, 4) for s in segments]
        data[f"end_{axis}"] = [round(s.end[n] + ORIGIN, 4) for s in segments]
    if paragraph.path is not None:
        data["path_file"] = f"paths/random_curve_{name}.json"
    return data


def _dump(file: Path, data: object) -> None:
    file.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
