"""Deeds: which things hands are told to do by some words, in order, whatever else the words say.

This is less than a plan: no nouns, no places, and nothing at all where a verb is not sure to be one. It is enough for an
agent to know that "close" means something that is open, and that it is not done before anything was closed.
"""

from __future__ import annotations

import re
from functools import lru_cache

TAKE, PUT, OPEN, CLOSE, SWITCH = "take", "put", "open", "close", "switch"

_VERBS = {
    OPEN: r"open(?: up)?|unlock|pull open|slide open|swing open|uncover|reopen",
    CLOSE: r"close(?: up)?|shut(?! off| down)|slam(?: shut)?|push shut|pull shut|slide shut|push closed|pull closed",
    SWITCH: r"(?:turn|switch|flick|power|flip)(?= .*?\b(?:on|off|out)\b)|shut (?:off|down)|activate|deactivate|light(?= (?:the|a)\b)",
    TAKE: r"take(?! (?:me|us|a look|a step|two|three)\b)|grab|fetch|collect|pick(?: up)?|retrieve|remove|lift|take out"
          r"|get(?= (?:the|a|an|my|your|some|that|this|it|them|me|one|both|all)\b)(?! \w+ (?:to|into|inside)\b)|pull(?= .*?\bout\b)|pull out",
    PUT: r"put|place|deposit|stow|store|stash|lay|drop|set|stick|return(?= (?:the|it|them|that)\b)",
    "bring": r"bring|carry|move(?= (?:the|it|them|that|a|my)\b)|deliver|transfer|transport",
}  # fmt: skip
_BEFORE = (
    r"(?:^|[,;.:!?]|\b(?:and|then|please|now|next|first|finally|also|just|kindly|quickly|lastly|afterwards|you|to|so|go|but|plus|once)\b)"
    r"[\s'\"]*"
)
_VERB = re.compile(_BEFORE + "(?:" + "|".join(f"(?P<{verb}>{forms})" for verb, forms in _VERBS.items()) + r")\b")
_OPENED_OR_SHUT = re.compile(_BEFORE + r"(?:pull|push|slide|swing|slam|leave) [\w' -]+? (?P<end>open|shut|closed)\b")
_NEGATED = re.compile(
    r"\b(?:not|never|don't|dont|without|unless|if|until|while|before|after|when|which|who|what|where|how)\b"
)
_PUT_THERE = re.compile(r"\bleave (?:it|them|the [\w' ]+?) (?:there|in|on|inside|into)\b")


@lru_cache(maxsize=4096)
def deeds_of(words: str) -> tuple[str, ...]:
    """What the hands are told to do, in order; empty if they are told nothing, or if that is not sure."""
    text = " ".join(words.lower().replace("’", "'").split())
    if _NEGATED.search(text):
        return ()
    verbs: dict[int, tuple[str, ...]] = {}
    for match in _VERB.finditer(text):
        verb = match.lastgroup or ""
        verbs[match.start(verb)] = (TAKE, PUT) if verb == "bring" else (verb,)
    for match in _OPENED_OR_SHUT.finditer(text):
        verbs[match.end("end") - 1] = (OPEN if match["end"] == "open" else CLOSE,)
    for match in _PUT_THERE.finditer(text):
        verbs[match.start()] = (PUT,)
    return tuple(verb for place in sorted(verbs) for verb in verbs[place])
