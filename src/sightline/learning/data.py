"""Data for learning: instructions as tokens, starts, goals, and the panorama at each start.

If instructions have several goals in turn, an example is either a goal or a whole instruction, depending on the learner.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from sightline.agent.aim import Aim
from sightline.agent.look import CHUNK, Look, make_worlds
from sightline.agent.seers import points_of
from sightline.corpus.examples import Example
from sightline.corpus.records import Paragraph
from sightline.corpus.stages import Stage, rows_of
from sightline.errors import InputError
from sightline.geometry.types import Bools, Floats, Ints
from sightline.geometry.view import on_ground
from sightline.learning.chunk import NOTHING, WAY, goal_classes, way_classes
from sightline.models.done import DONE
from sightline.models.goal_map import HERE, VIEWS
from sightline.models.pretrained import TokenEncoder
from sightline.models.text import padded
from sightline.world import Kind, SavedState, World

TUNING = 0.05  # share of the training paragraphs, the last ones
ENOUGH = 100  # tuning paragraphs; a small corpus gives up to a tenth, because fewer would be too noisy


@dataclass
class Batch:
    """The input of one update, on the device."""

    pictures: Tensor  # (B, 128, 768, 3) uint8
    words: Tensor  # (B, L, ...)
    lengths: Tensor  # (B,)
    classes: Tensor  # (B,)
    ways: Tensor  # (B, 4) the classes of waypoints; -1 for none
    origins: Tensor  # (B, 4) the pose where the instruction was given, relative to the agent's
    next: Tensor  # (B,) type of the next goal: navigation, interaction, none
    points: Tensor  # (B,) the cells that show points of interactions, or out of sight; NOTHING for none
    done: Tensor  # (B, 6, 4) the goals that are already done
    things: Tensor | None = None  # (B, 32, 192) the object that each cell shows, as classes of the kind
    named: Tensor | None = None  # (B, 32, 192) whether the instruction names it: 1 or 0; -1 if unknown
    items: Tensor | None = None  # (B, 32, 192) the item that each cell shows (learning.labels), and so on
    shares: Tensor | None = None  # (B, 32, 192) the weight of each cell among those of its item
    wanted: Tensor | None = None  # (B,) the kind of item to reach for
    reach: Tensor | None = None  # (B, 32 * 192 + 1) the cells that show what to reach for
    sight: Tensor | None = None  # (B,) whether the next target is in view
    inside: Tensor | None = None  # (B, 32 * 192) the cells that show a picture of somebody's own; then `classes` are cells

    def __len__(self) -> int:
        return len(self.classes)

    @property
    def reaching(self) -> Tensor:
        """(B,) whether the next goal is an interaction, which any cell may show."""
        return self.next == 1

    def tensors(self) -> list[Tensor]:
        """All tensors that are present."""
        columns = [getattr(self, field.name) for field in fields(self)]
        return [tensor for tensor in columns if tensor is not None]

    def to(self, device: torch.device) -> Batch:
        """The same on a device."""
        columns: dict[str, Any] = {}
        for field in fields(self):
            column = getattr(self, field.name)
            columns[field.name] = None if column is None else column.to(device)
        return Batch(**columns)


class Gold(NamedTuple):
    """The goals of N worlds: true ones, or predicted ones used as gold."""

    points: Floats  # (N, 2) places, or (N, 3) points
    known: Bools | None = None  # (N,) False where the goal was never seen; None: all were
    reaching: Bools | None = None  # (N,) which are interactions; None: goals do not come in turn

    def aims(self) -> list[Aim]:
        """The goals as aims."""
        places, heights = on_ground(self.points)
        return [
            Aim(
                (float(x), float(z)),
                (float(x), float(heights[n]), float(z)) if self.reaching is not None and self.reaching[n] else None,
                in_sight=self.known is None or bool(self.known[n]),
            )
            for n, (x, z) in enumerate(places)
        ]


@dataclass
class Dataset:
    """N independent instructions."""

    kind: Kind
    episodes: list[Any]
    ids: Sequence[Sequence[Any]]  # tokens in the model's encoding
    device: torch.device
    rings: bool = False  # learn goals by bearing and distance, not by cells of the panorama
    passed: Sequence[Floats] = ()  # (K, 2) the waypoints of each, if they are learned too
    seen: Tensor | None = None  # (N, 128, 768, 3) uint8, if memory allows
    state: SavedState | None = None  # saved, if worlds begin elsewhere than their episodes do
    points: Floats | None = None  # (N, 3) of goals in turn, each an example
    reaching: Bools | None = None  # (N,) which of them are interactions

    @classmethod
    def of_stages(
        cls, stages: Sequence[Stage], state: SavedState, read: TokenEncoder, device: torch.device, goals: bool
    ) -> Dataset:
        """Stages of instructions with the state of their worlds; the target is each one's goal, or the actions."""
        ids = [read(stage.example.segment.tokens) for stage in stages]
        points = np.array([stage.point for stage in stages]) if goals else None
        reaching = np.array([stage.reaches for stage in stages]) if goals else None
        return cls(stages[0].example.kind, state["episodes"], ids, device, state=state, points=points, reaching=reaching)

    @classmethod
    def of(cls, examples: Sequence[Example], read: TokenEncoder, device: torch.device, rings: bool = False) -> Dataset:
        """Examples of a corpus, in the model's encoding."""
        if not examples:
            raise InputError("There are no examples to learn from: the corpus has no instructions in this split.")
        ids = [read(example.segment.tokens) for example in examples]
        passed = [example.way for example in examples] if rings else ()
        return cls(examples[0].kind, [example.episode for example in examples], ids, device, rings, passed)

    def __len__(self) -> int:
        return len(self.episodes)

    @cached_property
    def starts(self) -> Floats:
        """(N, 3)"""
        return np.array([episode.start for episode in self.episodes]) if self.state is None else self.state["pose"]

    @cached_property
    def goals(self) -> Floats:
        """(N, 2) places, or (N, 3) points of goals in turn."""
        return np.array([episode.goal for episode in self.episodes]) if self.points is None else self.points

    def gold(self, which: Ints | None = None) -> Gold:
        """The goals of all examples or some, for an action generator."""
        some = slice(None) if which is None else which
        return Gold(self.goals[some], reaching=None if self.reaching is None else self.reaching[some])

    @cached_property
    def classes(self) -> Ints:
        """(N,) the class of each goal in the model's output."""
        return goal_classes(self.kind.view, self.starts, self.goals, self.rings)

    @cached_property
    def ways(self) -> Ints:
        """(N, 4) the classes of the waypoints; -1 for none."""
        if not self.passed:
            return np.full((len(self), WAY), -1)
        view = self.kind.view
        return np.array([way_classes(view, s, way) for s, way in zip(self.starts, self.passed, strict=True)])

    def missed_by(self, classes: Ints, places: Floats) -> Floats:
        """(N,) distances from the true goals to predicted classes, which stand for places (N, 2)."""
        world = self.worlds()
        if self.reaching is None:
            return world.distances(places)
        points, _ = points_of(self.kind, world, np.arange(len(self)), classes, self.reaching)
        away: Floats = np.sqrt(((points - self.goals) ** 2).sum(1))
        return away

    def score(self, model: nn.Module) -> dict[str, float]:
        """Score a model's goals on these examples; also calibrates the model."""
        from sightline.learning.goal import goal_score

        return goal_score(model, self, calibrate=True)

    def take(self, which: Sequence[int]) -> Dataset:
        """A subset of the examples."""
        episodes, ids = [self.episodes[k] for k in which], [self.ids[k] for k in which]
        passed = [self.passed[k] for k in which] if self.passed else ()
        state = None if self.state is None else rows_of(self.state, which)
        points, reaching = (None if each is None else each[np.asarray(which)] for each in (self.points, self.reaching))
        return Dataset(self.kind, episodes, ids, self.device, self.rings, passed, None, state, points, reaching)

    def worlds(self) -> World:
        """All examples as worlds, at their starts, with the horizon of the results tables."""
        world = make_worlds(self.kind, self.device)
        self.begin(world, np.arange(len(self)), self.kind.action_limit)
        return world

    def begin(self, world: World, which: Ints, horizon: int) -> None:
        """Start worlds with some of the examples."""
        if self.state is None:
            world.reset([self.episodes[k] for k in which])
        else:
            world.restore(rows_of(self.state, which.tolist()))
        world.horizon = np.full(len(world), horizon)

    def draw_ahead(self) -> None:
        """Render all panoramas in advance on a GPU, where memory is ample and rendering would slow training."""
        if self.device.type == "cuda" and self.seen is None:
            self.draw_all()

    def draw_all(self) -> None:
        """Render every panorama once and keep it on the device."""
        height, width = self.kind.view.camera.height, self.kind.view.camera.width * VIEWS
        seen = torch.empty((len(self), height, width, 3), dtype=torch.uint8, device=self.device)
        for first in range(0, len(self), CHUNK):
            seen[first : first + CHUNK] = self._look(np.arange(first, min(first + CHUNK, len(self))))
        self.seen = seen

    def pictures(self, which: Ints) -> Tensor:
        """(B, 128, 768, 3) uint8 on the device."""
        return self._look(which) if self.seen is None else self.seen[torch.from_numpy(which).to(self.device)]

    def _look(self, which: Ints) -> Tensor:
        self.begin(self._looking, which, self.kind.action_limit)
        return Look(self._looking, range(len(self._looking))).rgb(self.device)

    @cached_property
    def _looking(self) -> World:
        return make_worlds(self.kind, self.device)

    def batch(self, which: Ints) -> Batch:
        """Some of the examples as the input of one update."""
        classes, ways = (torch.from_numpy(each[which]).to(self.device) for each in (self.classes, self.ways))
        origins = torch.tensor(HERE, device=self.device).expand(len(which), -1)
        none = torch.full((len(which),), NOTHING, device=self.device)
        done = torch.zeros((len(which), DONE, 4), device=self.device)
        return Batch(self.pictures(which), *self.instructions(which), classes, ways, origins, self._next(which), none, done)

    def _next(self, which: Ints) -> Tensor:
        """(B,) 1 where the next goal is an interaction."""
        reaching = np.zeros(len(which)) if self.reaching is None else self.reaching[which]
        return torch.from_numpy(reaching).to(self.device, torch.int64)

    def instructions(self, which: Ints) -> tuple[Tensor, Tensor]:
        """Tokens (B, L, ...) and lengths (B,)."""
        tokens, lengths = self._padded
        here = torch.from_numpy(which).to(self.device)
        longest = int(self._lengths[which].max())  # on the CPU, without waiting for the device
        return tokens[here, :longest], lengths[here]

    @cached_property
    def _padded(self) -> tuple[Tensor, Tensor]:
        """All instructions, padded, on the device."""
        return padded(self.ids, self.device)

    @cached_property
    def _lengths(self) -> Ints:
        return self._padded[1].cpu().numpy()


def split_for_tuning(paragraphs: Sequence[Paragraph]) -> tuple[list[Paragraph], list[Paragraph]]:
    """Training paragraphs, and the last 5 % of them (a tenth of a small corpus) for choosing the epoch."""
    count = len(paragraphs)
    cut = max(1, round(count * TUNING), min(ENOUGH, round(count / 10))) if count > 1 else 0
    return list(paragraphs[: len(paragraphs) - cut]), list(paragraphs[len(paragraphs) - cut :]) or list(paragraphs)


def batches(count: int, size: int, seed: int, epoch: int) -> list[Ints]:
    """All examples once, in an order that depends on the seed and the epoch only."""
    order = np.random.default_rng([seed, epoch]).permutation(count)
    return [order[first : first + size] for first in range(0, count, size)]
