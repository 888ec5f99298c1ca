"""Variations of written pairs: what people said, and what it means, changed together.

A few thousand pairs teach how people speak. That nouns, colours, numbers and sides are to be copied, whichever they are, is
taught by changing them on both sides; that two commands are two steps, by joining pairs.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from random import Random

from sightline.agent.readers import lexicon_of
from sightline.corpus.pairs import FOLDER, WrittenPair, read_pairs
from sightline.corpus.typing_habits import slip
from sightline.errors import FileFormatError, InputError
from sightline.fields import Json
from sightline.language.lexicon import Lexicon
from sightline.language.reading.english import ABSENT
from sightline.language.reading.lines import is_step, lines_of, meaning_of
from sightline.language.reading.words import NUMBERS
from sightline.world import import_world

OTHER_NOUN, STRANGE_NOUN, OTHER_COLOUR, OTHER_NUMBER = 0.8, 0.06, 0.7, 0.6  # probabilities of changes
MIRRORED, JOINED, PLAIN, AFTER_ANOTHER, UNPUNCTUATED = 0.35, 0.15, 0.06, 0.25, 0.2
CARELESS, SLIPS = 0.3, 0.06  # share of careless typists, and their slips per word
NOUN_WORDS = 3  # of a noun that is put for another
JOINED_WORDS = 45  # words of two pairs that are joined, at most
COLOURS = (
    "red", "blue", "green", "yellow", "white", "black", "gray", "brown", "orange", "pink", "purple", "golden", "silver",
)  # fmt: skip
_JOINTS = (
    " , then ",
    " then ",
    " and then ",
    " . ",
    " , and ",
    " and ",
    " ; ",
    " , after that ",
    " . then ",
    " . after that ",
    " . now ",
)
_CONTEXT = re.compile(
    r"\b(?:it|them|that|this|there|one|ones|other|again|same|back|another|more|further|too|also|now|instead|first|before|repeat|undo)\b"
)
_MIRROR = {"left": "right", "right": "left", "clockwise": "counterclockwise", "counterclockwise": "clockwise"}
_SIDE = re.compile(r"\b(?:left|right|clockwise|counterclockwise)\b")
_STRANGE = sorted(ABSENT)


@dataclass
class PairLesson:
    """The pairs of a folder, to learn from and to tune on."""

    train: Mapping[str, Paraphraser]  # by world
    tune: Sequence[WrittenPair]
    source: Json  # what they are

    @cached_property
    def pairs(self) -> list[WrittenPair]:
        """All pairs to learn from."""
        return [pair for paraphraser in self.train.values() for pair in paraphraser.pairs]


def pair_lesson(folder: Path = FOLDER) -> PairLesson:
    """The pairs of WORLD-train.jsonl and WORLD-dev.jsonl, for every world that has them."""
    train, tune, digest = dict[str, Paraphraser](), list[WrittenPair](), hashlib.sha256()
    for file in sorted(folder.glob("*-train.jsonl")):
        world = file.name.removesuffix("-train.jsonl")
        kind, dev = import_world(world), folder / f"{world}-dev.jsonl"
        lexicon = lexicon_of(kind)
        if lexicon is None:
            raise InputError(f"{file}: the world {world} has no lexicon, so nobody can read its pairs.")
        if not dev.exists():
            raise FileFormatError(f"{folder}: has {file.name}, but no {dev.name} to tune on.")
        for path in (file, dev):
            digest.update(path.read_bytes())
        train[world] = Paraphraser(lexicon, read_pairs(file, world, lexicon, kind.reaches))
        tune += read_pairs(dev, world, lexicon, kind.reaches)
    if not train:
        raise InputError(f"{folder}: has no pairs (WORLD-train.jsonl and WORLD-dev.jsonl).")
    lesson = PairLesson(train, tune, {"pairs": digest.hexdigest()})
    lesson.source["count"] = len(lesson.pairs)
    return lesson


@dataclass
class Paraphraser:
    """Changes pairs of one world."""

    lexicon: Lexicon
    pairs: Sequence[WrittenPair]

    def __post_init__(self) -> None:
        groups: dict[str, list[str]] = {}
        for tokens, kinds in self.lexicon.nouns.items():
            if kinds and len(tokens) <= NOUN_WORDS and not self._is_odd(tokens):
                groups.setdefault(self._group(tokens, kinds), []).append(" ".join(tokens))
        self.groups = {name: sorted(nouns) for name, nouns in groups.items()}
        self.plans = [pair for pair in self.pairs if pair.is_plan]
        self.steps = sorted({line for pair in self.plans for line in lines_of(pair.meaning) if is_step(line)})
        self.openings = [pair for pair in self.plans if not pair.before and not _CONTEXT.search(pair.words)]
        self.nouns = lru_cache(maxsize=100_000)(self._nouns)

    def _is_odd(self, noun: tuple[str, ...]) -> bool:
        """Whether a noun is a plural that a lexicon accepts and nobody writes: "toasteres"."""
        stem = noun[-1].removesuffix("es")
        return (
            stem != noun[-1]
            and (*noun[:-1], stem) in self.lexicon.nouns
            and not stem.endswith(("s", "x", "z", "ch", "sh", "o"))
        )

    def _group(self, noun: tuple[str, ...], kinds: set[str]) -> str:
        group = "room" if kinds <= self.lexicon.rooms else "carried" if kinds <= self.lexicon.carried else "thing"
        plural = (*noun[:-1], noun[-1].removesuffix("s")) in self.lexicon.nouns and noun[-1].endswith("s")
        return f"{group}s" if plural else group

    def _nouns(self, meaning: str) -> dict[str, str]:
        """The nouns of a meaning, each with its group."""
        return {thing.noun: self._group(tuple(thing.noun.split()), thing.kinds) for thing in self.lexicon.things(meaning)}

    def vary(self, pair: WrittenPair, random: Random) -> WrittenPair:
        """A pair with other nouns, colours, numbers, sides and slips."""
        if random.random() < PLAIN:
            return self._typed(self._plain(random, pair.hands), random)
        if pair.is_plan and not pair.before and random.random() < JOINED:
            pair = self._joined(pair, random)
        if not pair.before and not _CONTEXT.search(pair.words) and random.random() < AFTER_ANOTHER:
            pair = replace(pair, before=random.choice(self.plans).meaning)
        pair = self._with_nouns(pair, random)
        pair = self._with_colours(pair, random)
        pair = self._with_numbers(pair, random)
        return self._typed(self._mirrored(pair, random), random)

    def _plain(self, random: Random, hands: bool) -> WrittenPair:
        """A plan that says itself."""
        steps = [random.choice(self.steps) for _ in range(random.choice((1, 1, 1, 2, 2, 3)))]
        return self._with_nouns(WrittenPair(random.choice(_JOINTS).join(steps), meaning_of(steps), hands=hands), random)

    def _joined(self, pair: WrittenPair, random: Random) -> WrittenPair:
        other = random.choice(self.openings)
        if len(pair.words.split()) + len(other.words.split()) > JOINED_WORDS:
            return pair
        words = pair.words.rstrip(" .!?") + random.choice(_JOINTS) + other.words
        return replace(pair, words=words, meaning=meaning_of((pair.meaning, other.meaning)))

    def _with_nouns(self, pair: WrittenPair, random: Random) -> WrittenPair:
        """Other nouns for those that are in the meaning and in what was said, or in the plan before."""
        for noun, group in self.nouns(pair.meaning).items():
            if random.random() > OTHER_NOUN or not (_has(pair.words, noun) or _has(pair.before, noun)):
                continue
            strange = not group.endswith("s") and random.random() < STRANGE_NOUN
            other = random.choice(_STRANGE if strange else self.groups[group])
            if not (_has(pair.words, other) or _has(pair.meaning, other) or _has(pair.before, other)):
                pair = _swapped(pair, noun, other)
        return pair

    def _with_colours(self, pair: WrittenPair, random: Random) -> WrittenPair:
        """Other colours, but not of fences: these are fixed."""
        if "fence" in pair.meaning:
            return pair
        for colour in COLOURS:
            if _has(pair.meaning, colour) and (_has(pair.words, colour) or _has(pair.before, colour)):
                other = random.choice(COLOURS)
                if random.random() < OTHER_COLOUR and not (_has(pair.words, other) or _has(pair.before, other)):
                    pair = _swapped(pair, colour, other)
        return pair

    def _with_numbers(self, pair: WrittenPair, random: Random) -> WrittenPair:
        """Another number of steps, units or degrees where the meaning has it as the words do."""
        for number in dict.fromkeys(re.findall(r"\b\d+\b", pair.meaning)):
            names = [number, *(word for word, value in NUMBERS.items() if str(value) == number)]
            said = [name for name in names if len(re.findall(rf"\b{name}\b", pair.words)) == 1]
            if len(said) == 1 and random.random() < OTHER_NUMBER:
                other = str(random.randint(2, 30) if int(number) < 30 else 5 * random.randint(3, 60))
                spelled = [word for word, value in NUMBERS.items() if str(value) == other]
                word = random.choice(spelled) if spelled and random.random() < 0.5 else other
                if not _has(pair.meaning, other):
                    words = re.sub(rf"\b{said[0]}\b", word, pair.words)
                    pair = replace(pair, words=words, meaning=re.sub(rf"\b{number}\b", other, pair.meaning))
        return pair

    def _mirrored(self, pair: WrittenPair, random: Random) -> WrittenPair:
        """Left for right, if everything that is said of sides is in the meaning."""
        said = sorted(_SIDE.findall(pair.words))
        if not said or said != sorted(_SIDE.findall(pair.meaning)) or random.random() > MIRRORED:
            return pair
        words, meaning, before = (
            _SIDE.sub(lambda match: _MIRROR[match[0]], text) for text in (pair.words, pair.meaning, pair.before)
        )
        return replace(pair, words=words, meaning=meaning, before=before)

    def _typed(self, pair: WrittenPair, random: Random) -> WrittenPair:
        """A pair as hasty people type it."""
        words = pair.words
        if random.random() < UNPUNCTUATED:
            words = re.sub(r" [,.;:!?]+(?= |$)", "", words)
        if random.random() < CARELESS:
            copied = frozenset(pair.meaning.split())  # misspelt nouns are corrected before they are read
            words = " ".join(
                slip(word, random, frozenset()) or word
                if word.isalpha() and word not in copied and random.random() < SLIPS
                else word
                for word in words.split()
            )
        return replace(pair, words=words)


def _has(text: str, words: str) -> bool:
    return words in text and re.search(rf"\b{re.escape(words)}\b", text) is not None


def _swapped(pair: WrittenPair, old: str, new: str) -> WrittenPair:
    """A pair with one word for another everywhere; an article before it fits the new one."""
    article = "an" if new[0] in "aeiou" else "a"

    def other(text: str) -> str:
        return re.sub(rf"\b(?:(an?) )?{re.escape(old)}\b", lambda m: f"{article} {new}" if m[1] else new, text)

    return replace(pair, words=other(pair.words), meaning=other(pair.meaning), before=other(pair.before))
