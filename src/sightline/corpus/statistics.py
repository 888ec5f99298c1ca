"""Statistics of a corpus, and of other instruction corpora for comparison (paper, tables 1, 2 and appendix)."""

from __future__ import annotations

from collections.abc import Sequence

from sightline.corpus.kind import corpus_kind
from sightline.corpus.records import PHENOMENA, Paragraph, Segment
from sightline.fields import Json
from sightline.world import Kind, kind_of

# Instructions, vocabulary, tokens per instruction, number of actions, actions per instruction, partially observed.
OTHER_CORPORA = {
    "Bisk 2016": (16767, 1426, 15.27, "81", "15.4", "no"),
    "SAIL 2006": (3237, 563, 7.96, "3", "3.12", "yes"),
    "Matuszek 2012": (217, 39, 6.65, "3", "-", "no"),
    "Misra 2015": (469, 775, 48.7, "> 100", "21.5", "no"),
    "LANI 2018": (28204, 2292, 12.07, "4", "24.6", "yes"),
    "CHAI 2018": (13729, 1018, 10.14, "1028", "54.5", "yes"),
}


def statistics(paragraphs: Sequence[Paragraph]) -> Json:
    """Counts and means over paragraphs; None if a property is not annotated, or not known for the world."""
    segments = [segment for p in paragraphs for segment in p.segments]
    count = len(segments)
    actions = sum(_count_actions(kind_of(p.world), s) for p in paragraphs for s in p.segments)
    marked = all(s.phenomena is not None for s in segments)
    return {
        "paragraphs": len(paragraphs),
        "instructions": count,
        "instructions_per_paragraph": count / len(paragraphs),
        "path_length": _path_length(paragraphs, count),
        "actions_per_instruction": actions / count,
        "tokens_per_instruction": sum(len(s.tokens) for s in segments) / count,
        "vocabulary": len({token for s in segments for token in s.tokens}),
        "phenomena": {name: 100 * sum(name in (s.phenomena or ()) for s in segments) / count for name in PHENOMENA}
        if marked
        else None,
        "unseen_phrasing": 100 * sum(s.unseen_phrasing for s in segments) / count,
    }


def _count_actions(kind: Kind, segment: Segment) -> int:
    """The number of actions of a demonstration, or of its recorded moves."""
    return len(kind.read_actions(segment.actions) if segment.moves is None else segment.moves.split())


def _path_length(paragraphs: Sequence[Paragraph], count: int) -> float | None:
    """The mean length of the demonstrations; None if the length of their moves is unknown."""
    if not all(segment.placed for p in paragraphs for segment in p.segments):
        return None
    kind = kind_of(paragraphs[0].world)
    length = corpus_kind(kind.name).path_length if kind.corpus else None
    return None if length is None else sum(length(p, k) for p in paragraphs for k in range(len(p.segments))) / count
