"""Houses from outside the package: paragraphs, plain commands, streams, corpora and their evaluation in them."""

import json
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest
from chai.houses import more_things, small
from commands import run

from sightline.chai import House, load_house
from sightline.chai.house import PLANS, generate_house
from sightline.chai.kind import Scene
from sightline.corpus.chai.within import has_stories
from sightline.corpus.kind import corpus_kind
from sightline.corpus.records import Paragraph, paragraph_fields
from sightline.corpus.splits import stream_paragraph
from sightline.errors import InputError
from sightline.learning.chunk import Maker, StreamConfig
from sightline.show.paragraph import paragraph_picture


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A plan that need not be looked over: that of a house of the package, as the file of a user."""
    file = tmp_path_factory.mktemp("plans") / "home.toml"
    file.write_text((PLANS / "1.toml").read_text())
    return file


@pytest.fixture(scope="module")
def house(plan: Path) -> House:
    return load_house(plan)


def test_paragraphs_and_commands_are_made_in_it(house: House) -> None:
    kind = corpus_kind("chai", (house,))
    paragraph = stream_paragraph(kind, 5, 1)
    record = json.loads(json.dumps(paragraph.to_json()))
    assert (
        record["scene"]["house"] == house.name and house.name.startswith("plan:") and "home.toml" not in json.dumps(record)
    )
    assert not list(paragraph_fields("chai").wrong(record, "")) and kind.check(paragraph) == []
    assert Paragraph.from_json(record).scene.load() is house
    assert kind.command is not None and kind.vary is not None and kind.named is not None
    made = kind.command(Random(0), paragraph.scene)
    assert made is not None and made[0].scene == paragraph.scene and kind.check(made[0]) == []
    assert kind.vary(Random(0), paragraph.segments[0], kind.named(paragraph, 0), paragraph.scene)
    assert paragraph_picture(paragraph).width > 100


def test_commands_speak_of_things_that_bundled_houses_do_without() -> None:
    house = more_things()
    kind = corpus_kind("chai", (house,))
    assert kind.command is not None
    said = set()
    for seed in range(4):
        made = kind.command(Random(seed), Scene(house.name, 0, house.fingerprint))
        assert made is not None and kind.check(made[0]) == []
        said |= {word for segment in made[0].segments for word in segment.tokens}
    assert said & {"washer", "washing", "pantry", "oven", "crib", "toy", "console", "dressing", "display", "wardrobe"}


def test_a_house_without_places_for_any_scenario_has_plain_commands() -> None:
    kind = corpus_kind("chai", (small(),))
    paragraph = stream_paragraph(kind, 5, 0)
    assert paragraph.scenario is None and paragraph.scene.house == small().name and kind.check(paragraph) == []


def test_a_house_with_two_rooms_of_a_kind_has_plain_commands() -> None:
    house = next(house for house in map(generate_house, range(50)) if not has_stories(house))
    paragraph = stream_paragraph(corpus_kind("chai", (house,)), 5, 0)
    assert paragraph.scenario is None and paragraph.scene.house == house.name


def test_a_world_without_such_scenes_is_refused(house: House) -> None:
    with pytest.raises(InputError, match="LANI"):
        corpus_kind("lani", (house,))


def test_streams_are_made_in_it(house: House) -> None:
    maker = Maker(StreamConfig(paragraphs=1, stages=True, rings=True, plain=1.0), "chai", scenes=(house,))
    assert {episode.house for episode in maker(0).worlds["episodes"]} == {house}


def test_a_corpus_in_it_is_made_checked_and_evaluated(plan: Path, tmp_path: Path) -> None:
    corpus, words = str(tmp_path / "corpus"), ("--world", "chai", "--house", str(plan))
    run("corpus", "generate", *words, "--paragraphs", "26", "--workers", "2", "--out", corpus)
    assert str(plan.parent) not in "".join(file.read_text() for file in (tmp_path / "corpus").iterdir())
    assert "nothing is wrong" in run("corpus", "validate", corpus, *words).stderr
    scores = json.loads(run("evaluate", *words, "--corpus", corpus, "--methods", "stop", "--limit", "4", "--json").stdout)
    assert scores["n"] == 4 and scores["results"]["stop"]["SD"] > 0
    with patch.dict("sightline.chai.house._houses", clear=True):  # as in another process
        assert "--house" in run("corpus", "validate", corpus, expect=2).stdout
        told = run("evaluate", "--world", "chai", "--corpus", corpus, "--methods", "stop", expect=2).stderr
    assert "--house" in told
