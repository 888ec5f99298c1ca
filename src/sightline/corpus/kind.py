"""A world's corpus: its paragraphs, their truth, its file formats (the other half of sightline.world.Kind)."""

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
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from numpy.typing import ArrayLike

from sightline.addresses import load
from sightline.errors import InputError
from sightline.fields import Field, FreeForm, Json
from sightline.geometry.types import Floats
from sightline.world import Goal, World, kind_of

if TYPE_CHECKING:
    from sightline.corpus.detailed import DetailedViews
    from sightline.corpus.files import Corpus, Entry
    from sightline.corpus.records import Paragraph, Segment


OwnScenes = tuple[Any, ...]  # the user's scenes, as Kind.read_scene reads them; empty: the bundled ones


class Format(NamedTuple):
    """A file format of the original release."""

    card: str  # README.md of an imported corpus; {source} is filled in
    source: Callable[[Path], str]  # the source of the language, according to the files
    read: Callable[[Path, str, Counter[str]], Iterator[Entry]]  # (folder, source, counts of skipped records)
    write: Callable[[Corpus, Path, bool], None]  # (corpus, new folder, whether to replace it)
    on_import: str = ""  # a sentence about what such files lack
    on_export: str = ""  # a sentence about what they cannot hold


class Standard(NamedTuple):
    """The corpus that results are reported on, generated on demand."""

    seed: int
    paragraphs: int
    sha256: str


class Unseen(NamedTuple):
    """The split of scenes that nobody learns in (`unseen-houses`), generated on demand."""

    size: int  # the number of scenes
    scenes: Callable[[], Sequence[Any]]  # as Kind.read_scene reads them
    quotas: Callable[[], Sequence[Any]]  # what `paragraphs` is called with, one for each scene
    paragraphs: Callable[[Any], dict[str, list[Paragraph]]]  # by split
    holds: Callable[[Any], bool]  # whether a record's scene is one of them
    card: str  # README.md
    sha256: tuple[str, ...]  # processors round differently where something is just in view: one of these


def late(address: str) -> Callable[..., Any]:
    """The function at an address, module:NAME; its module is imported when the function is called."""
    module, _, name = address.partition(":")
    return lambda *values, **named: getattr(import_module(module), name)(*values, **named)


def corpus_in(folder: Path, module: str, on_import: str = "", on_export: str = "", **fields: Any) -> CorpusKind:
    """A corpus whose folder has standard.json, card.md, imported.md, paper.toml and written/, and these modules:

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
    """The names in instruction k, from the meaning in its record."""
    meaning = paragraph.segments[k].meaning or {}
    return [(name["of"], name["as"]) for name in meaning.get("named", ())]


Pose = tuple[float, float, float]


class WayScore(NamedTuple):
    """How well a trajectory follows the way that an instruction describes; None if the way is unknown."""

    is_true: bool | None  # whether the instruction is true of the trajectory
    ndtw: float | None  # nDTW of the trajectory and the way, 0 to 1
    sdtw: float | None  # SDTW: nDTW, or 0 if the end is wrong


class Verdict(NamedTuple):
    """What was done for a command, from the state of the world afterwards."""

    done: bool  # exactly what it asks for
    items: bool  # what it asks for with items, whatever else was opened or switched
    idle: bool  # no item was moved


class Situation(NamedTuple):
    """A situation of an ability: an instruction, and when a predicted goal is right."""

    ability: str
    paragraph: Paragraph
    off: Callable[[Floats], float] | None = None  # distance of a place (2,) from the right one; None: CorpusKind.judge
    within: float = 0.0  # a goal is right up to this distance; for same_as, up to this shift
    found: bool = False  # judge the goal after the agent has gone and looked again, not its first one
    same_as: str = ""  # a paraphrase that must lead to the same place; nothing else is checked then
    segment_index: int = 0  # the instruction in the paragraph; those before it have been carried out
    group: str = ""  # of abilities, which have a mean of their own


class DeedNames(NamedTuple):
    """A deed, with all names by which a judge may call what it was done to."""

    verb: str  # as in chai.hands.VERBS
    thing: frozenset[str]
    receptacle: frozenset[str] = frozenset()  # of put


class SceneFacts(Protocol):
    """The facts of one world's scene, for judges. Agents never see them."""

    def gap(self, name: str, place: ArrayLike) -> float | None:
        """The distance from a place to the nearest thing of a name; None if there is none."""

    def centre(self, name: str) -> tuple[float, float] | None:
        """The middle of the first thing of a name; None if there is none."""

    def room(self, place: ArrayLike) -> str:
        """The name of the room at a place; empty where there is none."""

    def deeds(self) -> list[DeedNames]:
        """The deeds since the world's episode began."""

    def held(self) -> frozenset[str]:
        """The names of the held item; none if the hands are empty."""


class Demonstration(NamedTuple):
    """A demonstration of the goals that a person has named."""

    actions: str  # as in records
    end: tuple[float, float]
    intended: tuple[float, float] | None = None  # the place that was named
    goals: tuple[Goal, ...] | None = None  # None: the end alone


