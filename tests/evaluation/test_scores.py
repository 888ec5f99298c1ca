"""Metrics worked by hand: SD, TC, Dist, Acc, and the scores of paragraphs."""

import io
import json
from dataclasses import replace

import numpy as np
import pytest
from evaluation.small import LANI, MIDDLE, examples, paragraph, runner, segment

from sightline.agent.aim import Aim
from sightline.corpus.examples import examples_of
from sightline.corpus.kind import WayScore
from sightline.corpus.lani.meaning import Manoeuvre
from sightline.corpus.records import Paragraph, Segment
from sightline.evaluation.methods import MethodOutcome
from sightline.evaluation.outcome import ActionTrace
from sightline.evaluation.scores import (
    Result,
    differences,
    full_score,
    results_of,
    run_paragraphs,
    run_single,
    run_ways,
    score_results,
    write_results,
)  # fmt: skip
from sightline.lani import Scene

# From the middle: 3 away, exactly 5 away, 13 away.
THREE = examples([(25.0, 28.0), (28.0, 29.0), (30.0, 37.0)], unseen=[0, 2])


def test_stop_distance_is_a_mean_and_completion_is_closer_than_five() -> None:
    scores = score_results(run_single(runner(), "stop", THREE), "results", LANI)
    assert scores["SD"] == pytest.approx(7.0) and scores["TC"] == pytest.approx(100 / 3)
    assert scores["n"] == 3 and scores["ci"].keys() == {"SD", "TC"}


def test_goal_accuracy_counts_a_distance_of_five() -> None:
    aims = [Aim((25.0, 25.0), confidence=sure, map=np.ones(1)) for sure in (0.1, 0.2, 0.3)]
    outcome = MethodOutcome(aims=aims, goal_distance=runner().world(THREE).distances(np.full((3, 2), 25.0)))
    results = results_of(THREE, outcome)
    scores = score_results(results, "goals", LANI)
    assert scores["Dist"] == pytest.approx(7.0) and scores["Acc"] == pytest.approx(200 / 3)
    assert score_results(results, "calibration", LANI)["Acc"] == scores["Acc"]
    assert [r.confidence for r in results] == [0.1, 0.2, 0.3] and results[1].goal == (25.0, 25.0) and results[1].end is None


def test_unseen_phrasing_and_the_written_set_stand_beside_the_score() -> None:
    results = run_single(runner(), "stop", THREE)
    scores = full_score(results, {"written": results[:1]}, "results", LANI)
    assert list(scores) == ["SD", "TC", "ci", "unseen", "written"]
    assert scores["unseen"]["SD"] == pytest.approx(8.0) and scores["unseen"]["n"] == 2
    assert scores["written"]["SD"] == pytest.approx(3.0) and scores["written"]["TC"] == 100.0
    assert full_score(results[1:2], {}, "results", LANI)["unseen"] == {"ci": {}, "n": 0}
    assert run_single(runner(), "stop", []) == []


def test_a_paragraph_goes_on_from_wherever_the_agent_is() -> None:
    # Forward until the fence at z = 49.6. The second instruction of the first paragraph starts there, not where its
    # demonstration started (10, 10), and stays there. The second paragraph misses once, and then comes close.
    paragraphs = [
        paragraph("a", segment((25.0, 5.0, 0.0), (25.0, 48.0)), segment((10.0, 10.0, 0.0), (25.0, 49.0))),
        paragraph("b", segment((5.0, 5.0, 0.0), (5.0, 5.0)), segment((5.0, 5.0, 180.0), (6.0, 49.0))),
        paragraph("c", segment((5.0, 5.0, 0.0), (5.0, 49.0)), segment((5.0, 5.0, 0.0), (5.0, 20.0))),
        paragraph("d", segment((45.0, 5.0, 0.0), (45.0, 20.0))),  # has no second instruction
    ]
    results = run_paragraphs(runner(), "most-frequent", examples_of(paragraphs))
    distances = [1.6, 0.6, 44.6, (1 + 0.6**2) ** 0.5, 0.6, 29.6, 29.6]
    assert [r.metrics["stop_distance"] for r in results if r.metrics] == pytest.approx(distances, abs=0.01)
    assert [(r.paragraph, r.segment) for r in results][-2:] == [("c", 1), ("d", 0)]
    scores = score_results(results, "paragraphs", LANI)
    assert scores["segments"] == pytest.approx(400 / 7) and scores["paragraphs"] == pytest.approx(50)
    alone = run_single(runner(), "most-frequent", examples_of(paragraphs))
    assert alone[1].metrics is not None
    assert alone[1].metrics["stop_distance"] == pytest.approx((15**2 + 0.6**2) ** 0.5, abs=0.01)


def test_only_the_first_instructions_of_paragraphs_are_followed_from_their_own_starts() -> None:
    paragraphs = [paragraph("a", *[segment((25.0, 5.0, 0.0), (25.0, 9.0))] * 3)]
    running, fresh = runner(), []
    run = running.run
    running.run = lambda *args, **options: (fresh.append(options["fresh"]), run(*args, **options))[1]  # type: ignore[method-assign,func-returns-value]
    run_paragraphs(running, "stop", examples_of(paragraphs))
    assert fresh == [True, False, False]


