"""The way that an instruction means: the places to pass on it, and whether a walk went it."""

from __future__ import annotations

import numpy as np

from sightline.corpus.kind import WayScore
from sightline.corpus.lani.check import intended_path, reference_pieces
from sightline.corpus.lani.meaning import Manoeuvre
from sightline.corpus.lani.terrain import Terrain
from sightline.corpus.lani.truth import DEMONSTRATION, Walk, untrue
from sightline.corpus.records import Paragraph
from sightline.geometry.types import Floats

TOLERANCE = 2.0  # units that a way may be off the straight lines between the places to pass
THRESHOLD = 5.0  # of nDTW: the distance at which a walk is as good as lost
MOST = 4  # places to pass, at most


def meant_way(paragraph: Paragraph, k: int) -> Floats | None:
    """(P, 2) the way that instruction k means, from where its demonstration starts; None where nobody knows it."""
    pieces = reference_pieces(paragraph)
    return None if pieces is None else intended_path(paragraph, pieces, k)


def places_to_pass(paragraph: Paragraph, k: int) -> Floats:
    """(K, 2) the corners of the way that instruction k means, in order, without start and end; most ways have none."""
    way = meant_way(paragraph, k)
    return np.zeros((0, 2)) if way is None else corners(way)[:MOST]


def corners(way: Floats, tolerance: float = TOLERANCE) -> Floats:
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
    """Whether what instruction k means is true of the places (T, 2) that were walked through, and how alike the ways are."""
    segment = paragraph.segments[k]
    way = meant_way(paragraph, k)
    told = None
    if segment.meaning is not None:
        steps = [Manoeuvre.from_json(step) for step in segment.meaning["steps"]]
        first, previous = paragraph.segments[0].start[:2], paragraph.segments[max(k - 1, 0)].start[:2]
        places = walked[np.insert((walked[1:] != walked[:-1]).any(1), 0, True)]
        if len(places) < 2:
            told = False
        else:
            walk = Walk(Terrain(paragraph.scene), segment.start, places, first, previous, DEMONSTRATION)
            told = not untrue(steps, walk)
    ndtw = None if way is None else float(np.exp(-warped(resampled(way), resampled(walked)) / THRESHOLD))
    return WayScore(told, ndtw, None if ndtw is None else ndtw * completed)


def resampled(path: Floats, spacing: float = 1.0) -> Floats:
    """A polyline with points that far apart, its ends among them."""
    steps = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(path, axis=0).T))])
    at = np.linspace(0, steps[-1], max(round(steps[-1] / spacing), 1) + 1)
    return np.stack([np.interp(at, steps, path[:, c]) for c in (0, 1)], axis=1)


def warped(reference: Floats, walked: Floats) -> float:
    """Dynamic time warping: the mean distance, for each place of the reference, of the best monotone matching."""
    apart = np.hypot(*(reference[:, None] - walked[None]).transpose(2, 0, 1))
    total = np.full((len(reference) + 1, len(walked) + 1), np.inf)
    total[0, 0] = 0.0
    for i in range(len(reference)):
        for j in range(len(walked)):
            total[i + 1, j + 1] = apart[i, j] + min(total[i, j], total[i, j + 1], total[i + 1, j])
    return float(total[-1, -1]) / len(reference)
