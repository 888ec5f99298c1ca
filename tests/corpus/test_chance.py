"""Picking by weight."""

from collections import Counter
from random import Random

from corpus.lani.record import changed

from sightline.corpus.chance import pick


class Fixed(Random):
    def __init__(self, value: float):
        self.value = value

    def random(self) -> float:
        return self.value


def test_each_option_has_its_share() -> None:
    random, picks = Random(0), Counter[str]()
    for _ in range(3000):
        picks[pick(random, {"a": 1.0, "b": 2.0, "c": 0.0})] += 1
    assert picks["c"] == 0 and abs(picks["b"] / picks["a"] - 2) < 0.2


def test_where_one_option_ends_the_next_begins() -> None:
    weights = {"a": 1.0, "b": 3.0}
    assert [pick(Fixed(x), weights) for x in (0.0, 0.2499, 0.25, 0.999)] == ["a", "a", "b", "b"]
    assert pick(Fixed(1.0), weights) == "a"  # rounding may lead past the last


def test_the_first_paragraphs_are_those_on_record() -> None:
    assert changed(0, 120) == []
