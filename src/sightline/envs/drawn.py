"""The source of episodes: generated from a seed and the reset options, or drawn from a corpus."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from sightline.checks import checked_choice, checked_floats, checked_whole, shown
from sightline.corpus.build import corpus_folder
from sightline.corpus.examples import Example, examples_of
from sightline.corpus.files import Corpus, read_corpus
from sightline.corpus.kind import corpus_kind
from sightline.corpus.records import ALL_SPLITS
from sightline.errors import ArgumentError, FileFormatError
from sightline.fields import Json
from sightline.world import Kind

ResetOptions = Json | None
LONGEST_INSTRUCTION = 2000  # characters
CHARACTERS = "".join(map(chr, [*range(32, 127), *range(160, 0x250)])) + "–—‘’“”…"
KNOWN = frozenset(CHARACTERS)


class Generated:
    """Episodes generated from seeds, in any scene of the world or in this one."""

    def __init__(self, kind: Kind, scene: str | None = None):
        self.kind, self.scene = kind, scene

    def episode(self, seed: int, options: ResetOptions) -> Any:
        """The episode of a seed; reset options replace what the seed would choose."""
        fixed = _read_options(options, ("scene", "start", "goal", "instruction"))
        start, goal = _numbers(fixed, "start", 3), _numbers(fixed, "goal", 2)
        return self.kind.generate(seed, fixed.get("scene", self.scene), start, goal, _instruction(fixed.get("instruction")))


class Drawn:
    """Episodes of a corpus: a seed selects an instruction of a split, with its scene, start and goal."""

    def __init__(self, kind: Kind, corpus: str | os.PathLike[str], split: str):
        if not isinstance(corpus, str | os.PathLike):
            raise ArgumentError(f"corpus is 'standard', 'written' or a folder, got {shown(corpus)}.")
        corpus_kind(kind.name)  # InputError if there is none
        self.kind, self.corpus, self.split = kind, os.fspath(corpus), checked_choice(split, "split", ALL_SPLITS)
        if not self.examples:
            raise ArgumentError(f"The corpus {self.corpus} has no instructions in {self.split}.")

    @property
    def examples(self) -> Sequence[Example]:
        """All instructions of the split, read once per process."""
        return _examples(self.kind.name, self.corpus, self.split)

    def episode(self, seed: int, options: ResetOptions) -> Any:
        """The episode that a seed selects, or the one at the index options["example"]."""
        fixed = _read_options(options, ("example", "instruction"), " of an environment with a corpus")
        examples = self.examples
        index = int(np.random.default_rng([seed, 3]).integers(len(examples)))
        if "example" in fixed:
            index = checked_whole(fixed["example"], "options['example']", 0, len(examples) - 1)
        episode = examples[index].episode
        words = _instruction(fixed.get("instruction"))
        if words is None:
            words = observed_words(episode.instruction)
        return episode if words == episode.instruction else replace(episode, instruction=words)


def observed_words(instruction: str) -> str:
    """An instruction as it is observed: people write characters that the observation space lacks."""
    return "".join(c if c in KNOWN else "?" for c in instruction)[:LONGEST_INSTRUCTION]


@lru_cache(maxsize=8)
def _examples(world: str, name: str, split: str) -> list[Example]:
    folder = corpus_folder(Path(name), world, say=lambda sentence: print(sentence, file=sys.stderr))
    corpus = _corpus(folder)
    if corpus.about["world"] != world:
        raise FileFormatError(f"{folder}: is a corpus of {corpus.about['world']}, not of {world}.")
    if split not in corpus.splits:
        raise FileFormatError(f"{folder}: has no split {split!r}; it has {', '.join(corpus.splits)}.")
    return examples_of(corpus.splits[split])


@lru_cache(maxsize=2)
def _corpus(folder: Path) -> Corpus:
    return read_corpus(folder)


def _read_options(options: ResetOptions, known: tuple[str, ...], of: str = "") -> Json:
    if options is not None and not isinstance(options, dict):
        raise ArgumentError(f"Reset options are a dict, got {shown(options)}.")
    unknown = sorted((options or {}).keys() - set(known), key=str)
    if unknown:
        raise ArgumentError(f"Unknown reset options {shown(unknown)}; those{of} are {', '.join(known)}.")
    return options or {}


def _numbers(options: Json, key: str, size: int) -> tuple[float, ...] | None:
    """The numbers of a reset option; None if it is not given."""
    if key not in options:
        return None
    return tuple(checked_floats(options[key], (size,), f"options[{key!r}]").tolist())


def _instruction(text: object) -> str | None:
    """The instruction of reset options."""
    if text is None:
        return None
    if not isinstance(text, str) or len(text) > LONGEST_INSTRUCTION:
        raise ArgumentError(f"options['instruction'] must be a text of at most {LONGEST_INSTRUCTION} characters.")
    if strange := sorted(set(text) - KNOWN):
        raise ArgumentError(
            f"options['instruction'] has characters that the observation space lacks: {shown(''.join(strange))}."
        )
    return text
