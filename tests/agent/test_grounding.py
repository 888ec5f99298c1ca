"""Grounding: which of the things that were seen a phrase means, by a memory that holds what a test says."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from sightline.agent.grounding import Grounding, is_all
from sightline.agent.memory import Sighted
from sightline.language.lexicon import Lexicon
from sightline.language.reading import Find
from sightline.language.reading.plan import ALL, FARTHEST, NEAREST, RIGHTMOST

LEXICON = Lexicon(
    nouns={("barrel",): {"RedBarrel", "GreenBarrel"}, ("well",): {"Well"}, ("tree",): {"Palm"}},
    adjectives=frozenset({"red", "green"}),
    describing={
        "RedBarrel": frozenset({"red", "barrel"}), "GreenBarrel": frozenset({"green", "barrel"}),
        "Well": frozenset({"well"}), "Palm": frozenset({"tree"}),
    },
    taught=("go", "to"),
    names={"RedBarrel": "barrel", "GreenBarrel": "barrel", "Well": "well", "Palm": "tree"},
)  # fmt: skip
BARRELS = frozenset({"RedBarrel", "GreenBarrel"})


def thing(name: str, x: float, z: float, confidence: float = 0.9) -> Sighted:
    low, high = (x - 0.5, 0.0, z - 0.5), (x + 0.5, 2.0, z + 0.5)
    return Sighted(name, (x, 1.0, z), confidence, (0.0, 0.0, 0.0), 1, low, high, False)


RED, GREEN, WELL = thing("RedBarrel", -10, 20), thing("GreenBarrel", 10, 10), thing("Well", 12, 12)


def grounding(things: Sequence[Sighted] = (RED, GREEN, WELL), reaches: bool = False) -> Grounding:
    """From the origin, facing north."""
    memory: Any = SimpleNamespace(things=lambda n: list(things), kind=SimpleNamespace(reaches=reaches))
    return Grounding(LEXICON, memory, np.zeros(3), 5.0, "units")


def barrel(**more: Any) -> Find:
    return Find("the barrel", BARRELS, noun="barrel", **more)


@pytest.mark.parametrize(
    ("find", "names"),
    [
        (barrel(), ["GreenBarrel", "RedBarrel"]),  # the nearest first
        (barrel(order=NEAREST), ["GreenBarrel"]),
        (barrel(order=FARTHEST), ["RedBarrel"]),
        (barrel(order=RIGHTMOST, rank=1), ["RedBarrel"]),
        (barrel(order=NEAREST, rank=-1), ["RedBarrel"]),
        (barrel(number=2), ["GreenBarrel", "RedBarrel"]),
        (barrel(near=Find("the well", frozenset({"Well"}), noun="well")), ["GreenBarrel"]),
        (barrel(near=Find("the tree", frozenset({"Palm"}), noun="tree")), []),
        (Find("the tree", frozenset({"Palm"}), noun="tree"), []),
    ],
)
def test_a_phrase_means_things_that_were_seen(find: Find, names: list[str]) -> None:
    assert [found.name for found in grounding().candidates(find)] == names


def test_what_is_unlikely_or_seen_twice_in_one_place_does_not_count() -> None:
    unlikely, twice = thing("Palm", 0, 30, 0.5), thing("RedBarrel", 10.2, 10.2, 0.8)
    things = grounding((GREEN, twice, unlikely)).things()
    assert things == [GREEN]
    assert [found.name for found in grounding((GREEN, unlikely)).things(0.4)] == ["GreenBarrel", "Palm"]


@pytest.mark.parametrize(
    ("words", "chosen"),
    [
        ("the second one", [GREEN]), ("the last", [GREEN]), ("a red one", [RED]), ("the right one", [GREEN]),
        ("the nearer one", [GREEN]), ("the one by the well", [GREEN]), ("either", [RED]), ("both", [RED, GREEN]),
        ("the one ahead", [RED]), ("the blue whale", []),
    ],
)  # fmt: skip
def test_an_answer_chooses_one_of_the_options(words: str, chosen: list[Sighted]) -> None:
    assert grounding().chosen(words, [RED, GREEN]) == chosen


def test_words_tell_things_apart_and_say_where_they_are() -> None:
    us = grounding()
    assert us.name(RED, [RED, GREEN]) == "red barrel" and us.name(RED, [RED, WELL]) == "barrel"
    assert us.listed([GREEN]) == ["the barrel (14 units ahead to the right)"]


def test_several_things_are_meant_by_all_and_by_a_number() -> None:
    assert is_all(barrel(number=ALL)) and is_all(barrel(number=2)) and not is_all(barrel())
