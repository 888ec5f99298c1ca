"""Scenes in the original scene-config JSON: parallel arrays on a map of 1000 x 1000, lakes as cells."""

from __future__ import annotations

import json
import os

from sightline.checks import checked_number
from sightline.errors import InputError
from sightline.fields import Json, short
from sightline.files import read_json, replacing
from sightline.lani.landmarks import LANDMARKS
from sightline.lani.scene import Placed, Scene, runs, too_many
from sightline.render import FIELD, WATER_CELLS

MAP = 1000.0  # side of the original map; 20 map units are one field unit
PER_UNIT = MAP / FIELD
LISTS = ("landmarkName", "xPos", "zPos", "radius")
LEAST_RADIUS = 1e-9


def read_scene(path: str | os.PathLike[str]) -> Scene:
    """The scene of a file. A landmark may stand there more than once."""
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
    if sentence := too_many(names):
        raise InputError(f"{where}: {sentence}")
    enabled = data.get("isEnabled", [True] * len(names))
    if not isinstance(enabled, list) or not all(isinstance(flag, bool) for flag in enabled):
        raise InputError(f"{where}: 'isEnabled' must be a list of true and false, got {short(enabled)}.")
    for key, values in (*((k, data[k]) for k in LISTS), ("isEnabled", enabled)):
        if len(values) != len(names):
            raise InputError(f"{where}: {key!r} has {len(values)} entries but 'landmarkName' has {len(names)}.")
    landmarks = []
    for k, name in enumerate(names):
        if not isinstance(name, str) or name not in LANDMARKS:
            raise InputError(
                f"{where}: landmarkName[{k}] is {short(name)}, which is none of the {len(LANDMARKS)} known landmarks."
            )
        x, z, radius = (
            checked_number(data[key][k], f"{where}: {key}[{k}]", least, MAP) / PER_UNIT
            for key, least in (("xPos", 0), ("zPos", 0), ("radius", LEAST_RADIUS))
        )
        if enabled[k]:
            landmarks.append(Placed(name, round(x, 4), round(z, 4), round(radius, 6)))
    return Scene(tuple(landmarks), _lakes(data.get("lakeCoords"), where))


def _lakes(cells: object, where: str) -> tuple[tuple[int, int, int], ...]:
    if cells is None:
        return ()
    if not isinstance(cells, list):
        raise InputError(f"{where}: 'lakeCoords' must be a list, got {type(cells).__name__}.")
    if len(cells) > WATER_CELLS**2:
        raise InputError(f"{where}: 'lakeCoords' has {len(cells):,} cells; a field has {WATER_CELLS**2:,}.")
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
