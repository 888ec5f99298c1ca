"""Lists of words: what a line says, and what is wrong with one."""

import pytest

from sightline.corpus.words import Word, read_words
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
        ("A: a | b\n", "line 1: want 'Name: nouns | adjectives | phrases', got 'A: a | b'"),
        ("A: | b | c\n", "line 1: want"),
        ("\nA: a*b | |\n", "line 2: 'a\\*b' is not a noun"),
        ("A: a | |\nA: a | |\n", "line 2: 'A' comes twice"),
        ("C: a | |\n", "line 1: 'C' is not known"),
        ("A: a | |\n", "words.txt: no words for B"),
    ],
)
def test_mistakes_are_named_with_their_line(text: str, says: str) -> None:
    with pytest.raises(InputError, match=says.replace("|", "\\|")):
        read_words("words.txt", text, ("A", "B"))
