"""Types of goals in a table: the baseline by hand, who can be in it, and what is scored."""

from pathlib import Path

import pytest

from sightline.corpus.examples import Example
from sightline.corpus.records import Paragraph, Segment
from sightline.errors import InputError
from sightline.evaluation.goal_types import by_main_verb, choose_typers, main_verb, run_types
from sightline.evaluation.methods import Runner
from sightline.evaluation.scores import score_results
from sightline.world import INTERACTION, NAVIGATION, Goal, kind_of

CHAI = kind_of("chai")
GO, TAKE = Goal(NAVIGATION, (1.0, 2.0)), Goal(INTERACTION, (1.0, 2.0, 0.0), (1.0, 1.0, 3.0), ("pick up", "milk 3012", ""))


def said(text: str, *goals: Goal) -> Example:
    segment = Segment(text, text.split(), (1.0, 1.0, 0.0), (1.0, 2.0), "F", goals=goals)
    return Example(Paragraph(text, None, [segment], world="chai"), 0)


TRAIN = [
    said("go home", GO), said("then go home", GO, GO), said("please go on", GO, GO), said("take it", TAKE),
    said("now take it", TAKE), said("take it away", TAKE, GO),
]  # fmt: skip


def test_the_main_verb_is_the_first_word_that_says_what_to_do() -> None:
    assert main_verb(["please", ",", "could", "you", "then", "go", "to", "the", "door"]) == "go"
    assert main_verb(["then"]) == "" == main_verb([])


def test_the_baseline_is_the_most_frequent_sequence_of_the_verb() -> None:
    asked = [said("first go there", GO), said("take that", TAKE), said("jump", GO)]
    assert list(by_main_verb(TRAIN, asked)) == [(0, 0), (1,), (0, 0)]  # of a new verb, the most frequent of all
    results = run_types(Runner(CHAI), "main-verb", asked, TRAIN)
    scores = score_results(results, "goal-types", CHAI)
    assert scores["types"] == pytest.approx(100.0) and scores["exact"] == pytest.approx(100 / 3)


def test_who_can_be_in_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert choose_typers("all", Runner(CHAI), TRAIN) == ["main-verb", "paper", "best"]
    assert choose_typers("best,main-verb,best", Runner(CHAI), TRAIN) == ["best", "main-verb"]
    for name, says in (("stop", "reads no types"), ("checkpoint", "needs --checkpoint"), ("nothing", "there are main-verb")):
        with pytest.raises(InputError, match=says):
            choose_typers(name, Runner(CHAI), TRAIN)
    with pytest.raises(InputError, match="needs training instructions"):
        choose_typers("main-verb", Runner(CHAI), [])
    monkeypatch.setattr("sightline.agent.methods.WEIGHTS", tmp_path)
    assert choose_typers("all", Runner(CHAI), TRAIN) == ["main-verb"]
    with pytest.raises(InputError, match="no trained weights"):
        choose_typers("paper", Runner(CHAI), TRAIN)


def test_the_model_that_ships_is_right_about_plain_words() -> None:
    asked = [said("go to the kitchen .", GO), said("open the fridge .", TAKE)]
    results = run_types(Runner(CHAI), "paper", asked, [])
    assert [r.types.alike for r in results if r.types is not None] == [True, True]
    assert run_types(Runner(CHAI), "paper", [], []) == []
