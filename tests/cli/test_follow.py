"""Following instructions from the command line: what is written, what is said, what is refused."""

import json
from pathlib import Path

import pytest
from commands import at_a_terminal, follow, run
from PIL import Image

from sightline.agent.methods import WEIGHTS
from sightline.errors import InputError
from sightline.lani import Placed, Scene, write_scene

GOAL = {  # what programs are told of each
    "number", "kind", "stand", "point", "way", "in_sight", "given", "words", "confidence", "done", "failed",
}  # fmt: skip
WELL = "go around the well and stop at the green barrel"


def test_follow_writes_goal_path_and_run_into_a_folder_that_exists(tmp_path: Path) -> None:
    done = run("follow", WELL, "--world", "lani", "--seed", "7", "--out", str(tmp_path), "--json", "--yes")
    report = json.loads(done.stdout)
    (only,) = report["instructions"]
    assert sorted(p.name for p in tmp_path.iterdir()) == ["goal.png", "path.png", "run.gif"]
    assert only["files"] == [str(tmp_path / name) for name in ("goal.png", "path.png", "run.gif")]
    assert report["went"] and only["went"]
    assert only["instruction"] == WELL
    (goal,) = only["goals"]
    assert goal.keys() == GOAL and 0 < goal["confidence"] <= 1 and (goal["number"], goal["kind"]) == (1, "navigation")
    assert not goal["given"] and goal["point"] is None and len(goal["stand"]) == 2 and goal["in_sight"]
    assert goal["done"] == (goal["failed"] == "") == only["stopped"]
    assert only["looks"] >= 1 and goal["words"].removeprefix("walk there, ") in done.stderr
    with Image.open(tmp_path / "run.gif") as moving:
        assert moving.n_frames > 1  # type: ignore[attr-defined]
    assert Image.open(tmp_path / "goal.png").width == 6 * 256
    assert "Note:" not in done.stderr  # nothing to report: every word is known, well and barrel are there


def test_without_a_yes_it_does_not_go(tmp_path: Path) -> None:
    done = run("follow", "go to the well", "go to the barrel", "--out", str(tmp_path), "--json")
    report = json.loads(done.stdout)
    first, second = report["instructions"]
    assert not report["went"] and not first["went"] and "end" not in first
    assert second["start"] == first["start"] and not second["went"]
    assert [goal["failed"] for goal in first["goals"]] == ["you did not say go"]
    assert "did not go" in done.stderr and "--yes" in done.stderr
    assert sorted(p.name for p in tmp_path.iterdir()) == ["goal-2.png", "goal.png"]


def test_several_instructions_are_followed_one_after_the_other(tmp_path: Path) -> None:
    words = ("go to the well", "go to the barrel", "--start", "30,20,90", "--out", str(tmp_path), "--json", "--yes")
    report = json.loads(follow(*words).stdout)
    first, second = report["instructions"]
    assert first["start"] == [30, 20, 90] and second["start"] == pytest.approx(first["end"], abs=0.01)
    assert [Path(file).name for file in second["files"]] == ["goal-2.png", "path-2.png", "run-2.gif"]
    assert len(list(tmp_path.iterdir())) == 6


def test_words_without_quotes_are_one_instruction(tmp_path: Path) -> None:
    report = json.loads(follow("go", "to", "the", "well", "--out", str(tmp_path), "--json").stdout)
    assert [one["instruction"] for one in report["instructions"]] == ["go to the well"]


def test_without_an_instruction_it_is_one_of_the_corpus(tmp_path: Path) -> None:
    from sightline.corpus.kind import corpus_kind
    from sightline.corpus.splits import corpus_paragraph

    report = json.loads(follow("--seed", "14", "--out", str(tmp_path), "--json", "--yes").stdout)
    first, only = corpus_paragraph(corpus_kind("lani"), 0, 14).segments[0], report["instructions"][0]
    assert only["instruction"] == first.instruction
    assert only["start"] == list(first.start)
    assert only["true_goal"] == list(first.end)
    assert only["completed"] == (only["stop_distance"] < 5)
    assert report["world"] == "lani"


