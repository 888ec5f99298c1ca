"""Bad scenes, states, poses, cameras and arguments of worlds and environments."""

import copy
import dataclasses
import json
import math
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import gymnasium
import numpy as np
from bad import ANY, NOT_NUMBERS, NUMBERS, OTHERS, TEXTS, Case, shown

from sightline.envs import ChaiEnv, LaniEnv
from sightline.geometry import Camera
from sightline.lani.files import parse_scene, read_scene, scene_config
from sightline.lani.scene import generate_scene
from sightline.world import kind_of

NAMES = ("lani", "chai")
ENVIRONMENTS = {"sightline/Lani-v0": LaniEnv, "sightline/Chai-v0": ChaiEnv}
NOT_FINITE = (math.nan, math.inf, -math.inf)


def scenes(random: Random, number: int) -> Case:
    """Original scene configs with a wrong value somewhere, as files and as decoded JSON."""
    data = json.loads(json.dumps(scene_config(generate_scene(3))))
    key = random.choice(list(data))
    value = random.choice(ANY)
    inside = random.random() < 0.6 and isinstance(data[key], list) and bool(data[key])
    if inside:
        data[key][0] = value
    else:
        data[key] = value

    def attempt(folder: Path) -> None:
        world = kind_of("lani").make()
        if number % 2:
            (folder / "scene.json").write_text(json.dumps(data))
            scene = read_scene(folder / "scene.json")
        else:
            scene = parse_scene(data, "scene")
        world.reset([kind_of("lani").generate(0, scene=scene)])
        world.observe()

    number_keys = key in ("xPos", "zPos", "radius")
    sure = inside and (
        key == "landmarkName" or (number_keys and value in NOT_FINITE) or (number_keys and isinstance(value, str))
    )
    return Case(f"{key}{'[0]' if inside else ''} = {shown(value)}", attempt, sure)


@cache
def state_of(name: str) -> Any:
    """The state of two worlds a few steps into their episodes."""
    kind = kind_of(name)
    world = kind.make(camera=dataclasses.replace(kind.view.camera, width=16, height=16))
    world.reset([kind.generate(k) for k in (1, 2)])
    world.step([0, 1])
    return copy.deepcopy(world.save())


def use(world: Any) -> None:
    world.step([0] * len(world))
    world.observe()
    world.panorama()
    world.rewards()
    world.metrics()
    world.distances()


