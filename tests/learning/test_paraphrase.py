"""Variations of written pairs: words and meaning change together."""

import json
from pathlib import Path
from random import Random

import pytest

from sightline.corpus.chai.lexicon import lexicon
from sightline.corpus.pairs import WrittenPair
from sightline.errors import FileFormatError, InputError
from sightline.language.reading.lines import lines_of
from sightline.learning.paraphrase import COLOURS, Paraphraser, pair_lesson

PAIRS = [
    WrittenPair("would you get the red mug", "take the red mug", world="chai", hands=True),
    WrittenPair("walk five steps to the left", "go 5 steps left", world="chai", hands=True),
    WrittenPair("shut it again", "close the fridge", "open the fridge", world="chai", hands=True),
    WrittenPair("what is in the oven", "what is in the oven ?", world="chai", hands=True),
]
PARAPHRASER = Paraphraser(lexicon(), PAIRS)


def varied(pair: WrittenPair, count: int = 300) -> list[WrittenPair]:
    random = Random(1)
    return [PARAPHRASER.vary(pair, random) for _ in range(count)]


def test_nouns_and_colours_change_on_both_sides() -> None:
    seen = [
        pair for pair in varied(PAIRS[0]) if pair.words.startswith("would you get the ") and len(lines_of(pair.meaning)) == 1
    ]
    assert len({pair.meaning for pair in seen}) > 50
    for pair in seen:
        thing = pair.meaning.removeprefix("take the ")
        if not pair.words.endswith(thing):  # only the words that nobody copies are misspelt
            assert all(word in pair.words.split() for word in thing.split())
    assert {word for pair in seen for word in pair.meaning.split() if word in COLOURS} > {"blue", "green"}


def test_what_was_meant_before_changes_with_it() -> None:
    for pair in varied(PAIRS[2]):
        if "shut" in pair.words and "again" in pair.words:
            assert pair.before.split()[1:] == pair.meaning.split()[1:]


def test_numbers_and_sides_change_on_both_sides() -> None:
    meanings = {pair.meaning for pair in varied(PAIRS[1])}
    assert {meaning.split()[-1] for meaning in meanings} >= {"left", "right"}
    assert len({word for meaning in meanings for word in meaning.split() if word.isdigit()}) > 5


def test_plans_are_joined_in_order() -> None:
    joined = [pair for pair in varied(PAIRS[0]) if "would you get" in pair.words and len(lines_of(pair.meaning)) > 1]
    assert joined and all(lines_of(pair.meaning)[0].startswith("take the ") for pair in joined)


def test_the_same_seed_gives_the_same_variations() -> None:
    assert varied(PAIRS[0], 20) == varied(PAIRS[0], 20)


def folder(tmp_path: Path, *names: str) -> Path:
    line = json.dumps({"manner": "child", "turns": [{"words": "open the fridge", "plan": ["open the fridge"]}]})
    for name in names:
        (tmp_path / name).write_text(line + "\n", encoding="utf-8")
    return tmp_path


def test_a_folder_of_pairs_is_a_lesson(tmp_path: Path) -> None:
    lesson = pair_lesson(folder(tmp_path, "chai-train.jsonl", "chai-dev.jsonl"))
    assert [pair.hands for pair in lesson.pairs] == [True] and len(lesson.tune) == 1 and lesson.source["count"] == 1


def test_a_folder_without_pairs_or_without_dev_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="pairs"):
        pair_lesson(tmp_path)
    with pytest.raises(FileFormatError, match="chai-dev"):
        pair_lesson(folder(tmp_path, "chai-train.jsonl"))
