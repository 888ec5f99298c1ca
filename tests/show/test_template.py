"""Templates of tables: complete, and right when they are filled in with their own examples."""

import csv
from pathlib import Path

import numpy as np
import pytest

from sightline.corpus.sentences import new_corpus
from sightline.errors import InputError
from sightline.show.template import cells_of, guide_text, pictures, table_text, template_scenes


@pytest.mark.parametrize("world", ["lani", "chai"])
def test_a_template_filled_in_with_its_examples_is_a_corpus(world: str, tmp_path: Path) -> None:
    scenes = template_scenes(world, 2, 10001)
    rows = list(csv.DictReader(table_text(scenes, 3).splitlines()))
    for k, scene in enumerate(scenes):
        examples = cells_of(world).examples(scene.episode)
        for row, (words, goal) in zip(rows[3 * k : 3 * k + 3], examples, strict=False):
            row["words"], row["goal"] = words, goal
    with (tmp_path / "t.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    written = new_corpus(tmp_path / "t.csv", tmp_path / "corpus")
    assert written.world == world and sum(written.splits.values()) >= 4 and written.scenes == 2


def test_the_guide_has_every_scene_and_its_names() -> None:
    scenes = template_scenes("lani", 2, 10001)
    text = guide_text("lani", scenes)
    assert all(f"{scene.name}.png" in text for scene in scenes) and "red mushroom" in text and "corpus new" in text


def test_a_picture_has_map_and_view() -> None:
    ((name, picture),) = pictures("lani", template_scenes("lani", 1, 10001))
    assert name == "field-10001.png" and picture.height > picture.width
    assert len(np.unique(np.asarray(picture.resize((60, 60))).reshape(-1, 3), axis=0)) > 500


def test_houses_take_turns_and_scenes_differ() -> None:
    scenes = template_scenes("chai", 4, 1, ["2", "3"])
    assert [scene.cells["house"] for scene in scenes] == ["2", "3", "2", "3"]
    with pytest.raises(InputError, match="houses"):
        template_scenes("lani", 1, 1, ["2"])
