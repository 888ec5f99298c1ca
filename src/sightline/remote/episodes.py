"""Episodes on their way over a network: as JSON, in the words of corpus records, and back.

An episode with a scene says all of itself; one without is made from its seed by the server, with whatever else is given:

    {"seed": 7}      {"seed": 7, "instruction": "go to the well"}
    {"scene": {...}, "start": [x, z, heading], "goals": [...], "end": [x, z], "instruction": "...", "seed": 7,
     "first": [x, z, heading], "before": ["FFR", ...]}

Reading trusts nothing: nothing in it can name a file, and all of it has a size.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from sightline.checks import LARGEST_SEED, checked_choice, checked_floats, checked_whole, shown
from sightline.errors import InputError
from sightline.world import INTERACTION, NAVIGATION, Goal, Kind

LONGEST_SCENE, LONGEST_BEFORE, LONGEST_TEXT = 65536, 20000, 10000  # characters
MOST_GOALS = 100
KEYS = ("scene", "start", "goals", "end", "instruction", "seed", "first", "before")


def write_episode(kind: Kind, episode: Any) -> dict[str, Any]:
    """An episode as JSON."""
    parts = kind.parts(episode)
    data = parts._asdict() | {
        "scene": kind.scene_to_json(kind.scene_of(episode)),
        "goals": [asdict(goal) for goal in parts.goals],
    }
    written: dict[str, Any] = json.loads(json.dumps(data, default=lambda number: number.item()))  # tuples become lists
    return written


def read_episodes(kind: Kind, data: Any) -> list[Any]:
    """Episodes from JSON that anybody may have written."""
    if not isinstance(data, list):
        raise InputError(f"A world takes a list of episodes, got {shown(data)}.")
    return [_read(kind, episode, f"episode {k}") for k, episode in enumerate(data)]


def _read(kind: Kind, data: Any, where: str) -> Any:
    if not isinstance(data, dict) or not set(data) <= set(KEYS):
        raise InputError(f"{where}: is an object with {', '.join(KEYS)}, got {shown(data)}.")
    given = {key: value for key, value in data.items() if value is not None}
    seed = checked_whole(given.get("seed", 0), f"{where}: its seed", 0, LARGEST_SEED)
    start, first = (_numbers(given.get(key), 3, f"{where}: {key}") for key in ("start", "first"))
    end = _numbers(given.get("end"), 2, f"{where}: goal")
    said = _text(given.get("instruction", ""), f"{where}: its instruction")
    if "scene" not in given:
        return kind.generate(seed, start=start, goal=end, instruction=said if "instruction" in given else None)
    if start is None:
        raise InputError(f"{where}: has a scene, but no start.")
    scene, goals, before = given["scene"], _list(given, "goals", where), _list(given, "before", where)
    if len(json.dumps(scene)) > LONGEST_SCENE:
        raise InputError(f"{where}: its scene is longer than {LONGEST_SCENE} characters.")
    for wrong in kind.scene_fields.wrong(scene, f"{where}: scene"):
        raise InputError(wrong)
    if len(goals) > MOST_GOALS:
        raise InputError(f"{where}: has {len(goals)} goals; {MOST_GOALS} is the most.")
    for letters in before:
        for wrong in kind.actions_field.wrong(letters, f"{where}: before"):
            raise InputError(wrong)
    if sum(map(len, before)) > LONGEST_BEFORE:
        raise InputError(f"{where}: the actions before it are longer than {LONGEST_BEFORE} characters.")
    on_the_way = [_goal(goal, f"{where}: goal {k}") for k, goal in enumerate(goals)]
    place: Any = end
    return kind.episode(kind.scene_from_json(scene), start, on_the_way, place, said, seed, first or start, before)


def _goal(data: Any, where: str) -> Goal:
    if not isinstance(data, dict) or not set(data) <= {"kind", "stand", "point", "deed"}:
        raise InputError(f"{where} is an object with kind, stand, point and deed, got {shown(data)}.")
    kind = checked_choice(data.get("kind"), f"{where}: kind", (NAVIGATION, INTERACTION))
    stand = data.get("stand")
    size = 3 if isinstance(stand, list) and len(stand) == 3 else 2
    point, deed = _numbers(data.get("point"), 3, f"{where}: point"), data.get("deed")
    if deed is not None and (
        not isinstance(deed, list) or len(deed) != 3 or not all(isinstance(word, str) for word in deed)
    ):
        raise InputError(f"{where}: deed must be [verb, object, receptacle], got {shown(deed)}.")
    if (kind == INTERACTION) != (point is not None and deed is not None) or stand is None:
        raise InputError(f"{where}: has a stand, and if it is an interaction a point and a deed.")
    return Goal(kind, _numbers(stand, size, f"{where}: stand"), point, None if deed is None else tuple(deed))


def _numbers(value: Any, size: int, where: str) -> Any:
    """So many finite numbers as they were written; None for nothing."""
    if value is None:
        return None
    numbers = tuple(value) if isinstance(value, list) else value
    checked_floats(numbers, (size,), where)
    return numbers


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise InputError(f"{where} must be text, got {shown(value)}.")
    if len(value) > LONGEST_TEXT:
        raise InputError(f"{where} has {len(value)} characters; {LONGEST_TEXT} is the most.")
    return value


def _list(data: dict[str, Any], key: str, where: str) -> list[Any]:
    value = data.get(key, [])
    if not isinstance(value, list):
        raise InputError(f"{where}: {key} must be a list, got {shown(value)}.")
    return value
