"""LANI for Gymnasium: one field, or N fields in one call."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from sightline.errors import InputError
from sightline.geometry import Camera
from sightline.geometry.types import Array
from sightline.lani import ACTIONS, HORIZON, Episode, LaniWorld, Scene, episode_in, generate_episode, read_scene
from sightline.lani.episode import plain_instruction
from sightline.lani.files import parse_scene
from sightline.render import FIELD
from sightline.render.terminal import show

EXTRAS = ("panorama", "depth", "segmentation")
LONGEST = 2000  # characters in an instruction
CHARACTERS = "".join(map(chr, [*range(32, 127), *range(160, 0x250)])) + "–—‘’“”…"


def _observation_space(camera: Camera, extras: Sequence[str]) -> spaces.Dict:
    h, w = camera.height, camera.width
    parts: dict[str, spaces.Space[Any]] = {
        "image": spaces.Box(0, 255, (h, w, 3), np.uint8),
        "pose": spaces.Box(np.zeros(3, np.float32), np.array([FIELD, FIELD, 360], np.float32), dtype=np.float32),
        "instruction": spaces.Text(min_length=0, max_length=LONGEST, charset=CHARACTERS),
    }
    shapes: dict[str, spaces.Space[Any]] = {
        "panorama": spaces.Box(0, 255, (h, 6 * w, 3), np.uint8),
        "depth": spaces.Box(0, np.inf, (h, w), np.float32),
        "segmentation": spaces.Box(-6, 63, (h, w), np.int32),
    }
    for name in extras:
        if name not in shapes:
            raise InputError(f"The environment can also observe {', '.join(EXTRAS)}; got {name!r}.")
        parts[name] = shapes[name]
    return spaces.Dict(parts)


def _episode(seed: int, options: dict[str, Any] | None) -> Episode:
    """The episode of a seed, with whatever the options fix."""
    if options is not None and not isinstance(options, dict):
        raise InputError(f"Reset options are a dict, got {type(options).__name__}.")
    options = dict(options or {})
    scene = options.pop("scene", None)
    if scene is not None:
        if isinstance(scene, dict):
            scene = parse_scene(scene, "options['scene']")
        elif isinstance(scene, str | os.PathLike):
            scene = read_scene(scene)
        elif not isinstance(scene, Scene):
            raise InputError("options['scene'] is a Scene, the path of a scene config, or its decoded JSON.")
        episode = episode_in(scene, np.random.default_rng([seed, 1]), seed)
    else:
        episode = generate_episode(seed)
    changed = "start" in options or "goal" in options
    for key, size in (("start", 3), ("goal", 2)):
        if key in options:
            given = options.pop(key)
            try:
                value = tuple(float(v) for v in given)
            except (TypeError, ValueError):
                value = ()
            if len(value) != size:
                raise InputError(f"options[{key!r}] must be {size} numbers, got {given!r}.")
            episode = replace(episode, **{key: value})  # type: ignore[arg-type]
    told = options.pop("instruction", None)
    if options:
        raise InputError(f"Unknown reset options {sorted(options)}; known are scene, start, goal and instruction.")
    if told is not None and (not isinstance(told, str) or len(told) > LONGEST):
        raise InputError(f"options['instruction'] must be a text of at most {LONGEST} characters.")
    if told is None and changed:
        told = plain_instruction(episode.scene, episode.start, episode.goal)
    return episode if told is None else replace(episode, instruction=told)


class _Fields:
    """N fields and what they show; the single environment is the batch of one."""

    def __init__(self, size: tuple[int, int], fov: float, horizon: int, observe: Sequence[str], threads: int | None):
        if not isinstance(size, tuple | list) or len(size) != 2:
            raise InputError(f"size is a pair (height, width) in pixels, got {size!r}.")
        self.camera = Camera(width=size[1], height=size[0], fov=fov)
        self.world = LaniWorld(self.camera, horizon=horizon, threads=threads)
        self.extras = (observe,) if isinstance(observe, str) else tuple(observe)
        self.space = _observation_space(self.camera, self.extras)
        self.channels = ("rgb", *(c for c in self.extras if c != "panorama"))

    def observations(self) -> dict[str, Any]:
        seen = self.world.observe(self.channels)
        found = {
            "image": seen.pop("rgb"),
            "pose": self.world.pose.astype(np.float32),
            "instruction": tuple([e.instruction for e in self.world.episodes]),
        }
        if "panorama" in self.extras:
            found["panorama"] = self.world.panorama()["rgb"]
        return found | seen


class LaniEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """Follow an instruction on a fenced field of landmarks (LANI, Misra et al., EMNLP 2018).

    ## Description
    The agent stands on a grass field of 50 x 50 units with 6 to 13 of 63 landmarks, a few lakes, and a fence that is blue
    in the north, red in the east, yellow in the south and white in the west. An instruction tells where to go. The episode
    is a success when the agent stops closer than 5 units to the goal.

    ## Action space
    `Discrete(4)`: 0 forward (1.5 units), 1 turn right (15 degrees), 2 turn left (15 degrees), 3 stop. The agent slides
    along landmarks and is held by the fence; lakes do not block.

    ## Observation space
    A `Dict`: `image` (128, 128, 3) uint8, the first-person view, 60 degrees wide, from 2.5 units above the ground; `pose`
    (3,) float32: x (east), z (north), heading (degrees, 0 = north, clockwise); `instruction`, text. On request
    (`observe=("panorama", "depth", "segmentation")`): `panorama` (128, 768, 3) uint8, six views from 180 degrees to the
    left onwards, forward in the fourth; `depth` (128, 128) float32 along the camera's axis, infinite in the sky;
    `segmentation` (128, 128) int32: 1..63 landmarks by name, 0 sky, -1 grass, -2 water, -3..-6 fence north, east, south,
    west.

    ## Rewards
    -0.005 per action, +1 or -1 for stopping within 5 units of the goal or elsewhere, down to -1 for a collision, plus a
    potential that pays for turning to the goal and for coming closer (formula and scales: `sightline.lani.reward`).

    ## Starting state
    `reset(seed=s)` makes scene, start, goal and a plain instruction from `s` alone. `reset(options={"scene": ..., "start":
    (x, z, heading), "goal": (x, z), "instruction": "..."})` fixes any of them; a scene is a `Scene`, the path of an
    original scene config, or its decoded JSON.

    ## Episode end
    Terminated by stop; truncated after `horizon` (40) other actions. After that actions are refused (`info["refused"]`).

    ## Information
    `goal` (2,), `distance` to it, `collision` (units of the step lost), `refused` (why an action was not taken, or "").

    ## Arguments
    `size=(128, 128)`, `fov=60`, `horizon=40`, `observe=()`, `render_mode=None | "rgb_array" | "human"` (in the terminal),
    `threads=None` (for pictures; all cores).

    ## Vector environment
    `gymnasium.make_vec("sightline/Lani-v0", num_envs=N, vectorization_mode="vector_entry_point")` steps and draws N fields
    in one call with the same results as N single environments; `autoreset_mode` is NEXT_STEP. (Gymnasium's own
    `vectorization_mode="async"` loses texts in shared memory; there, pass `vector_kwargs={"shared_memory": False}`.)

    ## Version history
    v0: first release.
    """

    metadata = {"render_modes": ["rgb_array", "human"], "render_fps": 8}

    def __init__(
        self, render_mode: str | None = None, size: tuple[int, int] = (128, 128), fov: float = 60.0,
        horizon: int = HORIZON, observe: Sequence[str] = (), threads: int | None = None,
    ):  # fmt: skip
        self._fields = _Fields(size, fov, horizon, observe, threads)
        self.observation_space = self._fields.space
        self.action_space = spaces.Discrete(len(ACTIONS))
        self.render_mode = render_mode
        self._seen: dict[str, Any] = {}

    @property
    def world(self) -> LaniWorld:
        """The world behind the environment, a batch of one."""
        return self._fields.world

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        chosen = int(self.np_random.integers(2**31)) if seed is None else seed
        self.world.reset([_episode(chosen, options)])
        return self._observe(), self._info(0.0, "")

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        rewards = self.world.rewards()
        done = self.world.step(np.asarray(action).reshape(1))
        refused, stopped = self.world.refusals[done.refused[0]], bool(self.world.stopped[0])
        earned = 0.0 if refused else rewards.item(int(action))
        truncated = bool(self.world.over[0]) and not stopped
        return self._observe(), earned, stopped, truncated, self._info(float(done.collision[0]), refused)

    def _observe(self) -> dict[str, Any]:
        self._seen = {name: value[0] for name, value in self._fields.observations().items()}
        if self.render_mode == "human":
            self.render()
        return self._seen

    def _info(self, collision: float, refused: str) -> dict[str, Any]:
        goal = self.world.goal[0].copy()
        left = math.dist(goal, self.world.pose[0, :2])
        return {"goal": goal, "distance": left, "collision": collision, "refused": refused}

    def render(self) -> Any:
        if self.render_mode == "rgb_array":
            return self._seen["image"].copy()
        if self.render_mode == "human":
            show(self._seen["image"], self._seen["instruction"])
        return None


class LaniVectorEnv(VectorEnv[dict[str, Any], Array, Array]):
    """N LANI fields that step and draw in one call; the same episodes, observations and rewards as N LaniEnvs."""

    metadata = {
        "render_modes": ["rgb_array"],
        "render_fps": 8,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self, num_envs: int = 1, render_mode: str | None = None, size: tuple[int, int] = (128, 128), fov: float = 60.0,
        horizon: int = HORIZON, observe: Sequence[str] = (), threads: int | None = None,
    ):  # fmt: skip
        if not isinstance(num_envs, int) or num_envs < 1:
            raise InputError(f"num_envs is a whole number from 1 on, got {num_envs!r}.")
        self._fields = _Fields(size, fov, horizon, observe, threads)
        self.num_envs, self.render_mode = num_envs, render_mode
        self.single_observation_space = self._fields.space
        self.single_action_space = spaces.Discrete(len(ACTIONS))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._ended = np.zeros(num_envs, bool)
        self._generators: list[np.random.Generator] = [gymnasium.utils.seeding.np_random()[0] for _ in range(num_envs)]
        self._image: Array | None = None

    @property
    def world(self) -> LaniWorld:
        return self._fields.world

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A whole-number seed s gives environment i the seed s + i, as Gymnasium's own vector environments do."""
        seeds = [None] * self.num_envs if seed is None else seed
        seeds = [seeds + i for i in range(self.num_envs)] if isinstance(seeds, int) else list(seeds)
        if len(seeds) != self.num_envs:
            raise InputError(f"reset takes one seed per environment ({self.num_envs}), got {len(seeds)}.")
        self.world.reset([_episode(self._next_seed(i, s), options) for i, s in enumerate(seeds)])
        self._ended[:] = False
        return self._observe(), self._info(np.zeros(self.num_envs), np.zeros(self.num_envs, np.uint8))

    def _next_seed(self, i: int, seed: int | None) -> int:
        if seed is None:
            return int(self._generators[i].integers(2**31))
        self._generators[i] = gymnasium.utils.seeding.np_random(seed)[0]
        return seed

    def step(self, actions: Array) -> tuple[dict[str, Any], Array, Array, Array, dict[str, Any]]:
        ended = np.flatnonzero(self._ended).tolist()
        rewards = self.world.rewards()
        done = self.world.step(actions)
        earned = np.where(done.refused, 0.0, rewards[np.arange(self.num_envs), actions])  # refused actions earn nothing
        if len(ended):  # these ended one step ago: their action is refused, they begin anew
            self.world.reset([_episode(self._next_seed(i, None), None) for i in ended], where=ended)
            done.refused[ended] = 0
        self._ended = self.world.over.copy()
        return self._observe(), earned, done.stopped, self._ended & ~done.stopped, self._info(done.collision, done.refused)

    def _observe(self) -> dict[str, Any]:
        seen = self._fields.observations()
        self._image = seen["image"]
        return seen

    def _info(self, collision: Array, refused: Array) -> dict[str, Any]:
        found = {
            "goal": self.world.goal.copy(),
            "distance": self.world.metrics()["stop_distance"],
            "collision": collision,
            "refused": np.array(self.world.refusals, dtype=object)[refused],
        }
        return {**found, **{f"_{name}": np.ones(self.num_envs, bool) for name in found}}

    def render(self) -> tuple[Array, ...] | None:
        return None if self._image is None else tuple(self._image)
