"""Many manners of speaking: each line of these files has the reading that was judged right by eye."""

import json
from pathlib import Path

import pytest

from sightline.corpus.chai.lexicon import lexicon as houses
from sightline.corpus.lani.lexicon import lexicon as fields
from sightline.language.reading import Reader, Reading, Said

READERS = {"fields": Reader(fields(), hands=False), "houses": Reader(houses(), hands=True, example="open the fridge")}
LINES = [
    (world, json.loads(line))
    for world in READERS
    for line in (Path(__file__).parent / f"{world}.jsonl").read_text(encoding="utf-8").splitlines()
]


def read(reader: Reader, turns: list[str]) -> Reading:
    """The reading of the last turn; every earlier plan was carried out."""
    said, reading = Said(), Reading()
    for words in turns:
        reading = reader.read(words, said)
        if reading.steps:
            taken = (step.find.noun for step in reversed(reading.steps) if step.verb == "take" and step.find)
            things = reader.lexicon.things(words)
            said = Said(reading.steps, next(taken, ""), named=things[-1].noun if things else said.named)
    return reading


@pytest.mark.parametrize(("world", "line"), LINES, ids=[" | ".join(line["said"])[:60] for _, line in LINES])
def test_every_manner_has_the_reading_that_was_judged_right(world: str, line: dict) -> None:
    reading = read(READERS[world], line["said"])
    if line["reading"] == "query":
        assert reading.query is not None and reading.query.about == line["about"]
    elif line["reading"] == "plan":
        assert [step.words for step in reading.steps] == line["plan"]
    elif line["reading"] == "question":
        assert reading.question and not reading.steps
    else:
        assert reading.refusal and not reading.steps


def test_a_long_letter_is_read_in_time_and_its_steps_are_limited() -> None:
    letter = "Dear robot, " + ", then ".join(["open the fridge", "close the fridge"] * 60) + ". Thank you very much, Anna"
    reading = READERS["houses"].read(letter)
    assert len(reading.steps) <= 12 and (reading.left_out or reading.steps[0].words == letter)
