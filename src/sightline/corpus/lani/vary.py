"""Other words for training data: names and phrases that the grammar lacks, from the lists in variations/.

Whoever learns from the grammar alone knows a barrel but no keg. A stream of training data says some of its instructions in
these words; corpora never do, and no phrasing that is held out for them is among the words.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random

from sightline.corpus.lani.names import words
from sightline.corpus.rewording import NAME, Phrases, find, other_name, other_phrases, read_list, read_phrases
from sightline.corpus.words import Word, read_words
from sightline.language import tokenize
from sightline.lani.landmarks import NAMES
from sightline.lani.scene import Scene

LISTS = "sightline.corpus.lani.variations"


def reword(random: Random, tokens: list[str], named: Sequence[tuple[int, str]], scene: Scene) -> list[str]:
    """An instruction in other words; `named` are places in the scene with what the instruction calls what stands there."""
    for place, name in named:
        before = tokenize(name)
        k = find(tokens, before) if random.random() < NAME else -1
        if k >= 0:
            tokens = tokens[:k] + _other_name(random, before, place, scene) + tokens[k + len(before) :]
    return other_phrases(random, tokens, phrases())


def _other_name(random: Random, name: list[str], place: int, scene: Scene) -> list[str]:
    """Another name for a landmark that names no other of the scene; the same one when there is none."""
    kind = scene.landmarks[place].name
    others = {placed.name for k, placed in enumerate(scene.landmarks) if k != place}
    taken = {
        noun for other in others for word in (more_words().get(other, words()[other]), words()[other]) for noun in word.nouns
    }
    word = more_words().get(kind, words()[kind])
    nouns = [noun for noun in word.nouns if noun not in taken]
    return other_name(random, nouns, word.adjectives, word.phrases) if nouns else name


@cache
def more_words() -> dict[str, Word]:
    """More words for every landmark, from variations/landmarks.txt."""
    return read_words("landmarks.txt", read_list(LISTS, "landmarks.txt"), NAMES)


@cache
def phrases() -> Phrases:
    """Other ways to say a phrase, from variations/phrases.txt."""
    return read_phrases("phrases.txt", read_list(LISTS, "phrases.txt"))
