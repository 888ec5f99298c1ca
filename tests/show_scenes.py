"""A field, a house, goal maps and an agent that tests of pictures and sentences share."""

from dataclasses import replace

import numpy as np
import torch

from sightline.agent import Agent
from sightline.chai.kind import KIND as CHAI
from sightline.geometry.types import Floats
from sightline.language import Vocabulary
from sightline.lani import Episode, Placed, Scene
from sightline.lani.kind import KIND as LANI
from sightline.models.action_generator import ActionGenerator
from sightline.models.lingunet import LingUNet, LingUNetConfig
from sightline.show.sighting import Sighting, panorama_of
from sightline.world import Kind

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
    return Sighting(
        LANI, np.array(START), instruction, panorama_of(LANI, world), peaked(at or predicted), np.array(predicted), true_goal
    )


WORDS = ["go", "to", "the", "well", "anvil", "fridge", "piano"]


def untrained(kind: Kind) -> Agent:
    """An agent that has learned nothing, and never stops."""
    torch.manual_seed(0)
    eyes = LingUNet(LingUNetConfig(vocabulary=len(WORDS) + 1, ground=kind.view.first_ground_row)).eval()
    legs = ActionGenerator(ActionGenerator.Config()).eval()
    with torch.no_grad():
        for parameter in legs.parameters():
            parameter.zero_()  # all actions are alike: the first, forward
    return Agent(kind, eyes, legs, Vocabulary(WORDS), torch.device("cpu"))


__all__ = ["CHAI", "EMPTY", "EPISODE", "FIELD", "LANI", "OUTSIDE", "START", "peaked", "sighting", "untrained"]
