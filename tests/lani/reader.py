"""A reader of generated instructions who knows the field and the words, but not the goal: they are enough to get there."""

import re

import numpy as np

from sightline.geometry import direction, heading_to, wrap
from sightline.geometry.types import Bools, Floats
from sightline.lani import LANDMARKS, Episode, LaniWorld, head_to_goal
from sightline.lani.dynamics import clearances

SIDES = {
    "in front of you": lambda side: abs(side) <= 30,
    "behind you": lambda side: abs(side) >= 150,
    "on your right": lambda side: 30 < side < 150,
    "on your left": lambda side: -150 < side < -30,
}
SENTENCE = re.compile(rf"go to the (.+) ({'|'.join(SIDES)}) \.")


def place_meant(episode: Episode) -> Floats:
    """Where to go: to the one landmark that the words fit, up to two units before its body."""
    start = np.array(episode.start)
    if episode.instruction == "go straight ahead .":
        return start[:2] + 15.0 * direction(start[2])
    match = SENTENCE.fullmatch(episode.instruction)
    assert match is not None, episode.instruction
    scene = episode.scene
    sides = [float(wrap(heading_to(start[:2], place) - start[2])) for place in scene.positions]
    meant = [k for k, p in enumerate(scene.landmarks) if LANDMARKS[p.name].noun == match[1] and SIDES[match[2]](sides[k])]
    assert len(meant) == 1, episode.instruction
    way = np.linspace(start[:2], scene.positions[meant[0]], 200)
    off = clearances(scene.bodies[meant], way)
    return way[np.argmax(off < 2.0)]


def completed(episodes: list[Episode]) -> Bools:
    """Whether the scripted walker, sent to the places that the words mean, completes each episode."""
    world = LaniWorld()
    world.reset(episodes)
    places = np.array([place_meant(episode) for episode in episodes])
    while not world.over.all():
        world.step(head_to_goal(world.pose, places))
    done: Bools = world.metrics()["completed"] & world.stopped
    return done
