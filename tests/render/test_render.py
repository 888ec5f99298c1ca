"""The CPU renderer against an independent ray caster, a golden picture, and its own promises."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from sightline.errors import InputError
from sightline.geometry import PANORAMA, Camera
from sightline.lani import generate_scene, scenes_of
from sightline.render import Library, Scenes, cast, look, panorama, render, views, water_field
from sightline.render.primitives import (
    Primitive,
    beam,
    box,
    checker,
    dome,
    ellipsoid,
    frustum,
    grid,
    moved,
    ring,
    rod,
    speckle,
    stripes,
    wedge,
)  # fmt: skip

GOLDEN = Path(__file__).parent / "golden"
PARTS = {
    "ellipsoid": [ellipsoid("#cc3322", (0, 2, 0), (4, 3, 2), turn=30, tilt=20, lean=10)],
    "dome": [dome("#3355cc", (0, 0, 0), (4, 2, 3), turn=15)],
    "cylinder": [frustum("#22aa55", (0, 0, 0), (2, 3, 2))],
    "cone": [frustum("#ddaa22", (0, 0, 0), (3, 4, 3), top=0)],
    "cup": [frustum("#8844aa", (0, 0, 0), (1, 3, 1), top=2.5, tilt=15)],
    "box": [box("#aa8866", (0, 0, 0), (3, 2, 1), turn=35, lean=12)],
    "roof": [box("#993322", (0, 1, 0), (4, 2, 3), taper=(0, 1))],
    "pyramid": [box("#ccbb55", (0, 0, 0), (3, 4, 3), taper=(0, 0))],
    "wedge": [wedge("#55aacc", (0, 0, 0), (2, 2, 3), turn=50)],
    "rod": [rod("#444444", (-1, 0, 0), (2, 4, 1), 0.5, top=0.5)],
    "beam": [beam("#bb5500", (-1, 1, 1), (1, 3, -1), 0.8, 0.3)],
}
LIBRARY = Library(PARTS)


def scattered(seed: int, count: int = 8, backdrop: bool = True) -> Scenes:
    rng = np.random.default_rng(seed)
    scenes = Scenes(LIBRARY, count, 9, backdrop)
    for n in range(count):
        models = rng.integers(0, len(PARTS), 9)
        places = np.column_stack(
            [rng.uniform(8, 42, 9), rng.uniform(0, 1, 9), rng.uniform(8, 42, 9), rng.uniform(0, 360, 9)]
        )
        scenes.put(n, models, places, np.arange(1, 10))
    return scenes


def cast_by_hand(parts: list[Primitive], place: np.ndarray, eye: np.ndarray, rays: np.ndarray) -> np.ndarray:
    """Depth (P,) along rays to a placed model, in float64, by cutting each ray with every surface of the unit solid."""
    turn = np.radians(place[3])
    to_world = np.array([[np.cos(turn), 0, np.sin(turn)], [0, 1, 0], [-np.sin(turn), 0, np.cos(turn)]])
    best = np.full(len(rays), np.inf)
    for p in parts:
        to_unit = np.linalg.inv(p.axes) @ to_world.T
        o, d = to_unit @ (eye - place[:3] - to_world @ p.centre), rays @ to_unit.T
        enter, leave = np.full(len(rays), -np.inf), np.full(len(rays), np.inf)
        hit = np.ones(len(rays), bool)
        if p.quadric is not None:
            q2, q1, q0 = p.quadric
            weights = np.array([1, q2, 1])
            a, b = (weights * d * d).sum(1), (weights * o * d).sum(1) + 0.5 * q1 * d[:, 1]
            c = (weights * o * o).sum() + q1 * o[1] + q0
            inside = b * b - a * c
            hit &= inside > 0
            roots = np.stack([(-b - np.sqrt(np.maximum(inside, 0))) / a, (-b + np.sqrt(np.maximum(inside, 0))) / a])
            hit &= a > 0  # rays steeper than a cone's side are not in these tests' scenes
            enter, leave = np.maximum(enter, roots.min(0)), np.minimum(leave, roots.max(0))
        for *normal, e in p.planes:
            along, gap = d @ np.array(normal), e - o @ np.array(normal)
            with np.errstate(divide="ignore", invalid="ignore"):
                t = gap / along
            enter = np.where(along < 0, np.maximum(enter, t), enter)
            leave = np.where(along > 0, np.minimum(leave, t), leave)
        hit &= (enter < leave) & (enter > 0.05)
        best = np.where(hit, np.minimum(best, enter), best)
    return best


def test_depth_equals_the_analytic_distance() -> None:
    camera = Camera(64, 48, fov=70, eye=2.5)
    scenes = scattered(0, backdrop=False)
    poses = np.random.default_rng(1).uniform((2, 2, 0), (48, 6, 50), (len(scenes), 3))
    drawn = render(scenes, views(poses, camera), camera, ("depth",))["depth"][:, :, 0]
    checked = wrong = 0
    for n, (x, z, heading) in enumerate(poses):
        u, v = np.meshgrid(camera.u(np.arange(64) + 0.5), camera.v(np.arange(48) + 0.5))
        h = np.radians(heading)
        ahead, right = np.array([np.sin(h), 0, np.cos(h)]), np.array([np.cos(h), 0, -np.sin(h)])
        rays = ahead + u.reshape(-1, 1) * right + v.reshape(-1, 1) * np.array([0, 1, 0])
        depths = np.full(len(rays), np.inf)
        for model, place in zip(scenes.models[n], scenes.places[n].astype(np.float64), strict=True):
            name = LIBRARY.names[model]
            depths = np.minimum(depths, cast_by_hand(PARTS[name], place, np.array([x, 2.5, z]), rays))
        ours = drawn[n].ravel().astype(np.float64)
        close = np.isclose(ours, depths, rtol=2e-4) | (np.isinf(ours) & np.isinf(depths))
        checked, wrong = checked + close.size, wrong + (~close).sum()
        assert np.isfinite(depths).any()
    assert wrong / checked < 2e-3  # silhouettes may round the other way


def test_the_ground_is_as_deep_as_it_should_be() -> None:
    camera = Camera()
    drawn = render(Scenes(LIBRARY, 1, 1), views([[25, 25, 0]], camera), camera, ("depth", "segmentation"))
    row = 100
    assert drawn["segmentation"][0, row, 0, 64] == look.GROUND_ID
    assert drawn["depth"][0, row, 0, 64] == pytest.approx(2.5 / -camera.v(row + 0.5), rel=1e-5)
    assert np.isinf(drawn["depth"][0, 5, 0]).all()


def test_four_fences_stand_in_four_directions() -> None:
    camera = Camera()
    poses = [[25, 25, h] for h in (0, 90, 180, 270)]
    scenes = Scenes(LIBRARY, 4, 1)
    drawn = render(scenes, views(poses, camera), camera, ("rgb", "depth", "segmentation"))
    row = int(camera.project((25, 25, 0), (25, 50), y=0.5)[0])
    for k, side in enumerate(look.FENCE_IDS):
        assert drawn["segmentation"][k, row, 0, 64] == side
        assert drawn["depth"][k, row, 0, 64] == pytest.approx(25, rel=1e-4)
    colours = drawn["rgb"][:, row, 0, 64].astype(int)
    assert min(np.abs(colours[i] - colours[j]).max() for i in range(4) for j in range(i)) > 40


def hand_drawn() -> Scenes:
    post = frustum("#cc4444", (2, 0, 0), (0.5, 3, 0.5), pattern=stripes("#ffffff", 0.5))
    library = Library(
        {
            "house": [
                box("#d8c8a0", (0, 0, 0), (5, 3, 4), pattern=grid("#334455", 1.6, 1.5)),
                box("#993322", (0, 3, 0), (5.6, 2, 4.6), (1, 0)),
            ],
            "ball": [ellipsoid("#e8e8f0", (0, 1.5, 0), (3, 3, 3), pattern=checker("#202020", 1.0))],
            "tree": [frustum("#6b4a2b", (0, 0, 0), (0.8, 3, 0.8), 0.7),
                     frustum("#2e7030", (0, 2, 0), (4, 5, 4), 0.0, pattern=speckle(0.4))],
            "posts": ring(4, lambda heading: moved([post], turn=heading)),
        }
    )  # fmt: skip
    scenes = Scenes(library, 1, 4)
    lake = np.zeros((100, 100), bool)
    lake[60:72, 40:50] = True
    scenes.put(
        0, [0, 1, 2, 3], [(25, 0, 36, 20), (20, 0, 30, 0), (31, 0, 31, 0), (27, 0, 27, 0)], [5, 6, 7, 8], water_field(lake)
    )
    return scenes


def test_a_hand_drawn_scene_looks_as_it_did() -> None:
    camera = Camera(96, 96)
    drawn = render(hand_drawn(), views([[25, 18, 0]], camera), camera, ("rgb", "segmentation"))
    rgb, segmentation = drawn["rgb"][0, :, 0], drawn["segmentation"][0, :, 0]
    golden_rgb = np.asarray(Image.open(GOLDEN / "hand_drawn.png")).astype(int)
    golden_segmentation = np.asarray(Image.open(GOLDEN / "hand_drawn_segmentation.png")).astype(int) - 10
    assert (np.abs(rgb - golden_rgb).max(axis=-1) > 2).mean() <= 0.01
    assert (segmentation != golden_segmentation).mean() <= 0.002
    assert set(np.unique(segmentation)) >= {5, 6, 7, 8, look.SKY_ID, look.GROUND_ID, look.WATER_ID}


def test_a_view_does_not_depend_on_channels_batch_or_threads() -> None:
    camera = Camera(40, 36)
    scenes = scenes_of([generate_scene(s) for s in range(6)])
    cams = views(np.random.default_rng(0).uniform((3, 3, 0), (47, 47, 360), (6, 3)), camera, (0, 90))
    every = render(scenes, cams, camera, ("rgb", "depth", "segmentation"), threads=1)
    for names in (("rgb",), ("depth",), ("segmentation",), ("segmentation", "rgb")):
        some = render(scenes, cams, camera, names, threads=2)
        assert set(some) == set(names)
        for name in names:
            np.testing.assert_array_equal(some[name], every[name])
    one = scenes_of([generate_scene(4)])
    np.testing.assert_array_equal(render(one, cams[4:5], camera)["rgb"][0], every["rgb"][4])


@pytest.mark.parametrize("size", [(1, 1), (17, 5), (130, 64), (3, 200)])
@pytest.mark.parametrize("fov", [20.0, 60.0, 120.0])
def test_any_size_and_field_of_view(size: tuple[int, int], fov: float) -> None:
    camera = Camera(width=size[0], height=size[1], fov=fov)
    drawn = render(hand_drawn(), views([[25, 18, 0]], camera), camera, ("rgb", "depth", "segmentation"))
    assert drawn["rgb"].shape == (1, size[1], 1, size[0], 3)
    assert drawn["depth"].shape == (1, size[1], 1, size[0])


def test_a_wider_picture_holds_the_narrower_one() -> None:
    narrow, wide = Camera(64, 64, fov=60), Camera(128, 64, fov=2 * np.degrees(np.arctan(2 * np.tan(np.radians(30)))))
    pose = [[25, 18, 0]]
    a = render(hand_drawn(), views(pose, narrow), narrow, ("segmentation",))["segmentation"][0, :, 0]
    b = render(hand_drawn(), views(pose, wide), wide, ("segmentation",))["segmentation"][0, :, 0]
    assert (a != b[:, 32:96]).mean() < 0.01


def test_the_panorama_is_six_views_side_by_side_without_gaps() -> None:
    camera = Camera(32, 32)
    scenes = scenes_of([generate_scene(3)])
    pose = np.array([[25.0, 25.0, 70.0]])
    wide = panorama(scenes, pose, camera, ("rgb", "depth"))
    assert wide["rgb"].shape == (1, 32, 192, 3)
    for k, turn in enumerate(PANORAMA):
        single = render(scenes, views(pose + np.array([0, 0, turn]), camera), camera)["rgb"][0, :, 0]
        np.testing.assert_array_equal(wide["rgb"][0, :, 32 * k : 32 * k + 32], single)


def test_a_ray_hits_what_the_pixel_shows() -> None:
    camera = Camera(48, 48)
    scenes = hand_drawn()
    cams = views([[25, 18, 0]], camera)
    drawn = render(scenes, cams, camera, ("depth", "segmentation"))
    rows, columns = np.meshgrid(np.arange(0, 48, 5), np.arange(0, 48, 7))
    point, depth, ids = cast(scenes, cams[:, 0], camera, rows.reshape(1, -1) + 0.5, columns.reshape(1, -1) + 0.5)
    np.testing.assert_array_equal(ids[0], drawn["segmentation"][0, rows.ravel(), 0, columns.ravel()])
    np.testing.assert_allclose(depth[0], drawn["depth"][0, rows.ravel(), 0, columns.ravel()], rtol=1e-4)
    ground = ids[0] == look.GROUND_ID
    assert ground.any()
    np.testing.assert_allclose(point[0, ground, 1], 0, atol=1e-3)


def test_bad_requests_are_refused() -> None:
    camera = Camera()
    scenes = hand_drawn()
    with pytest.raises(InputError, match="infrared"):
        render(scenes, views([[1, 1, 0]], camera), camera, ("infrared",))
    with pytest.raises(InputError, match="threads"):
        render(scenes, views([[1, 1, 0]], camera), camera, threads=0)
    with pytest.raises(InputError, match="tpu"):
        render(scenes, views([[1, 1, 0]], camera), camera, device="tpu")
    with pytest.raises(InputError, match="shape"):
        render(scenes, np.zeros((2, 1, 5)), camera)
    with pytest.raises(InputError, match="positive"):
        box("#ffffff", (0, 0, 0), (1, 0, 1))
    with pytest.raises(InputError, match="#rrggbb"):
        Library({"x": [box("red", (0, 0, 0), (1, 1, 1))]})
    with pytest.raises(InputError, match="no primitives"):
        Library({"nothing": []})
