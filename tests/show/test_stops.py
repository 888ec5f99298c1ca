"""Stops of a demonstration, and what was seen there."""

from dataclasses import replace

import numpy as np
import pytest

from sightline.corpus.examples import Example
from sightline.corpus.kind import corpus_kind
from sightline.corpus.records import Paragraph
from sightline.corpus.splits import corpus_paragraph
from sightline.show.stops import tell_deed, walk_of
from sightline.world import INTERACTION, NAVIGATION


@pytest.fixture(scope="module")
def errands() -> Paragraph:
    return corpus_paragraph(corpus_kind("chai"), 0, 3)


def test_every_interaction_is_a_stop_with_its_view(errands: Paragraph) -> None:
    for k, segment in enumerate(errands.segments):
        walk = walk_of(Example(errands, k), 64)
        goals = segment.goals or ()
        reached = [goal for goal in goals if goal.kind == INTERACTION]
        assert len(walk.stops) == len(reached) + (goals[-1].kind == NAVIGATION)
        assert walk.poses[0].tolist() == list(segment.start) and np.allclose(walk.poses[-1, :2], segment.end)
        for stop, goal in zip(walk.stops, reached, strict=False):
            assert stop.view is not None and stop.view.shape == (64, 64, 3) and stop.view.any()
            assert stop.stand == goal.stand[:2] and goal.point is not None and stop.place == goal.point[::2]
            assert f"I({stop.cell[0]},{stop.cell[1]})" in segment.actions
        names = [stop.name for stop in walk.stops]
        assert names == ([str(k + 1)] if len(names) == 1 else [f"{k + 1}{letter}" for letter in "abcdefgh"[: len(names)]])
        if goals[-1].kind == NAVIGATION:
            assert walk.stops[-1].view is None and walk.stops[-1].place == segment.end


def test_a_field_has_one_stop_for_each_instruction() -> None:
    paragraph = corpus_paragraph(corpus_kind("lani"), 0, 3)
    walk = walk_of(Example(paragraph, 1), 64)
    assert [(stop.name, stop.place, stop.view) for stop in walk.stops] == [("2", paragraph.segments[1].end, None)]


def test_moves_that_do_not_replay_are_drawn_from_start_to_end() -> None:
    paragraph = corpus_paragraph(corpus_kind("lani"), 0, 3)
    paragraph.source = "human"
    x, z = paragraph.segments[0].end
    paragraph.segments[0] = replace(paragraph.segments[0], end=(x, 50.0 - z))
    assert walk_of(Example(paragraph, 0), 64).poses[:, :2].tolist() == [list(paragraph.segments[0].start[:2]), [x, 50.0 - z]]


@pytest.mark.parametrize(
    ("deed", "words"),
    [
        (("put", "milk 3012", "green counter 2 35"), "put milk at green counter 2"),
        (("open", "upper door of the fridge 1007", ""), "open upper door of the fridge"),
    ],
)
def test_a_deed_is_told_without_numbers_of_records(deed: tuple[str, str, str], words: str) -> None:
    assert tell_deed(deed) == words