def worlds(random: Random, number: int) -> Case:
    """Worlds with wrong states, poses, actions, episodes, indices and cells."""
    name = random.choice(NAMES)
    do = random.choice(
        ("state", "state", "pose", "actions", "where", "episode", "locate", "reset", "rewards", "channels", "make")
    )
    pick, value, at = random.random(), random.choice(ANY), random.random()
    bad_pose = random.choice((*NOT_FINITE, 1e308, -1e308, 1e20))
    label = f"{name} {do}"
    state = copy.deepcopy(state_of(name))
    sure = True
    if do == "state":
        keys = list(state)
        key = keys[int(pick * len(keys))]
        array = isinstance(state[key], np.ndarray) and state[key].size and random.random() < 0.7
        if array:
            kind = state[key].dtype.kind
            number_ = random.choice(NOT_FINITE) if kind == "f" else random.choice((-1, 10**4, 2**30, -(2**30), 200))
            flat = state[key].reshape(-1)
            k = int(at * flat.size)
            try:
                flat[k] = number_
            except (OverflowError, ValueError):
                flat[k] = 127
            label += f" {key}[{k}] = {number_}"
            sure = kind == "f"
        else:
            state[key] = random.choice((value, None, [], np.zeros(3), "x"))
            label += f" {key} = {shown(state[key])}"
            sure = key != "houses"

        def attempt(folder: Path) -> None:
            world = _another(name)
            world.restore(state)
            use(world)
    elif do == "pose":
        label += f" = {bad_pose}"

        def attempt(folder: Path) -> None:
            world = _another(name)
            world.pose[int(pick * 2), int(at * 3)] = bad_pose
            use(world)

        sure = math.isnan(bad_pose) or math.isinf(bad_pose)
    elif do in ("actions", "rewards"):
        actions = random.choice(
            ([value, 0], value, [0], [0, 0, 0], [-1, 0], [99999, 0], [0.5, 1], np.array(["a", "b"]), [[0, 1]], [2**63, 0])
        )
        label += f" {shown(actions)}"
        sure = do == "actions" and value is not True

        def attempt(folder: Path) -> None:
            world = _another(name)
            world.step(actions) if do == "actions" else world.rewards_of(actions)
    elif do == "where":
        where = random.choice(([-1], [2], [0, 0], [0.5], ["a"], value, [None], [10**400], [[0]]))
        label += f" {shown(where)}"
        sure = not (isinstance(where, (list, dict)) and not where) and where is not None

        def attempt(folder: Path) -> None:
            world = _another(name)
            episodes = [kind_of(name).generate(5)] * (len(where) if isinstance(where, list) else 1)
            world.reset(episodes, where=where)
            use(world)
    elif do == "episode":
        episode = kind_of(name).generate(3)
        key = random.choice(
            [f.name for f in dataclasses.fields(episode) if f.name not in ("seed", "instruction", "end", "before", "first")]
        )
        bad = random.choice((value, (math.nan, 1.0, 0.0), (1.0, 2.0), (1e308, 1.0, 0.0), (math.inf, 1.0)))
        label += f" {key} = {shown(bad)}"
        sure = not (bad in ((1.0, 2.0),) or bad == [] or bad == () or (isinstance(bad, (tuple, list, dict)) and not bad))

        def attempt(folder: Path) -> None:
            world = _another(name)
            world.reset([dataclasses.replace(episode, **{key: bad})])
            use(world)
    elif do == "locate":
        cell = [random.choice((0, -1, 6, 32, 10**9, math.nan, "a", None, 0.5)) for _ in range(3)]
        label += f" {cell}"
        sure = any(c in (-1, 32, 10**9, "a", None) or c != c for c in cell) or cell[0] == 6

        def attempt(folder: Path) -> None:
            _another(name).locate(*[[c, c] for c in cell])
    elif do == "channels":
        channels = random.choice((("rgb", "x"), ("x",), value, (None,), (5,)))
        label += f" {shown(channels)}"
        sure = not (isinstance(channels, (list, dict, str)) and not channels)

        def attempt(folder: Path) -> None:
            _another(name).observe(channels)
    elif do == "reset":
        episodes = random.choice((value, [value], [], [None], [kind_of("chai" if name == "lani" else "lani").generate(1)]))
        label += f" {shown(episodes) if not isinstance(episodes, list) else '[...]'}"

        def attempt(folder: Path) -> None:
            _another(name).reset(episodes)
    else:
        key = random.choice(("horizon", "threads", "device", "near", "camera"))
        bad = random.choice((*NOT_NUMBERS, -1, 0, 1e308, 10**400)) if key != "device" else random.choice((*TEXTS, *NUMBERS))
        label += f" {key} = {shown(bad)}"
        sure = bad is not None and key != "near" and not (key == "threads" and bad in (1e308, 10**400))

        def attempt(folder: Path) -> None:
            world = kind_of(name).make(**{key: bad})
            world.reset([kind_of(name).generate(1)])
            use(world)

    return Case(label, attempt, sure)


def _another(name: str) -> Any:
    """Worlds of our own, which may be spoiled."""
    kind = kind_of(name)
    world = kind.make(camera=dataclasses.replace(kind.view.camera, width=16, height=16))
    world.restore(copy.deepcopy(state_of(name)))
    return world


