"""Fingerprints of houses: of a plan's text, and of a house with everything that may be in it.

Records name a house and have its fingerprint. Places, points and numbers in them mean nothing after a change of the plan, of
a piece that stands there, of an item that may lie there, or of the habits that say where. The bundled houses have the
fingerprints of their plans, as long as their things are those in plans/things.json: `things_text`; a test compares.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterable
from functools import cache
from itertools import islice
from pathlib import Path

import numpy as np

from sightline.chai.house.items import ITEMS, STANDARD_ITEMS
from sightline.chai.house.plan import Plan
from sightline.chai.house.things import Furniture, Item, Model
from sightline.render.primitives import Primitive

LENGTH = 16  # hexadecimal digits
DIGITS = 9  # of coordinates: processors differ after them
STORED = "things.json"
HABITS = Path(__file__).parents[1] / "habits.toml"


def plan_fingerprint(text: str) -> str:
    """The fingerprint of a plan's text."""
    return _digest([text.encode()])


def house_fingerprint(name: str, text: str, plan: Plan, plans: Path) -> str:
    """The fingerprint of a house and its things; `plans` is the folder of the bundled ones."""
    things = things_fingerprint(plan, name.isdigit())
    if name.isdigit() and _recorded(plans).get(name) == things:
        return plan_fingerprint(text)
    return _digest([text.encode(), things.encode()])


def things_fingerprint(plan: Plan, bundled: bool) -> str:
    """The fingerprint of the pieces of a plan, of the items that may be in its house, and of their habits."""
    pieces = {piece.thing.name: piece.thing for piece in plan.pieces}
    return _digest([*(_furniture(pieces[name]) for name in sorted(pieces)), _items(bundled)])


def things_text(plans: dict[str, Plan]) -> str:
    """The contents of things.json."""
    return json.dumps({name: things_fingerprint(plan, True) for name, plan in plans.items()}, indent=2) + "\n"


@cache
def _recorded(plans: Path) -> dict[str, str]:
    stored: dict[str, str] = json.loads((plans / STORED).read_text(encoding="utf-8"))
    return stored


@cache
def _items(bundled: bool) -> bytes:
    """The items that may be in a house, and the habits."""
    habits = tomllib.loads(HABITS.read_text(encoding="utf-8"))
    if bundled:
        del habits["more"]
    parts = [json.dumps(habits).encode()]
    for item in islice(ITEMS.values(), STANDARD_ITEMS if bundled else None):
        parts += _item(item)
    return _digest(parts).encode()


def _item(item: Item) -> Iterable[bytes]:
    yield repr((item.name, item.noun, item.size)).encode()
    yield from _model(item.model)


@cache
def _furniture(thing: Furniture) -> bytes:
    parts = [repr((thing.name, thing.noun, thing.size, thing.solid, thing.surfaces)).encode(), *_model(thing.model)]
    for part in thing.parts:
        parts.append(repr((part.name, part.kind, part.shift, part.behind)).encode())
        parts += [primitive for model in part.models for primitive in _model(model)]
    for switch in thing.switches:
        parts.append(repr((switch.name, switch.kind)).encode())
        parts += [primitive for model in switch.models for primitive in _model(model)]
    return _digest(parts).encode()


def _model(model: Model) -> Iterable[bytes]:
    for primitive in model:
        yield _numbers(primitive)
        yield repr((primitive.quadric, primitive.colour, primitive.taper, primitive.pattern)).encode()


def _numbers(primitive: Primitive) -> bytes:
    every = np.concatenate([primitive.centre, np.ravel(primitive.axes), np.ravel(primitive.planes)])
    return (np.round(every.astype(np.float64), DIGITS) + 0.0).astype("<f8").tobytes()  # + 0.0 makes -0.0 a 0.0


def _digest(parts: Iterable[bytes]) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return digest.hexdigest()[:LENGTH]
