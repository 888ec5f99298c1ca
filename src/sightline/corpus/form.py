"""The form of a paragraph's record: keys, types and ranges, each fault named with its field."""

from __future__ import annotations

import json
import math
from typing import Any

from sightline.corpus.records import PHENOMENA, SOURCES
from sightline.lani import LANDMARKS
from sightline.render import FIELD, WATER_CELLS


def check_line(line: str) -> list[str]:
    """What is wrong with the form of one line of a split."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError) as error:
        return [f"is not JSON ({error})."]
    found: list[str] = []
    if not isinstance(data, dict):
        return [f"is not a JSON object but {type(data).__name__}."]
    name = f"({data['id']}) " if isinstance(data.get("id"), str) else ""
    _paragraph(data, found)
    return [f"{name}{sentence}" for sentence in found]


PARAGRAPH_KEYS = {"id", "world", "source", "seed", "scene", "path", "segments"}
SEGMENT_KEYS = {
    "instruction", "tokens", "start", "end", "intended", "actions", "phenomena", "meaning", "unseen_phrasing", "read",
}  # fmt: skip


def _paragraph(data: dict[str, Any], found: list[str]) -> None:
    found += [f"key {key!r} is not one of a paragraph." for key in data.keys() - PARAGRAPH_KEYS]
    for key, kind in (("id", str), ("world", str), ("source", str), ("seed", int), ("scene", dict), ("segments", list)):
        if key not in data:
            found.append(f"key {key!r} is missing.")
        elif not isinstance(data[key], kind) or isinstance(data[key], bool):
            found.append(f"{key!r} must be {_NAMES[kind]}, got {_short(data[key])}.")
    if data.get("world", "lani") != "lani":
        found.append(f"'world' is {_short(data['world'])}, which is none of lani.")
    if data.get("source", SOURCES[0]) not in SOURCES:
        found.append(f"'source' is {_short(data['source'])}, which is none of {', '.join(SOURCES)}.")
    if isinstance(data.get("scene"), dict):
        _scene(data["scene"], found)
    if data.get("path") is not None:
        if not isinstance(data["path"], list):
            found.append(f"'path' must be a list of places, got {_short(data['path'])}.")
        else:
            for k, place in enumerate(data["path"]):
                _place(place, 2, f"path[{k}]", found)
    segments = data.get("segments")
    if isinstance(segments, list):
        if not segments:
            found.append("'segments' is empty: a paragraph has at least one instruction.")
        for k, segment in enumerate(segments):
            if isinstance(segment, dict):
                _segment(segment, f"segments[{k}]", found)
            else:
                found.append(f"segments[{k}] is not an object but {_short(segment)}.")


def _scene(scene: dict[str, Any], found: list[str]) -> None:
    landmarks, lakes = scene.get("landmarks"), scene.get("lakes")
    if not isinstance(landmarks, list):
        found.append(f"scene.landmarks must be a list, got {_short(landmarks)}.")
        landmarks = []
    for k, landmark in enumerate(landmarks):
        where = f"scene.landmarks[{k}]"
        if not isinstance(landmark, dict):
            found.append(f"{where} is not an object but {_short(landmark)}.")
            continue
        if landmark.get("name") not in LANDMARKS:
            found.append(f"{where}.name is {_short(landmark.get('name'))}, which is none of the 63 known landmarks.")
        for key in ("x", "z"):
            if not _number(landmark.get(key), 0, FIELD):
                found.append(f"{where}.{key} is {_short(landmark.get(key))}, not a number from 0 to {FIELD:g}.")
        if not _number(landmark.get("radius"), 1e-9, FIELD):
            found.append(f"{where}.radius is {_short(landmark.get('radius'))}, not a number above 0.")
    if not isinstance(lakes, list):
        found.append(f"scene.lakes must be a list, got {_short(lakes)}.")
        return
    for k, run in enumerate(lakes):
        whole = isinstance(run, list) and len(run) == 3 and all(type(n) is int for n in run)
        if not whole or not (0 <= run[0] < WATER_CELLS and 0 <= run[1] <= run[2] < WATER_CELLS):
            found.append(f"scene.lakes[{k}] is {_short(run)}, not [z, first x, last x] of cells 0 to {WATER_CELLS - 1}.")


def _segment(segment: dict[str, Any], where: str, found: list[str]) -> None:
    found += [f"{where}: key {key!r} is not one of a segment." for key in segment.keys() - SEGMENT_KEYS]
    text, tokens, actions = (segment.get(key) for key in ("instruction", "tokens", "actions"))
    if not isinstance(text, str):
        found.append(f"{where}.instruction must be text, got {_short(text)}.")
    elif not text.strip():
        found.append(f"{where}.instruction is empty.")
    if not isinstance(tokens, list) or not all(isinstance(token, str) and token for token in tokens):
        found.append(f"{where}.tokens must be a list of words, got {_short(tokens)}.")
    elif not tokens:
        found.append(f"{where}.tokens is empty.")
    if not isinstance(actions, str) or set(actions) - set("FRL"):
        found.append(f"{where}.actions must be letters F, R and L, got {_short(actions)}.")
    _place(segment.get("start"), 3, f"{where}.start", found)
    _place(segment.get("end"), 2, f"{where}.end", found)
    for key in ("intended", "read"):
        if segment.get(key) is not None:
            _place(segment[key], 2, f"{where}.{key}", found)
    phenomena = segment.get("phenomena")
    if phenomena is not None:
        unknown = [p for p in phenomena if p not in PHENOMENA] if isinstance(phenomena, list) else [phenomena]
        if unknown:
            found.append(f"{where}.phenomena has {_short(unknown[0])}, which is none of {', '.join(PHENOMENA)}.")
    if not isinstance(segment.get("unseen_phrasing", False), bool):
        found.append(f"{where}.unseen_phrasing must be true or false, got {_short(segment['unseen_phrasing'])}.")
    if segment.get("meaning") is not None and not isinstance(segment["meaning"], dict):
        found.append(f"{where}.meaning must be an object, got {_short(segment['meaning'])}.")


def _place(value: Any, size: int, where: str, found: list[str]) -> None:
    numbers = isinstance(value, list) and len(value) == size and all(_number(v, -1e6, 1e6) for v in value)
    if not numbers:
        found.append(f"{where} must be {size} finite numbers, got {_short(value)}.")
    elif not all(0 <= v <= FIELD for v in value[:2]):
        found.append(f"{where} is {_short(value)}, outside the field 0..{FIELD:g}.")


def _number(value: Any, low: float, high: float) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and low <= value <= high


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return "nothing" if value is None else text if len(text) <= 60 else text[:57] + "..."


_NAMES = {str: "text", int: "a whole number", dict: "an object", list: "a list"}
