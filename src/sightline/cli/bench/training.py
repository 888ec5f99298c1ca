"""`sightline bench training`: how fast models learn, and how fast a trained agent sees and walks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import numpy as np
import typer

from sightline.cli.bench.measuring import SecondsOption, SeedOption, device_name, rate, report, spinner, wait
from sightline.cli.options import WORLD, JsonOption, WorldOption

LEARNED = 64  # generated scenes


def training(
    world: WorldOption = WORLD,
    device: Annotated[str, typer.Option(help="auto, cpu or cuda: where learning is measured.")] = "auto",
    seconds: SecondsOption = 3.0,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Learning: LingUNet's panoramas per second and the action generator's episodes per second, in training.

    And use, on one CPU core: milliseconds from an instruction to a goal map, and for an action step with its world, of the
    paper's agent and of our best, where the package has their weights for the world.
    On a CPU this takes a minute: a training step is 64 panoramas, and each rate is the median of three steps at least.
    """
    from sightline.agent.look import device_of
    from sightline.agent.methods import is_bundled
    from sightline.world import kind_of

    kind, where = kind_of(world), device_of(device)
    with spinner() as progress:
        task = progress.add_task("LingUNet, training", total=None)
        speeds: dict[str, Any] = {"panoramas_per_s": round(rate(_goal_step(kind, where, seed), seconds), 1)}
        progress.update(task, description="Action generator, training")
        speeds["episodes_per_s"] = round(rate(_action_step(kind, where, seed), seconds), 1)
        progress.update(task, description="Use on one core")
        for method, name in (("paper", ""), ("best", "best_")):
            if is_bundled(kind, method):
                uses = _uses(kind, method, seed)
                speeds |= {name + use: round(1000 / rate(work, seconds), 3) for use, work in uses.items()}
    speeds |= {"batch": LEARNED, "world": kind.name, "device": device_name(where.type), "seed": seed}
    report(speeds, json, f"{speeds['panoramas_per_s']:,} panoramas/s in training on {speeds['device']}")


def _generated(kind: Any, device: Any, seed: int) -> tuple[Any, int]:
    """Examples in generated scenes, and the size of their vocabulary."""
    from sightline.language import Vocabulary, tokenize
    from sightline.learning.data import Dataset

    episodes = [kind.generate(seed + k) for k in range(LEARNED)]
    tokens = [tokenize(episode.instruction) for episode in episodes]
    vocabulary = Vocabulary.of(token for sentence in tokens for token in sentence)
    return Dataset(kind, episodes, [vocabulary.ids(sentence) for sentence in tokens], device), len(vocabulary)


def _goal_step(kind: Any, device: Any, seed: int) -> Callable[[], int]:
    """An update of LingUNet on panoramas that lie in memory."""
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
        learner.update(Share(data.batch(np.arange(LEARNED)), LEARNED, 0.0))
        wait(device.type)
        return LEARNED

    return work


def _action_step(kind: Any, device: Any, seed: int) -> Callable[[], int]:
    """Updates of the action generator: episodes from beginning to end."""
    import torch

    from sightline.learning.bandit import BanditConfig, updates
    from sightline.models.action_generator import ActionGenerator, ActionGeneratorConfig

    data, _ = _generated(kind, device, seed)
    data = data.take([k % LEARNED for k in range(BanditConfig.batch)])
    model = ActionGenerator(ActionGeneratorConfig(len(kind.actions))).to(device)
    optimizer = torch.optim.Adam(model.parameters())

    def work() -> int:
        list(updates(model, optimizer, data, BanditConfig(), 0))
        return len(data)

    return work


def _uses(kind: Any, method: str, seed: int) -> dict[str, Callable[[], int]]:
    """What an agent with shipped weights does, one at a time on one core."""
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
            world.step(np.zeros(1, np.int64))  # forward: the agent's own choice may be to stop
        return 20

    return {"goal_map_ms": goal_map, "action_step_ms": action_steps}
