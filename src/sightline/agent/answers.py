"""Answers to questions: from what an agent has seen and done, never from the scene."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from sightline.agent.grounding import COLOURS, Grounding
from sightline.agent.memory import Sighted
from sightline.agent.rooms import room_probabilities
from sightline.geometry import distance
from sightline.geometry.types import Floats
from sightline.language.reading import Find, Query
from sightline.language.reading.plan import (
    ALL,
    BEGAN,
    BESIDE,
    COLOUR,
    COUNT,
    DID,
    EXISTS,
    FACING,
    HOLDING,
    INSIDE,
    ROOM,
    SEE,
    STATE,
    WHERE,
    WHY,
)  # fmt: skip

NAMED = 8  # things in an answer
AHEAD = 30.0  # degrees from where it faces
BESIDE_REACH = 2.0  # times what is near in a world: how far from a thing its neighbours are
LIKELY_ROOM = 0.4  # least probability of the room that it names
WITHIN = 0.12  # metres around a piece of furniture in which an item counts as in or on it
HELP = {
    True: "I walk through the house, open and close things, switch them on and off, take things and put them elsewhere. "
          "Ask me what I see, where something is, what I hold or what I did.",
    False: "I walk where you say: to a thing, around it, between two things, north or five steps ahead. "
           "Ask me what I see, where something is or what I did.",
}  # fmt: skip


class PastStep(NamedTuple):
    """A step of an earlier turn."""

    said: str
    step: str
    done: bool
    why: str


def answer(query: Query, grounding: Grounding, done: Sequence[PastStep], held: str, start: Floats) -> str:
    """The answer to a question; `start` is the pose (3,) at which the conversation began."""
    find = query.find
    if query.about == SEE:
        return _seen(grounding, find)
    if query.about == FACING:
        return _facing(grounding)
    if query.about == BEGAN:
        away = float(distance(grounding.pose, start[:2]))
        return f"I started {away:.0f} {grounding.unit} from here." if away > grounding.near / 2 else "I started here."
    if query.about == HOLDING:
        return f"I hold the {held}." if held else "I hold nothing."
    if query.about == DID:
        return _did(done)
    if query.about == WHY:
        return (
            f'Because you said "{done[-1].said}", which I understood as: {done[-1].step}.'
            if done
            else "I have not done anything yet."
        )
    if query.about == ROOM:
        return _room(grounding)
    if find is not None and query.about in (WHERE, EXISTS, COUNT, INSIDE, STATE, BESIDE, COLOUR):
        return _about(query.about, find, grounding, done)
    return HELP[grounding.memory.kind.reaches]


def _facing(grounding: Grounding) -> str:
    """The direction in which the agent looks."""
    names = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")
    ahead = [thing for thing in grounding.things() if abs(grounding.bearing(thing)) < AHEAD]
    toward = f", towards the {grounding.name(ahead[0], ahead)}" if ahead else ""
    return f"I face {names[round(float(grounding.pose[2]) / 45) % 8]}{toward}."


def _seen(grounding: Grounding, find: Find | None) -> str:
    """What is in view now, or on one side of the agent."""
    things = grounding.things()
    latest = max((thing.moment for thing in things), default=0)
    sided = things if find is None else grounding.candidates(replace(find, number=ALL))
    now = [thing for thing in sided if thing.moment == latest]
    if not now:
        return "I see nothing that I know." if find is None else "I see nothing that I know on that side."
    listed = grounding.listed(now[:NAMED])
    more = f", and {len(now) - NAMED} more" if len(now) > NAMED else ""
    return f"I see {', '.join(listed)}{more}."


def _about(about: str, find: Find, grounding: Grounding, done: Sequence[PastStep]) -> str:
    known = find.kinds != frozenset({""})
    things = grounding.candidates(find) if known else []
    noun = find.noun or find.words
    if about == COUNT:
        return f"I see {len(things)}: {', '.join(grounding.listed(things[:NAMED]))}." if things else f"I see no {noun}."
    if not things:
        return f"I have not seen any {noun}." if known else f"I do not know the word {noun!r}, and see nothing like it."
    if about == WHERE:
        return f"I see {' and '.join(grounding.listed(things[:3]))}."
    if about == COLOUR:
        return f"{' and '.join(_coloured(thing, grounding) for thing in things[:3])}.".capitalize()
    if about == BESIDE:
        return _beside(things[0], noun, grounding)
    if about == EXISTS:
        return f"Yes: {' and '.join(grounding.listed(things[:3]))}."
    if about == INSIDE:
        return _inside(things[0], noun, grounding)
    deeds = [d for d in done if d.done and noun in d.step and d.step.split()[0] in ("open", "close", "turn")]
    return (
        f"The last thing I did with it: {deeds[-1].step}." if deeds else f"I have not touched the {noun}, so I cannot tell."
    )


def _coloured(thing: Sighted, grounding: Grounding) -> str:
    """A thing with its colours, as far as words for its kind tell them."""
    colours = sorted(grounding.lexicon.describing.get(thing.name, frozenset()) & COLOURS)
    colour = " and ".join(colours) or "of no colour that I can name"
    return f"the {grounding.name(thing)} ({grounding.where(thing)}) is {colour}"


def _beside(thing: Sighted, noun: str, grounding: Grounding) -> str:
    """What was seen near a thing."""
    others = [other for other in grounding.things() if other is not thing and other.point != thing.point]
    gaps = {id(other): float(distance(_place(other), _place(thing))) for other in others}
    near = sorted((o for o in others if gaps[id(o)] < BESIDE_REACH * grounding.near), key=lambda o: gaps[id(o)])
    if not near and others:
        closest = min(others, key=lambda other: gaps[id(other)])
        return f"Nothing is right beside the {noun}; the closest is the {grounding.name(closest, others)}."
    return f"Near the {noun} I see {', '.join(grounding.listed(near[:3]))}." if near else f"I see nothing near the {noun}."


def _place(thing: Sighted) -> Floats:
    return np.array([thing.point[0], thing.point[2]])


def _inside(piece: Sighted, noun: str, grounding: Grounding) -> str:
    """The items that were seen in or on a piece of furniture."""
    items = [
        thing
        for thing in grounding.things()
        if thing.is_item
        and thing is not piece
        and all(
            low - WITHIN <= value <= high + 2 * WITHIN
            for low, value, high in zip(piece.low, thing.point, piece.high, strict=True)
        )
    ]
    if not items:
        return f"I have seen nothing in or on the {noun}."
    return f"In or on the {noun} I have seen {', '.join(f'the {grounding.name(item, items)}' for item in items[:NAMED])}."


def _did(done: Sequence[PastStep]) -> str:
    if not done:
        return "I have not done anything yet."
    last = done[-1].said
    steps = [d for d in done if d.said == last]
    parts = [f"{d.step} (done)" if d.done else f"{d.step} (not done: {d.why})" for d in steps]
    return f'You said "{last}": {"; ".join(parts)}.'


def _room(grounding: Grounding) -> str:
    """Where the agent is, by what stands around it."""
    things = grounding.things()
    if not things:
        return "I see nothing that tells me where I am."
    nearest = things[0]
    place = f"near the {grounding.name(nearest, things)} ({grounding.where(nearest)})"
    if not grounding.memory.kind.reaches:
        return f"I am {place}."
    likely = room_probabilities(grounding.lexicon, things, grounding.pose[None, :2])
    room = max(likely, key=lambda name: float(likely[name][0]), default="")
    return f"I am in the {room}, {place}." if room and likely[room][0] >= LIKELY_ROOM else f"I am {place}."
