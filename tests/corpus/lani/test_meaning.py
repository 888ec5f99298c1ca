"""Meanings in records: every manoeuvre has what it is about, and names and steps are about landmarks that there are."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from corpus.lani.record import changed

from sightline.corpus.lani.kind import KIND
from sightline.corpus.lani.meaning import MEANING, NEEDS, Manoeuvre, disagreement, other, sign
from sightline.corpus.lani.ways import WAYS
from sightline.corpus.records import Paragraph, paragraph_fields
from sightline.corpus.splits import corpus_paragraph

RECORD = corpus_paragraph(KIND, 0, 14).to_json()


def test_every_manoeuvre_that_can_be_walked_has_its_needs() -> None:
    assert NEEDS.keys() == WAYS.keys()


def test_generated_meanings_are_as_described_and_read_back() -> None:
    used = set()
    for n in range(40):
        paragraph = corpus_paragraph(KIND, 0, n)
        data = json.loads(json.dumps(paragraph.to_json()))
        assert paragraph_fields("lani").fits([data]) and Paragraph.from_json(data) == paragraph
        for segment in data["segments"]:
            for step in segment["meaning"]["steps"]:
                used.add(step["do"])
                assert json.loads(json.dumps(Manoeuvre.from_json(step).to_json())) == step
    assert len(used) > 20


def test_what_is_null_is_not_there() -> None:
    assert Manoeuvre.from_json({"do": "back.start", "of": None, "side": None, "lake": None}) == Manoeuvre("back.start")
    assert MEANING.fits([{"steps": [{"do": "back.start", "of": None, "lake": None}], "named": []}])


@pytest.mark.parametrize(
    ("step", "says"),
    [
        ({"do": "fly"}, 'steps[0].do is "fly", not a manoeuvre.'),
        ({}, "steps[0]: key 'do' is missing."),
        ({"do": "go.near"}, "steps[0]: 'go.near' needs 1 in 'of'."),
        ({"do": "go.near", "of": [1, 2]}, "'go.near' needs 1 in 'of'."),
        ({"do": "go.near", "of": [1], "side": "left"}, "in 'side'."),
        ({"do": "pass", "of": [1]}, "'pass' needs a value in 'side'."),
        ({"do": "pass", "of": [1], "side": "up"}, 'steps[0].side is "up", not one of left, right.'),
        ({"do": "corner", "fences": ["blue"]}, "in 'fences'."),
        ({"do": "corner", "fences": ["blue", "pink"]}, 'steps[0].fences[1] is "pink", not one of blue, red, yellow, white.'),
        ({"do": "lake.to"}, "in 'lake'."),
        ({"do": "lake.to", "lake": -1}, "steps[0].lake is -1, not a whole number from 0"),
        ({"do": "forward.distance"}, "in 'distance'."),
        ({"do": "forward.distance", "distance": 0}, "steps[0].distance is 0, not a whole number from 1 to 100."),
        ({"do": "go.near", "of": [-1]}, "steps[0].of[0] is -1, not"),
        ({"do": "back.start", "why": 1}, "steps[0]: key 'why' is not one of a manoeuvre."),
    ],
)
def test_a_step_that_cannot_be_is_said(step: dict[str, Any], says: str) -> None:
    (sentence,) = MEANING.wrong({"steps": [step], "named": []}, "")
    assert says in sentence and not MEANING.fits(
        [{"steps": [{"do": "back.start"}], "named": []}, {"steps": [step], "named": []}]
    )


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (lambda m: m.pop("steps"), "segments[0].meaning: key 'steps' is missing."),
        (lambda m: m.update(steps=[]), "segments[0].meaning.steps is empty."),
        (lambda m: m.update(steps={}), "segments[0].meaning.steps is {}, not a list."),
        (lambda m: m.update(named=[{}]), "key 'of' is missing."),
        (lambda m: m.update(named=[{"of": 0, "as": " "}]), "segments[0].meaning.named[0].as is empty."),
        (lambda m: m.update(named=[{"of": -1, "as": "it"}]), "segments[0].meaning.named[0].of is -1"),
        (lambda m: m.update(named=[{"of": 0, "as": "it", "where": "up"}]), 'where is "up", not one of ahead, behind'),
        (lambda m: m.update(named=[{"of": 0, "as": "it", "near": 1.5}]), "near is 1.5, not a landmark or words."),
        (lambda m: m.update(named=[{"of": 50, "as": "it"}]), "segments[0].meaning.named name landmark 50, but"),
        (lambda m: m.update(named=[{"of": 7, "as": "it"}]), "landmark 7, but the scene has 7."),
        (lambda m: m.update(steps=[{"do": "go.near", "of": [7]}]), "segments[0].meaning.steps name landmark 7, but"),
    ],
)  # fmt: skip
def test_a_record_whose_meaning_cannot_be_is_refused(edit: Callable[[dict[str, Any]], object], says: str) -> None:
    data = json.loads(json.dumps(RECORD))
    edit(data["segments"][0]["meaning"])
    sentences = list(paragraph_fields("lani").wrong(data, ""))
    assert says in sentences[0] and not paragraph_fields("lani").fits([json.loads(json.dumps(RECORD)), data])


def test_a_record_without_meanings_has_nothing_to_disagree_with() -> None:
    data = json.loads(json.dumps(RECORD))
    assert disagreement(data) == ""
    data["segments"][0].pop("meaning")
    data["segments"][1]["meaning"] = None
    data["segments"][2]["meaning"] = {"steps": [{"do": "back.start", "of": None}], "named": [{"of": 6, "as": "it"}]}
    assert disagreement(data) == ""


def test_hands() -> None:
    assert (other("left"), other("right"), sign("left"), sign("right")) == ("right", "left", -1.0, 1.0)


def test_the_first_paragraphs_are_those_on_record() -> None:
    assert changed(0, 120) == []
