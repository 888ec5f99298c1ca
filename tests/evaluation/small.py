"""Instructions on an empty field, for tests that work scores out by hand."""

from collections.abc import Sequence
from typing import Any

from sightline.corpus.examples import Example, examples_of
from sightline.corpus.records import Paragraph, Segment
from sightline.evaluation.methods import Runner
from sightline.lani import Scene
from sightline.world import kind_of

LANI = kind_of("lani")
MIDDLE = (25.0, 25.0, 0.0)  # looking north


def segment(start: tuple[float, float, float], end: tuple[float, float], **more: Any) -> Segment:
    return Segment("go on .", ["go", "on", "."], start, end, "F", **{"phenomena": [], **more})


def paragraph(name: str, *segments: Segment) -> Paragraph:
    return Paragraph(name, Scene(()), list(segments))


def examples(ends: Sequence[tuple[float, float]], unseen: Sequence[int] = ()) -> list[Example]:
    """Instructions that start in the middle of an empty field."""
    return examples_of([paragraph("a", *(segment(MIDDLE, end, unseen_phrasing=k in unseen) for k, end in enumerate(ends)))])


def runner(**options: Any) -> Runner:
    return Runner(LANI, **options)
