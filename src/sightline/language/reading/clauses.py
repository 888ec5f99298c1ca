"""Clauses: a text is cut where one command ends and the next begins, and put in the order in which to carry them out."""

from __future__ import annotations

import re

from sightline.language.reading.courtesy import imperative
from sightline.language.reading.words import HANDLING, MOVING, UNABLE, UNABLE_NOUNS, listed

_VERBS = "|".join(sorted({*MOVING, *(form for forms in HANDLING.values() for form in forms)}, key=len, reverse=True))
_ABLE = rf"(?:{_VERBS}|bring|give|hand|show|check|look|push|pull|leave|throw|tell|switch|shut|pick|power|flick|keep|see|have a look|end|finish)"
_UNABLE = "|".join(sorted(UNABLE | UNABLE_NOUNS))
_COURTESY = r"(?:please |also |just |again |immediately |quickly |afterwards |finally |first |kindly |could you |can you |would you |will you |you can |maybe )*"
_COMMAND = rf"{_COURTESY}(?:{_ABLE}|{_UNABLE}|do not|don't|never)\b(?!-)"
_LATER = (
    r"(?:and then|then|and afterwards|afterwards|after that|after this|after which|and after that|finally|lastly|and finally|followed by|"
    r"and next|next(?! to\b)|before you|before)"
)
_NOT_AFTER = "".join(
    rf"(?<!\b{word})"
    for word in sorted(listed("need want like you me try able how have going forget possible ask is time wish love order"))
)
_CUT = re.compile(
    rf"\s*[.;!?]+\s+|\s*;\s*|\s*[,:]?\s+(?:{_LATER})[, ]+|\s*,\s*(?:and |but |or )?(?={_COMMAND})|\s+(?:and|but|&)\s+(?={_COMMAND})"
    rf"|{_NOT_AFTER}\s+to (?=(?:open|close|take|grab|fetch|get|pick up|switch|turn on|turn off|shut) (?:the|a|my|all|both)\b)"
)
_TAKEN_BACK = re.compile(
    r"[,.;]?\s*\b(?:no,? wait|wait,? no|no,? sorry|sorry,? no|scratch that|actually,? no|oh no|or rather|no,? actually)\b[,.! ]*"
    r"|,\s*(?:no|sorry|i mean|i meant|er+|rather|make that|oops)\b,? (?=(?:the|to|a|my|go|walk|head|open|close|take|put|turn|switch|visit|there is)\b)"
)
_AND_BACK = re.compile(r",? and (?:then )?(back(?: again)?)$")
_AFTER = re.compile(r"^(?:after|once|when|as soon as) (?:you (?:have |are |had )?)?(.+?), ?(?:then )?(.+)$")
_BEFORE = re.compile(r"^before (?:you )?(.+?), (.+)$")
_LATER_BEFORE = re.compile(r"^(.+?),? before (?:you )?((?:\w+ing|go|walk|open|close|take|put|turn|switch)\b.+)$")
_FIRST = re.compile(
    r"^(.+?),? but (?:first|before that|beforehand)[, ]+(.+)$|^(.+?),? (?:after|but only after) (\w+ing .+)$"
)
_VIA = re.compile(r"^((?:go|walk|head|run|move|travel|get|drive)\b.+?),? (?:via|by way of|with a stop at) (.+)$")
_ON_THE_WAY = re.compile(r"^(.+?) on (?:your|the) way to (.+)$")
_AND_ON_THE_WAY = re.compile(
    r"^(.+?),? (?:and|but) (?:on (?:your|the) way )?(?:visit|stop (?:at|by)|pass(?: by)?|drop by) (.+?)(?: on (?:your|the) way)?$"
)
_CORRECTED = re.compile(
    r"^(?:no wait|wait no|no sorry|sorry no|scratch that|or rather|i mean|i meant|no actually|actually no|never mind that|no(?! \w+ing\b))\b[, ]+(.+)$"
    r"|^(?:wait|sorry|actually|never ?mind|or), (.+)$"
)


def clauses_of(text: str) -> list[str]:
    """The commands of a text, in the order in which to carry them out."""
    ordered = _AND_BACK.sub(r"; \1", _TAKEN_BACK.sub("; no wait ", _in_order(text)).strip(" .!"))
    parts = [part.strip(" ,.;:!?") for part in _CUT.split(ordered)]
    return [part for part in parts if part and re.search(r"\w", part)]


def _in_order(text: str) -> str:
    """A text with "before you B, A", "A before B", "B, but first A", "B via A" and "after A, B" turned into "A; B"."""
    sentences = []
    for sentence in re.split(r"(?<=[.;!?])\s+", text):
        plain = sentence.strip(" .;!?")
        if match := _BEFORE.match(plain):
            plain = f"{match[2]}; {imperative(match[1])}"
        elif match := _AFTER.match(plain):
            plain = f"{_arrival(match[1])}; {match[2]}"
        elif match := _LATER_BEFORE.match(plain):
            plain = f"{match[1]}; {imperative(match[2])}"
        elif match := _FIRST.match(plain):
            plain = f"{imperative(match[2] or match[4])}; {match[1] or match[3]}"
        elif match := _VIA.match(plain):
            plain = f"go to {match[2]}; {match[1]}"
        elif match := _ON_THE_WAY.match(plain):
            plain = f"{match[1]}; go to {match[2]}"
        elif "on the way" in plain or "on your way" in plain:
            match = _AND_ON_THE_WAY.match(plain)
            plain = f"go to {match[2]}; {match[1]}" if match else sentence
        else:
            plain = sentence
        sentences.append(plain)
    return ". ".join(sentence.strip(" .") if k < len(sentences) - 1 else sentence for k, sentence in enumerate(sentences))


def _arrival(clause: str) -> str:
    """ "opened the door" as a command, "in the kitchen" as one to go there."""
    if match := re.match(r"^(?:at|in|by|near|there at|next to) (?=the |a |my )(.+)$", clause):
        return f"go to {match[1]}"
    return imperative(clause)


def correction(clause: str) -> str:
    """What follows "no, wait" in a clause that takes back the one before it; empty for any other clause."""
    match = _CORRECTED.match(clause)
    return (match[1] or match[2]) if match else ""
