"""docs/own-corpus.md, walked through: its table, and its commands in their order, with a short training."""

import re
from pathlib import Path

import pytest
from commands import run

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "own-corpus.md").read_text("utf-8")
SHORT = "--epochs=1 --chunks=1 --chunk-paragraphs=4 --batch=8 --workers=1 --device=cpu"  # the last ones count
STEPS = PAGE.split("## What to expect")[0]
COMMANDS = [line.split("sightline ", 1)[1] for line in re.findall(r"^    sightline .*", STEPS, re.M)]

pytestmark = pytest.mark.whole


def words_of(command: str) -> list[str]:
    return [quoted or plain for quoted, plain in re.findall(r'"([^"]*)"|(\S+)', command)]


def test_the_page_is_walked_through(tmp_path: Path) -> None:
    (table,) = re.findall(r"```csv\n(.*?)```", STEPS, re.S)
    (tmp_path / "mine.csv").write_text(table, encoding="utf-8")
    names = [command.split()[0] for command in COMMANDS]
    assert names == ["corpus", "corpus", "corpus", "corpus", "train", "evaluate", "follow", "serve", "evaluate"]
    said = []
    for command in COMMANDS:
        if command.startswith("serve") or "--limit" in command:  # they serve for ever, and measure on the standard corpus
            continue
        done = run(*words_of(command), *(SHORT.split() if command.startswith("train") else ()), cwd=tmp_path)
        said.append(done.stdout + done.stderr)
    assert (tmp_path / "sentences" / "README.md").exists() and (tmp_path / "follow" / "path.png").exists()
    assert "nothing is wrong" in said[2] and "checkpoint" in said[5] and "best" in said[5]


def test_the_mistakes_of_the_page_are_those_of_the_command(tmp_path: Path) -> None:
    (table,) = re.findall(r"```csv\n(.*?)```", STEPS, re.S)
    wrong = table.replace(",windmill\n", ",windmil\n").replace("32.08 24.41 66,scoot", "39 18 0,scoot")
    (tmp_path / "mine.csv").write_text(wrong, encoding="utf-8")
    said = run("corpus", "new", "mine.csv", "--out", "mine", cwd=tmp_path, expect=2).stdout
    shown = re.findall(r"^    (row \d.*)", STEPS, re.M)
    assert said.splitlines() == shown
