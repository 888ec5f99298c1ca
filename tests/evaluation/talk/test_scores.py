"""Scores of dialogues, worked out by hand."""

from dataclasses import replace

import pytest

from sightline.evaluation.layout import as_text
from sightline.evaluation.talk.converse import TurnResult
from sightline.evaluation.talk.scores import talk_scores, talk_table
from sightline.world import kind_of

RIGHT = TurnResult("a", "plain", 1, "go", {"reply": ["go"]}, True, False, False, True, (), "go", "", (), (0.0, 0.0, 0.0))
WRONG = replace(RIGHT, right=False, faults=("it stays.",))
RESULTS = [
    RIGHT,
    replace(WRONG, turn=2, needless=True, reply="ask"),
    replace(RIGHT, dialogue="b", group="negation", clear=False),
    replace(WRONG, dialogue="c", group="negation", clear=False, unasked=True),
]


def test_shares_of_turns_dialogues_and_clear_commands() -> None:
    scores = talk_scores(RESULTS)
    assert scores["turns"] == 50 and scores["dialogues"] == pytest.approx(100 / 3)
    assert scores["unasked"] == 25 and scores["needless"] == 50 and scores["n"] == {"turns": 4, "dialogues": 3, "clear": 2}
    assert list(scores["groups"]) == ["plain", "negation"] and "needless" not in scores["groups"]["negation"]
    assert scores["ci"]["turns"][0] <= 50 <= scores["ci"]["turns"][1]
    assert [(f["dialogue"], f["turn"]) for f in scores["failures"]] == [("a", 2), ("c", 1)]


def test_the_table_has_a_row_for_each_group_and_one_for_all() -> None:
    table = talk_table({"best": talk_scores(RESULTS)}, kind_of("lani"), "dev")
    assert [row[1] for row in table.rows] == ["plain", "negation", "all"]
    assert "3 dialogues of 4 turns" in table.title and "negation" in as_text(table)
