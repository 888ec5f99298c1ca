"""What LANI brings: episodes from options, scenes and actions in records, what cells show."""

from pathlib import Path

import numpy as np
import pytest

from sightline.errors import InputError
from sightline.lani import NAMES, generate_episode, generate_scene, write_scene
from sightline.lani.kind import KIND


def test_an_episode_keeps_what_is_given(tmp_path: Path) -> None:
    assert KIND.generate(7) == generate_episode(7)
    write_scene(generate_scene(3), tmp_path / "scene.json")
    for scene in (generate_scene(3), tmp_path / "scene.json", str(tmp_path / "scene.json")):
        assert KIND.generate(7, scene=scene).scene == generate_scene(3)
    moved = KIND.generate(7, start=(20.0, 20.0, 45.0), goal=(30.0, 30.0))
    assert moved.start == (20.0, 20.0, 45.0) and moved.goal == (30.0, 30.0) and moved.scene == generate_episode(7).scene
    assert moved.instruction.startswith("go ")
    assert KIND.generate(7, instruction="stay").instruction == "stay" and KIND.generate(7).instruction != "stay"
    with pytest.raises(InputError, match="A scene is a Scene"):
        KIND.generate(7, scene=7)


def test_worlds_are_made_as_asked_for() -> None:
    world = KIND.make(horizon=7, near=2.0)
    world.reset([KIND.generate(1, start=(20.0, 20.0, 0.0), goal=(20.0, 23.0))])
    assert world.horizon.tolist() == [7] and world.rewards()[0, 3] < 0  # three units off is not near enough
    usual = KIND.make()
    usual.reset([KIND.generate(1, start=(20.0, 20.0, 0.0), goal=(20.0, 23.0))])
    assert usual.horizon.tolist() == [40] and usual.rewards()[0, 3] > 0


def test_anywhere_is_free_and_looks_any_way() -> None:
    episodes = KIND.anywhere(60, 5)
    assert [e.scene for e in episodes] == [generate_scene(5 + k) for k in range(60)]
    places = np.array([e.start for e in episodes])
    assert all(e.scene.clearance(np.array(e.start[:2])) >= 0.5 and e.goal == e.start[:2] for e in episodes)
    assert places[:, :2].min() >= 1 and places[:, :2].max() <= 49 and np.ptp(places[:, 2]) > 300
    assert KIND.anywhere(3, 5) == episodes[:3]


def test_scenes_go_into_records_and_back() -> None:
    scene = generate_scene(4)
    data = KIND.scene_to_json(scene)
    assert data["landmarks"][0] == {"name": scene.landmarks[0].name, "x": scene.landmarks[0].x, "z": scene.landmarks[0].z,
                                    "radius": scene.landmarks[0].radius}  # fmt: skip
    assert KIND.scene_from_json(data) == scene


def test_cells_show_one_of_seventy_things() -> None:
    assert KIND.things == 70 and KIND.segmentation == (-6, 255) and KIND.thing_classes is not None
    classes = KIND.thing_classes([None, None])
    assert classes.shape == (2, 262) and classes[1, :70].tolist() == list(range(70)) and len(NAMES) == 63
    assert (classes[:, 70:] == 6).all()  # landmarks of one's own count as sky


def test_a_start_inside_a_landmark_or_outside_the_field_is_refused() -> None:
    scene = generate_scene(7)
    placed = scene.landmarks[0]
    x, z = scene.bodies[0, :2].tolist()
    with pytest.raises(InputError, match=rf"inside the .* at \({placed.x:g}, {placed.z:g}\)"):
        KIND.generate(7, start=(x, z, 0.0))
    for start in ((1, 2), "abc", 5, (1, 2, float("nan")), ("a", 1, 2)):
        with pytest.raises(InputError, match="A start must be 3 finite numbers"):
            KIND.generate(7, start=start)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="A goal must be 2 finite numbers"):
        KIND.generate(7, goal=(1,))
    with pytest.raises(InputError, match="A seed"):
        KIND.anywhere(1, -1)
