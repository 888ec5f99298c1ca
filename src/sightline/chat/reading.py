"""Reads what models really answer: JSON in code fences or prose, coordinates in several units; refuses what is ambiguous.

What cannot be read raises MalformedError with a sentence that the model gets when it is asked once more.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sightline.agent.pointing import Spot
from sightline.chat.config import AUTO
from sightline.geometry import PANORAMA

WALK, REACH, LOOK, DONE = "walk", "reach", "look", "done"
CANDIDATE_LIMIT = 64  # objects of an answer that are looked at
SYNONYMS = {
    "go": WALK, "move": WALK, "goto": WALK, "navigate": WALK, "walk there": WALK, "walk_to": WALK, "interact": REACH,
    "grab": REACH, "reach for it": REACH, "look again": LOOK, "look_again": LOOK, "explore": LOOK, "not in sight": LOOK,
    "stop": DONE, "finish": DONE, "finished": DONE, "end": DONE, "complete": DONE,
}  # fmt: skip
VIEW_NAMES = {"behind": 1, "back": 1, "left": 3, "ahead": 4, "front": 4, "forward": 4, "right": 5}
POINT_KEYS = ("point", "point_2d", "point2d", "coordinate", "coordinates", "position", "xy", "pixel")
_THOUGHT = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_NUMBER = re.compile(r"\s*(-?\d{1,12}(?:\.\d{0,12})?|-?\.\d{1,12})\s*(%|px|pixels?)?\s*", re.IGNORECASE)
_PAIR = re.compile(r"""["']?\b(answer|view|x|y|thing|bearing|distance)\b["']?\s*[:=]\s*["']?([\w.%+-]+)""", re.IGNORECASE)


class MalformedError(Exception):
    """An answer that cannot be read; the message is for the model."""


@dataclass(frozen=True)
class Marking:
    """What a model answers to a picture: a kind, and a spot of the panorama unless it is done."""

    kind: str  # WALK, REACH, LOOK or DONE
    spot: Spot | None = None


@dataclass(frozen=True)
class PointReader:
    """Reads markings on pictures of a size."""

    reaches: bool  # whether the world has things to reach for
    side: int  # pixels of a view
    strip: bool = False  # x runs over all six views
    unit: str = AUTO

    def __call__(self, text: str) -> Marking:
        """The one answer in a text."""
        return _the_one([self._marking(fields) for fields in objects_in(text)])

    def _marking(self, fields: Mapping[str, Any]) -> Marking:
        kind = kind_of_answer(fields, self.reaches)
        return Marking(DONE) if kind == DONE else Marking(kind, self.spot(fields))

    def spot(self, fields: Mapping[str, Any]) -> Spot:
        """The spot that the fields of an answer name."""
        x, y = self._coordinates(fields)
        if self.strip:
            view = min(int(x * len(PANORAMA)), len(PANORAMA) - 1)
            return Spot(view, x * len(PANORAMA) - view, y)
        return Spot(_view(fields.get("view")) - 1, x, y)

    def _coordinates(self, fields: Mapping[str, Any]) -> tuple[float, float]:
        """x and y as shares of the picture."""
        pair = next((fields[key] for key in POINT_KEYS if isinstance(fields.get(key), list | tuple | dict)), None)
        if isinstance(pair, dict):
            pair = [pair.get("x"), pair.get("y")]
        box = next((fields[key] for key in ("bbox_2d", "bbox", "box") if isinstance(fields.get(key), list)), None)
        if pair is None and box is not None and len(box) == 4:
            left, top, right, bottom = (_number(value)[0] for value in box)
            pair = [(left + right) / 2, (top + bottom) / 2]
        if pair is not None and len(pair) != 2:
            raise MalformedError("A point has two coordinates, x and y.")
        read = [_number(value) for value in (pair or (fields.get("x"), fields.get("y")))]
        width = self.side * (len(PANORAMA) if self.strip else 1)
        x, y = self._shares([value for value, _ in read], [unit for _, unit in read], (width, self.side))
        if not (-0.02 <= x <= 1.02 and -0.02 <= y <= 1.02):
            raise MalformedError("The point lies outside the picture: x and y are from 0 to 1000.")
        return min(max(x, 0.0), math.nextafter(1, 0)), min(max(y, 0.0), math.nextafter(1, 0))

    def _shares(self, values: list[float], units: list[str], size: tuple[int, int]) -> list[float]:
        if "%" in units:
            return [value / 100 for value in values]
        if "px" in units or self.unit == "pixels":
            return [value / pixels for value, pixels in zip(values, size, strict=True)]
        if self.unit == "shares" or (self.unit == AUTO and all(-0.02 <= value <= 1 for value in values)):
            return values
        if self.unit == AUTO and max(values) > 1000:  # only pixels of a large picture are
            return [value / pixels for value, pixels in zip(values, size, strict=True)]
        return [value / 1000 for value in values]


def objects_in(text: str, field: str = "answer") -> list[dict[str, Any]]:
    """The answers in a text: JSON objects with a field, or lines such as `answer: done`."""
    said = _THOUGHT.sub(" ", text)
    found = [fields for fields in _candidates(said) if field in fields]
    if not found and "{" not in said:
        pairs = {key.lower(): value for key, value in _PAIR.findall(said)}
        found = [pairs] if field in pairs else []
    if not found:
        raise MalformedError(f"There is no JSON object with the field `{field}`.")
    return found


def _candidates(text: str) -> Iterator[dict[str, Any]]:
    decoder, start = json.JSONDecoder(), 0
    for _ in range(CANDIDATE_LIMIT):
        start = text.find("{", start)
        if start < 0:
            return
        for spelled in (text[start:], _repaired(text[start:])):
            try:
                fields, length = decoder.raw_decode(spelled)
            except (ValueError, RecursionError):
                continue
            if isinstance(fields, dict):
                nested = fields.get("answer")  # {"answer": {"answer": "walk", ...}}
                yield {str(k).lower(): v for k, v in (nested if isinstance(nested, dict) else fields).items()}
                start += length - 1
                break
        start += 1


def _repaired(text: str) -> str:
    """JSON as Python or JavaScript would spell it, made right; only the first lines, which hold the object."""
    plain = text[:2000].replace("'", '"')
    plain = re.sub(r"\bNone\b", "null", re.sub(r",(\s*[}\]])", r"\1", plain))
    return re.sub(r"([{,]\s*)(\w+)(\s*:)", r'\1"\2"\3', plain)


def kind_of_answer(fields: Mapping[str, Any], reaches: bool) -> str:
    """walk, reach, look or done."""
    word = fields["answer"]
    if not isinstance(word, str):
        raise MalformedError("`answer` is a word.")
    kind = SYNONYMS.get(word.strip().lower(), word.strip().lower())
    allowed = (WALK, REACH, LOOK, DONE) if reaches else (WALK, LOOK, DONE)
    if kind not in allowed:
        raise MalformedError(f"`answer` is one of {', '.join(allowed)}.")
    return kind


def _the_one(answers: Sequence[Marking]) -> Marking:
    if any(answer != answers[0] for answer in answers):
        raise MalformedError("There are several different answers; give one.")
    return answers[0]


def _view(value: Any) -> int:
    if isinstance(value, str):
        value = VIEW_NAMES.get(value.strip().lower(), value)
    number, _ = _number(value) if value is not None else (0.0, "")
    if number not in range(1, len(PANORAMA) + 1):
        raise MalformedError(f"`view` is a number from 1 to {len(PANORAMA)}.")
    return int(number)


def _number(value: Any) -> tuple[float, str]:
    """A number and its unit: "", "%" or "px"."""
    unit = ""
    if isinstance(value, str) and (spelled := _NUMBER.fullmatch(value)):
        unit = {"": "", "%": "%"}.get(spelled[2] or "", "px")
        value = float(spelled[1])
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= 1e9:  # not NaN either
        raise MalformedError("x and y are numbers.")
    return float(value), unit


def number_in(fields: Mapping[str, Any], name: str, low: float, high: float) -> float:
    """A number of an answer, within limits."""
    value, _ = _number(fields.get(name))
    if not low <= value <= high:
        raise MalformedError(f"`{name}` is a number from {low:g} to {high:g}.")
    return value
