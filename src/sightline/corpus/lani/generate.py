"""A paragraph from a seed: a field, a journey of manoeuvres through it, a demonstration and an instruction for each."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np

from sightline.corpus.lani.chance import draw
from sightline.corpus.lani.follower import follow, scattered
from sightline.corpus.lani.ground import Ground, Pose, compass, inside, least_gap, shifted, turned
from sightline.corpus.lani.journey import Journey
from sightline.corpus.lani.manoeuvres import Manoeuvre, choose, destination, onward
from sightline.corpus.lani.names import UnclearError
from sightline.corpus.lani.tell import Told, Writer
from sightline.corpus.lani.truth import RECORDED, Walked, understood, untrue
from sightline.corpus.lani.ways import BESIDE
from sightline.corpus.records import Paragraph, Segment
from sightline.errors import InputError
from sightline.geometry.types import Floats
from sightline.language import tokenize
from sightline.lani import Scene, generate_scene
from sightline.lani.dynamics import TURN
from sightline.render import FIELD

LENGTHS = {3: 0.14, 4: 0.33, 5: 0.29, 6: 0.16, 7: 0.08}  # instructions in a paragraph: 4.7 on average
LOOKS_ON = 0.85  # how often a follower who has arrived turns to what may come next
SEEDS = 1_000_000  # paragraphs that one corpus seed has room for
STREAMS = SEEDS * SEEDS  # paragraph seeds from here on belong to streams of fresh training data, never to a corpus
CYCLE = ("train",) * 14 + ("dev",) * 3 + ("test",) * 3  # 70 / 15 / 15, by a paragraph's place in the corpus


def split_of(index: int) -> str:
    """The split that a corpus's paragraph falls into."""
    return CYCLE[index % len(CYCLE)]


def corpus_paragraph(seed: int, index: int) -> Paragraph:
    """Paragraph `index` of the corpus of a seed."""
    return generate_paragraph(seed * SEEDS + index, f"lani-{index:06d}", split_of(index))


def stream(seed: int = 0, first: int = 0) -> Iterator[Paragraph]:
    """Fresh training paragraphs without end: never a scene of any corpus, never a held-out phrasing.

    Several workers share a stream by taking `first` = worker, then every n-th paragraph themselves with stream_paragraph.
    """
    index = first
    while True:
        yield stream_paragraph(seed, index)
        index += 1


def stream_paragraph(seed: int, index: int) -> Paragraph:
    """Paragraph `index` of a stream of training data."""
    if not 0 <= seed < SEEDS or not 0 <= index < STREAMS:
        raise InputError(f"A stream has a seed from 0 to {SEEDS - 1:,} and an index from 0 on, got {seed} and {index}.")
    return generate_paragraph(STREAMS * (1 + seed) + index, f"stream-{seed}-{index}", "train")


