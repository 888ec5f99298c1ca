"""`sightline bench render`, `steps` and `corpus`: how fast worlds are drawn, moved in and spoken of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any

import numpy as np
import typer

from sightline.cli.bench.measuring import SecondsOption, SeedOption, device_name, rate, report, spinner, wait
from sightline.cli.options import WORLD, JsonOption, WorldOption


def render(
    world: WorldOption = WORLD,
    size: Annotated[int, typer.Option(help="Side of a picture, in pixels.")] = 128,
    batch: Annotated[
        int, typer.Option(help="Worlds per call; 0 is 256 on the CPU and 4096 on the GPU.", min=0, max=100_000)
    ] = 0,
    device: Annotated[str, typer.Option(help="cpu or cuda; with cuda the pictures stay on the GPU.")] = "cpu",
    seconds: SecondsOption = 3.0,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Frames per second: rgb with the full look, the camera anywhere in random scenes.

    In houses, what is seen through the doorways is worked out anew for every picture.
    """
    from sightline.world import kind_of

    kind, count = kind_of(world), batch or (256 if device == "cpu" else 4096)
    camera = replace(kind.view.camera, width=size, height=size)
    worlds, few = kind.make(camera, device=device), kind.make(camera, threads=1, device=device)
    worlds.reset(kind.anywhere(count, seed))
    few.reset(worlds.episodes[: min(count, 64) if device == "cpu" else count])

    def frames(threads: int | None) -> Callable[[], int]:
        def draw() -> int:
            worlds.threads = threads
            worlds.observe()
            wait(device)
            return count

        return draw

    def panoramas() -> int:
        few.panorama()
        wait(device)
        return len(few)

    speeds: dict[str, Any] = {}
    with spinner() as progress:
        progress.add_task(f"Drawing {size} x {size} pictures on {device}", total=None)
        speeds["frames_per_s"] = round(rate(frames(None), seconds))
        speeds["frames_per_s_per_core"] = round(rate(frames(1), seconds)) if device == "cpu" else None
        speeds["panorama_ms"] = round(1000 / rate(panoramas, seconds), 4)
    speeds |= {"world": world, "size": size, "batch": count, "device": device_name(device), "seed": seed}
    report(speeds, json, f"{speeds['frames_per_s']:,} frames/s on {speeds['device']}")


def steps(
    world: WorldOption = WORLD,
    batch: Annotated[int, typer.Option(help="Worlds per call.", min=1, max=1_000_000)] = 1024,
    seconds: SecondsOption = 3.0,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """World steps per second on one core, without pictures: `step` alone, random moves; in houses one in ten interacts."""
    from sightline.world import kind_of

    kind, rng = kind_of(world), np.random.default_rng(seed)
    worlds = kind.make(horizon=10**12)
    worlds.reset(kind.anywhere(batch, seed))
    moves = rng.choice(3, size=(64, batch), p=[0.7, 0.15, 0.15])  # never stop: a stopped world is idle
    if kind.interact is not None:
        interact = rng.integers(kind.interact, kind.action_count, size=moves.shape)
        moves = np.where(rng.random(moves.shape) < 0.1, interact, moves)

    def work() -> int:
        for actions in moves:
            worlds.step(actions)
        return moves.size

    with spinner() as progress:
        progress.add_task(f"Stepping {batch} worlds", total=None)
        speeds: dict[str, Any] = {"steps_per_s": round(rate(work, seconds))}
    speeds |= {"world": world, "batch": batch, "seed": seed}
    report(speeds, json, f"{speeds['steps_per_s']:,} steps/s on one core")


def corpus(
    world: WorldOption = WORLD,
    seconds: SecondsOption = 3.0,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Fresh paragraphs per second on one core: scenes, paths, demonstrations and sentences, without touching the disk."""
    from sightline.corpus.kind import corpus_kind
    from sightline.corpus.splits import stream

    paragraphs = stream(corpus_kind(world), seed)

    def work() -> int:
        for _ in range(50):
            next(paragraphs)
        return 50

    with spinner() as progress:
        progress.add_task("Making paragraphs", total=None)
        speeds: dict[str, Any] = {"paragraphs_per_s_per_core": round(rate(work, seconds))}
    speeds |= {"world": world, "seed": seed}
    report(speeds, json, f"{speeds['paragraphs_per_s_per_core']:,} paragraphs/s on one core")
