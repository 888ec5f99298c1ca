"""The content of answers by task, checked; made from the request and the recorded events.

act      {"actions": "FFR", "path": poses, "metrics": the world's metrics at the stop}
write    {"text": ...}
segment  {"valid": true, "parts": [...], "path": poses, "marks": starts of parts} or {"valid": false, "reason": ...}
rate     {"rating": 1 to 5}
"""

from __future__ import annotations

from dataclasses import asdict

from sightline.checks import shown
from sightline.errors import InputError
from sightline.fields import is_unicode
from sightline.web.bodies import Json
from sightline.web.studies.items import Content
from sightline.web.studies.play import Play
from sightline.web.studies.tasks import ACT, RATE, SEGMENT, WRITE

LONGEST, FEWEST_WORDS = 5000, 3  # characters and words of a text


def checked_text(text: str | None) -> str:
    """Text from a person, checked for storage."""
    if not isinstance(text, str) or len(text) > LONGEST:
        raise InputError(f"Write at most {LONGEST:,} characters.")
    if not is_unicode(text) or "\0" in text:
        raise InputError("The text has characters that cannot be kept.")
    return text.replace("\r\n", "\n").strip()


def content_of(content: Content, sent: Json, play: Play | None) -> Json:
    """The content of an answer, from the request and the recorded events."""
    wanted = {ACT: set(), WRITE: {"text"}, SEGMENT: {"valid", "reason"}, RATE: {"rating"}}[content.task]
    if set(sent) - wanted:
        raise InputError(f"An answer here has {', '.join(sorted(wanted)) or 'nothing'} in it, got {shown(sorted(sent))}.")
    if content.task == WRITE:
        return _written(sent)
    if content.task == RATE:
        rating = sent.get("rating")
        if type(rating) is not int or not 1 <= rating <= 5:
            raise InputError("A rating is a whole number from 1 to 5.")
        return {"rating": rating}
    assert play is not None
    return _segmented(content, sent, play) if content.task == SEGMENT else _acted(content, play)


def _written(sent: Json) -> Json:
    text = checked_text(sent.get("text"))
    if len(text.split()) < FEWEST_WORDS or not any(letter.isalpha() for letter in text):
        raise InputError(f"Instructions need at least {FEWEST_WORDS} words.")
    return {"text": text}


def _acted(content: Content, play: Play) -> Json:
    actions = play.actions()
    path = [pose.round(4).tolist() for pose in play.path]
    return {"actions": content.kind.spell_actions(actions), "path": path, "metrics": play.stop()}


def _segmented(content: Content, sent: Json, play: Play) -> Json:
    if sent.get("valid") is False:
        reason = checked_text(sent.get("reason", ""))
        return {"valid": False, "reason": reason}
    if sent.get("valid") is not True:
        raise InputError("Say whether the instructions are valid: true or false.")
    if play.upto < len(content.units):
        raise InputError("Not all of the text has been done yet: mark the rest of it, and do it.")
    parts = [{**asdict(part), "actions": content.kind.spell_actions(part.actions)} for part in play.parts()]
    state = play.state(places=True)
    return {"valid": True, "parts": parts, "path": state["path"], "marks": state["marks"]}
