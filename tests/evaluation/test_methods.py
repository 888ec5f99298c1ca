"""Methods by name: what each does, which there are, and why one cannot run."""

import math
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from evaluation.small import LANI, MIDDLE, examples, paragraph, runner, segment
from houses import CHAI, Houses

from sightline.agent.aim import Aim
from sightline.agent.look import Look
from sightline.agent.seers import GoalSeer
from sightline.corpus.examples import Example, examples_of
from sightline.corpus.records import Paragraph, Segment
from sightline.errors import InputError
from sightline.evaluation.baselines import baselines, ceiling
from sightline.evaluation.methods import METHODS, Runner, check_names, choose_methods, missed_by
from sightline.evaluation.scores import run_goals, run_single, score_results
from sightline.language import Vocabulary
from sightline.models.lookout import Lookout, LookoutConfig
from sightline.models.pretrained import KINDS, save_model
from sightline.world import NAVIGATION, Goal, Kind


@pytest.fixture(scope="module")
def paragraphs() -> list[Paragraph]:
    """Twenty instructions in generated fields."""
    made = []
    for seed in range(20):
        e = LANI.generate(seed)
        told = Segment(e.instruction, e.instruction.split(), e.start, e.goal, "F", intended=e.goal, phenomena=[])
        made.append(Paragraph(f"p{seed}", e.scene, [told], seed=seed))
    return made


@pytest.mark.parametrize("name", ["stop", "random-walk", "most-frequent", "center"])
def test_scripted_methods_score_as_the_fingerprint_says(paragraphs: list[Paragraph], name: str) -> None:
    table = "goals" if name == "center" else "results"
    scores = score_results(run_single(runner(seed=3), name, examples_of(paragraphs)), table, LANI)
    for metric, value in baselines(paragraphs, 3)[name].items():
        assert scores[metric] == pytest.approx(value)


def test_ceiling_scores_as_the_fingerprint_says() -> None:
    meant = [
        paragraph(
            "a", segment(MIDDLE, (25.0, 30.0), intended=(25.0, 36.0)), segment(MIDDLE, MIDDLE[:2], intended=(25.0, 27.0))
        )
    ]
    scores = score_results(run_single(runner(), "ceiling", examples_of(meant)), "goals", LANI)
    assert {metric: scores[metric] for metric in ("Dist", "Acc")} == ceiling(meant) == {"Dist": 4.0, "Acc": 50.0}


@pytest.mark.parametrize("name", ["paper-oracle-goals", "best-oracle-goals"])
def test_the_action_generator_reaches_goals_that_it_is_given(paragraphs: list[Paragraph], name: str) -> None:
    scores = score_results(run_single(runner(), name, examples_of(paragraphs)), "results", LANI)
    assert scores["TC"] > 85 and scores["SD"] < 3


def test_an_agent_looks_and_goes(paragraphs: list[Paragraph]) -> None:
    some = examples_of(paragraphs, 3)
    world = runner().world(some)
    outcome = runner().run("best", world, some)
    assert outcome.pose is not None and outcome.metrics is not None and outcome.aims is not None
    np.testing.assert_array_equal(outcome.pose, world.pose)
    places = np.array([aim.stand for aim in outcome.aims if aim is not None])
    np.testing.assert_allclose(outcome.goal_distance, np.hypot(*(places - world.goal).T))
    assert outcome.confidence is not None and ((outcome.confidence > 0) & (outcome.confidence < 1)).all()
    assert world.over.all() and (outcome.metrics["stop_distance"] == world.distances()).all()
    assert outcome.path is not None and outcome.last_aims is not None and len(outcome.last_aims) == 3
    np.testing.assert_array_equal(outcome.path[0], [example.segment.start for example in some])
    np.testing.assert_array_equal(outcome.path[-1], world.pose)


