"""`sightline bench plans`: the speed of the planner in houses."""

from __future__ import annotations

import time
from typing import Annotated

import numpy as np

from sightline.cli.bench.measuring import Bench, report, spinner
from sightline.cli.options import LeaveOut, with_options
from sightline.fields import Json


@with_options(seconds=5.0)
def plans(bench: Annotated[Bench, LeaveOut(("world",))]) -> None:
    """Milliseconds per plan in a house: the path and the cell of an interaction, for random objects and starts."""
    from sightline.chai import ChaiWorld, plan_deed
    from sightline.chai.hands import OPEN, PICK_UP, SWITCH_ON
    from sightline.chai.house import FIRST_PART
    from sightline.chai.kind import KIND
    from sightline.chai.route.planner import everything, needed_first

    rng = np.random.default_rng(bench.seed)
    verbs = {"parts": OPEN, "switches": SWITCH_ON, "items": PICK_UP}
    world, times, impossible = ChaiWorld(), list[float](), 0
    with spinner("Planning"):
        world.reset(KIND.anywhere(1, bench.seed))
        plan_deed(world, (OPEN, everything(world)["parts"][0], 0))  # compiles
        until = time.perf_counter() + bench.seconds
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
    speeds: Json = {
        "plan_ms": round(float(np.mean(times)), 2), "plan_ms_95": round(float(np.percentile(times, 95)), 2),
        "plans": len(times), "impossible": impossible, "world": "chai", "seed": bench.seed,
    }  # fmt: skip
    report(speeds, bench.json, f"{speeds['plan_ms']} ms per plan")
