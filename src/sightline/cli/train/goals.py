"""`sightline train goal|janner`: goal predictors of the paper, from a corpus."""

from __future__ import annotations

from pathlib import Path

from sightline.cli.options import JsonOption, WorldOption
from sightline.cli.train.common import (
    GOAL,
    LINGUNET,
    STANDARD,
    BatchOption,
    CorpusOption,
    DepthOption,
    DeviceOption,
    DropoutOption,
    EpochsOption,
    FullOption,
    MinutesOption,
    NoLanguageOption,
    OutOption,
    ParagraphsOption,
    RateOption,
    SeedOption,
    SplitOption,
    lesson_of,
    training,
)  # fmt: skip


def goal(
    world: WorldOption = "lani",
    corpus: CorpusOption = STANDARD,
    out: OutOption = Path("runs/goal"),
    epochs: EpochsOption = GOAL.epochs,
    batch: BatchOption = GOAL.batch,
    learning_rate: RateOption = GOAL.learning_rate,
    seed: SeedOption = GOAL.seed,
    minutes: MinutesOption = None,
    device: DeviceOption = "auto",
    paragraphs: ParagraphsOption = None,
    depth: DepthOption = LINGUNET.depth,
    split_text: SplitOption = LINGUNET.split_text,
    dropout: DropoutOption = LINGUNET.dropout,
    no_language: NoLanguageOption = False,
    full_precision: FullOption = False,
    json: JsonOption = False,
) -> None:
    """LingUNet: where an instruction leads, from the panorama. Supervised, with the goals of the demonstrations.

    Several GPUs or machines: `torchrun --nproc-per-node 2 -m sightline train goal ...` learns the same in less time.
    """
    from sightline.learning.goal import GoalConfig, learn_goals
    from sightline.models.lingunet import LingUNet, LingUNetConfig

    lesson = lesson_of(corpus, paragraphs, device, together=True)
    config = GoalConfig(epochs, batch, learning_rate, seed, half=not full_precision)
    shape = LingUNetConfig(
        len(lesson.vocabulary), depth=depth, split_text=split_text, dropout=dropout, language=not no_language
    )
    with training("goal", out, seed, minutes, lesson, json, shape, config) as (run, progress):
        learn_goals(LingUNet(shape), lesson.train, lesson.tune, lesson.vocabulary, config, run, progress)


def janner(
    world: WorldOption = "lani",
    corpus: CorpusOption = STANDARD,
    out: OutOption = Path("runs/janner"),
    epochs: EpochsOption = GOAL.epochs,
    batch: BatchOption = GOAL.batch,
    learning_rate: RateOption = GOAL.learning_rate,
    seed: SeedOption = GOAL.seed,
    minutes: MinutesOption = None,
    device: DeviceOption = "auto",
    paragraphs: ParagraphsOption = None,
    json: JsonOption = False,
) -> None:
    """The goal predictor after Janner et al. (2017), the paper's goal baseline; learned as `goal` is, torchrun included."""
    from sightline.learning.goal import GoalConfig, learn_goals
    from sightline.models.janner import Janner, JannerConfig

    lesson = lesson_of(corpus, paragraphs, device, together=True)
    config, shape = GoalConfig(epochs, batch, learning_rate, seed), JannerConfig(len(lesson.vocabulary))
    with training("janner", out, seed, minutes, lesson, json, shape, config) as (run, progress):
        learn_goals(Janner(shape), lesson.train, lesson.tune, lesson.vocabulary, config, run, progress)
