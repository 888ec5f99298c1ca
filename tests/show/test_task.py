"""Which instruction in which scene, for every world."""

from pathlib import Path

import numpy as np
import pytest

from sightline.corpus.choose import example_in
from sightline.errors import InputError
from sightline.lani import Placed, Scene, write_scene
from sightline.show.task import choose_task, task_of


def test_words_in_the_scene_of_a_seed() -> None:
    task = choose_task("lani", "  go to the well ", 7)
    assert task.name == "seed-7" and task.episode.instruction == "go to the well"
    assert task.true_goal is None and task.demonstration is None  # nobody knows where these words lead
    assert task.episode.start == task.kind.generate(7).start


def test_in_a_house_it_faces_where_most_things_are() -> None:
    task = choose_task("chai", "open the fridge", 46, "1")
    kind, (x, z, _) = task.kind, task.episode.start
    drawn = kind.generate(46, "1").start
    assert (x, z) == drawn[:2]
    things = []
    for heading in (task.episode.start[2], 0.0, 90.0, 180.0, 270.0):
        world = kind.make(threads=1)
        world.reset([kind.generate(46, "1", (x, z, heading))])
        things.append(len(np.unique(world.observe(("segmentation",))["segmentation"][0])))
    assert things[0] == max(things) > min(things)
    assert choose_task("chai", "open the fridge", 46, "1", start=drawn).episode.start == drawn


def test_scenes_that_are_named(tmp_path: Path) -> None:
    scene = Scene((Placed("WaterWell", 20.0, 30.0, 2.0),))
    write_scene(scene, tmp_path / "well.json")
    task = choose_task("lani", None, 7, str(tmp_path / "well.json"))
    assert task.name == "well" and task.episode.scene == scene
    assert task.true_goal == task.episode.goal  # the world itself made the instruction
    house = choose_task("chai", "open the fridge", 7, "3")
    assert house.name == "3" and house.episode.house.name == "3" and house.episode.instruction == "open the fridge"


def test_without_words_it_is_one_of_the_corpus() -> None:
    task = choose_task("lani", None, 15)
    record = example_in(None, "lani", "15", 1)
    assert task.name == record.name == "lani-000015-1"
    assert task.episode.instruction == record.segment.instruction and task.true_goal == record.segment.end
    assert task.demonstration is not None and tuple(task.demonstration[0]) == record.segment.start
    second = choose_task("lani", None, 7, paragraph="lani-000015", segment=2)
    assert second.name == "lani-000015-2" == task_of(example_in(None, "lani", "15", 2)).name


def test_words_may_be_said_anywhere() -> None:
    task = choose_task("lani", "go to the well", 7, start=(10.0, 8.0, 30.0))
    assert task.episode.start == (10.0, 8.0, 30.0) and task.episode.scene == choose_task("lani", "go", 7).episode.scene
    with pytest.raises(InputError, match="of your own"):
        choose_task("lani", None, 7, start=(10.0, 8.0, 30.0))


@pytest.mark.parametrize("words", ["", "  \t", "?!"])
def test_an_instruction_has_words(words: str) -> None:
    with pytest.raises(InputError, match=r"empty|without a word"):
        choose_task("lani", words, 7)


def test_words_and_a_corpus_exclude_each_other() -> None:
    with pytest.raises(InputError, match="Either"):
        choose_task("lani", "go", 7, paragraph="3")
    assert choose_task("chai", None, 7).episode.instruction