def test_methods_are_compared_on_the_same_examples() -> None:
    results = {name: run_single(runner(), name, THREE) for name in ("stop", "most-frequent")}
    compared = differences(results, "stop", "results", LANI)
    assert compared.keys() == {"most-frequent"}
    ends = [49.6 - 28, np.hypot(3, 49.6 - 29), np.hypot(5, 49.6 - 37)]
    assert compared["most-frequent"]["SD"]["value"] == pytest.approx(np.mean(ends) - 7, abs=0.01)
    assert compared["most-frequent"]["TC"]["value"] == pytest.approx(-100 / 3)


def test_results_are_written_one_line_each() -> None:
    file = io.StringIO()
    write_results(file, "stop", "dev", run_single(runner(), "stop", THREE))
    lines = [json.loads(line) for line in file.getvalue().splitlines()]
    assert len(lines) == 3 and lines[0]["metrics"]["stop_distance"] == 3.0 and lines[0]["end"] == [25.0, 25.0]
    assert lines[2]["segment"] == 2 and lines[2]["unseen_phrasing"] and lines[2]["goal"] is None
    assert lines[0]["method"] == "stop" and lines[0]["set"] == "dev" and lines[2]["last"] and not lines[1]["last"]


def test_a_result_knows_what_its_example_was() -> None:
    (result,) = run_single(runner(), "stop", THREE[1:2])
    trace = ActionTrace("", True, 40, (25.0, 25.0, 0.0))
    assert replace(result, trace=trace) == result
    assert replace(result, trace=None) == Result(
        "a", 1, "go on .", (25.0, 25.0), {"stop_distance": 5.0, "completed": 0.0}, None, None, None, False, (), False
    )


def forward(count: int, length: float, constrained: bool = False) -> Paragraph:
    """An instruction to go north from the middle, whose demonstration has so many actions."""
    end = (25.0, 25.0 + length)
    meaning = {"steps": [Manoeuvre("forward.distance", distance=length).to_json()], "named": []}
    phenomena = ["trajectory_constraints"] if constrained else []
    told = Segment("go on .", ["go", "on", "."], MIDDLE, end, "F" * count, end, phenomena, meaning)
    path = [(25.0, 25.0 + z) for z in np.arange(0.0, length + 0.5).tolist()]
    return Paragraph(f"{count}-{length}", Scene(()), [told], path=path)


def test_ways_are_judged_by_what_was_walked() -> None:
    """Forward until the fence at z = 49.6: what asks for that is true, half of it is not."""
    some = examples_of([forward(16, 24.0, True), forward(8, 12.0)])
    far, half = run_ways(runner(), "most-frequent", some)
    assert far.way is not None and half.way is not None
    assert far.way.is_true and far.way.ndtw == pytest.approx(1, abs=0.1) and far.way.sdtw == far.way.ndtw
    assert not half.way.is_true and half.way.ndtw is not None and 0 < half.way.ndtw < 0.5 and half.way.sdtw == 0
    scores = score_results([far, half], "way", LANI)
    assert scores["way"] == 50 and scores["constrained"] == 100 and scores["TC"] == 50
    assert scores["nDTW"] == pytest.approx((far.way.ndtw + half.way.ndtw) / 2)
    assert scores["SDTW"] == pytest.approx((far.way.sdtw or 0) / 2) and scores["ci"].keys() == scores.keys() - {"ci", "n"}
    assert run_ways(runner(), "stop", []) == []
    stood = run_ways(runner(), "stop", some)
    assert all(result.way is not None and result.way.is_true is False for result in stood)


@pytest.mark.parametrize(("demonstrated", "horizon"), [(8, 40), (30, 40), (31, 41), (100, 130)])
def test_a_way_has_time_for_more_than_its_demonstration_took(demonstrated: int, horizon: int) -> None:
    running = runner()
    seen = []
    run = running.run
    running.run = lambda method, world, examples: (seen.append(world.horizon.tolist()), run(method, world, examples))[1]  # type: ignore[method-assign,func-returns-value]
    run_ways(running, "stop", examples_of([forward(demonstrated, 12.0)]))
    assert seen == [[horizon]]


def test_ways_that_nobody_knows_do_not_count() -> None:
    some = examples_of([forward(16, 24.0), paragraph("x", segment(MIDDLE, (25.0, 49.0)))])
    known, unknown = run_ways(runner(), "most-frequent", some)
    assert unknown.way == WayScore(None, None, None)
    scores = score_results([known, unknown], "way", LANI)
    assert scores["way"] == 100 and scores["TC"] == 100 and "constrained" not in scores and scores["n"] == 2
    both = {name: run_ways(runner(), name, examples_of([forward(16, 24.0)])) for name in ("stop", "most-frequent")}
    compared = differences(both, "stop", "way", LANI)["most-frequent"]
    assert compared["way"]["value"] == 100 and "constrained" not in compared
