"""`sightline bench render`, `steps`, `corpus` and `environments`: the speed of the simulator without learning."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Annotated, Any

import numpy as np
import typer

from sightline.cli.bench.measuring import BatchOption, Bench, device_name, random_moves, rate, spinner, wait
from sightline.cli.options import with_options
from sightline.errors import ArgumentError
from sightline.fields import Json

SCENES: dict[str, range] = {"lani": range(0), "chai": range(1, 6)}  # scenes that are prepared at their first use: houses
UNUSED_SEEDS = 10**6  # the first seed of timed resets, so that none is cached


@with_options()
def render(
    bench: Bench,
    size: Annotated[int, typer.Option(help="Side of a picture, in pixels.")] = 128,
    batch: Annotated[
        int, typer.Option(help="Number of worlds per call; 0: 256 on the CPU, 4096 on the GPU.", min=0, max=100_000)
    ] = 0,
    device: Annotated[str, typer.Option(help="Device: cpu or cuda; with cuda the pictures stay on the GPU.")] = "cpu",
) -> None:
    """Frames per second: rgb with all effects, at random poses in random scenes.

    In houses, visibility through doorways is computed for every picture.
    """
    kind, number = bench.kind, batch or (256 if device == "cpu" else 4096)
    camera = replace(kind.view.camera, width=size, height=size)
    worlds, panoramas = kind.make(camera, device=device), kind.make(camera, threads=1, device=device)
    worlds.reset(kind.anywhere(number, bench.seed))
    panoramas.reset(worlds.episodes[: min(number, 64) if device == "cpu" else number])

    def frames(threads: int | None) -> Callable[[], int]:
        def draw() -> int:
            worlds.threads = threads
            worlds.observe()
            wait(device)
            return number

        return draw

    def draw_panoramas() -> int:
        panoramas.panorama()
        wait(device)
        return len(panoramas)

    with spinner(f"Drawing {size} x {size} pictures on {device}"):
        speeds: Json = {
            "frames_per_s": round(rate(frames(None), bench.seconds)),
            "frames_per_s_per_core": round(rate(frames(1), bench.seconds)) if device == "cpu" else None,
            "panorama_ms": round(1000 / rate(draw_panoramas, bench.seconds), 4),
        }
    speeds |= {"size": size, "batch": number, "device": device_name(device)}
    bench.report(speeds, f"{speeds['frames_per_s']:,} frames/s on {speeds['device']}")


@with_options()
def steps(bench: Bench, batch: BatchOption = 1024) -> None:
    """World steps per second on one core without pictures: random moves; in houses one action in ten is an interaction."""
    kind, rng = bench.kind, np.random.default_rng(bench.seed)
    worlds = kind.make(horizon=10**12)
    worlds.reset(kind.anywhere(batch, bench.seed))
    moves = random_moves(rng, 64, batch)
    if kind.interact is not None:
        interact = rng.integers(kind.interact, kind.action_count, size=moves.shape)
        moves = np.where(rng.random(moves.shape) < 0.1, interact, moves)

    def work() -> int:
        for actions in moves:
            worlds.step(actions)
        return moves.size

    with spinner(f"Stepping {batch} worlds"):
        speed = round(rate(work, bench.seconds))
    bench.report({"steps_per_s": speed, "batch": batch}, f"{speed:,} steps/s on one core")


@with_options()
def corpus(bench: Bench) -> None:
    """Generated paragraphs per second on one core: scenes, paths, demonstrations and sentences, without disk access."""
    from sightline.corpus.kind import corpus_kind
    from sightline.corpus.splits import stream

    paragraphs = stream(corpus_kind(bench.world), bench.seed)

    def work() -> int:
        for _ in range(50):
            next(paragraphs)
        return 50

    with spinner("Generating paragraphs"):
        speed = round(rate(work, bench.seconds))
    bench.report({"paragraphs_per_s_per_core": speed}, f"{speed:,} paragraphs/s on one core")


@with_options(seconds=5.0)
def environments(bench: Bench) -> None:
    """One Gymnasium environment with pictures on one core: milliseconds per reset, steps per second.

    Every episode has a new seed. Steps include the resets between them; they are measured for moves alone and for all
    actions. The first reset in each house is reported separately. Times are CPU times, so other load hardly matters.
    """
    import gymnasium

    import sightline.envs  # noqa: F401

    kind = bench.kind
    if kind.name not in SCENES:
        raise ArgumentError(f"There are environments of lani and chai, not of {kind.name!r}.")
    rng, seeds = np.random.default_rng(bench.seed), count(UNUSED_SEEDS * (1 + bench.seed))
    env: Any = gymnasium.make(f"sightline/{kind.name.capitalize()}-v0", threads=1).unwrapped
    clock = time.process_time

    def reset(**options: object) -> float:
        """Milliseconds of a reset."""
        start = clock()
        env.reset(seed=next(seeds), **options)
        return 1000 * (clock() - start)

    def steps_per_second(high: int) -> float:
        """Steps per second with random actions below `high`, including resets."""
        actions = rng.integers(high, size=100_000).tolist()
        start, done = clock(), 0
        while clock() < start + bench.seconds:
            *_, terminated, truncated, _ = env.step(actions[done % len(actions)])
            done += 1
            if terminated or truncated:
                env.reset(seed=next(seeds))
        return done / (clock() - start)

    with spinner(f"Resetting and stepping {kind.title}"):
        scenes: list[Json] = [{"options": {"scene": scene}} for scene in SCENES[kind.name]] or [{}]
        reset(**scenes[0])  # compiles
        env.step(0)
        env.step(kind.action_count - 1)
        first = [reset(**scene) for scene in scenes[1:]]
        until, resets = clock() + bench.seconds, list[float]()
        while clock() < until or len(resets) < 10:
            resets.append(reset())
        speeds: Json = {
            "reset_ms": round(float(np.mean(resets)), 2), "reset_ms_95": round(float(np.percentile(resets, 95)), 2),
            "first_in_a_house_ms": round(max(first), 1) if first else None,
            "moves_per_s": round(steps_per_second(env.world.actions.index("stop"))),
            "actions_per_s": round(steps_per_second(kind.action_count)), "resets": len(resets),
        }  # fmt: skip
    bench.report(speeds, f"{speeds['moves_per_s']:,} moves/s, {speeds['reset_ms']} ms per reset")
