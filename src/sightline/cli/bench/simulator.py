"""`sightline bench render`, `steps`, `plans` and `corpus`: how fast worlds are drawn, moved in, planned in and spoken of."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Annotated, Any

import numpy as np
import typer

from sightline.cli.bench.measuring import SecondsOption, SeedOption, device_name, rate, report, spinner, wait
from sightline.cli.options import JsonOption, WorldOption


def render(
    world: WorldOption = "lani",
    size: Annotated[int, typer.Option(help="Side of a picture, in pixels.")] = 128,
    batch: Annotated[
        int, typer.Option(help="Scenes per call; 0 is 256 on the CPU and 4096 on the GPU.", min=0, max=100_000)
    ] = 0,
    device: Annotated[str, typer.Option(help="cpu or cuda; with cuda the pictures stay on the GPU.")] = "cpu",
    seconds: SecondsOption = 3.0,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Frames per second: rgb with the full look.

    lani: random generated scenes, the camera anywhere in the field. chai: random poses in random rooms of all houses, with
    their items; what is seen through the doorways is worked out anew for every picture.
    """
    count = batch or (256 if device == "cpu" else 4096)
    frames, panoramas = (_fields if world == "lani" else _rooms)(count, size, device, seed)

    def work(threads: int | None) -> Callable[[], int]:
        def draw() -> int:
            frames(threads)
            wait(device)
            return count

        return draw

    def around() -> int:
        drawn = panoramas()
        wait(device)
        return drawn

    found: dict[str, Any] = {}
    with spinner() as progress:
        progress.add_task(f"Drawing {size} x {size} pictures on {device}", total=None)
        found["frames_per_s"] = round(rate(work(None), seconds))
        found["frames_per_s_per_core"] = round(rate(work(1), seconds)) if device == "cpu" else None
        found["panorama_ms"] = round(1000 / rate(around, seconds), 4)
    found |= {"world": world, "size": size, "batch": count, "device": device_name(device), "seed": seed}
    report(found, json, f"{found['frames_per_s']:,} frames/s on {found['device']}")


Drawing = tuple[Callable[[int | None], Any], Callable[[], int]]  # frames with so many threads; panoramas, and how many


def _fields(count: int, size: int, device: str, seed: int) -> Drawing:
    from sightline.geometry import Camera
    from sightline.lani import generate_scene, scenes_of
    from sightline.render import FIELD, panorama, views
    from sightline.render import render as draw

    camera = Camera(width=size, height=size)
    rng = np.random.default_rng(seed)
    generated = [generate_scene(seed + k) for k in range(count)]
    scenes = scenes_of(generated)
    poses = np.empty((count, 3))
    for k, scene in enumerate(generated):
        place = rng.uniform(1, FIELD - 1, size=2)
        while scene.clearance(place) < 0.5:
            place = rng.uniform(1, FIELD - 1, size=2)
        poses[k] = *place, rng.uniform(0, 360)
    cameras = views(poses, camera)

    def panoramas() -> int:
        few = min(count, 64) if device == "cpu" else count
        part = scenes if few == count else scenes_of(generated[:few])
        panorama(part, poses[:few], camera, threads=1, device=device)
        return few

    return lambda threads: draw(scenes, cameras, camera, threads=threads, device=device), panoramas


def _rooms(count: int, size: int, device: str, seed: int) -> Drawing:
    from dataclasses import replace

    from sightline.chai import EYE, ChaiWorld

    camera = replace(EYE, width=size, height=size)
    world, few = ChaiWorld(camera, device=device), ChaiWorld(camera, threads=1, device=device)
    world.reset(_anywhere(count, seed))
    few.reset(world.episodes[: min(count, 64) if device == "cpu" else count])

    def frames(threads: int | None) -> None:
        world.threads = threads
        world.observe()

    def panoramas() -> int:
        few.panorama()
        return len(few)

    return frames, panoramas


def _anywhere(count: int, seed: int) -> list[Any]:
    """Episodes without a task, at random poses in random rooms of all houses."""
    from sightline.chai import HOUSES, Episode, load_house, stock_of
    from sightline.chai.generate import anywhere

    rng = np.random.default_rng(seed)
    houses = [load_house(k) for k in HOUSES]
    chosen = [houses[k] for k in rng.integers(len(houses), size=count)]
    return [Episode(house, stock_of(house, int(rng.integers(4))), anywhere(house, rng), ()) for house in chosen]


