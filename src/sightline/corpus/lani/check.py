"""What a generated LANI paragraph promises beyond its form: demonstrations replay, words are true, names are clear."""

from __future__ import annotations

import math

import numpy as np

from sightline.corpus.lani.follower import SCATTER, replay
from sightline.corpus.lani.ground import Ground, shifted
from sightline.corpus.lani.meaning import Step
from sightline.corpus.lani.names import words
from sightline.corpus.lani.truth import RECORDED, Walked, demonstrated, untrue
from sightline.corpus.lani.ways import WAYS
from sightline.corpus.records import Paragraph, Segment
from sightline.geometry.types import Floats
from sightline.language import tokenize

MISSED = 0.02  # records round places to a hundredth


def check_paragraph(paragraph: Paragraph) -> list[str]:
    """Sentences about what does not hold; nothing for imported paragraphs, which promise less."""
    if paragraph.source == "human" or all(segment.meaning is None for segment in paragraph.segments):
        return []
    ground = Ground(paragraph.scene)
    found = []
    pieces = reference_pieces(paragraph)
    for k, segment in enumerate(paragraph.segments):
        where = f"segments[{k}]"
        if k and segment.start[:2] != paragraph.segments[k - 1].end:
            found.append(f"{where} does not start where the one before ends.")
        if segment.tokens != tokenize(segment.instruction):
            found.append(f"{where}.tokens are not those of its instruction.")
        poses = replay(ground, segment.start, segment.actions)
        if math.dist(poses[-1, :2], segment.end) > MISSED:
            found.append(f"{where}: its actions end at {np.round(poses[-1, :2], 2).tolist()}, not at {list(segment.end)}.")
        if segment.intended is not None and math.dist(segment.intended, segment.end) > 6 * SCATTER:
            found.append(f"{where}: the demonstration ends far from what was meant.")
        if segment.meaning is not None and segment.intended is not None:
            found += [f"{where}: {sentence}" for sentence in _meaning(paragraph, ground, k, segment, poses, pieces)]
    return found


def reference_pieces(paragraph: Paragraph) -> list[Floats] | None:
    """The reference path cut where the instructions were meant to end: (P, 2) each, ends shared. None without a path."""
    if paragraph.path is None:
        return None
    pieces, first = [], 0
    for segment in paragraph.segments:
        if segment.intended is None or segment.intended not in paragraph.path[first + 1 :]:
            return None
        last = paragraph.path.index(segment.intended, first + 1)
        pieces.append(np.array(paragraph.path[first : last + 1]))
        first = last
    return pieces


def intended_path(paragraph: Paragraph, pieces: list[Floats], k: int) -> Floats:
    """The way (P, 2) that instruction k means from where its demonstration starts: its piece of the path, unbent."""
    piece, start = pieces[k], paragraph.segments[k].start
    path: Floats = shifted(piece, start[0] - piece[0, 0], start[1] - piece[0, 1], False)
    return path


def _meaning(
    paragraph: Paragraph, ground: Ground, k: int, segment: Segment, poses: Floats, pieces: list[Floats] | None
) -> list[str]:
    assert segment.meaning is not None and segment.intended is not None
    unknown = [step.get("do") for step in segment.meaning["steps"] if step.get("do") not in WAYS]
    if unknown:
        return [f"{unknown[0]!r} is no manoeuvre."]
    steps = [Step.from_json(step) for step in segment.meaning["steps"]]
    first, previous = paragraph.segments[0].start[:2], paragraph.segments[max(k - 1, 0)].start[:2]
    found = []
    if pieces is None:
        found.append("the reference path does not lead through the intended places.")
    else:
        path = intended_path(paragraph, pieces, k)
        wrong = untrue(steps, Walked(ground, segment.start, path, first, previous, RECORDED))
        found += [f"not true of the intended path: {wrong}."] if wrong else []
    walked = demonstrated(ground, segment.start, segment.intended, poses, first, previous)
    wrong = "it does not move" if walked is None else untrue(steps, walked)
    found += [f"not true of the demonstration: {wrong}."] if wrong else []
    kinds = [p.name for p in paragraph.scene.landmarks]
    for name in segment.meaning["named"]:
        if name["as"] != "it" and not name.keys() & {"where", "degree"}:
            called = [m for m, kind in enumerate(kinds) if name["as"] in descriptions(kind)]
            if called != [name["of"]]:
                found.append(f"'the {name['as']}' could be {' or '.join(kinds[m] for m in called) or 'nothing'}.")
    return found


def descriptions(kind: str) -> set[str]:
    """Everything that a kind of landmark can be called."""
    word = words()[kind]
    plain = set(word.nouns)
    return (
        plain
        | {f"{adjective} {noun}" for adjective in word.adjectives for noun in plain}
        | {f"{noun} {phrase}" for phrase in word.phrases for noun in plain}
    )
