"""Scores of the behavioural checklist, by hand-made goals."""

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from evaluation.small import LANI, MIDDLE, runner, segment
from evaluation.small import paragraph as paragraph_of

from sightline.agent.aim import Aim
from sightline.corpus.examples import Example
from sightline.corpus.kind import Situation, Verdict
from sightline.errors import InputError
from sightline.evaluation.abilities import COUNT, ability_scores, search_scores
from sightline.evaluation.evaluate import Evaluation, Trial, evaluate, prepare_abilities
from sightline.evaluation.methods import MethodOutcome
from sightline.evaluation.tables import as_json, table_of


def situation(ability: str, end: tuple[float, float], within: float = 5.0, **more: Any) -> Situation:
    place = np.array(end)
    return Situation(
        ability, paragraph_of("a", segment(MIDDLE, end)), lambda at: float(np.hypot(*(at - place))), within, **more
    )


Places = Sequence[Sequence[float]]


class Pointing:
    """A runner whose method sees the goals that a test says: at first, and when it has looked again."""

    def __init__(self, first: Sequence[Places], found: Places | None = None, sure: Sequence[float] | None = None):
        self.first, self.found, self.sure, self.said = list(first), found, sure, list[list[str]]()

    def world(self, examples: Sequence[Example]) -> None:
        self.said.append([example.segment.instruction for example in examples])

    def run(self, method: str, world: None, examples: Sequence[Example]) -> MethodOutcome:
        return MethodOutcome(
            aims=self.aims(self.first.pop(0)), last_aims=None if self.found is None else self.aims(self.found)
        )

    def aims(self, places: Places) -> list[Aim]:
        """Predicted with these probabilities, or given."""
        sure = self.sure or [1.0] * len(places)
        map_ = None if self.sure is None else np.ones(1)
        return [Aim((x, z), confidence=p, map=map_) for (x, z), p in zip(places, sure, strict=True)]


def scores(eyes: Pointing, situations: list[Situation]) -> dict[str, Any]:
    return ability_scores(eyes, "best", situations)  # type: ignore[arg-type]


def test_a_goal_is_right_within_so_many_units() -> None:
    asked = [situation("go", (25.0, 30.0), 4.0)] * 3 + [situation("stay", MIDDLE[:2], 3.0)]
    goals = [[25, 34], [25, 34.1], [25, 29], [25, 28.1]]
    told = scores(Pointing([goals], sure=[0.5, 0.5, 0.8, 0.9]), asked)
    assert told["abilities"]["go"] == {"right": pytest.approx(200 / 3), "said": pytest.approx(60), "n": 3}
    assert told["abilities"]["stay"] == {"right": 0.0, "said": pytest.approx(90), "n": 1}
    assert told["mean"] == pytest.approx(100 / 3)  # over abilities, however many situations each has
    assert told["ECE"] is not None and "invariances" not in told


def test_a_hidden_thing_counts_when_it_is_found() -> None:
    asked = [situation("seen", (25.0, 30.0)), situation("hidden", (25.0, 30.0), found=True)]
    first, found = [[25.0, 30.0], [5.0, 5.0]], [[5.0, 5.0], [25.0, 30.0]]
    told = scores(Pointing([first], found, [1.0, 0.0]), asked)
    assert {name: each["right"] for name, each in told["abilities"].items()} == {"seen": 100.0, "hidden": 100.0}
    assert told["ECE"] == pytest.approx(0)  # how sure it was at first is compared with how right it was then
    straight = scores(Pointing([first]), asked)  # who never looks again has its first goal in the end
    assert straight["abilities"]["hidden"]["right"] == 0 and straight["ECE"] is None
    assert straight["abilities"]["seen"]["said"] is None


def test_invariances_ask_whether_the_goal_stays_where_it_was() -> None:
    twins = [
        situation("case", (25.0, 30.0), 3.0, same_as="GO ON ."),
        situation("case", (25.0, 30.0), 3.0, same_as="GO ON ?"),
    ]
    wrong_but_still, moved = [25.0, 45.0], [25.0, 48.1]
    eyes = Pointing([[[1.0, 1.0]], [wrong_but_still, wrong_but_still], [[25.0, 48.0], moved]])
    told = scores(eyes, [situation("go", (25.0, 30.0)), *twins])
    assert told["invariances"] == {"case": {"same": 50.0, "n": 2}} and list(told["abilities"]) == ["go"]
    assert eyes.said == [["go on ."], ["go on .", "go on ."], ["GO ON .", "GO ON ?"]]


