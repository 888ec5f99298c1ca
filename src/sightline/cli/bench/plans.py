"""`sightline bench plans`: how fast the planner finds its way through a house."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from sightline.cli.bench.measuring import SecondsOption, SeedOption, report, spinner
from sightline.cli.options import JsonOption


def plans(
    seconds: SecondsOption = 5.0,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Milliseconds for a plan in a house: the way on foot and the cell that does it, for random things and random starts."""
    from sightline.chai import ChaiWorld, plan_deed
    from sightline.chai.hands import OPEN, PICK_UP, SWITCH_ON
    from sightline.chai.house import FIRST_PART
    from sightline.chai.kind import KIND
    from sightline.chai.route.planner import everything, needed_first

    rng = np.random.default_rng(seed)
    verbs = {"parts": OPEN, "switches": SWITCH_ON, "items": PICK_UP}
    world, times, impossible = ChaiWorld(), list[float](), 0
    with spinner() as progress:
        progress.add_task("Planning", total=None)
        world.reset(KIND.anywhere(1, seed))
        plan_deed(world, (OPEN, everything(world)["parts"][0], 0))  # compiles
        until = time.perf_counter() + seconds
        while time.perf_counter() < until or len(times) < 3:
            world.reset(KIND.anywhere(1, int(rng.integers(2**31))))
            things = everything(world)
            kind = list(verbs)[rng.integers(len(verbs))]
            thing = things[kind][rng.integers(len(things[kind]))]
            for _, part, _ in needed_first(world, thing):
                world.state.open[0, part - FIRST_PART] = 1
            start = time.perf_counter()
            impossible += plan_deed(world, (verbs[kind], thing, 0)) is None
            times.append(1000 * (time.perf_counter() - start))
    speeds: dict[str, Any] = {
        "plan_ms": round(float(np.mean(times)), 2), "plan_ms_95": round(float(np.percentile(times, 95)), 2),
        "plans": len(times), "impossible": impossible, "world": "chai", "seed": seed,
    }  # fmt: skip
    report(speeds, json, f"{speeds['plan_ms']} ms for a plan")
