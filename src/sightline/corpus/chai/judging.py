"""Judge what was done for a command by the state of the house afterwards, not by the path or the deeds on the way."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from sightline.chai import ChaiWorld, Episode, House, stock_of
from sightline.chai.house import FIRST_PIECE
from sightline.chai.house.arrays import State
from sightline.chai.kind import Scene
from sightline.corpus.chai.places import Place, place_by_surface
from sightline.corpus.chai.truth import BESIDE_PIECE
from sightline.corpus.kind import Verdict
from sightline.corpus.records import Paragraph
from sightline.fields import Json
from sightline.worlds import read_actions


class Condition(NamedTuple):
    """Everything in a house that can change."""

    held: int
    items: tuple[Place | None, ...]
    open: tuple[int, ...]
    on: tuple[int, ...]


def judge(paragraph: Paragraph, k: int, world: ChaiWorld, n: int) -> Verdict:
    """Whether world n is as the demonstration of instruction k leaves its house, with the agent where it was sent."""
    house, stock = paragraph.scene.load(), stock_of(paragraph.scene.load(), paragraph.scene.variant)
    now = _condition(house, len(stock.items), world.state, n)
    before, after = (_reference(paragraph, count) for count in (k, k + 1))
    items = (now.held, now.items) == (after.held, after.items)
    arrived = _has_arrived(house, (paragraph.segments[k].meaning or {})["steps"], *world.pose[n, :2].tolist())
    return Verdict(now == after and arrived, items, (now.held, now.items) == (before.held, before.items))


def _condition(house: House, items: int, state: State, n: int) -> Condition:
    places = place_by_surface(house)
    held = int(state.held[n])
    where = [places.get(surface) for surface in state.surface[n, :items].tolist()]
    return Condition(
        held, tuple(None if item == held else place for item, place in enumerate(where)),
        tuple(state.open[n, : len(house.parts)].tolist()), tuple(state.on[n, : len(house.switches)].tolist()),
    )  # fmt: skip


def _reference(paragraph: Paragraph, count: int) -> Condition:
    """The house after the first instructions."""
    first = paragraph.segments[0].start
    actions = "".join(segment.actions for segment in paragraph.segments[:count])
    return _after(paragraph.scene, first, actions)


@lru_cache(maxsize=4096)
def _after(scene: Scene, first: tuple[float, float, float], actions: str) -> Condition:
    house = scene.load()
    stock = stock_of(house, scene.variant)
    world = ChaiWorld(horizon=10**9, threads=1)
    world.reset([Episode(house, stock, first, (), before=tuple(read_actions(actions)), first=first)])
    return _condition(house, len(stock.items), world.state, 0)


def _has_arrived(house: House, steps: Sequence[Json], x: float, z: float) -> bool:
    """Whether the agent is in the room, or beside the piece, that the last step sends it to; True if that is a deed."""
    step = steps[-1]
    room = house.plan.room_of(x, z)
    if step["do"] == "enter":
        return room == step["of"][0]
    if step["do"] == "go":
        piece = house.plan.pieces[step["of"][0] - FIRST_PIECE]
        x0, z0, x1, z1 = piece.footprint
        gap = math.hypot(max(x0 - x, x - x1, 0.0), max(z0 - z, z - z1, 0.0))
        return room == piece.room and gap <= BESIDE_PIECE
    return True
