"""The goal predictor of our best agent, and its ablations: the model, its stream, and its tuning examples."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from random import Random
from typing import Any

import torch
from torch import Tensor

from sightline.agent.pointer import POINTING_WORLD
from sightline.corpus.kind import CorpusKind, corpus_kind
from sightline.corpus.records import Paragraph
from sightline.corpus.splits import stream_paragraph
from sightline.fields import Json
from sightline.geometry.rings import RINGS
from sightline.language import Vocabulary, tokenize
from sightline.language.spelling import spell
from sightline.learning.chunk import WAY, Maker, StreamConfig, wordings_of
from sightline.learning.distributed import launched
from sightline.learning.goal import BestConfig, learn_goals
from sightline.learning.lesson import Lesson
from sightline.learning.picture_rows import PictureTable, split_rows
from sightline.learning.pictured import Pictured
from sightline.learning.run import Run
from sightline.learning.staged import Staged
from sightline.learning.stream import Elsewhere, Stream
from sightline.models.lingunet import LingUNet, LingUNetConfig
from sightline.models.lookout import Lookout, LookoutConfig
from sightline.models.pretrained import TokenEncoder, begin_with, new_parts
from sightline.options import options_of
from sightline.world import kind_of

STAGED = 40  # tuning paragraphs of a corpus, and as many fresh ones, if each goal is an example
SAID, SAID_STAGED = 500, 80  # paragraphs of a stream whose words form the vocabulary; those with several goals take longer
TUNED_PLAIN = 2.7  # plain commands for each of them, at most
EYES = 64  # channels of the eyes
UPDATES = 20  # of an epoch on pictures, at least: batches are smaller where there are few
FRESH = 80  # paragraphs of another stream that a run with a mixed one is also tuned on


class Predictor(StrEnum):
    """Goal predictors that can learn from a stream."""

    lookout = "lookout"
    lingunet = "lingunet"


class Idea(StrEnum):
    """The ideas behind the best goal predictor; an ablation leaves one out."""

    fresh = "fresh"
    words = "words"
    places = "places"
    things = "things"
    named = "named"
    spelling = "spelling"
    joined = "joined"
    varied = "varied"
    rings = "rings"
    plain = "plain"
    way = "way"
    again = "again"
    eyes = "eyes"


IDEAS = {
    Idea.fresh: "endless data instead of as many paragraphs as the corpus has",
    Idea.words: "attention to every word instead of one vector for the sentence",
    Idea.places: "attention between parts of the panorama",
    Idea.things: "loss for the object class of each cell",
    Idea.named: "loss for the cells the instruction mentions",
    Idea.spelling: "words read by their letters",
    Idea.joined: "two instructions in one",
    Idea.varied: "words the grammar lacks",
    Idea.rings: "goals by bearing and distance instead of cells of the panorama",
    Idea.plain: "plain commands from any pose",
    Idea.way: "waypoints",
    Idea.again: "looks from poses on the way",
    Idea.eyes: "full-resolution features that tell items apart (houses only)",
}
# How leaving out an idea changes the configs of the stream, the learner and the model.
WITHOUT: dict[Idea, Json] = {
    Idea.words: {"attend_to_words": False}, Idea.places: {"attend_to_places": False}, Idea.things: {"things": 0.0},
    Idea.named: {"named": 0.0}, Idea.spelling: {"spelling": False}, Idea.joined: {"joined": 0.0},
    Idea.varied: {"varied": 0.0}, Idea.plain: {"plain": 0.0}, Idea.way: {"way": 0.0},
    Idea.again: {"again": 0.0},
}  # fmt: skip


@dataclass(frozen=True)
class BestGoal:
    """The setup of one run."""

    lesson: Lesson
    config: BestConfig
    data: StreamConfig
    shape: LookoutConfig | LingUNetConfig
    before: Path | None  # a model whose weights initialise it

    @property
    def spells(self) -> bool:
        """Whether the model reads words by their letters."""
        return isinstance(self.shape, LookoutConfig)

    @property
    def mixed(self) -> Sequence[Paragraph]:
        """Paragraphs of the corpus that are mixed with fresh ones."""
        return self.lesson.learning if self.data.mix < 1 else ()

    def words(self) -> Vocabulary:
        """The words reported as known to the model; one that spells also reads others."""
        if not self.spells:
            return self.lesson.vocabulary
        corpus = corpus_kind(self.lesson.kind.name, self.lesson.scenes)
        words = self.lesson.vocabulary.joined(_words(corpus, self.data, SAID_STAGED if self.data.stages else SAID))
        return words if self.before is None else words.joined(Vocabulary.read(self.before / "vocabulary.txt"))

    def stream(self, workers: int | None, elsewhere: Elsewhere | None = None) -> Stream:
        """The training data; `elsewhere` starts its workers on other machines."""
        lesson, vocabulary = self.lesson, None if self.spells else self.lesson.vocabulary
        return Stream(
            self.data, lesson.kind, self.config.batch, lesson.device, workers, vocabulary, *launched(), self.mixed,
            lesson.scenes, elsewhere,
        )  # fmt: skip

    def learn(self, stream: Stream, words: Vocabulary, run: Run) -> None:
        """Train the model."""
        lesson = self.lesson
        model, began = _begin(self.shape, self.before, run)
        tune = Staged(lesson.kind, lesson.tuning, self.data, lesson.device) if self.data.stages else lesson.tune_whole
        learn_goals(model, stream, tune, words, self.config, run, began)


def _begin(
    shape: LookoutConfig | LingUNetConfig, before: Path | None, run: Run
) -> tuple[Lookout | LingUNet, dict[str, Tensor] | None]:
    """A new model, and the weights that it has from another, if it has any."""
    model = Lookout(shape) if isinstance(shape, LookoutConfig) else LingUNet(shape)
    began = None if before is None else begin_with(model, before)
    if began is not None and (new := new_parts(model, began)):
        run.say(f"{before}: gives all weights but those of {', '.join(new)}, which are new.")
    return model, began


def plan_best_goal(
    lesson: Lesson, config: BestConfig, data: StreamConfig, shape: LookoutConfig | LingUNetConfig,
    without: Collection[Idea] = (), before: Path | None = None,
) -> BestGoal:  # fmt: skip
    """The setup of a run without some ideas. The world determines the model's shape, the data and the tuning examples."""
    kind, spells = lesson.kind, isinstance(shape, LookoutConfig)
    data = replace(data, seed=config.seed)
    if Idea.fresh in without:
        data = replace(data, distinct=lesson.source["paragraphs"])
    for idea in without:
        config, data, shape = _without(idea, config), _without(idea, data), _without(idea, shape)
    rings = spells and Idea.rings not in without
    staged = rings and kind.reaches
    data = replace(data, rings=rings, stages=staged)
    if isinstance(shape, LookoutConfig):
        passes = WAY if rings and config.way and not staged else 0
        shape = replace(
            shape, ground=kind.view.first_ground_row, things=kind.things, rings=RINGS if rings else 0, passes=passes,
            interacts=staged, eyes=EYES if staged and kind.items and Idea.eyes not in without else 0,
            items=len(kind.items) if staged and Idea.eyes not in without else 0,
        )  # fmt: skip
    else:
        shape = replace(shape, ground=kind.view.first_ground_row, vocabulary=len(lesson.vocabulary))
    tuning = lesson.tuning[:STAGED] if staged else lesson.tuning
    if data.mix < 1:  # tune on both: the corpus, and paragraphs that no stream of the run has
        tuning = [*tuning, *_fresh(lesson, data, min(FRESH, STAGED) if staged else FRESH)]
    return BestGoal(replace(lesson, tuning=tuning, rings=rings), config, data, shape, before)


