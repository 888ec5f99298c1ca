"""Written pairs: conversations of a file, and what each turn may refer to."""

import json
from pathlib import Path

import pytest

from sightline.corpus.chai.lexicon import lexicon
from sightline.corpus.pairs import read_pairs
from sightline.errors import FileFormatError

HOUSES = lexicon()


def written(tmp_path: Path, *records: object) -> Path:
    file = tmp_path / "pairs.jsonl"
    file.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return file


def test_every_turn_is_a_pair_that_knows_what_was_meant_before(tmp_path: Path) -> None:
    turns = [
        {"words": "Open the frigde, would you?", "plan": ["open the fridge", "not: open the oven"]},
        {"words": "what's in the sink", "plan": ["what is in the sink?"]},
        {"words": "put it there", "plan": ["put the mug in the sink"]},
    ]
    one, two, three = read_pairs(written(tmp_path, {"manner": "child", "turns": turns}), "chai", HOUSES, True)
    assert one.words == "open the fridge , would you ?" and one.meaning == "open the fridge ; not : open the oven"
    assert (one.before, two.before) == ("", "open the fridge ; not : open the oven")
    assert (
        three.before == "open the fridge ; not : open the oven ; what is in the sink ?"
        and three.world == "chai"
        and three.hands
    )
    assert one.is_plan and not two.is_plan


@pytest.mark.parametrize(
    "record",
    [
        {"manner": "child", "turns": []},
        {"manner": "child"},
        {"manner": "", "turns": [{"words": "a", "plan": ["b"]}]},
        {"manner": "child", "turns": [{"words": "a", "plan": []}]},
        {"manner": "child", "turns": [{"words": "a", "plan": "b"}]},
        [],
    ],
)
def test_a_wrong_line_is_named(tmp_path: Path, record: object) -> None:
    good = {"manner": "child", "turns": [{"words": "open the fridge", "plan": ["open the fridge"]}]}
    with pytest.raises(FileFormatError, match="line 2"):
        read_pairs(written(tmp_path, good, record), "chai", HOUSES, True)


def test_what_is_not_json_is_named(tmp_path: Path) -> None:
    file = tmp_path / "pairs.jsonl"
    file.write_text("{\n", encoding="utf-8")
    with pytest.raises(FileFormatError, match="line 1"):
        read_pairs(file, "chai", HOUSES, True)
