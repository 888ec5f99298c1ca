"""Scenes: generation, lakes, and the original scene-config files."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sightline.errors import InputError
from sightline.lani import NAMES, Placed, Scene, generate_scene, read_scene, write_scene
from sightline.lani.files import parse_scene, scene_config
from sightline.lani.landmarks import LANDMARKS
from sightline.lani.scene import check_scene, runs
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


def test_original_files_round_trip(tmp_path: Path) -> None:
    for seed in range(5):
        scene = generate_scene(seed)
        path = tmp_path / f"random_config_{seed}.json"
        write_scene(scene, path)
        assert read_scene(path) == scene
        config = json.loads(path.read_text())
        assert set(config) == {"landmarkName", "xPos", "zPos", "radius", "isEnabled", "lakeCoords"}
        assert scene_config(parse_scene(config, "x")) == config
    assert list(tmp_path.glob("*.partial")) == []


ORIGINAL: dict[str, Any] = {
    "landmarkName": ["Well", "Barrel", "Barrel"],
    "xPos": [200, 900, 350],
    "zPos": [800, 100, 333],
    "radius": [95.0, 80.5, 90.0],
    "isEnabled": [True, True, True],
    "lakeCoords": [{"x": 3, "y": 4}, {"x": 4, "y": 4}],
}


def test_an_original_scene_by_hand() -> None:
    scene = parse_scene(ORIGINAL, "here")
    assert scene.landmarks[0] == Placed("Well", 10.0, 40.0, 4.75)
    assert [p.name for p in scene.landmarks].count("Barrel") == 2  # duplicates are accepted
    assert scene.lakes == ((4, 3, 4),)
    without = {k: v for k, v in ORIGINAL.items() if k != "lakeCoords"}
    assert parse_scene(without, "here").lakes == ()
    many = {k: v * 8 if isinstance(v, list) and k != "lakeCoords" else v for k, v in ORIGINAL.items()}
    assert len(parse_scene(many, "here").landmarks) == 24  # and so are more than 13


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"landmarkName": ["Well", "Castle", "Barrel"]}, ["landmarkName[1]", "Castle"]),
        ({"xPos": None}, ["xPos", "list"]),
        ({"xPos": [200, float("nan"), 1]}, ["xPos[1]", "nan"]),
        ({"zPos": [200, 100, 1001]}, ["zPos[2]", "1001"]),
        ({"radius": [1.0, "big", 2.0]}, ["radius[1]", "big"]),
        ({"radius": [1.0, 0, 2.0]}, ["radius[1]", "0"]),
        ({"xPos": [200, 300]}, ["xPos", "2 entries", "3"]),
        ({"isEnabled": [True]}, ["isEnabled", "1 entries"]),
        ({"lakeCoords": [{"x": 3}]}, ["lakeCoords[0]", "'y'"]),
        ({"lakeCoords": [{"x": 3, "y": 100}]}, ["lakeCoords[0].y", "100"]),
        ({"lakeCoords": "wet"}, ["lakeCoords", "str"]),
        ({"xPos": [10**400, 1, 2]}, ["xPos[0]", "outside"]),
    ],
)
def test_what_is_wrong_with_a_file_is_said(change: dict[str, Any], told: list[str], tmp_path: Path) -> None:
    path = tmp_path / "scene.json"
    path.write_text(json.dumps(ORIGINAL | change))
    with pytest.raises(InputError) as error:
        read_scene(path)
    for words in (str(path), *told):
        assert words in str(error.value)


@pytest.mark.parametrize("key", ["landmarkName", "xPos", "zPos", "radius"])
def test_a_missing_key_is_named(key: str) -> None:
    with pytest.raises(InputError, match=f"here: key '{key}' is missing"):
        parse_scene({k: v for k, v in ORIGINAL.items() if k != key}, "here")


def test_files_that_are_no_scene(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    for content, told in (
        (b"{not json", "not JSON"),
        (b"[1, 2]", "JSON object"),
        (b"\xff\xfe\x00", "cannot be read"),
        (b"[" * 200000, "nested"),
    ):
        path.write_bytes(content)
        with pytest.raises(InputError, match=told):
            read_scene(path)
    with pytest.raises(InputError, match="no such file"):
        read_scene(tmp_path / "nowhere.json")
