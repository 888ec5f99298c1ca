"""What the planner tries, and in which order."""

import numpy as np
import pytest
from chai.houses import FORK, MUG, furnished, part

from sightline.chai import EYE, HOUSES, ChaiWorld, Episode, load_house, perform, plan_deed, stock_of
from sightline.chai.generate import anywhere
from sightline.chai.hands import CLOSE, OPEN, PICK_UP, PUT, SWITCH_ON, has_room
from sightline.chai.house import FIRST_ITEM, FIRST_PIECE
from sightline.chai.route import aiming
from sightline.chai.route.aiming import POSES_BEFORE_DOUBTFUL, POSES_COMPARED, DeedSearch, aims
from sightline.chai.sight.gaze import within_reach
from sightline.geometry import CELLS, Camera
from sightline.render import glimpse, render, views


def test_a_glimpse_shows_what_the_whole_view_shows_there() -> None:
    rng, cells = np.random.default_rng(0), Camera(CELLS, CELLS, EYE.fov, EYE.eye, EYE.shift)
    house = load_house(1)
    world = ChaiWorld()
    world.reset([Episode(house, stock_of(house, 0), anywhere(house, rng), ()) for _ in range(20)])
    scenes = world.houses.scenes(20, world.state)
    world.houses.show(scenes, world.state, np.arange(20), world.pose, within_reach(EYE))
    whole = render(scenes, views(world.pose, cells), cells, ("depth", "segmentation"))
    corners = rng.integers(0, (CELLS - 9, CELLS - 6), size=(20, 2))
    depth, ids = glimpse(scenes, world.pose, cells, corners, (9, 6))
    for n, (row, column) in enumerate(corners.tolist()):
        there = n, slice(row, row + 9), 0, slice(column, column + 6)
        np.testing.assert_array_equal(ids[n], whole["segmentation"][there])
        np.testing.assert_allclose(depth[n], whole["depth"][there], rtol=1e-4)


@pytest.mark.parametrize("number", HOUSES)
def test_of_a_view_nothing_is_overlooked(number: int) -> None:
    """Every cell that would do it, of the whole view, counts in the part that is looked at."""
    house, rng = load_house(number), np.random.default_rng(number)
    world = ChaiWorld()
    world.reset([Episode(house, stock_of(house, 0), anywhere(house, rng), ())])
    poses = np.array([anywhere(house, rng) for _ in range(40)])
    _, deeds = world.foresee(np.zeros(40, int), poses)
    compared = 0
    for deed in {tuple(deed) for deed in deeds.reshape(-1, 3).tolist()} - {(0, 0, 0)}:
        search = DeedSearch(world.houses, world.state, 0, EYE, np.array(deed), np.array([deed[1]]))
        right = np.pad((deeds == deed).all(axis=-1), ((0, 0), (1, 1), (1, 1))).astype(int)
        around = right[:, :-2, 1:-1] + right[:, 2:, 1:-1] + right[:, 1:-1, :-2] + right[:, 1:-1, 2:]
        scores = np.where(right[:, 1:-1, 1:-1] > 0, 1 + around, 0).reshape(len(poses), -1)
        best = aiming._look(search, poses)
        np.testing.assert_array_equal(best[:, 0], scores.max(axis=1))
        for m in np.flatnonzero(best[:, 0]):
            assert (scores[m, best[m, 1:]] == best[m, 0]).all()
            compared += 1
    assert compared > 20


def test_the_surest_are_tried_first_and_doubtful_ones_late(monkeypatch: pytest.MonkeyPatch) -> None:
    scores = {1: 1, 4: 3, 6: 4, 9: 5, 10: 4, POSES_COMPARED + 1: 5, POSES_BEFORE_DOUBTFUL + 2: 2}
    count = POSES_BEFORE_DOUBTFUL + 2 * POSES_COMPARED
    looked = []

    def glances(_: DeedSearch, poses: np.ndarray):  # type: ignore[no-untyped-def]
        for k in range(len(poses)):
            looked.append(k)
            yield scores.get(k, 0), [100 + k] if k in scores else []

    monkeypatch.setattr(aiming, "_glances", glances)
    tried = aims(None, np.zeros((count, 3)))  # type: ignore[arg-type]
    assert next(tried) == (9, 109) and looked[-1] == 9  # no farther than that
    assert list(tried) == [(k, 100 + k) for k in (6, 10, 4, POSES_COMPARED + 1, POSES_BEFORE_DOUBTFUL + 2, 1)]


def test_what_the_state_forbids_is_not_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    house, stock = furnished()
    world = ChaiWorld(horizon=10**9)
    world.reset([Episode(house, stock, (2.0, 2.5, 0.0), ())])
    drawer = part(house, "top left drawer", "oak drawer counter")

    def forbidden(*_: object) -> None:
        raise AssertionError("It was looked for.")

    with monkeypatch.context() as patched:
        patched.setattr(aiming, "_look", forbidden)
        for deed in (
            (CLOSE, drawer, 0),
            (PICK_UP, FORK, 0),
            (PUT, MUG, FIRST_PIECE),
            (OPEN, FIRST_PIECE, 0),
            (SWITCH_ON, MUG, 0),
        ):
            assert plan_deed(world, deed) is None, deed
    assert perform(world, [(PICK_UP, MUG, 0)])
    with monkeypatch.context() as patched:
        patched.setattr(aiming, "_look", forbidden)
        assert plan_deed(world, (OPEN, drawer, 0)) is None  # with full hands
        assert plan_deed(world, (PUT, MUG, drawer)) is None  # it is closed


def test_there_is_room_exactly_where_something_fits() -> None:
    """Compared with trying a fine raster of places."""
    found = set()
    for number in (1, 2):
        house, rng = load_house(number), np.random.default_rng(number)
        world = ChaiWorld()
        world.reset([Episode(house, stock_of(house, 0), anywhere(house, rng), ())])
        estate, state = world.houses.estate, world.state
        state.open[:] = 1
        for surface in range(len(house.surfaces)):
            state.size[0, 0] = rng.uniform(0.05, 0.7), 0.05, rng.uniform(0.05, 0.5)
            state.surface[0, 0] = -1
            there = has_room(estate, state, 0, 0, surface)
            found.add(there)
            assert there or not _raster(estate, state, surface)
    assert found == {False, True}


def _raster(estate, state, surface: int) -> bool:  # type: ignore[no-untyped-def]
    from sightline.chai.hands import extent, fits, obstacles

    x0, z0, x1, z1 = estate.surface_box[0, surface, :4]
    boxes = obstacles(estate, state, 0, 0, surface)
    for turn in (0.0, 90.0):
        half_x, half_z = extent(state.size[0, 0], turn)
        across, along = np.linspace(x0 + half_x, x1 - half_x, 40), np.linspace(z0 + half_z, z1 - half_z, 40)
        large_enough = across[0] <= across[-1] and along[0] <= along[-1]
        if large_enough and any(fits(boxes, x, z, half_x, half_z) for x in across for z in along):
            return True
    return False


def test_items_that_are_not_there_are_named() -> None:
    house, stock = furnished()
    world = ChaiWorld()
    world.reset([Episode(house, stock, (2.0, 2.5, 0.0), ())])
    with pytest.raises(Exception, match="no item"):
        plan_deed(world, (PICK_UP, FIRST_ITEM + 500, 0))
