"""Scenes: generation, lakes, clearance, and what cannot be."""

import numpy as np
import pytest

from sightline.errors import InputError
from sightline.lani import NAMES, Placed, Scene, generate_scene
from sightline.lani.landmarks import LANDMARKS, bodies
from sightline.lani.scene import _lakes, _pushed_apart, check_scene, edges, runs
from sightline.render import look, water_field


@pytest.mark.parametrize("seed", range(25))
def test_generated_scenes_keep_the_rules(seed: int) -> None:
    scene = generate_scene(seed)
    names = [p.name for p in scene.landmarks]
    assert 6 <= len(names) <= 13
    assert len(set(names)) == len(names)
    for k, a in enumerate(scene.landmarks):
        assert 4.5 <= a.x <= 45.5
        assert 4.5 <= a.z <= 45.5
        assert 1.0 <= a.radius / LANDMARKS[a.name].radius <= 1.3001
        for b in scene.landmarks[:k]:
            assert np.hypot(a.x - b.x, a.z - b.z) >= a.radius + b.radius + 3.0
    assert scene == generate_scene(seed)
    check_scene(scene)
    for k, (x, z, half_x, half_z, rounding) in enumerate(scene.bodies):  # nothing pokes through the fence
        assert min(x - half_x, z - half_z) - rounding > 0, names[k]
        assert max(x + half_x, z + half_z) + rounding < 50, names[k]


def test_scenes_of_all_sizes_come_up_and_seeds_differ() -> None:
    scenes = [generate_scene(s) for s in range(120)]
    assert {len(s.landmarks) for s in scenes} == set(range(6, 14))
    assert len(set(scenes)) == len(scenes)
    assert {p.name for s in scenes for p in s.landmarks} == set(NAMES)


def test_lakes_are_there_and_keep_off_landmarks() -> None:
    scenes = [generate_scene(s) for s in range(30)]
    shares = [s.lake_cells().mean() for s in scenes]
    assert 0.01 < np.mean(shares) < 0.25
    for scene in scenes:
        z, x = np.nonzero(scene.lake_cells())
        dry = Scene(tuple(p for p in scene.landmarks if p.name != "Boat"))
        if len(x):
            assert dry.clearance(np.stack([x + 0.5, z + 0.5], axis=-1) / 2).min() > 1.0


def test_runs_are_the_cells_they_came_from() -> None:
    cells = np.random.default_rng(0).random((100, 100)) < 0.3
    np.testing.assert_array_equal(Scene((), runs(cells)).lake_cells(), cells)


def test_a_lake_is_seen_where_its_cells_are() -> None:
    from sightline.geometry import Camera
    from sightline.lani import scenes_of
    from sightline.render import cast, views

    cells = np.zeros((100, 100), bool)
    cells[60:80, 40:60] = True  # z 30..40, x 20..30
    camera = Camera()
    scenes = scenes_of([Scene((), runs(cells))])
    for x, z, wet in ((25, 35, True), (21, 31, True), (25, 28.5, False), (18.5, 35, False), (25, 42, False)):
        row, column, _ = camera.project((25, 20, 0), (x, z))
        _, _, ids = cast(scenes, views([[25, 20, 0]], camera)[:, 0], camera, [[row]], [[column]])
        assert (ids[0, 0] == look.WATER_ID) == wet
    assert water_field(cells)[70, 50] == 255


def test_clearance_by_hand() -> None:
    scene = Scene((Placed("Barrel", 20.0, 20.0, 4.0),))
    x, z, half_x, half_z, rounding = scene.bodies[0]
    assert (x, z, half_x, half_z) == (20, 20, 0, 0)  # a barrel is a disc
    assert scene.clearance(np.array([26.0, 28.0])) == pytest.approx(10 - rounding)
    assert scene.clearance(np.array([20.0, 20.5])) == pytest.approx(0.5 - rounding)
    assert Scene(()).clearance(np.array([1.0, 1.0])) == np.inf


def test_runs_by_hand() -> None:
    cells = np.zeros((100, 100), bool)
    cells[0, :3] = cells[5, 99] = cells[6, 0] = cells[99, 97:] = True
    assert runs(cells) == ((0, 0, 2), (5, 99, 99), (6, 0, 0), (99, 97, 99))


