"""Truth: a checker that reads replayed states only, and catches planted lies."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from corpus.chai.made import PARAGRAPHS

from sightline.corpus.chai.check import check_paragraph
from sightline.corpus.records import Paragraph

Edit = Callable[[dict[str, Any]], None]


def find(do: str, then: str = "") -> tuple[dict[str, Any], int]:
    """A paragraph's record with an instruction that is this step alone, and its place; the earlier the better."""
    found = []
    for paragraph in PARAGRAPHS:
        steps = ["+".join(step["do"] for step in (segment.meaning or {})["steps"]) for segment in paragraph.segments]
        found += [
            (k, paragraph) for k, said in enumerate(steps) if said == do and (not then or steps[k + 1 :][:1] == [then])
        ]
    k, paragraph = min(found, key=lambda one: one[0])
    return json.loads(json.dumps(paragraph.to_json())), k


def complaints(do: str, edit: Edit) -> str:
    """What the checker says when something of an instruction's record is changed."""
    record, k = find(do)
    assert check_paragraph(Paragraph.from_json(record)) == []
    edit(record["segments"][k])
    return "\n".join(check_paragraph(Paragraph.from_json(record)))


def step(segment: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = segment["meaning"]["steps"][0]
    return found


@pytest.mark.parametrize(
    ("do", "edit", "says"),
    [
        ("open", lambda s: step(s).update(of=[1001 + (step(s)["of"][0] == 1001)]), "open: it is not"),
        ("open", lambda s: step(s).update(do="close"), "not true of its demonstration: close: it is not"),
        ("close", lambda s: step(s).update(do="open"), "open: it is not"),
        ("take", lambda s: step(s).update(of=[step(s)["of"][0] + 1]), "is not taken"),
        ("take", lambda s: s["meaning"].update(steps=[{"do": "enter", "of": [0]}]), "not true of its demonstration"),
        ("put", lambda s: step(s).update(to=step(s)["to"] + 1), "is put elsewhere"),
        ("put", lambda s: step(s).update(place="moon"), "is put elsewhere"),
        ("enter", lambda s: step(s).update(of=[(step(s)["of"][0] + 1) % 4]), "is in another room"),
        ("go", lambda s: step(s).update(of=[60 if step(s)["of"][0] < 40 else 1]), "go: is not beside it"),
        ("on", lambda s: step(s).update(do="off"), "not true of its demonstration: off: it is not"),
        ("go", lambda s: s.update(end=[s["end"][0] + 0.3, s["end"][1]]), ".actions end at"),
        ("go", lambda s: s.update(actions="F" * 300), ".actions end at"),
        ("open", lambda s: s.update(actions=s["actions"][: s["actions"].index("I")] + "I(0,0)"), "is refused"),
        ("take", lambda s: s["goals"][-1].update(deed=["pick up", "moon 1", ""]), ".goals are not the manipulations"),
        ("take", lambda s: s["goals"][-1]["stand"].__setitem__(0, 1.0), ".goals do not stand where"),
        ("go", lambda s: s["goals"][-1].update(stand=[1.0, 1.0]), ".goals do not end where"),
        ("go", lambda s: s.update(goals=None), ".goals are missing"),
        ("go", lambda s: s["goals"].insert(0, {"kind": "navigation", "stand": [0.3, 0.3]}), "does not pass"),
        ("put", lambda s: s.update(start=[*s["start"][:2], s["start"][2] + 90]), ".start is"),
        ("go", lambda s: s["tokens"].append("now"), ".tokens are not those of its instruction"),
        ("go", lambda s: s["meaning"]["named"][0].update({"as": "spaceship"}), "'spaceship' is not true of the"),
        ("go", lambda s: s["meaning"]["named"][0].update(of=999), "has no piece of furniture 999"),
        ("take", lambda s: s["meaning"]["named"][0].update(of=3999), "has no item 3999"),
        ("take", lambda s: s["meaning"]["named"][0].update({"as": "moon"}), "'moon' is not true of the"),
    ],
)  # fmt: skip
def test_lies_are_caught(do: str, edit: Edit, says: str) -> None:
    assert says in complaints(do, edit)


def test_something_that_no_step_says_is_caught() -> None:
    record, k = find("take", then="put")
    segment, after = record["segments"][k : k + 2]
    segment["actions"] += after["actions"]
    segment["end"] = after["end"]
    segment["goals"] += after["goals"]
    del record["segments"][k + 1 :]
    assert "which no step says" in check_paragraph(Paragraph.from_json(record))[0]


def test_a_name_that_fits_two_things_is_caught() -> None:
    for paragraph in PARAGRAPHS:
        record = json.loads(json.dumps(paragraph.to_json()))
        for segment in record["segments"]:
            for name in segment["meaning"]["named"]:
                if name.get("how") in ("left", "right") and name["as"] in ("cabinet", "cupboard"):
                    del name["how"], name["anchors"]
                    assert "also fits another thing than the" in check_paragraph(Paragraph.from_json(record))[0]
                    return
    raise AssertionError("no cabinet is placed by its neighbours")


def test_a_house_that_has_changed_is_refused() -> None:
    record = json.loads(json.dumps(PARAGRAPHS[0].to_json()))
    record["scene"]["fingerprint"] = "0" * 16
    assert "has changed since this was recorded" in check_paragraph(Paragraph.from_json(record))[0]
    record["scene"].update(house=77)
    assert "There is no house 77" in check_paragraph(Paragraph.from_json(record))[0]


def test_imported_paragraphs_promise_less() -> None:
    record = json.loads(json.dumps(PARAGRAPHS[0].to_json()))
    record["source"], record["scene"]["fingerprint"] = "human", "unknown"
    assert check_paragraph(Paragraph.from_json(record)) == []
