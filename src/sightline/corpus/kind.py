"""What a world's corpus brings: its paragraphs, their truth, its own files (the other half of sightline.world.Kind)."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from sightline.addresses import load
from sightline.errors import InputError
from sightline.fields import Field, FreeForm, Json
from sightline.geometry.types import Floats
from sightline.world import Goal, kind_of

if TYPE_CHECKING:
    from sightline.corpus.files import Corpus, Entry
    from sightline.corpus.records import Paragraph, Segment


OwnScenes = tuple[Any, ...]  # of the user's, as Kind.read_scene reads them; none: those of the package


class Format(NamedTuple):
    """A file format of the original release."""

    card: str  # README.md of an imported corpus; {source} is filled in
    source: Callable[[Path], str]  # what the files say of where their language comes from
    read: Callable[[Path, str, Counter[str]], Iterator[Entry]]  # (folder, source, counts of what was left out)
    write: Callable[[Corpus, Path, bool], None]  # (corpus, new folder, whether to replace it)
    on_import: str = ""  # a sentence about what such files do not tell
    on_export: str = ""  # and about what they cannot hold


class Standard(NamedTuple):
    """The corpus that results are reported on, made where it is needed."""

    seed: int
    paragraphs: int
    sha256: str


def late(address: str) -> Callable[..., Any]:
    """The function at an address, module:NAME, whose module is imported when the function is called."""
    module, _, name = address.partition(":")
    return lambda *values, **named: getattr(import_module(module), name)(*values, **named)


def corpus_in(folder: Path, module: str, on_import: str = "", on_export: str = "", **fields: Any) -> CorpusKind:
    """A corpus whose folder has standard.json, card.md, imported.md, paper.toml and written/, and modules with these names:

    generate (generate_paragraph), check (check_paragraph) and ciff (source_of, import_ciff, export_ciff).
    """

    def text(name: str) -> str:
        return (folder / name).read_text(encoding="utf-8")

    facts = json.loads(text("standard.json"))
    ciff = Format(
        text("imported.md"), late(f"{module}.ciff:source_of"), late(f"{module}.ciff:import_ciff"),
        late(f"{module}.ciff:export_ciff"), on_import, on_export,
    )  # fmt: skip
    return CorpusKind(
        generate=late(f"{module}.generate:generate_paragraph"), check=late(f"{module}.check:check_paragraph"),
        card=text("card.md"), standard=Standard(facts["seed"], facts["paragraphs"], facts["sha256"]),
        written=folder / "written", statistics=tomllib.loads(text("paper.toml")), formats={"ciff": ciff},
        named=recorded_names, **fields,
    )  # fmt: skip


def recorded_names(paragraph: Paragraph, k: int) -> Named:
    """What instruction k names, as the meaning in its record says."""
    meaning = paragraph.segments[k].meaning or {}
    return [(name["of"], name["as"]) for name in meaning.get("named", ())]


Pose = tuple[float, float, float]


class WayScore(NamedTuple):
    """How well a walk went the way that it was told to go; None where nobody knows."""

    told: bool | None  # what the instruction says is true of the walk
    ndtw: float | None  # how alike the walk and the way that is meant are, by dynamic time warping: 0 to 1
    sdtw: float | None  # the same, and 0 when the walk did not end where it should


class Situation(NamedTuple):
    """One of the situations in which an ability is tried: an instruction, and when a goal that was predicted is right."""

    ability: str
    paragraph: Paragraph  # of the one instruction
    off: Callable[[Floats], float]  # how far a place (2,) is from what is meant
    within: float  # a goal is right that is not farther off; or has not moved
    found: bool = False  # the goal counts that the agent has when it has gone and looked again, not its first one
    same_as: str = ""  # another way of saying this, which must lead to the same place; nothing else is asked then


# (episode, the actions that were taken for each instruction from its start on): the goals of each.
RecordedGoals = Callable[[Any, Sequence[Sequence[int]]], list[tuple[Goal, ...]]]
Named = Sequence[tuple[int, str]]  # things that an instruction names: which of the scene's, and what it is called


Generate = Callable[[int, str, str], "Paragraph"]  # (seed, id, split): the paragraph of a seed


@dataclass(frozen=True)
class CorpusKind:
    """All that differs from corpus to corpus, for whoever works with any of them."""

    name: str  # the world's
    generate: Generate
    card: str  # README.md of a generated corpus; {paragraphs} and {seed} are filled in
    check: Callable[[Paragraph], list[str]]  # what is not true of a paragraph, as sentences
    standard: Standard
    sources: tuple[str, ...]  # modules and packages that only this corpus is made with; a change changes the cache's name
    written: Path | None = None  # a corpus written freely that ships with the package
    within: Callable[[OwnScenes], Generate] | None = None  # scenes: `generate` in these (Kind.read_scene) only
    formats: Mapping[str, Format] = field(default_factory=dict)
    meaning: Field = field(default_factory=FreeForm)  # what a segment's `meaning` must be
    agree: Callable[[Json], str] | None = None  # of a paragraph's record: what does not fit together, or ""
    nowhere: Callable[[Json], bool] | None = None  # of a scene's record: nobody has it, so no place in it is known
    named: Callable[[Paragraph, int], Named] | None = None  # what instruction k names
    thing_ids: Callable[[Any, Sequence[int]], Sequence[int]] | None = None  # (scene, things): their numbers in segmentation
    vary: Callable[[Random, Segment, Named, Any], list[str]] | None = None  # (random, segment, named, scene): other words
    command: Callable[[Random, Any], tuple[Paragraph, Named] | None] | None = None  # (random, scene): plain, from anywhere
    alike: Callable[[Random, Paragraph, int], Paragraph] | None = None  # (.., k): instruction k alone, hardly another
    elsewhere: Callable[[Random, Paragraph, int], Pose | None] | None = None  # (.., k): where k could be said as well
    on_the_way: Callable[[Random, Any, Floats], Pose | None] | None = None  # (random, episode, way): a pose on it
    way: Callable[[Paragraph, int], Floats] | None = None  # (K, 2) the places to pass that instruction k means, in order
    judge_way: Callable[[Paragraph, int, Floats, bool], WayScore] | None = None  # (.., k, places walked, completed)
    abilities: Callable[[int, int], list[Situation]] | None = None  # (situations of each, seed): a behavioural checklist
    abilities_note: str = ""  # when a goal is right there, for whoever reads the table
    statistics: Mapping[str, Any] = field(default_factory=dict)  # the paper's, beside which ours are shown
    path_length: Callable[[Paragraph, int], float] | None = None  # of instruction k's demonstration
    recorded_goals: RecordedGoals | None = None  # of what somebody did; without it the one goal of a record is its end

    @property
    def prefix(self) -> str:
        """What ids and folders begin with: the name, with dashes for what an address has between its words."""
        return re.sub(r"\W+", "-", self.name)


@cache
def corpus_kind(name: str, scenes: OwnScenes = ()) -> CorpusKind:
    """The corpus of a world, by the world's name or address; with `scenes`, its paragraphs are in these only."""
    world = kind_of(name)
    if not world.corpus:
        raise InputError(f"There is no corpus of {world.title} yet.")
    kind = load(world.corpus, f"{world.corpus}: is not module:NAME.")
    if not isinstance(kind, CorpusKind) or kind.name != name:
        raise InputError(f"{world.corpus} is not the sightline.corpus.kind.CorpusKind of {name}.")
    if scenes and kind.within is None:
        raise InputError(f"Paragraphs of {world.title} cannot be made in given scenes.")
    return replace(kind, generate=kind.within(scenes)) if scenes and kind.within is not None else kind


def format_of(world: str, name: str) -> Format:
    """A file format of a world's original release, by its name."""
    formats = corpus_kind(world).formats
    if name not in formats:
        raise InputError(f"There is no format {name!r} of {world}; the formats are: {', '.join(formats) or 'none'}.")
    return formats[name]
