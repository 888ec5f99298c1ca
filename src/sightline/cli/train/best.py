"""`sightline train best-goal`: the goal predictor of our best agent, from a stream of fresh data."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from sightline.cli.corpus import located
from sightline.cli.options import JsonOption, WorldOption
from sightline.cli.train.common import (
    BEST,
    STANDARD,
    STREAM,
    BatchOption,
    CorpusOption,
    DeviceOption,
    EpochsOption,
    MinutesOption,
    OutOption,
    RateOption,
    SeedOption,
    lesson_of,
    training,
)  # fmt: skip


class Eyes(StrEnum):
    """Goal predictors that can learn from fresh data."""

    lookout = "lookout"
    lingunet = "lingunet"


class Idea(StrEnum):
    """What makes the best goal predictor better, each of which an ablation leaves out."""

    fresh = "fresh"  # data without end: instead, as many fields as the corpus has
    words = "words"  # attention to every word: instead, one vector for the sentence
    places = "places"  # attention of places to places
    things = "things"  # learning what each cell shows
    named = "named"  # learning which of it is named
    spelling = "spelling"  # words by their letters
    joined = "joined"  # two instructions in one
    varied = "varied"  # words that the grammar has not


def best_goal(
    world: WorldOption = "lani",
    corpus: CorpusOption = STANDARD,
    out: OutOption = Path("runs/best-goal"),
    model: Annotated[Eyes, typer.Option(help="Our model, or the paper's on the same data.")] = Eyes.lookout,
    without: Annotated[list[Idea] | None, typer.Option(help="An idea to leave out, for ablations; may be repeated.")] = None,
    epochs: EpochsOption = BEST.epochs,
    chunks: Annotated[int, typer.Option(help="Of 24 fresh paragraphs, for one epoch.", min=1)] = STREAM.chunks,
    batch: BatchOption = BEST.batch,
    learning_rate: RateOption = BEST.learning_rate,
    seed: SeedOption = BEST.seed,
    minutes: MinutesOption = None,
    device: DeviceOption = "auto",
    workers: Annotated[
        int | None, typer.Option(help="Processes that make data. Default: one for each core but one.", min=1)
    ] = None,
    json: JsonOption = False,
) -> None:
    """The goal predictor of our best agent: Lookout, on data without end that is made while it learns.

    The corpus gives the examples for tuning, and its vocabulary; what is learned from is never part of any corpus.
    """
    from sightline.language.spelling import spell
    from sightline.learning.goal import BestConfig, learn_goals
    from sightline.learning.stream import Stream, StreamConfig
    from sightline.models.lingunet import LingUNet, LingUNetConfig
    from sightline.models.lookout import Lookout, LookoutConfig

    left_out = set(without or ())
    ours = model is Eyes.lookout
    lesson = lesson_of(corpus, None, device, read=spell if ours else None)
    config = BestConfig(
        epochs, batch, learning_rate, seed, things=0.0 if Idea.things in left_out else BestConfig.things,
        named=0.0 if Idea.named in left_out else BestConfig.named,
    )  # fmt: skip
    data = StreamConfig(
        chunks, seed=seed, joined=0.0 if Idea.joined in left_out else StreamConfig.joined,
        varied=0.0 if Idea.varied in left_out else StreamConfig.varied,
        fields=lesson.source["paragraphs"] if Idea.fresh in left_out else 0,
        vocabulary="" if ours else str((located(corpus) / "vocabulary.txt").resolve()),
    )  # fmt: skip
    shape = LookoutConfig(
        spelling=Idea.spelling not in left_out, attend_to_words=Idea.words not in left_out,
        attend_to_places=Idea.places not in left_out,
    ) if ours else LingUNetConfig(len(lesson.vocabulary))  # fmt: skip
    with (
        training("best-goal", out, seed, minutes, lesson, json, shape, config, data) as (run, progress),
        Stream(data, batch, lesson.device, workers) as stream,
    ):
        made = Lookout(shape) if isinstance(shape, LookoutConfig) else LingUNet(shape)
        learn_goals(made, stream, lesson.tune, lesson.vocabulary, config, run, progress)
