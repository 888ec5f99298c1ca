"""Descriptions of JSON: what is right and wrong, said in a sentence, one by one and by the column."""

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.fields import Either, Field, Flag, FreeForm, ListOf, Number, Numbers, Object, OneOf, Text, short

PLACE = Numbers((0, 0), (50, 50), "a place")
RUN = Numbers((0, 0, 0), (99, 99, 99), "a run", whole=True, holds=lambda z, first, last: first <= last)
THING = Object("a thing", {"name": OneOf(("well", "barrel"))}, {"at": PLACE, "size": Number(0, above=True)})
SCENE = Object(
    "a scene", {"things": ListOf(THING), "lakes": ListOf(RUN)}, also=lambda s: "too many." if len(s["lakes"]) > 2 else ""
)

RIGHT: list[tuple[Field, list[Any]]] = [
    (Text(), ["", "a", "naïve ⟂ 𝄞", "\n"]),
    (Text("[FRL]*"), ["", "FRL", "FF"]),
    (Text(blank=False), ["a", " a "]),
    (OneOf(("a", "b")), ["a", "b", "a"]),
    (Flag(), [True, False]),
    (Number(), [0, -1.5, 10**300, 2**40]),
    (Number(0, 5), [0, 5, 2.5, 0.0]),
    (Number(0, 5, above=True), [5, 1e-9]),
    (Number(0, 5, whole=True), [0, 5]),
    (Number(0, whole=True), [0, 2**31, 2**80]),
    (PLACE, [[0, 50], [0.0, 50.0], [1, 2.5]]),
    (PLACE, [[0.5, 50.0], [1.5, 2.5]]),
    (RUN, [[0, 0, 99], [99, 5, 5]]),
    (ListOf(Text()), [[], ["a"], ["a", "b"]]),
    (ListOf(Text(), least=2), [["a", "b"], ["a", "b", "c"]]),
    (THING, [{"name": "well"}, {"name": "well", "at": [1, 2]}, {"at": None, "name": "barrel", "size": None}]),
    (SCENE, [{"things": [], "lakes": []}, {"things": [{"name": "well", "size": 0.1}], "lakes": [[1, 2, 3]]}]),
    (Either((Number(whole=True), Text()), "either"), [3, "a", 4]),
    (FreeForm(), [{}, {"a": [1, None]}]),
]


@pytest.mark.parametrize(("kind", "column"), RIGHT, ids=[str(k) for k in range(len(RIGHT))])
def test_what_is_right(kind: Field, column: list[Any]) -> None:
    assert kind.fits(column) and kind.fits([])
    for value in column:
        assert list(kind.wrong(value, "x")) == [] and kind.fits([value])


DEEP: list[Any] = []
for _ in range(50_000):
    DEEP = [DEEP]
