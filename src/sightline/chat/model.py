"""A model behind an address in one world: its prompt, and the seer or legs that ask it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from sightline.agent.aim import Legs, Seer
from sightline.chat.asking import Asker
from sightline.chat.config import PREFIX, WORDS, ChatConfig, info_of
from sightline.chat.legs import ChatLegs
from sightline.chat.oracle import Truth
from sightline.chat.prompts import read_prompt
from sightline.chat.seers import NamingSeer, PointingSeer
from sightline.chat.usage import Usage
from sightline.errors import ArgumentError
from sightline.world import Kind, World


class ChatModel:
    """Makes seers and legs that ask one model; they share its limits and its cache."""

    def __init__(self, name: str, kind: Kind, config: ChatConfig):
        if not name.strip():
            raise ArgumentError(f"{PREFIX} needs the name of a model, such as {PREFIX}oracle.")
        if config.interface == WORDS and kind.names_in is None:
            raise ArgumentError(f"--interface words needs the names of things, which {kind.title} does not tell.")
        self.kind, self.prompt = kind, read_prompt(kind, config)
        self.info = info_of(name, config, self.prompt)
        self._name, self._config = name, config

    @cached_property
    def asker(self) -> Asker:
        """Asks the model."""
        return Asker(self._name, self._config.with_key())

    def seer(self, truth: Truth) -> PointingSeer | NamingSeer:
        """A seer for one journey; the true aims are for a mock server, if it may know them."""
        seer = NamingSeer if self._config.interface == WORDS else PointingSeer
        return seer(self.kind, self.asker, self.prompt, truth if self._config.mock_oracle else None)

    def legs(self, world: World, demonstrations: Sequence[Sequence[int]]) -> ChatLegs:
        """Legs for one journey; the demonstrations are for a mock server, if it may know them."""
        return ChatLegs(self.kind, world, self.asker, self.prompt, demonstrations if self._config.mock_oracle else None)

    def usage_of(self, asking: Seer | Legs | None, count: int) -> list[Usage]:
        """What a seer or legs of this model have cost in each of N worlds."""
        spent: Any = getattr(asking, "usages", {})
        return [spent.get(n, Usage()) for n in range(count)]
