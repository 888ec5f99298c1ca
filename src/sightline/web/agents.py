"""The agents of a server, each loaded on first use; pages are served before that."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from sightline.errors import InputError
from sightline.web.problems import StoppedError
from sightline.world import KINDS, kind_of

if TYPE_CHECKING:
    from sightline.agent import Agent
    from sightline.agent.pointer import Pointer
    from sightline.chat.agent import ChatAgent
    from sightline.chat.config import ChatConfig
    from sightline.models.goal_map import GoalModel
    from sightline.web.inference import Inference


class AgentPool:
    """Agents by world and method, whose goal maps are computed in batches."""

    def __init__(
        self, methods: Sequence[str], models: Mapping[str, tuple[str, ChatConfig]] | None = None,
        own: Mapping[str, tuple[str, Path]] | None = None,
    ):  # fmt: skip
        """`models` are behind an address: by the name that pages show, their own name and how to ask them.

        `own` agents are in folders: by the name that pages show, their world and the folder.
        """
        self.methods, self.models, self.own = tuple(methods), dict(models or {}), dict(own or {})
        self._agents: dict[tuple[str, str], Agent | ChatAgent] = {}
        self._pointers: dict[str, Pointer] = {}
        self._inference: Inference | None = None
        self._loading, self._closed = threading.Lock(), False

    def methods_of(self, world: str) -> list[str]:
        """The methods with bundled weights for a world, agents of one's own, and the models behind an address."""
        from sightline.agent.methods import is_bundled

        kind = kind_of(world)
        bundled = [method for method in self.methods if is_bundled(kind, method)]
        own = [name for name, (home, _) in self.own.items() if home == world]
        return [*bundled, *own, *(self.models if bundled else ())]  # these walk with bundled legs

    def worlds(self) -> list[str]:
        """The worlds that have an agent."""
        return [world for world in KINDS if self.methods_of(world)]

    def agent(self, world: str, method: str) -> Agent | ChatAgent:
        """The agent of a method, loaded at the first call."""
        if world not in KINDS or method not in self.methods_of(world):
            raise InputError(f"There is no agent {method!r} here for the world {world!r}.")
        with self._loading:
            if self._closed:
                raise StoppedError
            if (world, method) not in self._agents:
                self._agents[world, method] = self._load(world, method)
            return self._agents[world, method]

    def _load(self, world: str, method: str) -> Agent | ChatAgent:
        if method in self.models:
            from sightline.chat.agent import ChatAgent

            name, config = self.models[method]
            return ChatAgent.of(name, kind_of(world), config)
        from sightline.agent import Agent
        from sightline.agent.methods import part_folder
        from sightline.web.inference import Inference, SharedModel

        self._inference = self._inference or Inference()  # its process starts while we load
        name = str(self.own[method][1]) if method in self.own else method
        agent = Agent.from_pretrained(world, name)
        folder = part_folder(agent.kind, name, "goal")
        shared = cast("GoalModel", SharedModel(agent.predictor.model, folder, self._inference))
        return replace(agent, predictor=replace(agent.predictor, model=shared))

    def pointer(self, method: str) -> Pointer:
        """The model that points in pictures, loaded at the first call."""
        with self._loading:
            if self._closed:
                raise StoppedError
            if method not in self._pointers:
                from sightline.agent.pointer import Pointer, pointing_folder
                from sightline.web.inference import Inference, SharedModel

                self._inference = self._inference or Inference()
                pointer = Pointer.from_pretrained(method)
                shared = cast("GoalModel", SharedModel(pointer.model, pointing_folder(method), self._inference))
                self._pointers[method] = replace(pointer, model=shared)
            return self._pointers[method]

    def batch_sizes(self) -> list[int]:
        """The recent batch sizes, in panoramas."""
        return [] if self._inference is None else self._inference.sizes

    def close(self) -> None:
        """Stop the thread and the process that compute; nothing is loaded afterwards."""
        with self._loading:
            self._closed = True
            if self._inference is not None:
                self._inference.close()
            for agent in self._agents.values():
                if (model := getattr(agent, "model", None)) is not None:
                    model.asker.close()
            self._agents.clear()
