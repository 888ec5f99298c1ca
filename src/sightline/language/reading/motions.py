"""Motions by direction and distance: "10 metres north", "half way to the well", "to the corner in the south-east"."""

from __future__ import annotations

import re

from sightline.language.lexicon import Lexicon
from sightline.language.reading.phrases import find_of
from sightline.language.reading.plan import CORNER, FENCE, MIDDLE, Find, Move
from sightline.language.reading.words import COMPASS, NUMBERS, SIDES, STEPS, UNITS

FENCE_COLOURS = {"blue": "north", "red": "east", "yellow": "south", "white": "west"}  # in every field
_GO = r"(?:go|walk|move|head|run|come|travel|proceed|step|drive|advance|march|get|continue)"
_NUMBER = (
    r"(?P<n>\d+(?:\.\d+)?|half an?|(?:a |the )?(?:couple of|few|dozen|hundred)|one hundred|"
    + "|".join(sorted(NUMBERS, key=len, reverse=True))
    + r")"
)
_UNIT = "|".join(sorted([*UNITS, *STEPS], key=len, reverse=True))
_SPAN = rf"(?:about |around |for |another |some |exactly |roughly |just )*{_NUMBER} ?(?:more |big |small |little |full )?(?P<u>{_UNIT})"
_LENGTH = rf"(?:(?:about |around |for |another |some |exactly |roughly |just )*{_NUMBER} ?(?:more |big |small |little )?(?P<u>{_UNIT}|(?= (?:{'|'.join(COMPASS)})\b)|(?=(?:{'|'.join(COMPASS)})\b)|$))"
_FENCE = re.compile(
    rf"^(?:{_GO}(?: all the way| straight| over| up)* (?:to|towards?|up to|until)(?: you (?:reach|hit|get to))? )?(?:the )?"
    r"(?P<d>north|south|east|west|blue|red|yellow|white)(?:ern)?(?:most)?(?: side)? (?:fence|wall|edge|border|end|side|boundary)(?: of the field)?$"
)
_CORNER = re.compile(
    rf"^(?:{_GO}(?: all the way| straight| over| up)* (?:to|towards?|into|in) )?(?:the )?(?:(?:far )?corner (?:in|of|at|to|towards?) the )?"
    r"(?P<d>north|south)[ -]?(?P<e>east|west)(?:ern)?(?:most)?(?: (?:corner|end))?(?: of the field)?$"
)
_COLOURED_CORNER = re.compile(
    r"\bcorner\b.*\b(?P<a>blue|yellow)\b.*\b(?P<b>red|white)\b|\bcorner\b.*\b(?P<c>red|white)\b.*\b(?P<e>blue|yellow)\b"
)
_MIDDLE = re.compile(
    rf"^(?:{_GO}(?: straight| over| back)* (?:to|towards?|into|in) )?the (?:very )?(?:middle|cent(?:er|re))(?: of (?:the|this) (?:field|map|area|lawn|grass|meadow))?$"
)
_TOWARD = "|".join(sorted([*COMPASS, *SIDES], key=len, reverse=True))
_GOING = (
    r"(?:(?:go|walk|move|head|run|travel|proceed|step|come|drive|advance|march|continue|keep going|carry on|take|turn|back up|keep "
    r"walking|face)(?: on)?(?: and (?:go|walk|move))? )?"
)
_MOVES = [
    re.compile(rf"^{_GOING}(?:due |straight |directly |to the |to your |towards? the |toward |your )*(?P<d>{_TOWARD})(?:wards?)?"
               rf"(?: direction)?(?: (?:for )?(?:a while|a bit|some time|some distance|a little))?(?:,?(?: for)? {_LENGTH})?(?P<rest>(?: (?:until|till|up to|as far as|to) .+)?)$"),
    re.compile(rf"^{_GOING}{_LENGTH}(?: (?:due|straight|directly|to the|to your|towards the|toward the|in the direction of|in))*"
               rf" (?P<d>{_TOWARD})(?:wards?)?(?: direction)?(?P<rest>)$"),
]  # fmt: skip
_PLAIN_LENGTH = re.compile(
    rf"^(?:{_GO}|keep going|take|go on)?(?: on| straight| ahead| forward)* ?{_SPAN}(?: (?:more|further|farther|on|straight|ahead|forward|forwards))*$"
)
_TO_THING = re.compile(
    rf"^(?:{_GO} )?(?:(?P<h>(?:about )?(?:half|halfway|half-way|half the way|midway|part of the way|half of the way|a third of the way|a quarter of the way)(?: way)?)|{_SPAN}) "
    r"(?P<w>towards?|to|up to|away from|closer to|nearer to|in the direction of|from) (?P<x>.+)$"
)
_SHARES = (("third", 1 / 3), ("quarter", 0.25), ("", 0.5))
_TURN = re.compile(
    rf"^(?:turn|face|rotate|look)(?: yourself)?(?: (?:to|towards?|to face))?(?: (?:the|your))? ?(?P<d>around|round|{_TOWARD}|\d+ degrees(?: to)?(?: the)? (?:left|right))(?:wards?)?(?: side)?$"
)

