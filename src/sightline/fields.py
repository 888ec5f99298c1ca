"""A small vocabulary to describe decoded JSON, and two ways to check against a description.

    Object("a segment", {"text": Text(), "end": Numbers((0, 0), (50, 50), "a place [x, z]")}, {"actions": Text("[FRL]*")})

`fits(column)` says of many values at once whether nothing is wrong with any of them. It works on whole columns in C (all
places of a file together), so that reading a large corpus costs little more than decoding it. It may say no of something
that is right; the last word has `wrong(value, where)`, which looks at one value and gives a sentence, with the field's
name, for each thing that is wrong with it.
"""

from __future__ import annotations

import difflib
import json
import marshal
import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import chain
from operator import itemgetter
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Json = dict[str, Any]  # a decoded object
Array = NDArray[Any]
Column = Sequence[Any]
_NUMBERS = frozenset({int, float})


class Field(Protocol):
    """What a value of a record must be."""

    def fits(self, column: Column) -> bool:
        """Whether all values of a column are right; no is a guess."""

    def wrong(self, value: Any, where: str) -> Iterator[str]:
        """Sentences that say what is wrong with a value; `where` is its name."""


@dataclass(frozen=True)
class Text:
    """Text that matches a pattern as a whole, if there is one."""

    pattern: str = ""
    what: str = "text"  # in sentences: '... is 5, not text.'
    blank: bool = True  # whether it may be empty, or spaces only
    spaces: bool = True  # whether there may be spaces in it

    @cached_property
    def _match(self) -> Callable[[str], Any]:
        return re.compile(self.pattern, re.DOTALL).fullmatch

    def fits(self, column: Column) -> bool:
        try:
            joined = "".join(column)
            joined.encode()
        except (TypeError, UnicodeEncodeError):
            return False
        if not (self.blank and self.spaces):
            spaced = bool(joined) and joined.split(None, 1) != [joined]
            if spaced and not self.spaces:
                return False
            if not self.blank and (not all(column) or (spaced and any(map(str.isspace, column)))):
                return False
        return not self.pattern or all(map(self._match, column))

    def wrong(self, value: Any, where: str) -> Iterator[str]:
        if not isinstance(value, str) or (self.pattern and not self._match(value)):
            yield f"{where} is {short(value)}, not {self.what}."
        elif not is_unicode(value):
            yield f"{where} is not valid Unicode ({short(value)})."
        elif not self.blank and not value.strip():
            yield f"{where} is empty."
        elif not self.spaces and value.split() not in ([], [value]):
            yield f"{where} is {short(value)}, not {self.what}."


@dataclass(frozen=True)
class OneOf:
    """One of some texts."""

    options: Collection[str]
    what: str = ""

    def fits(self, column: Column) -> bool:
        try:
            return set(self.options).issuperset(column)  # anew each time: a project may add to the options
        except TypeError:  # a list, say, which cannot be looked up
            return False

    def wrong(self, value: Any, where: str) -> Iterator[str]:
        if not isinstance(value, str) or value not in self.options:
            alike = difflib.get_close_matches(value, self.options, 1) if isinstance(value, str) and self.what else []
            hint = f"; is it {short(alike[0])}?" if alike else "."
            yield f"{where} is {short(value)}, not {self.what or 'one of ' + ', '.join(self.options)}{hint}"


@dataclass(frozen=True)
class Flag:
    """True or false."""

    def fits(self, column: Column) -> bool:
        return {bool}.issuperset(map(type, column))

    def wrong(self, value: Any, where: str) -> Iterator[str]:
        if not isinstance(value, bool):
            yield f"{where} is {short(value)}, not true or false."


@dataclass(frozen=True)
class Number:
    """A finite number, from `low` to `high`; a whole one if asked for. True and false are no numbers, nor is "5"."""

    low: float = -math.inf
    high: float = math.inf
    whole: bool = False
    above: bool = False  # `low` itself is too little

    @property
    def what(self) -> str:
        least = "" if self.low == -math.inf else f" above {self.low:g}" if self.above else f" from {self.low:g}"
        most = "" if self.high == math.inf else f"{' and up' if self.above else ''} to {self.high:.15g}"
        return f"a{' whole' if self.whole else ''} number{least}{most or (' on' if least and not self.above else '')}"

    def fits(self, column: Column) -> bool:
        if not column:
            return True
        numbers = _numbers(column, 1, self.whole)
        if numbers is None:
            return False
        least, most = float(numbers[0].min()), float(numbers[0].max())  # of NaN nothing is true
        enough = least > self.low if self.above else least >= self.low
        return bool(enough and most <= self.high and -math.inf < least and most < math.inf)

    def wrong(self, value: Any, where: str) -> Iterator[str]:
        right = type(value) is int or (type(value) is float and not self.whole and math.isfinite(value))
        if not right or not self.low <= value <= self.high or (self.above and value == self.low):
            yield f"{where} is {short(value)}, not {self.what}."


