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
from sightline.corpus.words import (
    Phrases,
    Word,
    descriptions_of,
    grammar_in,
    occurrences,
    other_name,
    other_phrases,
    phrases_in,
    replace_names,
    words_in,
)
from sightline.language import tokenize
from sightline.lani.landmarks import LANDMARKS, NAMES
from sightline.lani.scene import Scene

LANI_FOLDER = Path(__file__).parent
WORDS = "landmarks.txt"  # a word list, not grammar
SLOTS = (*"XYZPNSOTFGKD12", "is", "clause", "command", "colour")
CONDITIONS = (
    "turn", "ahead", "behind", "straight", "near", "far", "at", "alone", "command", "last", "clockwise", "two", "through",
)  # fmt: skip


@cache
def grammar() -> Grammar:
    """The grammar, read once."""
    return grammar_in(LANI_FOLDER / "grammar", SLOTS, CONDITIONS, PHENOMENA, but=(WORDS,))


def words() -> dict[str, Word]:
    """The words for every landmark: from grammar/landmarks.txt, and for added landmarks their noun."""
    return _words(len(LANDMARKS))


@cache
def _words(count: int) -> dict[str, Word]:
    """The words for the first landmarks."""
    added = list(LANDMARKS.values())[len(NAMES) : count]
    nouns = {landmark.name: Word({landmark.noun: 1.0}, frozenset(), (), ()) for landmark in added}
    return words_in(LANI_FOLDER / "grammar" / WORDS, NAMES) | nouns


def landmark_nouns(kinds: Sequence[str]) -> list[str]:
    """The everyday name of each landmark, with an adjective or a phrase where another one has the same noun."""
    nouns = []
    for kind in kinds:
        word = words()[kind]
        noun = max(word.nouns, key=lambda n: word.nouns[n])
        options, others = descriptions_of(word, noun), [words()[other] for other in kinds if other != kind]
        clear = (option for option in options if not any(map(option.describes, others)))
        nouns.append(str(next(clear, options[0])))
    return nouns


@cache
def more_words() -> dict[str, Word]:
    """More words for every landmark."""
    return words_in(LANI_FOLDER / "variations" / WORDS, NAMES)


@cache
def phrases() -> Phrases:
    """Alternatives for phrases."""
    return phrases_in(LANI_FOLDER / "variations/phrases.txt")


def reword(random: Random, tokens: list[str], named: Sequence[tuple[int, str]], scene: Scene) -> list[str]:
    """A reworded instruction; `named` has the indices of landmarks in the scene and their names in the instruction."""

    def first(tokens: list[str], name: str) -> int:
        return next(iter(occurrences(tokens, tokenize(name))), -1)

    def rename(landmark: int, name: str, before: str, after: str) -> list[str]:
        """A name that fits no other landmark of the scene; the same one if there is none."""
        kind = scene.landmarks[landmark].name
        word, taken = more_words().get(kind, words()[kind]), nouns_of_others(scene, landmark)
        nouns = [noun for noun in word.nouns if noun not in taken]
        return other_name(random, nouns, word.adjectives, word.phrases) if nouns else tokenize(name)

    return other_phrases(random, replace_names(random, tokens, named, first, rename), phrases())


def nouns_of_others(scene: Scene, landmark: int) -> set[str]:
    """All nouns, of the grammar and of the variations, for the other landmarks of a scene."""
    others = {placed.name for k, placed in enumerate(scene.landmarks) if k != landmark}
    return {noun for kind in others for lists in (more_words(), words()) if kind in lists for noun in lists[kind].nouns}
