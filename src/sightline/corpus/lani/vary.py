"""Other words for training data: names and phrases that the grammar lacks, from the lists in variations/.

Whoever learns from the grammar alone knows a barrel but no keg. A stream of training data says some of its instructions in
these words; corpora never do, and no phrasing that is held out for them is among the words.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import resources
from random import Random

from sightline.corpus.lani.names import words
from sightline.corpus.words import Word, read_words
from sightline.errors import InputError
from sightline.language import tokenize
from sightline.lani.landmarks import NAMES
from sightline.lani.scene import Scene

NAME, PHRASE = 0.5, 0.25  # how often a name, or a phrase, of an instruction that is varied becomes another
ADJECTIVE, AFTER = 0.4, 0.15  # how often another name has an adjective before it, or a phrase after it


def reword(random: Random, tokens: list[str], named: Sequence[tuple[int, str]], scene: Scene) -> list[str]:
    """An instruction in other words; `named` are places in the scene with what the instruction calls what stands there."""
    for place, name in named:
        before = tokenize(name)
        k = _find(tokens, before) if random.random() < NAME else -1
        if k >= 0:
            tokens = tokens[:k] + _other_name(random, before, place, scene) + tokens[k + len(before) :]
    return _other_phrases(random, tokens)


def _find(tokens: list[str], part: list[str]) -> int:
    """Where a part stands in tokens for the first time, or -1."""
    return next((k for k in range(len(tokens)) if part and tokens[k : k + len(part)] == part), -1)


def _other_name(random: Random, name: list[str], place: int, scene: Scene) -> list[str]:
    """Another name for a landmark that names no other of the scene; the same one when there is none."""
    kind = scene.landmarks[place].name
    others = {placed.name for k, placed in enumerate(scene.landmarks) if k != place}
    taken = {
        noun for other in others for word in (more_words().get(other, words()[other]), words()[other]) for noun in word.nouns
    }
    word = more_words().get(kind, words()[kind])
    nouns = [noun for noun in word.nouns if noun not in taken]
    if not nouns:
        return name
    noun = random.choice(nouns)
    adjectives = [adjective for adjective in word.adjectives if adjective not in noun.split()]
    adjective = random.choice(adjectives) if adjectives and random.random() < ADJECTIVE else ""
    phrase = random.choice(word.phrases) if word.phrases and random.random() < AFTER else ""
    return tokenize(f"{adjective} {noun} {phrase}")


def _other_phrases(random: Random, tokens: list[str]) -> list[str]:
    """Some phrases said in another way, the longest that fits at every place."""
    words: list[str] = []
    k = 0
    while k < len(tokens):
        for length in range(min(_longest(), len(tokens) - k), 0, -1):
            others = phrases().get(tuple(tokens[k : k + length]))
            if others is not None:
                words += random.choice(others) if random.random() < PHRASE else tokens[k : k + length]
                k += length
                break
        else:
            words.append(tokens[k])
            k += 1
    return words


@cache
def more_words() -> dict[str, Word]:
    """More words for every landmark, from variations/landmarks.txt."""
    return read_words("landmarks.txt", _text("landmarks.txt"), NAMES)


@cache
def phrases() -> dict[tuple[str, ...], list[list[str]]]:
    """Other ways to say a phrase, all as tokens, from variations/phrases.txt."""
    phrases = {}
    for number, line in enumerate(_text("phrases.txt").splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            phrase, equals, others = line.partition("=")
            ways = [tokenize(way) for way in others.split("|")]
            if not equals or not tokenize(phrase) or not all(ways):
                raise InputError(f"phrases.txt, line {number}: want 'phrase = other | other', got {line!r}.")
            phrases[tuple(tokenize(phrase))] = ways
    return phrases


@cache
def _longest() -> int:
    return max(map(len, phrases()))


def _text(name: str) -> str:
    return resources.files("sightline.corpus.lani.variations").joinpath(name).read_text(encoding="utf-8")
