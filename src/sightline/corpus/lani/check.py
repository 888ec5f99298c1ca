"""Semantic checks of a generated LANI paragraph: demonstrations replay, words are true, names are unambiguous. Also the way
that an instruction describes: the places to pass, and whether a trajectory follows it."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from sightline.corpus.kind import WayScore
from sightline.corpus.lani.follower import SCATTER, replay
from sightline.corpus.lani.meaning import Manoeuvre
from sightline.corpus.lani.terrain import Terrain, bend
from sightline.corpus.lani.truth import DEMONSTRATION, RECORDED, TracedWay, untrue, without_scatter
from sightline.corpus.lani.words import words
from sightline.corpus.records import Paragraph, Segment
from sightline.corpus.words import descriptions_of
from sightline.geometry.types import Floats
from sightline.language import tokenize

RECORD_TOLERANCE = 0.02  # records round places to a hundredth
CORNER_TOLERANCE = 2.0  # units that a way may deviate from the straight lines between the places to pass
THRESHOLD = 5.0  # of nDTW: the distance at which a trajectory counts as lost
MOST_PASSED = 4  # places to pass, at most


def check_paragraph(paragraph: Paragraph) -> list[str]:
    """Sentences about failed checks; none for imported paragraphs, which guarantee less."""
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
    if math.dist(poses[-1, :2], segment.end) > RECORD_TOLERANCE:
        yield f": its actions end at {np.round(poses[-1, :2], 2).tolist()}, not at {list(segment.end)}."
    if segment.intended is not None and math.dist(segment.intended, segment.end) > 6 * SCATTER:
        yield ": the demonstration ends far from the intended place."
    if segment.meaning is not None and segment.intended is not None:
        yield from (f": {sentence}" for sentence in _check_meaning(paragraph, terrain, k, segment, poses, pieces))


def reference_pieces(paragraph: Paragraph) -> list[Floats] | None:
    """The reference path cut at the intended ends of the instructions: (P, 2) each, ends shared. None without a path."""
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
    """The way (P, 2) of instruction k from the start of its demonstration: its piece of the path, unbent."""
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
        wrong = untrue(steps, TracedWay(terrain, segment.start, path, first, previous, RECORDED))
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
    """All names that a kind of landmark can have."""
    word = words()[kind]
    return {str(description) for noun in word.nouns for description in descriptions_of(word, noun)}


def meant_way(paragraph: Paragraph, k: int) -> Floats | None:
    """(P, 2) the way of instruction k from the start of its demonstration; None if it is unknown."""
    pieces = reference_pieces(paragraph)
    return None if pieces is None else intended_path(paragraph, pieces, k)


def places_to_pass(paragraph: Paragraph, k: int) -> Floats:
    """(K, 2) the corners of the way of instruction k, in order, without start and end; most ways have none."""
    way = meant_way(paragraph, k)
    return np.zeros((0, 2)) if way is None else corners(way)[:MOST_PASSED]


def corners(way: Floats, tolerance: float = CORNER_TOLERANCE) -> Floats:
    """(K, 2) the inner corners of the polyline that stays within the tolerance of a way (Douglas and Peucker)."""
    keep = _farthest(way, 0, len(way) - 1, tolerance)
    return way[keep] if keep else np.zeros((0, 2))


def _farthest(way: Floats, first: int, last: int, tolerance: float) -> list[int]:
    if last - first < 2:
        return []
    inner, line = way[first + 1 : last] - way[first], way[last] - way[first]
    along = np.clip(inner @ line / max(float(line @ line), 1e-9), 0, 1)
    off = np.hypot(*(inner - along[:, None] * line).T)
    k = int(off.argmax())
    if off[k] <= tolerance:
        return []
    middle = first + 1 + k
    return [*_farthest(way, first, middle, tolerance), middle, *_farthest(way, middle, last, tolerance)]


def judge(paragraph: Paragraph, k: int, walked: Floats, completed: bool) -> WayScore:
    """Whether instruction k is true of the trajectory (T, 2), and how alike trajectory and way are."""
    segment = paragraph.segments[k]
    way = meant_way(paragraph, k)
    is_true = None
    if segment.meaning is not None:
        steps = [Manoeuvre.from_json(step) for step in segment.meaning["steps"]]
        first, previous = paragraph.segments[0].start[:2], paragraph.segments[max(k - 1, 0)].start[:2]
        places = walked[np.insert((walked[1:] != walked[:-1]).any(1), 0, True)]
        if len(places) < 2:
            is_true = False
        else:
            walk = TracedWay(Terrain(paragraph.scene), segment.start, places, first, previous, DEMONSTRATION)
            is_true = not untrue(steps, walk)
    ndtw = None if way is None else float(np.exp(-warped(resampled(way), resampled(walked)) / THRESHOLD))
    return WayScore(is_true, ndtw, None if ndtw is None else ndtw * completed)


def resampled(path: Floats, spacing: float = 1.0) -> Floats:
    """A polyline resampled at this spacing, ends included."""
    steps = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(path, axis=0).T))])
    at = np.linspace(0, steps[-1], max(round(steps[-1] / spacing), 1) + 1)
    return np.stack([np.interp(at, steps, path[:, c]) for c in (0, 1)], axis=1)


def warped(reference: Floats, walked: Floats) -> float:
    """Dynamic time warping: the cost of the best monotone matching, divided by the number of reference places."""
    apart = np.hypot(*(reference[:, None] - walked[None]).transpose(2, 0, 1))
    total = np.full((len(reference) + 1, len(walked) + 1), np.inf)
    total[0, 0] = 0.0
    for i in range(len(reference)):
        for j in range(len(walked)):
            total[i + 1, j + 1] = apart[i, j] + min(total[i, j], total[i, j + 1], total[i + 1, j])
    return float(total[-1, -1]) / len(reference)
