"""Records: there and back without loss, and what a record must be, in any world."""

import json
import math
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tiny_world import CORPUS, KIND

from sightline.chai.kind import Scene as House
from sightline.corpus.files import Entry
from sightline.corpus.kind import corpus_kind
from sightline.corpus.records import Paragraph, Segment, paragraph_fields
from sightline.corpus.splits import corpus_paragraph
from sightline.world import INTERACTION, NAVIGATION, Goal

GOALS = (
    Goal(NAVIGATION, (1.0, 2.0)),
    Goal(INTERACTION, (1.0, 2.0, 90.0), (1.5, 0.8, 2.5), ("put", "milk 3012", "fridge 1007")),
)
IN_A_HOUSE = Paragraph(
    "chai-000001", House(3, 12, "abc"),
    [
        Segment("Get the milk .", ["get", "the", "milk", "."], (1.0, 2.0, 0.0), (1.0, 2.0), "FRI(20,16)", goals=GOALS),
        Segment("Stop .", ["stop", "."], (1.0, 2.0, 0.0), (1.0, 2.0), ""),
    ],
    "chai", "human", 5, scenario="Breakfast for two.",
)  # fmt: skip


def there_and_back(paragraph: Paragraph) -> Paragraph:
    data = json.loads(json.dumps(paragraph.to_json()))
    assert list(paragraph_fields(paragraph.world).wrong(data, "")) == [] and paragraph_fields(paragraph.world).fits([data])
    return Paragraph.from_json(data)


def test_records_of_both_worlds_read_back_as_they_were() -> None:
    toy = corpus_paragraph(CORPUS, 0, 14)
    full = Segment(
        "Go .", ["go", "."], (1.0, 2.0, 3.0), (4.0, 5.0), "FRL", (6.0, 7.0), ["coreference"], {"any": "thing"}, True,
        (8.0, 9.0), GOALS[:1],
    )  # fmt: skip
    for paragraph in (toy, IN_A_HOUSE, Paragraph("a", toy.scene, [full], KIND.name, path=[(1.0, 2.0), (3.0, 4.0)])):
        assert there_and_back(paragraph) == paragraph


def test_what_is_not_there_is_not_written() -> None:
    data = corpus_paragraph(CORPUS, 0, 0).to_json()
    assert list(data) == ["id", "world", "source", "seed", "scene", "segments"]
    assert list(data["segments"][1]) == [
        "instruction", "tokens", "start", "end", "intended", "actions", "phenomena", "unseen_phrasing",
    ]  # fmt: skip
    assert list(IN_A_HOUSE.to_json()) == ["id", "world", "source", "seed", "scene", "scenario", "segments"]
    assert [list(goal) for goal in IN_A_HOUSE.to_json()["segments"][0]["goals"]] == [
        ["kind", "stand"], ["kind", "stand", "point", "deed"],
    ]  # fmt: skip


def first(data: dict[str, Any]) -> dict[str, Any]:
    return data["segments"][0]


def goal(data: dict[str, Any], k: int) -> dict[str, Any]:
    return first(data)["goals"][k]


