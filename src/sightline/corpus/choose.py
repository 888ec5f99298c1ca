"""Choose examples of a corpus, by name or at random; and an example's demonstration as poses."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np

from sightline.corpus.build import corpus_folder
from sightline.corpus.examples import Example
from sightline.corpus.files import read_corpus
from sightline.corpus.kind import CorpusKind, corpus_kind
from sightline.corpus.records import REPLAY_TOLERANCE, Paragraph
from sightline.corpus.splits import SEEDS, corpus_paragraph, split_of
from sightline.errors import InputError
from sightline.geometry.types import Floats


def example_in(corpus: Path | None, world: str, which: str, segment: int) -> Example:
    """Instruction `segment` (from 1) of a paragraph, given by its index or id in a corpus folder or the standard corpus.

    A paragraph of the standard corpus is generated alone: the corpus need not be on disk.
    """
    if _is_standard(corpus):
        paragraph = _standard_paragraph(corpus_kind(world), which)
    else:
        assert corpus is not None
        paragraph = find_paragraph(corpus_folder(corpus, world), which)
    if not 1 <= segment <= len(paragraph.segments):
        raise InputError(f"{paragraph.id} has instructions 1 to {len(paragraph.segments)}, got {segment}.")
    return Example(paragraph, segment - 1)


def random_examples(corpus: Path | None, world: str, count: int, seed: int, split: str = "dev") -> list[Example]:
    """Random instructions of a split, each from a different paragraph."""
    rng = np.random.default_rng(seed)
    paragraphs = random_paragraphs(corpus, world, count, rng, split)
    return [Example(paragraph, int(rng.integers(len(paragraph.segments)))) for paragraph in paragraphs]


def random_paragraphs(
    corpus: Path | None, world: str, count: int, rng: np.random.Generator, split: str = "dev"
) -> list[Paragraph]:
    """Up to `count` random paragraphs of a split (of the whole corpus if it lacks the split)."""
    if _is_standard(corpus):
        kind = corpus_kind(world)
        places = [k for k in range(kind.standard.paragraphs) if split_of(k) == split]
        return [_standard_paragraph(kind, str(k)) for k in rng.permutation(places)[:count].tolist()]
    assert corpus is not None
    loaded = read_corpus(corpus_folder(corpus, world))
    there = loaded.splits.get(split) or list(loaded.paragraphs())
    return [there[k] for k in rng.permutation(len(there))[:count].tolist()]


def find_paragraph(folder: Path, which: str) -> Paragraph:
    """A paragraph of a corpus folder: its index from 0, in the order of ids, or its id."""
    paragraphs = sorted(read_corpus(folder).paragraphs(), key=lambda p: p.id)
    for paragraph in paragraphs:
        if paragraph.id == which:
            return paragraph
    if not is_number(which) or int(which) >= len(paragraphs):
        raise InputError(
            f"{folder}: has paragraphs 0 to {len(paragraphs) - 1}, or ids such as {paragraphs[0].id}; got {which!r}."
        )
    return paragraphs[int(which)]


def demonstration(example: Example) -> Floats:
    """(T, 3) the poses of an example's demonstration; only start and end if imported, because its moves do not replay."""
    segment, kind = example.segment, example.kind
    actions = kind.read_actions(segment.actions)
    world = kind.make(horizon=len(actions) + 1)
    world.reset([example.episode])
    poses = [world.pose[0].copy()]
    for action in actions:
        world.step(np.array([action]))
        poses.append(world.pose[0].copy())
    if example.paragraph.source == "human" and math.dist(poses[-1][:2], segment.end) > REPLAY_TOLERANCE:
        return np.array([segment.start, (*segment.end, segment.start[2])])
    return np.array(poses)


def replays(example: Example) -> bool:
    """Whether a demonstration ends at its recorded end; people's moves in the original release have another step length."""
    if example.paragraph.source != "human":
        return True
    return len(demonstration(example)) == len(example.kind.read_actions(example.segment.actions)) + 1


def _is_standard(corpus: Path | None) -> bool:
    return corpus is None or str(corpus) == "standard"


def is_number(text: str) -> bool:
    """Whether a text is a whole number with few enough digits to parse quickly."""
    return text.isascii() and text.isdecimal() and len(text) < 20


def _standard_paragraph(kind: CorpusKind, which: str) -> Paragraph:
    digits = which.removeprefix(f"{kind.prefix}-")
    if not is_number(digits) or int(digits) >= SEEDS * (SEEDS - kind.standard.seed):
        first = f"{kind.prefix}-{0:06d}"
        raise InputError(
            f"{which!r} is not a paragraph of the standard corpus; its paragraphs are 0, 1, 2 ... or {first} ..."
        )
    more, index = divmod(int(digits), SEEDS)  # paragraphs beyond the corpus are generated in the same way
    return corpus_paragraph(kind, kind.standard.seed + more, index)
