"""A model behind an address as an agent that people watch: it marks its goal, and our legs go there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sightline.agent.aim import Legs, Seer
from sightline.agent.journey import Journey
from sightline.agent.legs import LearnedLegs, load_action_generator
from sightline.agent.look import device_of
from sightline.agent.memory import Memory
from sightline.agent.methods import METHODS, bundled_folder
from sightline.agent.planner import PlannerLegs
from sightline.chat.config import ChatConfig
from sightline.chat.model import ChatModel
from sightline.models.action_generator import ActionGenerator
from sightline.world import Kind, World

LEGS = METHODS["best"]  # whose legs it walks with


@dataclass
class ChatAgent:
    """The same surface as sightline.agent.Agent, without a goal predictor."""

    model: ChatModel
    generator: ActionGenerator | None  # None: it walks by the planner
    device: Any  # where its legs compute
    looks_again: bool = False  # it says itself when it wants to look again

    @classmethod
    def of(cls, name: str, kind: Kind, config: ChatConfig) -> ChatAgent:
        """An agent with our legs in a world."""
        device = device_of("cpu")
        generator = None
        if not LEGS.planned(kind):
            generator = load_action_generator(kind, bundled_folder(kind, LEGS, "actions"), device)
        return cls(ChatModel(name, kind, config), generator, device)

    @property
    def kind(self) -> Kind:
        """The world that it is for."""
        return self.model.kind

    def remember(self, world: World) -> Memory:
        """A memory of N worlds, for its legs: it names nothing that it sees."""
        return Memory(self.kind, world)

    def seer(self, memory: Memory | None = None) -> Seer:
        """Its seer, for one journey."""
        self.model.asker.begin()
        return self.model.seer([])

    def legs(self, world: World, memory: Memory | None = None, patient: bool = False) -> Legs:
        """Its legs, for one journey; `patient`: without a horizon."""
        if self.generator is not None:
            return LearnedLegs(self.kind, self.generator, world, overshoot=0.0, patient=patient)
        return PlannerLegs(self.kind, world, memory)

    def journey(self, world: World, memory: Memory | None = None) -> Journey:
        """Follow the instructions of N worlds."""
        return Journey(self.kind, world, self.seer(), self.legs(world, memory))
