"""Which instruction in which field: words in a generated field, or an instruction of a corpus with its demonstration."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from sightline.errors import InputError

if TYPE_CHECKING:
    from sightline.corpus.records import Paragraph
    from sightline.geometry.types import Array
    from sightline.lani import Episode


@dataclass
class Chosen:
    """An instruction to follow; goal and demonstration are there when somebody knows them."""

    name: str
    episode: Episode
    goal_known: bool = False
    demonstration: Array | None = None  # (T, 2 or 3)

    @property
    def goal(self) -> tuple[float, float] | None:
        return self.episode.goal if self.goal_known else None


def check_instruction(instruction: str) -> None:
    """Raise InputError unless there is a word in an instruction."""
    if not any(letter.isalpha() for letter in instruction):
        said = "empty" if not instruction.strip() else f"{instruction.strip()[:40]!r}, without a word"
        raise InputError(f'The instruction is {said}; say where to go, for example "go to the barrel".')


def in_field(instruction: str | None, seed: int, scene: Path | None = None) -> Chosen:
    """Words in the field of a seed or a file; without words, an instruction of the generated corpus."""
    import numpy as np

    from sightline.lani import episode_in, generate_episode, read_scene

    if instruction is not None:
        check_instruction(instruction)
    if scene is not None:
        name, episode = scene.stem, episode_in(read_scene(scene), np.random.default_rng([seed, 1]), seed)
    elif instruction is None:
        return in_corpus(None, str(seed), 1)
    else:
        name, episode = f"seed-{seed}", generate_episode(seed)
    if instruction is None:
        return Chosen(name, episode, goal_known=True)
    return Chosen(name, replace(episode, instruction=instruction.strip()))


def in_corpus(corpus: Path | None, which: str, segment: int) -> Chosen:
    """Instruction `segment` (from 1) of a paragraph: its place or id in a corpus folder, or in the standard corpus."""
    if corpus is None or str(corpus) == "standard":
        return of_paragraph(_standard_paragraph(which), segment)
    from sightline.cli.corpus import find, located

    return of_paragraph(find(located(corpus), which), segment)


def of_paragraph(paragraph: Paragraph, segment: int) -> Chosen:
    """Instruction `segment` (from 1) of a paragraph, with its demonstration."""
    import numpy as np

    from sightline.corpus.lani.follower import replay
    from sightline.corpus.lani.ground import Ground

    if not 1 <= segment <= len(paragraph.segments):
        raise InputError(f"{paragraph.id} has instructions 1 to {len(paragraph.segments)}, got {segment}.")
    told = paragraph.segments[segment - 1]
    if paragraph.source == "human":  # their actions do not replay with our steps
        way = np.array([told.start[:2], told.end])
    else:
        way = replay(Ground(paragraph.scene), told.start, told.actions)
    return Chosen(f"{paragraph.id}-{segment}", paragraph.episodes()[segment - 1], True, way)


def _standard_paragraph(which: str) -> Paragraph:
    """A paragraph of the standard corpus, made on its own: the corpus need not be on disk."""
    from sightline.corpus.lani.build import standard
    from sightline.corpus.lani.generate import SEEDS, corpus_paragraph

    digits = which.removeprefix("lani-")
    if not digits.isdecimal() or int(digits) >= SEEDS * (SEEDS - standard()["seed"]):
        raise InputError(f"{which!r} is no paragraph of the standard corpus; they are 0, 1, 2 ... or lani-000000 ...")
    more, index = divmod(int(digits), SEEDS)  # as far as seeds go: what lies beyond the corpus is made in the same way
    return corpus_paragraph(standard()["seed"] + more, index)


def random_ones(corpus: Path | None, count: int, seed: int) -> list[Chosen]:
    """Random instructions of the development split, of as many different paragraphs."""
    import numpy as np

    paragraphs: list[Paragraph] | None = None
    if corpus is None or str(corpus) == "standard":
        from sightline.corpus.lani.build import standard
        from sightline.corpus.lani.generate import split_of

        names = [k for k in range(standard()["paragraphs"]) if split_of(k) == "dev"]
    else:
        from sightline.cli.corpus import located
        from sightline.corpus.files import read_corpus

        loaded = read_corpus(located(corpus))
        paragraphs = loaded.splits.get("dev") or list(loaded.paragraphs())
        if not paragraphs:
            raise InputError(f"{corpus}: has no paragraphs.")
        names = list(range(len(paragraphs)))
    rng = np.random.default_rng(seed)
    found = []
    for k in rng.permutation(names)[:count].tolist():
        paragraph = _standard_paragraph(str(k)) if paragraphs is None else paragraphs[k]
        found.append(of_paragraph(paragraph, 1 + int(rng.integers(len(paragraph.segments)))))
    return found
