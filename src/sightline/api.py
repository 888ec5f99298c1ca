"""The functions of `import sightline as sl`: make worlds, follow an instruction, load a corpus, evaluate agents."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from sightline.agent import Agent
from sightline.checks import checked_seed, checked_whole
from sightline.corpus.build import corpus_folder
from sightline.corpus.files import Corpus, read_corpus
from sightline.errors import ArgumentError
from sightline.evaluation.report import TableReport, TableRequest, asking, report_on, trial_of
from sightline.show.following import Followed, follow_words
from sightline.world import World, import_world

MOST_WORLDS = 1_000_000  # more are a typing error


def make(
    world: str = "lani", count: int = 1, *, seed: int = 0, device: str = "cpu", horizon: int | None = None,
    threads: int | None = None,
) -> World:  # fmt: skip
    """`count` worlds side by side, at the start of the episodes of the seeds `seed`, `seed + 1` and so on.

    Args:
        world: `lani` (fields), `chai` (houses), or `module:KIND`, a world of your own.
        count: Number of worlds; every array of the result has this first dimension.
        seed: Seed of the first episode. An episode depends on its own seed only.
        device: Where pictures are drawn; with `cuda` they stay on the GPU as torch tensors.
        horizon: Maximum number of actions other than stop. Default: the world's own.
        threads: Threads of the CPU renderer. Default: one per core.
    """
    kind = import_world(world)
    checked_whole(count, "The number of worlds", 1, MOST_WORLDS)
    first = checked_seed(seed)
    worlds = kind.make(horizon=horizon, threads=threads, device=device)
    worlds.reset([kind.generate(first + k) for k in range(count)])
    return worlds


def follow(
    instruction: str | None = None, world: str = "lani", *, seed: int = 7, scene: str | None = None,
    start: tuple[float, float, float] | None = None, agent: Agent | str = "best",
) -> Followed:  # fmt: skip
    """Let an agent follow an instruction, without asking: what it saw, what it did, and pictures of both.

    Args:
        instruction: English words. Default: the first instruction of paragraph `seed` of the standard corpus.
        world: `lani` or `chai`, unless `agent` is an `Agent`, which knows its world.
        seed: Seed of scene and start pose.
        scene: A scene instead of that of the seed: a house (`"3"`, `"seed:7"`, a plan) or a scene config.
        start: x, z and heading in degrees, instead of those of the seed.
        agent: A bundled agent by name (`best`, `paper`, ...), a folder of your own, or an `Agent`.
    """
    follower = agent if isinstance(agent, Agent) else Agent.from_pretrained(world, agent)
    return follow_words(follower, instruction, seed, scene, start)


def load_corpus(corpus: str | os.PathLike[str] = "standard", world: str = "lani") -> Corpus:
    """A corpus: `standard` (generated once into the cache folder), `written` (bundled), or a folder.

    Args:
        corpus: Name or folder.
        world: World of `standard` and `written`; a folder names its own.
    """
    import_world(world)
    return read_corpus(corpus_folder(Path(corpus), world))


def evaluate(
    methods: str | type | Sequence[str | type] = "best", world: str = "lani", *,
    corpus: str | os.PathLike[str] = "standard", split: str = "dev", limit: int | None = None, table: str = "results",
    checkpoint: str | os.PathLike[str] | None = None, device: str = "cpu", seed: int = 0,
) -> TableReport:  # fmt: skip
    """A table of the paper for methods and agents of your own; print it, or use its `scores` and `json()`.

    Args:
        methods: Names of methods, or classes with `act(world)` and, if they predict goals, `locate(world)`.
        world: `lani`, `chai`, or `module:KIND`.
        corpus: `standard`, `written`, or a folder.
        split: `train`, `dev` or `test`.
        limit: Use the first `limit` instructions. Default: all.
        table: A table of `sightline evaluate --table`.
        checkpoint: A trained model or agent of your own; it is the method `checkpoint`.
        device: `cpu`, `cuda` or `auto`.
        seed: Seed of the random-walk baseline and of generated situations.
    """
    import_world(world)
    wanted = [methods] if isinstance(methods, str | type) else list(methods)
    own = {method.__name__: method for method in wanted if isinstance(method, type)}
    if not all(isinstance(method, str | type) for method in wanted):
        raise ArgumentError("Methods are names or classes with act(world).")
    names = [method if isinstance(method, str) else method.__name__ for method in wanted]
    folder = None if checkpoint is None else Path(checkpoint)
    request = TableRequest(world, table, split, Path(corpus), names, limit, seed, device, folder)
    trial = trial_of(request, own)
    with asking(trial):
        return report_on(request, trial)
