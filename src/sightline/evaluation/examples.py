"""What methods are tried on: the instructions of a split, each with what a score needs to know about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sightline.corpus.records import Paragraph
from sightline.lani import Episode


@dataclass(frozen=True)
class Example:
    """One instruction: its episode, its place in the corpus, and its marks."""

    paragraph: str  # id
    segment: int  # place in the paragraph, from 0
    last: bool  # of its paragraph
    episode: Episode
    intended: tuple[float, float] | None = None
    unseen_phrasing: bool = False
    phenomena: tuple[str, ...] | None = None


def examples_of(paragraphs: Sequence[Paragraph], limit: int | None = None, whole: bool = False) -> list[Example]:
    """The instructions of paragraphs, or the first `limit` of them; `whole` completes the last paragraph then."""
    found: list[Example] = []
    for paragraph in paragraphs:
        if limit is not None and len(found) >= limit:
            break
        for k, (segment, episode) in enumerate(zip(paragraph.segments, paragraph.episodes(), strict=True)):
            phenomena = None if segment.phenomena is None else tuple(segment.phenomena)
            last = k == len(paragraph.segments) - 1
            found.append(
                Example(paragraph.id, k, last, episode, segment.intended, segment.unseen_phrasing, phenomena)
            )  # fmt: skip
    return found if whole else found[:limit]
