"""A paragraph from a seed: a field, a trip of manoeuvres, and a demonstration and an instruction for each."""

from __future__ import annotations

from random import Random

import numpy as np

from sightline.corpus.lani.follower import follow, scatter_end
from sightline.corpus.lani.manoeuvres import Intention, choose, destination, onward
from sightline.corpus.lani.terrain import Pose, Terrain, Trip, bend, compass, inside, least_gap, wrap
from sightline.corpus.lani.truth import RECORDED, TracedWay, is_understood, untrue
from sightline.corpus.lani.ways import STOP_BESIDE
from sightline.corpus.lani.writer import FieldWriter
from sightline.corpus.records import Paragraph, Segment
from sightline.corpus.words import pick
from sightline.corpus.writing import UnclearError, WordedInstruction
from sightline.geometry.types import Floats
from sightline.lani import Scene, generate_scene
from sightline.lani.dynamics import TURN
from sightline.render import FIELD

PARAGRAPH_LENGTHS = {3: 0.14, 4: 0.33, 5: 0.29, 6: 0.16, 7: 0.08}  # instructions in a paragraph: 4.7 on average
LOOKS_ON = 0.85  # probability that a follower who has arrived turns to something that may come next


def generate_paragraph(seed: int, name: str, split: str) -> Paragraph:
    """The paragraph of a seed; tries several trips, then other fields, until one succeeds."""
    for attempt in range(200):
        scene = generate_scene(seed if attempt < 5 else np.random.default_rng([seed, attempt // 5]))
        paragraph = _trip(f"{seed}/{attempt}", scene, seed, name, split)
        if paragraph is not None:
            return paragraph
    raise AssertionError(f"Found no trip for seed {seed}.")


def _trip(key: str, scene: Scene, seed: int, name: str, split: str) -> Paragraph | None:
    random = Random(key)
    terrain = Terrain(scene)
    at = _start(random, terrain)
    trip = Trip(terrain, at)
    writer = FieldWriter(Random(f"{key}/words"), trip, may_use_held_out=split != "train")  # words are seeded apart
    count = pick(random, PARAGRAPH_LENGTHS)
    path: list[tuple[float, float]] = [at[:2]]
    segments: list[Segment] = []
    while len(segments) < count:
        place = "first" if not segments else "last" if len(segments) == count - 1 else "middle"
        instruction = _instruction(random, trip, writer, at, path[-1], place)
        if instruction is None:
            return None
        intention, wording, reference, actions, pose = instruction
        trip.standing = destination(intention.steps[-1])
        if trip.standing is not None:
            trip.visited.append(trip.standing)
        trip.starts.append(at)
        trip.done = intention.steps
        if len(segments) < count - 1 and random.random() < LOOKS_ON:
            actions, pose = look_on(random, trip, actions, pose)
        path += reference
        segments.append(wording.segment(at, pose[:2], actions, intention.steps, intended=path[-1]))
        at = pose
    return Paragraph(name, scene, segments, world="lani", seed=seed, path=path)


def look_on(random: Random, trip: Trip, actions: str, at: Pose) -> tuple[str, Pose]:
    """Turn a follower who has arrived to something that may come next: the actions and the pose, these turns included."""
    towards = onward(random, trip, at)
    turns = 0 if towards is None else round(wrap(towards - at[2]) / TURN)
    return actions + ("R" if turns > 0 else "L") * abs(turns), (at[0], at[1], round(at[2] + TURN * turns, 2) % 360)


def _start(random: Random, terrain: Terrain) -> Pose:
    """A free place, usually near a landmark, facing roughly into the field."""
    while True:
        if random.random() < 0.7:
            k = int(random.random() * len(terrain.middles))
            x, z = terrain.beside(k, 360 * random.random(), STOP_BESIDE + 2 * random.random())
        else:
            x, z = 3 + 44 * random.random(), 3 + 44 * random.random()
        x, z = round(x, 2), round(z, 2)
        if inside((x, z), 2.0) and least_gap(np.array([[x, z]]), terrain.bodies) > 1.0:
            heading = compass((x, z), (FIELD / 2, FIELD / 2)) + 60 * (2 * random.random() - 1)
            towards = onward(random, Trip(terrain, (x, z, heading)), (x, z, heading))
            heading = heading if towards is None else towards + 15 * (2 * random.random() - 1)
            return x, z, float(round(heading) % 360)


def _instruction(
    random: Random, trip: Trip, writer: FieldWriter, at: Pose, meant: tuple[float, float], place: str
) -> tuple[Intention, WordedInstruction, list[tuple[float, float]], str, Pose] | None:
    """An intention with its words, its piece of the reference path, its demonstration and the final pose of that.

    `meant` is the intended end of the instruction before; the reference path continues from there.
    """
    terrain = trip.terrain
    for _ in range(6):
        intention = choose(random, trip, at)
        if intention is None:
            return None
        reference: Floats = np.round(bend(intention.path, meant[0] - at[0], meant[1] - at[1], False), 2)
        recorded = bend(reference, at[0] - meant[0], at[1] - meant[1], False)  # the path as a reader of the record finds it
        walked = TracedWay(terrain, at, recorded, trip.start[:2], trip.previous, RECORDED)
        if least_gap(reference, terrain.bodies) < 0.3 or untrue(intention.steps, walked):
            continue
        demonstration = demonstrate(random, trip, at, intention)
        if demonstration is None:
            continue
        try:
            wording = writer.tell(intention, place)
        except UnclearError:
            continue
        actions, pose = demonstration
        return intention, wording, [(x, z) for x, z in reference[1:].tolist()], actions, pose
    return None


def demonstrate(random: Random, trip: Trip, at: Pose, intention: Intention) -> tuple[str, Pose] | None:
    """A person's demonstration of an intention: actions, and the final pose. None if it fails."""
    bent = scatter_end(random, trip.terrain, intention.path)
    walked = None if bent is None else follow(random, trip.terrain, at, bent)
    if walked is None:
        return None
    actions, poses = walked
    x, z, heading = poses[-1].tolist()
    end = (round(x, 2), round(z, 2), round(heading, 2) % 360)
    if is_understood(trip, at, intention.steps, (intention.path[-1, 0], intention.path[-1, 1]), poses):
        return actions, end
    return None
