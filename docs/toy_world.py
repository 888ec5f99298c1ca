"""A toy world outside the package: coloured pillars on a plain, and "go to the red pillar". See docs/add-a-world.md.

cd docs && sightline corpus generate --world toy_world:KIND --paragraphs 200 --out toys
sightline train goal --world toy_world:KIND --corpus toys --epochs 5 --out toy/goal
sightline evaluate --world toy_world:KIND --corpus toys --checkpoint toy/goal --table goals
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from sightline.corpus.kind import CorpusKind, Standard
from sightline.corpus.records import Paragraph, Segment
from sightline.fields import ListOf, Number, Object, OneOf, Text
from sightline.geometry import Camera, View, bearing, direction, distance
from sightline.language import tokenize
from sightline.render import Library, Scenes, behind, panorama, render, views
from sightline.render.primitives import box
from sightline.world import Goal, Kind, Located, Metric, Step, check_started, checked_actions, checked_cells

SIDE, STRIDE, TURN, NEAR, HORIZON = 20.0, 1.0, 30.0, 2.0, 40
COLOURS = {"red": "#c03028", "blue": "#3050c0", "green": "#30a040", "yellow": "#e0c030", "white": "#f0f0f0"}
MODELS = Library({name: [box(colour, (0, 0, 0), (1, 3, 1))] for name, colour in COLOURS.items()})
ACTIONS = ("forward", "turn_right", "turn_left", "stop")
CHANGES = ("pose", "horizon", "taken", "over", "stopped")


# The world: its scenes, and what actions do.


@dataclass(frozen=True)
class Scene:
    pillars: tuple[tuple[str, float, float], ...]  # colour, x, z


@dataclass(frozen=True)
class Episode:
    scene: Scene
    start: tuple[float, float, float]  # x, z, heading
    goal: tuple[float, float]
    instruction: str = ""
    seed: int = 0


class ToyWorld:
    """N plains side by side."""

    actions = ACTIONS
    refusals = ("", "the episode is over")

    def __init__(self, camera: Camera | None, horizon: int | None, threads: int | None, device: str, near: float | None):
        self.camera, self.threads, self.device = camera or Camera(), threads, device
        self._horizon, self._near = horizon or HORIZON, near or NEAR
        self.episodes: list[Episode] = []

    def __len__(self) -> int:
        return len(self.episodes)

    def reset(self, episodes: Sequence[Episode], where: Sequence[int] | None = None) -> None:
        if where is not None:
            changed = list(self.episodes)
            for n, episode in zip(where, episodes, strict=True):
                changed[n] = episode
            before = self.save()
            self.reset(changed)
            others = np.setdiff1d(np.arange(len(self)), where)
            for name in CHANGES:
                getattr(self, name)[others] = before[name][others]
            return
        self.episodes = list(episodes)
        count = len(self.episodes)
        self.pose, self.goal = np.array([e.start for e in episodes]), np.array([e.goal for e in episodes])
        self.horizon, self.taken = np.full(count, self._horizon), np.zeros(count, np.int64)
        self.over, self.stopped = np.zeros(count, bool), np.zeros(count, bool)
        self._scenes = Scenes(MODELS, count, max(len(e.scene.pillars) for e in episodes))
        for n, episode in enumerate(episodes):
            models = np.array([MODELS.index[colour] for colour, _, _ in episode.scene.pillars])
            places = np.array([(x, 0, z, 0) for _, x, z in episode.scene.pillars])
            self._scenes.put(n, models, places, models + 1)

    def proceed(self, episodes: Sequence[Episode]) -> None:
        starts = [(float(x), float(z), float(heading)) for x, z, heading in self.pose]
        self.reset([replace(e, start=start) for e, start in zip(episodes, starts, strict=True)])

    def step(self, actions: Any) -> Step:
        check_started(self.episodes)
        chosen, going = checked_actions(actions, len(self)), ~self.over
        before = self.pose.copy()
        forward, stopped = going & (chosen == 0), going & (chosen == 3)
        self.pose[forward, :2] += STRIDE * direction(self.pose[forward, 2])
        self.pose[:, :2] = np.clip(self.pose[:, :2], 0, SIDE)
        self.pose[:, 2] += TURN * (going & (chosen == 1)) - TURN * (going & (chosen == 2))
        self.pose[:, 2] %= 360
        self.taken += going & ~stopped
        self.stopped |= stopped
        self.over |= stopped | (self.taken >= self.horizon)
        moved = distance(before, self.pose[:, :2])
        return Step(moved, np.where(forward, STRIDE - moved, 0), stopped, (~going).astype(np.uint8))

    def rewards(self) -> np.ndarray:
        """Coming closer and turning to the goal are rewarded; stopping gives 1 near the goal and -1 elsewhere."""
        here = distance(self.pose, self.goal)
        ahead = self.pose.copy()
        ahead[:, :2] = np.clip(ahead[:, :2] + STRIDE * direction(ahead[:, 2]), 0, SIDE)
        turn = bearing(self.pose, self.goal)
        turning = [(np.abs(turn) - np.abs((turn - way + 180) % 360 - 180)) / TURN for way in (TURN, -TURN)]
        stop = np.where(here < self._near, 1.0, -1.0)
        return np.stack([here - distance(ahead, self.goal), 0.5 * turning[0], 0.5 * turning[1], stop], axis=1)

    def rewards_of(self, actions: Any) -> np.ndarray:
        return self.rewards()[np.arange(len(self)), np.clip(actions, 0, 3)]

    def observe(self, channels: Sequence[str] = ("rgb",)) -> dict[str, Any]:
        drawn = render(self._scenes, views(self.pose, self.camera), self.camera, channels, self.threads, self.device)
        return {name: picture[:, :, 0] for name, picture in drawn.items()}

    def panorama(self, channels: Sequence[str] = ("rgb",), where: Any = None) -> dict[str, Any]:
        some = np.arange(len(self)) if where is None else np.asarray(where)
        return panorama(self._scenes.take(some), self.pose[some], self.camera, channels, self.threads, self.device)

    def locate(self, view: Any, row: Any, column: Any) -> Located:
        turn, rows, columns = checked_cells(view, row, column, len(self))
        return Located(*behind(self._scenes, self.pose + turn[:, None] * (0, 0, 1), self.camera, rows, columns))

    def distances(self, places: Any = None) -> np.ndarray:
        return distance(self.pose if places is None else places, self.goal)

    def metrics(self) -> dict[str, np.ndarray]:
        return {"stop_distance": self.distances(), "completed": self.distances() < NEAR}

    def save(self, where: Sequence[int] | None = None) -> dict[str, Any]:
        some = range(len(self)) if where is None else where
        return {"episodes": [self.episodes[n] for n in some], **{k: getattr(self, k)[list(some)] for k in CHANGES}}

    def restore(self, state: dict[str, Any]) -> None:
        self.reset(state["episodes"])
        for name in CHANGES:
            getattr(self, name)[:] = state[name]


def make(
    camera: Camera | None = None, horizon: int | None = None, threads: int | None = None, device: str = "cpu",
    near: float | None = None,
) -> ToyWorld:  # fmt: skip
    return ToyWorld(camera, horizon, threads, device, near)


# Episodes, and how records write them.


def random_scene(rng: np.random.Generator) -> Scene:
    names = rng.permutation(list(COLOURS))[:4].tolist()
    quarters = ((5.0, 5.0), (15.0, 5.0), (5.0, 15.0), (15.0, 15.0))  # one pillar in each
    return Scene(
        tuple(
            (name, *np.round(at + rng.uniform(-2.5, 2.5, 2), 2).tolist()) for name, at in zip(names, quarters, strict=True)
        )
    )


def generate(seed: int, scene: Any = None, start: Any = None, goal: Any = None, instruction: str | None = None) -> Episode:
    rng = np.random.default_rng(seed)
    scene = scene or random_scene(rng)
    colour, x, z = scene.pillars[rng.integers(len(scene.pillars))]
    start = start or (10.0, 10.0, float(rng.integers(360)))
    return Episode(scene, start, goal or (x, z), instruction or f"go to the {colour} pillar .", seed)


def episode(scene: Scene, start: Any, goals: Sequence[Goal], end: Any, instruction: str, seed: int, *before: Any) -> Episode:
    return Episode(scene, start, end, instruction, seed)


def read_scene(data: dict[str, Any]) -> Scene:
    return Scene(tuple((p["colour"], p["x"], p["z"]) for p in data["pillars"]))


def write_scene(scene: Scene) -> dict[str, Any]:
    return {"pillars": [{"colour": colour, "x": x, "z": z} for colour, x, z in scene.pillars]}


PILLAR = Object("a pillar", {"colour": OneOf(tuple(COLOURS), "a colour"), "x": Number(0, SIDE), "z": Number(0, SIDE)})
KIND = Kind(
    name="toy_world:KIND", title="Toy", unit="units", view=View(Camera(), (0.0, SIDE)), horizon=HORIZON, near=NEAR,
    metrics=(Metric("SD", "stop_distance", lower_is_better=True), Metric("TC", "completed", 1, percent=True)),
    action_count=4, segmentation=(-6, len(COLOURS)), make=make, generate=generate,
    anywhere=lambda count, seed: [generate(seed + k) for k in range(count)],
    scene_to_json=write_scene, scene_from_json=read_scene, scene_fields=Object("a scene", {"pillars": ListOf(PILLAR)}),
    spell_actions=lambda actions: "".join("FRL"[a] for a in actions if a < 3),
    read_actions=lambda letters: ["FRL".index(letter) for letter in letters],
    actions_field=Text("[FRL]*", "letters F, R and L"), episode=episode, corpus="toy_world:CORPUS",
)  # fmt: skip


# The corpus: paragraphs of instructions with demonstrations.


def paragraph(seed: int, name: str, split: str) -> Paragraph:
    """Two instructions, one after the other, each to another pillar."""
    rng = np.random.default_rng([seed, 1])
    first = generate(seed)
    pillars = [first.scene.pillars[k] for k in rng.permutation(len(first.scene.pillars))[:2]]
    segments, world = [], make()
    world.reset([first])
    for colour, x, z in pillars:
        words = rng.choice(["go to", "walk to", "head for"] if split == "train" else ["go to", "make for"])
        text = f"{words} the {colour} pillar ."
        at = tuple(world.pose[0].round(3).tolist())
        world.proceed([replace(first, goal=(x, z), instruction=text)])
        actions: list[int] = []
        while not actions or actions[-1] != 3:
            actions.append(int(world.rewards()[0].argmax()))
            world.step(actions[-1:])
        end = tuple(world.pose[0, :2].round(3).tolist())
        segments.append(Segment(text, tokenize(text), at, end, KIND.spell_actions(actions), intended=(x, z)))
    return Paragraph(name, first.scene, segments, world=KIND.name, seed=seed)


def check(paragraph: Paragraph) -> list[str]:
    """Errors of a paragraph: an instruction must end at the pillar that it names."""
    places = {colour: (x, z) for colour, x, z in paragraph.scene.pillars}
    wrong = [s for s in paragraph.segments if float(distance(s.end, places[s.tokens[-3]])) >= NEAR]
    return [f"'{s.instruction}' ends elsewhere." for s in wrong]


CORPUS = CorpusKind(
    name=KIND.name, generate=paragraph, check=check, standard=Standard(seed=0, paragraphs=100, sha256=""),
    sources=("toy_world",), card="# Toy instructions\n\n{paragraphs} generated paragraphs, seed {seed}.\n",
)  # fmt: skip
