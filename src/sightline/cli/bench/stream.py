"""`sightline bench stream`: whether fresh data keeps a learner busy."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any

import typer

from sightline.cli.bench.measuring import SecondsOption, SeedOption, device_name, report, spinner, wait
from sightline.cli.options import MANY, PROCESSES, WORLD, JsonOption, WorldOption


def stream(
    world: WorldOption = WORLD,
    device: Annotated[str, typer.Option(help="auto, cpu or cuda: where learning is measured.")] = "auto",
    batch: Annotated[
        int | None, typer.Option(help="Examples for each update. Default: as in training.", min=1, max=MANY)
    ] = None,
    workers: Annotated[
        int | None, typer.Option(help="Processes that make data. Default: all cores but one.", min=1, max=PROCESSES)
    ] = None,
    seconds: SecondsOption = 10.0,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Lookout's training: examples per second on data in memory, and on data that is made and drawn meanwhile.

    And how many examples per second the stream makes and draws when nobody learns from them.
    """
    from sightline.agent.look import device_of
    from sightline.learning.goal import BestConfig
    from sightline.learning.stream import Stream
    from sightline.world import kind_of

    kind, where, size = kind_of(world), device_of(device), batch or BestConfig.batch
    with (
        spinner() as progress,
        Stream(_data(kind, seed), kind, size, where, workers) as fresh,
    ):
        task = progress.add_task("Waiting for the first batch", total=None)
        batches = (batch for batch, _ in fresh.batches(0))
        learn, kept = _learner(kind, where), next(batches)
        progress.update(task, description="Data in memory")
        memory = _steady(lambda: learn(kept), where, seconds)
        progress.update(task, description="Fresh data")
        streamed = _steady(lambda: learn(next(batches)), where, seconds)
        progress.update(task, description="Fresh data that nobody learns from")
        made = _steady(lambda: len(next(batches)), where, seconds)
    speeds = {
        "in_memory_per_s": round(memory, 1), "fresh_per_s": round(streamed, 1), "share": round(streamed / memory, 3),
        "made_per_s": round(made, 1), "batch": size, "workers": fresh.count, "world": kind.name,
        "device": device_name(where.type), "seed": seed,
    }  # fmt: skip
    report(speeds, json, f"Fresh data comes at {speeds['share']:.0%} of the speed of data in memory")


def _data(kind: Any, seed: int) -> Any:
    """The stream that the goal predictor of our best agent learns from in this world."""
    from sightline.learning.chunk import StreamConfig

    if not kind.reaches:
        return StreamConfig(chunks=10**6, rings=True, seed=seed)
    return StreamConfig(
        chunks=10**6, rings=True, stages=True, paragraphs=6, plain=8.0, elsewhere=3.0, again=1.0, seed=seed
    )


def _steady(work: Callable[[], int], device: Any, seconds: float) -> float:
    """Units per second over the whole time, as in training: what was ready before is left aside, and nobody waits for a
    GPU before the end.
    """
    from sightline.learning.stream import AHEAD

    for _ in range(2 * AHEAD):
        work()
    wait(device.type)
    done, begun = 0, time.perf_counter()
    while time.perf_counter() < begun + seconds:
        done += work()
    wait(device.type)
    return done / (time.perf_counter() - begun)


def _learner(kind: Any, device: Any) -> Callable[[Any], int]:
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

    def learn(batch: Any) -> int:
        learner.update(Share(batch, len(batch), 0.0))
        return len(batch)

    return learn
