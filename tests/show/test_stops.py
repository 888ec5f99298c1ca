"""Stops of a demonstration, and what was seen there."""

from dataclasses import replace

import numpy as np
import pytest

from sightline.corpus.examples import Example
from sightline.corpus.kind import corpus_kind
from sightline.corpus.records import Paragraph
from sightline.corpus.splits import corpus_paragraph
from sightline.show.marks import DEEP
from sightline.show.stops import VIEWS_PER_ROW, Stop, _rows, blocks_of, deed_words, demonstrated, view_side, views_picture
from sightline.world import INTERACTION, NAVIGATION


@pytest.fixture(scope="module")
def errands() -> Paragraph:
    return corpus_paragraph(corpus_kind("chai"), 0, 3)


def test_every_interaction_is_a_stop_with_its_view(errands: Paragraph) -> None:
    for k, segment in enumerate(errands.segments):
        walk = demonstrated(Example(errands, k), 64)
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
    walk = demonstrated(Example(paragraph, 1), 64)
    assert [(stop.name, stop.place, stop.view) for stop in walk.stops] == [("2", paragraph.segments[1].end, None)]


def test_moves_that_do_not_replay_are_drawn_from_start_to_end() -> None:
    paragraph = corpus_paragraph(corpus_kind("lani"), 0, 3)
    paragraph.source = "human"
    x, z = paragraph.segments[0].end
    paragraph.segments[0] = replace(paragraph.segments[0], end=(x, 50.0 - z))
    assert demonstrated(Example(paragraph, 0), 64).poses[:, :2].tolist() == [
        list(paragraph.segments[0].start[:2]),
        [x, 50.0 - z],
    ]


@pytest.mark.parametrize(
    ("deed", "words"),
    [
        (("put", "milk 3012", "green counter 2 35"), "put milk at green counter 2"),
        (("open", "upper door of the fridge 1007", ""), "open upper door of the fridge"),
    ],
)
def test_a_deed_is_told_without_numbers_of_records(deed: tuple[str, str, str], words: str) -> None:
    assert deed_words(deed) == words


GREY = np.full((32, 32, 3), 128, np.uint8)


def stops(count: int) -> list[Stop]:
    return [Stop(f"1{'abcdefghij'[k]}", (0.0, 0.0), (1.0, 1.0), "open drawer", GREY, (20, 10)) for k in range(count)]


def test_views_wrap_as_words_do() -> None:
    assert blocks_of("Go.", "#000000", [Stop("1", (0.0, 0.0), (0.0, 0.0))]) == []  # nothing was reached for
    long = blocks_of("1. Tidy up.", "#d4001a", stops(VIEWS_PER_ROW + 2))
    assert [len(block.stops) for block in long] == [VIEWS_PER_ROW, 2] and long[1].words == "1. Tidy up. (continued)"
    short = blocks_of("2. Open it.", "#0050d8", stops(3))
    assert [[len(b.stops) for b in row] for row in _rows([*short, *long, *short, *short])] == [
        [3],
        [VIEWS_PER_ROW],
        [2, 3],
        [3],
    ]


def test_the_cell_is_framed_in_the_colour_of_its_instruction() -> None:
    page = np.asarray(views_picture(blocks_of("2. Open it.", "#0050d8", stops(1)), 700, DEEP))
    side = view_side(700)
    rows, columns = np.nonzero((page == (0x00, 0x50, 0xD8)).all(axis=-1))
    top = rows.max() - side + 1  # of the view, whose border has the colour too
    inside = (rows > top + 3) & (rows < rows.max() - 3) & (columns > 16) & (columns < 12 + side - 4)
    inside &= rows > top + side / 3  # the stop's name is above
    row, column = (rows[inside].mean() - top) * 32 / side, (columns[inside].mean() - 12) * 32 / side
    assert abs(row - 20.5) < 0.6 and abs(column - 10.5) < 0.6