def test_methods_with_the_same_goal_predictor_look_once(
    paragraphs: list[Paragraph], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []

    def see(self: GoalSeer, look: Look) -> list[list[Aim]]:
        looked.append(len(look))
        return [[Aim((x, z), map=np.ones(9), seen_from=np.array([x, z, 0.0]))] for x, z, _ in look.poses.tolist()]

    monkeypatch.setattr(GoalSeer, "_see", see)
    reported: list[int] = []
    some, running = examples_of(paragraphs * 4), Runner(LANI, progress=reported.append)
    first, again = (running.run(name, running.world(some), some) for name in ("paper", "paper-no-rnn"))
    assert looked == [64, 16] and sum(reported) == 2 * len(some)
    assert first.aims is not None and again.aims is not None
    for one, other in zip(first.aims, again.aims, strict=True):
        assert one is not None and other is not None and one.stand == other.stand and not other.given
        assert one.map is not None and len(one.map) == 9 and other.map is not None and not len(other.map)  # maps are large
    moved = running.world(some)
    moved.step(np.zeros(len(some), np.int64))
    running.run("paper", moved, some, fresh=False)  # elsewhere, one has to look again
    assert sum(looked) == 2 * len(some)


def test_all_are_those_that_fit_the_table_and_have_weights(paragraphs: list[Paragraph]) -> None:
    some, running = examples_of(paragraphs), runner()
    acting, seeing = (choose_methods("all", running, some, acting) for acting in (True, False))
    assert {"stop", "random-walk", "most-frequent", "paper", "paper-oracle-goals"} <= set(acting)
    assert {"center", "paper", "ceiling"} <= set(seeing)
    assert all(METHODS[name].legs for name in acting) and all(METHODS[name].predicts for name in seeing)
    assert "checkpoint" not in acting and "paper-no-rnn" not in seeing  # it has the paper's goal predictor
    unmarked = [paragraph("x", segment(MIDDLE, (20.0, 20.0)))]
    assert "ceiling" not in choose_methods("all", running, examples_of(unmarked), False)
    with pytest.raises(InputError, match="intended"):
        choose_methods("ceiling", running, examples_of(unmarked), False)


@pytest.mark.parametrize(
    ("names", "acting", "says"),
    [
        ("nothing", True, "no method 'nothing'"),
        ("center", True, "only predicts goals"),
        ("stop", False, "predicts no goals"),
        ("checkpoint", True, "--checkpoint DIR"),
        (" , ", True, "names no method"),
        ("no_such_module:Agent", True, "no module 'no_such_module'"),
        ("json:dumps", True, "not an agent class"),
        ("json:nothing", True, "has no nothing"),
    ],
)
def test_a_method_that_cannot_run_says_why(names: str, acting: bool, says: str) -> None:
    with pytest.raises(InputError, match=says):
        choose_methods(names, runner(), examples([(1.0, 1.0)]), acting)


def test_names_are_checked_before_anything_is_read() -> None:
    check_names("stop, best,all,", runner())
    with pytest.raises(InputError, match="no method 'bst'"):
        check_names("stop,bst", runner())


def test_names_are_taken_once_and_in_order() -> None:
    assert choose_methods("stop, random-walk,stop", runner(), examples([(1.0, 1.0)]), True) == ["stop", "random-walk"]


def test_a_method_without_weights_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sightline.agent.methods.WEIGHTS", tmp_path)
    some = examples([(1.0, 1.0)])
    assert "misra17" not in choose_methods("all", runner(), some, True)
    with pytest.raises(InputError, match="no trained weights"):
        choose_methods("misra17", runner(), some, True)
    with pytest.raises(InputError, match="no folder"):
        choose_methods("checkpoint", runner(checkpoint=tmp_path), some, True)


def test_folders_are_those_of_the_parts(tmp_path: Path) -> None:
    assert [folder.name for folder in runner().folders("paper-no-rnn")] == ["paper-goal", "no-rnn-actions"]
    assert [folder.name for folder in runner().folders("misra17")] == ["misra17"] and runner().folders("stop") == []
    assert [folder.name for folder in Runner(CHAI).folders("best")] == ["best-goal"]
    assert runner().folders("checkpoint") == []  # none was given
    own = Runner(CHAI, checkpoint=tmp_path)
    (tmp_path / "goal" / "best").mkdir(parents=True)
    assert own.folder("checkpoint", "goal") == tmp_path / "goal" / "best"  # of a training run
    assert own.folder("checkpoint", "types").name == "goal-types"
    (tmp_path / "types").mkdir()
    assert own.folder("checkpoint", "types") == tmp_path / "types" and own.folder("paper", "types").name == "goal-types"


def test_the_names_of_methods_are_in_the_order_of_the_tables() -> None:
    names = runner().names
    assert [name for name in names if name != "checkpoint"] == list(METHODS)
    assert names[names.index("checkpoint") - 1] == "best"


def untrained(name: str, folder: Path) -> None:
    vocabulary, model = Vocabulary.of({"go": 1, "to": 1}), KINDS[name]
    reads = {"vocabulary": len(vocabulary)} if "vocabulary" in model.Config.__dataclass_fields__ else {}  # type: ignore[attr-defined]
    save_model(model(model.Config(**reads)), folder, vocabulary)  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["misra17", "chaplot18", "janner"])
def test_baselines_run_once_they_have_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr("sightline.agent.methods.WEIGHTS", tmp_path)
    untrained(name, tmp_path / "lani" / ("janner-goal" if name == "janner" else name))
    some, running = examples([(25.0, 28.0), (1.0, 1.0)]), runner()
    assert choose_methods(name, running, some, name != "janner") == [name]
    outcome = running.run(name, running.world(some), some)
    where = outcome.goal_distance if name == "janner" else outcome.pose
    assert where is not None and len(where) == 2 and np.isfinite(where).all()


