"""Wishes: what people say they want to have, or how things should be, as the command that brings it about."""

from __future__ import annotations

import re

from sightline.language.reading.words import DETERMINERS

_WANT = r"(?:i|we)(?: would| really| just| do)*(?: like| love| want| need| prefer| wish)"
_STATES = {
    "open": "open", "opened": "open", "up": "open", "closed": "close", "shut": "close", "down": "close", "on": "turn on", "off": "turn off",
    "switched on": "turn on", "turned on": "turn on", "switched off": "turn off", "turned off": "turn off", "lit": "turn on", "out": "turn off",
    "running": "turn on",
}  # fmt: skip
_STATE = "|".join(sorted(_STATES, key=len, reverse=True))
_THERE = re.compile(
    rf"^{_WANT}(?: for)?(?: you)?(?: to (?:be|stand|wait|get)| standing)?(?: right| over)? (?:at|by|near|next to|beside|close to|in) (?P<x>(?:{DETERMINERS}) .+)$"
    rf"|^(?:get|have) you (?:to|at|by|next to|near) (?P<y>.+)$|^(?:it would be|have you) .*\byou (?:stand|be|wait|stood)(?:ing)? (?:at|by|next to|near|beside) (?P<z>.+)$|^(?:be|get|stand) (?:at|by|next to|near|beside|over at|in) (?P<w>.+)$"
)
_HAVING = re.compile(
    rf"^(?:(?:may|can|could|might) (?:i|we) (?:please )?(?:have|get|borrow)|let me have|let us have|{_WANT}(?: to have)?|i could (?:use|do with)|i would not mind|have(?! a look\b)|give me|hand me|pass me|get me|grab me|fetch me|bring us|bring over) (?P<x>(?:{DETERMINERS}|something|two|both|all)\b.+)$"
)
_SHOULD = re.compile(
    rf"^(?P<x>(?:{DETERMINERS}|all|every|both) .+?) (?:should|must|needs? to|has to|have to|ought to|is to|are to) (?:be |get )?(?P<s>{_STATE})$"
)
_WANTED = re.compile(
    rf"^(?:{_WANT}|need|want|get|have|make sure|see that)(?: to have| that)? (?P<x>(?:{DETERMINERS}|all|every|both) .+?)(?: (?:is|are|to be|gets?))? (?P<s>{_STATE})$"
)
_TELEGRAM = re.compile(rf"^(?P<x>(?:{DETERMINERS} )?[\w' -]+?),? (?P<s>on|off|open|closed|shut)$")
_DOING = re.compile(
    r"^(?:to|from|in|into|at|go|walk|turn|switch|put|come|move|keep|carry|head|hold|open|close|shut|pull|push|swing|slide|take|get|is|are|and|not|no|a bit|straight|further|farther|leave|power|flick|shut)\b"
)
_FETCHED = re.compile(r"^(?P<v>grab|get|fetch|bring|hand|give|pass|find|take|pick) (?:me|us|him|her) (?P<x>.+)$")


def as_command(clause: str, hands: bool) -> str:
    """A wish as a command; other clauses as they are."""
    if match := _THERE.match(clause):
        return f"go to {match['x'] or match['y'] or match['z'] or match['w']}"
    if not hands:
        return clause
    for pattern in (_SHOULD, _WANTED):
        if match := pattern.match(clause):
            return f"{_STATES[match['s']]} {match['x']}"
    if match := _FETCHED.match(clause):
        return f"take {match['x']}"
    if match := _HAVING.match(clause):
        return f"take {match['x']}"
    if (match := _TELEGRAM.match(clause)) and not _DOING.match(clause):
        thing = match["x"] if re.match(rf"^(?:{DETERMINERS}|all|both|every)\b", match["x"]) else f"the {match['x']}"
        return f"{_STATES[match['s']]} {thing}"
    return clause
