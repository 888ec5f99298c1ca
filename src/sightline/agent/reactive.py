"""Baselines without goals that map views and words straight to actions: Misra17 and Chaplot18."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from pathlib import Path

import torch

from sightline.agent.look import as_input, as_tensor, device_of
from sightline.agent.scripted import Policy
from sightline.errors import InputError
from sightline.geometry.types import Array
from sightline.language import Vocabulary, tokenize
from sightline.models.action_space import likeliest
from sightline.models.chaplot18 import Chaplot18
from sightline.models.misra17 import Misra17
from sightline.models.pretrained import load_model, load_vocabulary
from sightline.models.text import padded
from sightline.world import World

VIEW_BATCH = 256  # views in one forward pass


@dataclass
class Reactive:
    """A model that acts from the view, the instruction and its memory."""

    model: Misra17 | Chaplot18
    vocabulary: Vocabulary
    device: torch.device

    @classmethod
    def from_folder(cls, folder: Path, device: str = "cpu") -> Reactive:
        """Load a trained model."""
        where = device_of(device)
        model = load_model(folder, str(where))
        if not isinstance(model, Misra17 | Chaplot18):
            raise InputError(f"{folder}: is neither Misra17 nor Chaplot18.")
        return cls(model, load_vocabulary(folder, model), where)

    def policy(self, world: World) -> Policy:
        """The most likely action in every world, step after step."""
        self.model.eval()
        with torch.no_grad():
            ids = [self.vocabulary.ids(tokenize(episode.instruction)) for episode in world.episodes]
            text = self.model.read(*padded(ids, self.device))
        chunks = [slice(first, first + VIEW_BATCH) for first in range(0, len(world), VIEW_BATCH)]
        state = self.model.begin(len(world), self.device)
        previous = torch.full((len(world),), self.model.config.actions, device=self.device)
        steps = count()

        @torch.no_grad()
        def act(world: World) -> Array:
            seen = as_tensor(world.observe()["rgb"], self.device)
            when = torch.full((len(world),), next(steps), device=self.device)
            for k in chunks:
                logits, _, state[k] = self.model(text[k], as_input(seen[k]), previous[k], when[k], state[k])
                previous[k] = likeliest(logits)
            actions: Array = previous.cpu().numpy()
            return actions

        return act
