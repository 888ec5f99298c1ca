"""`sightline figure`: the figures of the paper and pictures of single predictions, each written as a PNG file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sightline.cli.examples import Chosen, in_corpus, in_field, random_ones
from sightline.cli.options import World, WorldOption
from sightline.cli.output import save, say
from sightline.errors import InputError

app = typer.Typer(help="Figures: goal maps, rollouts, feature maps, learning curves; PNG files.", no_args_is_help=True)

Words = Annotated[str | None, typer.Argument(metavar="[INSTRUCTION]", help="Words of your own, in the field of --seed.")]
Seed = Annotated[int, typer.Option(help="Which field; without words, which paragraph of the standard corpus.", min=0)]
Corpus = Annotated[Path | None, typer.Option(metavar="DIR", help="A corpus folder, or `written`. Default: standard.")]
Which = Annotated[str | None, typer.Option(metavar="N", help="A paragraph of the corpus: its place from 0, or its id.")]
SegmentOption = Annotated[int, typer.Option(help="Which instruction of the paragraph, from 1.", min=1)]
Method = Annotated[str, typer.Option(metavar="NAME|DIR", help="A trained method, or a folder with goal and actions in it.")]
Out = Annotated[Path | None, typer.Option(help="The PNG file. Default: pictures/NAME.png.")]


def _choose(words: str | None, seed: int, corpus: Path | None, paragraph: str | None, segment: int) -> Chosen:
    if words is not None and (corpus is not None or paragraph is not None):
        raise InputError("Either words of your own or an instruction of a corpus: leave out one of the two.")
    if words is not None:
        return in_field(words, seed)
    return in_corpus(corpus, str(seed) if paragraph is None else paragraph, segment)


def _target(out: Path | None, name: str) -> Path:
    """Where a figure goes; checked before anything is computed."""
    target = out or Path("pictures") / f"{name}.png"
    if target.suffix.lower() != ".png":
        raise InputError(f"{target}: a figure is a PNG file; its name must end in .png.")
    return target


@app.command()
def goal(
    instruction: Words = None, world: WorldOption = World.lani, seed: Seed = 7, corpus: Corpus = None,
    paragraph: Which = None, segment: SegmentOption = 1, method: Method = "best", out: Out = None,
) -> None:  # fmt: skip
    """Draw the goal map of one instruction over its panorama.

    Example: `sightline figure goal --paragraph 15 --segment 2`
    """
    chosen = _choose(instruction, seed, corpus, paragraph, segment)
    target = _target(out, f"goal-{chosen.name}")

    from sightline.agent.agent import Agent
    from sightline.evaluation.figures import goal_picture
    from sightline.evaluation.telling import goal_words, sureness_words

    episode = chosen.episode
    goals = Agent.from_pretrained(world.value, method).locate([episode])
    share = float(goals.sure[0])
    where = goal_words(episode.scene, episode.start, goals.places[0], bool(goals.in_sight[0]))
    note = f"The goal is {where} ({sureness_words(share)})."
    say(f"{episode.instruction}\n{note}")
    print(save(goal_picture(episode, goals.probabilities[0], goals.places[0], chosen.goal, note), target))


@app.command()
def rollout(
    instruction: Words = None, world: WorldOption = World.lani, seed: Seed = 7, corpus: Corpus = None,
    paragraph: Which = None, segment: SegmentOption = 1, method: Method = "best", out: Out = None,
) -> None:  # fmt: skip
    """Draw from above where the agent went, the goal it saw, the true goal, and the demonstration.

    Example: `sightline figure rollout --paragraph 15 --segment 2`
    """
    chosen = _choose(instruction, seed, corpus, paragraph, segment)
    target = _target(out, f"rollout-{chosen.name}")

    import numpy as np

    from sightline.agent.agent import Agent
    from sightline.evaluation.figures import rollout_picture
    from sightline.geometry import distance
    from sightline.lani import LaniWorld

    agent, lani = Agent.from_pretrained(world.value, method), LaniWorld()
    goals = agent.locate([chosen.episode])
    lani.reset([chosen.episode])
    poses = np.concatenate(agent.walk(lani, goals.places, goals.in_sight))  # (T, 3)
    note = f"{len(poses) - 1} steps; it ended {float(distance(poses[-1], goals.places[0])):.1f} units from the goal it saw"
    if chosen.goal is not None:
        measured = lani.metrics()
        outcome = "Success" if measured["completed"][0] else "Failure"
        note += f" and {measured['stop_distance'][0]:.1f} from the true one. {outcome}"
    say(f"{chosen.episode.instruction}\n{note}.")
    picture = rollout_picture(chosen.episode, poses, goals.places[0], chosen.goal, chosen.demonstration, f"{note}.")
    print(save(picture, target))


@app.command()
def features(
    instruction: Words = None, world: WorldOption = World.lani, seed: Seed = 7, corpus: Corpus = None,
    paragraph: Which = None, segment: SegmentOption = 1, method: Method = "paper", out: Out = None,
) -> None:  # fmt: skip
    """Draw the feature maps of LingUNet for one instruction: F, G and H of the paper's architecture figure.

    Example: `sightline figure features --paragraph 15 --segment 2`
    """
    chosen = _choose(instruction, seed, corpus, paragraph, segment)
    target = _target(out, f"features-{chosen.name}")

    from sightline.agent.agent import Agent
    from sightline.evaluation.feature_maps import feature_maps, features_picture

    agent = Agent.from_pretrained(world.value, method)
    maps = feature_maps(agent, chosen.episode)
    goals = agent.locate([chosen.episode])
    print(save(features_picture(chosen.episode, maps, goals.probabilities[0], goals.places[0], chosen.goal), target))


@app.command()
def examples(
    world: WorldOption = World.lani,
    count: Annotated[int, typer.Option(help="How many panels.", min=1, max=20)] = 6,
    seed: Annotated[int, typer.Option(help="Which instructions are drawn; none is left out for looking bad.", min=0)] = 0,
    example: Annotated[
        list[str] | None,
        typer.Option(metavar="N:K", help="Instruction K of paragraph N, instead of random ones; may be repeated."),
    ] = None,
    corpus: Corpus = None,
    method: Method = "best",
    out: Annotated[Path, typer.Option(help="The PNG file.")] = Path("pictures/examples.png"),
) -> None:
    """Draw the figure of the paper's appendix: goal maps of random development instructions, Success or Failure.

    Example: `sightline figure examples --seed 3`
    """
    target = _target(out, "examples")
    chosen = [_named(corpus, name) for name in example] if example else random_ones(corpus, count, seed)

    import numpy as np

    from sightline.agent.agent import Agent
    from sightline.evaluation.figures import Example, examples_picture
    from sightline.lani import LaniWorld

    agent, lani = Agent.from_pretrained(world.value, method), LaniWorld()
    episodes = [c.episode for c in chosen]
    goals = agent.locate(episodes)
    lani.reset(episodes)
    agent.walk(lani, goals.places, goals.in_sight)
    completed = np.asarray(lani.metrics()["completed"]).tolist()
    for c, success in zip(chosen, completed, strict=True):
        say(f"{c.name}: {'Success' if success else 'Failure'}: {c.episode.instruction}")
    panels = [Example(*each) for each in zip(episodes, goals.probabilities, goals.places, completed, strict=True)]
    print(save(examples_picture(panels), target))


def _named(corpus: Path | None, name: str) -> Chosen:
    which, colon, segment = name.rpartition(":")
    if not colon or not segment.isdecimal():
        raise InputError(f"--example takes a paragraph and an instruction such as 15:2, got {name!r}.")
    return in_corpus(corpus, which, int(segment))


@app.command()
def curves(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN...", help="Folders of training runs, or log.jsonl files.")],
    out: Annotated[Path, typer.Option(help="The PNG file.")] = Path("pictures/curves.png"),
) -> None:
    """Draw the learning curves of training runs, one line per run.

    Example: `sightline figure curves runs/goal runs/goal-seed-1`
    """
    target = _target(out, "curves")

    from sightline.evaluation.curves import curves_picture

    print(save(curves_picture(runs), target))
