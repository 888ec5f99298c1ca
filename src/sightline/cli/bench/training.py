"""`sightline bench training`: how fast models learn, and how fast a trained agent sees and walks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import numpy as np
import typer

from sightline.cli.bench.measuring import SecondsOption, SeedOption, device_name, rate, report, spinner, wait
from sightline.cli.options import JsonOption

LEARNED = 64  # generated scenes


def training(
    device: Annotated[str, typer.Option(help="auto, cpu or cuda: where learning is measured.")] = "auto",
    seconds: SecondsOption = 3.0,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Learning: LingUNet's panoramas per second and the action generator's episodes per second, in training.

    And use, on one CPU core: milliseconds from an instruction to a goal map, and for an action step with its world, of the
    paper's agent and of our best.
    On a CPU this takes a minute: a training step is 64 panoramas, and each rate is the median of three steps at least.
    """
    from sightline.agent.sight import device_of

    where = device_of(device)
    with spinner() as progress:
        task = progress.add_task("LingUNet, training", total=None)
        found: dict[str, Any] = {"panoramas_per_s": round(rate(_goal_step(where, seed), seconds), 1)}
        progress.update(task, description="Action generator, training")
        found["episodes_per_s"] = round(rate(_action_step(where, seed), seconds), 1)
        progress.update(task, description="Use on one core")
        for method, name in (("paper", ""), ("best", "best_")):
            found |= {name + use: round(1000 / rate(work, seconds), 3) for use, work in _uses(method, seed).items()}
    found |= {"batch": LEARNED, "device": device_name(where.type), "seed": seed}
    report(found, json, f"{found['panoramas_per_s']:,} panoramas/s in training on {found['device']}")


def _generated(device: Any, seed: int) -> tuple[Any, int]:
    """Examples in generated scenes, and the size of their vocabulary."""
    from sightline.agent.sight import goal_classes
    from sightline.language import Vocabulary, tokenize
    from sightline.lani import generate_episode
    from sightline.learning.data import Examples

    episodes = [generate_episode(seed + k) for k in range(LEARNED)]
    tokens = [tokenize(e.instruction) for e in episodes]
    vocabulary = Vocabulary.of(token for sentence in tokens for token in sentence)
    starts, goals = np.array([e.start for e in episodes]), np.array([e.goal for e in episodes])
    ids = [vocabulary.ids(sentence) for sentence in tokens]
    return Examples(episodes, ids, starts, goals, goal_classes(starts, goals), device), len(vocabulary)


def _goal_step(device: Any, seed: int) -> Callable[[], int]:
    """An update of LingUNet on panoramas that lie in memory."""
    import torch

    from sightline.learning.distributed import Team
    from sightline.learning.goal import GoalConfig, place_for_learning, update
    from sightline.models.lingunet import LingUNet, LingUNetConfig

    examples, words = _generated(device, seed)
    examples.draw_all()
    model = LingUNet(LingUNetConfig(words))
    place_for_learning(model, device)
    optimizer = torch.optim.Adam(model.parameters())

    def work() -> int:
        update(model, optimizer, examples.batch(np.arange(LEARNED)), LEARNED, Team(0, 1, device), GoalConfig())
        wait(device.type)
        return LEARNED

    return work


def _action_step(device: Any, seed: int) -> Callable[[], int]:
    """Updates of the action generator: episodes from beginning to end."""
    import torch

    from sightline.learning.bandit import BanditConfig, updates
    from sightline.models.action_generator import ActionGenerator, ActionGeneratorConfig

    examples, _ = _generated(device, seed)
    examples = examples.take([k % LEARNED for k in range(BanditConfig.batch)])
    model = ActionGenerator(ActionGeneratorConfig()).to(device)
    optimizer = torch.optim.Adam(model.parameters())

    def work() -> int:
        list(updates(model, optimizer, examples, BanditConfig(), 0))
        return len(examples)

    return work


def _uses(method: str, seed: int) -> dict[str, Callable[[], int]]:
    """What an agent with shipped weights does, one at a time on one core."""
    import torch

    from sightline.agent.agent import Agent, Walker
    from sightline.agent.sight import panoramas
    from sightline.lani import LaniWorld, generate_episode

    torch.set_num_threads(1)
    agent, episode = Agent.from_pretrained("lani", method), generate_episode(seed)
    picture = panoramas([episode], agent.device)
    world = LaniWorld(horizon=10**12)

    def goal_map() -> int:
        agent.goal_map(picture, [episode.instruction])
        return 1

    def action_steps() -> int:
        world.reset([episode])
        legs = Walker(agent.action_model, 1)
        for _ in range(20):
            legs.act(world, world.goal)
            world.step(np.zeros(1, np.int64))  # forward: the agent's own choice may be to stop
        return 20

    return {"goal_map_ms": goal_map, "action_step_ms": action_steps}
