"""`sightline bench peers`: our environment beside ViZDoom and MiniWorld, each in its own process on the same core."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from typing import Annotated

import typer

from sightline.cli.bench.measuring import Bench, report, spinner
from sightline.cli.options import LeaveOut, with_options
from sightline.cli.output import say
from sightline.errors import UnavailableError
from sightline.fields import Json

# Each program makes an environment with pictures, a list of actions, and the number of steps per action.
_PROGRAMS = {
    "vizdoom": """
import gymnasium, vizdoom
from vizdoom import gymnasium_wrapper
env = gymnasium.make("VizdoomBasic-v1", screen_resolution=vizdoom.ScreenResolution.RES_160X120)
actions, steps = [env.action_space.sample() for _ in range(64)], 1
""",
    "miniworld": """
import gymnasium, pyglet
pyglet.options["headless"] = True
import miniworld
env = gymnasium.make("MiniWorld-OneRoom-v0", obs_width=128, obs_height=128)
actions, steps = [env.action_space.sample() for _ in range(64)], 1
""",
    "ours": """
import gymnasium, sightline.envs
env = gymnasium.make("sightline/Lani-v0", threads=1)
actions, steps = [k % 3 for k in range(64)], 1
""",
    "ours_vector": """
import gymnasium, numpy, sightline.envs
env = gymnasium.make_vec("sightline/Lani-v0", num_envs=64, vectorization_mode="vector_entry_point", threads=1)
actions, steps = [numpy.full(64, k % 3) for k in range(16)], 64
""",
}
_LOOP = """
import time
env.reset(seed=0)
def run(seconds):
    count, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        for action in actions:
            _, _, terminated, truncated, _ = env.step(action)
            if steps == 1 and (terminated or truncated):
                env.reset()
        count += steps * len(actions)
    return count / (time.perf_counter() - start)
run(min(1.0, SECONDS))
print("steps/s", run(SECONDS))
"""


@with_options(seconds=4.0)
def peers(
    bench: Annotated[Bench, LeaveOut(("world", "seed"))],
    rounds: Annotated[int, typer.Option(help="Number of measurements; the median counts.", min=1, max=50)] = 3,
) -> None:
    """Steps per second of ViZDoom (160 x 120), MiniWorld (128 x 128) and ours: one environment, one process, one core.

    Install the others with `pip install 'sightline[peers]'`; MiniWorld also needs an OpenGL library with EGL.
    The scenes differ (a Doom room, an empty room, a field of landmarks), so the ratios compare environments, not renderers.
    """
    rates: dict[str, list[float]] = {name: [] for name in _PROGRAMS}
    reasons: dict[str, str] = {}
    with spinner("") as describe:
        for turn in range(rounds):
            for name, program in _PROGRAMS.items():
                describe(f"{name}, round {turn + 1} of {rounds}")
                if name not in reasons:
                    try:
                        rates[name].append(_measure(program, bench.seconds))
                    except UnavailableError as error:
                        reasons[name] = str(error)
    medians = {name: round(statistics.median(r), 1) if r else None for name, r in rates.items()}
    if medians["ours"] is None:
        raise UnavailableError(f"Our own environment could not be measured: {reasons['ours']}")
    for name, reason in reasons.items():
        say(f"{name} could not be measured: {reason}")
    others = {name: medians[name] for name in ("vizdoom", "miniworld")}
    ratios = {name: round(medians["ours"] / rate, 2) if rate else None for name, rate in others.items()}
    speeds: Json = {"peers": others, "ours": medians["ours"], "ours_vector": medians["ours_vector"], "ratios": ratios}
    comparison = ", ".join(f"{ratio} x {name}" for name, ratio in ratios.items() if ratio)
    report(speeds, bench.json, f"ours {medians['ours']:,} steps/s with picture; {comparison}")


def _measure(program: str, seconds: float) -> float:
    """The rate that a program prints, run on one core."""
    pinned = "import os\nif hasattr(os, 'sched_setaffinity'): os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})\n"
    code = f"{pinned}SECONDS = {seconds!r}\n{program}{_LOOP}"
    quiet = {**os.environ, "SDL_VIDEODRIVER": "dummy"}
    with tempfile.TemporaryDirectory() as elsewhere:  # ViZDoom writes a settings file into the current folder
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, timeout=60 + 10 * seconds, env=quiet, cwd=elsewhere
        )
    for line in done.stdout.splitlines():
        if line.startswith("steps/s"):
            return float(line.split()[1])
    last = (done.stderr.strip().splitlines() or ["no output"])[-1]
    raise UnavailableError(last)
