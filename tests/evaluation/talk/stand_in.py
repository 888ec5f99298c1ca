"""A conversation that does what a test says, without any model."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from sightline.errors import InputError
from sightline.world import World


class Answered(NamedTuple):
    kind: str
    words: str = ""
    steps: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


class Moves(NamedTuple):
    """A journey of fixed actions."""

    world: World
    actions: Sequence[int]

    def finish(self) -> None:
        for action in self.actions:
            self.world.step(np.array([action]))


class StandIn:
    """Replies by a table: words to (reply, actions, account)."""

    def __init__(self, world: World, script: dict[str, tuple[Answered, list[int], list[tuple[str, bool, str]]]]):
        self.world, self.script, self.journey = world, script, Moves(world, [])
        self._account: list[tuple[str, bool, str]] = []

    def say(self, words: str) -> Answered:
        if words not in self.script:
            raise InputError(f"{words!r} is not an instruction.")
        reply, actions, self._account = self.script[words]
        self.journey = Moves(self.world, actions)
        return reply

    def account(self) -> list[tuple[str, bool, str]]:
        return self._account


def beginning(script: dict[str, tuple[Answered, list[int], list[tuple[str, bool, str]]]]) -> Callable[[World], StandIn]:
    return lambda world: StandIn(world, script)