@dataclass(frozen=True)
class Numbers:
    """A list of as many numbers as there are lower bounds: a place, a pose, a run of cells."""

    low: tuple[float, ...]
    high: tuple[float, ...]
    what: str
    whole: bool = False
    holds: Callable[..., Array] | None = None  # what else must be true of the numbers, which come as `size` arrays (N,)

    def fits(self, column: Column) -> bool:
        if not column:
            return True
        numbers = _numbers(column, len(self.low), self.whole)
        if numbers is None:
            return False
        for low, values, high in zip(self.low, numbers, self.high, strict=True):
            if not (values.min() >= low and values.max() <= high):  # of NaN nothing is true
                return False
        return self.holds is None or bool(self.holds(*numbers).all())

    def wrong(self, value: Any, where: str) -> Iterator[str]:
        if not self._right(value):
            yield f"{where} is {short(value)}, not {self.what}."

    def _right(self, value: Any) -> bool:
        types = {int} if self.whole else _NUMBERS
        if not isinstance(value, list) or len(value) != len(self.low) or not types.issuperset(map(type, value)):
            return False
        inside = all(low <= n <= high for low, n, high in zip(self.low, value, self.high, strict=True))
        return inside and (self.holds is None or bool(self.holds(*np.array(value, dtype=float))))


@dataclass(frozen=True)
class ListOf:
    """A list of values of one kind."""

    item: Field
    what: str = "a list"
    least: int = 0  # how many there are at least

    def fits(self, column: Column) -> bool:
        if not {list}.issuperset(map(type, column)):
            return False
        if self.least and min(map(len, column), default=self.least) < self.least:
            return False
        return self.item.fits(list(chain.from_iterable(column)))

    def wrong(self, value: Any, where: str) -> Iterator[str]:
        if not isinstance(value, list) or (value and len(value) < self.least):
            yield f"{where} is {short(value)}, not {self.what}."
        elif len(value) < self.least:
            yield f"{where} is empty."
        else:
            for k, item in enumerate(value):
                yield from self.item.wrong(item, f"{where}[{k}]")


@dataclass(frozen=True)
class Object:
    """An object with fields that must be there and fields that may; null stands for one that is not there."""

    what: str
    required: Mapping[str, Field]
    optional: Mapping[str, Field] = field(default_factory=dict)
    also: Callable[[dict[str, Any]], str] | None = None  # of an object whose fields are right: what else is wrong, or ""

    def fits(self, column: Column) -> bool:
        if not {dict}.issuperset(map(type, column)):
            return False
        known = len(self.required) * len(column)  # keys
        for key, kind in self.required.items():
            try:
                items = list(map(itemgetter(key), column))
            except KeyError:
                return False
            if not kind.fits(items):
                return False
        for key, kind in self.optional.items():
            items = [value[key] for value in column if key in value]
            known += len(items)
            if None in items:
                items = [item for item in items if item is not None]
            if items and not kind.fits(items):
                return False
        if known != sum(map(len, column)):  # some have a key that no object has
            return False
        return self.also is None or not any(map(self.also, column))

    def wrong(self, value: Any, where: str) -> Iterator[str]:
        if not isinstance(value, dict):
            yield f"{where + ' ' if where else ''}is {short(value)}, not {self.what}."
            return
        inside = f"{where}." if where else ""
        right = True
        for key in value.keys() - self.required.keys() - self.optional.keys():
            right = False
            yield f"{where + ': ' if where else ''}key {key[:60]!r} is not one of {self.what}."
        for key in self.required:
            if key not in value:
                right = False
                yield f"{where + ': ' if where else ''}key {key!r} is missing."
        for key, kind in (*self.required.items(), *self.optional.items()):
            if key in value and (key in self.required or value[key] is not None):
                for sentence in kind.wrong(value[key], f"{inside}{key}"):
                    right = False
                    yield sentence
        if right and self.also is not None and (sentence := self.also(value)):
            yield f"{where + ': ' if where else ''}{sentence}"


