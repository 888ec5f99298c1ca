"""Lists of words: what a line says, and what is wrong with one."""

from collections import Counter
from random import Random

import pytest
from corpus.lani.record import changed

from sightline.corpus.words import Word, pick, read_words
from sightline.errors import InputError


def test_a_line_has_nouns_adjectives_and_phrases() -> None:
    text = "# things\nBarrel: barrel*3, oil drum | old, brown | with bands\n\nRoses: roses+*2 , flowers+ |  | \n"
    assert read_words("words.txt", text, ("Barrel", "Roses")) == {
        "Barrel": Word({"barrel": 3.0, "oil drum": 1.0}, frozenset(), ("old", "brown"), ("with bands",)),
        "Roses": Word({"roses": 2.0, "flowers": 1.0}, frozenset({"roses", "flowers"}), (), ()),
    }


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("A: a | b\n", "line 1: must be 'Name: nouns | adjectives | phrases', got 'A: a | b'"),
        ("A: | b | c\n", "line 1: must be"),
        ("\nA: a*b | |\n", "line 2: 'a\\*b' is not a noun"),
        ("A: a | |\nA: a | |\n", "line 2: 'A' comes twice"),
        ("C: a | |\n", "line 1: 'C' is not known"),
        ("A: a | |\n", "words.txt: no words for B"),
    ],
)
def test_mistakes_are_named_with_their_line(text: str, says: str) -> None:
    with pytest.raises(InputError, match=says.replace("|", "\\|")):
        read_words("words.txt", text, ("A", "B"))


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