@pytest.mark.parametrize(
    ("architecture", "acts", "predicts"),
    [("misra17", True, False), ("action-generator", True, False), ("lingunet", False, True), ("janner", False, True)],
)
def test_a_checkpoint_is_what_its_model_can_do(tmp_path: Path, architecture: str, acts: bool, predicts: bool) -> None:
    untrained(architecture, tmp_path / "run" / "best")
    method = runner(checkpoint=tmp_path / "run").method("checkpoint")
    assert (method.legs is not None, method.predicts) == (acts, predicts)
    assert runner(checkpoint=tmp_path / "run").folders("checkpoint") == [tmp_path / "run" / "best"]


@pytest.mark.parametrize(("kind", "interacts", "planned"), [(CHAI, True, True), (CHAI, False, False), (LANI, True, False)])
def test_the_goal_predictor_of_a_checkpoint_decides_how_it_walks(
    tmp_path: Path, kind: Kind, interacts: bool, planned: bool
) -> None:
    config = LookoutConfig(width=8, heads=2, layers=1, reading=1, channels=(4, 4), things=0, rings=28, interacts=interacts)
    save_model(Lookout(config), tmp_path / "goal", Vocabulary.of(["go"]))
    method = Runner(kind, checkpoint=tmp_path).method("checkpoint")
    assert method.planned(kind) == planned and method.legs is not None
    alone = Runner(kind, checkpoint=tmp_path / "goal").method("checkpoint")
    assert (alone.legs is not None) == (kind is CHAI) and alone.planned(kind) == planned
    assert Runner(kind).method("checkpoint").predicts  # none was given


def test_a_checkpoint_may_be_an_agent_of_two_parts(tmp_path: Path) -> None:
    for part, name in (("goal", "lingunet"), ("actions", "action-generator")):
        untrained(name, tmp_path / part)
    running, some = runner(checkpoint=tmp_path), examples([(25.0, 28.0)])
    outcome = running.run("checkpoint", running.world(some), some)
    assert outcome.pose is not None and outcome.aims is not None
    (tmp_path / "actions").rename(tmp_path / "later")  # it is not trained yet: then it only predicts goals
    outcome = running.run("checkpoint", running.world(some), some)
    assert outcome.pose is None and outcome.aims is not None and outcome.path is None


