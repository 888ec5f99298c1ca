"""What a generated LANI paragraph promises beyond its form: demonstrations replay, words are true, names are clear."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from sightline.corpus.lani.follower import SCATTER, replay
from sightline.corpus.lani.meaning import Manoeuvre
from sightline.corpus.lani.names import words
from sightline.corpus.lani.terrain import Terrain, bend
from sightline.corpus.lani.truth import RECORDED, Walk, untrue, without_scatter
from sightline.corpus.records import Paragraph, Segment
from sightline.geometry.types import Floats
from sightline.language import tokenize

MISSED = 0.02  # records round places to a hundredth


def check_paragraph(paragraph: Paragraph) -> list[str]:
    """Sentences about what does not hold; nothing for imported paragraphs, which promise less."""
    if paragraph.source == "human" or all(segment.meaning is None for segment in paragraph.segments):
        return []
    terrain = Terrain(paragraph.scene)
    pieces = reference_pieces(paragraph)
    sentences = []
    for k in range(len(paragraph.segments)):
        sentences += [f"segments[{k}]{sentence}" for sentence in _check_segment(paragraph, terrain, k, pieces)]
    return sentences


def _check_segment(paragraph: Paragraph, terrain: Terrain, k: int, pieces: list[Floats] | None) -> Iterator[str]:
    segment = paragraph.segments[k]
    if k and segment.start[:2] != paragraph.segments[k - 1].end:
        yield " does not start where the one before ends."
    if segment.tokens != tokenize(segment.instruction):
        yield ".tokens are not those of its instruction."
    poses = replay(terrain, segment.start, segment.actions)
    if math.dist(poses[-1, :2], segment.end) > MISSED:
        yield f": its actions end at {np.round(poses[-1, :2], 2).tolist()}, not at {list(segment.end)}."
    if segment.intended is not None and math.dist(segment.intended, segment.end) > 6 * SCATTER:
        yield ": the demonstration ends far from what was meant."
    if segment.meaning is not None and segment.intended is not None:
        yield from (f": {sentence}" for sentence in _check_meaning(paragraph, terrain, k, segment, poses, pieces))


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
    path: Floats = bend(piece, start[0] - piece[0, 0], start[1] - piece[0, 1], False)
    return path


def _check_meaning(
    paragraph: Paragraph, terrain: Terrain, k: int, segment: Segment, poses: Floats, pieces: list[Floats] | None
) -> Iterator[str]:
    assert segment.meaning is not None and segment.intended is not None
    steps = [Manoeuvre.from_json(step) for step in segment.meaning["steps"]]
    first, previous = paragraph.segments[0].start[:2], paragraph.segments[max(k - 1, 0)].start[:2]
    if pieces is None:
        yield "the reference path does not lead through the intended places."
    else:
        path = intended_path(paragraph, pieces, k)
        wrong = untrue(steps, Walk(terrain, segment.start, path, first, previous, RECORDED))
        if wrong:
            yield f"not true of the intended path: {wrong}."
    walked = without_scatter(terrain, segment.start, segment.intended, poses, first, previous)
    wrong = "it does not move" if walked is None else untrue(steps, walked)
    if wrong:
        yield f"not true of the demonstration: {wrong}."
    kinds = [p.name for p in paragraph.scene.landmarks]
    for name in segment.meaning["named"]:
        if name["as"] != "it" and not name.keys() & {"where", "degree"}:
            meant = [m for m, kind in enumerate(kinds) if name["as"] in descriptions(kind)]
            if meant != [name["of"]]:
                yield f"'the {name['as']}' could be {' or '.join(kinds[m] for m in meant) or 'nothing'}."


def descriptions(kind: str) -> set[str]:
    """Everything that a kind of landmark can be called."""
    word = words()[kind]
    plain = set(word.nouns)
    return (
        plain
        | {f"{adjective} {noun}" for adjective in word.adjectives for noun in plain}
        | {f"{noun} {phrase}" for phrase in word.phrases for noun in plain}
    )
