"""The LANI kind: everything that commands, agents, learners and records need of LANI (see sightline.world.Kind)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from sightline.checks import checked_floats, checked_seed, checked_whole
from sightline.errors import InputError
from sightline.fields import Json, ListOf, Number, Numbers, Object, OneOf, Text
from sightline.geometry import Camera, View
from sightline.geometry.types import Ints
from sightline.lani.dynamics import clearances
from sightline.lani.episode import Episode, episode_in, plain_instruction
from sightline.lani.files import parse_scene, read_scene
from sightline.lani.landmarks import INDEX, LANDMARKS, MAX_LANDMARK_KINDS, NAMES
from sightline.lani.reward import NEAR
from sightline.lani.scene import Placed, Scene, check_scene, generate_scene, too_many
from sightline.lani.world import ACTIONS, HORIZON, LaniWorld
from sightline.render import FIELD, WATER_CELLS
from sightline.render.look import FENCE_IDS
from sightline.world import Goal, Kind, Metric, paper_numbers
from sightline.worlds import LETTERS, read_actions, spell_actions

FIRST_THING = min(FENCE_IDS)  # the smallest number in a segmentation
BACKDROP = ("fence", "fence", "fence", "fence", "water", "grass", "sky")  # classes from FIRST_THING to the sky's 0
_LAST = WATER_CELLS - 1
SCENE = Object(
    "a scene",
    {
        "landmarks": ListOf(
            Object(
                "a landmark",
                {
                    "name": OneOf(LANDMARKS, f"one of the {len(NAMES)} known landmarks"), "x": Number(0, FIELD),
                    "z": Number(0, FIELD), "radius": Number(0, FIELD, above=True),
                },
            )
        ),
        "lakes": ListOf(
            Numbers(
                (0, 0, 0), (_LAST, _LAST, _LAST), f"[z, first x, last x] of cells 0 to {_LAST}", whole=True,
                holds=lambda z, first, last: first <= last,
            )
        ),
    },
    also=lambda scene: too_many(scene["landmarks"]),
)  # fmt: skip


def generate(
    seed: int, scene: Any = None, start: tuple[float, ...] | None = None, goal: tuple[float, ...] | None = None,
    instruction: str | None = None,
) -> Episode:  # fmt: skip
    """The episode of a seed; a scene is a Scene, the path of a scene config, or its decoded JSON."""
    field = generate_scene(seed) if scene is None else _scene(scene)
    pose = None if start is None else _checked_start(start, field)
    episode = episode_in(field, np.random.default_rng([seed, 1]), seed, pose)
    if goal is not None:
        x, z = checked_floats(goal, (2,), "A goal").tolist()
        episode = replace(episode, goal=(x, z), instruction=plain_instruction(field, episode.start, (x, z)))
    return episode if instruction is None else replace(episode, instruction=instruction)


def _checked_start(start: object, field: Scene) -> tuple[float, float, float]:
    """A start chosen by the user, outside landmarks. (Human records may have others: the original bodies differ.)"""
    x, z, heading = checked_floats(start, (3,), "A start").tolist()
    for placed, body in zip(field.landmarks, field.bodies, strict=True):
        if clearances(body[None], np.array([[x, z]]))[0] < 0:
            noun = LANDMARKS[placed.name].noun
            raise InputError(
                f"The start ({x:g}, {z:g}) lies inside the {noun} at ({placed.x:g}, {placed.z:g}); give a free place."
            )
    return x, z, heading


def _scene(scene: object) -> Scene:
    if isinstance(scene, Scene):
        check_scene(scene)
        return scene
    if isinstance(scene, dict):
        return parse_scene(scene, "scene")
    if isinstance(scene, str | os.PathLike):
        return read_scene(scene)
    raise InputError(f"A scene is a Scene, the path of a scene config, or its decoded JSON; got {type(scene).__name__}.")


def anywhere(count: int, seed: int) -> list[Episode]:
    """Generated fields, each with an agent without a task, at a free place with a random heading."""
    rng = np.random.default_rng(checked_seed(seed))
    scenes = [generate_scene(seed + k) for k in range(checked_whole(count, "How many episodes", 0))]
    episodes = []
    for scene in scenes:  # generated scenes are never too crowded
        place = rng.uniform(1, FIELD - 1, size=2)
        while scene.clearance(place) < 0.5:
            place = rng.uniform(1, FIELD - 1, size=2)
        x, z = place.tolist()
        episodes.append(Episode(scene, (x, z, rng.uniform(0, 360)), (x, z)))
    return episodes


def scene_to_json(scene: Scene) -> Json:
    """A scene as records spell it."""
    landmarks = [{"name": p.name, "x": p.x, "z": p.z, "radius": p.radius} for p in scene.landmarks]
    return {"landmarks": landmarks, "lakes": scene.lakes}


def scene_from_json(data: Json) -> Scene:
    """A record's scene; its fields are already checked."""
    landmarks = tuple([Placed(p["name"], p["x"], p["z"], p["radius"]) for p in data["landmarks"]])
    return Scene(landmarks, tuple(map(tuple, data["lakes"])))


def episode(
    scene: Scene, start: tuple[float, float, float], goals: Sequence[Goal], end: tuple[float, float], instruction: str,
    seed: int, first: tuple[float, float, float], before: Sequence[str],
) -> Episode:  # fmt: skip
    """The episode of an instruction; nothing on a field changes, so earlier instructions do not matter."""
    return Episode(scene, start, end, instruction, seed)


def thing_classes(episodes: Sequence[Episode]) -> Ints:
    """(N, M) class of each number, from 0: fences, water, grass, sky, the 63 landmarks; others count as sky."""
    numbers = np.arange(FIRST_THING, MAX_LANDMARK_KINDS + 1)
    return np.tile(np.where(numbers > len(NAMES), 0, numbers) - FIRST_THING, (len(episodes), 1))


def thing_names(episode: Episode) -> dict[int, str]:
    """Everyday names of the landmarks of a field, with their numbers."""
    return {INDEX[placed.name] + 1: LANDMARKS[placed.name].noun for placed in episode.scene.landmarks}


KIND = Kind(
    name="lani", title="LANI", unit="units", view=View(Camera(), (0.0, FIELD)), horizon=HORIZON, near=NEAR,
    metrics=(Metric("SD", "stop_distance", lower_is_better=True), Metric("TC", "completed", 1, percent=True)),
    action_count=len(ACTIONS), segmentation=(FIRST_THING, MAX_LANDMARK_KINDS), make=LaniWorld.make, generate=generate,
    anywhere=anywhere, scene_to_json=scene_to_json, scene_from_json=scene_from_json, spell_actions=spell_actions,
    read_actions=read_actions, episode=episode, scene_fields=SCENE,
    actions_field=Text(f"[{LETTERS}]*", "letters F, R and L"),
    thing_names=(*BACKDROP, *NAMES), first_thing=len(BACKDROP),
    thing_classes=thing_classes, names_in=thing_names, corpus="sightline.corpus.lani.kind:KIND",
    lexicon="sightline.corpus.lani.lexicon:lexicon",
    **paper_numbers(Path(__file__).with_name("paper.toml")),
)  # fmt: skip