def cameras(random: Random, number: int) -> Case:
    """Cameras that cannot be, or that see farther than numbers go."""
    key = random.choice(("width", "height", "fov", "eye", "shift"))
    value = random.choice((*NOT_NUMBERS, *NUMBERS, 0, -5, 1e-320, 1e15))
    sure = not (isinstance(value, (int, float)) and 1e-9 < abs(value) < 1e4) or value is True

    def attempt(folder: Path) -> None:
        camera = Camera(**{"width": 16, "height": 16, key: value})
        world = kind_of("lani").make(camera=camera)
        world.reset([kind_of("lani").generate(1)])
        world.observe()
        world.panorama()

    zero_shift = key == "shift" and type(value) in (int, float) and abs(value) < 1e-300  # as good as none
    return Case(f"{key} = {shown(value)}", attempt, sure and not zero_shift)


def environments(random: Random, number: int) -> Case:
    """Environments with wrong arguments, seeds, options and actions."""
    name = random.choice(("sightline/Lani-v0", "sightline/Chai-v0"))
    many = random.random() < 0.4
    do = random.choice(("argument", "argument", "seed", "option", "option", "action", "early"))
    key, value = (
        random.choice(("size", "fov", "horizon", "observe", "threads", "render_mode", "num_envs")),
        random.choice(ANY),
    )
    option = random.choice(("scene", "start", "goal", "instruction", "colour"))
    bad = {
        "scene": random.choice((*NUMBERS, *(t for t in TEXTS if t not in (".",)), [], [None], {"": 1})),
        "start": random.choice((*NUMBERS, *TEXTS, [], (1, 2), (math.nan, 1, 0), (1e308, 1, 0), (1, "a", 2), ((1,), 2, 3))),
        "goal": random.choice((*NUMBERS, *TEXTS, [], (1, 2, 3), (math.nan, 1), (1e308, 1), (1, "a"), (-99, 1))),
        "instruction": random.choice((*NUMBERS, *OTHERS[1:], "x" * 5000, "\ud800", "\0", "שלום", "🙂")),
        "colour": value,
    }[option]
    action = random.choice((*NUMBERS, *TEXTS, *OTHERS, 4000, -1, np.array([0, 1, 2]), np.array([[0]]), np.float64(0.5)))
    seed = random.choice((-1, 0.5, "a", [], [1, 2, 3], {}, math.nan, 10**400 * -1, "²"))
    size = (16, 16)
    if key == "num_envs":
        many = True
    label = {
        "argument": f"{key} = {shown(value)}", "seed": f"seed {shown(seed)}", "option": f"{option} = {shown(bad)}",
        "action": f"action {shown(action)}", "early": "before reset",
    }[do]  # fmt: skip

    def make(**given: Any) -> Any:
        given = {"size": size, **given}
        if many:
            return gymnasium.make_vec(name, vectorization_mode="vector_entry_point", **{"num_envs": 2, **given})
        if "render_mode" in given:  # Gymnasium's make looks at it first, and has errors of its own
            return ENVIRONMENTS[name](**given)
        return gymnasium.make(name, disable_env_checker=True, **given).unwrapped

    def attempt(folder: Path) -> None:
        env = make(**{key: value}) if do == "argument" else make()
        if do == "early":
            return random.choice(
                (
                    env.step,
                    lambda _: env.world.metrics(),
                    lambda _: env.world.save(),
                    lambda _: env.world.locate([3], [20], [3]),
                )
            )([0, 0] if many else 0)
        env.reset(seed=seed if do == "seed" else 1, options={option: bad} if do == "option" else None)
        env.step(([action] * 2 if many else action) if do == "action" else ([0, 0] if many else 0))

    empty = (isinstance(value, (list, dict, str)) and not value) or value is None
    fine = (
        (empty and key in ("horizon", "threads", "render_mode", "observe"))
        or (key in ("threads", "num_envs", "horizon") and value in (2**31, 2**63, 10**400))
        or (key == "fov" and value in (0.5, True))
        or (value is True and key in ("horizon", "num_envs", "threads"))
    )
    sure = do != "argument" or not fine
    if do == "action" and (action is True or (isinstance(action, np.ndarray) and many)):
        sure = False
    return Case(f"{name}{' x 2' if many else ''} {label}", attempt, sure)
