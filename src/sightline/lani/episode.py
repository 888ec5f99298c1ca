"""An episode: scene, start, goal, instruction; and a plain one made from a seed."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from sightline.geometry import distance, heading_to, wrap
from sightline.lani.dynamics import RADIUS
from sightline.lani.landmarks import LANDMARKS
from sightline.lani.scene import Scene, generate_scene
from sightline.render import FIELD

NEAREST, FARTHEST = 8.0, 25.0  # from start to goal
_OUT = np.arange(0.5, 12, 0.25)[:, None]  # distances from a landmark's centre


@dataclass(frozen=True)
class Episode:
    scene: Scene
    start: tuple[float, float, float]  # x, z, heading
    goal: tuple[float, float]
    instruction: str = ""
    seed: int = 0


def generate_episode(seed: int) -> Episode:
    """The episode of a seed: a generated scene, a free start, a goal beside a landmark, and a plain instruction."""
    scene = generate_scene(seed)
    return episode_in(scene, np.random.default_rng([seed, 1]), seed)


def episode_in(scene: Scene, rng: np.random.Generator, seed: int = 0) -> Episode:
    """A random episode in a given scene."""
    start = _free_point(scene, rng)
    heading = float(rng.integers(0, 360))
    goal = _goal_beside_landmark(scene, start, rng)
    return Episode(scene, (*start, heading), goal, plain_instruction(scene, (*start, heading), goal), seed)


def _free_point(scene: Scene, rng: np.random.Generator) -> tuple[float, float]:
    for _ in range(1000):
        point = np.round(rng.uniform(2, FIELD - 2, size=2), 2)
        if scene.clearance(point) > 2.0:
            break
    return float(point[0]), float(point[1])


def _goal_beside_landmark(scene: Scene, start: tuple[float, float], rng: np.random.Generator) -> tuple[float, float]:
    """A place on the near half of some landmark, two units off its body."""
    for k in rng.permutation(len(scene.landmarks)):
        x, z = scene.landmarks[k].x, scene.landmarks[k].z
        angle = math.atan2(start[0] - x, start[1] - z) + rng.uniform(-math.pi / 2, math.pi / 2)
        ray = np.round((x, z) + _OUT * (math.sin(angle), math.cos(angle)), 2)  # points further and further off
        point = ray[np.argmax(scene.clearance(ray) >= 2.0)].tolist()
        if NEAREST <= math.dist(start, point) <= FARTHEST and all(2 * RADIUS < p < FIELD - 2 * RADIUS for p in point):
            return point[0], point[1]
    return _free_point(scene, rng)


def plain_instruction(scene: Scene, start: tuple[float, float, float], goal: tuple[float, float]) -> str:
    """'go to the barrel on your left .' from the goal's nearest landmark."""
    if not scene.landmarks:
        return "go straight ahead ."
    nearest = scene.landmarks[int(distance(scene.positions, goal).argmin())]
    side = float(wrap(heading_to(start[:2], (nearest.x, nearest.z)) - start[2]))
    if abs(side) <= 30:
        where = "in front of you"
    elif abs(side) >= 150:
        where = "behind you"
    else:
        where = f"on your {'right' if side > 0 else 'left'}"
    return f"go to the {LANDMARKS[nearest.name].noun} {where} ."
