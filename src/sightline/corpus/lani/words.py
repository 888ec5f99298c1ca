"""The words of LANI's instructions: its grammar, nouns for landmarks, and other words for training data.

The grammar is in grammar/*.txt; sightline.corpus.grammar describes its notation, and the files describe each slot and
condition. variations/ has names and phrases that the grammar lacks. Streams of training data use them in some instructions:
a model trained on the grammar alone knows a barrel but no keg. Corpora never contain them, and no held-out phrasing is
among them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random

from sightline.corpus.grammar import Grammar
from sightline.corpus.records import PHENOMENA
from sightline.corpus.words import NAME, Phrases, Word, grammar_in, other_name, other_phrases, phrases_in, words_in
from sightline.language import tokenize
from sightline.lani.landmarks import LANDMARKS, NAMES
from sightline.lani.scene import Scene

HERE = Path(__file__).parent
WORDS = "landmarks.txt"  # a word list, not grammar
SLOTS = (*"XYZPNSOTFGKD12", "is", "clause", "command", "colour")
CONDITIONS = (
    "turn", "ahead", "behind", "straight", "near", "far", "at", "alone", "command", "last", "clockwise", "two", "through",
)  # fmt: skip


@cache
def grammar() -> Grammar:
    """The grammar, read once."""
    return grammar_in(HERE / "grammar", SLOTS, CONDITIONS, PHENOMENA, but=(WORDS,))


def words() -> dict[str, Word]:
    """The words for every landmark: from grammar/landmarks.txt, and for added landmarks their noun."""
    return _words(len(LANDMARKS))


@cache
def _words(count: int) -> dict[str, Word]:
    """The words for the first landmarks."""
    added = list(LANDMARKS.values())[len(NAMES) : count]
    nouns = {landmark.name: Word({landmark.noun: 1.0}, frozenset(), (), ()) for landmark in added}
    return words_in(HERE / "grammar" / WORDS, NAMES) | nouns


@cache
def more_words() -> dict[str, Word]:
    """More words for every landmark."""
    return words_in(HERE / "variations" / WORDS, NAMES)


@cache
def phrases() -> Phrases:
    """Alternatives for phrases."""
    return phrases_in(HERE / "variations/phrases.txt")


def reword(random: Random, tokens: list[str], named: Sequence[tuple[int, str]], scene: Scene) -> list[str]:
    """A reworded instruction; `named` has the indices of landmarks in the scene and their names in the instruction."""
    for place, name in named:
        before = tokenize(name)
        k = _find(tokens, before) if random.random() < NAME else -1
        if k >= 0:
            tokens = tokens[:k] + _other_name(random, before, place, scene) + tokens[k + len(before) :]
    return other_phrases(random, tokens, phrases())


def _find(tokens: list[str], part: list[str]) -> int:
    """The first index of a part in tokens, or -1."""
    return next((k for k in range(len(tokens)) if part and tokens[k : k + len(part)] == part), -1)


def _other_name(random: Random, name: list[str], place: int, scene: Scene) -> list[str]:
    """Another name for a landmark that fits no other of the scene; the same one if there is none."""
    kind = scene.landmarks[place].name
    others = {placed.name for k, placed in enumerate(scene.landmarks) if k != place}
    taken = {
        noun for other in others for word in (more_words().get(other, words()[other]), words()[other]) for noun in word.nouns
    }
    word = more_words().get(kind, words()[kind])
    nouns = [noun for noun in word.nouns if noun not in taken]
    return other_name(random, nouns, word.adjectives, word.phrases) if nouns else name
