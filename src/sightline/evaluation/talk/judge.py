"""The judge of one turn: what an expectation says against what happened. It sees the scene, which agents do not."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sightline.corpus.kind import DeedNames, SceneFacts
from sightline.evaluation.talk.dialogues import SIDES
from sightline.fields import Json
from sightline.geometry import heading_to, wrap
from sightline.geometry.types import Floats

STILL = 0.5  # share of the near distance of a world by which an agent that stays may have moved
ASTRAY = 40.0  # degrees from the direction that `toward` names
VIA = 1.5  # times `within`: how close a path must pass a thing on the way


@dataclass(frozen=True)
class Happened:
    """What an agent said and did in one turn."""

    reply: str  # its kind
    said: str  # everything: the reply, the plan, the account
    complete: bool  # it claims to have done all of its plan
    path: Floats  # (T + 1, 3) poses from before the turn on
    deeds: tuple[DeedNames, ...]
    held: frozenset[str]  # names of the held item after the turn

    @property
    def moved(self) -> float:
        """How far it has come from where it was, at most."""
        return float(np.hypot(*(self.path[:, :2] - self.path[0, :2]).T).max())


@dataclass(frozen=True)
class TurnVerdict:
    """What the judge says of one turn."""

    faults: tuple[str, ...]  # sentences; none: the turn is right
    unasked: bool  # something was done that nobody asked for


def judge(expect: Json, happened: Happened, facts: SceneFacts, starts: Sequence[Floats], near: float) -> TurnVerdict:
    """The verdict on a turn; `starts` are the poses (3,) before it and before all earlier turns, in order."""
    faults = []
    if happened.reply not in expect["reply"]:
        faults.append(f"it replied with {happened.reply}, not {' or '.join(expect['reply'])}.")
    goal = expect.get("goal") or {}
    stays = happened.reply != "go" or bool(goal.get("still"))
    strays = (stays or "go" not in expect["reply"]) and happened.moved > STILL * near
    if strays:
        faults.append(f"it moved by {happened.moved:.1f}, but should have stayed.")
    if happened.reply == "go" and not stays:
        faults += goal_faults(goal, happened.path, facts, starts)
    extra = [spell(deed) for deed in extra_deeds(expect, happened)]
    faults += [f"nobody asked it to {words}." for words in extra]
    if happened.reply == "go" and not extra and not deeds_right(expect, happened.deeds):
        done = ", ".join(map(spell, happened.deeds)) or "nothing"
        faults.append(f"it should have done {_wanted(expect)}, and did: {done}.")
    if "holds" in expect and happened.reply == "go" and not _holds(expect["holds"], happened.held):
        faults.append(f"it should hold {expect['holds'] or 'nothing'}, and holds {min(happened.held, default='nothing')}.")
    faults += [
        f"it says none of: {', '.join(words)}." for words in expect.get("says") or () if not says(happened.said, words)
    ]
    if expect.get("undone") and happened.reply == "go" and happened.complete:
        faults.append("it claims to have done what cannot be done.")
    return TurnVerdict(tuple(faults), strays or bool(extra))


def goal_faults(goal: Json, path: Floats, facts: SceneFacts, starts: Sequence[Floats]) -> list[str]:
    """What is wrong with a path for a goal."""
    faults, end, within = [], path[-1], goal.get("within", 0.0)
    if "near" in goal:
        away = _nearest(facts, goal["near"], end)
        if away > within:
            faults.append(f"it ends {away:.1f} from {' or '.join(goal['near'])}, not within {within:g}.")
    for what, place in (("at", goal.get("at")), ("start_of_turn", _start(goal, starts))):
        if what in goal and place is not None and (away := math.dist(end[:2], place[:2])) > within:
            faults.append(f"it ends {away:.1f} from the right place, not within {within:g}.")
    if "in" in goal and facts.room(end) not in goal["in"]:
        faults.append(f"it ends in the {facts.room(end) or 'open'}, not in the {' or '.join(goal['in'])}.")
    if "toward" in goal:
        faults += _direction_faults(goal, path)
    if "via" in goal and not _passes_in_order(goal["via"], path, facts, VIA * within):
        faults.append(f"it does not pass {', then '.join(' or '.join(names) for names in goal['via'])}.")
    missed = [names for names in goal.get("visits") or () if _passing(names, path, facts, within) < 0]
    faults += [f"it does not visit {' or '.join(names)}." for names in missed]
    if "around" in goal:
        turned = abs(winding(path, facts.centre(goal["around"]) or (0.0, 0.0)))
        if turned < goal["degrees"]:
            faults.append(f"it goes {turned:.0f} degrees around {goal['around']}, not {goal['degrees']:g}.")
    return faults


def _start(goal: Json, starts: Sequence[Floats]) -> Floats | None:
    return starts[goal["start_of_turn"] - 1] if "start_of_turn" in goal else None


def _nearest(facts: SceneFacts, names: Sequence[str], place: Floats) -> float:
    gaps = [gap for name in names if (gap := facts.gap(name, place)) is not None]
    return min(gaps, default=math.inf)


def _direction_faults(goal: Json, path: Floats) -> list[str]:
    wanted = goal["toward"]
    heading = path[0, 2] + SIDES[wanted] if isinstance(wanted, str) else float(wanted)
    length = math.dist(path[0, :2], path[-1, :2])
    if not goal["least"] <= length <= goal.get("most", math.inf):
        return [f"it comes {length:.1f} far, not {goal['least']:g} to {goal.get('most', math.inf):g}."]
    off = abs(float(wrap(heading_to(path[0, :2], path[-1, :2]) - heading)))
    return [f"it goes {off:.0f} degrees off the direction {wanted}."] if off > ASTRAY else []


def _passing(names: Sequence[str], path: Floats, facts: SceneFacts, within: float, first: int = 0) -> int:
    """The first index of a path, from `first` on, that is close to a thing of these names; -1 if there is none."""
    return next((k for k in range(first, len(path)) if _nearest(facts, names, path[k]) <= within), -1)


def _passes_in_order(stops: Sequence[Sequence[str]], path: Floats, facts: SceneFacts, within: float) -> bool:
    k = 0
    for names in stops:
        k = _passing(names, path, facts, within, k)
        if k < 0:
            return False
    return True


def winding(path: Floats, centre: tuple[float, float]) -> float:
    """By how many degrees a path goes around a place, clockwise positive."""
    bearings = np.degrees(np.arctan2(path[:, 0] - centre[0], path[:, 1] - centre[1]))
    return float(np.sum(wrap(np.diff(bearings))))


def says(said: str, words: Sequence[str]) -> bool:
    """Whether one of these words or phrases occurs in what was said."""
    text = said.lower().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    return any(re.search(rf"(?<!\w){re.escape(word.lower())}(?!\w)", text) for word in words)


# Deeds


def matches(pattern: Sequence[str], deed: DeedNames) -> bool:
    """Whether a deed is the one that [verb, thing] or [put, thing, receptacle] means."""
    verb, thing, *receptacle = pattern
    return verb == deed.verb and thing in deed.thing and all(name in deed.receptacle for name in receptacle)


def _pair(patterns: Sequence[Sequence[str]], deeds: Sequence[DeedNames]) -> bool:
    """Whether patterns and deeds correspond one to one."""
    if not patterns or not deeds:
        return not patterns and not deeds
    first, *rest = patterns
    return any(matches(first, deed) and _pair(rest, [*deeds[:k], *deeds[k + 1 :]]) for k, deed in enumerate(deeds))


def _sets(expect: Json) -> list[Sequence[Sequence[str]]]:
    """The sets of deeds that are right."""
    return [expect.get("deeds") or [], *(expect.get("or_deeds") or [])]


def deeds_right(expect: Json, deeds: Sequence[DeedNames]) -> bool:
    """Whether exactly the deeds of one of the right sets were done, apart from those that may be done too."""
    optional = expect.get("may") or []
    return any(
        _pair(wanted, deeds) or _pair(wanted, [d for d in deeds if not any(matches(pattern, d) for pattern in optional)])
        for wanted in _sets(expect)
    )


def extra_deeds(expect: Json, happened: Happened) -> list[DeedNames]:
    """The deeds that belong to no right set, or were done although the right reply is not to go."""
    if "go" not in expect["reply"]:
        return list(happened.deeds)
    right = [pattern for wanted in (*_sets(expect), expect.get("may") or []) for pattern in wanted]
    return [deed for deed in happened.deeds if not any(matches(pattern, deed) for pattern in right)]


def spell(deed: DeedNames) -> str:
    """A deed in words, by the longest plain names of its things."""
    names = [max((n for n in some if "@" not in n), key=len) for some in (deed.thing, deed.receptacle) if some]
    return " ".join([deed.verb, *names])


def _wanted(expect: Json) -> str:
    sets = ["; ".join(" ".join(deed) for deed in wanted) or "nothing" for wanted in _sets(expect)]
    return ", or ".join(sets)


def _holds(wanted: str, held: frozenset[str]) -> bool:
    return wanted in held if wanted else not held
