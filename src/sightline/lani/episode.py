"""An episode: scene, start, goal, instruction; and a simple one generated from a seed.

A generated instruction identifies its goal: it names one landmark unambiguously, and the goal lies beside that landmark, on
the straight line from the start.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from sightline.geometry import heading_to, wrap
from sightline.lani.dynamics import RADIUS, clearances
from sightline.lani.landmarks import LANDMARKS
from sightline.lani.scene import PLACES_TRIED, Scene, generate_scene, no_free_place
from sightline.render import FIELD

NEAREST_GOAL, FARTHEST_GOAL = 8.0, 25.0  # from start to goal
START_CLEARANCE = 2.0  # least distance from a start to a body
GOAL_CLEARANCE = 2.0  # distance of a goal from its landmark's body
GOAL_AHEAD = 15.0  # distance of a goal straight ahead, if there is no suitable landmark
STARTS_TRIED = 100  # until a landmark is neither too near nor too far
_RAY = np.arange(0.5, 12, 0.25)[:, None]  # distances from a landmark's centre


@dataclass(frozen=True)
class Episode:
    scene: Scene
    start: tuple[float, float, float]  # x, z, heading
    goal: tuple[float, float]
    instruction: str = ""
    seed: int = 0


def generate_episode(seed: int) -> Episode:
    """The episode of a seed: a generated scene, a free start, a goal beside a landmark, and a simple instruction."""
    scene = generate_scene(seed)
    return episode_in(scene, np.random.default_rng([seed, 1]), seed)


def episode_in(
    scene: Scene, rng: np.random.Generator, seed: int = 0, start: tuple[float, float, float] | None = None
) -> Episode:
    """A random episode in a given scene, from a given start if there is one."""
    for pose in _starts(scene, rng) if start is None else [start]:
        for k in rng.permutation(len(scene.landmarks)).tolist():
            goal = _beside(scene, k, pose)
            if goal is not None and _is_unambiguous(scene, pose, k):
                return Episode(scene, pose, goal, f"go to the {_description(scene, pose, k)} .", seed)
    return Episode(scene, pose, _ahead(pose), "go straight ahead .", seed)


def _starts(scene: Scene, rng: np.random.Generator) -> Iterator[tuple[float, float, float]]:
    for _ in range(STARTS_TRIED if scene.landmarks else 1):
        yield *_free_point(scene, rng), float(rng.integers(0, 360))


def _free_point(scene: Scene, rng: np.random.Generator) -> tuple[float, float]:
    """A random place with room around it; in a crowded scene the freest of many, if the agent fits there."""
    freest, room = (0.0, 0.0), RADIUS
    for _ in range(PLACES_TRIED):
        point = np.round(rng.uniform(2, FIELD - 2, size=2), 2)
        clearance = float(scene.clearance(point))
        if clearance > room:
            freest, room = (float(point[0]), float(point[1])), clearance
        if clearance > START_CLEARANCE:
            break
    if room == RADIUS:
        raise no_free_place()
    return freest


def _beside(scene: Scene, k: int, start: tuple[float, float, float]) -> tuple[float, float] | None:
    """The place in front of landmark k, seen from the start; None if it is too near, too far, or at the fence."""
    x, z = scene.landmarks[k].x, scene.landmarks[k].z
    angle = math.atan2(start[0] - x, start[1] - z)
    ray = np.round((x, z) + _RAY * (math.sin(angle), math.cos(angle)), 2)  # points at increasing distances
    point = ray[np.argmax(scene.clearance(ray) >= GOAL_CLEARANCE)].tolist()
    inside = all(2 * RADIUS < p < FIELD - 2 * RADIUS for p in point)
    return (point[0], point[1]) if inside and NEAREST_GOAL <= math.dist(start[:2], point) <= FARTHEST_GOAL else None


def _ahead(start: tuple[float, float, float]) -> tuple[float, float]:
    """Straight ahead, within the field."""
    turn = math.radians(start[2])
    x, z = start[0] + GOAL_AHEAD * math.sin(turn), start[1] + GOAL_AHEAD * math.cos(turn)
    low, high = 2 * RADIUS, FIELD - 2 * RADIUS
    return round(min(max(x, low), high), 2), round(min(max(z, low), high), 2)


def plain_instruction(scene: Scene, start: tuple[float, float, float], goal: tuple[float, float]) -> str:
    """'go to the barrel on your left .' from the landmark whose body is nearest to a goal."""
    if not scene.landmarks:
        return "go straight ahead ."
    place = np.array([goal], dtype=np.float64)
    nearest = int(np.argmin([clearances(body[None], place)[0] for body in scene.bodies]))
    return f"go to the {_description(scene, start, nearest)} ."


def _description(scene: Scene, start: tuple[float, float, float], k: int) -> str:
    """'barrel on your left': the noun of landmark k, and its side relative to the start."""
    placed = scene.landmarks[k]
    side = float(wrap(heading_to(start[:2], (placed.x, placed.z)) - start[2]))
    if abs(side) <= 30:
        where = "in front of you"
    elif abs(side) >= 150:
        where = "behind you"
    else:
        where = f"on your {'right' if side > 0 else 'left'}"
    return f"{LANDMARKS[placed.name].noun} {where}"


def _is_unambiguous(scene: Scene, start: tuple[float, float, float], k: int) -> bool:
    """Whether no other landmark has the same description from there."""
    description = _description(scene, start, k)
    return sum(_description(scene, start, other) == description for other in range(len(scene.landmarks))) == 1
