"""Agents without a goal, which map what they see and read to the next action: Misra17 and Chaplot18."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from sightline.agent.agent import WEIGHTS
from sightline.agent.sight import as_input, device_of
from sightline.errors import InputError
from sightline.language import Vocabulary, tokenize
from sightline.lani import LaniWorld
from sightline.models.chaplot18 import Chaplot18
from sightline.models.misra17 import Misra17
from sightline.models.pretrained import load_model, load_vocabulary
from sightline.models.text import padded


@dataclass
class Reactive:
    """A model that acts from the view, the instruction and what it remembers."""

    model: Misra17 | Chaplot18
    vocabulary: Vocabulary
    device: torch.device

    @classmethod
    def from_pretrained(cls, world: str = "lani", name: str = "chaplot18", device: str = "cpu") -> Reactive:
        return cls.from_folder(WEIGHTS / world / name, device)

    @classmethod
    def from_folder(cls, folder: Path, device: str = "cpu") -> Reactive:
        """One that was trained, from its folder."""
        where = device_of(device)
        model = load_model(folder, str(where))
        if not isinstance(model, Misra17 | Chaplot18):
            raise InputError(f"{folder}: is neither Misra17 nor Chaplot18.")
        return cls(model, load_vocabulary(folder), where)

    @torch.no_grad()
    def run(self, world: LaniWorld) -> None:
        """Act in every world until all are over; always the most likely action."""
        self.model.eval()
        text = self.model.read(*padded([self.vocabulary.ids(tokenize(e.instruction)) for e in world.episodes], self.device))
        state = self.model.begin(len(world), self.device)
        previous = torch.full((len(world),), self.model.config.actions, device=self.device)
        step = 0
        while not world.over.all():
            when = torch.full((len(world),), step, device=self.device)
            logits, _, state = self.model(text, frames(world, self.device), previous, when, state)
            previous = logits.argmax(1)
            world.step(previous.cpu().numpy())
            step += 1


def frames(world: LaniWorld, device: torch.device) -> Tensor:
    """(N, 3, 128, 128) what the agents see now."""
    seen = world.observe()["rgb"]
    return as_input(seen if isinstance(seen, Tensor) else torch.from_numpy(np.ascontiguousarray(seen)).to(device))