@dataclass(frozen=True)
class Either:
    """A value of one of several kinds."""

    options: tuple[Field, ...]
    what: str

    def fits(self, column: Column) -> bool:
        groups: dict[Any, list[Any]] = {}
        for value in column:
            groups.setdefault(len(value) if isinstance(value, list) else type(value), []).append(value)
        return all(any(option.fits(alike) for option in self.options) for alike in groups.values())

    def wrong(self, value: Any, where: str) -> Iterator[str]:
        if all(any(option.wrong(value, where)) for option in self.options):
            yield f"{where} is {short(value)}, not {self.what}."


@dataclass(frozen=True)
class FreeForm:
    """An object with any fields: what is in it is somebody else's business."""

    what: str = "an object"

    def fits(self, column: Column) -> bool:
        return {dict}.issuperset(map(type, column))

    def wrong(self, value: Any, where: str) -> Iterator[str]:
        if not isinstance(value, dict):
            yield f"{where} is {short(value)}, not {self.what}."


def short(value: Any) -> str:
    """A value in a sentence: as JSON has it, cut when it is long."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except (RecursionError, ValueError):  # too deep, or a number with more digits than Python writes
        return f"a very large {type(value).__name__}"
    if not text.isprintable() or not is_unicode(text):
        text = json.dumps(value, default=str)
    return "nothing" if value is None else text if len(text) <= 60 else text[:57] + "..."


def is_unicode(text: str) -> bool:
    """JSON may escape one half of a surrogate pair, which no file can hold."""
    return not re.search(r"[\ud800-\udfff]", text)


def _numbers(column: Column, size: int, whole: bool) -> list[Array] | None:
    """The numbers in a column of numbers (size 1) or of lists of `size` numbers, (N,) for each; None if some are none."""
    numbers = _alike(column, size, whole)
    if numbers is not None:
        return numbers
    if size > 1 and ({list} != set(map(type, column)) or {size} != set(map(len, column))):
        return None
    flat = list(chain.from_iterable(column)) if size > 1 else column
    if not ({int} if whole else _NUMBERS).issuperset(map(type, flat)):
        return None
    try:
        return list(np.array(flat, dtype=float).reshape(-1, size).T)
    except OverflowError:  # a whole number beyond all floats
        return None


def _alike(column: Column, size: int, whole: bool) -> list[Array] | None:
    """The numbers in a column in which all are of one type, as they mostly are; None if they are not.

    marshal writes every item of such a column with the same bytes but for the numbers themselves, several times faster
    than types and values could be asked for one by one.
    """
    try:
        written = marshal.dumps(column, 2)  # type: ignore[arg-type]
    except ValueError:  # nested too deeply
        return None
    for number in ("<i4",) if whole else ("<f8", "<i4"):
        start, layout, same, numbers = _layout(size, number)
        if len(written) == start + len(column) * layout.itemsize:
            items = np.frombuffer(written, layout, offset=start)
            if all((items[name] == value).all() for name, value in same.items()):
                return [items[name] for name in numbers]
    return None


@cache
def _layout(size: int, type: str) -> tuple[int, np.dtype[Any], dict[str, int], list[str]]:
    """Of a column: bytes before the first item, the fields of an item, those that all items share, and the numbers."""
    number = np.dtype(type)
    samples = np.zeros(1, number), np.frombuffer(b"\xff" * number.itemsize, number)  # which differ in every byte
    item, changed = (sample.tolist() * size if size > 1 else sample[0].item() for sample in samples)
    start = len(marshal.dumps([], 2))
    one, two = (marshal.dumps([value], 2)[start:] for value in (item, changed))
    formats: dict[int, str] = {}  # by offset
    same: dict[str, int] = {}
    at = 0
    while at < len(one):
        if one[at] != two[at]:
            formats[at], width = type, number.itemsize
        else:  # as few fields as can be: each is compared with what it should be
            width = next(n for n in (4, 2, 1) if one[at : at + n] == two[at : at + n] and at + n <= len(one))
            formats[at], same[f"n{at}"] = f"<u{width}", int.from_bytes(one[at : at + width], "little")
        at += width
    names = [f"n{at}" for at in formats]
    layout = np.dtype({"names": names, "formats": [*formats.values()], "offsets": [*formats], "itemsize": len(one)})
    return start, layout, same, [name for name in names if name not in same]