_TURN_TO = re.compile(
    r"^(?:turn|rotate)(?: yourself)?(?: around| round)?(?: to face| to look at| towards?| to) (?P<x>.+)$|^face(?: towards?)? (?P<y>.+)$"
)


def move_of(clause: str, fenced: bool = True) -> Move | None:
    """A motion by direction and distance; None if the clause is something else. Fields are fenced, with a colour for each side."""
    if (match := _FENCE.match(clause)) and (fenced or match["d"] not in FENCE_COLOURS):
        return Move(COMPASS[FENCE_COLOURS.get(match["d"], match["d"])], True, until=FENCE)
    if "corner" in clause and (match := _CORNER.match(clause)):
        return Move(COMPASS[match["d"] + match["e"]], True, until=CORNER)
    if fenced and (match := _COLOURED_CORNER.search(clause)):
        ways = FENCE_COLOURS[match["a"] or match["e"]] + FENCE_COLOURS[match["b"] or match["c"]]
        return Move(COMPASS[ways], True, until=CORNER)
    for pattern in _MOVES:
        match = pattern.match(clause)
        if not match:
            continue
        word, rest = match["d"], (match["rest"] or "").strip()
        absolute = word in COMPASS
        if len(word) <= 2 and absolute and not match["n"] and len(clause.split()) > 1:
            return None  # a single letter
        if rest and not re.search(
            r"\b(?:fence|wall|edge|end|border|boundary|it ends|you (?:hit|reach|can not|cannot)|can)\b", rest
        ):
            return None  # "north until the well": the thing is the goal
        distance, steps = _length(match["n"], match["u"])
        turning = clause.startswith(("turn", "face"))
        if turning and distance is None and steps is None:
            return None  # "turn left" is no walk: see turning_of
        return Move(COMPASS.get(word, SIDES.get(word, 0.0)), absolute, distance, steps, FENCE if rest else "")
    return None


def length_of(clause: str) -> Move | None:
    """A motion straight on by a distance alone: "walk five meters"."""
    match = _PLAIN_LENGTH.match(clause)
    if not match:
        return None
    distance, steps = _length(match["n"], match["u"])
    return Move(0.0, False, distance, steps)


def turning_of(clause: str, lexicon: Lexicon) -> tuple[Move, Find | None] | None:
    """A turn on the spot: "turn around", "face north", "turn to the well"."""
    if (turn := turn_of(clause)) is not None:
        return Move(turn[0], turn[1], turning=True), None
    match = _TURN_TO.match(clause)
    find = find_of(match["x"] or match["y"], lexicon) if match else None
    return None if find is None else (Move(0.0, False, turning=True), find)


def turn_of(clause: str) -> tuple[float, bool] | None:
    """The heading in degrees that a clause turns to, and whether it is by the compass: "turn left", "face north"."""
    match = _TURN.match(clause)
    if not match:
        return None
    word = match["d"]
    if word in ("around", "round"):
        return 180.0, False
    if word[0].isdigit():
        degrees = float(word.split()[0])
        return (-degrees if word.endswith("left") else degrees), False
    return (COMPASS[word], True) if word in COMPASS else (SIDES[word], False)


def toward_of(clause: str, lexicon: Lexicon) -> tuple[Move, Find] | None:
    """A part of the way to a thing, or away from it: "half way to the well", "five steps towards the tower"."""
    match = _TO_THING.match(clause)
    find = find_of(match["x"], lexicon) if match else None
    if match is None or find is None or (match["w"] == "from" and "away" not in clause):
        return None
    away = match["w"].endswith("from")
    if match["h"]:
        share = next(value for word, value in _SHARES if word in match["h"])
        return Move(0.0, False, share=share, away=away), find
    if match["w"] == "to":
        return None  # "walk three steps to the tower": who knows
    distance, steps = _length(match["n"], match["u"])
    return Move(0.0, False, distance, steps, away=away), find


def place_of(clause: str) -> str:
    """MIDDLE if a clause leads to the middle of the field; empty for others."""
    return MIDDLE if _MIDDLE.match(clause) else ""


def _length(number: str | None, unit: str | None) -> tuple[float | None, float | None]:
    """A distance, or a number of steps."""
    if not number:
        return None, None
    unit = unit or "units"
    if "hundred" in number:
        count = 100.0
    elif number.startswith("half"):
        count = 0.5
    else:
        words = [word for word in number.split() if word not in ("a", "the", "of")] or ["a"]
        count = float(NUMBERS[words[0]]) if words[0] in NUMBERS else float(words[0])
    return (None, count) if unit in STEPS else (count * UNITS[unit], None)
