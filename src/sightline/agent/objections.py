"""Objections: why an aim of the goal predictor is not what was asked for. Such an aim is not carried out."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from sightline.agent.aim import Aim
from sightline.agent.grounding import PERHAPS
from sightline.agent.memory import Sighted
from sightline.agent.talk_state import TalkState
from sightline.geometry import distance
from sightline.language.reading import Find, PlanStep
from sightline.language.reading.steps import CARRYING, UNKNOWN

RECOGNIZED = 0.6  # least confidence of the furniture that the agent has come to
ARRIVED = 3.0  # metres from the middle of a piece of furniture: the agent is at it
PLAUSIBLE = 0.1  # likelihood that the point shows the furniture that is meant, of which eyes are seldom sure
CONFIDENT = 0.9  # of an aim at something that is not recognized as what was named
# Metres from a point to reach for: another item, the item meant, the furniture meant.
AT_POINT, AT_ITEM, WITHIN = 0.25, 0.3, 0.4
STATES = {"open": "open", "close": "closed", "turn on": "on", "turn off": "off"}

Objection = Callable[[int, Aim], str]


def objection_to(step: PlanStep, state: TalkState) -> Objection | None:
    """(world, aim): why an aim of the seer is not what was asked for; None if nobody can tell."""
    if not state.agent.kind.reaches or state.reader is None or not step.verb:
        return None
    checks = [check for check in (_undoing(step, state), _mistaking(step, state)) if check is not None]

    def objection(n: int, aim: Aim) -> str:
        if aim.point is None or not aim.in_sight or aim.reason:  # what has a reason is no guess of a model
            return ""
        return next((why for check in checks if (why := check(n, aim))), "")

    return objection if checks else None


def _undoing(step: PlanStep, state: TalkState) -> Objection | None:
    """A part that the agent itself opened would be closed by opening it again."""
    if step.verb not in STATES:
        return None

    def undoing(n: int, aim: Aim) -> str:
        assert aim.point is not None
        return f"that is {STATES[step.verb]} already" if state.last_verb_at(aim.point) == step.verb else ""

    return undoing


def _mistaking(step: PlanStep, state: TalkState) -> Objection | None:
    """Something else is there, as far as the agent's eyes tell."""
    find, to, reader = step.find, step.to, state.reader
    if find is None or reader is None or not find.kinds or find.kinds == UNKNOWN or not state.knows(find):
        return None
    if to is not None and not to.kinds:
        return None
    kinds = find.kinds | (to.kinds if to is not None else frozenset())
    carrying = step.verb in CARRYING

    def mistaking(n: int, aim: Aim) -> str:
        assert aim.point is not None
        if aim.kinds and not aim.kinds & reader.lexicon.carried and aim.match >= PLAUSIBLE:
            return ""
        things = state.memory.things(n)
        if any(t.name in kinds and _reaches(t, aim.point) for t in things):
            return ""
        at = [t for t in things if t.is_item and math.dist(t.point, aim.point) < AT_POINT and t.confidence >= PERHAPS]
        if carrying and not at and aim.confidence >= CONFIDENT:
            return ""
        return f"it saw no {find.noun}" + (f", only {with_indefinite(reader.lexicon.name(at[0].name))} there" if at else "")

    return mistaking


def missed(find: Find, state: TalkState) -> Callable[[], str] | None:
    """Once the agent has arrived: why that is not at the thing; None for rooms, which are not seen as things."""
    assert state.reader is not None
    if not find.kinds or find.kinds & state.reader.lexicon.rooms or not state.knows(find):
        return None

    def why() -> str:
        seen = [t for t in state.memory.things(0) if t.name in find.kinds and t.confidence >= RECOGNIZED]
        near = any(float(distance(state.pose, (t.point[0], t.point[2]))) < ARRIVED for t in seen)
        return "" if near else f"it saw no {find.noun}"

    return why


def _reaches(thing: Sighted, point: Sequence[float]) -> bool:
    """Whether a point belongs to a thing, as far as was seen of it."""
    if thing.is_item:
        return math.dist(thing.point, point) < AT_ITEM
    return all(low - WITHIN <= value <= high + WITHIN for low, value, high in zip(thing.low, point, thing.high, strict=True))


def with_indefinite(noun: str) -> str:
    """A noun with "a" or "an"."""
    return f"an {noun}" if noun[:1] in "aeiou" else f"a {noun}"
