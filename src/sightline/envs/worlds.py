"""The base classes of environments: N worlds as a vector environment, and a batch of one as a single environment."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, TypedDict, Unpack

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from sightline.checks import checked_choice, checked_seed, checked_whole, shown
from sightline.corpus.records import ALL_SPLITS
from sightline.envs.drawn import CHARACTERS, LONGEST_INSTRUCTION, Drawn, Generated, ResetOptions
from sightline.errors import ArgumentError
from sightline.fields import Json
from sightline.geometry import Camera
from sightline.geometry.types import Array, Floats, Ints
from sightline.language import Vocabulary, tokenize
from sightline.show.terminal import show
from sightline.world import Kind, World, checked_actions

Observation = Json  # by name: arrays, and the instruction as text or tokens
Info = Json
EXTRAS = ("panorama", "depth", "segmentation")
OVER = 1  # Step.refused if the episode was over, in every world
MOST_ENVS = 65536  # in one vector environment
TOKENS = 64  # token ids of an instruction; the longest of the standard corpus has 34
FOLDER = Path(__file__).parent / "vocabularies"


class Words:
    """The vocabulary of an environment: 0 is padding after the end of an instruction, 1 stands for unknown tokens."""

    def __init__(self, world: str, file: str | os.PathLike[str] | None = None):
        if file is None and not (FOLDER / f"{world}.txt").exists():
            raise ArgumentError(
                f"There is no vocabulary for {world} in this package; give one as vocabulary=FILE, a token a line."
            )
        if not (file is None or isinstance(file, str | os.PathLike)):
            raise ArgumentError(f"vocabulary is a file with a token a line, got {shown(file)}.")
        self.tokens = ("", *_read(FOLDER / f"{world}.txt" if file is None else Path(file)).tokens)
        self._index = {token: number for number, token in enumerate(self.tokens)}

    def space(self) -> spaces.Box:
        return spaces.Box(0, len(self.tokens) - 1, (TOKENS,), np.int64)

    def ids(self, instruction: str) -> Ints:
        """(TOKENS,) the token ids of an instruction, cut or padded."""
        numbers = [self._index.get(token, 1) for token in tokenize(instruction)[:TOKENS]]
        return np.array(numbers + [0] * (TOKENS - len(numbers)), np.int64)


@lru_cache(maxsize=8)
def _read(file: Path) -> Vocabulary:
    return Vocabulary.read(file)


def observation_space(kind: Kind, camera: Camera, extras: Sequence[str] = (), words: Words | None = None) -> spaces.Dict:
    """The space of a world's observations: image, pose, instruction (text, or ids of `words`) and `extras`."""
    h, w = camera.height, camera.width
    low, high = kind.view.bounds
    parts: dict[str, spaces.Space[Any]] = {
        "image": spaces.Box(0, 255, (h, w, 3), np.uint8),
        "pose": spaces.Box(np.array([low, low, 0], np.float32), np.array([high, high, 360], np.float32), dtype=np.float32),
        "instruction": words.space()
        if words
        else spaces.Text(min_length=0, max_length=LONGEST_INSTRUCTION, charset=CHARACTERS),
    }
    shapes: dict[str, spaces.Space[Any]] = {
        "panorama": spaces.Box(0, 255, (h, 6 * w, 3), np.uint8),
        "depth": spaces.Box(0, np.inf, (h, w), np.float32),
        "segmentation": spaces.Box(*kind.segmentation, (h, w), np.int32),
    }
    return spaces.Dict(parts | {name: shapes[name] for name in extras})


def _read_extras(observe: object) -> tuple[str, ...]:
    """The observations besides image, pose and instruction."""
    names = (observe,) if isinstance(observe, str) else tuple(observe) if isinstance(observe, tuple | list) else (observe,)
    for name in names:
        if not isinstance(name, str) or name not in EXTRAS:
            raise ArgumentError(f"The environment can also observe {', '.join(EXTRAS)}; got {shown(name)}.")
    return tuple(dict.fromkeys(names))


