"""The pieces of an export: consecutive paragraphs of one split, with the numbers that what came before gives them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from sightline.corpus.examples import Example
from sightline.corpus.files import miscount, missing_split, read_about, read_split, world_of
from sightline.corpus.records import ALL_SPLITS, Paragraph, paragraph_fields
from sightline.errors import InputError
from sightline.world import kind_of


@dataclass(frozen=True)
class ExportPiece:
    """What one worker writes at once. An episode is an instruction that is exported, with its demonstration."""

    number: int  # from 0, over the whole export
    split: str
    paragraphs: int
    examples: list[Example]
    indices: list[int]  # of the examples among all instructions of the split
    tasks: list[int]  # of the examples: equal instructions have equal numbers
    first_episode: int  # over the whole export
    first_in_split: int  # number of the first episode within its split
    first_frame: int  # over the whole export

    @property
    def lengths(self) -> list[int]:
        """Number of actions of each demonstration, Stop included."""
        return [demonstration_length(example) for example in self.examples]


@dataclass
class SplitCounts:
    """The size of one split."""

    paragraphs: int = 0
    instructions: int = 0
    episodes: int = 0
    frames: int = 0


@dataclass
class Contents:
    """What `read_pieces` has read so far. Only the different instructions are kept in memory."""

    splits: dict[str, SplitCounts] = field(default_factory=dict)
    tasks: dict[str, int] = field(default_factory=dict)  # number of each different instruction
    longest: int = 0  # actions of the longest demonstration, without Stop

    @property
    def episodes(self) -> int:
        return sum(split.episodes for split in self.splits.values())

    @property
    def frames(self) -> int:
        return sum(split.frames for split in self.splits.values())

    @property
    def instructions(self) -> int:
        return sum(split.instructions for split in self.splits.values())


def demonstration_length(example: Example) -> int:
    """Number of actions of a demonstration, Stop included."""
    return len(example.kind.read_actions(example.segment.actions)) + 1


def can_be_drawn(example: Example) -> bool:
    """Whether an instruction has a demonstration in a scene that is available."""
    return example.segment.placed and example.segment.moves is None


def read_pieces(folder: Path, paragraphs: int, drawn: bool, contents: Contents) -> Iterator[ExportPiece]:
    """Stream a corpus folder in pieces of so many paragraphs, and count them in `contents`.

    If `drawn`, instructions without a demonstration that can be drawn are left out.
    """
    about = read_about(folder)
    fields = paragraph_fields(world_of(about, folder))
    files = {split: folder / f"{split}.jsonl" for split in ALL_SPLITS if (folder / f"{split}.jsonl").exists()}
    if wrong := missing_split(folder, about, files):
        raise InputError(wrong)
    number = 0
    for split, file in files.items():
        counts = contents.splits[split] = SplitCounts()
        stream = read_split(file, fields)
        while some := list(islice(stream, paragraphs)):
            yield _piece(number, split, some, drawn, contents)
            number += 1
        size = {"paragraphs": counts.paragraphs, "instructions": counts.instructions}
        if wrong := miscount(folder, about, split, size):
            raise InputError(wrong)
    if not contents.episodes:
        what = "demonstrations that can be drawn" if drawn and contents.instructions else "instructions"
        raise InputError(f"{folder}: has no {what}.")


def _piece(number: int, split: str, paragraphs: list[Paragraph], drawn: bool, contents: Contents) -> ExportPiece:
    counts = contents.splits[split]
    every = [Example(paragraph, k) for paragraph in paragraphs for k in range(len(paragraph.segments))]
    kept = [k for k, example in enumerate(every) if not drawn or can_be_drawn(example)]
    examples = [every[k] for k in kept]
    tasks = [contents.tasks.setdefault(e.segment.instruction, len(contents.tasks)) for e in examples]
    piece = ExportPiece(
        number, split, len(paragraphs), examples, [counts.instructions + k for k in kept], tasks, contents.episodes,
        counts.episodes, contents.frames,
    )  # fmt: skip
    lengths = piece.lengths
    contents.longest = max([contents.longest, *(length - 1 for length in lengths)])
    counts.paragraphs += len(paragraphs)
    counts.instructions += len(every)
    counts.episodes += len(examples)
    counts.frames += sum(lengths)
    return piece


def actions_of(example: Example) -> list[int]:
    """The actions of a demonstration, Stop included."""
    kind = kind_of(example.paragraph.world)
    return [*kind.read_actions(example.segment.actions), kind.actions.index("stop")]
