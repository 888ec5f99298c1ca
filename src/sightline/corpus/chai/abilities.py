"""A behavioural checklist in houses: plain commands, by what they ask for, in arrangements that nobody learns from.

An ability is right where its command is done completely. The first ones are about items, the others about rooms, furniture,
doors, drawers and switches.
"""

from __future__ import annotations

from random import Random

from sightline.chai.house import HOUSES, load_house
from sightline.chai.kind import Scene
from sightline.corpus.chai.commands import plain_commands
from sightline.corpus.kind import Situation
from sightline.corpus.records import Segment

FIRST = 930_000_000  # variants from here on belong to the checklist
EACH = 100_000  # variants of a seed
ROUNDS = 12  # houses tried per requested situation, at most
ABILITIES = {  # names, by the steps of a command
    "item: take": ("take",), "item: put": ("bring",), "item: take and put": ("take", "put"),
    "item: put and close": ("bring", "close"), "item: open, take, put, close": ("open", "take", "put", "close"),
    "open": ("open",), "close": ("close",), "look into": ("open", "close"), "switch on": ("on",), "switch off": ("off",),
    "go to furniture": ("go",), "enter a room": ("enter",),
}  # fmt: skip
TWO = "item: two errands"  # every longer command with an item


def situations(count: int, seed: int) -> list[Situation]:
    """`count` situations of each ability, or as many as turn up."""
    random = Random(f"{seed}/abilities")
    names = {steps: name for name, steps in ABILITIES.items()}
    found: dict[str, list[Situation]] = {name: [] for name in (*ABILITIES, TWO)}
    for k in range(ROUNDS * count):
        if all(len(some) == count for some in found.values()):
            break
        house = load_house(HOUSES[k % len(HOUSES)])
        paragraph = plain_commands(random, Scene.of(house, FIRST + seed * EACH + k))
        for place, segment in enumerate(paragraph.segments if paragraph is not None else ()):
            steps = _steps(segment)
            name = names.get(steps) or (TWO if "bring" in steps else "")
            if paragraph is not None and name and len(found[name]) < count:
                found[name].append(Situation(name, paragraph, segment_index=place))
    return [situation for some in found.values() for situation in some]


def _steps(segment: Segment) -> tuple[str, ...]:
    return tuple(step["do"] for step in (segment.meaning or {})["steps"])
