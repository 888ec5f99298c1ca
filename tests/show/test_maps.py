"""Maps for people: where things are drawn, and blank ground for worlds that cannot be drawn from above."""

import math
from itertools import combinations

import numpy as np
import pytest
from PIL import Image, ImageDraw
from show_scenes import CHAI, EPISODE, LANI, OUTSIDE

import sightline.show.chai
import sightline.show.lani
from sightline.errors import InputError
from sightline.render import Library, Scenes
from sightline.render.primitives import box
from sightline.show.maps import Map, Space, Trace, _box, _overlap, blank_map, draw_dashes, draw_map, from_above, with_key
from sightline.show.rollout import rollout_picture
from sightline.show.scenery import Scenery, scenery_of

GROUND = Map(Image.new("RGB", (300, 300), "#406020"), -1.0, 51.0, 300 / 52)


def test_places_are_counted_from_the_north_west() -> None:
    ground = Map(Image.new("RGB", (100, 50)), 10.0, 20.0, 4.0)
    assert ground.at([(10.0, 20.0), (12.0, 15.0)]).tolist() == [[0, 0], [8, 20]]


def test_the_map_shows_path_agent_and_goal() -> None:
    plain = np.asarray(draw_map(GROUND)).astype(int)
    path = np.array([[5.0, 5, 0], [10, 20, 0], [30, 25, 90]])
    drawn = np.asarray(draw_map(GROUND, [Trace(path)], agent=(5, 5, 0), goal=(30, 25))).astype(int)
    changed = np.abs(drawn - plain).max(axis=-1) > 40
    for point in path[:, :2]:
        column, row = GROUND.at(point).astype(int)
        assert changed[row - 3 : row + 4, column - 3 : column + 4].any()
    assert (np.asarray(GROUND.picture) == (0x40, 0x60, 0x20)).all()  # the map itself stays clean
    with pytest.raises(InputError, match="64 pixels"):
        draw_map(Map(Image.new("RGB", (3, 3)), 0, 1, 3))


def test_an_arrow_points_where_the_agent_heads() -> None:
    for heading, towards in ((0, (0, -1)), (90, (1, 0)), (180, (0, 1)), (270, (-1, 0))):
        drawn = (np.asarray(draw_map(GROUND, agent=(25, 25, heading))) != np.asarray(GROUND.picture)).any(2)
        spots = np.argwhere(drawn)[:, ::-1] - GROUND.at((25.0, 25.0))
        assert (spots @ towards).max() == pytest.approx(2.2 * 300 / 52, abs=2.5)  # the tip
        assert (spots @ towards).min() == pytest.approx(-1.0 * 300 / 52, abs=2.5)


def test_names_are_written_below_places_or_above_at_the_southern_edge() -> None:
    for z, below in ((30.0, True), (1.0, False)):
        named = Map(GROUND.picture, -1.0, 51.0, 300 / 52, names=(("well", (25.0, z)),))
        rows = np.nonzero((np.asarray(draw_map(named)) != np.asarray(draw_map(GROUND))).any(2))[0]
        assert (rows.mean() > named.at((25.0, z))[1]) == below


def test_names_arrow_and_goal_by_hand() -> None:
    # 520 pixels for 52 units: 10 each, the field's corner one unit in.
    ground = Map(Image.new("RGB", (520, 520), "#406020"), -1.0, 51.0, 10.0)
    np.testing.assert_allclose(ground.at([(0, 0), (50, 50), (12.5, 40)]), [(10, 510), (510, 10), (135, 110)])
    plain = np.asarray(draw_map(ground)).astype(int)

    def changed(changed_ground: Map = ground, **marks: tuple[float, ...]) -> np.ndarray:
        """First and last column and row that marks change: left, top, right, bottom."""
        marked = np.asarray(draw_map(changed_ground, **marks)).astype(int)  # type: ignore[arg-type]
        rows, columns = np.nonzero(np.abs(marked - plain).max(axis=-1) > 30)
        return np.array([columns.min(), rows.min(), columns.max(), rows.max()])

    # A name is 0.06 of the map below its landmark, 31 pixels; at the southern fence above it.
    for z, row in ((40.0, 110 + 31), (2.0, 490 - 31)):
        left, top, right, bottom = changed(Map(ground.picture, -1.0, 51.0, 10.0, names=(("apple", (25.0, z)),)))
        assert abs((top + bottom) / 2 - row) < 3 and abs((left + right) / 2 - 260) < 3
    x0, y0, x1, y1 = changed(goal=(30.0, 20.0))  # a ring of 520 // 60 = 8 pixels around (310, 310)
    assert np.abs([x0 - 302, y0 - 302, x1 - 318, y1 - 318]).max() <= 1
    x0, y0, x1, y1 = changed(agent=(30.0, 20.0, 90.0))  # points east: 2.2 units ahead, 1 behind, 0.8 to each side
    assert np.abs([x0 - 300, y0 - 302, x1 - 332, y1 - 318]).max() <= 2


