"""Sharing: "open the fridge and the oven", "open and close the fridge", "both drawers" as one clause for each deed."""

from __future__ import annotations

import re
from dataclasses import replace

from sightline.language.reading.plan import PlanStep
from sightline.language.reading.steps import UNKNOWN, StepReader, receptacle
from sightline.language.reading.words import DETERMINERS, HANDLING, KNOWN_VERBS, listed

PARTS = {
    "drawer": ["top", "upper", "lower", "bottom"], "door": ["left", "right"], "tap": ["left", "right"], "tray": ["upper", "lower"],
    "burner": ["front left", "front right", "back left", "back right"],
}  # fmt: skip
CARRIED_WITH = listed("put place set lay bring carry move take deliver stow store")  # verbs with a destination
_FORMS = sorted({form for forms in HANDLING.values() for form in forms}, key=len, reverse=True)
_GO = r"(?:go|walk|head|run|move|travel|come|drive)(?: over| up| straight| back)* (?:to|towards?)|visit|approach|find|reach|look for|see|circle"
_OBJECTS = re.compile(rf"^(?P<verb>{'|'.join(_FORMS)}|{_GO}) (?P<things>.+)$")
_JOINT = re.compile(r",? (?:and|&|plus|as well as|and also|and then)(?: also| to| then)* |, ")
_VERBS = re.compile(
    r"^(?P<a>\w+(?: on| off| up)?),? and (?:then )?(?P<b>\w+(?: on| off| up)?) (?P<x>(?:the|a|my|it|that|all|both)\b.*)$"
)
_SWITCHED = re.compile(r"^(?P<v>turn|switch) (?P<x>.+?) (?P<a>on|off) and (?:then )?(?:back )?(?P<b>on|off)(?: again)?$")


def shared(clause: str, reader: StepReader) -> list[str]:
    """The clauses of one clause in which things share a verb, or verbs share a thing; itself for any other."""
    if match := _SWITCHED.match(clause):
        return [f"turn {match[way]} {match['x']}" for way in "ab"]
    if (match := _VERBS.match(clause)) and all(match[part].split()[0] in KNOWN_VERBS for part in "ab"):
        return [f"{match['a']} {match['x']}", f"{match['b']} it"]
    match = _OBJECTS.match(clause)
    if not match or (not reader.hands and not re.match(rf"^(?:{_GO})$", match["verb"])):
        return [clause]
    things, tail = match["things"], ""
    if re.search(r"\bbetween\b", things):
        return [clause]
    carried = reader.hands and match["verb"].split()[0] in CARRIED_WITH
    to = receptacle(things) if carried else ""
    at = (
        re.search(rf"(?<!next )\b(?:in|on|into|onto|to|inside|under|next to|beside) {re.escape(to)}$", things)
        if to
        else None
    )
    if at:
        things, tail = things[: at.start()].strip(), f" {things[at.start() :]}"
    parts = [part.strip() for part in _JOINT.split(things)]
    if len(parts) < 2 or not all(_is_thing(part, reader) for part in parts):
        return [clause]
    return [f"{match['verb']} {part}{tail}" for part in parts]


def _is_thing(part: str, reader: StepReader) -> bool:
    """Whether a part of an enumeration is a thing of its own: "the oven", not "white" of "red and white"."""
    if not re.match(rf"^(?:{DETERMINERS}|all|both|every|each|one|two) \w", part):
        return False
    find = reader.thing(part)
    return find.noun != "it" and (find.kinds != UNKNOWN or len(part.split()) <= 4)


def each_part(step: PlanStep) -> list[PlanStep]:
    """A step about several parts of one thing as a step for each: "both drawers", "all four burners"."""
    match = re.match(
        r"^(open|close|turn on|turn off) (?:(?:all|both|every|each)(?: of)?(?: the)?(?: (?P<count>two|three|four|2|3|4))?|(?:the )?(?P<only>two|three|2|3)(?: of the)?)"
        r" (?P<which>(?:\w+ )?)(?P<part>drawer|door|burner|tap|tray)s?\b(?P<rest>.*)$",
        step.words,
    )  # fmt: skip
    if match is None:
        return [step]
    verb, part, count = match[1], match["part"], match["count"] or match["only"]
    both = re.match(r"^\w+(?: \w+)? both\b", step.words) is not None or count in ("two", "2")
    sides = ["left", "right"] if both else PARTS[part]
    if both and part == "burner":
        sides = PARTS[part][:2]
    if count in ("three", "3"):
        sides = ["top", "middle", "bottom"] if part == "drawer" else PARTS[part][:3]
    if verb == "open" and part == "drawer" and not both:
        sides = sides[::-1]  # an open drawer hides those below it
    words = [f"{verb} the {side} {match['which']}{part}{match['rest']}" for side in sides]
    return [replace(step, words=text, verb=verb, find=None) for text in words]
