"""`sightline corpus new` and `corpus template` as people type them."""

import json
from pathlib import Path

from commands import run

TABLE = "world,seed,start,words,goal\nlani,10001,,walk to the rock,rock\nlani,10003,,go behind the bus,behind bus\n"


def test_a_table_becomes_a_corpus_that_the_other_commands_take(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(TABLE)
    told = run("corpus", "new", "t.csv", "--out", "mine", cwd=tmp_path)
    assert "1 in train, 1 in dev" in told.stderr and told.stdout.strip() == "mine"
    assert "nothing is wrong" in run("corpus", "validate", "mine", cwd=tmp_path).stderr
    assert "walk to the rock" in run("corpus", "show", "mine", "row-2", "--out", "p", cwd=tmp_path).stderr
    scores = json.loads(run("evaluate", "--corpus", "mine", "--methods", "stop", "--json", cwd=tmp_path).stdout)
    assert scores["n"] == 1
    told = run("evaluate", "--corpus", "mine", "--split", "test", "--methods", "stop", cwd=tmp_path, expect=2)
    assert "train, dev" in told.stderr and "--split" in told.stderr
    assert "exists" in run("corpus", "new", "t.csv", "--out", "mine", cwd=tmp_path, expect=2).stderr


def test_mistakes_are_printed_one_per_line(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(TABLE.replace("bus", "bsu").replace("rock\n", "60 60\n"))
    told = run("corpus", "new", "t.csv", "--out", "mine", cwd=tmp_path, expect=2)
    assert [line.split(":")[0] for line in told.stdout.splitlines()] == ["row 2, goal", "row 3, goal"]
    assert "2 mistakes" in told.stderr and not (tmp_path / "mine").exists()
    facts = json.loads(run("corpus", "new", "t.csv", "--out", "mine", "--json", cwd=tmp_path, expect=2).stdout)
    assert [(mistake["row"], mistake["column"]) for mistake in facts["mistakes"]] == [(2, "goal"), (3, "goal")]


def test_a_template_is_written_once(tmp_path: Path) -> None:
    run("corpus", "template", "--scenes", "1", "--rows", "2", "--out", "t", cwd=tmp_path)
    assert {file.name for file in (tmp_path / "t").iterdir()} == {"sentences.csv", "README.md", "field-10001.png"}
    assert "no sentence yet" in run("corpus", "new", "t/sentences.csv", "--out", "c", cwd=tmp_path, expect=2).stderr
    run("corpus", "template", "--scenes", "1", "--out", "t", cwd=tmp_path, expect=2)  # a table may be filled in by now
