"""Which instruction of which corpus. (A stub: branch corpus-engine has the real one.)"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from sightline.corpus.examples import Example
from sightline.corpus.files import read_corpus
from sightline.corpus.lani.build import standard, written_folder
from sightline.corpus.lani.follower import replay
from sightline.corpus.lani.generate import SEEDS, corpus_paragraph, split_of
from sightline.corpus.lani.ground import Ground
from sightline.corpus.records import Paragraph
from sightline.errors import InputError
from sightline.geometry.types import Floats
from sightline.world import kind_of


def example_in(corpus: Path | None, world: str, which: str, segment: int) -> Example:
    """Instruction `segment` (from 1) of a paragraph: its place or id in a corpus folder, or in the standard corpus."""
    paragraph = _standard(world, which) if _is_standard(corpus) else _find(_folder(corpus), which)
    if not 1 <= segment <= len(paragraph.segments):
        raise InputError(f"{paragraph.id} has instructions 1 to {len(paragraph.segments)}, got {segment}.")
    return Example(paragraph, segment - 1)


def random_examples(corpus: Path | None, world: str, count: int, seed: int) -> list[Example]:
    """Random instructions of the development split, of as many different paragraphs."""
    _check(world)
    paragraphs: list[Paragraph] | None = None
    names = [k for k in range(standard()["paragraphs"]) if split_of(k) == "dev"]
    if not _is_standard(corpus):
        loaded = read_corpus(_folder(corpus))
        paragraphs = loaded.splits.get("dev") or list(loaded.paragraphs())
        names = list(range(len(paragraphs)))
    rng = np.random.default_rng(seed)
    examples = []
    for k in rng.permutation(names)[:count].tolist():
        paragraph = _standard(world, str(k)) if paragraphs is None else paragraphs[k]
        examples.append(Example(paragraph, int(rng.integers(len(paragraph.segments)))))
    return examples


def demonstration(example: Example) -> Floats:
    """(T, 3) the poses of a demonstration; (2, 2) start and end of one that does not replay."""
    segment = example.segment
    if example.paragraph.source == "human":
        return np.array([segment.start[:2], segment.end])
    return replay(Ground(example.paragraph.scene), segment.start, segment.actions)


def _check(world: str) -> None:
    if not kind_of(world).corpus:
        raise InputError(f"There is no corpus of {kind_of(world).title} yet.")


def _is_standard(corpus: Path | None) -> bool:
    return corpus is None or str(corpus) == "standard"


def _folder(corpus: Path | None) -> Path:
    assert corpus is not None
    return written_folder() if str(corpus) == "written" else corpus


def _find(corpus: Path, which: str) -> Paragraph:
    paragraphs = sorted(read_corpus(corpus).paragraphs(), key=lambda p: p.id)
    for paragraph in paragraphs:
        if paragraph.id == which:
            return paragraph
    if not which.isdigit() or int(which) >= len(paragraphs):
        raise InputError(f"{corpus}: has paragraphs 0 to {len(paragraphs) - 1}, got {which!r}.")
    return paragraphs[int(which)]


def _standard(world: str, which: str) -> Paragraph:
    _check(world)
    digits = which.removeprefix("lani-")
    if not digits.isdecimal() or int(digits) >= SEEDS * (SEEDS - standard()["seed"]):
        raise InputError(f"{which!r} is no paragraph of the standard corpus; they are 0, 1, 2 ... or lani-000000 ...")
    more, index = divmod(int(digits), SEEDS)
    return corpus_paragraph(standard()["seed"] + more, index)
