"""The agent: an instruction and a look around become a goal, the goal becomes actions (paper, section "Model")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from sightline.agent.choice import choose, sureness
from sightline.agent.sight import GRID, as_input, device_of, goal_in_view, panoramas
from sightline.errors import InputError
from sightline.geometry.types import Array, Bools, Floats, Ints
from sightline.language import Vocabulary, tokenize
from sightline.lani import Episode, LaniWorld
from sightline.models.action_generator import ActionGenerator
from sightline.models.pretrained import load_model, load_vocabulary, reader
from sightline.models.text import padded

WEIGHTS = Path(__file__).parent / "weights"  # WORLD/PART, trained and shipped
BATCH = 64  # panoramas looked at together


@dataclass
class Goals:
    """Where N instructions lead, as far as the agent can tell."""

    probabilities: Floats  # (N, 32 * 192 + 1); the last is "out of sight"
    classes: Ints  # (N,) the most likely
    places: Floats  # (N, 2)
    sure: Floats  # (N,) how likely each place is within 5 units of the goal, as far as the agent can tell

    @property
    def in_sight(self) -> Bools:
        """(N,) False where the agent believes that it stands at the goal already."""
        return self.classes != GRID.out_of_sight


@dataclass
class Agent:
    """See the goal, then go: LingUNet and the action generator, for one instruction or thousands."""

    goal_model: nn.Module
    action_model: ActionGenerator
    vocabulary: Vocabulary
    device: torch.device

    @classmethod
    def from_pretrained(cls, world: str = "lani", method: str = "best", device: str = "cpu") -> Agent:
        """The trained agent that comes with the package, or one from folders `goal` and `actions` in a folder."""
        where = device_of(device)
        goal, actions = part_folder(world, method, "goal"), part_folder(world, method, "actions")
        action_model = load_model(actions, str(where))
        if not isinstance(action_model, ActionGenerator):
            raise InputError(f"{actions}: is not an action generator.")
        return cls(load_model(goal, str(where)), action_model, load_vocabulary(goal), where)

    def unknown_words(self, instruction: str) -> list[str]:
        """The words of an instruction that the agent has never seen."""
        return self.vocabulary.unknown([token for token in tokenize(instruction) if token.isalpha()])

    def locate(self, episodes: Sequence[Episode]) -> Goals:
        """Look around where each episode starts, read its instruction, and say where the goal is."""
        found = []
        for first in range(0, len(episodes), BATCH):
            some = episodes[first : first + BATCH]
            found.append(self.goal_map(panoramas(some, self.device), [e.instruction for e in some]))
        probabilities = np.concatenate(found)
        starts = np.array([e.start for e in episodes])
        classes, places = choose(self.goal_model, starts, probabilities)
        return Goals(probabilities, classes, places, sureness(starts, probabilities, places))

    @torch.no_grad()
    def goal_map(self, pictures: Any, instructions: Sequence[str]) -> Floats:
        """(B, 32 * 192 + 1) probabilities from panoramas (B, 128, 768, 3) uint8 and instructions."""
        read = reader(self.goal_model, self.vocabulary)
        ids = [read(tokenize(text)) for text in instructions]
        logits = self.goal_model(as_input(torch.as_tensor(pictures).to(self.device)), *padded(ids, self.device))
        return logits.softmax(1).cpu().numpy().astype(np.float64)

    def walk(self, world: LaniWorld, goals: Floats, in_sight: Bools | None = None) -> list[Array]:
        """Go to goals (N, 2) in worlds that were just reset; the poses (N, 3) before every step and at the end."""
        legs = Walker(self.action_model, len(world))
        poses = [world.pose.copy()]
        while not world.over.all():
            world.step(legs.act(world, goals, in_sight))
            poses.append(world.pose.copy())
        return poses


class Walker:
    """The action generator's memory over the steps of N worlds; always the most likely action."""

    def __init__(self, model: ActionGenerator, count: int):
        self.model, self.state, self.step = model, None, 0
        self.device = next(model.parameters()).device
        self.count = count

    @torch.no_grad()
    def act(self, world: LaniWorld, goals: Floats, in_sight: Bools | None = None) -> Array:
        """(N,) the next action of every world."""
        where = goal_in_view(world.pose, goals, in_sight, self.device)
        when = torch.full((self.count,), self.step, device=self.device)
        logits, self.state = self.model(*where, when, self.state)
        self.step += 1
        return logits.argmax(1).cpu().numpy()


# Which trained parts a method is made of; those of the paper serve several methods.
PARTS = {
    "best": ("best-goal", "best-actions"),
    "paper": ("paper-goal", "paper-actions"),
    "paper-no-rnn": ("paper-goal", "no-rnn-actions"),
    "paper-no-language": ("no-language-goal", "paper-actions"),
    "paper-joint": ("paper-joint/goal", "paper-joint/actions"),
}


def part_folder(world: str, method: str, part: str) -> Path:
    """The folder of a method's goal predictor or action generator: shipped, or in a folder given instead of a name."""
    if method in PARTS:
        return WEIGHTS / world / PARTS[method][part == "actions"]
    folder = Path(method)
    if not folder.is_dir():
        raise InputError(f"{method!r} is neither a folder nor one of the trained methods {', '.join(PARTS)}.")
    return trained(folder / part)


def trained(folder: Path) -> Path:
    """The folder of a model: this one, or the best of the training run that it belongs to."""
    return folder / "best" if (folder / "best").is_dir() else folder