WRONG: list[tuple[Field, Any, str]] = [
    (Text(), 5, "x is 5, not text."),
    (Text(), None, "x is nothing, not text."),
    (Text(), ["a"], 'x is ["a"], not text.'),
    (Text(), "\ud800", 'x is not valid Unicode ("\\ud800").'),
    (Text("[FRL]*", "letters"), "FX", 'x is "FX", not letters.'),
    (Text("[FRL]*", "letters"), "F\n", 'x is "F\\n", not letters.'),
    (Text("a|b", "a or b"), "ab", 'x is "ab", not a or b.'),
    (Text(blank=False), "", "x is empty."),
    (Text(blank=False), " \n", "x is empty."),
    (OneOf(("a", "b")), "c", 'x is "c", not one of a, b.'),
    (OneOf(("a", "b")), ["a"], 'x is ["a"], not one of a, b.'),
    (OneOf(("Barrel", "Well"), "a landmark"), "Barel", 'x is "Barel", not a landmark; is it "Barrel"?'),
    (OneOf(("Barrel", "Well"), "a landmark"), "Zeppelin", 'x is "Zeppelin", not a landmark.'),
    (OneOf(("Barrel", "Well"), "a landmark"), 5, "x is 5, not a landmark."),
    (Flag(), 1, "x is 1, not true or false."),
    (Flag(), "true", 'x is "true", not true or false.'),
    (Number(0, 5), "5", 'x is "5", not a number from 0 to 5.'),
    (Number(0, 5), True, "x is true, not a number from 0 to 5."),
    (Number(0, 5), 5.01, "x is 5.01, not a number from 0 to 5."),
    (Number(0, 5), -0.01, "x is -0.01, not a number from 0 to 5."),
    (Number(0, 5), math.nan, "x is NaN, not a number from 0 to 5."),
    (Number(0, 5), 10**400, "x is 1000"),
    (Number(), math.inf, "x is Infinity, not a number."),
    (Number(), -math.inf, "x is -Infinity, not a number."),
    (Number(), math.nan, "x is NaN, not a number."),
    (Number(0), -1, "x is -1, not a number from 0 on."),
    (Number(0, above=True), 0, "x is 0, not a number above 0."),
    (Number(0, 5, above=True), 0.0, "x is 0.0, not a number above 0 and up to 5."),
    (Number(0, whole=True), 1.0, "x is 1.0, not a whole number from 0 on."),
    (Number(0, whole=True), False, "x is false, not a whole number from 0 on."),
    (PLACE, [1], "x is [1], not a place."),
    (PLACE, [1, 2, 3], "x is [1, 2, 3], not a place."),
    (PLACE, [1, "2"], 'x is [1, "2"], not a place.'),
    (PLACE, [1.0, True], "x is [1.0, true], not a place."),
    (PLACE, [1.0, 50.01], "x is [1.0, 50.01], not a place."),
    (PLACE, [-0.01, 1.0], "x is [-0.01, 1.0], not a place."),
    (PLACE, [math.nan, 1.0], "x is [NaN, 1.0], not a place."),
    (PLACE, [1.0, math.inf], "x is [1.0, Infinity], not a place."),
    (PLACE, [1.0, 10**400], "x is [1.0, 1000"),
    (PLACE, "ab", 'x is "ab", not a place.'),
    (PLACE, {"x": 1, "z": 2}, 'x is {"x": 1, "z": 2}, not a place.'),
    (PLACE, None, "x is nothing, not a place."),
    (RUN, [1, 3, 2], "x is [1, 3, 2], not a run."),
    (RUN, [1, 2, 100], "x is [1, 2, 100], not a run."),
    (RUN, [1, 2, 3.0], "x is [1, 2, 3.0], not a run."),
    (ListOf(Text()), "ab", 'x is "ab", not a list.'),
    (ListOf(Text(), "a list of words"), {"a": 1}, 'x is {"a": 1}, not a list of words.'),
    (ListOf(Text(), least=1), [], "x is empty."),
    (ListOf(Text(), "a pair", least=2), ["a"], 'x is ["a"], not a pair.'),
    (ListOf(Text()), ["a", 5], "x[1] is 5, not text."),
    (ListOf(Number()), DEEP, "x[0] is a very large list, not a number."),
    (THING, ["name"], 'x is ["name"], not a thing.'),
    (THING, {}, "x: key 'name' is missing."),
    (THING, {"name": None}, "x.name is nothing, not one of well, barrel."),
    (THING, {"name": "well", "colour": 1}, "x: key 'colour' is not one of a thing."),
    (THING, {"name": "well", "at": [1]}, "x.at is [1], not a place."),
    (SCENE, {"things": [{"name": "well"}, {"name": "x"}], "lakes": []}, 'x.things[1].name is "x", not one of well, barrel.'),
    (SCENE, {"things": [], "lakes": [[1, 1, 1]] * 3}, "x: too many."),
    (Either((Number(whole=True), Text()), "a number or a name"), 1.5, "x is 1.5, not a number or a name."),
    (Either((PLACE, RUN), "either"), [1, 2, 3, 4], "x is [1, 2, 3, 4], not either."),
    (FreeForm(), [], "x is [], not an object."),
]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "value", "says"), WRONG, ids=[says[:40].encode("ascii", "replace").decode() for *_, says in WRONG]
)
def test_what_is_wrong_is_said_and_noticed_in_a_column(kind: Field, value: Any, says: str) -> None:
    (sentence,) = kind.wrong(value, "x")
    assert sentence == says or (says.endswith("1000") and sentence.startswith(says) and len(sentence) < 120)
    sentence.encode()
    assert not kind.fits([value])
    right = next(column for known, column in [*RIGHT, (kind, [])] if known == kind)
    assert not kind.fits([*right, value, *right])


def test_the_outermost_object_has_no_name() -> None:
    assert list(THING.wrong(5, "")) == ["is 5, not a thing."]
    assert list(THING.wrong({"colour": 1}, "")) == ["key 'colour' is not one of a thing.", "key 'name' is missing."]
    assert list(SCENE.wrong({"things": [], "lakes": [[1, 1, 1]] * 3}, "")) == ["too many."]


def test_everything_that_is_wrong_is_listed_and_what_else_only_when_the_fields_are_right() -> None:
    sentences = list(SCENE.wrong({"things": [{"name": 1}, {}], "lakes": [[1, 1, 1], [2], [3]]}, ""))
    assert len(sentences) == 4 and not any("too many" in sentence for sentence in sentences)


def test_a_key_that_is_there_in_some_objects_is_checked_in_those() -> None:
    right = [{"name": "well"}, {"name": "well", "at": [1, 2]}, {"name": "well", "at": None}]
    assert THING.fits(right) and not THING.fits([*right, {"name": "well", "at": [1, 99]}])
    assert not THING.fits([*right, {"name": "well", "colour": 1}])


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 60) | st.floats(-5, 60) | st.sampled_from(["", "a", "well", math.nan]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["name", "at", "x"]), inner, max_size=3),
    max_leaves=6,
)
KINDS = [Text(), Text(blank=False), OneOf(("a", "well")), Flag(), Number(0, 50), Number(0, 9, True, True), PLACE, RUN, THING,
         ListOf(Number(0, 50)), ListOf(PLACE), Either((PLACE, RUN), "one"), FreeForm()]  # fmt: skip


@given(st.sampled_from(KINDS), st.lists(json_values, max_size=4))
def test_a_column_fits_just_when_nothing_is_wrong_with_its_values(kind: Field, column: list[Any]) -> None:
    assert kind.fits(column) == (not any(any(kind.wrong(value, "x")) for value in column))


@given(st.lists(st.lists(st.floats(-1, 51) | st.integers(-1, 51), min_size=2, max_size=2), min_size=1))
def test_a_column_of_places_fits_just_when_each_is_inside(column: list[list[float]]) -> None:
    assert PLACE.fits(column) == all(0 <= n <= 50 for place in column for n in place)


def test_values_in_sentences_are_short_and_can_be_printed() -> None:
    assert short("é") == '"é"' and short(None) == "nothing" and short("\x1b[2J") == '"\\u001b[2J"'
    assert short("a" * 58) == json.dumps("a" * 58) and len(short("a" * 59)) == 60 and short("a" * 59).endswith("...")
    assert short(9**9000) == "a very large int"