OWN = """
import numpy as np

class Northward:
    def act(self, world):
        return np.where(world.taken < 2, 0, 3)

class Seeing(Northward):
    def locate(self, world):
        return world.pose[:, :2] + (0.0, 3.0)

class Counting:
    asked = 0

    def act(self, world):
        self.asked += 1
        return np.full(len(world), 0 if self.asked == 1 else 3)
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Example]:
    (tmp_path / "own_agents.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    sys.modules.pop("own_agents", None)
    return examples([(25.0, 28.0), (25.0, 35.0)])


def test_an_agent_of_ones_own_runs_as_any_method(own: list[Example]) -> None:
    assert choose_methods("own_agents:Northward,stop", runner(), own, True) == ["own_agents:Northward", "stop"]
    results = run_single(runner(), "own_agents:Northward", own)
    assert [r.end for r in results] == [pytest.approx((25.0, 28.0))] * 2 and results[0].goal is None
    seen = run_single(runner(), "own_agents:Seeing", own)
    assert [r.goal_distance for r in seen] == pytest.approx([0.0, 7.0]) and seen[0].end == pytest.approx((25.0, 28.0))
    assert seen[0].goal == (25.0, 28.0) and seen[0].confidence is None
    with pytest.raises(InputError, match="predicts no goals"):
        choose_methods("own_agents:Northward", runner(), own, False)


def test_an_agent_of_ones_own_begins_every_run_anew(own: list[Example]) -> None:
    running = runner()
    for _ in range(2):
        assert [r.end for r in run_single(running, "own_agents:Counting", own)] == [pytest.approx((25.0, 26.5))] * 2


# Goals, each from the demonstration's state before it


def test_places_are_measured_on_the_floor_and_things_in_space(houses: Houses) -> None:
    stages = houses.stages
    aims = [
        Aim((x + 3.0, z), (x + 3.0, y + 4.0, z) if stage.reaches else None)
        for stage, (x, y, z) in ((stage, stage.point) for stage in stages)
    ]
    away = missed_by(aims, stages)
    assert set(away[[stage.reaches for stage in stages]].round(6)) == {5.0}
    assert set(away[[not stage.reaches for stage in stages]].round(6)) == {3.0}
    here = missed_by([None] * len(stages), stages)  # nothing to do is where the agent stands
    for off, stage in zip(here, stages, strict=True):
        x, y, z = stage.point
        assert off == pytest.approx(math.dist((x, y if stage.reaches else 0.0, z), (stage.pose[0], 0.0, stage.pose[1])))
    walks = missed_by([Aim((1.0, 2.0), (9.0, 9.0, 9.0))] * len(stages), stages)  # a place was asked for: where it stands
    assert walks[0] == pytest.approx(math.dist(stages[0].point[::2], (1.0, 2.0))) or stages[0].reaches


def test_the_centre_is_the_same_cell_everywhere(houses: Houses) -> None:
    world, stages = houses.at_stages(), houses.stages
    aims = Runner(CHAI)._aims("center", Look(world, range(len(world))), stages)
    behind = world.locate(*(np.full(len(world), k) for k in (3, 20, 16))).point
    places = CHAI.view.grid.place(world.pose, np.full(len(world), 20), np.full(len(world), 112), CHAI.view.bounds)
    for n, (aim, stage) in enumerate(zip(aims, stages, strict=True)):
        assert aim is not None
        if stage.reaches:
            assert aim.point == pytest.approx(tuple(behind[n]), abs=1e-9)
        else:
            assert aim.stand == pytest.approx(tuple(places[n]), abs=1e-9) and aim.point is None


def test_every_goal_has_a_result(houses: Houses) -> None:
    reported: list[int] = []
    running, some = Runner(CHAI, progress=reported.append), houses.examples
    results = run_goals(running, "ceiling", some)
    assert len(results) == len(houses.goals) and sum(reported) == len(some)
    assert [(r.segment, r.number) for r in results] == [(e.index, k) for e in some for k in range(len(e.goals))]
    scores, centre = (score_results(run_goals(running, m, some), "goals", CHAI) for m in ("ceiling", "center"))
    assert scores["Acc"] > 60 and scores["Dist"] < 1 < centre["Dist"]
    few = run_goals(running, "ceiling", some[1:2])
    assert [r.goal_distance for r in few] == pytest.approx([r.goal_distance for r in results if r.segment == 1])
    assert run_goals(running, "center", []) == []


def test_goals_are_predicted_sixty_four_at_a_time(houses: Houses, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the chunks, goals are the same, and every example is reported once."""
    running, whole = Runner(CHAI), run_goals(Runner(CHAI), "center", houses.examples)
    monkeypatch.setattr("sightline.evaluation.methods.EXAMPLE_BATCH", 3)
    reported: list[int] = []
    running.progress = reported.append
    parts = run_goals(running, "center", houses.examples)
    assert [r.goal_distance for r in parts] == [r.goal_distance for r in whole]
    assert sum(reported) == len(houses.examples) and len(reported) == math.ceil(len(houses.goals) / 3)


def test_in_fields_the_last_goal_counts_from_the_start(paragraphs: list[Paragraph]) -> None:
    """Also where records name places to pass."""
    passing = [
        replace(p, segments=[replace(s, goals=(Goal(NAVIGATION, (1.0, 1.0)), Goal(NAVIGATION, s.end))) for s in p.segments])
        for p in paragraphs[:3]
    ]
    for name in ("center", "ceiling"):
        plain, with_goals = (run_goals(runner(), name, examples_of(some)) for some in (paragraphs[:3], passing))
        assert [r.goal_distance for r in with_goals] == [r.goal_distance for r in plain]
        assert [r.goal for r in with_goals] == [r.goal for r in plain]


def test_the_papers_predictor_is_told_the_types_of_goals(houses: Houses) -> None:
    """Janner's predictor has no goal types of its own; each goal is asked for by its true type."""
    stages, outcome = Runner(CHAI).predict("janner", houses.examples[:3])
    goals = [goal for example in houses.examples[:3] for goal in example.goals]
    assert [stage.goal for stage in stages] == goals and outcome.aims is not None and outcome.confidence is not None
    reached_for = [aim is not None and aim.point is not None for aim in outcome.aims]
    assert reached_for == [goal.point is not None for goal in goals]
    assert ((outcome.confidence >= 0) & (outcome.confidence <= 1)).all()


def test_our_predictor_says_what_it_would_go_for(houses: Houses) -> None:
    results = run_goals(Runner(CHAI), "best", houses.examples[:3])
    assert all(r.confidence is not None and 0 <= r.confidence <= 1 for r in results)
    assert np.mean([r.goal_distance for r in results]) < 1.5


def test_metrics_that_are_no_numbers_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    some, running = examples([(25.0, 28.0), (1.0, 1.0)]), runner()
    for wrong in (np.array([1.0, np.nan]), np.zeros(3)):
        world = running.world(some)
        monkeypatch.setattr(world, "metrics", lambda wrong=wrong: {"stop_distance": wrong})
        with pytest.raises(InputError, match="stop_distance"):
            running.run("stop", world, some)
