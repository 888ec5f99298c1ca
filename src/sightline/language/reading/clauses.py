"""Clauses: a text is cut where one command ends and the next begins, and put in the order in which to carry them out."""

from __future__ import annotations

import re

from sightline.language.reading.words import HANDLING, MOVING, UNABLE, UNABLE_NOUNS

_VERBS = "|".join(sorted({*MOVING, *(form for forms in HANDLING.values() for form in forms)}, key=len, reverse=True))
_ABLE = rf"(?:{_VERBS}|bring|give|hand|show|check|look|push|pull|leave|throw|tell|switch|shut|pick|power|flick|keep|see)"
_UNABLE = "|".join(sorted(UNABLE | UNABLE_NOUNS))
_COMMAND = rf"(?:please |also |just |again |immediately |quickly |afterwards |finally )*(?:{_ABLE}|{_UNABLE}|do not|don't|never)\b(?!-)"
_LATER = r"(?:and then|then|and afterwards|afterwards|after that|after this|after which|and after that|finally|lastly|and finally|followed by|before you|before)"
_TAKEN_BACK = re.compile(r"\b(?:no,? wait|wait,? no|no,? sorry|scratch that|actually,? no)[,.!]*\s+")
_AND_BACK = re.compile(r",? and (?:then )?(back(?: again)?)$")
_CUT = re.compile(
    rf"\s*[.;!?]+\s+|\s*;\s*|\s*[,:]?\s+(?:{_LATER})[, ]+|\s*,\s*(?:and |but |or )?(?={_COMMAND})|\s+(?:and|but|&)\s+(?={_COMMAND})"
)
_AFTER = re.compile(r"^(?:after|once|when|as soon as) (?:you (?:have |are |had )?)?(.+?), ?(?:then )?(.+)$")
_BEFORE = re.compile(r"^before (?:you )?(.+?), (.+)$")
_LATER_BEFORE = re.compile(r"^(.+?),? before (?:you )?((?:\w+ing|go|walk|open|close|take|put|turn|switch)\b.+)$")
_NEGATED = re.compile(
    r"^(?:(?:and|but|also|please|just) )*(?:do not|never|no need to|you need not|avoid|refrain from|not|without|i do not want you to|i would not)\b"
)
_CORRECTED = re.compile(
    r"^(?:no wait|wait no|no sorry|sorry no|scratch that|or rather|i mean|no actually|actually no|never mind that|no)\b[, ]+(.+)$"
    r"|^(?:wait|sorry|actually|never ?mind), (.+)$"
)


def clauses_of(text: str) -> list[str]:
    """The commands of a text, in the order in which to carry them out."""
    ordered = _AND_BACK.sub(r"; \1", _TAKEN_BACK.sub("; no wait ", _in_order(text)).strip(" .!"))
    parts = [part.strip(" ,.;:!?") for part in _CUT.split(ordered)]
    return [part for part in parts if part and re.search(r"\w", part)]


def _in_order(text: str) -> str:
    """A text with "before you B, A", "A before B" and "after A, B" turned into "A; B"."""
    sentences = []
    for sentence in re.split(r"(?<=[.;!?])\s+", text):
        plain = sentence.strip(" .;!?")
        if match := _BEFORE.match(plain):
            plain = f"{match[2]}; {_imperative(match[1])}"
        elif match := _AFTER.match(plain):
            plain = f"{_imperative(match[1])}; {match[2]}"
        elif match := _LATER_BEFORE.match(plain):
            plain = f"{match[1]}; {_imperative(match[2])}"
        else:
            plain = sentence
        sentences.append(plain)
    return ". ".join(sentence.strip(" .") if k < len(sentences) - 1 else sentence for k, sentence in enumerate(sentences))


_BASES = {
    "opening": "open", "closing": "close", "taking": "take", "putting": "put", "going": "go", "walking": "walk",
    "turning": "turn", "switching": "switch", "picking": "pick", "passing": "pass", "reaching": "reach", "opened": "open",
    "closed": "close", "taken": "take", "took": "take", "gone": "go", "went": "go", "walked": "walk", "turned": "turn",
    "switched": "switch", "picked": "pick", "passed": "pass", "reached": "reach", "put": "put", "got": "get", "grabbed": "grab",
    "shutting": "shut", "leaving": "leave", "entering": "enter", "visiting": "visit", "visited": "visit", "stopping": "stop",
    "circling": "circle", "placing": "place", "placed": "place", "arrived": "go", "arriving": "go", "returning": "return",
}  # fmt: skip


def _imperative(clause: str) -> str:
    """ "opening the door" and "opened the door" as a command."""
    first, _, rest = clause.partition(" ")
    return " ".join(filter(None, (_BASES.get(first, first), rest)))


def is_negated(clause: str) -> bool:
    """Whether a clause says what not to do."""
    return bool(_NEGATED.match(clause))


def correction(clause: str) -> str:
    """What follows "no, wait" in a clause that takes back the one before it; empty for any other clause."""
    match = _CORRECTED.match(clause)
    return (match[1] or match[2]) if match else ""
