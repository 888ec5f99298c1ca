"""Pictures of any size in the panorama: where they stand, and which cell and which spot belong together."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from sightline.agent.placement import GREY, HIGH, WIDE, Placement, placed
from sightline.models.goal_map import COLUMNS

sides, shares = st.integers(1, 20_000), st.floats(0, 1)
placements = st.builds(Placement.ahead, sides, sides, st.floats(0.3, 1), st.floats(-1, 1), st.floats(-1, 1))


def test_a_square_picture_fills_the_forward_view_and_a_panorama_everything() -> None:
    assert Placement.ahead(1000, 1000) == (3 * HIGH, 0, HIGH, HIGH)
    assert Placement.ahead(2000, 1000) == (3 * HIGH - HIGH // 2, 0, 2 * HIGH, HIGH)
    assert Placement.ahead(6, 1) == Placement.ahead(600, 100) == (0, 0, WIDE, HIGH)
    assert Placement.ahead(1, 1) == Placement.ahead(5000, 5000)


@given(placements)
def test_it_lies_within_the_panorama(where: Placement) -> None:
    assert 0 <= where.left <= where.left + where.width <= WIDE and 0 <= where.top <= where.top + where.height <= HIGH
    assert where.width > 0 and where.height > 0


@given(placements, shares, shares)
def test_the_cell_of_a_spot_is_inside_and_leads_back_to_it(where: Placement, x: float, y: float) -> None:
    cell = where.cell(x, y)
    assert where.inside()[cell]
    back = where.spots()[cell]
    assert abs(back[0] - x) * where.width <= 4 and abs(back[1] - y) * where.height <= 4  # pixels: a cell


def test_a_picture_is_drawn_where_its_cells_are() -> None:
    picture = Image.new("RGB", (40, 20), "white")
    picture.putpixel((39, 19), (255, 0, 0))
    where = Placement.ahead(40, 20)
    panorama = placed(picture, where)
    inside = where.inside().reshape(32, COLUMNS).repeat(4, 0).repeat(4, 1)
    assert (panorama[~inside] == GREY).all() and (panorama[inside][:, 0] > 200).all()
    row, column = divmod(where.cell(39.5 / 40, 19.5 / 20), COLUMNS)
    red = panorama[row * 4 : row * 4 + 4, column * 4 : column * 4 + 4].astype(int)
    assert (red[..., 0] - red[..., 1]).mean() > 100
    assert np.array_equal(panorama.shape, (HIGH, WIDE, 3))