class _Worlds:
    """N worlds with their observations and metrics; the single environment is a batch of one."""

    def __init__(
        self, kind: Kind, size: tuple[int, int] = (128, 128), fov: float = 60.0, horizon: int | None = None,
        observe: Sequence[str] = (), threads: int | None = None, corpus: str | os.PathLike[str] | None = None,
        split: str = "train", instruction: str = "text", vocabulary: str | os.PathLike[str] | None = None,
        houses: str = "bundled",
    ):  # fmt: skip
        if not isinstance(size, tuple | list) or len(size) != 2:
            raise ArgumentError(f"size is a pair (height, width) in pixels, got {shown(size)}.")
        self.camera = replace(kind.view.camera, width=size[1], height=size[0], fov=fov)
        self.kind, self.world = kind, kind.make(self.camera, horizon, threads)
        self.extras = _read_extras(observe)
        as_tokens = checked_choice(instruction, "instruction", ("text", "tokens")) == "tokens"
        if vocabulary is not None and not as_tokens:
            raise ArgumentError("A vocabulary needs instruction='tokens'; with texts there is none.")
        checked_choice(split, "split", ALL_SPLITS)
        self.words = Words(kind.name, vocabulary) if as_tokens else None
        generated = checked_choice(houses, "houses", ("bundled", "generated")) == "generated"
        if generated and (corpus is not None or kind.read_scene is None):
            raise ArgumentError("houses='generated' is for worlds with houses, and not for the episodes of a corpus.")
        scene = "generated" if generated else None
        self.source = Generated(kind, scene) if corpus is None else Drawn(kind, corpus, split)
        self.space = observation_space(kind, self.camera, self.extras, self.words)
        self.channels = ("rgb", *(c for c in self.extras if c != "panorama"))
        self.ids: Array = np.zeros((0, 0), np.int64)  # (N, TOKENS) of the instructions, if they are observed as tokens
        self.walked: Floats = np.zeros(0)  # (N,) distance since the start of the episodes

    def start(self, seeds: Sequence[int], options: ResetOptions, where: Sequence[int] | None = None) -> None:
        """Start the episodes of seeds in all worlds, or in those at `where`."""
        episodes = [self.source.episode(seed, options) for seed in seeds]
        self.world.reset(episodes, where)
        ids = np.zeros((len(seeds), TOKENS if self.words else 0), np.int64)
        if self.words:
            ids[:] = [self.words.ids(episode.instruction) for episode in episodes]
        if where is None:
            self.walked, self.ids = np.zeros(len(seeds)), ids
        else:
            self.walked[where], self.ids[where] = 0.0, ids

    def observations(self) -> Observation:
        pictures = self.world.observe(self.channels)
        observations = {
            "image": pictures.pop("rgb"),
            "pose": self.world.pose.astype(np.float32),
            "instruction": self.ids.copy() if self.words else tuple([e.instruction for e in self.world.episodes]),
        }
        if "panorama" in self.extras:
            observations["panorama"] = self.world.panorama()["rgb"]
        return observations | pictures

    def results(self, over: Array) -> dict[str, Array]:
        """(N,) each: success, spl and the metrics of the world; valid where an episode is over."""
        metrics = self.world.metrics()
        success = metrics.pop("completed") & self.world.stopped & over
        metrics.pop("stop_distance")
        spl = np.zeros(len(success))
        for n in np.flatnonzero(success).tolist():
            shortest, walked = self.kind.shortest(self.world.episodes[n]), self.walked.item(n)
            spl[n] = 1.0 if shortest >= walked else shortest / walked
        return {"success": success, "spl": spl, **metrics}


class Options(TypedDict, total=False):
    """The arguments of every environment except `render_mode`; the docstrings of the environments explain them."""

    size: tuple[int, int]
    fov: float
    horizon: int | None
    observe: Sequence[str]
    threads: int | None
    corpus: str | os.PathLike[str] | None
    split: str
    instruction: str
    vocabulary: str | os.PathLike[str] | None
    houses: str


class _Shared:
    """Properties that both classes add to Gymnasium's."""

    kind: ClassVar[Kind]
    _worlds: _Worlds

    @property
    def world(self) -> World:
        """The worlds behind the environment; a batch of one in a single environment."""
        return self._worlds.world

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """The tokens by id, if instructions are observed as tokens."""
        return self._worlds.words.tokens if self._worlds.words else ()


class WorldEnv(_Shared, gymnasium.Env[Observation, np.int64]):
    """One world as an environment."""

    metadata = {"render_modes": ["rgb_array", "human"], "render_fps": 8}

    def __init__(self, render_mode: str | None = None, **options: Unpack[Options]):
        checked_choice(render_mode, "render_mode", (None, *self.metadata["render_modes"]))
        self._worlds = _Worlds(self.kind, **options)
        self.observation_space = self._worlds.space
        self.action_space = spaces.Discrete(self.kind.action_count)
        self.render_mode = render_mode
        self._seen: Observation = {}

    def reset(self, *, seed: int | None = None, options: ResetOptions = None) -> tuple[Observation, Info]:
        if seed is not None:
            seed = checked_seed(seed)
        super().reset(seed=seed)
        self._worlds.start([int(self.np_random.integers(2**31)) if seed is None else seed], options)
        return self._observe(), self._info(np.zeros(1), np.zeros(1, np.uint8))

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, Info]:
        plain = isinstance(action, int | np.integer)
        chosen = np.array([action]) if plain else checked_actions(action if hasattr(action, "__len__") else [action], 1)
        earned = self.world.rewards_of(chosen)
        done = self.world.step(chosen)
        self._worlds.walked += done.moved
        stopped = bool(self.world.stopped[0])
        truncated = bool(self.world.over[0]) and not stopped
        reward = 0.0 if done.refused.item(0) == OVER else earned.item(0)
        return self._observe(), reward, stopped, truncated, self._info(done.collision, done.refused)

    def _observe(self) -> Observation:
        self._seen = {name: value[0] for name, value in self._worlds.observations().items()}
        if self.render_mode == "human":
            self.render()
        return self._seen

    def _info(self, collision: Array, refused: Array) -> Info:
        info = {
            "goal": self.world.goal[0].copy(), "distance": self.world.distances().item(0), "collision": collision.item(0),
            "refused": self.world.refusals[refused.item(0)], "success": False,
        }  # fmt: skip
        if self.world.over.item(0):
            info |= {name: values.item(0) for name, values in self._worlds.results(self.world.over).items()}
        return info

    def render(self) -> Array | None:
        if not self._seen:
            return None
        if self.render_mode == "rgb_array":
            return self._seen["image"].copy()
        if self.render_mode == "human":
            show(self._seen["image"], self.world.episodes[0].instruction)
        return None


