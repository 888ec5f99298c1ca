"""What is left out for speed is never missed in a picture."""

import numpy as np
import pytest

from sightline.chai import EYE, HOUSES, ChaiWorld, Episode, load_house, stock_of
from sightline.chai.generate import anywhere
from sightline.render import Scenes, render, views
from sightline.render.look import INDOORS


def everything(world: ChaiWorld, n: int) -> Scenes:
    """A scene with all that a house has, whatever is seen of it; only what closed parts hide is left out."""
    estate, state, h = world.houses.estate, world.state, world.state.house[n]
    models, places, ids = [], [], []
    for k in range(int(estate.fixed_start[h].max())):
        now = estate.fixed_state[h, k]
        which = state.open[n, now - 1] if now > 0 else state.on[n, -now - 1] if now < 0 else 0
        behind = estate.fixed_behind[h, k]
        if behind < 0 or state.open[n, behind]:
            models.append(estate.fixed_models[h, k, which])
            places.append(estate.fixed_places[h, k])
            ids.append(estate.fixed_ids[h, k])
    for k in np.flatnonzero(state.kind[n] >= 0):
        part = estate.surface_part[h, state.surface[n, k]]
        if part < 0 or state.open[n, part]:
            moved = estate.part_shift[h, part] * (part >= 0 and estate.surface_moves[h, state.surface[n, k]])
            models.append(state.kind[n, k])
            places.append(state.place[n, k] + [*moved, 0])
            ids.append(3001 + k)
    scenes = Scenes(world.houses.library, 1, len(models), backdrop=False, light=INDOORS)
    scenes.put(0, np.array(models), np.array(places), np.array(ids))
    return scenes


@pytest.mark.parametrize("number", HOUSES)
def test_pictures_show_all_that_can_be_seen_through_the_doorways(number: int) -> None:
    house, rng = load_house(number), np.random.default_rng(number)
    doors = [(*np.round(d.at, 1), 90.0 * k) for d in house.plan.doorways for k in range(4)]  # in the doorways themselves
    poses = [anywhere(house, rng) for _ in range(30)] + doors
    world = ChaiWorld()
    world.reset([Episode(house, stock_of(house, 0), pose, ()) for pose in poses])
    world.state.open[:] = rng.random(world.state.open.shape) < 0.3
    seen = world.observe(("rgb", "segmentation"))
    for n in range(len(poses)):
        whole = render(everything(world, n), views(world.pose[n : n + 1], EYE), EYE, ("rgb", "segmentation"))
        differing = (whole["segmentation"][0, :, 0] != seen["segmentation"][n]).mean()
        assert differing == 0, (poses[n], differing)
        np.testing.assert_array_equal(whole["rgb"][0, :, 0], seen["rgb"][n])


def test_far_rooms_are_left_out() -> None:
    house = load_house(5)
    world = ChaiWorld()
    world.reset([Episode(house, stock_of(house, 0), anywhere(house, np.random.default_rng(k)), ()) for k in range(20)])
    world.observe()
    shown = (world._scenes.models >= 0).sum(axis=1)
    assert shown.mean() < 0.5 * world.houses.estate.fixed_start[0].max()
