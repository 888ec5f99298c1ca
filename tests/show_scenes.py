"""A field, a house, goal maps and agents that tests of pictures, sentences, commands and pages share."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch

from sightline.agent import Agent, Aim, Look, Seer
from sightline.agent.aim import Done
from sightline.agent.memory import Memory
from sightline.agent.predictor import GoalPredictor
from sightline.agent.seers import GivenAims
from sightline.chai.kind import KIND as CHAI
from sightline.geometry.rings import RINGS
from sightline.geometry.types import Floats
from sightline.language import Vocabulary
from sightline.lani import Episode, Placed, Scene
from sightline.lani.kind import KIND as LANI
from sightline.models.action_generator import ActionGenerator
from sightline.models.lingunet import LingUNet, LingUNetConfig
from sightline.models.lookout import Lookout, LookoutConfig
from sightline.show.sighting import Sighting, panorama_of
from sightline.world import Kind, World

FIELD = Scene((Placed("WaterWell", 20.0, 30.0, 2.0), Placed("Barrel2", 40.0, 10.0, 2.0)))
START = (20.0, 15.0, 0.0)  # facing the well, 15 units ahead
EPISODE = Episode(FIELD, START, (20.0, 27.0), "go to the well")
EMPTY = replace(EPISODE, scene=Scene(()))
OUTSIDE = replace(LANI, name="somewhere:KIND", title="SOMEWHERE")  # a world that this package knows nothing of


def peaked(place: tuple[float, ...], share: float = 0.9, kind: Kind = LANI, pose: tuple[float, ...] = START) -> Floats:
    """A goal map with most of its probability on the cell of a place, the rest evenly on the ground."""
    grid = kind.view.grid
    cells = np.zeros(grid.out_of_sight + 1)
    ground = np.repeat(grid.ground_rows(), grid.columns)
    cells[:-1][ground] = (1 - share) / ground.sum()
    cells[kind.view.goal_classes(np.array([pose]), np.array([place]))[0]] += share
    return cells


def sighting(
    predicted: tuple[float, ...] = (20.0, 27.0), at: tuple[float, float] | None = None,
    true_goal: tuple[float, float] | None = None, instruction: str = EPISODE.instruction,
) -> Sighting:  # fmt: skip
    """A look at the field; `at` is where the map has its peak, if not where the goal is predicted."""
    world = LANI.make()
    world.reset([EPISODE])
    aim = Aim(predicted, map=peaked(at or predicted), seen_from=np.array(START))
    return Sighting(LANI, np.array(START), instruction, panorama_of(LANI, world), aim, true_goal)


WORDS = ["go", "to", "the", "well", "anvil", "fridge", "piano"]


def untrained(kind: Kind) -> Agent:
    """An agent that has learned nothing: on a field it always goes forward, in a house it walks by the planner."""
    torch.manual_seed(0)
    vocabulary, device = Vocabulary(WORDS), torch.device("cpu")
    if kind.gait is not None:
        return Agent(GoalPredictor(kind, small_lookout(kind), vocabulary, device))
    model = LingUNet(LingUNetConfig(vocabulary=len(WORDS) + 1, ground=kind.view.first_ground_row)).eval()
    return Agent(GoalPredictor(kind, model, vocabulary, device), unbiased())


def small_lookout(kind: Kind) -> Lookout:
    """A model for worlds where agents reach for things, as small as can be."""
    config = LookoutConfig(
        width=8, heads=2, layers=1, reading=1, channels=(4, 4), things=0, ground=kind.view.first_ground_row, rings=RINGS,
        interacts=True,
    )  # fmt: skip
    return Lookout(config).eval()


def unbiased(**config: object) -> ActionGenerator:
    """An action generator to which all actions are alike; so it takes the first, forward."""
    generator = ActionGenerator(ActionGenerator.Config(**config)).eval()  # type: ignore[arg-type]
    with torch.no_grad():
        for parameter in generator.parameters():
            parameter.zero_()
    return generator


@dataclass
class Led(Agent):
    """An agent with a seer of the test's own."""

    leader: Seer | None = None

    def seer(self, memory: Memory | None = None) -> Seer:
        """That one."""
        assert self.leader is not None
        return self.leader


def led(agent: Agent, seer: Seer) -> Agent:
    """An agent whose aims a test names."""
    return Led(agent.predictor, agent.generator, agent.typer, seer)


def given(agent: Agent, *aims: Aim) -> Agent:
    """An agent that knows its aims beforehand."""
    return led(agent, GivenAims([aims]))


@dataclass
class Sees:
    """A seer that looks at one world by a function of the world, what is done there, and the aim it looks at again."""

    see: Callable[[World, Sequence[Done], Aim | None], Aim | None]
    doubtful: bool = False  # it looks again as soon as the agent has moved
    channels: tuple[str, ...] = ("rgb",)

    def next(self, look: Look, done: Sequence[Sequence[Done]], held: Sequence[Aim | None]) -> list[Aim | None]:
        """What the function says."""
        return [self.see(look.world, done[0], held[0])]

    def doubts(self, aim: Aim, pose: Floats) -> bool:
        """Once for each aim that was seen from elsewhere."""
        return self.doubtful and aim.seen_from is not None and not np.array_equal(aim.seen_from, pose)


__all__ = [
    "CHAI", "EMPTY", "EPISODE", "FIELD", "LANI", "OUTSIDE", "START", "WORDS", "Sees", "given", "led", "peaked", "sighting",
    "small_lookout", "unbiased", "untrained",
]  # fmt: skip
