"""The agent: an instruction and a look around become a goal, the goal becomes actions (paper, section "Model")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
from numpy.typing import ArrayLike

from sightline.agent.choice import choose, sureness
from sightline.agent.looking import as_input, device_of, goal_in_view, look_around
from sightline.agent.shipped import part_folder
from sightline.errors import InputError
from sightline.geometry.types import Array, Bools, Floats, Ints
from sightline.language import Vocabulary, tokenize
from sightline.models.action_generator import ActionGenerator
from sightline.models.goal_map import GoalModel
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

    def take(self, where: ArrayLike) -> Goals:
        """Some of them."""
        k = np.asarray(where)
        return Goals(self.probabilities[k], self.places[k], self.in_sight[k], self.sure[k])

    def aimed_at(self, places: Floats) -> Goals:
        """The same, corrected by somebody who knows better."""
        return replace(self, places=places, in_sight=np.ones(len(places), bool), sure=np.ones(len(places)))


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
        """A trained agent that ships with the package, or one from the folders `goal` and `actions` in a folder."""
        kind = kind_of(world)
        return cls.from_folders(kind, part_folder(kind, method, "goal"), part_folder(kind, method, "actions"), device)

    @classmethod
    def from_folders(cls, kind: Kind, goal: Path, actions: Path | None, device: str = "cpu") -> Agent:
        """An agent of two trained models; one that only looks, and was never taught to walk, without `actions`."""
        where = device_of(device)
        legs = ActionGenerator(ActionGenerator.Config()) if actions is None else load_action_generator(actions, where)
        if actions is not None and legs.config.actions != kind.action_count:
            raise InputError(f"{actions}: knows {legs.config.actions} actions, but {kind.title} has {kind.action_count}.")
        eyes = load_model(goal, str(where))
        if not hasattr(eyes, "readout"):
            raise InputError(f"{goal}: is not a goal predictor.")
        return cls(kind, cast(GoalModel, eyes), legs, load_vocabulary(goal, eyes), where)

    def unknown_words(self, instruction: str) -> list[str]:
        """The words of an instruction that its vocabulary lacks; a model that spells may still read them."""
        return self.vocabulary.unknown([token for token in tokenize(instruction) if token.isalpha()])

    def locate(self, world: World, where: Sequence[int] | None = None) -> Goals:
        """Look around in every world (or those at `where`), read its instruction, and say where the goal is."""
        some = np.arange(len(world)) if where is None else np.asarray(where, dtype=np.int64)
        maps = []
        for first in range(0, len(some), BATCH):
            few = some[first : first + BATCH]
            maps.append(self.goal_map(look_around(world, self.device, few), [world.episodes[n].instruction for n in few]))
        return self.read_out(world.pose[some], np.concatenate(maps))

    def read_out(self, poses: Floats, probabilities: Floats) -> Goals:
        """The places (N, 2) that a model's maps stand for, seen from poses (N, 3)."""
        view = self.kind.view
        classes, places = choose(self.kind, self.goal_model, poses, probabilities)
        sure = sureness(self.kind, self.goal_model, poses, probabilities, places)
        if self.goal_model.readout == "rings":
            return Goals(view.cells_of_rings(poses, probabilities), places, classes >= view.grid.columns, sure)
        return Goals(probabilities, places, classes != view.grid.out_of_sight, sure)

    @torch.no_grad()
    def goal_map(self, pictures: Any, instructions: Sequence[str]) -> Floats:
        """(B, 32 * 192 + 1) probabilities from panoramas (B, 128, 768, 3) uint8 and instructions."""
        read = reader(self.goal_model, self.vocabulary)
        ids = [read(tokenize(text)) for text in instructions]
        logits = self.goal_model(as_input(torch.as_tensor(pictures).to(self.device)), *padded(ids, self.device))["goal"]
        return logits.softmax(1).cpu().numpy().astype(np.float64)


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
        self.step = 0

    @torch.no_grad()
    def act(self, world: World, goals: Floats, in_sight: Bools | None = None) -> Array:
        """(N,) the next action of every world."""
        where = goal_in_view(self.kind.view, world.pose, goals, in_sight, self.device)
        when = torch.full((self.count,), self.step, device=self.device)
        logits, self.state = self.model(*where, when, self.state)
        self.step += 1
        actions: Ints = logits.argmax(1).cpu().numpy()
        return actions
