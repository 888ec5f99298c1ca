"""What every environment shares: N worlds as one vector environment, and the batch of one as a single environment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from sightline.errors import InputError
from sightline.geometry import Camera
from sightline.geometry.types import Array
from sightline.render.terminal import show
from sightline.world import Kind, World, checked_actions

EXTRAS = ("panorama", "depth", "segmentation")
OVER = 1  # refused, in every world: its episode was over
LONGEST = 2000  # characters in an instruction
CHARACTERS = "".join(map(chr, [*range(32, 127), *range(160, 0x250)])) + "–—‘’“”…"
KNOWN = frozenset(CHARACTERS)


def episode_of(kind: Kind, seed: int, options: dict[str, Any] | None) -> Any:
    """The episode of a seed, with whatever the reset options fix."""
    if options is not None and not isinstance(options, dict):
        raise InputError(f"Reset options are a dict, got {type(options).__name__}.")
    given = dict(options or {})
    unknown = sorted(given.keys() - {"scene", "start", "goal", "instruction"}, key=str)
    if unknown:
        raise InputError(f"Unknown reset options {unknown}; known are scene, start, goal and instruction.")
    start, goal = _numbers(given, "start", 3), _numbers(given, "goal", 2)
    return kind.generate(seed, given.get("scene"), start, goal, _instruction(given.get("instruction")))


def _numbers(options: dict[str, Any], key: str, size: int) -> tuple[float, ...] | None:
    """Some numbers of reset options; None where they are not given."""
    if key not in options:
        return None
    try:
        value = tuple(float(v) for v in options[key])
    except (TypeError, ValueError):
        value = ()
    if len(value) != size:
        raise InputError(f"options[{key!r}] must be {size} numbers, got {options[key]!r}.")
    return value


def _instruction(text: Any) -> str | None:
    """The instruction of reset options."""
    if text is None:
        return None
    if not isinstance(text, str) or len(text) > LONGEST:
        raise InputError(f"options['instruction'] must be a text of at most {LONGEST} characters.")
    if strange := sorted(set(text) - KNOWN):
        raise InputError(f"options['instruction'] has characters that the observation space lacks: {''.join(strange)!r}.")
    return text


def _observation_space(kind: Kind, camera: Camera, extras: Sequence[str]) -> spaces.Dict:
    h, w = camera.height, camera.width
    low, high = kind.view.bounds
    parts: dict[str, spaces.Space[Any]] = {
        "image": spaces.Box(0, 255, (h, w, 3), np.uint8),
        "pose": spaces.Box(np.array([low, low, 0], np.float32), np.array([high, high, 360], np.float32), dtype=np.float32),
        "instruction": spaces.Text(min_length=0, max_length=LONGEST, charset=CHARACTERS),
    }
    shapes: dict[str, spaces.Space[Any]] = {
        "panorama": spaces.Box(0, 255, (h, 6 * w, 3), np.uint8),
        "depth": spaces.Box(0, np.inf, (h, w), np.float32),
        "segmentation": spaces.Box(*kind.segmentation, (h, w), np.int32),
    }
    for name in extras:
        if name not in shapes:
            raise InputError(f"The environment can also observe {', '.join(EXTRAS)}; got {name!r}.")
        parts[name] = shapes[name]
    return spaces.Dict(parts)


class _Worlds:
    """N worlds and what they show; the single environment is the batch of one."""

    def __init__(
        self, kind: Kind, size: tuple[int, int], fov: float, horizon: int | None, observe: Sequence[str],
        threads: int | None,
    ):  # fmt: skip
        if not isinstance(size, tuple | list) or len(size) != 2:
            raise InputError(f"size is a pair (height, width) in pixels, got {size!r}.")
        self.camera = replace(kind.view.camera, width=size[1], height=size[0], fov=fov)
        self.world = kind.make(self.camera, horizon, threads)
        self.extras = (observe,) if isinstance(observe, str) else tuple(observe)
        self.space = _observation_space(kind, self.camera, self.extras)
        self.channels = ("rgb", *(c for c in self.extras if c != "panorama"))

    def observations(self) -> dict[str, Any]:
        seen = self.world.observe(self.channels)
        observations = {
            "image": seen.pop("rgb"),
            "pose": self.world.pose.astype(np.float32),
            "instruction": tuple([e.instruction for e in self.world.episodes]),
        }
        if "panorama" in self.extras:
            observations["panorama"] = self.world.panorama()["rgb"]
        return observations | seen


class WorldEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """One world."""

    kind: ClassVar[Kind]
    metadata = {"render_modes": ["rgb_array", "human"], "render_fps": 8}

    def __init__(
        self, render_mode: str | None = None, size: tuple[int, int] = (128, 128), fov: float = 60.0,
        horizon: int | None = None, observe: Sequence[str] = (), threads: int | None = None,
    ):  # fmt: skip
        self._worlds = _Worlds(self.kind, size, fov, horizon, observe, threads)
        self.observation_space = self._worlds.space
        self.action_space = spaces.Discrete(self.kind.action_count)
        self.render_mode = render_mode
        self._seen: dict[str, Any] = {}

    @property
    def world(self) -> World:
        """The world behind the environment, a batch of one."""
        return self._worlds.world

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        chosen = int(self.np_random.integers(2**31)) if seed is None else seed
        self.world.reset([episode_of(self.kind, chosen, options)])
        return self._observe(), self._info(np.zeros(1), np.zeros(1, np.uint8))

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        plain = isinstance(action, int | np.integer)
        chosen = np.array([action]) if plain else checked_actions([action] if np.ndim(action) == 0 else action, 1)
        earned = self.world.rewards_of(chosen)
        done = self.world.step(chosen)
        stopped = bool(self.world.stopped[0])
        truncated = bool(self.world.over[0]) and not stopped
        reward = 0.0 if done.refused.item(0) == OVER else earned.item(0)
        return self._observe(), reward, stopped, truncated, self._info(done.collision, done.refused)

    def _observe(self) -> dict[str, Any]:
        self._seen = {name: value[0] for name, value in self._worlds.observations().items()}
        if self.render_mode == "human":
            self.render()
        return self._seen

    def _info(self, collision: Array, refused: Array) -> dict[str, Any]:
        return {
            "goal": self.world.goal[0].copy(), "distance": self.world.distances().item(0), "collision": collision.item(0),
            "refused": self.world.refusals[refused.item(0)],
        }  # fmt: skip

    def render(self) -> Any:
        if not self._seen:
            return None
        if self.render_mode == "rgb_array":
            return self._seen["image"].copy()
        if self.render_mode == "human":
            show(self._seen["image"], self._seen["instruction"])
        return None


class WorldVectorEnv(VectorEnv[dict[str, Any], Array, Array]):
    """N worlds that step and draw in one call; the same episodes, observations and rewards as N single environments."""

    kind: ClassVar[Kind]
    metadata = {
        "render_modes": ["rgb_array"],
        "render_fps": 8,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self, num_envs: int = 1, render_mode: str | None = None, size: tuple[int, int] = (128, 128), fov: float = 60.0,
        horizon: int | None = None, observe: Sequence[str] = (), threads: int | None = None,
    ):  # fmt: skip
        if not isinstance(num_envs, int) or num_envs < 1:
            raise InputError(f"num_envs is a whole number from 1 on, got {num_envs!r}.")
        self._worlds = _Worlds(self.kind, size, fov, horizon, observe, threads)
        self.num_envs, self.render_mode = num_envs, render_mode
        self.single_observation_space = self._worlds.space
        self.single_action_space = spaces.Discrete(self.kind.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._ended = np.zeros(num_envs, bool)
        self._generators: list[np.random.Generator] = [gymnasium.utils.seeding.np_random()[0] for _ in range(num_envs)]
        self._image: Array | None = None
        self._options: dict[str, Any] | None = None  # of the last reset; they hold for the episodes that follow

    @property
    def world(self) -> World:
        """The worlds behind the environment."""
        return self._worlds.world

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A whole-number seed s gives environment i the seed s + i, as Gymnasium's own vector environments do."""
        seeds = [None] * self.num_envs if seed is None else seed
        seeds = [int(seeds) + i for i in range(self.num_envs)] if isinstance(seeds, int | np.integer) else list(seeds)
        if len(seeds) != self.num_envs:
            raise InputError(f"reset takes one seed per environment ({self.num_envs}), got {len(seeds)}.")
        self.world.reset([episode_of(self.kind, self._next_seed(i, s), options) for i, s in enumerate(seeds)])
        self._options = options
        self._ended[:] = False
        return self._observe(), self._info(np.zeros(self.num_envs), np.zeros(self.num_envs, np.uint8))

    def _next_seed(self, i: int, seed: int | None) -> int:
        if seed is None:
            return int(self._generators[i].integers(2**31))
        self._generators[i] = gymnasium.utils.seeding.np_random(seed)[0]
        return seed

    def step(self, actions: Array) -> tuple[dict[str, Any], Array, Array, Array, dict[str, Any]]:
        ended = np.flatnonzero(self._ended).tolist()
        chosen = checked_actions(actions, self.num_envs)
        earned = self.world.rewards_of(chosen)
        done = self.world.step(chosen)
        if len(ended):  # these ended one step ago: their action is refused and earns nothing, they begin anew
            earned[ended] = 0.0
            self.world.reset([episode_of(self.kind, self._next_seed(i, None), self._options) for i in ended], where=ended)
            done.refused[ended] = 0
        self._ended = self.world.over.copy()
        return self._observe(), earned, done.stopped, self._ended & ~done.stopped, self._info(done.collision, done.refused)

    def _observe(self) -> dict[str, Any]:
        seen = self._worlds.observations()
        self._image = seen["image"]
        return seen

    def _info(self, collision: Array, refused: Array) -> dict[str, Any]:
        info = {
            "goal": self.world.goal.copy(), "distance": self.world.distances(), "collision": collision,
            "refused": np.array(self.world.refusals, dtype=object)[refused],
        }  # fmt: skip
        return {**info, **{f"_{name}": np.ones(self.num_envs, bool) for name in info}}

    def render(self) -> tuple[Array, ...] | None:
        return None if self._image is None else tuple(self._image)