@pytest.mark.parametrize(("pixels", "rim", "line"), [(300, 3, 2), (1200, 8, 5)])
def test_paths_have_a_white_rim_and_grow_with_the_map(pixels: int, rim: int, line: int) -> None:
    ground = Map(Image.new("RGB", (pixels, pixels)), 0.0, 50.0, pixels / 50)
    column = np.asarray(draw_map(ground, [Trace([(5.0, 25.0), (45.0, 25.0)], "#ff0000")]))[:, pixels // 2]
    assert (column[:, 0] > 0).sum() == rim and (column == (255, 0, 0)).all(1).sum() == line


def test_dashes_begin_and_end_where_the_line_does() -> None:
    # 290 pixels: four dashes of 0.55 and three gaps of 0.45 of 290 / 3.55 pixels each.
    ground = Map(Image.new("RGB", (300, 50)), 0.0, 5.0, 10.0)
    draw_dashes(ImageDraw.Draw(ground.picture), ground, [(0.5, 2.5), (0.5, 2.5), (29.5, 2.5)], "#ffffff", 10, 4)
    lit = (np.asarray(ground.picture)[25, :, 0] == 0xFF).astype(int)
    begins, ends = np.nonzero(np.diff(lit) == 1)[0] + 1, np.nonzero(np.diff(lit) == -1)[0]
    step = 290 / 3.55
    np.testing.assert_allclose(begins, [5 + k * step for k in range(4)], atol=2)
    np.testing.assert_allclose(ends, [5 + (k + 0.55) * step for k in range(4)], atol=2)


def test_the_key_covers_nothing_of_the_map() -> None:
    above = draw_map(GROUND, agent=(5, 5, 0), goal=(30, 25))
    pages = [np.asarray(with_key(above, *marks)) for marks in ((), (True,), (True, True))]
    for page in pages:
        assert page.shape[1] == 300 and (page[:300] == np.asarray(above)).all()
    lit = [(page[300:] != 0x30).any(2).sum() for page in pages]
    assert lit[0] < lit[1] < lit[2]  # north; and the agent; and the goal


def test_every_world_has_scenery() -> None:
    assert scenery_of(LANI) is sightline.show.lani.SCENERY and scenery_of(CHAI) is sightline.show.chai.SCENERY
    blank = scenery_of(OUTSIDE)
    assert type(blank) is Scenery
    assert blank.beside(EPISODE, (1.0, 2.0)) == "" and blank.mismatches("go to the anvil", EPISODE) == []
    assert blank.hidden_things("go to the well", EPISODE, frozenset()) == [] and not blank.taught_words()
    with pytest.raises(InputError, match="SOMEWHERE"):
        blank.segment_picture(None, 0, True)  # type: ignore[arg-type]


def test_blank_ground_has_the_bounds_of_the_world() -> None:
    ground = scenery_of(OUTSIDE).map_of(EPISODE, 104)
    assert ground.at([(0.0, 50.0), (50.0, 0.0)]) == pytest.approx(np.array([[2, 2], [102, 102]]))
    assert blank_map((-10.0, 10.0), 104).at((0.0, 0.0)).tolist() == pytest.approx([52, 52])


def test_rollouts_have_all_that_is_known() -> None:
    poses = np.array([(20.0, 15.0 + 1.5 * k, 0.0) for k in range(8)])
    full = rollout_picture(GROUND, poses, "go", (20, 27), (25.0, 30.0), poses[:, :2] + 1, "a note", 400)
    plain = rollout_picture(GROUND, poses, "go", (20, 27), pixels=400)
    assert full.width == plain.width == 400 and full.height > plain.height
    way = rollout_picture(GROUND, poses, "go", (20, 27), pixels=400, way=[(30.0, 30.0)], first=(40.0, 5.0))
    plain, way = (np.asarray(page.crop((50, 52, 350, 352))).astype(int) for page in (plain, way))  # the maps
    changed = np.abs(way - plain).max(2) > 40

    def near(place: tuple[float, float], pixels: int) -> np.ndarray:
        column, row = GROUND.at(place).astype(int)
        part: np.ndarray = changed[row - pixels : row + pixels + 1, column - pixels : column + pixels + 1]
        return part

    assert near((30.0, 30.0), 5).mean() > 0.9 and near((40.0, 5.0), 5).mean() > 0.3  # a disc, and a faint cross
    assert near((25.0, 22.5), 4).any() and near((35.0, 17.5), 9).any()  # dashes from start to disc to first goal
    assert not near((10.0, 40.0), 9).any()


def test_a_legend_has_as_many_lines_as_it_needs() -> None:
    poses = np.array([(20.0, 15.0 + 1.5 * k, 0.0) for k in range(8)])
    heights = [rollout_picture(GROUND, poses, "go", (20, 27), pixels=pixels).height for pixels in (900, 300, 200)]
    assert heights[0] < heights[1] < heights[2]


def test_demonstrations_have_their_colour() -> None:
    poses = np.array([(20.0, 15.0 + 1.5 * k, 0.0) for k in range(8)])
    full = rollout_picture(GROUND, poses, "go", (20, 27), (25.0, 30.0), poses[:, :2] + 1, "a note", 400)
    plain = rollout_picture(GROUND, poses, "go", (20, 27), pixels=400)
    blue = [(np.asarray(page) == (0x3F, 0xD0, 0xFF)).all(2).sum() for page in (full, plain)]
    assert blue[0] > 50 and blue[1] == 0


def test_a_box_is_where_it_stands() -> None:
    scenes = Scenes(Library({"box": [box("#ff0000", (0, 0, 0), (2, 1, 4))]}), 1, 1, backdrop=False)
    scenes.put(0, np.array([0]), np.array([[13.0, 0.0, 22.0, 0.0]]), np.array([1]))
    picture = from_above(scenes, (10.0, 20.0), 10.0, (100, 200))[0]  # ten pixels per unit, twenty units wide
    rows, columns = np.nonzero(picture[..., 0] > 60)
    assert (columns.min(), columns.max() + 1) == pytest.approx((120, 140), abs=1)  # 2 to 4 units to the east
    assert (rows.min(), rows.max() + 1) == pytest.approx((10, 50), abs=1)  # 0 to 4 units to the north


def test_labels_of_one_spot_do_not_cover_each_other() -> None:
    space = Space((400, 300))
    spots = [space.place((200.0, 150.0), 40, 16) for _ in range(12)]
    assert spots[0] == (200.0, 150.0)
    boxes = [_box(spot, 40, 16) for spot in spots]
    assert all(_overlap(a, b) == 0 for a, b in combinations(boxes, 2))
    assert max(math.dist(spot, (200, 150)) for spot in spots) < 100  # and stay where they belong


def test_labels_keep_off_what_is_drawn_and_off_paths() -> None:
    path = np.stack([np.arange(0.0, 400, 4), np.full(100, 150.0)], axis=-1)
    space = Space((400, 300), [path])
    space.take((200.0, 120.0), 400, 40)
    _, y = space.place((200.0, 150.0), 30, 10)
    assert y - 5 > 150  # above the path it is taken


def test_labels_stay_in_the_picture_and_within_limits() -> None:
    space = Space((400, 300))
    assert space.place((-20.0, 310.0), 40, 16) == (20.0, 292.0)
    x, y = space.place((0.0, 0.0), 40, 16, (100.0, 100.0, 200.0, 140.0))
    assert 120 <= x <= 180 and 108 <= y <= 132