class GoalCells(NamedTuple):
    """How a table of sentences names starts and goals in a world's scenes. All raise InputError with what would be right.

    The scene is that of an episode without a task (corpus.opening).
    """

    start: Callable[[Any, Pose], Pose]  # (episode, pose): the pose, if the agent can stand there
    read: Callable[[Any, str], Any]  # (episode, text): one goal, by a place or by names
    demonstrate: Callable[[Any, Pose, Sequence[Any]], Demonstration]  # (episode, start, goals): the planner's actions
    names: Callable[[Any], Mapping[str, Sequence[str]]]  # (episode): the names that goals may use, under titles
    examples: Callable[[Any], Sequence[tuple[str, str]]]  # (episode): words and the goal that they have


def cells_in(module: str) -> GoalCells:
    """The functions start, read, demonstrate, names and examples of a module, which is imported on first use."""
    return GoalCells(*(late(f"{module}:{name}") for name in GoalCells._fields))


# (episode, the actions of each instruction in order): the goals of each instruction.
RecordedGoals = Callable[[Any, Sequence[Sequence[int]]], list[tuple[Goal, ...]]]
Named = Sequence[tuple[int, str]]  # things that an instruction names: index in the scene, and name


Generate = Callable[[int, str, str], "Paragraph"]  # (seed, id, split): the paragraph of a seed


@dataclass(frozen=True)
class CorpusKind:
    """Everything that differs from corpus to corpus."""

    name: str  # of the world
    generate: Generate
    card: str  # README.md of a generated corpus; {paragraphs} and {seed} are filled in
    check: Callable[[Paragraph], list[str]]  # failed semantic checks, as sentences
    standard: Standard
    sources: tuple[str, ...]  # modules and packages used only by this corpus; a change renames its cache folder
    written: Path | None = None  # the bundled written set
    unseen: Unseen | None = None  # the split of scenes that nobody learns in
    within: Callable[[OwnScenes], Generate] | None = None  # scenes: `generate` in these (Kind.read_scene) only
    formats: Mapping[str, Format] = field(default_factory=dict)
    meaning: Field = field(default_factory=FreeForm)  # schema of a segment's `meaning`
    agree: Callable[[Json], str] | None = None  # (paragraph's record): an inconsistency, or ""
    nowhere: Callable[[Json], bool] | None = None  # (scene's record): whether it is not available
    named: Callable[[Paragraph, int], Named] | None = None  # the things that instruction k names
    thing_ids: Callable[[Any, Sequence[int]], Sequence[int]] | None = None  # (scene, things): their segmentation ids
    vary: Callable[[Random, Segment, Named, Any], list[str]] | None = None  # (random, segment, named, scene): reworded
    command: Callable[[Random, Any], tuple[Paragraph, Named] | None] | None = None  # (random, scene): plain commands
    # (random, count, houses): paragraphs in generated scenes, of which there are `houses`, or endlessly many (0)
    fresh: Callable[[Random, int, int], list[Paragraph]] | None = None
    # (random, count): panoramas with what every cell shows, in scenes to learn from
    detailed: Callable[[Random, int], DetailedViews] | None = None
    alike: Callable[[Random, Paragraph, int], Paragraph] | None = None  # (.., k): augmented instruction k
    elsewhere: Callable[[Random, Paragraph, int], Pose | None] | None = None  # (.., k): another valid start for k
    nearby: Callable[[Random, Any, Floats], Pose | None] | None = None  # (random, scene, pose): another pose close to it
    on_the_way: Callable[[Random, Any, Floats], Pose | None] | None = None  # (random, episode, way): a pose on it
    way: Callable[[Paragraph, int], Floats] | None = None  # (K, 2) the places to pass of instruction k, in order
    judge_way: Callable[[Paragraph, int, Floats, bool], WayScore] | None = None  # (.., k, places walked, completed)
    # (situations of each ability, seed[, scenes to use instead of the bundled ones]): a behavioural checklist
    abilities: Callable[..., list[Situation]] | None = None
    searches: Callable[..., list[Situation]] | None = None  # the same, of things elsewhere that are only named
    judge: Callable[[Paragraph, int, Any, int], Verdict] | None = None  # (.., k, world, n): instruction k in world n, done
    facts: Callable[[World], SceneFacts] | None = None  # of the scene of one world, for judges of dialogues
    abilities_note: str = ""  # when a goal is right there, as a note to the table
    statistics: Mapping[str, Any] = field(default_factory=dict)  # from the paper, for comparison
    path_length: Callable[[Paragraph, int], float] | None = None  # of instruction k's demonstration
    recorded_goals: RecordedGoals | None = None  # (of actions taken); without it the end is the only goal
    cells: GoalCells | None = None  # of tables that people fill in; None: `corpus new` makes no corpus of this world

    @property
    def prefix(self) -> str:
        """Prefix of ids and folders: the name, with dashes for other characters."""
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
    """A file format of a world's original release, by name."""
    formats = corpus_kind(world).formats
    if name not in formats:
        raise InputError(f"There is no format {name!r} of {world}; the formats are: {', '.join(formats) or 'none'}.")
    return formats[name]
