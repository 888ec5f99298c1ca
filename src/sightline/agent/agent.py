"""The agent: an instruction and a look around become a goal, the goal becomes actions (paper, section "Model")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
from numpy.typing import ArrayLike

from sightline.agent.choice import calibrated, choose, choose_ways, sureness
from sightline.agent.looking import aimed, as_input, device_of, goal_in_view, look_around, permitted
from sightline.agent.shipped import part_folder
from sightline.errors import InputError
from sightline.geometry import origin_of
from sightline.geometry.types import Array, Bools, Floats, Ints
from sightline.language import Vocabulary, tokenize
from sightline.models.action_generator import ActionGenerator
from sightline.models.goal_map import GoalModel
from sightline.models.precision import autocast
from sightline.models.pretrained import load_model, load_vocabulary, reader
from sightline.models.text import padded
from sightline.world import Kind, World, kind_of

BATCH = 64  # panoramas looked at together


@dataclass
class Goals:
    """Where N instructions lead, as far as the agent can tell."""

    probabilities: Floats  # (N, 32 * 192 + 1); the last is "out of sight"
    places: Floats  # (N, 2)
    in_sight: Bools  # (N,) False where the agent believes that it stands at the goal already
    sure: Floats  # (N,) how likely each place is right, as far as the agent can tell
    ways: Sequence[Floats] = ()  # of each, (K, 2) places to pass, in order; empty: nobody predicts any, or knows better

    def way(self, n: int) -> Floats:
        """(K + 1, 2) the places to pass of one of them, and its own."""
        return np.concatenate([self.ways[n], self.places[n : n + 1]]) if self.ways else self.places[n : n + 1]

    def take(self, where: ArrayLike) -> Goals:
        """Some of them."""
        k = np.arange(len(self.places))[np.asarray(where)]
        ways = [self.ways[n] for n in k] if self.ways else ()
        return Goals(self.probabilities[k], self.places[k], self.in_sight[k], self.sure[k], ways)

    def aimed_at(self, places: Floats) -> Goals:
        """The same, corrected by somebody who knows better."""
        return replace(self, places=places, in_sight=np.ones(len(places), bool), sure=np.ones(len(places)), ways=())


@dataclass
class Agent:
    """See the goal, then go: a goal predictor and an action generator, for one instruction or thousands."""

    kind: Kind
    goal_model: GoalModel
    action_model: ActionGenerator
    vocabulary: Vocabulary
    device: torch.device

    @classmethod
    def from_pretrained(cls, world: str = "lani", method: str = "best", device: str = "cpu") -> Agent:
        """A trained agent that ships with the package, or one from the folders `goal` and, if need be, `actions` in one."""
        kind = kind_of(world)
        agent = cls.from_folders(kind, part_folder(kind, method, "goal"), None, device)
        if not agent.does_errands:
            agent.action_model = _legs(kind, part_folder(kind, method, "actions"), agent.device)
        return agent

    @classmethod
    def from_folders(cls, kind: Kind, goal: Path, actions: Path | None, device: str = "cpu") -> Agent:
        """An agent of two trained models; one that only looks, and was never taught to walk, without `actions`."""
        where = device_of(device)
        legs = ActionGenerator(ActionGenerator.Config()) if actions is None else _legs(kind, actions, where)
        eyes = load_model(goal, str(where))
        if not hasattr(eyes, "readout"):
            raise InputError(f"{goal}: is not a goal predictor.")
        return cls(kind, cast(GoalModel, eyes), legs, load_vocabulary(goal, eyes), where)

    @property
    def does_errands(self) -> bool:
        """Whether it sees one goal after the other and finds its way by what it sees (agent.errands), without `actions`."""
        return self.goal_model.in_turn and self.kind.gait is not None

    def unknown_words(self, instruction: str) -> list[str]:
        """The words of an instruction that its vocabulary lacks; a model that spells may still read them."""
        return self.vocabulary.unknown([token for token in tokenize(instruction) if token.isalpha()])

    def locate(self, world: World, where: Sequence[int] | None = None, said_at: Floats | None = None) -> Goals:
        """Look around in every world (or those at `where`), read its instruction, and say where the goal is.

        The instruction was said where the agent stands, or at poses `said_at` (N, 3) that it has left since.
        """
        some = np.arange(len(world)) if where is None else np.asarray(where, dtype=np.int64)
        parts = []
        for first in range(0, len(some), BATCH):
            few = some[first : first + BATCH]
            origins = None if said_at is None else origin_of(said_at[first : first + BATCH], world.pose[few])
            words = [world.episodes[n].instruction for n in few]
            maps = self.goal_map(look_around(world, self.device, few), words, origins)
            parts.append(self.read_out(world.pose[few], np.array([len(tokenize(text)) for text in words]), *maps))
        return all_goals(parts)

    def read_out(self, poses: Floats, words: Ints, goal: Floats, way: Floats | None = None) -> Goals:
        """The places that a model's maps (N, ...) after so many words stand for, seen from poses (N, 3)."""
        view = self.kind.view
        classes, places = choose(self.kind, self.goal_model, poses, goal)
        sure = calibrated(self.goal_model, sureness(self.kind, self.goal_model, poses, goal, places), words)
        if self.goal_model.readout == "rings":
            ways = [np.zeros((0, 2))] * len(poses) if way is None else choose_ways(self.kind, self.goal_model, poses, way)
            return Goals(view.cells_of_rings(poses, goal), places, classes >= view.grid.columns, sure, ways)
        return Goals(goal, places, classes != view.grid.out_of_sight, sure)

    @torch.no_grad()
    def goal_map(
        self, pictures: Any, instructions: Sequence[str], origins: Floats | None = None, anywhere: Bools | None = None
    ) -> tuple[Floats, Floats | None]:
        """Probabilities from panoramas (B, 128, 768, 3) uint8 and instructions, as the model draws them (models.goal_map).

        The goal's (B, ...), and those (B, P, ...) of the places to pass if the model tells any. Where `anywhere` (B,) is
        true the goal is a thing to reach for.
        """
        read = reader(self.goal_model, self.vocabulary)
        ids = [read(tokenize(text)) for text in instructions]
        said = None if origins is None else torch.from_numpy(origins).to(self.device, torch.float32)
        above = None if anywhere is None else torch.from_numpy(anywhere).to(self.device)
        seen = as_input(torch.as_tensor(pictures).to(self.device))
        with autocast(self.device, self.goal_model.in_half):
            outputs = self.goal_model(seen, *padded(ids, self.device), above, origins=said)
        way = as_probabilities(outputs["way"]) if "way" in outputs else None
        return as_probabilities(outputs["goal"]), way