def generate_paragraph(seed: int, name: str, split: str) -> Paragraph:
    """The paragraph of a seed; a few journeys, then a few other fields, are tried until one works out."""
    for attempt in range(200):
        scene = generate_scene(seed if attempt < 5 else np.random.default_rng([seed, attempt // 5]))
        paragraph = _journey(f"{seed}/{attempt}", scene, seed, name, split)
        if paragraph is not None:
            return paragraph
    raise AssertionError(f"no journey for seed {seed}")


def _journey(key: str, scene: Scene, seed: int, name: str, split: str) -> Paragraph | None:
    random = Random(key)
    ground = Ground(scene)
    at = _start(random, ground)
    journey = Journey(ground, at)
    writer = Writer(Random(f"{key}/words"), journey, may_use_held_out=split != "train")  # new words, same ways
    count = draw(random, LENGTHS)
    path: list[tuple[float, float]] = [at[:2]]
    segments: list[Segment] = []
    while len(segments) < count:
        place = "first" if not segments else "last" if len(segments) == count - 1 else "middle"
        found = _instruction(random, journey, writer, at, path[-1], place)
        if found is None:
            return None
        manoeuvre, told, reference, actions, pose = found
        journey.standing = destination(manoeuvre.steps[-1])
        if journey.standing is not None:
            journey.visited.append(journey.standing)
        journey.starts.append(at)
        journey.done = manoeuvre.steps
        if len(segments) < count - 1 and random.random() < LOOKS_ON:
            actions, pose = look_on(random, journey, actions, pose)
        path += reference
        segments.append(
            Segment(
                told.text, tokenize(told.text), at, pose[:2], actions, path[-1], told.phenomena,
                {"steps": [step.to_json() for step in manoeuvre.steps], "named": told.named}, told.held_out,
            )
        )  # fmt: skip
        at = pose
    return Paragraph(name, scene, segments, seed=seed, path=path)


def look_on(random: Random, journey: Journey, actions: str, at: Pose) -> tuple[str, Pose]:
    """A follower who has arrived and turns to something that may come next: the actions and the pose with these turns."""
    towards = onward(random, journey, at)
    turns = 0 if towards is None else round(turned(towards - at[2]) / TURN)
    return actions + ("R" if turns > 0 else "L") * abs(turns), (at[0], at[1], round(at[2] + TURN * turns, 2) % 360)


def _start(random: Random, ground: Ground) -> Pose:
    """A free place, most often near a landmark, looking more or less into the field."""
    while True:
        if random.random() < 0.7:
            k = int(random.random() * len(ground.middles))
            x, z = ground.beside(k, 360 * random.random(), BESIDE + 2 * random.random())
        else:
            x, z = 3 + 44 * random.random(), 3 + 44 * random.random()
        x, z = round(x, 2), round(z, 2)
        if inside((x, z), 2.0) and least_gap(np.array([[x, z]]), ground.bodies) > 1.0:
            heading = compass((x, z), (FIELD / 2, FIELD / 2)) + 60 * (2 * random.random() - 1)
            towards = onward(random, Journey(ground, (x, z, heading)), (x, z, heading))
            heading = heading if towards is None else towards + 15 * (2 * random.random() - 1)
            return x, z, float(round(heading) % 360)


def _instruction(
    random: Random, journey: Journey, writer: Writer, at: Pose, meant: tuple[float, float], place: str
) -> tuple[Manoeuvre, Told, list[tuple[float, float]], str, Pose] | None:
    """A manoeuvre with its words, its piece of the reference path, its demonstration and the pose where that ended.

    `meant` is where the instruction before was meant to end; the reference path goes on from there.
    """
    ground = journey.ground
    for _ in range(6):
        manoeuvre = choose(random, journey, at)
        if manoeuvre is None:
            return None
        reference: Floats = np.round(shifted(manoeuvre.path, meant[0] - at[0], meant[1] - at[1], False), 2)
        recorded = shifted(reference, at[0] - meant[0], at[1] - meant[1], False)  # what a reader of the record finds
        walked = Walked(ground, at, recorded, journey.start[:2], journey.previous, RECORDED)
        if least_gap(reference, ground.bodies) < 0.3 or untrue(manoeuvre.steps, walked):
            continue
        demonstration = demonstrate(random, journey, at, manoeuvre)
        if demonstration is None:
            continue
        try:
            told = writer.tell(manoeuvre, place)
        except UnclearError:
            continue
        actions, pose = demonstration
        return manoeuvre, told, [(x, z) for x, z in reference[1:].tolist()], actions, pose
    return None


def demonstrate(random: Random, journey: Journey, at: Pose, manoeuvre: Manoeuvre) -> tuple[str, Pose] | None:
    """A person's way of doing a manoeuvre: actions, and the pose where they end. None if they got it wrong."""
    bent = scattered(random, journey.ground, manoeuvre.path)
    walked = None if bent is None else follow(random, journey.ground, at, bent)
    if walked is None:
        return None
    actions, poses = walked
    x, z, heading = poses[-1].tolist()
    end = (round(x, 2), round(z, 2), round(heading, 2) % 360)
    if understood(journey, at, manoeuvre.steps, (manoeuvre.path[-1, 0], manoeuvre.path[-1, 1]), poses):
        return actions, end
    return None


__all__ = ["corpus_paragraph", "demonstrate", "generate_paragraph", "split_of", "stream", "stream_paragraph"]
