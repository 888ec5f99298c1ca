"""Facts of a house for judges of dialogues: where things are, what was done, what is held. Agents never see them."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from sightline.chai.episode import Episode
from sightline.chai.hands import PUT, VERBS
from sightline.chai.house import FIRST_ITEM, FIRST_PART, FIRST_PIECE, FIRST_SWITCH
from sightline.chai.house.arrays import HELD
from sightline.chai.house.items import ITEMS
from sightline.chai.house.plan import Piece
from sightline.chai.world import ChaiWorld
from sightline.corpus.kind import DeedNames
from sightline.world import World


class HouseFacts:
    """The facts of one house. A thing has several names, so that a judge may say "fridge door" or "upper door of fridge".

    Each name may be followed by a room or by a place: "lamp@bedroom", "nightstand@22.2,4.6".
    """

    def __init__(self, world: World):
        assert isinstance(world, ChaiWorld)
        self.world = world
        episode: Episode = world.episodes[0]
        self.house, self.stock = episode.house, episode.stock

    def gap(self, name: str, place: ArrayLike) -> float | None:
        """The distance on the floor from a place to the nearest thing of a name; None if there is none."""
        x, z = np.asarray(place, dtype=np.float64)[:2].tolist()
        gaps = [_gap(piece, x, z) for k, piece in enumerate(self.house.plan.pieces) if name in self.names(FIRST_PIECE + k)]
        gaps += [math.dist((x, z), at) for at in self._items(name)]
        return min(gaps, default=None)

    def centre(self, name: str) -> tuple[float, float] | None:
        """The middle of the first piece or item of a name."""
        pieces = (p for k, p in enumerate(self.house.plan.pieces) if name in self.names(FIRST_PIECE + k))
        return next(((p.at[0], p.at[2]) for p in pieces), None) or next(iter(self._items(name)), None)

    def room(self, place: ArrayLike) -> str:
        """The name of the room at a place; empty outside the house."""
        x, z = np.asarray(place, dtype=np.float64)[:2].tolist()
        plan = self.house.plan
        number = plan.room_of(x, z)
        return plan.rooms[number].name if number >= 0 else ""

    def deeds(self) -> list[DeedNames]:
        """The deeds since the world's episode began, with all names of what they were done to."""
        done = self.world.done[0]
        return [
            DeedNames(VERBS[verb], self.names(thing), self.names(holder) if verb == PUT else frozenset())
            for verb, thing, holder in done
        ]

    def held(self) -> frozenset[str]:
        """The names of the held item; none if the hands are empty."""
        held = int(self.world.save([0])["held"][0])
        return frozenset() if held < 0 else self.names(FIRST_ITEM + held)

    def names(self, number: int) -> frozenset[str]:
        """All names of a thing, each also with its room and, for furniture, with its place."""
        house = self.house
        if number >= FIRST_ITEM:
            item = self.stock.items[number - FIRST_ITEM]
            return frozenset({item.kind, ITEMS[item.kind].noun})
        if number < FIRST_PIECE:
            return frozenset({"floor"})
        owner = house.piece_of(number)
        piece = house.plan.pieces[owner]
        plain = {piece.thing.noun, piece.thing.name}
        if number >= FIRST_PART:
            part = (
                house.switches[number - FIRST_SWITCH][1] if number >= FIRST_SWITCH else house.parts[number - FIRST_PART][1]
            )
            plain |= {part.kind, part.name, *(f"{part.name} of {noun}" for noun in plain)}
        room = house.plan.rooms[piece.room].name
        return frozenset(plain | {f"{name}@{room}" for name in plain} | {f"{name}@{_place(piece)}" for name in plain})

    def _items(self, name: str) -> list[tuple[float, float]]:
        """Where the items of a name are, other than in the agent's hands."""
        state = self.world.save([0])
        return [
            (float(state["place"][0][k][0]), float(state["place"][0][k][2]))
            for k in range(len(self.stock.items))
            if name in self.names(FIRST_ITEM + k) and state["surface"][0][k] != HELD
        ]


def _place(piece: Piece) -> str:
    return f"{piece.at[0]:.1f},{piece.at[2]:.1f}"


def _gap(piece: Piece, x: float, z: float) -> float:
    x0, z0, x1, z1 = piece.footprint
    return math.hypot(max(x0 - x, 0.0, x - x1), max(z0 - z, 0.0, z - z1))