@dataclass(frozen=True)
class PicturesGoal:
    """The setup of one run on pictures that somebody brings."""

    config: BestConfig
    shape: LookoutConfig | LingUNetConfig
    train: Pictured
    tune: Pictured
    before: Path | None

    def learn(self, run: Run) -> None:
        """Train the model."""
        model, began = _begin(self.shape, self.before, run)
        learn_goals(model, self.train, self.tune, self.train.vocabulary, self.config, run, began)


def plan_pictures_goal(
    table: PictureTable, config: BestConfig, shape: LookoutConfig | LingUNetConfig, before: Path | None, device: torch.device
) -> PicturesGoal:
    """The setup of a run on pictures: the model of the world whose models point at things."""
    kind = kind_of(POINTING_WORLD)
    rows, tuning = split_rows(table)
    words = Vocabulary.of(token for row in rows for token in tokenize(row.words))
    if before is not None:  # first the words of before, whose weights it has
        words = Vocabulary.read(before / "vocabulary.txt").joined(words)
    if isinstance(shape, LookoutConfig):
        shape = replace(
            shape, ground=kind.view.first_ground_row, things=kind.things, rings=RINGS, interacts=True, eyes=EYES,
            items=len(kind.items),
        )  # fmt: skip
        read: TokenEncoder = spell
    else:
        shape, read = replace(shape, ground=kind.view.first_ground_row, vocabulary=len(words)), words.ids
    config = replace(config, batch=min(config.batch, max(1, len(rows) // UPDATES)))
    train, tune = (
        Pictured(table, part, read, words, device, varied) for part, varied in ((rows, True), (tuning, False))
    )  # fmt: skip
    return PicturesGoal(config, shape, train, tune, before)


def _fresh(lesson: Lesson, data: StreamConfig, count: int) -> list[Paragraph]:
    """Paragraphs of a stream outside the training data, and plain commands in their scenes."""
    corpus = corpus_kind(lesson.kind.name, lesson.scenes)
    fresh = [stream_paragraph(corpus, data.seed + 1, k) for k in range(count)]
    few = replace(data, plain=min(data.plain, TUNED_PLAIN))  # scoring them takes time in which nothing is learned
    return fresh + Maker(few, lesson.kind.name).commands(fresh, Random(f"{data.seed}/fresh"))


def _words(corpus: CorpusKind, data: StreamConfig, said: int) -> Vocabulary:
    """The vocabulary of a stream, from its first paragraphs."""
    random = Random(f"{data.seed}/words")
    wordings = [w for k in range(said) for w in wordings_of(stream_paragraph(corpus, data.seed, k), corpus, random, data)]
    return Vocabulary.of(token for wording in wordings for token in wording.tokens)


def _without(idea: Idea, config: Any) -> Any:
    """A config without an idea; unchanged if it has no option for it."""
    changes = WITHOUT.get(idea, {})
    return replace(config, **{name: value for name, value in changes.items() if name in options_of(type(config))})