def test_unknown_words_and_absent_landmarks_are_reported_not_refused(tmp_path: Path) -> None:
    write_scene(Scene((Placed("WaterWell", 20.0, 30.0, 2.0),)), tmp_path / "scene.json")
    words = ("go past the zeppelin to the anvil", "--scene", str(tmp_path / "scene.json"), "--out", str(tmp_path / "out"))
    done = follow(*words, "--yes")
    assert done.exit_code == 0
    assert "does not know 'zeppelin'." in done.stderr
    assert "this field has no anvil." in done.stderr
    assert "well" in done.stderr.split("The goal is", 1)[1]  # the only landmark is what the goal is told by
    assert len(done.stdout.split()) == 3


def test_programs_are_told_each_note_with_its_kind(tmp_path: Path) -> None:
    write_scene(Scene((Placed("WaterWell", 20.0, 30.0, 2.0),)), tmp_path / "scene.json")
    words = ("go past the zeppelin to the wlel", "--scene", str(tmp_path / "scene.json"), "--out", str(tmp_path / "out"))
    (only,) = json.loads(follow(*words, "--json", "--reader", "none").stdout)["instructions"]
    assert [note["kind"] for note in only["notes"]] == ["misspelt", "unknown_words"]
    assert "'zeppelin'" in only["notes"][1]["words"]


def test_what_is_refused_is_said_and_does_not_cancel_the_next_turn(tmp_path: Path) -> None:
    turns = ("geh zum brunnen", "go to the well", "what did you do?", "???")
    done = follow(*turns, "--out", str(tmp_path), "--json", "--yes")
    replies = [one["reply"] for one in json.loads(done.stdout)["instructions"]]
    assert [reply["kind"] for reply in replies] == ["refuse", "go", "answer", "refuse"] and done.exit_code == 3
    assert "English" in replies[0]["words"] and "go to the well" in replies[2]["words"]
    assert all(reply["words"] in done.stderr for reply in replies if reply["kind"] != "go")
    assert follow(*turns[:1], "--out", str(tmp_path)).exit_code == 3
    assert sorted(p.name for p in tmp_path.iterdir()) == ["goal-2.png", "path-2.png", "run-2.gif"]


def test_what_is_not_in_sight_is_asked_about(tmp_path: Path) -> None:
    done = follow("go to the mushroom", "--out", str(tmp_path), "--json", "--yes")
    (only,) = json.loads(done.stdout)["instructions"]
    assert done.exit_code == 3 and only["reply"]["kind"] == "ask" and not only["went"] and not only["plan"]
    assert "no mushroom" in only["reply"]["words"] and "look for it" in only["reply"]["words"]


def test_a_plan_is_reported_step_by_step(tmp_path: Path) -> None:
    words = ("go to the well, then go three steps north", "--out", str(tmp_path), "--json", "--yes")
    done = follow(*words)
    (only,) = json.loads(done.stdout)["instructions"]
    assert len(only["plan"]) == 2 and all(step["done"] == (not step["why"]) for step in only["plan"])
    assert only["path"][-1] == only["pose"] and only["deeds"] == [] and "I understood" in done.stderr


def test_a_very_long_instruction_is_read_as_far_as_said(tmp_path: Path) -> None:
    done = follow("go to the barrel " * 100, "--out", str(tmp_path))
    assert "only the first 64 of 400 tokens" in done.stderr
    assert len(done.stderr) < 2000


@pytest.mark.parametrize("answer", [True, False])
def test_a_person_is_asked_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: bool) -> None:
    answers = [answer]
    at_a_terminal(monkeypatch, answers, [""])
    follow(WELL, "--out", str(tmp_path))
    assert sorted(p.name for p in tmp_path.iterdir()) == (["goal.png", "path.png", "run.gif"] if answer else ["goal.png"])
    assert answers == []