def steps(
    world: WorldOption = "lani",
    batch: Annotated[int, typer.Option(help="Worlds per call.", min=1, max=1_000_000)] = 1024,
    seconds: SecondsOption = 3.0,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """World steps per second on one core, without pictures: `step` alone, random moves; in houses one in ten interacts."""
    rng = np.random.default_rng(seed)
    moves = rng.choice(3, size=(64, batch), p=[0.7, 0.15, 0.15])  # never stop: a stopped world is idle
    worlds: Any
    if world == "lani":
        from sightline.lani import LaniWorld, generate_episode

        worlds = LaniWorld(horizon=10**12)
        worlds.reset([generate_episode(seed + k) for k in range(batch)])
    else:
        from sightline.chai import ChaiWorld
        from sightline.chai.dynamics import ACTION_COUNT, INTERACT

        worlds = ChaiWorld(horizon=10**12)
        worlds.reset(_anywhere(batch, seed))
        moves = np.where(rng.random(moves.shape) < 0.1, rng.integers(INTERACT, ACTION_COUNT, size=moves.shape), moves)

    def work() -> int:
        for actions in moves:
            worlds.step(actions)
        return moves.size

    with spinner() as progress:
        progress.add_task(f"Stepping {batch} worlds", total=None)
        found: dict[str, Any] = {"steps_per_s": round(rate(work, seconds))}
    found |= {"world": world, "batch": batch, "seed": seed}
    report(found, json, f"{found['steps_per_s']:,} steps/s on one core")


def plans(
    seconds: SecondsOption = 5.0,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Milliseconds for a plan in a house: the way on foot and the cell that does it, for random things and random starts."""
    from sightline.chai import ChaiWorld, plan_deed
    from sightline.chai.hands import OPEN, PICK_UP, SWITCH_ON
    from sightline.chai.house import FIRST_PART
    from sightline.chai.planner import everything, needed_first

    rng = np.random.default_rng(seed)
    verbs = {"parts": OPEN, "switches": SWITCH_ON, "items": PICK_UP}
    world, times, found_none = ChaiWorld(), list[float](), 0
    with spinner() as progress:
        progress.add_task("Planning", total=None)
        world.reset(_anywhere(1, seed))
        plan_deed(world, (OPEN, everything(world)["parts"][0], 0))  # compiles
        until = time.perf_counter() + seconds
        while time.perf_counter() < until or len(times) < 3:
            world.reset(_anywhere(1, int(rng.integers(2**31))))
            things = everything(world)
            kind = list(verbs)[rng.integers(len(verbs))]
            thing = things[kind][rng.integers(len(things[kind]))]
            for _, part, _ in needed_first(world, thing):
                world.state.open[0, part - FIRST_PART] = 1
            start = time.perf_counter()
            found_none += plan_deed(world, (verbs[kind], thing, 0)) is None
            times.append(1000 * (time.perf_counter() - start))
    found: dict[str, Any] = {
        "plan_ms": round(float(np.mean(times)), 2), "plan_ms_95": round(float(np.percentile(times, 95)), 2),
        "plans": len(times), "found_none": found_none, "world": "chai", "seed": seed,
    }  # fmt: skip
    report(found, json, f"{found['plan_ms']} ms for a plan")


def corpus(
    world: WorldOption = "lani",
    seconds: SecondsOption = 3.0,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Fresh paragraphs per second on one core: fields, paths, demonstrations and sentences, without touching the disk."""
    from sightline.corpus.lani.generate import stream

    paragraphs = stream(seed)

    def work() -> int:
        for _ in range(50):
            next(paragraphs)
        return 50

    with spinner() as progress:
        progress.add_task("Making paragraphs", total=None)
        found: dict[str, Any] = {"paragraphs_per_s_per_core": round(rate(work, seconds))}
    found |= {"world": world, "seed": seed}
    report(found, json, f"{found['paragraphs_per_s_per_core']:,} paragraphs/s on one core")
