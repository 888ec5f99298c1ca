"""Idioms: ways of saying a deed, a direction or a condition that are put plainly before anything reads them."""

from __future__ import annotations

import re

_PART = r"(?:the |its |that )?(?:[\w-]+ ){0,3}?(?:drawer|tray|shelf|rack)s?"
_LID = r"(?:the |its |that )?(?:[\w-]+ ){0,2}?(?:lid|blind|hatch)"
_OPPOSITE = {  # what a state asks for: "in case the tv is off, turn it on"
    "off": r"(?:turn|switch|put|power) (?:it|them|that) on|(?:turn|switch|power) on (?:it|them)",
    "on": r"(?:turn|switch|put|power) (?:it|them|that) off|(?:turn|switch|power) off (?:it|them)",
    "open": r"(?:close|shut) (?:it|them|that)", "closed": r"open (?:it|them|that)", "shut": r"open (?:it|them|that)",
}  # fmt: skip
_DONE_BY = {"off": "turn on", "on": "turn off", "open": "close", "closed": "open", "shut": "open"}
_AFTERWARDS = r"(?P<end>$|[,.;]| and\b| then\b| after\b)"
_PLAIN: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), plain)
    for pattern, plain in (
        (rf"\bpull (?P<x>{_PART}) out\b", r"open \g<x>"), (rf"\bpull out (?=the {_PART}\b)", "open "),
        (rf"\bpush (?P<x>{_PART}) (?:back )?in\b(?! to\b)", r"close \g<x>"),
        (r"\b(?:push|slide) (?P<x>it|them|that) (?:back )?in\b(?! (?:to|the)\b)", r"close \g<x>"),
        (rf"\b(?:raise|lift)(?: up)? (?={_LID}\b)", "open "), (rf"\blower (?={_LID}\b)", "close "),
        (r"\b(?:fire up|power up) (?=(?:the|a|my|one|two|both|all)\b)", "turn on "), (r"\bdouse (?=the|all|both)", "turn off "),
        (r"^(?P<a>(?:(?:and|then|now|please|also) )*)(?:stop|halt|pause) (?:by |at )(?=(?:the|both|all|two|every|each|my)\b)", r"\g<a>go to "),
        (r"\b(?:drop by|swing by|pop (?:over|round|by)(?: to)?|nip over to|drop in (?:at|on)|make tracks for) (?=(?:the|a|my|that|both|all)\b)", "go to "),
        (r"\b(?:find|make|work|wend) (?:your|my) way (?:over |back )?(?:to|towards?) (?=(?:the|a|my|that)\b)", "go to "),
        (r"\bpay (?P<x>the [\w -]+?) a (?:quick |short )?visit\b", r"visit \g<x>"),
        (r"\b(?:in|to|towards?|into) (?:a |the )?(?P<d>north|south|east|west)(?:ern|erly) direction\b", r"\g<d>"),
        (r"(?P<u>\b(?:met(?:er|re)s?|m|units?|steps?|paces?|yards?|feet) )(?P<d>(?:north|south)-?(?:east|west)|north|south|east|west)wards?\b", r"\g<u>\g<d>"),
        (r"\b(?P<x>things?|one|objects?|items?) that (?:stands?|is standing|lies?|is lying|sits?|is sitting|is|are) (?=(?:right |just )?(?:next to|beside|near|close to|by)\b)", r"\g<x> "),
        (r"\bwhatever (?:stands|lies|sits|is) (?=(?:right |just )?(?:next to|beside|near|close to)\b)", "the thing "),
    )
)  # fmt: skip
_CONDITIONS = tuple(
    (re.compile(rf"\b(?:in case|if|should) (?P<x>(?:the|my|that) [\w -]+?) (?:is|are|be)(?: still| already)? {state},? (?:then )?(?:please )?(?:{deed}){_AFTERWARDS}"),
     rf"{_DONE_BY[state]} \g<x>\g<end>")
    for state, deed in _OPPOSITE.items()
)  # fmt: skip
_FRONTED = re.compile(
    r"(?P<a>^|[.;!?] )(?P<x>the [\w -]+?), (?P<v>(?:please )?(?:open|close|shut|take|grab|get|fetch|bring|pick up|give me|hand me|turn on|turn off|switch on|switch off)) (?:it|them)(?: to me)?(?P<end>$|[,.;!?]| please| and)"
)
_GIVEN = re.compile(r"(?P<a>^|[.;!?] )(?P<x>the [\w -]+?), (?:please )?(?:give|hand|bring) (?:it|them)(?: over)? to me")


def plainly(words: str) -> str:
    """Words of a person, where idioms are replaced by what they mean."""
    for pattern, plain in (*_CONDITIONS, *_PLAIN):
        words = pattern.sub(plain, words)
    words = _GIVEN.sub(r"\g<a>take \g<x>", words)
    return _FRONTED.sub(r"\g<a>\g<v> \g<x>\g<end>", words)