@pytest.mark.parametrize(
    ("scene", "message"),
    [
        (Scene((Placed("Castle", 1.0, 1.0, 1.0),)), "'Castle'"),
        (Scene((Placed("Well", 50.1, 1.0, 1.0),)), "x = 50.1"),
        (Scene((Placed("Well", 1.0, -0.1, 1.0),)), "z = -0.1"),
        (Scene((Placed("Well", 1.0, float("nan"), 1.0),)), "z = nan"),
        (Scene((Placed("Well", 1.0, 1.0, 0.0),)), "radius = 0"),
        (Scene((Placed("Well", 1.0, 1.0, np.inf),)), "radius = inf"),
        (Scene((), ((100, 0, 0),)), "lake run 0"),
        (Scene((), ((-1, 0, 0),)), "lake run 0"),
        (Scene((), ((0, 0, 1), (0, 5, 4))), "lake run 1"),
        (Scene((), ((0, -1, 4),)), "lake run 0"),
        (Scene((), ((0, 5, 100),)), "lake run 0"),
    ],
)
def test_scenes_that_cannot_be_are_refused(scene: Scene, message: str) -> None:
    with pytest.raises(InputError, match=f"here: .*{message}"):
        check_scene(scene, "here")


def test_scenes_at_the_edge_of_what_can_be() -> None:
    check_scene(Scene((Placed("Well", 0.0, 50.0, 0.5), Placed("Well", 50.0, 0.0, 1e6)), ((0, 0, 0), (99, 0, 99))))
    with pytest.raises(InputError, match="seed"):
        generate_scene(-1)
    assert generate_scene(0) == generate_scene(np.random.default_rng(0))


def test_a_scene_is_the_same_on_every_machine() -> None:
    scene = generate_scene(3)
    assert scene.landmarks[:2] == (Placed("Soldier", 30.8, 16.0, 4.6836), Placed("Anvil", 41.75, 21.8, 4.4899))
    assert (len(scene.landmarks), len(scene.lakes), int(scene.lake_cells().sum())) == (12, 11, 66)


def test_circles_are_pushed_apart() -> None:
    at, radii, margins = np.array([[10.0, 10], [12, 10]]), np.ones(2), np.full(2, 2.0)
    assert _pushed_apart(at, radii, 3.0, margins, 50.0)  # 5 are wanted, 3 are missing: each moves by 0.55 of that
    np.testing.assert_allclose(at, [(8.35, 10), (13.65, 10)])
    assert _pushed_apart(at, radii, 3.0, margins, 50.0)
    np.testing.assert_allclose(at, [(8.35, 10), (13.65, 10)])  # they keep off each other, and stay
    at = np.array([[10.0, 2], [10.0, 4]])
    assert _pushed_apart(at, radii, 1.0, margins, 20.0)  # at the fence only one can give way
    assert at[0, 1] == 2 and 4.9 < at[1, 1] < 5.2
    assert not _pushed_apart(np.array([[1.0, 1], [2, 2]]), np.full(2, 5.0), 0.0, np.ones(2), 4.0)  # no room


def test_lakes_by_hand() -> None:
    draws = np.zeros((3, 17))
    rows, columns = np.mgrid[:100, :100] + 0.5

    def hill(z: float, x: float, width: float) -> np.ndarray:
        return np.exp(-((rows - z) ** 2 + (columns - x) ** 2) / (2 * width**2))

    def lake(*hills: np.ndarray) -> np.ndarray:
        return np.max(hills, axis=0) > 0.5 * np.max(hills)

    nothing = np.zeros((0, 5))
    np.testing.assert_array_equal(_lakes(draws, nothing), lake(hill(5, 5, 5)))  # one, in the corner
    draws[0] = [0.7, 0.5, 0.35, 0.65, 0.2, 0.9, 0.1, *[0.0] * 10]  # three; the first goes a step north and west
    draws[1, [1, 2, 3, 4, 5, 6]] = 0.999, 0.99, 0.99, 0.2, 0.9, 0.9  # the second cannot go on: the fence
    draws[2, [2, 3]] = 0.55, 0.15
    first = lake(hill(35, 65, 7), hill(45, 55, 7))
    expected = first | lake(hill(95, 95, 8.996)) | lake(hill(55, 15, 5))
    np.testing.assert_array_equal(_lakes(draws, nothing), expected)
    body = np.array([[7.5, 27.5, 0.0, 0.0, 1.0]])  # a disc of radius 1 in the middle of the third: dry up to 1 beyond
    dry = np.hypot(columns / 2 - 7.5, rows / 2 - 27.5) <= 2
    np.testing.assert_array_equal(_lakes(draws, body), expected & ~dry)


def test_landmarks_keep_off_the_fence() -> None:
    x, z, half_x, half_z, rounding = bodies().T
    wide = np.maximum(np.abs(x) + half_x, np.abs(z) + half_z) + rounding
    np.testing.assert_allclose(edges(), np.maximum(4.5, wide + 0.2))
