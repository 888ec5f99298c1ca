"""`sightline figure`: the figures of the paper and pictures of single predictions, each written as a PNG file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sightline.cli.options import (
    WORLD,
    CorpusOption,
    HousesOption,
    MethodOption,
    PictureOption,
    WorldOption,
    count_option,
    named_scenes,
    path_argument,
    seed_option,
    with_options,
)
from sightline.cli.output import announce_compiling, new_file, save, say
from sightline.errors import ArgumentError, InputError

if TYPE_CHECKING:
    from PIL import Image

    from sightline.corpus.examples import Example
    from sightline.show.attempt import Attempt

app = typer.Typer(help="Figures: goal maps, rollouts, feature maps, learning curves; PNG files.", no_args_is_help=True)
PICTURES = Path("pictures")


@dataclass(frozen=True)
class Subject:
    """The options of every figure about one instruction: which instruction in which scene, and the output."""

    instruction: Annotated[
        str | None,
        typer.Argument(metavar="[INSTRUCTION]", help="Your own words, in the scene of --seed. Default: those of a corpus."),
    ] = None
    world: WorldOption = WORLD
    seed: Annotated[int, seed_option("Seed of scene and start pose; without INSTRUCTION: number of the paragraph.")] = 7
    scene: Annotated[
        str | None,
        typer.Option(
            "--scene",
            "--house",
            metavar="SCENE",
            help="Scene to use instead of a generated one: a LANI scene config (JSON), CHAI house 1 to 5, or your own plan "
            "(TOML). With --corpus: the plan that the corpus uses.",
        ),
    ] = None
    corpus: CorpusOption = None
    paragraph: Annotated[str | None, typer.Option(metavar="N", help="Paragraph of the corpus: index (from 0) or id.")] = None
    segment: Annotated[int, count_option("Instruction of the paragraph, from 1.")] = 1
    out: PictureOption = PICTURES

    def attempt(self, method: str) -> Attempt:
        """An agent at the start of the instruction."""
        new_file(self.out, "figure.png")  # refuse a bad --out before the work
        announce_compiling()

        from sightline.show.task import choose_task

        in_corpus = self.corpus is not None or self.paragraph is not None
        if in_corpus and self.scene is not None:
            named_scenes(self.world, [self.scene])
        scene = None if in_corpus else self.scene
        task = choose_task(self.world, self.instruction, self.seed, scene, self.corpus, self.paragraph, self.segment)

        from sightline.agent import Agent
        from sightline.show.attempt import Attempt

        return Attempt(Agent.from_pretrained(self.world, method), task)

    def save(self, picture: Image.Image, figure: str, attempt: Attempt) -> None:
        """Write the figure and print its name."""
        print(save(picture, new_file(self.out, f"{figure}-{attempt.task.name}.png")))


def _look(attempt: Attempt) -> None:
    """Look around for the first aim; InputError if the instruction asks for nothing."""
    if not attempt.look():
        raise InputError(attempt.advice())


@app.command()
@with_options()
def goal(subject: Subject, method: MethodOption = "best") -> None:
    """Draw the goal map of one instruction over the agent's panorama.

    Example: `sightline figure goal --paragraph 15 --segment 2`
    """
    attempt = subject.attempt(method)
    _look(attempt)
    notes = [f"Note: {note}" for note in attempt.remarks.sentences]
    say("\n".join([attempt.task.episode.instruction, *notes, attempt.goal_sentence()]))
    subject.save(attempt.goal_picture(), "goal", attempt)


@app.command()
@with_options()
def rollout(subject: Subject, method: MethodOption = "best") -> None:
    """Draw from above: the agent's path, its predicted goal, the true goal and the demonstration.

    Example: `sightline figure rollout --paragraph 15 --segment 2`
    """
    attempt = subject.attempt(method)
    while attempt.look():
        attempt.go()
    say(f"{attempt.task.episode.instruction}\n{attempt.outcome_sentence()}")
    subject.save(attempt.path_picture(), "rollout", attempt)


@app.command()
@with_options()
def features(subject: Subject, method: MethodOption = "paper") -> None:
    """Draw the feature maps of LingUNet for one instruction: F, G and H of the paper's architecture figure.

    Example: `sightline figure features --paragraph 15 --segment 2`
    """
    attempt = subject.attempt(method)

    from sightline.agent import Agent
    from sightline.show.feature_maps import VIEW_SIDE, feature_maps, features_picture

    agent = attempt.agent
    assert isinstance(agent, Agent)  # a figure is of a method that was trained
    maps = feature_maps(agent, attempt.world)
    _look(attempt)
    picture = features_picture(attempt.sighting(VIEW_SIDE), maps, agent.predictor.model.config.ground)
    subject.save(picture, "features", attempt)


@app.command()
def examples(
    world: WorldOption = WORLD,
    count: Annotated[int, typer.Option(help="Number of panels.", min=1, max=20)] = 6,
    seed: Annotated[int, seed_option("Seed for choosing instructions (no cherry-picking).")] = 0,
    example: Annotated[
        list[str] | None,
        typer.Option(metavar="N:K", help="Instruction K of paragraph N instead of random ones; may be repeated."),
    ] = None,
    corpus: CorpusOption = None,
    house: HousesOption = None,
    method: MethodOption = "best",
    out: PictureOption = PICTURES,
) -> None:
    """Draw the figure of the paper's appendix: goal maps of random development instructions, Success or Failure.

    Example: `sightline figure examples --seed 3`
    """
    target = new_file(out, "examples.png")
    announce_compiling()
    named_scenes(world, house)

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
        raise ArgumentError(f"--example takes a paragraph and an instruction such as 15:2, got {name!r}.")
    return example_in(corpus, world, which, int(segment))


@app.command()
def curves(
    runs: Annotated[list[Path], path_argument("Folders of training runs, or log.jsonl files.", "RUN...")],
    out: PictureOption = PICTURES,
) -> None:
    """Draw the learning curves of training runs, one panel per measure and one line per run.

    Example: `sightline figure curves runs/goal runs/goal-seed-1`
    """
    target = new_file(out, "curves.png")

    from sightline.show.curves import curves_picture

    print(save(curves_picture(runs), target))
