"""Plain lines: which of them are steps, and what a later turn may refer to."""

import pytest

from sightline.language.reading.lines import REMEMBERED, PlainLine, is_step, lines_of, meaning_of, remembered


def test_lines_go_to_one_text_and_back() -> None:
    lines = ["take the mug", "not : open the oven", "where is the sofa ?"]
    assert lines_of(meaning_of(lines)) == lines and lines_of("") == []


@pytest.mark.parametrize(
    ("line", "steps"),
    [
        ("take the mug", True),
        ("where is the sofa ?", False),
        ("not : open the oven", False),
        ("cannot : sing", False),
        ("nothing", False),
        ("unclear", False),
    ],
)
def test_what_says_to_do_something_is_a_step(line: str, steps: bool) -> None:
    assert is_step(line) == steps


def test_a_sentence_is_written_as_people_write_it() -> None:
    assert PlainLine("not : open the oven", 1.0).sentence == "not: open the oven"
    assert PlainLine("what is in the fridge ?", 1.0).sentence == "what is in the fridge?"


def test_the_last_plan_is_remembered_and_what_came_after_it() -> None:
    plan = remembered((), ["open the fridge", "not : take the milk"])
    assert plan == ["open the fridge", "not : take the milk"]
    asked = remembered(["open the fridge"], ["what is in the fridge ?"])
    assert asked == ["open the fridge", "what is in the fridge ?"]
    assert remembered(asked, ["cannot : dim the lamp"]) == [*asked, "cannot : dim the lamp"]
    assert remembered(asked, ["nothing"]) == asked
    assert remembered(asked, ["close the fridge"]) == ["close the fridge"]


def test_only_the_last_lines_without_a_plan_are_remembered() -> None:
    before = ["open the fridge"]
    for k in range(9):
        before = remembered(before, [f"where is thing {k} ?"])
    assert before == ["open the fridge", *(f"where is thing {k} ?" for k in range(9 - REMEMBERED, 9))]