def test_the_table_has_a_row_for_each_ability_and_invariance() -> None:
    asked = [situation("go", (25.0, 25.0)), situation("stay", (25.0, 40.0)), situation("case", (1.0, 1.0), same_as="GO")]
    trial = Trial("abilities", [], {}, ["center", "ceiling"], runner(), [])
    assert trial.steps == 0
    meant = paragraph_of("a", segment(MIDDLE, (25.0, 40.0), intended=(25.0, 25.0)))
    trial.situations += [s._replace(paragraph=meant) for s in asked]
    assert trial.steps == 2 * (2 + 2)
    outcome = evaluate(trial)
    assert outcome.scores["ceiling"]["abilities"]["go"]["right"] == 100 and outcome.scores["ceiling"]["mean"] == 50
    assert outcome.scores["center"]["abilities"]["stay"]["right"] == 100  # 15 units straight ahead
    table = table_of(outcome, LANI, "abilities", "dev", "generated", 3)
    assert [row[0] for row in table.rows] == ["go", "stay", "mean", "same goal: case"]
    assert all(len(row) == len(table.columns) for row in table.rows)
    assert [column.name for column in table.columns] == ["ability", "n", "center: right", "sure", "ceiling: right", "sure"]
    told = as_json(outcome, "lani", "dev", "abilities", 3, 0)
    assert told["results"]["center"].keys() == {"abilities", "mean", "ECE", "invariances"}


def test_only_worlds_with_a_checklist_have_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    trial = prepare_abilities("center", 1, 3, runner())
    assert len(trial.situations) == 33 and trial.methods == ["center"] and COUNT == 100
    with pytest.raises(InputError, match="predicts no goals"):
        prepare_abilities("stop", 1, 0, runner())
    monkeypatch.setattr("sightline.evaluation.evaluate.corpus_kind", lambda name: type("None_", (), {"abilities": None}))
    with pytest.raises(InputError, match="There is no checklist of abilities for LANI"):
        prepare_abilities("center", 1, 0, runner())


class Doing:
    """A runner whose method takes one action more in every next world."""

    kind = LANI

    def world(self, examples: Sequence[Example]) -> Any:
        return SimpleNamespace(taken=np.arange(len(examples)))

    def run(self, method: str, world: Any, examples: Sequence[Example]) -> None:
        pass


@pytest.fixture
def judged_as(monkeypatch: pytest.MonkeyPatch) -> Callable[[list[Verdict]], None]:
    def say(verdicts: list[Verdict]) -> None:
        kind = SimpleNamespace(judge=lambda paragraph, k, world, n: verdicts[n])
        monkeypatch.setattr("sightline.evaluation.abilities.corpus_kind", lambda name: kind)

    return say


def test_commands_without_a_place_are_judged_by_the_state_afterwards(judged_as: Callable[[list[Verdict]], None]) -> None:
    paragraph = paragraph_of("a", segment(MIDDLE, (25.0, 30.0)), segment(MIDDLE, (25.0, 31.0)))
    asked = [
        Situation("take", paragraph, group="items"), Situation("take", paragraph, segment_index=1, group="items"),
        Situation("open", paragraph, group="others"),
    ]  # fmt: skip
    judged_as([Verdict(True, True, False), Verdict(False, True, False), Verdict(True, True, True)])
    told = ability_scores(Doing(), "best", asked)  # type: ignore[arg-type]
    assert told["abilities"]["take"] == {"right": 50.0, "said": None, "n": 2} and told["abilities"]["open"]["right"] == 100.0
    assert (told["mean"], told["items"], told["others"], told["ECE"]) == (75.0, 50.0, 100.0, None)


def test_a_search_finds_gives_up_or_takes_another_thing(judged_as: Callable[[list[Verdict]], None]) -> None:
    asked = [Situation("take", paragraph_of("a", segment(MIDDLE, (25.0, 30.0))))] * 4
    judged_as([
        Verdict(False, False, True), Verdict(False, False, False), Verdict(False, True, False), Verdict(True, True, False),
    ])  # fmt: skip
    told = search_scores(Doing(), "best", asked)  # type: ignore[arg-type]
    assert told == {"found": 50.0, "given_up": 25.0, "wrong": 25.0, "steps": 2.5, "n": 4}
    made = table_of(Evaluation({}, {}, {"best": told}, "best", {}), LANI, "search", "unseen-houses", "generated", 4)
    assert made.rows == [["best", 4, 50.0, 25.0, 25.0, 2.5]] and "unseen-houses" in made.title
