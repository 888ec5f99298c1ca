"""Figures from the command line: one for each command, in both worlds; their panels say what `evaluate` says."""

import json
from pathlib import Path

import pytest
from commands import run
from PIL import Image
from show_scenes import Sees
from typer.testing import CliRunner, Result

from sightline.agent import Agent
from sightline.cli import app
from sightline.corpus.files import Entry, write_corpus
from sightline.corpus.kind import corpus_kind
from sightline.corpus.splits import corpus_paragraph
from sightline.errors import FileFormatError, InputError


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus of one house."""
    folder = tmp_path_factory.mktemp("corpora") / "houses"
    paragraph = corpus_paragraph(corpus_kind("chai"), 0, 14)
    write_corpus(folder, [Entry.of("dev", paragraph)], {"world": "chai", "source": "generated"}, "")
    return folder


def figure(*words: str) -> Result:
    done = CliRunner().invoke(app, ["figure", *words])
    assert done.exception is None or isinstance(done.exception, InputError), done.exception
    return done


@pytest.mark.parametrize("kind", ["goal", "rollout", "features"])
def test_figures_of_one_instruction(kind: str, tmp_path: Path) -> None:
    target = tmp_path / "new" / "figure.png"
    done = figure(kind, "--paragraph", "lani-000015", "--segment", "2", "--out", str(target))
    assert done.stdout.strip() == str(target)
    assert Image.open(target).width >= 900


@pytest.mark.parametrize("method", ["best", "paper"])
@pytest.mark.parametrize("kind", ["goal", "rollout"])
def test_figures_of_one_instruction_in_a_house(kind: str, method: str, houses: Path, tmp_path: Path) -> None:
    target = tmp_path / "figure.png"
    done = figure(
        kind, "--world", "chai", "--corpus", str(houses), "--paragraph", "0", "--method", method, "--out", str(target)
    )
    assert done.exit_code == 0 and done.stdout.strip() == str(target)
    assert Image.open(target).width >= 900
    assert ("1. " if kind == "goal" else "from the true ") in done.stderr


@pytest.mark.parametrize("kind", ["goal", "features"])
def test_words_that_ask_for_nothing_have_no_figure(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Agent, "seer", lambda agent, memory=None: Sees(lambda world, done, held: None))
    done = figure(kind, "go", "--method", "paper", "--out", str(tmp_path / "figure.png"))
    assert isinstance(done.exception, InputError) and "nothing to do" in str(done.exception)
    assert list(tmp_path.iterdir()) == []


def test_the_figure_of_the_appendix_has_a_panel_per_example(tmp_path: Path) -> None:
    target = tmp_path / "examples.png"
    done = figure("examples", "--count", "2", "--seed", "1", "--out", str(target))
    assert len(done.stderr.splitlines()) == 2
    assert all(": Success: " in line or ": Failure: " in line for line in done.stderr.splitlines())
    again = figure("examples", "--example", "15:2", "--example", "lani-000016:1", "--out", str(target))
    assert [line.split(":")[0] for line in again.stderr.splitlines()] == ["lani-000015-2", "lani-000016-1"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("goal", "...",), "without a word"),
        (("goal", "go", "--paragraph", "3"), "Either"),
        (("goal", "--paragraph", "mars"), "mars"),
        (("rollout", "--paragraph", "15", "--segment", "99"), "99"),
        (("features", "--out", "maps.jpg"), "maps.jpg"),
        (("examples", "--example", "15"), "15:2"),
        (("curves", "nowhere"), "nowhere"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)  # fmt: skip
def test_figures_refuse_bad_input(
    words: tuple[str, ...], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = figure(*words)
    assert isinstance(done.exception, InputError)
    assert told in str(done.exception)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "line",
    [
        '{"epoch": 1, "loss": 1' + "0" * 400 + "}",
        '{"epoch": 1' + "0" * 400 + ', "loss": 1}',
        "[" * 200_000,
        '{"loss": 1e999}',
    ],
    ids=["huge value", "huge epoch", "deep nesting", "no epoch"],
)
def test_curves_refuse_logs_that_cannot_be_drawn(line: str, tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_text(line + "\n")
    done = figure("curves", str(tmp_path), "--out", str(tmp_path / "curves.png"))
    assert isinstance(done.exception, FileFormatError) and not (tmp_path / "curves.png").exists()


def test_a_figure_in_a_named_house(tmp_path: Path) -> None:
    done = figure("goal", "go to the sofa", "--world", "chai", "--house", "3", "--out", str(tmp_path / "goal.png"))
    assert done.exit_code == 0 and Image.open(tmp_path / "goal.png").width >= 900
    corpus = ("--corpus", "written", "--paragraph", "0", "--house", str(tmp_path / "nowhere.toml"))
    assert "nowhere.toml" in str(figure("goal", "--world", "chai", *corpus, "--out", str(tmp_path)).exception)
    assert "--house" in str(figure("examples", "--house", "3", "--out", str(tmp_path)).exception)


@pytest.mark.parametrize("method", ["best", "paper"])
def test_panels_of_houses_say_what_evaluate_says(method: str, houses: Path, tmp_path: Path) -> None:
    examples, each = tmp_path / "examples.png", tmp_path / "each.jsonl"
    words = ("--world", "chai", "--corpus", str(houses))
    run("evaluate", *words, "--methods", method, "--limit", "4", "--examples", str(each), "--json")
    completed = {}
    for line in map(json.loads, each.read_text().splitlines()):
        if line["set"] == "dev":
            completed[f"{line['paragraph']}-{line['segment'] + 1}"] = bool(line["metrics"]["completed"])
    chosen = [word for name in completed for word in ("--example", ":".join(name.rsplit("-", 1)))]
    done = figure("examples", *words, "--method", method, *chosen, "--out", str(examples))
    panels = dict(line.split(": ")[:2] for line in done.stderr.splitlines())
    assert panels == {name: "Success" if success else "Failure" for name, success in completed.items()}
    assert len(panels) > 2 and (method == "paper" or "Success" in panels.values())
    assert Image.open(examples).height > 256 * len(panels)
