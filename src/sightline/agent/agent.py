"""The agent: a seer that says where an instruction leads, and legs that go there (paper, section "Model")."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import cast

import torch

from sightline.agent.aim import Legs, Seer
from sightline.agent.arrival import ArrivingSeer, Destinations
from sightline.agent.goal_typing import GoalTyper
from sightline.agent.hand_check import HandCheckingSeer
from sightline.agent.journey import Journey
from sightline.agent.legs import LearnedLegs, load_action_generator
from sightline.agent.look import device_of
from sightline.agent.memory import Memory
from sightline.agent.methods import METHODS, bundled_folder, part_folder
from sightline.agent.planner import PlannerLegs
from sightline.agent.predictor import GoalPredictor
from sightline.agent.readers import RULES, reader_of
from sightline.agent.search import SearchingSeer
from sightline.agent.seers import GoalSeer, NextSeer, TypedSeer
from sightline.errors import InputError
from sightline.language import tokenize
from sightline.models.action_generator import ActionGenerator
from sightline.models.goal_map import GoalModel
from sightline.models.pretrained import load_goal_model, load_vocabulary
from sightline.world import Kind, World, kind_of


@dataclass
class Agent:
    """See the goal, then go: for one instruction or thousands."""

    predictor: GoalPredictor
    generator: ActionGenerator | None = None  # None: it walks by the planner, or not at all
    typer: GoalTyper | None = None  # for a predictor that does not say what comes next, where goals have types

    @classmethod
    def from_pretrained(cls, world: str = "lani", method: str = "best", device: str = "cpu") -> Agent:
        """A bundled agent, or one of your own: a folder with `goal` and, if need be, `actions` and `types`, or a goal model.

        A goal model without an action generator beside it walks with the bundled legs.
        """
        kind = kind_of(world)
        agent = cls(load_predictor(kind, part_folder(kind, method, "goal"), device))
        if agent.walks:
            return agent
        agent.generator = load_action_generator(kind, _legs_folder(kind, method), agent.device)
        if kind.reaches:
            types = part_folder(kind, method, "types")
            bundled = part_folder(kind, "paper", "types")
            agent.typer = GoalTyper.from_folder(types if types.is_dir() else bundled, device)
        return agent

    @property
    def kind(self) -> Kind:
        """The world that it is for."""
        return self.predictor.kind

    @property
    def device(self) -> torch.device:
        """Where its models compute."""
        return self.predictor.device

    @property
    def walks(self) -> bool:
        """Whether it has legs."""
        return self.generator is not None or plans(self.predictor)

    @property
    def looks_again(self) -> bool:
        """Whether it looks again on the way at a goal that it is not sure of."""
        return self.predictor.model.looks_again

    def remember(self, world: World) -> Memory:
        """An empty memory of N worlds; it goes from one journey there to the next."""
        return Memory(self.kind, world)

    def seer(self, memory: Memory | None = None) -> Seer:
        """Its seer, for one journey; what it sees goes into the memory, if there is one."""
        return seer_of(self.predictor, self.typer, memory)

    def legs(self, world: World, memory: Memory | None = None, patient: bool = False) -> Legs | None:
        """Its legs, for one journey; those of a planner walk by the remembered floor. `patient`: without a horizon."""
        if self.generator is not None:
            return LearnedLegs(self.kind, self.generator, world, patient=patient)
        return PlannerLegs(self.kind, world, memory) if plans(self.predictor) else None

    def journey(self, world: World, memory: Memory | None = None) -> Journey:
        """Follow the instructions of N worlds; with a memory of them it also searches for what is not in view."""
        return Journey(self.kind, world, self.seer(memory), self.legs(world, memory))

    def unknown_words(self, instruction: str) -> list[str]:
        """The words of an instruction that its vocabulary lacks; a model that spells may still read them."""
        return self.predictor.vocabulary.unknown([token for token in tokenize(instruction) if token.isalpha()])


def _legs_folder(kind: Kind, method: str) -> Path:
    """The action generator of a method; for a goal model alone, that of our best agent, or of the paper's."""
    folder = part_folder(kind, method, "actions")
    if folder != part_folder(kind, method, "goal"):
        return folder
    bundled = (bundled_folder(kind, METHODS[name], "actions") for name in ("best", "paper"))
    return next((legs for legs in bundled if legs.is_dir()), folder)


def load_predictor(kind: Kind, folder: Path, device: str = "cpu") -> GoalPredictor:
    """A trained goal predictor from its folder."""
    where = device_of(device)
    model = load_goal_model(folder, str(where))
    if not hasattr(model, "readout"):
        raise InputError(f"{folder}: is not a goal predictor.")
    return GoalPredictor(kind, cast(GoalModel, model), load_vocabulary(folder, model), where)


def plans(predictor: GoalPredictor) -> bool:
    """Whether a predictor's agent walks by the planner: it says what comes next, in a world that is a lattice."""
    return predictor.model.says_next and predictor.kind.gait is not None


def exact_legs(kind: Kind, world: World) -> Legs:
    """The legs of our best agent, for aims that somebody marks: they go to the very place."""
    if kind.gait is not None:
        return PlannerLegs(kind, world)
    model = load_action_generator(kind, part_folder(kind, "best", "actions"), device_of("cpu"))
    return LearnedLegs(kind, model, world, overshoot=0.0)


def seer_of(predictor: GoalPredictor, typer: GoalTyper | None = None, memory: Memory | None = None) -> Seer:
    """The seer for a goal predictor, chosen by its outputs and its world."""
    if predictor.model.says_next:
        seer = NextSeer(predictor, memory)
        if memory is None or memory.floor is None:
            return seer
        searching = HandCheckingSeer(SearchingSeer(seer, memory, memory.floor, predictor.naming), memory)
        reader = reader_of(predictor.kind, RULES)
        if reader is None or not reader.lexicon.signs:
            return searching
        return ArrivingSeer(searching, memory, memory.floor, Destinations(reader), reader.lexicon)
    if not predictor.kind.reaches:
        return GoalSeer(predictor, memory)
    if typer is None:
        raise InputError("This goal predictor does not say what comes next: it needs a model of goal types beside it.")
    types = typer.types_of
    return TypedSeer(predictor, lambda world: types([episode.instruction for episode in world.episodes]))
