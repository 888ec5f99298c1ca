"""`sightline study`, as an owner types it."""

import json
from pathlib import Path

import pytest
from commands import run
from taking_part import answer, item

from sightline.web.storage.database import Database
from sightline.web.studies.taking import Taking


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("study")
    run("corpus", "generate", "--paragraphs", "2", "--workers", "1", "--out", "corpus", cwd=folder)
    return folder


def study(here: Path, *words: str, expect: int = 0) -> str:
    done = run("study", *words, "--database", "studies.db", cwd=here, expect=expect)
    return done.stderr if expect else done.stdout


def test_a_study_from_plan_to_corpus(here: Path) -> None:
    made = study(here, "create", "texts", "--task", "write", "--corpus", "corpus", "--split", "train", "--links", "2")
    links = made.split()
    assert len(links) == 2 and all(link.startswith("http://127.0.0.1:8017/take#") for link in links)
    taking = Taking(Database(here / "studies.db"))
    token = links[0].partition("#")[2]
    taking.consent(token)
    answer(taking, token, item(taking, token)["assignment"], text="Go to the well. <script>alert(1)</script>")
    assert "1 of 2 answers" in study(here, "status") and "1 of 2 participants" in study(here, "status", "texts")
    (row,) = json.loads(study(here, "status", "--json"))["studies"]
    assert row["answers"] == 1 and row["name"] == "texts" and row["task"] == "write"
    assert "Go to the well." in study(here, "results", "texts")
    assert "make a `segment` study" in study(here, "export", "texts", "out", expect=2)

    link = study(here, "create", "parts", "--task", "segment", "--from", "texts", "--links", "1").strip()
    token = link.partition("#")[2]
    taking.consent(token)
    number, units = (told := item(taking, token))["assignment"], told["item"]["units"]
    taking.act(token, number, 0, [{"upto": 4}, 0, 0, {"upto": len(units)}, 1, 0])
    answer(taking, token, number, valid=True)
    assert "1 valid" in study(here, "results", "parts")
    assert study(here, "export", "parts", "out").strip() == "out"
    assert "nothing is wrong" in run("corpus", "validate", "out", cwd=here).stderr
    (line,) = (here / "out" / "train.jsonl").read_text().splitlines()
    first, second = json.loads(line)["segments"]
    assert first["instruction"] == "Go to the well." and first["actions"] == "FF" and second["actions"] == "RF"
    assert study(here, "backup", "copy.db").strip() == "copy.db"
    assert "1 of 1 answers" in run("study", "status", "parts", "--database", "copy.db", cwd=here).stdout


def test_platforms_have_one_link(here: Path) -> None:
    words = ("create", "on-prolific", "--task", "write", "--corpus", "corpus", "--platform", "prolific", "--code", "C1")
    link = study(here, *words, "--site", "https://lab.example").strip()
    assert link.startswith("https://lab.example/join?study=") and link.endswith("&PROLIFIC_PID={{%PROLIFIC_PID%}}")
    assert study(here, "links", "on-prolific").strip() != link


def test_a_study_is_closed_until_it_is_reopened(here: Path) -> None:
    study(here, "create", "short", "--task", "write", "--corpus", "corpus", "--split", "train")
    for command, closed in (("close", True), ("close", True), ("reopen", False), ("reopen", False)):
        study(here, command, "short")
        assert ("closed" in study(here, "status", "short")) is closed


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("create", "x", "--task", "dance"), "task: "),
        (("create", "x", "--task", "write", "--platform", "mars"), "platform: "),
        (("create", "x", "--task", "write", "--platform", "mturk"), "completion code"),
        (("create", "x", "--task", "write", "--world", "mars"), "no world"),
        (("create", "x", "--task", "write", "--corpus", "nowhere"), "no such folder"),
        (("create", "17", "--task", "write"), "cannot be a number"),
        (("create", "x", "--task", "rate"), "methods"),
        (("create", "x", "--task", "rate", "--methods", "flying"), "no method"),
        (("create", "x", "--task", "write", "--consent", "@nothing.txt"), "cannot be read"),
        (("results", "nothing"), "There is no study 'nothing'"),
        (("export", "nothing", "out"), "There is no study"),
        (("close", "nothing"), "There is no study"),
        (("reopen", "nothing"), "There is no study"),
        (("backup", "studies.db"), "exists already"),
    ],
)
def test_what_is_wrong_is_said(words: tuple[str, ...], says: str, here: Path) -> None:
    Database(here / "studies.db").close()
    assert says in study(here, *words, expect=2)
