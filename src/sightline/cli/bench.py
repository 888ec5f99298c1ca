"""`sightline bench`: how fast this machine draws, steps, and does both beside its peers."""

from __future__ import annotations

import json as json_format
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Annotated, Any

import numpy as np
import typer
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from sightline.cli.options import JsonOption, World, WorldOption
from sightline.cli.output import about_this_machine, print_json, say
from sightline.errors import InputError

app = typer.Typer(help="Measure speed on this machine; the README's speeds come from here.", no_args_is_help=True)


SecondsOption = Annotated[float, typer.Option(help="Time for each measurement.", min=0.1, max=600)]
SeedOption = Annotated[int, typer.Option(help="Which scenes, poses and actions.", min=0)]


def _progress() -> Progress:
    from rich.console import Console

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    return Progress(*columns, console=Console(stderr=True), transient=True)


def _rate(work: Callable[[], int], seconds: float) -> float:
    """Median units per second of a callable that returns how many units it did."""
    work()  # compiling and first touch do not count
    rates: list[float] = []
    until = time.perf_counter() + seconds
    while time.perf_counter() < until or len(rates) < 3:
        start = time.perf_counter()
        done = work()
        rates.append(done / (time.perf_counter() - start))
    return statistics.median(rates)


@app.command()
def render(
    world: WorldOption = World.lani,
    size: Annotated[int, typer.Option(help="Side of a picture, in pixels.")] = 128,
    batch: Annotated[
        int, typer.Option(help="Scenes per call; 0 is 256 on the CPU and 4096 on the GPU.", min=0, max=100_000)
    ] = 0,
    device: Annotated[str, typer.Option(help="cpu or cuda; with cuda the pictures stay on the GPU.")] = "cpu",
    seconds: SecondsOption = 3.0,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Frames per second: rgb with the full look, random generated scenes, camera anywhere in the field."""
    from sightline.geometry import Camera
    from sightline.lani import generate_scene, scenes_of
    from sightline.render import FIELD, panorama, views
    from sightline.render import render as draw

    camera = Camera(width=size, height=size)
    rng = np.random.default_rng(seed)
    count = batch or (256 if device == "cpu" else 4096)
    generated = [generate_scene(seed + k) for k in range(count)]
    scenes = scenes_of(generated)
    poses = np.empty((count, 3))
    for k, scene in enumerate(generated):
        place = rng.uniform(1, FIELD - 1, size=2)
        while scene.clearance(place) < 0.5:
            place = rng.uniform(1, FIELD - 1, size=2)
        poses[k] = *place, rng.uniform(0, 360)
    cameras = views(poses, camera)

    def frames(threads: int | None) -> Callable[[], int]:
        def work() -> int:
            draw(scenes, cameras, camera, threads=threads, device=device)
            _wait(device)
            return count

        return work

    def panoramas() -> int:
        few = min(count, 64) if device == "cpu" else count
        part = scenes if few == count else scenes_of(generated[:few])
        panorama(part, poses[:few], camera, threads=1, device=device)
        _wait(device)
        return few

    found: dict[str, Any] = {}
    with _progress() as progress:
        progress.add_task(f"Drawing {size} x {size} pictures on {device}", total=None)
        found["frames_per_s"] = round(_rate(frames(None), seconds))
        found["frames_per_s_per_core"] = round(_rate(frames(1), seconds)) if device == "cpu" else None
        found["panorama_ms"] = round(1000 / _rate(panoramas, seconds), 4)
    found |= {"world": world.value, "size": size, "batch": count, "device": _device_name(device), "seed": seed}
    _report(found, json, f"{found['frames_per_s']:,} frames/s on {found['device']}")


def _wait(device: str) -> None:
    if device != "cpu":
        import torch

        torch.cuda.synchronize()


def _device_name(device: str) -> str:
    if device == "cpu":
        return "cpu"
    import torch

    return torch.cuda.get_device_name()


@app.command()
def steps(
    world: WorldOption = World.lani,
    batch: Annotated[int, typer.Option(help="Worlds per call.", min=1, max=1_000_000)] = 1024,
    seconds: SecondsOption = 3.0,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """World steps per second on one core, without pictures: `step` alone, random moves."""
    from sightline.lani import LaniWorld, generate_episode

    lani = LaniWorld(horizon=10**12)
    lani.reset([generate_episode(seed + k) for k in range(batch)])
    rng = np.random.default_rng(seed)
    moves = rng.choice(3, size=(64, batch), p=[0.7, 0.15, 0.15])  # never stop: a stopped world is idle

    def work() -> int:
        for actions in moves:
            lani.step(actions)
        return moves.size

    with _progress() as progress:
        progress.add_task(f"Stepping {batch} worlds", total=None)
        found: dict[str, Any] = {"steps_per_s": round(_rate(work, seconds))}
    found |= {"world": world.value, "batch": batch, "seed": seed}
    _report(found, json, f"{found['steps_per_s']:,} steps/s on one core")


@app.command()
def corpus(
    world: WorldOption = World.lani,
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

    with _progress() as progress:
        progress.add_task("Making paragraphs", total=None)
        found: dict[str, Any] = {"paragraphs_per_s_per_core": round(_rate(work, seconds))}
    found |= {"world": world.value, "seed": seed}
    _report(found, json, f"{found['paragraphs_per_s_per_core']:,} paragraphs/s on one core")


@app.command()
def training(
    device: Annotated[str, typer.Option(help="auto, cpu or cuda: where learning is measured.")] = "auto",
    seconds: SecondsOption = 3.0,
    seed: SeedOption = 0,
    json: JsonOption = False,
) -> None:
    """Learning: LingUNet's panoramas per second and the action generator's episodes per second, in training.

    And use, on one CPU core: milliseconds from an instruction to a goal map, and for an action step with its world.
    On a CPU this takes a minute: a training step is 64 panoramas, and each rate is the median of three steps at least.
    """
    from sightline.agent.sight import device_of

    where = device_of(device)
    with _progress() as progress:
        task = progress.add_task("LingUNet, training", total=None)
        found: dict[str, Any] = {"panoramas_per_s": round(_rate(_goal_step(where, seed), seconds), 1)}
        progress.update(task, description="Action generator, training")
        found["episodes_per_s"] = round(_rate(_action_step(where, seed), seconds), 1)
        progress.update(task, description="Use on one core")
        found |= {name: round(1000 / _rate(work, seconds), 3) for name, work in _uses(seed).items()}
    found |= {"batch": LEARNED, "device": _device_name(where.type), "seed": seed}
    _report(found, json, f"{found['panoramas_per_s']:,} panoramas/s in training on {found['device']}")


LEARNED = 64  # generated scenes for `bench training`


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
    from sightline.learning.goal import place_for_learning, update
    from sightline.models.lingunet import LingUNet, LingUNetConfig

    examples, words = _generated(device, seed)
    examples.draw_all()
    model = LingUNet(LingUNetConfig(words))
    place_for_learning(model, device)
    optimizer = torch.optim.Adam(model.parameters())

    def work() -> int:
        update(model, optimizer, examples, np.arange(LEARNED), Team(0, 1, device))
        _wait(device.type)
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


def _uses(seed: int) -> dict[str, Callable[[], int]]:
    """What an agent with the shipped weights does, one at a time on one core."""
    import torch

    from sightline.agent.agent import Agent, Walker
    from sightline.agent.sight import panoramas
    from sightline.lani import LaniWorld, generate_episode

    torch.set_num_threads(1)
    agent, episode = Agent.from_pretrained("lani"), generate_episode(seed)
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


@app.command()
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
    with _progress() as progress:
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
    found: dict[str, Any] = {
        "peers": theirs,
        "ours": middle["ours"],
        "ours_vector": middle["ours_vector"],
        "ratios": {name: round(middle["ours"] / rate, 2) if rate else None for name, rate in theirs.items()},
    }
    told = ", ".join(f"{ratio} x {name}" for name, ratio in found["ratios"].items() if ratio)
    _report(found, json, f"ours {middle['ours']:,} steps/s with picture; {told}")


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


def _report(found: dict[str, Any], as_json: bool, sentence: str) -> None:
    found["machine"] = about_this_machine()
    if as_json:
        print_json(found)
        return
    for key, value in found.items():
        if key != "machine":
            print(f"{key:24} {json_format.dumps(value)}")
    say(f"{sentence} ({found['machine']['processor']}, {found['machine']['cores']} cores)")
