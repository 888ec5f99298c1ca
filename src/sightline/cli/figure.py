"""`sightline figure`: the figures of the paper and pictures of single predictions, each written as a PNG file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sightline.cli.options import MANY, SEED, CorpusOption, MethodOption, PictureOption, WorldOption
from sightline.cli.output import announce_compiling, new_file, save, say
from sightline.errors import InputError

if TYPE_CHECKING:
    from sightline.corpus.examples import Example
    from sightline.show.attempt import Attempt

app = typer.Typer(help="Figures: goal maps, rollouts, feature maps, learning curves; PNG files.", no_args_is_help=True)

Words = Annotated[
    str | None,
    typer.Argument(metavar="[INSTRUCTION]", help="Words of your own, in the scene of --seed. Default: those of a corpus."),
]
Seed = Annotated[int, typer.Option(help="Which scene; without words, which paragraph of the corpus.", min=0, max=SEED)]
Which = Annotated[str | None, typer.Option(metavar="N", help="A paragraph of the corpus, by its place (from 0) or its id.")]
SegmentOption = Annotated[int, typer.Option(help="Which instruction of the paragraph, from 1.", min=1, max=MANY)]
PICTURES, ANY = Path("pictures"), "figure.png"


def _attempt(
    world: str, instruction: str | None, seed: int, corpus: Path | None, paragraph: str | None, segment: int, method: str,
) -> Attempt:  # fmt: skip
    """An agent at the start of an instruction."""
    announce_compiling()

    from sightline.show.task import choose_task

    task = choose_task(world, instruction, seed, None, corpus, paragraph, segment)

    from sightline.agent import Agent
    from sightline.show.attempt import Attempt

    return Attempt(Agent.from_pretrained(world, method), task)


def _look(attempt: Attempt) -> None:
    """Look around for the first aim; InputError if the words ask for nothing."""
    if not attempt.look():
        raise InputError(attempt.advice())


@app.command()
def goal(
    instruction: Words = None, world: WorldOption = "lani", seed: Seed = 7, corpus: CorpusOption = None,
    paragraph: Which = None, segment: SegmentOption = 1, method: MethodOption = "best", out: PictureOption = PICTURES,
) -> None:  # fmt: skip
    """Draw the goal map of one instruction over what the agent sees around it.

    Example: `sightline figure goal --paragraph 15 --segment 2`
    """
    new_file(out, ANY)  # refused before anything is computed
    attempt = _attempt(world, instruction, seed, corpus, paragraph, segment, method)
    _look(attempt)
    notes = [f"Note: {note}" for note in attempt.remarks.sentences]
    say("\n".join([attempt.task.episode.instruction, *notes, attempt.goal_sentence()]))
    print(save(attempt.goal_picture(), new_file(out, f"goal-{attempt.task.name}.png")))


@app.command()
def rollout(
    instruction: Words = None, world: WorldOption = "lani", seed: Seed = 7, corpus: CorpusOption = None,
    paragraph: Which = None, segment: SegmentOption = 1, method: MethodOption = "best", out: PictureOption = PICTURES,
) -> None:  # fmt: skip
    """Draw from above where the agent went, the goal it saw, the true goal, and the demonstration.

    Example: `sightline figure rollout --paragraph 15 --segment 2`
    """
    new_file(out, ANY)  # refused before anything is computed
    attempt = _attempt(world, instruction, seed, corpus, paragraph, segment, method)
    while attempt.look():
        attempt.go()
    say(f"{attempt.task.episode.instruction}\n{attempt.outcome_sentence()}")
    print(save(attempt.path_picture(), new_file(out, f"rollout-{attempt.task.name}.png")))


@app.command()
def features(
    instruction: Words = None, world: WorldOption = "lani", seed: Seed = 7, corpus: CorpusOption = None,
    paragraph: Which = None, segment: SegmentOption = 1, method: MethodOption = "paper", out: PictureOption = PICTURES,
) -> None:  # fmt: skip
    """Draw the feature maps of LingUNet for one instruction: F, G and H of the paper's architecture figure.

    Example: `sightline figure features --paragraph 15 --segment 2`
    """
    new_file(out, ANY)  # refused before anything is computed
    attempt = _attempt(world, instruction, seed, corpus, paragraph, segment, method)

    from sightline.show.feature_maps import VIEW_SIDE, feature_maps, features_picture

    maps = feature_maps(attempt.agent, attempt.world)
    _look(attempt)
    picture = features_picture(attempt.sighting(VIEW_SIDE), maps, attempt.agent.predictor.model.config.ground)
    print(save(picture, new_file(out, f"features-{attempt.task.name}.png")))


@app.command()
def examples(
    world: WorldOption = "lani",
    count: Annotated[int, typer.Option(help="How many panels.", min=1, max=20)] = 6,
    seed: Annotated[int, typer.Option(help="Which instructions; none is left out for looking bad.", min=0, max=SEED)] = 0,
    example: Annotated[
        list[str] | None,
        typer.Option(metavar="N:K", help="Instruction K of paragraph N, instead of random ones; may be repeated."),
    ] = None,
    corpus: CorpusOption = None,
    method: MethodOption = "best",
    out: PictureOption = PICTURES,
) -> None:
    """Draw the figure of the paper's appendix: goal maps of random development instructions, Success or Failure.

    Example: `sightline figure examples --seed 3`
    """
    target = new_file(out, "examples.png")
    announce_compiling()

    from sightline.corpus.choose import random_examples

    chosen = [_read_example(corpus, world, name) for name in example or ()] or random_examples(corpus, world, count, seed)

    from sightline.agent import Agent
    from sightline.agent.look import make_worlds
    from sightline.show.examples import examples_picture, first_sightings

    agent = Agent.from_pretrained(world, method)
    worlds = make_worlds(agent.kind, agent.device)
    worlds.reset([e.episode for e in chosen])
    journey = agent.journey(worlds)
    sightings = first_sightings(journey, chosen)
    journey.finish()
    completed = [bool(success) for success in worlds.metrics()["completed"]]
    for e, success in zip(chosen, completed, strict=True):
        say(f"{e.name}: {'Success' if success else 'Failure'}: {e.segment.instruction}")
    print(save(examples_picture(sightings, completed), target))


def _read_example(corpus: Path | None, world: str, name: str) -> Example:
    from sightline.corpus.choose import example_in, is_number

    which, colon, segment = name.rpartition(":")
    if not colon or not is_number(segment):
        raise InputError(f"--example takes a paragraph and an instruction such as 15:2, got {name!r}.")
    return example_in(corpus, world, which, int(segment))


@app.command()
def curves(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN...", help="Folders of training runs, or log.jsonl files.")],
    out: PictureOption = PICTURES,
) -> None:
    """Draw the learning curves of training runs, one panel per measure and one line per run.

    Example: `sightline figure curves runs/goal runs/goal-seed-1`
    """
    target = new_file(out, "curves.png")

    from sightline.show.curves import curves_picture

    print(save(curves_picture(runs), target))
