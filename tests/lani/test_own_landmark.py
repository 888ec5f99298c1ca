"""Landmarks of one's own: used in scenes, drawn, named, refused with a reason; fields of seeds stay as they are."""

import json
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest
from show_scenes import LANI, untrained

from sightline.corpus.lani.commands import plain_command
from sightline.corpus.lani.words import reword
from sightline.errors import InputError
from sightline.lani import LANDMARKS, NAMES, Episode, LaniWorld, Placed, Scene, generate_scene, landmarks
from sightline.lani.kind import KIND
from sightline.remote.client import write_episode
from sightline.render.primitives import Primitive, box
from sightline.show import lani
from sightline.show.attempt import Attempt
from sightline.show.lani_pictures import galleries
from sightline.show.task import Task
from sightline.web.hosting import Host
from sightline.web.remote_bodies import MakeBody

DOCS = Path(__file__).parents[2] / "docs"


def crate() -> list[Primitive]:
    return [box("#d2873f", (0, 0, 0), (4.0, 4.0, 4.0))]


def forget(name: str = "Crate") -> None:
    """Landmarks are never removed, except here, so that other tests do not see ours."""
    LANDMARKS.pop(name, None)
    landmarks.INDEX.pop(name, None)
    landmarks.library.cache_clear()
    landmarks.bodies.cache_clear()


@pytest.fixture
def crates() -> Iterator[None]:
    landmarks.add("Crate", "gizmo", 3.0, crate)
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
        == "go to the gizmo in front of you ."
    )
    record = json.loads(json.dumps(KIND.scene_to_json(scene)))
    assert KIND.scene_from_json(record) == scene and not list(KIND.scene_fields.wrong(record, "scene"))


SCENE = Scene((Placed("Crate", 25.0, 35.0, 4.0), Placed("Well", 10.0, 10.0, 4.0)))
EPISODE = Episode(SCENE, (25.0, 20.0, 0.0), (25.0, 31.0), "go to the red gizmo .")


@pytest.mark.usefixtures("crates")
def test_a_saved_world_is_restored_and_shows_the_same() -> None:
    world, other = LaniWorld(), LaniWorld()
    world.reset([EPISODE])
    world.step([0])
    other.restore(world.save())
    for channel in ("rgb", "segmentation"):
        np.testing.assert_array_equal(other.observe((channel,))[channel], world.observe((channel,))[channel])
    state = world.save()
    state["models"] = state["models"] + 1  # beyond the last landmark
    with pytest.raises(InputError, match="models"):
        other.restore(state)


@pytest.mark.usefixtures("crates")
def test_a_server_that_knows_it_resets_saves_and_restores() -> None:
    hosted = Host().make(MakeBody(world="lani"))
    episodes = [write_episode(KIND, EPISODE)]
    assert "error" not in hosted.answer({"call": "reset", "arguments": {"episodes": episodes}})
    state = hosted.answer({"call": "save"})["result"]
    assert "error" not in hosted.answer({"call": "restore", "arguments": {"state": state}})


@pytest.mark.usefixtures("crates")
def test_an_attempt_at_it_is_remarked_on_and_drawn() -> None:
    attempt = Attempt(untrained(LANI), Task(LANI, "a", EPISODE))
    assert any("'gizmo'" in sentence for sentence in attempt.remarks.sentences)  # the agent was never taught the word
    assert lani.SCENERY.mismatches("go to the red gizmo past the anvil", EPISODE) == ["this field has no anvil."]
    assert lani.SCENERY.hidden_things("go to the gizmo", EPISODE, frozenset()) == ["gizmo"]
    assert "gizmo" in lani.SCENERY.beside(EPISODE, (25.0, 31.0)) and "gizmo" not in lani.SCENERY.taught_words()
    assert attempt.look()
    attempt.go()
    assert attempt.goal_picture().width and attempt.path_picture(200).width == 200
    assert lani.SCENERY.map_of(EPISODE, 200, "pictured").picture.width == 200
    (gallery,) = galleries()
    assert gallery.exhibits[-1].title == "gizmo" and gallery.draw(len(NAMES)).width


@pytest.mark.usefixtures("crates")
def test_commands_name_it_and_other_words_leave_it() -> None:
    made = [plain_command(Random(k), SCENE, "command") for k in range(30)]
    assert any("gizmo" in command[0].segments[0].tokens for command in made if command)
    assert "gizmo" in reword(Random(0), ["go", "to", "the", "gizmo"], [(0, "gizmo")], SCENE)


@pytest.mark.usefixtures("crates")
def test_another_process_knows_those_of_a_scene_that_it_is_sent_in_the_same_order() -> None:
    landmarks.add("Post", "post", 3.0, lambda: [box("#d2873f", (0, 0, 0), (1.0, 4.0, 1.0))])  # a function without a name
    try:
        sent = pickle.dumps((Scene((Placed("Post", 25.0, 35.0, 4.0),)), Scene((Placed("Crate", 25.0, 35.0, 4.0),))))
    finally:
        forget("Post")
    received = "import pickle, sys; print([s.bodies.tolist() + s.models.tolist() for s in pickle.load(sys.stdin.buffer)])"
    done = subprocess.run([sys.executable, "-c", received], input=sent, capture_output=True, check=False)
    post, crate = json.loads(done.stdout)
    assert post[1] == len(NAMES) + 1 and crate[1] == len(NAMES) and post[0] != crate[0]


def test_a_world_that_was_there_before_can_show_it() -> None:
    world = LaniWorld()
    world.reset([Episode(generate_scene(k), (25.0, 25.0, 0.0), (25.0, 40.0)) for k in range(2)])
    before = world.observe()["rgb"][0]
    landmarks.add("Crate", "gizmo", 3.0, crate)
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
    landmarks.add("Crate", "gizmo", 3.0, crate)
    try:
        assert [generate_scene(seed) for seed in range(5)] == before
        assert KIND.thing_classes([None])[0].tolist() == classes.tolist()
    finally:
        forget()


def test_what_cannot_be_one_is_refused() -> None:
    wide, floating = [box("#ffffff", (0, 0, 0), (9, 4, 4))], [box("#ffffff", (0, 4, 0), (2, 4, 2))]
    for arguments, message in (
        (("Well", "well", 3.0, crate), "already"), (("", "crate", 3.0, crate), "name"),
        (("Crate", "\n", 3.0, crate), "noun"), (("Crate", "crate", float("nan"), crate), "radius"),
        (("Crate", "crate", 3.0, list), "primitive"), (("Crate", "crate", 3.0, None), "cannot be built"),
        (("Crate", "crate", 3.0, lambda: 1 / 0), "ZeroDivisionError: division by zero"),
        (("Crate", "crate", 3.0, lambda: wide), "beyond"), (("Crate", "crate", 3.0, lambda: floating), "ground"),
    ):  # fmt: skip
        with pytest.raises(InputError, match=message):
            landmarks.add(*arguments)  # type: ignore[arg-type]
    assert len(LANDMARKS) == len(NAMES)


def test_the_example_of_the_documents_runs(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, DOCS / "own_landmark.py", tmp_path], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "go to the windsock in front of you .\n"
    assert (tmp_path / "windsock.png").stat().st_size > 1000