def all_goals(parts: Sequence[Goals]) -> Goals:
    """The goals of several looks as one."""
    columns = zip(*((part.probabilities, part.places, part.in_sight, part.sure) for part in parts), strict=True)
    maps, places, in_sight, sure = (np.concatenate(column) for column in columns)
    return Goals(maps, places, in_sight, sure, [way for part in parts for way in part.ways])


def as_probabilities(logits: torch.Tensor) -> Floats:
    """Logits (..., K) as numbers for further computing."""
    return logits.float().softmax(-1).cpu().numpy().astype(np.float64)


def _legs(kind: Kind, folder: Path, device: torch.device) -> ActionGenerator:
    """An action generator for a world."""
    model = load_action_generator(folder, device)
    if model.config.actions != len(kind.actions):
        raise InputError(f"{folder}: knows {model.config.actions} actions, but {kind.title} has {len(kind.actions)}.")
    return model


def load_action_generator(folder: Path, device: torch.device) -> ActionGenerator:
    """A trained action generator from its folder."""
    model = load_model(folder, str(device))
    if not isinstance(model, ActionGenerator):
        raise InputError(f"{folder}: is not an action generator.")
    return model


class Walker:
    """The action generator's memory over the steps of N worlds; always the most likely action."""

    def __init__(self, kind: Kind, model: ActionGenerator, count: int):
        self.kind, self.model, self.count = kind, model, count
        self.device = next(model.parameters()).device
        self.state: tuple[torch.Tensor, torch.Tensor] | None = None
        self.steps: Ints = np.zeros(count, np.int64)

    def begin_anew(self, where: Bools) -> None:
        """Forget what came before in some worlds, whose agents have a new goal; goals in turn each have their own time."""
        if self.kind.in_turn:
            self.steps[where] = 0
        if self.state is not None and where.any():
            keep = torch.from_numpy(~where).to(self.device)[:, None]
            self.state = self.state[0] * keep, self.state[1] * keep

    def act_anew(
        self, where: Bools, world: World, goals: Floats, in_sight: Bools, reaching: Bools | None = None
    ) -> Array:  # fmt: skip
        """(N,) actions once more, for some worlds whose agents were about to act and have a new goal instead."""
        self.steps -= 1
        self.begin_anew(where)
        before = self.state
        actions = self.act(world, goals, in_sight, reaching)
        if before is not None and self.state is not None:
            new = torch.from_numpy(where).to(self.device)[:, None]
            self.state = torch.where(new, self.state[0], before[0]), torch.where(new, self.state[1], before[1])
        return actions

    @torch.no_grad()
    def act(self, world: World, goals: Floats, in_sight: Bools | None = None, reaching: Bools | None = None) -> Array:
        """(N,) the next action of every world, as it numbers them; goals may be things to reach for."""
        cells, reckoned = goal_in_view(self.kind.view, world.pose, goals, in_sight, self.device)
        reaches = None if reaching is None else torch.from_numpy(reaching).to(self.device)
        steps = torch.from_numpy(self.steps).to(self.device)
        logits, self.state = self.model(cells, reckoned, steps, self.state, reaches)
        self.steps = self.steps + 1
        chosen = permitted(logits, world.actions, reaches, cells).argmax(1)
        return aimed(chosen.cpu().numpy(), world.actions, cells.cpu().numpy())
