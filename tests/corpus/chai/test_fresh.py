"""Paragraphs in generated houses: true and clear, and their records name the seed."""

from random import Random

from sightline.chai.house import generate_house
from sightline.chai.house.generate import RESERVED
from sightline.chai.kind import Scene
from sightline.corpus.chai.check import check_paragraph
from sightline.corpus.chai.commands import plain_commands
from sightline.corpus.chai.fresh import fresh_paragraphs
from sightline.corpus.chai.kind import KIND
from sightline.corpus.records import Paragraph


def test_commands_in_a_generated_house_are_true_and_clear() -> None:
    paragraph = plain_commands(Random(0), Scene.of(generate_house(3), 0))
    assert paragraph is not None and check_paragraph(paragraph) == []
    record = paragraph.to_json()
    assert record["scene"]["house"] == "seed:3"
    assert Paragraph.from_json(record).scene.load() is generate_house(3)


def test_fresh_paragraphs_are_in_houses_to_learn_from() -> None:
    assert KIND.fresh is not None
    paragraphs = KIND.fresh(Random(5), 3)
    assert paragraphs == fresh_paragraphs(Random(5), 3)
    assert len(paragraphs) == 3
    assert all(int(str(paragraph.scene.house).removeprefix("seed:")) >= RESERVED for paragraph in paragraphs)
    assert all(check_paragraph(paragraph) == [] for paragraph in paragraphs)