FAULTS: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (lambda d: d.pop("id"), "key 'id' is missing."),
    *[(lambda d, name=name: d.update(id=name), "not a plain name: 1 to 200 characters that the name of a file may have.")
      for name in ("", ".", "..", "a/b", "a\\b", "a\n", "a\x85", "\ud800", "a" * 201, 5)],
    (lambda d: d.update(world="lani"), 'world is "lani", not one of chai.'),
    (lambda d: d.update(source="found"), 'source is "found", not one of generated, written, human.'),
    (lambda d: d.update(seed=-1), "seed is -1, not a whole number from 0 to 9.22337203685478e+18."),
    (lambda d: d.update(seed=1.0), "seed is 1.0, not"),
    (lambda d: d.update(scenario=5), "scenario is 5, not text."),
    (lambda d: d.update(scenario=" "), "scenario is empty."),
    (lambda d: d.update(id="  "), "id is empty."),
    (lambda d: d.update(path=[[1, 2], [1]]), "path[1] is [1], not a place [x, z] between 0 and 100."),
    (lambda d: d.update(path=[[1, 101]]), "path[0] is [1, 101], not"),
    (lambda d: d.update(title="x"), "key 'title' is not one of a paragraph."),
    (lambda d: d["scene"].update(house=0), "scene.house is 0, not a house's number"),
    (lambda d: d["scene"].update(house="/etc/passwd"), 'scene.house is "/etc/passwd", not a house\'s number'),
    (lambda d: d["scene"].update(house=""), "scene.house is \"\", not a house's number"),
    (lambda d: d["scene"].update(house=99), "scene.house is 99, not a house's number"),
    (lambda d: d["scene"].update(house=10**400), "scene.house is"),
    (lambda d: d["scene"].update(variant=-1), "scene.variant is -1"),
    (lambda d: d["scene"].update(variant=10**400), "scene.variant is"),
    (lambda d: d["scene"].update(variant=2**63), "scene.variant is 9223372036854775808, not a whole number from 0"),
    (lambda d: d["scene"].update(fingerprint="a house"), "scene.fingerprint is"),
    (lambda d: d["scene"].pop("fingerprint"), "scene: key 'fingerprint' is missing."),
    (lambda d: d.update(segments=[]), "segments is empty."),
    (lambda d: d.update(segments=[5]), "segments[0] is 5, not a segment."),
    (lambda d: first(d).update(instruction=" "), "segments[0].instruction is empty."),
    (lambda d: first(d).update(instruction="\udfff"), "segments[0].instruction is not valid Unicode"),
    (lambda d: first(d).update(tokens=[]), "segments[0].tokens is empty."),
    (lambda d: first(d).update(tokens=["a", ""]), "segments[0].tokens[1] is empty."),
    (lambda d: first(d).update(tokens=[" ", "go"]), "segments[0].tokens[0] is empty."),
    (lambda d: first(d).update(tokens=["go", "to it"]), 'segments[0].tokens[1] is "to it", not a word without spaces.'),
    (lambda d: first(d).update(tokens="go"), 'segments[0].tokens is "go", not a list of words.'),
    (lambda d: first(d).update(start=[1, 2]), "segments[0].start is [1, 2], not a pose [x, z, heading] with x and z"),
    (lambda d: first(d).update(start=[1, 2, 1e7]), "segments[0].start is"),
    (lambda d: first(d).update(start=[1, 2, -1.1e6]), "segments[0].start is"),
    (lambda d: first(d).update(end=[1, -2]), "segments[0].end is [1, -2], not"),
    (lambda d: first(d).update(intended=[True, 2]), "segments[0].intended is [true, 2], not"),
    (lambda d: first(d).update(read=["1", 2]), 'segments[0].read is ["1", 2], not'),
    (lambda d: first(d).update(actions="FS"), 'segments[0].actions is "FS", not letters F, R and L and I(row,column)'),
    (lambda d: first(d).update(actions="I(32,1)"), 'segments[0].actions is "I(32,1)"'),
    (lambda d: first(d).update(phenomena=["rhyme"]), 'segments[0].phenomena[0] is "rhyme", not one of spatial_relations'),
    (lambda d: first(d).update(unseen_phrasing=1), "segments[0].unseen_phrasing is 1, not true or false."),
    (lambda d: first(d).update(meaning=[]), "segments[0].meaning is [], not a meaning."),
    (lambda d: first(d).update(goals=[]), "segments[0].goals is empty."),
    (lambda d: first(d).update(goal=[1, 2]), "segments[0]: key 'goal' is not one of a segment."),
    (lambda d: goal(d, 0).update(kind="dance"), 'segments[0].goals[0].kind is "dance", not one of navigation, interaction.'),
    (lambda d: goal(d, 0).update(stand=[1]), "segments[0].goals[0].stand is [1], not a place"),
    (lambda d: goal(d, 0).update(stand=[1, 2, 3]), "segments[0].goals[0]: a navigation goal has 'stand' [x, z] and nothing"),
    (lambda d: goal(d, 0).update(point=[1, 2, 3]), "segments[0].goals[0]: a navigation goal has"),
    (lambda d: goal(d, 0).update(deed=["a", "b", "c"]), "segments[0].goals[0]: a navigation goal has"),
    (lambda d: goal(d, 1).pop("point"), "segments[0].goals[1]: an interaction needs 'point' and 'deed'."),
    (lambda d: goal(d, 1).pop("deed"), "segments[0].goals[1]: an interaction needs 'point' and 'deed'."),
    (lambda d: goal(d, 1).update(stand=[1, 2]), "segments[0].goals[1]: an interaction needs 'stand' with a heading"),
    (lambda d: goal(d, 1).update(deed=["put", "milk"]), "segments[0].goals[1]: an interaction needs"),
    (lambda d: goal(d, 1).update(point=[1, 2, 101]), "segments[0].goals[1].point is [1, 2, 101], not a point [x, y, z]"),
    (lambda d: goal(d, 1).update(point=[1, 1001, 2]), "segments[0].goals[1].point is [1, 1001, 2], not"),
    (lambda d: goal(d, 1).update(point=[1, -1001, 2]), "segments[0].goals[1].point is [1, -1001, 2], not"),
    (lambda d: goal(d, 1).update(deed=["put", 5, ""]), "segments[0].goals[1].deed[1] is 5, not text."),
]  # fmt: skip


