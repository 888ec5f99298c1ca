"""`sightline evaluate` as people type it."""

import json
import math
from pathlib import Path

import pytest
from commands import run
from typer.testing import CliRunner

from sightline.agent.methods import METHODS, bundled_folder, part_folder
from sightline.cli import app
from sightline.corpus.build import generate_corpus
from sightline.corpus.files import read_corpus
from sightline.corpus.kind import corpus_kind
from sightline.errors import FileFormatError, InputError
from sightline.world import kind_of


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpora") / "small"
    generate_corpus(corpus_kind("lani"), folder, 40, 0, 1)
    return folder


def called(*words: str) -> str:
    """What `evaluate` prints, in this process: starting a new one takes seconds."""
    done = CliRunner().invoke(app, ["evaluate", *words], catch_exceptions=False)
    assert done.exit_code == 0
    return done.stdout


def test_json_is_one_object_with_the_agreed_keys(corpus: Path, tmp_path: Path) -> None:
    words = [
        "--corpus",
        str(corpus),
        "--limit",
        "6",
        "--methods",
        "stop,paper",
        "--examples",
        str(tmp_path / "a" / "each.jsonl"),
    ]
    found = json.loads(run("evaluate", "--world", "lani", "--split", "dev", *words, "--json").stdout)
    assert found.keys() >= {"world", "split", "n", "seed", "results"} and found["n"] == 6
    assert list(found["results"]) == ["stop", "paper"]
    for scores in found["results"].values():
        assert set(scores) == {"SD", "TC", "ci", "unseen", "written"} and scores["written"]["n"] == 6
    lines = [json.loads(line) for line in (tmp_path / "a" / "each.jsonl").read_text().splitlines()]
    assert len(lines) == 2 * (6 + 6)
    ends = [line["distance"] for line in lines if line["method"] == "paper" and line["set"] == "dev"]
    assert found["results"]["paper"]["SD"] == pytest.approx(sum(ends) / 6)


def test_written_columns_are_of_the_same_split(corpus: Path) -> None:
    folder = corpus_kind("lani").written
    assert folder is not None
    segments = [segment for paragraph in read_corpus(folder).splits["test"] for segment in paragraph.segments]
    away = [math.dist(segment.start[:2], segment.end) for segment in segments]
    words = ["--corpus", str(corpus), "--split", "test", "--methods", "stop"]
    scores = json.loads(called(*words, "--json"))["results"]["stop"]["written"]
    assert scores["n"] == len(segments) and scores["SD"] == pytest.approx(sum(away) / len(away))


@pytest.mark.parametrize("table", ["goals", "phenomena", "paragraphs"])
def test_every_table_is_printed(corpus: Path, table: str) -> None:
    methods = "stop,random-walk" if table == "paragraphs" else "center,ceiling"
    told = called("--corpus", str(corpus), "--table", table, "--methods", methods, "--limit", "30")
    assert all(method in told for method in methods.split(",")) and "generated language" in told


@pytest.mark.parametrize(
    ("form", "has", "suffix"),
    [("markdown", "|---|", ".md"), ("latex", r"\begin{tabular}", ".tex"), ("csv", "method,SD,", ".csv")],
)
def test_tables_come_in_several_forms_and_go_to_files(
    corpus: Path, tmp_path: Path, form: str, has: str, suffix: str
) -> None:
    words = ["--corpus", str(corpus), "--split", "test", "--methods", "stop", "--format", form]
    told = called(*words)
    assert has in told
    for out, file in (("new", f"new/results-test{suffix}"), (f"other/table{suffix}", f"other/table{suffix}")):
        assert called(*words, "--out", str(tmp_path / out)) == ""
        assert (tmp_path / file).read_text() == told
    assert called(*words[:-2], "--out", str(tmp_path / f"again{suffix}")) == ""  # the name says the form
    assert (tmp_path / f"again{suffix}").read_text() == told


def test_a_checkpoint_is_a_folder_of_goal_and_actions(corpus: Path, tmp_path: Path) -> None:
    for part in ("goal", "actions"):
        (tmp_path / part).symlink_to(part_folder(kind_of("lani"), "paper", part), target_is_directory=True)
    words = ["--corpus", str(corpus), "--limit", "4", "--json"]
    mine, bundled = (json.loads(called(*words, *more)) for more in (["--checkpoint", str(tmp_path)], ["--methods", "paper"]))
    assert mine["results"] == {"checkpoint": bundled["results"]["paper"]}


