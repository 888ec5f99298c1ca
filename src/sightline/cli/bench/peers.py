"""`sightline bench peers`: our environment beside those of others, each in its own process on the same core."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from typing import Annotated, Any

import typer

from sightline.cli.bench.measuring import SecondsOption, report, spinner
from sightline.cli.options import JsonOption
from sightline.cli.output import say
from sightline.errors import InputError

# Each program prints how many steps per second one environment makes, picture included, in its own process.
_PEERS = {
    "vizdoom": """
import gymnasium, vizdoom
from vizdoom import gymnasium_wrapper
env = gymnasium.make("VizdoomBasic-v1", screen_resolution=vizdoom.ScreenResolution.RES_160X120)
actions = [env.action_space.sample() for _ in range(64)]
""",
    "miniworld": """
import gymnasium, pyglet
pyglet.options["headless"] = True
import miniworld
env = gymnasium.make("MiniWorld-OneRoom-v0", obs_width=128, obs_height=128)
actions = [env.action_space.sample() for _ in range(64)]
""",
    "ours": """
import gymnasium, sightline.envs
env = gymnasium.make("sightline/Lani-v0", threads=1)
actions = [k % 3 for k in range(64)]
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
            if terminated or truncated:
                env.reset()
        count += len(actions)
    return count / (time.perf_counter() - start)
run(min(1.0, SECONDS))
print("steps/s", run(SECONDS))
"""
_VECTOR = """
import gymnasium, numpy as np, sightline.envs, time
env = gymnasium.make_vec("sightline/Lani-v0", num_envs=64, vectorization_mode="vector_entry_point", threads=1)
env.reset(seed=0)
def run(seconds):
    count, start = 0, time.perf_counter()
    while time.perf_counter() - start < seconds:
        for k in range(16):
            env.step(np.full(64, k % 3))
        count += 16 * 64
    return count / (time.perf_counter() - start)
run(min(1.0, SECONDS))
print("steps/s", run(SECONDS))
"""


def peers(
    seconds: SecondsOption = 4.0,
    rounds: Annotated[int, typer.Option(help="Times each is measured; the median counts.", min=1, max=50)] = 3,
    json: JsonOption = False,
) -> None:
    """ViZDoom (160 x 120), MiniWorld (128 x 128) and us, back to back: one environment, one process, one core.

    Install the others with `pip install 'sightline[peers]'`; MiniWorld also needs an OpenGL library with EGL.
    The scenes differ (a Doom room, an empty room, a field of landmarks), so a ratio says what a user gets, no more.
    """
    programs = {name: program + _LOOP for name, program in _PEERS.items()} | {"ours_vector": _VECTOR}
    rates: dict[str, list[float]] = {name: [] for name in programs}
    reasons: dict[str, str] = {}
    with spinner() as progress:
        task = progress.add_task("", total=None)
        for turn in range(rounds):
            for name, program in programs.items():
                progress.update(task, description=f"{name}, round {turn + 1} of {rounds}")
                if name not in reasons:
                    try:
                        rates[name].append(_measure(program, seconds))
                    except InputError as error:
                        reasons[name] = str(error)
    middle = {name: round(statistics.median(r), 1) if r else None for name, r in rates.items()}
    if middle["ours"] is None:
        raise InputError(f"Our own environment could not be measured: {reasons['ours']}")
    for name, reason in reasons.items():
        say(f"{name} could not be measured: {reason}")
    theirs = {name: middle[name] for name in ("vizdoom", "miniworld")}
    speeds: dict[str, Any] = {
        "peers": theirs,
        "ours": middle["ours"],
        "ours_vector": middle["ours_vector"],
        "ratios": {name: round(middle["ours"] / rate, 2) if rate else None for name, rate in theirs.items()},
    }
    told = ", ".join(f"{ratio} x {name}" for name, ratio in speeds["ratios"].items() if ratio)
    report(speeds, json, f"ours {middle['ours']:,} steps/s with picture; {told}")


def _measure(program: str, seconds: float) -> float:
    """Run one program on one core and read its rate."""
    pinned = "import os\nif hasattr(os, 'sched_setaffinity'): os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})\n"
    code = f"{pinned}SECONDS = {seconds!r}\n{program}"
    quiet = {**os.environ, "SDL_VIDEODRIVER": "dummy"}
    with tempfile.TemporaryDirectory() as elsewhere:  # ViZDoom leaves a settings file where it runs
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, timeout=60 + 10 * seconds, env=quiet, cwd=elsewhere
        )
    for line in done.stdout.splitlines():
        if line.startswith("steps/s"):
            return float(line.split()[1])
    last = (done.stderr.strip().splitlines() or ["no output"])[-1]
    raise InputError(last)