@pytest.mark.parametrize(("edit", "says"), FAULTS, ids=[f"{n} {says[:40]}" for n, (_, says) in enumerate(FAULTS)])
def test_each_fault_of_a_record_is_named(edit: Callable[[dict[str, Any]], object], says: str) -> None:
    right = json.loads(json.dumps(IN_A_HOUSE.to_json()))
    data = json.loads(json.dumps(right))
    edit(data)
    (sentence,) = paragraph_fields("chai").wrong(data, "")
    assert says in sentence
    assert not paragraph_fields("chai").fits([right, data, right])


def places_in(value: Any, where: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Keys that lead to every value of a record; of a list, to the first."""
    yield where
    keys = list(value) if isinstance(value, dict) else [0] if isinstance(value, list) and value else []
    for key in keys:
        yield from places_in(value[key], (*where, key))


@pytest.mark.parametrize("world", ["lani", "chai"])
@pytest.mark.parametrize("odd", [10**400, math.nan, math.inf, -1e308, "\ud800", {"a": [[]]}, [[[[]]]]], ids=str)
def test_nonsense_in_any_field_is_refused_with_its_name(world: str, odd: Any) -> None:
    fields = paragraph_fields(world)
    right = json.loads(Entry.of("train", corpus_paragraph(corpus_kind(world), 1, 0)).line)
    for where in [*places_in(right)][1:]:
        record = json.loads(json.dumps(right))
        inner = record
        for key in where[:-1]:
            inner = inner[key]
        inner[where[-1]] = odd
        assert not fields.fits([record]), where
        sentences = list(fields.wrong(record, ""))
        assert any(str(where[0]) in sentence for sentence in sentences), where


def test_names_that_files_may_have_are_ids() -> None:
    data = json.loads(json.dumps(IN_A_HOUSE.to_json()))
    for name in ("a", "...", ".a", "x" * 200, "naïve ⟂", "a b", "lani-000001"):
        assert paragraph_fields("chai").fits([{**data, "id": name}]), name


def test_the_corpus_of_a_world_has_a_say() -> None:
    data = json.loads(json.dumps(corpus_paragraph(CORPUS, 0, 0).to_json()))
    assert list(paragraph_fields(KIND.name).wrong({**data, "scenario": "x"}, "")) == ["has a scenario."]
    assert not paragraph_fields(KIND.name).fits([data, {**data, "scenario": "x"}])
