"""The original scene-config files: read, written, and refused with a reason."""

import json
from pathlib import Path
from typing import Any

import pytest

from sightline.errors import InputError
from sightline.lani import Placed, Scene, generate_scene, read_scene, write_scene
from sightline.lani.files import parse_scene, scene_config
from sightline.lani.kind import KIND


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


def test_numbers_of_a_file_by_hand() -> None:
    edge = ORIGINAL | {"xPos": [0, 1000, 333.3333], "radius": [95.12345678, 1000, 0.02], "isEnabled": [True, False, True]}
    scene = parse_scene(edge | {"lakeCoords": [{"x": 0, "y": 99}, {"x": 99, "y": 0}]}, "here")
    assert scene.landmarks == (Placed("Well", 0.0, 40.0, 4.756173), Placed("Barrel", 16.6667, 16.65, 0.001))
    assert scene.lakes == ((0, 99, 99), (99, 0, 0))
    written = scene_config(Scene((Placed("Well", 10.03, 49.99, 4.756173),), ((3, 4, 6),)))
    assert (written["xPos"], written["zPos"], written["radius"]) == ([201], [1000], [95.1235])
    assert written["lakeCoords"] == [{"x": 4, "y": 3}, {"x": 5, "y": 3}, {"x": 6, "y": 3}]
    assert written["isEnabled"] == [True]


@pytest.mark.parametrize(
    ("change", "message"),
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
        ({"xPos": [10**400, 1, 2]}, ["xPos[0]", "from 0 to 1000"]),
        ({"xPos": [10**14, 1, 2]}, ["xPos[0]", "100000000000000"]),
        ({"xPos": [-1, 1, 2]}, ["xPos[0]", "-1"]),
        ({"radius": [1.0, -1, 2.0]}, ["radius[1]", "-1"]),
        ({"xPos": [True, 1, 2]}, ["xPos[0]", "True"]),
        ({"isEnabled": "all"}, ["isEnabled", "all"]),
        ({"isEnabled": [True, "no", True]}, ["isEnabled", "no"]),
        ({"lakeCoords": ""}, ["lakeCoords", "str"]),
        ({"lakeCoords": [{"x": 3, "y": 3}] * 10001}, ["lakeCoords", "10,001", "10,000"]),
        ({"landmarkName": [["Well"], "Well", "Barrel"]}, ["landmarkName[0]", "63"]),
        ({"lakeCoords": [{"x": True, "y": 1}]}, ["lakeCoords[0].x", "true", "0 to 99"]),
        ({"lakeCoords": [{"x": 3.0, "y": 1}]}, ["lakeCoords[0].x", "3.0"]),
        ({"lakeCoords": [{"x": 1, "y": -1}]}, ["lakeCoords[0].y", "-1"]),
        ({"lakeCoords": [5]}, ["lakeCoords[0]", "'x'"]),
    ],
)
def test_what_is_wrong_with_a_file_is_said(change: dict[str, Any], message: list[str], tmp_path: Path) -> None:
    path = tmp_path / "scene.json"
    path.write_text(json.dumps(ORIGINAL | change))
    with pytest.raises(InputError) as error:
        read_scene(path)
    for words in (str(path), *message):
        assert words in str(error.value)


@pytest.mark.parametrize("count", [201, 5_000, 200_000])
def test_too_many_landmarks_are_refused_before_any_work(count: int) -> None:
    many = {key: [value[0]] * count for key, value in ORIGINAL.items()}
    crowded = Scene((Placed("Well", 10.0, 40.0, 4.75),) * count)
    record = KIND.scene_to_json(crowded) | {"lakes": []}
    for refuse in (lambda: parse_scene(many, "here"), lambda: KIND.generate(1, scene=crowded)):
        with pytest.raises(InputError, match=f"{count:,} landmarks.* 200"):
            refuse()
    assert not KIND.scene_fields.fits([record]) and "200" in next(iter(KIND.scene_fields.wrong(record, "scene")))


def test_as_many_landmarks_as_allowed_are_followed_at_once() -> None:
    crowded = Scene(tuple(Placed("Well", 5.0 + k % 20, 5.0 + k // 20, 4.75) for k in range(200)))
    world = KIND.make()
    world.reset([KIND.generate(1, scene=crowded)])
    assert len(world.observe()["rgb"]) == 1


@pytest.mark.parametrize("key", ["landmarkName", "xPos", "zPos", "radius"])
def test_a_missing_key_is_named(key: str) -> None:
    with pytest.raises(InputError, match=f"here: key '{key}' is missing"):
        parse_scene({k: v for k, v in ORIGINAL.items() if k != key}, "here")


def test_files_that_are_no_scene(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    for content, message in (
        (b"{not json", "not JSON"),
        (b"[1, 2]", "JSON object"),
        (b"\xff\xfe\x00", "cannot be read"),
        (b"[" * 200000, "nested"),
    ):
        path.write_bytes(content)
        with pytest.raises(InputError, match=message):
            read_scene(path)
    with pytest.raises(InputError, match="no such file"):
        read_scene(tmp_path / "nowhere.json")
