"""`sightline train actions|misra17|chaplot18|joint`: everything that learns by acting."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sightline.cli.options import JsonOption, WorldOption
from sightline.cli.train.common import (
    BANDIT,
    JOINT,
    REACTIVE,
    STANDARD,
    BatchOption,
    CorpusOption,
    DeviceOption,
    EntropyOption,
    EpochsOption,
    MinutesOption,
    OutOption,
    ParagraphsOption,
    RateOption,
    SeedOption,
    WorldsOption,
    lesson_of,
    training,
)  # fmt: skip


def actions(
    world: WorldOption = "lani",
    corpus: CorpusOption = STANDARD,
    out: OutOption = Path("runs/actions"),
    epochs: EpochsOption = BANDIT.epochs,
    batch: BatchOption = BANDIT.batch,
    learning_rate: RateOption = BANDIT.learning_rate,
    seed: SeedOption = BANDIT.seed,
    minutes: MinutesOption = None,
    device: DeviceOption = "auto",
    paragraphs: ParagraphsOption = None,
    exact: Annotated[
        bool, typer.Option("--exact/--sampled", help="The expectation over all actions, or one drawn as in the paper.")
    ] = BANDIT.exact,
    no_rnn: Annotated[bool, typer.Option("--no-rnn", help="The ablation without memory.")] = False,
    reckoning: Annotated[
        bool, typer.Option("--reckoning", help="Know where the goal is when it is not in view, as our best agent does.")
    ] = False,
    entropy: EntropyOption = BANDIT.entropy,
    near: Annotated[float, typer.Option(help="How close to the goal a stop must be to be rewarded.", min=0.5)] = BANDIT.near,
    hogwild: Annotated[
        int, typer.Option(metavar="N", help="N processes that share parameters (CPU); 0: one, with batches.", min=0)
    ] = 0,
    json: JsonOption = False,
) -> None:
    """The action generator: how to get to a goal. A contextual bandit on immediate rewards, with gold goals.

    `--hogwild N` is the paper's way with worker processes; how their updates mix is not the same twice.
    """
    from sightline.learning.bandit import BanditConfig, learn_actions
    from sightline.learning.hogwild import learn_actions_by_workers
    from sightline.models.action_generator import ActionGenerator, ActionGeneratorConfig

    lesson = lesson_of(corpus, paragraphs, "cpu" if hogwild and device == "auto" else device)
    config = BanditConfig(epochs, batch, learning_rate, entropy, exact, seed=seed, near=near)
    shape = ActionGeneratorConfig(recurrent=not no_rnn, reckoning=reckoning)
    with training("actions", out, seed, minutes, lesson, json, shape, config, hogwild=hogwild) as (run, progress):
        model = ActionGenerator(shape)
        if hogwild:
            learn_actions_by_workers(model, lesson.train, lesson.tune, config, run, hogwild, progress)
        else:
            learn_actions(model, lesson.train, lesson.tune, config, run, progress)


def misra17(
    world: WorldOption = "lani",
    corpus: CorpusOption = STANDARD,
    out: OutOption = Path("runs/misra17"),
    epochs: EpochsOption = REACTIVE.epochs,
    worlds: WorldsOption = REACTIVE.worlds,
    learning_rate: RateOption = REACTIVE.learning_rate,
    seed: SeedOption = REACTIVE.seed,
    minutes: MinutesOption = None,
    device: DeviceOption = "auto",
    paragraphs: ParagraphsOption = None,
    entropy: EntropyOption = REACTIVE.entropy,
    json: JsonOption = False,
) -> None:
    """Misra17, a baseline: from the last five frames and the instruction to an action. Contextual bandit."""
    from sightline.learning.reactive import ReactiveConfig, learn_reactive
    from sightline.models.misra17 import Misra17, Misra17Config

    lesson = lesson_of(corpus, paragraphs, device)
    config = ReactiveConfig(epochs, worlds, learning_rate=learning_rate, entropy=entropy, seed=seed)
    shape = Misra17Config(len(lesson.vocabulary))
    with training("misra17", out, seed, minutes, lesson, json, shape, config) as (run, progress):
        learn_reactive(Misra17(shape), lesson.train, lesson.tune, lesson.vocabulary, config, run, progress)


def chaplot18(
    world: WorldOption = "lani",
    corpus: CorpusOption = STANDARD,
    out: OutOption = Path("runs/chaplot18"),
    epochs: EpochsOption = REACTIVE.epochs,
    worlds: WorldsOption = REACTIVE.worlds,
    learning_rate: RateOption = REACTIVE.learning_rate,
    seed: SeedOption = REACTIVE.seed,
    minutes: MinutesOption = None,
    device: DeviceOption = "auto",
    paragraphs: ParagraphsOption = None,
    entropy: EntropyOption = REACTIVE.entropy,
    json: JsonOption = False,
) -> None:
    """Chaplot18, a baseline: the instruction gates what is seen. Actor-critic with generalised advantages."""
    from sightline.learning.reactive import ReactiveConfig, learn_reactive
    from sightline.models.chaplot18 import Chaplot18, Chaplot18Config

    lesson = lesson_of(corpus, paragraphs, device)
    config = ReactiveConfig(epochs, worlds, learning_rate=learning_rate, entropy=entropy, seed=seed)
    shape = Chaplot18Config(len(lesson.vocabulary))
    with training("chaplot18", out, seed, minutes, lesson, json, shape, config) as (run, progress):
        learn_reactive(Chaplot18(shape), lesson.train, lesson.tune, lesson.vocabulary, config, run, progress)


def joint(
    world: WorldOption = "lani",
    corpus: CorpusOption = STANDARD,
    out: OutOption = Path("runs/joint"),
    epochs: EpochsOption = JOINT.epochs,
    batch: BatchOption = JOINT.batch,
    learning_rate: RateOption = JOINT.learning_rate,
    seed: SeedOption = JOINT.seed,
    minutes: MinutesOption = None,
    device: DeviceOption = "auto",
    paragraphs: ParagraphsOption = None,
    entropy: EntropyOption = JOINT.entropy,
    json: JsonOption = False,
) -> None:
    """The ablation: LingUNet and the action generator together, from rewards alone. `best` has `goal` and `actions`."""
    from sightline.learning.joint import JointConfig, learn_jointly
    from sightline.models.action_generator import ActionGenerator, ActionGeneratorConfig
    from sightline.models.lingunet import LingUNet, LingUNetConfig

    lesson = lesson_of(corpus, paragraphs, device)
    config = JointConfig(epochs, batch, learning_rate, entropy, seed=seed)
    shape, legs = LingUNetConfig(len(lesson.vocabulary)), ActionGeneratorConfig()
    with training("joint", out, seed, minutes, lesson, json, shape, legs, config) as (run, progress):
        learn_jointly(
            LingUNet(shape), ActionGenerator(legs), lesson.train, lesson.tune, lesson.vocabulary, config, run, progress
        )
