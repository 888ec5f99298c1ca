"""`sightline bench environments`: how fast the Gymnasium environments begin and go on."""

from __future__ import annotations

import time
from itertools import count
from typing import Any

import numpy as np

from sightline.cli.bench.measuring import SecondsOption, SeedOption, report, spinner
from sightline.cli.options import WORLD, JsonOption, WorldOption
from sightline.errors import InputError

SCENES: dict[str, range] = {"lani": range(0), "chai": range(1, 6)}  # that have a first time: houses
FRESH = 10**6  # seeds from here on, which nothing before has met


def environments(
    world: WorldOption = WORLD,
    seconds: SecondsOption = 5.0,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """One Gymnasium environment with its picture, on one core: milliseconds for a reset, steps per second.

    Every episode has a seed of its own. Steps are counted with the resets between them: moves alone, and actions from
    the whole space. The first reset in each house counts on its own. Time is the processor's, so what else the machine
    does hardly matters.
    """
    import gymnasium

    import sightline.envs  # noqa: F401
    from sightline.world import kind_of

    if world not in SCENES:
        raise InputError(f"There are environments of lani and chai, not of {world!r}.")
    kind, rng, seeds = kind_of(world), np.random.default_rng(seed), count(FRESH * (1 + seed))
    env: Any = gymnasium.make(f"sightline/{world.capitalize()}-v0", threads=1).unwrapped
    timed = time.process_time

    def reset(**options: Any) -> float:
        """Begin an episode; how many milliseconds that took."""
        start = timed()
        env.reset(seed=next(seeds), **options)
        return 1000 * (timed() - start)

    def steps(high: int) -> float:
        """Steps per second of actions below a number, resets included."""
        actions = rng.integers(high, size=100_000).tolist()
        start, done = timed(), 0
        while timed() < start + seconds:
            *_, terminated, truncated, _ = env.step(actions[done % len(actions)])
            done += 1
            if terminated or truncated:
                env.reset(seed=next(seeds))
        return done / (timed() - start)

    with spinner() as progress:
        progress.add_task(f"Resetting and stepping {kind.title}", total=None)
        scenes: list[dict[str, Any]] = [{"options": {"scene": scene}} for scene in SCENES[world]] or [{}]
        reset(**scenes[0])  # compiles
        env.step(0)
        env.step(kind.action_count - 1)
        first = [reset(**scene) for scene in scenes[1:]]
        until, resets = timed() + seconds, list[float]()
        while timed() < until or len(resets) < 10:
            resets.append(reset())
        speeds: dict[str, Any] = {
            "reset_ms": round(float(np.mean(resets)), 2), "reset_ms_95": round(float(np.percentile(resets, 95)), 2),
            "first_in_a_house_ms": round(max(first), 1) if first else None,
            "moves_per_s": round(steps(env.world.actions.index("stop"))), "actions_per_s": round(steps(kind.action_count)),
        }  # fmt: skip
    speeds |= {"resets": len(resets), "world": world, "seed": seed}
    report(speeds, json, f"{speeds['moves_per_s']:,} moves/s, {speeds['reset_ms']} ms for a reset")
