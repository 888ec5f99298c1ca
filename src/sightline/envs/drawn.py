"""Where episodes come from: made from a seed, with what the reset options fix, or drawn from a corpus."""

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
from sightline.corpus.records import SPLITS
from sightline.errors import InputError
from sightline.fields import Json
from sightline.world import Kind

ResetOptions = dict[str, Any] | None
LONGEST = 2000  # characters in an instruction
CHARACTERS = "".join(map(chr, [*range(32, 127), *range(160, 0x250)])) + "–—‘’“”…"
KNOWN = frozenset(CHARACTERS)


class Generated:
    """Episodes of seeds, in any scene of the world or in this one."""

    def __init__(self, kind: Kind, scene: str | None = None):
        self.kind, self.scene = kind, scene

    def episode(self, seed: int, options: ResetOptions) -> Any:
        """The episode of a seed, with whatever the reset options fix."""
        given = _read_options(options, ("scene", "start", "goal", "instruction"))
        start, goal = _numbers(given, "start", 3), _numbers(given, "goal", 2)
        return self.kind.generate(seed, given.get("scene", self.scene), start, goal, _instruction(given.get("instruction")))


class Drawn:
    """Episodes of a corpus: a seed draws one of a split's instructions, with its scene, start and goal."""

    def __init__(self, kind: Kind, corpus: str | os.PathLike[str], split: str):
        if not isinstance(corpus, str | os.PathLike):
            raise InputError(f"corpus is 'standard', 'written' or a folder, got {shown(corpus)}.")
        corpus_kind(kind.name)  # says so where there is none
        self.kind, self.corpus, self.split = kind, os.fspath(corpus), checked_choice(split, "split", SPLITS)
        if not self.examples:
            raise InputError(f"The corpus {self.corpus} has no instructions in {self.split}.")

    @property
    def examples(self) -> Sequence[Example]:
        """All instructions of the split, read once in a process."""
        return _examples(self.kind.name, self.corpus, self.split)

    def episode(self, seed: int, options: ResetOptions) -> Any:
        """The episode of a seed, or of the instruction that the options name by its place."""
        given = _read_options(options, ("example", "instruction"), " of an environment with a corpus")
        examples = self.examples
        place = int(np.random.default_rng([seed, 3]).integers(len(examples)))
        if "example" in given:
            place = checked_whole(given["example"], "options['example']", 0, len(examples) - 1)
        episode = examples[place].episode
        said = _instruction(given.get("instruction"))
        if said is None:  # people write characters that the observation space lacks
            said = "".join(c if c in KNOWN else "?" for c in episode.instruction)[:LONGEST]
        return episode if said == episode.instruction else replace(episode, instruction=said)


@lru_cache(maxsize=8)
def _examples(world: str, name: str, split: str) -> list[Example]:
    folder = corpus_folder(Path(name), world, say=lambda sentence: print(sentence, file=sys.stderr))
    corpus = _corpus(folder)
    if corpus.about["world"] != world:
        raise InputError(f"{folder}: is a corpus of {corpus.about['world']}, not of {world}.")
    if split not in corpus.splits:
        raise InputError(f"{folder}: has no split {split!r}; it has {', '.join(corpus.splits)}.")
    return examples_of(corpus.splits[split])


@lru_cache(maxsize=2)
def _corpus(folder: Path) -> Corpus:
    return read_corpus(folder)


def _read_options(options: ResetOptions, known: tuple[str, ...], of: str = "") -> Json:
    if options is not None and not isinstance(options, dict):
        raise InputError(f"Reset options are a dict, got {shown(options)}.")
    given = dict(options or {})
    unknown = sorted(given.keys() - set(known), key=str)
    if unknown:
        raise InputError(f"Unknown reset options {shown(unknown)}; those{of} are {', '.join(known)}.")
    return given


def _numbers(options: Json, key: str, size: int) -> tuple[float, ...] | None:
    """Some numbers of reset options; None where they are not given."""
    if key not in options:
        return None
    return tuple(checked_floats(options[key], (size,), f"options[{key!r}]").tolist())


def _instruction(text: object) -> str | None:
    """The instruction of reset options."""
    if text is None:
        return None
    if not isinstance(text, str) or len(text) > LONGEST:
        raise InputError(f"options['instruction'] must be a text of at most {LONGEST} characters.")
    if strange := sorted(set(text) - KNOWN):
        raise InputError(
            f"options['instruction'] has characters that the observation space lacks: {shown(''.join(strange))}."
        )
    return text
