"""Scenes in the original scene-config JSON: parallel arrays on a map of 1000 x 1000, lakes as cells."""

from __future__ import annotations

import json
import math
import os

from sightline.errors import InputError
from sightline.fields import Json, short
from sightline.files import read_json, replacing
from sightline.lani.landmarks import LANDMARKS
from sightline.lani.scene import Placed, Scene, runs
from sightline.render import FIELD, WATER_CELLS

MAP = 1000.0  # side of the original map; 20 map units are one field unit
PER_UNIT = MAP / FIELD
LISTS = ("landmarkName", "xPos", "zPos", "radius")


def read_scene(path: str | os.PathLike[str]) -> Scene:
    """The scene of a file; duplicates and any number of landmarks are accepted."""
    return parse_scene(read_json(path), str(path))


def parse_scene(data: object, where: str) -> Scene:
    """The scene that a decoded scene config describes; `where` names it in errors."""
    if not isinstance(data, dict):
        raise InputError(f"{where}: a scene is a JSON object, got {type(data).__name__}.")
    for key in LISTS:
        if key not in data:
            raise InputError(f"{where}: key {key!r} is missing.")
        if not isinstance(data[key], list):
            raise InputError(f"{where}: {key!r} must be a list, got {type(data[key]).__name__}.")
    names = data["landmarkName"]
    enabled = data.get("isEnabled", [True] * len(names))
    if not isinstance(enabled, list):
        raise InputError(f"{where}: 'isEnabled' must be a list, got {type(enabled).__name__}.")
    for key, values in (*((k, data[k]) for k in LISTS), ("isEnabled", enabled)):
        if len(values) != len(names):
            raise InputError(f"{where}: {key!r} has {len(values)} entries but 'landmarkName' has {len(names)}.")
    landmarks = []
    for k, name in enumerate(names):
        if not isinstance(name, str) or name not in LANDMARKS:
            raise InputError(
                f"{where}: landmarkName[{k}] is {short(name)}, which is none of the {len(LANDMARKS)} known landmarks."
            )
        x = _number(data["xPos"][k], 0, MAP, f"{where}: xPos[{k}]") / PER_UNIT
        z = _number(data["zPos"][k], 0, MAP, f"{where}: zPos[{k}]") / PER_UNIT
        radius = _number(data["radius"][k], 1e-9, MAP, f"{where}: radius[{k}]") / PER_UNIT
        if enabled[k]:
            landmarks.append(Placed(name, round(x, 4), round(z, 4), round(radius, 6)))
    return Scene(tuple(landmarks), _lakes(data.get("lakeCoords") or [], where))


def _number(value: object, low: float, high: float, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not -math.inf < value < math.inf:
        raise InputError(f"{where} is {short(value)}, not a finite number.")
    if not low <= value <= high:
        shown = repr(value) if abs(value) < 1e15 else "far"
        raise InputError(f"{where} is {shown}, outside {'' if low == 0 else 'above '}0..{high:g}.")
    return float(value)


def _lakes(cells: object, where: str) -> tuple[tuple[int, int, int], ...]:
    if not isinstance(cells, list):
        raise InputError(f"{where}: 'lakeCoords' must be a list, got {type(cells).__name__}.")
    mask = Scene(()).lake_cells()
    for k, cell in enumerate(cells):
        for key in ("x", "y"):
            if not isinstance(cell, dict) or key not in cell:
                raise InputError(f"{where}: lakeCoords[{k}] lacks the key {key!r}.")
            value = cell[key]
            if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < WATER_CELLS:
                raise InputError(
                    f"{where}: lakeCoords[{k}].{key} is {short(value)}, not a cell from 0 to {WATER_CELLS - 1}."
                )
        mask[cell["y"], cell["x"]] = True
    return runs(mask)


def scene_config(scene: Scene) -> Json:
    """A scene as the original's parallel arrays."""
    return {
        "landmarkName": [p.name for p in scene.landmarks],
        "xPos": [round(p.x * PER_UNIT) for p in scene.landmarks],
        "zPos": [round(p.z * PER_UNIT) for p in scene.landmarks],
        "radius": [round(p.radius * PER_UNIT, 4) for p in scene.landmarks],
        "isEnabled": [True] * len(scene.landmarks),
        "lakeCoords": [{"x": x, "y": z} for z, first, last in scene.lakes for x in range(first, last + 1)],
    }


def write_scene(scene: Scene, path: str | os.PathLike[str]) -> None:
    """Write a scene config atomically."""
    with replacing(path) as partial:
        partial.write_text(json.dumps(scene_config(scene)), encoding="utf-8")