@pytest.mark.parametrize(("name", "table"), [("misra17", "results"), ("janner", "goals")])
def test_a_checkpoint_may_be_one_model(corpus: Path, name: str, table: str) -> None:
    kind, method = kind_of("lani"), METHODS[name]
    folder = bundled_folder(kind, method, method.parts(kind)[0])
    words = ["--corpus", str(corpus), "--limit", "4", "--table", table, "--json"]
    mine, known = (json.loads(called(*words, *more)) for more in (["--checkpoint", str(folder)], ["--methods", name]))
    assert mine["results"] == {"checkpoint": known["results"][name]}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--methods", "nothing"], "nothing"),
        (["--methods", "center"], "only predicts goals"),
        (["--table", "goals", "--methods", "stop"], "predicts no goals"),
        (["--corpus", "nowhere"], "there is no such folder"),
        (["--corpus", "written", "--table", "way"], "says what its instructions mean"),
        (["--table", "way", "--methods", "center"], "only predicts goals"),
        (["--table", "abilities", "--methods", "stop"], "predicts no goals"),
        (["--table", "abilities", "--corpus", "written"], "no corpus"),
        (["--table", "items", "--corpus", "written"], "no corpus"),
        (["--table", "items"], "no items"),
        (["--table", "abilities", "--split", "test"], "no corpus"),
        (["--table", "abilities", "--examples", "each.jsonl"], "no corpus"),
        (["--table", "talk", "--methods", "stop"], "people can talk to"),
        (["--table", "talk", "--split", "train"], "dialogues of its own"),
        (["--table", "talk", "--corpus", "written"], "dialogues of its own"),
        (["--table", "talk", "--reader", "nobody"], "nobody"),
        (["--corpus", "written", "--table", "phenomena"], "marked with their phenomena"),
        (["--checkpoint", "nowhere"], "there is no such folder"),
        (["--checkpoint", "."], "no folder goal"),
        (["--device", "tpu"], "There is no device"),
    ],
)
def test_bad_input_is_one_sentence(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    about_it = "--corpus" not in words and not {"abilities", "items", "talk"} & set(words)
    with pytest.raises(InputError, match=says):
        called(*words, *(["--corpus", str(corpus)] if about_it else []))
    assert list(tmp_path.iterdir()) == []


def test_a_split_without_instructions_is_said(tmp_path: Path) -> None:
    generate_corpus(corpus_kind("lani"), tmp_path / "few", 2, 0, 1)  # the first fourteen are for training
    with pytest.raises(FileFormatError, match="it has train"):
        called("--corpus", str(tmp_path / "few"), "--methods", "stop")


def test_ways_are_one_object_with_the_agreed_keys(corpus: Path) -> None:
    words = ["--corpus", str(corpus), "--table", "way", "--methods", "stop,most-frequent", "--limit", "12"]
    told = json.loads(called(*words, "--json"))
    assert told.keys() >= {"world", "split", "n", "seed", "results"} and told["n"] == 12 and told["table"] == "way"
    for scores in told["results"].values():
        assert scores.keys() >= {"way", "nDTW", "SDTW", "TC", "ci", "unseen", "written"}
        assert 0 <= scores["way"] <= 100 and 0 <= scores["SDTW"] <= scores["nDTW"] <= 1
        low, high = scores["ci"]["way"]
        assert low <= scores["way"] <= high
    assert told["results"]["stop"]["way"] == 0 and "goes the way it was told" in called(*words)


def test_abilities_are_one_object_with_the_agreed_keys() -> None:
    words = ["--table", "abilities", "--methods", "center", "--limit", "1"]
    told = json.loads(called(*words, "--json"))
    assert told.keys() >= {"world", "split", "n", "seed", "results"} and told["n"] == 33
    scores = told["results"]["center"]
    assert scores.keys() == {"abilities", "mean", "ECE", "invariances"} and len(scores["abilities"]) == 28
    assert all(each.keys() == {"right", "said", "n"} and each["n"] == 1 for each in scores["abilities"].values())
    assert all(each == {"same": 100.0, "n": 1} for each in scores["invariances"].values())  # it hears nothing
    other = json.loads(called(*words, "--seed", "1", "--json"))
    assert other["seed"] == 1 and other["results"] != told["results"]
    assert "corner of two fences" in called(*words)


def test_help_teaches() -> None:
    told = CliRunner().invoke(app, ["evaluate", "--help"]).stdout
    assert "Example" in told and "--checkpoint" in told