def test_a_person_is_asked_for_the_next_instruction(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_a_terminal(monkeypatch, [False, True, True], ["?!", "go to the well"])
    done = follow(WELL, "go to the barrel", "--out", str(tmp_path), "--json")
    report = json.loads(done.stdout)
    assert [one["instruction"] for one in report["instructions"]] == [WELL, "go to the barrel", "?!", "go to the well"]
    assert [one["reply"]["kind"] for one in report["instructions"]] == ["go", "go", "refuse", "go"]
    assert [one["went"] for one in report["instructions"]] == [False, True, False, True] and not report["went"]


def test_who_is_lost_asks_for_other_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sightline.cli import follow as command
    from sightline.show.attempt import Attempt

    monkeypatch.setattr(Attempt, "lost", property(lambda attempt: attempt.task.episode.instruction == "go to the thing"))
    done = follow("go to the thing", "--out", str(tmp_path / "alone"), "--yes")
    assert done.exit_code == 0 and "did not find" in done.stderr and "other words" in done.stderr
    asked: list[str] = []
    at_a_terminal(monkeypatch, [True, True, True], ["go to the well"])
    answer = command.typer.prompt
    monkeypatch.setattr(command.typer, "prompt", lambda question, **_: (asked.append(question), answer())[1])
    report = json.loads(follow("go to the thing", "go to the barrel", "--out", str(tmp_path / "asked"), "--json").stdout)
    said = [one["instruction"] for one in report["instructions"]]
    assert said == ["go to the thing", "go to the well", "go to the barrel"]  # other words first, then what was to follow
    assert "answer" in asked[0] and "Next instruction" in asked[1]


def test_yes_goes_without_asking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_a_terminal(monkeypatch, [], ["go to the well"])
    follow(WELL, "--out", str(tmp_path), "--yes")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["goal.png", "path.png", "run.gif"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("",), "empty"),
        (("  \t",), "empty"),
        ((WELL, "--scene", "nowhere.json"), "nowhere.json"),
        ((WELL, "--method", "magic"), "magic"),
        ((WELL, "--start", "here"), "10,8,30"),
        ((WELL, "--start", "1,2"), "10,8,30"),
        ((WELL, "--start", "nan,2,3"), "from 0 to 50"),
        ((WELL, "--start", "70,2,3"), "from 0 to 50"),
        ((WELL, "--start", "7,2,inf"), "heading in degrees"),
        (("--start", "1,2,3"), "of your own"),
    ],
    ids=lambda value: repr(value[-1]) if isinstance(value, tuple) else None,
)
def test_bad_input_is_one_sentence(words: tuple[str, ...], told: str, tmp_path: Path) -> None:
    done = follow(*words, "--out", str(tmp_path / "out"))
    assert isinstance(done.exception, InputError)
    assert told in str(done.exception)
    assert not (tmp_path / "out").exists()


def test_an_empty_instruction_ends_with_exit_code_2(tmp_path: Path) -> None:
    assert "empty" in run("follow", "", cwd=tmp_path, expect=2).stderr


def test_a_turn_without_a_word_is_refused_like_any_other(tmp_path: Path) -> None:
    done = follow("???", "--out", str(tmp_path), "--yes", "--json")
    (only,) = json.loads(done.stdout)["instructions"]
    assert done.exit_code == 3 and only["reply"]["kind"] == "refuse" and not only["went"]


def test_words_that_the_reader_refuses_may_be_those_of_an_own_model(tmp_path: Path) -> None:
    words = ["follow", "mosey to the dinghy", "--seed", "10006", "--yes"]
    own = ["--method", str(WEIGHTS / "lani" / "best-goal")]
    assert "--reader none" in run(*words, *own, cwd=tmp_path, expect=3).stderr
    assert "--reader none" not in run(*words, cwd=tmp_path, expect=3).stderr
    assert json.loads(run(*words, *own, "--reader", "none", "--json", cwd=tmp_path).stdout)["went"]
