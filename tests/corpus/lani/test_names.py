"""Names: words for every landmark, and descriptions that single one out."""

from random import Random

import pytest
from corpus.lani.record import changed

from sightline.corpus.grammar import Speaker
from sightline.corpus.lani.check import descriptions
from sightline.corpus.lani.meaning import SECTORS
from sightline.corpus.lani.names import LandmarkNamer, Setting
from sightline.corpus.lani.terrain import Terrain
from sightline.corpus.lani.words import grammar, words
from sightline.corpus.words import Description
from sightline.corpus.writing import UnclearError
from sightline.lani import LANDMARKS, Placed, Scene

ANYHOW = Setting(SECTORS, compared=True, long=True)


def namer(seed: int, *kinds: str) -> LandmarkNamer:
    """Landmarks in a row to the north of the agent, each 8 units beyond the one before."""
    scene = Scene(tuple(Placed(kind, 25.0, 12.0 + 8 * n, 3.0) for n, kind in enumerate(kinds)))
    found = LandmarkNamer(Terrain(scene), Speaker(grammar(), Random(seed)))
    found.begin((25.0, 3.0, 0.0))
    return found


def test_every_landmark_has_two_nouns_and_an_adjective() -> None:
    assert list(words()) == list(LANDMARKS)
    for name, word in words().items():
        assert len(word.nouns) >= 2 and word.adjectives, name


def test_every_landmark_can_be_told_from_every_other() -> None:
    for name in LANDMARKS:
        others = set().union(*(descriptions(other) for other in LANDMARKS if other != name))
        assert descriptions(name) - others, name


def test_nouns_are_shared() -> None:
    barrels = [name for name in LANDMARKS if Description("barrel").describes(words()[name])]
    assert len(barrels) >= 3


@pytest.mark.parametrize(
    "rivals", [("House", "House1", "House2", "BigHouse"), ("Barrel", "Barrel2", "OilDrum", "WoodBarrel")]
)
def test_a_description_leaves_no_doubt_among_namesakes(rivals: tuple[str, ...]) -> None:
    told = set()
    for seed in range(300):
        speaking = namer(seed, *rivals)
        try:
            text = speaking.landmark(0, ANYHOW)
        except UnclearError:
            continue
        (name,) = speaking.named
        told.add(text)
        if "degree" in name:
            assert name["degree"] in ("closest", "nearest", "closer", "nearer"), text
        elif "where" not in name:
            assert [k for k, kind in enumerate(rivals) if name["as"] in descriptions(kind)] == [0], text
    assert len(told) > 5


def test_what_was_named_last_becomes_it_and_something_else_does_not() -> None:
    again = [namer(seed, "Well", "Boat") for seed in range(100)]
    pronouns = 0
    for speaking in again:
        speaking.landmark(0)
        pronouns += speaking.landmark(0) == "it"
        assert speaking.landmark(1) != "it"
        assert speaking.landmark(0) != "it"
    assert pronouns > 60
    assert all("coreference" in s.speaker.tags for s in again if {"of": 0, "as": "it"} in s.named)


def test_flowers_are_them() -> None:
    for seed in range(200):
        speaking = namer(seed, "YellowFlowers")
        if speaking.landmark(0).startswith("the ") and speaking.plural:
            assert speaking.verb() == "are"
            assert speaking.landmark(0) != "it"


def test_where_is_true_of_the_start() -> None:
    for seed in range(200):
        speaking = namer(seed, "Well", "Boat")
        speaking.at = (25.0, 12.0 + 4, 90.0)  # between them, looking east: the well is on the right, the boat on the left
        for k, side in ((0, "right"), (1, "left")):
            speaking.landmark(k, ANYHOW)
            assert speaking.named[-1].get("where", side) == side


def test_the_first_paragraphs_are_those_on_record() -> None:
    assert changed(0, 120) == []