class WorldVectorEnv(_Shared, VectorEnv[Observation, Array, Array]):
    """N worlds that step and draw in one call; the same episodes, observations and rewards as N single environments."""

    metadata = {
        "render_modes": ["rgb_array"],
        "render_fps": 8,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(self, num_envs: int = 1, render_mode: str | None = None, **options: Unpack[Options]):
        num_envs = checked_whole(num_envs, "num_envs", 1, MOST_ENVS)
        checked_choice(render_mode, "render_mode", (None, *self.metadata["render_modes"]))
        self._worlds = _Worlds(self.kind, **options)
        self.num_envs, self.render_mode = num_envs, render_mode
        self.single_observation_space = self._worlds.space
        self.single_action_space = spaces.Discrete(self.kind.action_count)
        try:
            self.observation_space = batch_space(self.single_observation_space, num_envs)
        except MemoryError:
            size = self._worlds.camera.height, self._worlds.camera.width
            raise ArgumentError(f"{num_envs} environments with pictures of {size} do not fit into memory.") from None
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._ended = np.zeros(num_envs, bool)
        self._generators: list[np.random.Generator] = [gymnasium.utils.seeding.np_random()[0] for _ in range(num_envs)]
        self._image: Array | None = None
        self._options: ResetOptions = None  # of the last reset; they also apply to automatic resets

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: ResetOptions = None
    ) -> tuple[Observation, Info]:
        """A whole-number seed s gives environment i the seed s + i, as Gymnasium's own vector environments do."""
        seeds: list[int | None]
        if seed is None:
            seeds = [None] * self.num_envs
        elif isinstance(seed, list | tuple) or (isinstance(seed, np.ndarray) and seed.ndim == 1):
            seeds = [None if s is None else checked_seed(s) for s in seed]
        else:
            first = checked_seed(seed)
            seeds = [checked_seed(first + i) for i in range(self.num_envs)]
        if len(seeds) != self.num_envs:
            raise ArgumentError(f"reset takes one seed per environment ({self.num_envs}), got {len(seeds)}.")
        self._worlds.start([self._next_seed(i, s) for i, s in enumerate(seeds)], options)
        self._options = options
        self._ended[:] = False
        return self._observe(), self._info(np.zeros(self.num_envs), np.zeros(self.num_envs, np.uint8))

    def _next_seed(self, i: int, seed: int | None) -> int:
        if seed is None:
            return int(self._generators[i].integers(2**31))
        self._generators[i] = gymnasium.utils.seeding.np_random(seed)[0]
        return seed

    def step(self, actions: Array) -> tuple[Observation, Array, Array, Array, Info]:
        ended = np.flatnonzero(self._ended).tolist()
        chosen = checked_actions(actions, self.num_envs)
        earned = self.world.rewards_of(chosen)
        done = self.world.step(chosen)
        self._worlds.walked += done.moved
        if len(ended):  # these ended one step ago: they are reset; the action is ignored and earns nothing
            earned[ended] = 0.0
            self._worlds.start([self._next_seed(i, None) for i in ended], self._options, ended)
            done.refused[ended] = 0
        self._ended = self.world.over.copy()
        return self._observe(), earned, done.stopped, self._ended & ~done.stopped, self._info(done.collision, done.refused)

    def _observe(self) -> Observation:
        observations = self._worlds.observations()
        self._image = observations["image"]
        return observations

    def _info(self, collision: Array, refused: Array) -> Info:
        info = {
            "goal": self.world.goal.copy(), "distance": self.world.distances(), "collision": collision,
            "refused": np.array(self.world.refusals, dtype=object)[refused], "success": np.zeros(self.num_envs, bool),
        }  # fmt: skip
        there = {f"_{name}": np.ones(self.num_envs, bool) for name in info}
        if self.world.over.any():
            results = self._worlds.results(self.world.over)
            info["success"] = results.pop("success")
            info |= results
            there |= {f"_{name}": self.world.over.copy() for name in results}
        return {**info, **there}

    def render(self) -> tuple[Array, ...] | None:
        return None if self._image is None else tuple(self._image)
