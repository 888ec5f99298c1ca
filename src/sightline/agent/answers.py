"""Answers to questions: from what an agent has seen and done, never from the scene."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from sightline.agent.grounding import Grounding
from sightline.agent.memory import Sighted
from sightline.language.reading import Find, Query
from sightline.language.reading.plan import COUNT, DID, EXISTS, HOLDING, INSIDE, ROOM, SEE, STATE, WHERE, WHY

NAMED = 8  # things in an answer
ROOM_SIGNS = {  # furniture that tells a room
    "kitchen": ("fridge", "stove", "oven", "dishwasher", "sink", "microwave", "counter", "range hood"),
    "bathroom": ("toilet", "bathtub", "shower", "basin", "washing machine", "laundry basket"),
    "bedroom": ("bed", "nightstand", "wardrobe", "dresser"),
    "living room": ("sofa", "television", "coffee table", "armchair", "tv stand"),
}  # fmt: skip
AROUND = 3.0  # metres: furniture that tells the room
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


def answer(query: Query, grounding: Grounding, done: Sequence[PastStep], held: str) -> str:
    """The answer to a question."""
    find = query.find
    if query.about == SEE:
        return _seen(grounding)
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
    if find is not None and query.about in (WHERE, EXISTS, COUNT, INSIDE, STATE):
        return _about(query.about, find, grounding, done)
    return HELP[grounding.memory.kind.reaches]


def _seen(grounding: Grounding) -> str:
    """What is in view now."""
    things = grounding.things()
    latest = max((thing.moment for thing in things), default=0)
    now = [thing for thing in things if thing.moment == latest]
    if not now:
        return "I see nothing that I know."
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
    if about == EXISTS:
        return f"Yes: {' and '.join(grounding.listed(things[:3]))}."
    if about == INSIDE:
        return _inside(things[0], noun, grounding)
    deeds = [d for d in done if d.done and noun in d.step and d.step.split()[0] in ("open", "close", "turn")]
    return (
        f"The last thing I did with it: {deeds[-1].step}." if deeds else f"I have not touched the {noun}, so I cannot tell."
    )


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
    signs = Counter(
        room for thing in things if grounding.away(thing) < AROUND for room, nouns in ROOM_SIGNS.items()
        if any(noun in thing.name for noun in nouns)
    )  # fmt: skip
    return f"I am in the {signs.most_common(1)[0][0]}, {place}." if signs else f"I am {place}."
