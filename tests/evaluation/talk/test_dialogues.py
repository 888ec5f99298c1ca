"""Dialogues: the bundled ones are right, and mistakes are told."""

import json
from pathlib import Path
from typing import Any

import pytest

from sightline.corpus.kind import corpus_kind
from sightline.errors import FileFormatError, InputError
from sightline.evaluation.talk.dialogues import GROUPS, bundled, problems_of, read_dialogues
from sightline.world import kind_of


def record(**changes: Any) -> dict[str, Any]:
    expect = {"reply": ["go"], "goal": {"near": ["Well"], "within": 4}}
    whole = {"id": "a", "world": "lani", "group": "plain", "seed": 1, "turns": [{"words": "the well", "expect": expect}]}
    return whole | changes


def expecting(**expect: Any) -> dict[str, Any]:
    return record(turns=[{"words": "the well", "expect": {"reply": ["go"], **expect}}])


@pytest.mark.parametrize("split", ["dev", "test"])
@pytest.mark.parametrize("world", ["lani", "chai"])
def test_bundled_dialogues_have_every_group(world: str, split: str) -> None:
    dialogues = read_dialogues(bundled(world, split), world)
    groups = [dialogue.group for dialogue in dialogues]
    assert len(dialogues) >= 80 and all(groups.count(group) >= 5 for group in GROUPS)


@pytest.mark.parametrize("world", ["lani", "chai"])
def test_dev_and_test_share_no_scene_and_no_words(world: str) -> None:
    dev, test = (read_dialogues(bundled(world, split), world) for split in ("dev", "test"))

    def scenes(dialogues: list[Any]) -> set[str]:
        return {json.dumps(d.scene or d.seed) for d in dialogues}

    assert not scenes(dev) & scenes(test)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (record(group="jokes"), "group"),
        (record(world="chai"), "chai"),
        (record(turns=[]), "turns"),
        (expecting(reply=["maybe"]), "reply"),
        (expecting(goal={}), "where"),
        (expecting(goal={"near": ["Well"]}), "within"),
        (expecting(goal={"toward": 90}), "least"),
        (expecting(goal={"around": "Well"}), "degrees"),
        (expecting(goal={"start_of_turn": 2, "within": 3}), "later"),
        (expecting(deeds=[["wash", "plate"]]), "verb"),
        (expecting(deeds=[["open", "fridge", "kitchen"]]), "verb"),
        (expecting(reply=["ask"], goal={"in": ["kitchen"]}), "lack"),
        (expecting(smile=True), "smile"),
    ],
)
def test_each_mistake_is_one_sentence(wrong: dict[str, Any], says: str) -> None:
    (sentence,) = problems_of(json.dumps(wrong), "lani")
    assert says in sentence and sentence.endswith(".")


def test_mistakes_name_the_line(tmp_path: Path) -> None:
    file = tmp_path / "some.jsonl"
    file.write_text(json.dumps(record()) + "\n{\n")
    with pytest.raises(FileFormatError, match="line 2"):
        read_dialogues(file, "lani")
    file.write_text(f"{json.dumps(record())}\n" * 2)
    with pytest.raises(FileFormatError, match="more than once"):
        read_dialogues(file, "lani")
    with pytest.raises(InputError, match="no such file"):
        read_dialogues(tmp_path / "none.jsonl", "lani")


@pytest.mark.parametrize("split", ["dev", "test"])
def test_what_fields_are_expected_to_have_is_there(split: str) -> None:
    kind, facts = kind_of("lani"), corpus_kind("lani").facts
    assert facts is not None
    for dialogue in read_dialogues(bundled("lani", split), "lani"):
        world = kind.make(threads=1)
        world.reset([dialogue.episode(kind)])
        here = facts(world)
        for turn in dialogue.turns:
            goal = turn.expect.get("goal") or {}
            names = [*goal.get("near", ()), *(n for key in ("via", "visits") for some in goal.get(key, ()) for n in some)]
            assert all(here.gap(name, (25.0, 25.0)) is not None for name in names), dialogue.id
