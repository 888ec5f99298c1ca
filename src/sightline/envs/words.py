"""Instructions as numbers: token ids of fixed length, for learners that take no text."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path

import numpy as np
from gymnasium import spaces

from sightline.checks import shown
from sightline.errors import InputError
from sightline.geometry.types import Ints
from sightline.language import Vocabulary, tokenize

LENGTH = 64  # token ids of an instruction; the longest of the standard corpus has 34 tokens
FOLDER = Path(__file__).parent / "vocabularies"


class Words:
    """The tokens an environment knows: number 0 stands for none (after an instruction's end), 1 for all unknown ones."""

    def __init__(self, world: str, file: str | os.PathLike[str] | None = None):
        if file is None and not (FOLDER / f"{world}.txt").exists():
            raise InputError(
                f"There is no vocabulary for {world} in this package; give one as vocabulary=FILE, a token a line."
            )
        if not (file is None or isinstance(file, str | os.PathLike)):
            raise InputError(f"vocabulary is a file with a token a line, got {shown(file)}.")
        self.tokens = ("", *_read(FOLDER / f"{world}.txt" if file is None else Path(file)).tokens)
        self._index = {token: number for number, token in enumerate(self.tokens)}

    def space(self) -> spaces.Box:
        return spaces.Box(0, len(self.tokens) - 1, (LENGTH,), np.int64)

    def ids(self, instruction: str) -> Ints:
        """(LENGTH,) of an instruction; what does not fit is left out."""
        numbers = [self._index.get(token, 1) for token in tokenize(instruction)[:LENGTH]]
        return np.array(numbers + [0] * (LENGTH - len(numbers)), np.int64)


@lru_cache(maxsize=8)
def _read(file: Path) -> Vocabulary:
    return Vocabulary.read(file)
