"""Views in rows, under the words that were followed."""

import numpy as np

from sightline.show.palette import DEEP
from sightline.show.stops import Stop
from sightline.show.strip import ABREAST, _rows, blocks_of, strip, view_side

GREY = np.full((32, 32, 3), 128, np.uint8)


def stops(count: int) -> list[Stop]:
    return [Stop(f"1{'abcdefghij'[k]}", (0.0, 0.0), (1.0, 1.0), "open drawer", GREY, (20, 10)) for k in range(count)]


def test_views_wrap_as_words_do() -> None:
    assert blocks_of("Go.", "#000000", [Stop("1", (0.0, 0.0), (0.0, 0.0))]) == []  # nothing was reached for
    long = blocks_of("1. Tidy up.", "#d4001a", stops(ABREAST + 2))
    assert [len(block.stops) for block in long] == [ABREAST, 2] and long[1].words == "1. Tidy up. (continued)"
    short = blocks_of("2. Open it.", "#0050d8", stops(3))
    assert [[len(b.stops) for b in row] for row in _rows([*short, *long, *short, *short])] == [[3], [ABREAST], [2, 3], [3]]


def test_the_cell_is_framed_in_the_colour_of_its_instruction() -> None:
    page = np.asarray(strip(blocks_of("2. Open it.", "#0050d8", stops(1)), 700, DEEP))
    side = view_side(700)
    rows, columns = np.nonzero((page == (0x00, 0x50, 0xD8)).all(axis=-1))
    top = rows.max() - side + 1  # of the view, whose border has the colour too
    inside = (rows > top + 3) & (rows < rows.max() - 3) & (columns > 16) & (columns < 12 + side - 4)
    inside &= rows > top + side / 3  # the stop's name is above
    row, column = (rows[inside].mean() - top) * 32 / side, (columns[inside].mean() - 12) * 32 / side
    assert abs(row - 20.5) < 0.6 and abs(column - 10.5) < 0.6
