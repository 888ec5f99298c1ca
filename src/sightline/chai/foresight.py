"""What Interact with one cell would do, exactly: the ray through its middle, and nothing is put out of sight."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sightline.chai.estate import State
from sightline.chai.gaze import Houses, Seen, ahead, gaze, try_out
from sightline.chai.hands import LOST, PUT, REACH, act
from sightline.chai.house import FIRST_ITEM, FLOOR
from sightline.geometry import CELLS, Camera
from sightline.geometry.types import Array, Floats
from sightline.render import Scenes, behind, cores
from sightline.render.look import INDOORS


class Foreseen(NamedTuple):
    """What Interact would do with each of C cells from M poses."""

    refused: Array  # (M, C) why not, or 0
    deeds: Array  # (M, C, 3) verb, object, surface
    spots: Floats  # (M, C, 2) where on the surface


class Eyes(NamedTuple):
    """How some worlds are looked at."""

    houses: Houses
    state: State
    camera: Camera
    sound: bool  # the state is known to be, and need not be looked over
    threads: int | None


def foresee_exactly(eyes: Eyes, worlds: Array, poses: Floats, cells: Array) -> Foreseen:
    """With one cell (M,) of the view from each pose; nothing is put where it, or another thing, would be out of sight."""
    refused, deeds, spots = try_out(eyes.houses, eyes.state, worlds, poses, _behind(eyes, worlds, poses, cells))
    put = np.flatnonzero(deeds[:, 0, 0] == PUT)
    if len(put):
        lost = put[_loses(eyes, worlds[put], poses[put], deeds[put, 0], spots[put, 0])]
        refused[lost], deeds[lost] = LOST, 0
    return Foreseen(refused, deeds, spots)


def name_receptacles(houses: Houses, state: State, worlds: Array, deeds: Array) -> Array:
    """Manipulations (M, C, 3) that name the receptacle, where there is one, instead of the surface."""
    put = np.nonzero(deeds[..., 0] == PUT)  # all others name none
    if len(put[0]):
        surfaces = deeds[..., 2][put]
        holders = houses.estate.surface_holder[state.house[worlds[put[0]]], surfaces]
        deeds[..., 2][put] = np.where(surfaces < 0, FLOOR, holders)
    return deeds


def _behind(eyes: Eyes, worlds: Array, poses: Floats, cells: Array) -> Seen:
    """What one cell of each view shows, held items aside."""
    houses, state, camera, sound, threads = eyes
    scenes = Scenes(houses.library, len(worlds), houses.slots(state), backdrop=False, light=INDOORS)
    houses.show(scenes, state, worlds, poses, ahead(camera)._replace(held=False), threads or cores(), sound)
    points, numbers = behind(scenes, poses, camera, cells // CELLS, cells % CELLS)
    x, y, z = points[:, 0] - poses[:, 0], points[:, 1] - camera.eye, points[:, 2] - poses[:, 1]
    distances = np.sqrt(x * x + y * y + z * z)
    return Seen(numbers[:, None], points[:, None], distances[:, None])


def _loses(eyes: Eyes, worlds: Array, poses: Floats, deeds: Array, spots: Floats) -> list[int]:
    """Which of M worlds would have an item less in sight and in reach after something is put down, or not see that."""
    houses, state, camera, sound, threads = eyes
    count = len(worlds)
    both = State(*(np.concatenate([array[worlds]] * 2) for array in state))  # before, and after
    act(houses.estate, both, np.arange(count, 2 * count), poses, deeds, spots)
    seen = gaze(houses, both, np.arange(2 * count), np.concatenate([poses] * 2), camera, CELLS, sound, threads)
    near = (seen.numbers >= FIRST_ITEM) & (seen.distances < REACH)
    items = [set(numbers[some].tolist()) for numbers, some in zip(seen.numbers, near, strict=True)]
    return [k for k in range(count) if not items[k] | {int(deeds[k, 1])} <= items[count + k]]
