"""What was done for a command, by the state of the house afterwards."""

from random import Random

import numpy as np
import pytest

from sightline.chai import ChaiWorld
from sightline.chai.house import generate_house
from sightline.chai.kind import Scene
from sightline.corpus.chai.abilities import ITEMS, OTHERS, _try
from sightline.corpus.chai.judging import judge
from sightline.corpus.examples import Example
from sightline.corpus.kind import Situation
from sightline.worlds import read_actions

HOUSE = generate_house(3)


def made(ability: str) -> Situation:
    return _try(Random(1), Scene.of(HOUSE, 1), HOUSE, ability, (ITEMS | OTHERS)[ability])[0]


def world_of(situation: Situation) -> ChaiWorld:
    world = ChaiWorld(horizon=10**9)
    world.reset([Example(situation.paragraph, situation.segment_index).episode])
    return world


@pytest.mark.parametrize("ability", ["take: in view", "put", "close", "go to a room", "go to furniture"])
def test_the_demonstration_does_it_and_doing_nothing_does_not(ability: str) -> None:
    situation = made(ability)
    world, k = world_of(situation), situation.segment_index
    before = judge(situation.paragraph, k, world, 0)
    assert before.idle and not before.done
    for action in read_actions(situation.paragraph.segments[k].actions):
        world.step(np.array([action]))
    after = judge(situation.paragraph, k, world, 0)
    assert after.done and after.items and after.idle == (ability not in ("take: in view", "put"))


def test_another_item_or_an_open_door_is_not_what_was_asked_for() -> None:
    situation = made("take: in view")
    world, k = world_of(situation), situation.segment_index
    for action in read_actions(situation.paragraph.segments[k].actions):
        world.step(np.array([action]))
    world.state.open[0, 0] ^= 1
    opened = judge(situation.paragraph, k, world, 0)
    assert opened.items and not opened.done
    world.state.held[0] ^= 1
    other = judge(situation.paragraph, k, world, 0)
    assert not (other.items or other.done or other.idle)
