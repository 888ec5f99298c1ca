"""Landmarks of one's own: used in scenes, drawn, named, refused with a reason; fields of seeds stay as they are."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from sightline.errors import InputError
from sightline.lani import LANDMARKS, NAMES, Episode, LaniWorld, Placed, Scene, generate_scene, landmarks
from sightline.lani.kind import KIND
from sightline.render.primitives import Primitive, box

DOCS = Path(__file__).parents[2] / "docs"


def crate() -> list[Primitive]:
    return [box("#d2873f", (0, 0, 0), (4.0, 4.0, 4.0))]


def forget() -> None:
    """Landmarks are never removed, except here, so that other tests do not see ours."""
    LANDMARKS.pop("Crate", None)
    landmarks.INDEX.pop("Crate", None)
    landmarks.library.cache_clear()
    landmarks.bodies.cache_clear()


@pytest.fixture
def crates() -> Iterator[None]:
    landmarks.add("Crate", "crate", 3.0, crate)
    yield
    forget()


@pytest.mark.usefixtures("crates")
def test_it_is_drawn_named_and_in_the_way() -> None:
    scene = Scene((Placed("Crate", 25.0, 35.0, 4.0), Placed("Well", 10.0, 10.0, 4.0)))
    world = LaniWorld()
    world.reset([Episode(scene, (25.0, 25.0, 0.0), (25.0, 40.0))])
    assert len(NAMES) + 1 in world.observe(("segmentation",))["segmentation"]
    assert sum(world.step([0]).collision[0] for _ in range(10)) > 0.3
    assert (
        KIND.generate(0, scene, start=(25.0, 25.0, 0.0), goal=(25.0, 31.0)).instruction
        == "go to the crate in front of you ."
    )
    record = json.loads(json.dumps(KIND.scene_to_json(scene)))
    assert KIND.scene_from_json(record) == scene and not list(KIND.scene_fields.wrong(record, "scene"))


def test_a_world_that_was_there_before_can_show_it() -> None:
    world = LaniWorld()
    world.reset([Episode(generate_scene(k), (25.0, 25.0, 0.0), (25.0, 40.0)) for k in range(2)])
    before = world.observe()["rgb"][0]
    landmarks.add("Crate", "crate", 3.0, crate)
    try:
        world.reset([Episode(Scene((Placed("Crate", 25.0, 35.0, 4.0),)), (25.0, 25.0, 0.0), (25.0, 40.0))], where=[1])
        assert len(NAMES) + 1 in world.observe(("segmentation",))["segmentation"][1]
        np.testing.assert_array_equal(world.observe()["rgb"][0], before)
    finally:
        forget()


def test_fields_of_seeds_and_what_is_learned_stay_as_they_are() -> None:
    before = [generate_scene(seed) for seed in range(5)]
    assert KIND.thing_classes is not None
    classes = KIND.thing_classes([None])[0]
    assert classes[[0, 6, 69, 70]].tolist() == [0, 6, 69, 6]
    landmarks.add("Crate", "crate", 3.0, crate)
    try:
        assert [generate_scene(seed) for seed in range(5)] == before
        assert KIND.thing_classes([None])[0].tolist() == classes.tolist()
    finally:
        forget()


def test_what_cannot_be_one_is_refused() -> None:
    wide, floating = [box("#ffffff", (0, 0, 0), (9, 4, 4))], [box("#ffffff", (0, 4, 0), (2, 4, 2))]
    for arguments, told in (
        (("Well", "well", 3.0, crate), "already"), (("", "crate", 3.0, crate), "name"),
        (("Crate", "\n", 3.0, crate), "noun"), (("Crate", "crate", float("nan"), crate), "radius"),
        (("Crate", "crate", 3.0, list), "primitive"), (("Crate", "crate", 3.0, None), "cannot be built"),
        (("Crate", "crate", 3.0, lambda: 1 / 0), "ZeroDivisionError: division by zero"),
        (("Crate", "crate", 3.0, lambda: wide), "beyond"), (("Crate", "crate", 3.0, lambda: floating), "ground"),
    ):  # fmt: skip
        with pytest.raises(InputError, match=told):
            landmarks.add(*arguments)  # type: ignore[arg-type]
    assert len(LANDMARKS) == len(NAMES)


def test_the_example_of_the_documents_runs(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, DOCS / "own_landmark.py", tmp_path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "go to the windsock in front of you .\n"
    assert (tmp_path / "windsock.png").stat().st_size > 1000
