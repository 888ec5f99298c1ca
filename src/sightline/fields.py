"""Schemas of decoded JSON, with two checks.

    Object("a segment", {"text": Text(), "end": Numbers((0, 0), (50, 50), "a place [x, z]")}, {"actions": Text("[FRL]*")})

`fits(column)` checks many values at once. It works on whole columns in C (all places of a file together), so that reading a
large corpus costs little more than decoding it. It may reject a column that is right. `wrong(value, where)` decides: it
checks one value and yields a sentence, with the field's name, for each error.
"""

from __future__ import annotations

import difflib
import json
import math
import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

Json = dict[str, Any]  # a decoded object
Column = Sequence[Any]
_NUMBERS = frozenset({int, float})


class Field:
    """The schema of a JSON value. A subclass defines `accepts`, or both of `fits` and `wrong`."""

    what: str  # the expected value in error messages: '... is 5, not text.'

    def accepts(self, value: object) -> bool:
        """Whether one value is right."""
        raise NotImplementedError

    def fits(self, column: Column) -> bool:
        """Whether all values of a column are right; False may be wrong."""
        return all(map(self.accepts, column))

    def wrong(self, value: Any, where: str) -> Iterator[str]:
        """The errors of a value, a sentence each; `where` is its name."""
        if not self.accepts(value):
            yield f"{where} is {short(value)}, not {self.what}."


@dataclass(frozen=True)
class Text(Field):
    """Text. A pattern, if there is one, must match all of it."""

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
class OneOf(Field):
    """One of several texts."""

    options: Collection[str]
    what: str = ""

    def fits(self, column: Column) -> bool:
        try:
            return set(self.options).issuperset(column)  # not cached: options may be added later
        except TypeError:  # a value that cannot be hashed
            return False

    def wrong(self, value: Any, where: str) -> Iterator[str]:
        if not isinstance(value, str) or value not in self.options:
            alike = difflib.get_close_matches(value, self.options, 1) if isinstance(value, str) and self.what else []
            hint = f"; is it {short(alike[0])}?" if alike else "."
            yield f"{where} is {short(value)}, not {self.what or 'one of ' + ', '.join(self.options)}{hint}"


class Flag(Field):
    """True or false."""

    what = "true or false"

    def accepts(self, value: object) -> bool:
        return isinstance(value, bool)


class FreeForm(Field):
    """An object with any fields."""

    what = "an object"

    def accepts(self, value: object) -> bool:
        return isinstance(value, dict)


@dataclass(frozen=True)
class Number(Field):
    """A finite number from `low` to `high`. Rejects bool and text."""

    low: float = -math.inf
    high: float = math.inf
    whole: bool = False  # rejects floats
    above: bool = False  # rejects `low` itself
    what: str = field(init=False)

    def __post_init__(self) -> None:
        least = "" if self.low == -math.inf else f" above {self.low:g}" if self.above else f" from {self.low:g}"
        most = "" if self.high == math.inf else f"{' and up' if self.above else ''} to {self.high:.15g}"
        what = f"a{' whole' if self.whole else ''} number{least}{most or (' on' if least and not self.above else '')}"
        object.__setattr__(self, "what", what)

    def accepts(self, value: object) -> bool:
        if type(value) is not int and (self.whole or type(value) is not float):
            return False
        finite = self.whole or abs(value) <= sys.float_info.max  # comparisons with NaN are False
        return finite and self.low <= value <= self.high and not (self.above and value == self.low)

    def fits(self, column: Column) -> bool:
        if not column:
            return True
        numbers = _numbers(column, 1, self.whole)
        if numbers is None:
            return False
        least, most = float(numbers[0].min()), float(numbers[0].max())  # comparisons with NaN are False
        enough = least > self.low if self.above else least >= self.low
        return bool(enough and most <= self.high and -math.inf < least and most < math.inf)


@dataclass(frozen=True)
class Numbers(Field):
    """A list with one number per lower bound: a place, a pose, a run of cells."""

    low: tuple[float, ...]
    high: tuple[float, ...]
    what: str
    whole: bool = False
    holds: Callable[..., Any] | None = None  # a further condition on `size` arrays (N,)

    def fits(self, column: Column) -> bool:
        if not column:
            return True
        numbers = _numbers(column, len(self.low), self.whole)
        if numbers is None:
            return False
        for low, values, high in zip(self.low, numbers, self.high, strict=True):
            if not (values.min() >= low and values.max() <= high):  # comparisons with NaN are False
                return False
        return self.holds is None or bool(self.holds(*numbers).all())

    def accepts(self, value: object) -> bool:
        types = {int} if self.whole else _NUMBERS
        if not isinstance(value, list) or len(value) != len(self.low) or not types.issuperset(map(type, value)):
            return False
        inside = all(low <= n <= high for low, n, high in zip(self.low, value, self.high, strict=True))
        return inside and (self.holds is None or bool(self.holds(*map(float, value))))


@dataclass(frozen=True)
class ListOf(Field):
    """A list of values of one kind."""

    item: Field
    what: str = "a list"
    least: int = 0  # minimum number of values

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
class Object(Field):
    """An object with required and optional fields; null counts as a missing optional field."""

    what: str
    required: Mapping[str, Field]
    optional: Mapping[str, Field] = field(default_factory=dict)
    also: Callable[[Json], str] | None = None  # further check of an object with right fields: an error, or ""

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
        if known != sum(map(len, column)):  # an object has an unknown key
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
class Either(Field):
    """A value of one of several kinds."""

    options: tuple[Field, ...]
    what: str

    def fits(self, column: Column) -> bool:
        groups: dict[Any, list[Any]] = {}
        for value in column:
            groups.setdefault(len(value) if isinstance(value, list) else type(value), []).append(value)
        return all(any(option.fits(alike) for option in self.options) for alike in groups.values())

    def accepts(self, value: object) -> bool:
        return any(not any(option.wrong(value, "")) for option in self.options)


def short(value: object) -> str:
    """A value for an error message: its JSON text, shortened to 60 characters."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except (RecursionError, ValueError):  # nested too deeply, or a number with too many digits
        return f"a very large {type(value).__name__}"
    if not text.isprintable() or not is_unicode(text):
        text = json.dumps(value, default=str)
    return "nothing" if value is None else text if len(text) <= 60 else text[:57] + "..."


def is_unicode(text: str) -> bool:
    """Whether a text can be written as UTF-8; JSON may escape one half of a surrogate pair."""
    return not re.search(r"[\ud800-\udfff]", text)


def _numbers(column: Column, size: int, whole: bool) -> list[NDArray[Any]] | None:
    """The numbers in a column of numbers (size 1) or of lists of `size` numbers, (N,) each; None if some are not."""
    if size > 1 and ({list} != set(map(type, column)) or {size} != set(map(len, column))):
        return None
    flat = list(chain.from_iterable(column)) if size > 1 else column
    if not ({int} if whole else _NUMBERS).issuperset(map(type, flat)):
        return None
    import numpy as np  # here: `sightline --help` need not wait for it

    try:
        return list(np.array(flat, dtype=float).reshape(-1, size).T)
    except OverflowError:  # an int that is too large for a float
        return None
