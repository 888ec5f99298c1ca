"""`sightline bench training` and `stream`: the speed of learning, of trained agents, and of generated data."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import numpy as np

from sightline.cli.bench.measuring import Bench, LearningDevice, device_name, rate, spinner, wait
from sightline.cli.options import MOST_PROCESSES, count_option, with_options
from sightline.fields import Json
from sightline.world import Kind

if TYPE_CHECKING:
    import torch

    from sightline.learning.data import Batch, Dataset

EXAMPLES = 64  # of a training step, in generated scenes


@with_options()
def training(bench: Bench, device: LearningDevice = "auto") -> None:
    """Training: panoramas per second of LingUNet, episodes per second of the action generator.

    Also inference on one CPU core: milliseconds per goal map and per action step with its world, for the bundled agents.
    On a CPU this takes a minute: a training step has 64 panoramas, and each rate is the median of at least three steps.
    """
    from sightline.agent.look import device_of
    from sightline.agent.methods import is_bundled

    kind, where = bench.kind, device_of(device)
    with spinner("LingUNet, training") as describe:
        speeds: Json = {"panoramas_per_s": round(rate(_goal_step(kind, where, bench.seed), bench.seconds), 1)}
        describe("Action generator, training")
        speeds["episodes_per_s"] = round(rate(_action_step(kind, where, bench.seed), bench.seconds), 1)
        describe("Inference on one core")
        for method, prefix in (("paper", ""), ("best", "best_")):
            if is_bundled(kind, method):
                uses = _uses(kind, method, bench.seed)
                speeds |= {prefix + name: round(1000 / rate(work, bench.seconds), 3) for name, work in uses.items()}
    speeds |= {"batch": EXAMPLES, "device": device_name(where.type)}
    bench.report(speeds, f"{speeds['panoramas_per_s']:,} panoramas/s in training on {speeds['device']}")


def _generated(kind: Kind, device: torch.device, seed: int) -> tuple[Dataset, int]:
    """Examples in generated scenes, and the size of their vocabulary."""
    from sightline.language import Vocabulary, tokenize
    from sightline.learning.data import Dataset

    episodes = [kind.generate(seed + k) for k in range(EXAMPLES)]
    tokens = [tokenize(episode.instruction) for episode in episodes]
    vocabulary = Vocabulary.of(token for sentence in tokens for token in sentence)
    return Dataset(kind, episodes, [vocabulary.ids(sentence) for sentence in tokens], device), len(vocabulary)


def _goal_step(kind: Kind, device: torch.device, seed: int) -> Callable[[], int]:
    """An update of LingUNet on panoramas in memory."""
    import torch

    from sightline.learning.distributed import Team
    from sightline.learning.goal import GoalConfig, Learner, Share, place_for_learning
    from sightline.models.lingunet import LingUNet, LingUNetConfig

    data, words = _generated(kind, device, seed)
    data.draw_all()
    model = LingUNet(LingUNetConfig(words, ground=kind.view.first_ground_row))
    place_for_learning(model, device)
    learner = Learner(model, torch.optim.Adam(model.parameters()), Team(0, 1, device), GoalConfig())

    def work() -> int:
        learner.update(Share(data.batch(np.arange(EXAMPLES)), EXAMPLES, 0.0))
        wait(device.type)
        return EXAMPLES

    return work


def _action_step(kind: Kind, device: torch.device, seed: int) -> Callable[[], int]:
    """Updates of the action generator on whole episodes."""
    import torch

    from sightline.learning.bandit import BanditConfig, rollouts, updates
    from sightline.learning.distributed import Team
    from sightline.models.action_generator import ActionGenerator, ActionGeneratorConfig

    data, _ = _generated(kind, device, seed)
    data = data.take([k % EXAMPLES for k in range(BanditConfig.batch)])
    model = ActionGenerator(ActionGeneratorConfig(len(kind.actions))).to(device)
    optimizer = torch.optim.Adam(model.parameters())
    learner, alone = rollouts(model, data, BanditConfig()), Team(0, 1, device)

    def work() -> int:
        list(updates(learner, optimizer, data, BanditConfig(), 0, alone))
        return len(data)

    return work


def _uses(kind: Kind, method: str, seed: int) -> dict[str, Callable[[], int]]:
    """One goal map, and action steps, of a bundled agent on one core."""
    import torch

    from sightline.agent import Agent
    from sightline.agent.aim import Aim
    from sightline.agent.look import Look

    torch.set_num_threads(1)
    agent, episode = Agent.from_pretrained(kind.name, method), kind.generate(seed)
    world = kind.make(horizon=10**12)
    world.reset([episode])
    look = Look(world, [0])

    def goal_map() -> int:
        agent.predictor.maps(look)
        return 1

    def action_steps() -> int:
        world.reset([episode])
        legs, aim = agent.legs(world), Aim(episode.goal)
        assert legs is not None
        legs.set_out(0, aim, 0, world.pose[0, :2])
        for _ in range(20):
            legs.act([aim])
            world.step(np.zeros(1, np.int64))  # forward; the agent may choose to stop
        return 20

    return {"goal_map_ms": goal_map, "action_step_ms": action_steps}


@with_options(seconds=10.0)
def stream(
    bench: Bench,
    device: LearningDevice = "auto",
    batch: Annotated[int | None, count_option("Number of examples per update. Default: as in training.")] = None,
    workers: Annotated[
        int | None, count_option("Number of processes that generate data. Default: all cores but one.", 1, MOST_PROCESSES)
    ] = None,
) -> None:
    """Training of Lookout: examples per second with data in memory, and with data generated during training.

    Also the examples per second that are generated and drawn without training.
    """
    from sightline.agent.look import device_of
    from sightline.learning.chunk import StreamConfig
    from sightline.learning.goal import BestConfig
    from sightline.learning.stream import Stream

    kind, where, size = bench.kind, device_of(device), batch or BestConfig.batch
    config = StreamConfig(chunks=10**6, rings=True, seed=bench.seed)
    if kind.reaches:
        config = replace(config, stages=True, paragraphs=6, plain=8.0, elsewhere=3.0, again=1.0)
    with spinner("Waiting for the first batch") as describe, Stream(config, kind, size, where, workers) as fresh:
        batches = (batch for batch, _ in fresh.batches(0))
        learn, kept = _learner(kind, where), next(batches)
        describe("Data in memory")
        memory = _steady_rate(lambda: learn(kept), where, bench.seconds)
        describe("Generated data")
        streamed = _steady_rate(lambda: learn(next(batches)), where, bench.seconds)
        describe("Generated data without training")
        generated = _steady_rate(lambda: len(next(batches)), where, bench.seconds)
    speeds: Json = {
        "in_memory_per_s": round(memory, 1), "fresh_per_s": round(streamed, 1), "share": round(streamed / memory, 3),
        "made_per_s": round(generated, 1), "batch": size, "workers": fresh.count, "device": device_name(where.type),
    }  # fmt: skip
    bench.report(speeds, f"With generated data, training runs at {speeds['share']:.0%} of the speed with data in memory")


def _steady_rate(work: Callable[[], int], device: torch.device, seconds: float) -> float:
    """Units per second over the whole time, as in training: without the prepared batches, with one GPU wait at the end."""
    from sightline.learning.stream import AHEAD

    for _ in range(2 * AHEAD):
        work()
    wait(device.type)
    done, start = 0, time.perf_counter()
    while time.perf_counter() < start + seconds:
        done += work()
    wait(device.type)
    return done / (time.perf_counter() - start)


def _learner(kind: Kind, device: torch.device) -> Callable[[Batch], int]:
    """An update of Lookout on a batch."""
    import torch

    from sightline.geometry.rings import RINGS
    from sightline.learning.best_goal import EYES
    from sightline.learning.chunk import WAY
    from sightline.learning.distributed import Team
    from sightline.learning.goal import BestConfig, Learner, Share, faster, place_for_learning
    from sightline.models.lookout import Lookout, LookoutConfig

    shape = LookoutConfig(things=kind.things, ground=kind.view.first_ground_row, rings=RINGS, passes=WAY)
    if kind.reaches:
        shape = replace(shape, passes=0, interacts=True, eyes=EYES if kind.items else 0, items=len(kind.items))
    model = Lookout(shape)
    place_for_learning(model, device)
    optimizer = torch.optim.AdamW(model.parameters(), fused=device.type == "cuda")
    learner = Learner(faster(model, device, BestConfig()), optimizer, Team(0, 1, device), BestConfig(), bool(shape.eyes))

    def learn(batch: Batch) -> int:
        learner.update(Share(batch, len(batch), 0.0))
        return len(batch)

    return learn
