"""`sightline corpus …` as people type it."""

import json
import signal
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from commands import run, running
from PIL import Image

KEYS = {
    "paragraphs", "instructions", "instructions_per_paragraph", "path_length", "actions_per_instruction",
    "tokens_per_instruction", "vocabulary", "phenomena", "baselines", "ceiling",
}  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpora") / "small"
    run("corpus", "generate", "--world", "lani", "--paragraphs", "40", "--seed", "0", "--workers", "1", "--out", str(folder))
    return folder


@pytest.mark.parametrize("command", ["", "generate", "new", "template", "import", "export", "validate", "show", "stats"])
def test_every_command_explains_itself(command: str) -> None:
    told = run(*["corpus", *([command] if command else [])], "--help").stdout
    assert "Usage" in told and len(told) > 200


def test_a_corpus_is_made_checked_exported_and_imported(made: Path, tmp_path: Path) -> None:
    assert "nothing is wrong" in run("corpus", "validate", str(made)).stderr
    run("corpus", "export", "--format", "ciff", str(made), str(tmp_path / "files"))
    run("corpus", "import", "--format", "ciff", "--source", "generated", str(tmp_path / "files"), str(tmp_path / "again"))
    one, two = ((folder / "vocabulary.txt").read_text() for folder in (made, tmp_path / "again"))
    assert one == two
    assert json.loads((tmp_path / "again" / "corpus.json").read_text())["source"] == "generated"


@pytest.mark.parametrize(
    "words",
    [
        "corpus validate .", "corpus stats .", "corpus show . 0", "corpus export . files",
        "evaluate --corpus . --methods stop", "train goal --corpus .", "figure goal --corpus . --paragraph 0",
        "study create s --task act --corpus . --database sqlite:///s.db",
    ],
)  # fmt: skip
def test_a_corpus_that_names_a_module_as_its_world_does_not_import_it(words: str, tmp_path: Path) -> None:
    (tmp_path / "evil_world.py").write_text("open('ran', 'w').close()\nKIND = None\n")
    (tmp_path / "corpus.json").write_text('{"version": 1, "world": "evil_world:KIND"}')
    (tmp_path / "train.jsonl").write_text('{"id": "a", "world": "evil_world:KIND"}\n')
    run(*words.split(), cwd=tmp_path, expect=2)
    assert not (tmp_path / "ran").exists()


def test_a_world_on_the_command_line_is_imported(tmp_path: Path) -> None:
    (tmp_path / "named_world.py").write_text("open('ran', 'w').close()\nKIND = None\n")
    path = [*sys.path]
    try:
        told = run("corpus", "validate", str(tmp_path), "--world", "named_world:KIND", cwd=tmp_path, expect=2).stderr
    finally:
        sys.path[:] = path
        sys.modules.pop("named_world", None)
    assert (tmp_path / "ran").exists() and "named_world:KIND" in told


def test_stats_print_one_object_with_the_agreed_keys(made: Path, tmp_path: Path) -> None:
    found = json.loads(run("corpus", "stats", str(made), "--world", "lani", "--json").stdout)
    assert found.keys() >= KEYS
    assert found["baselines"].keys() == {"stop", "random-walk", "most-frequent", "center"}
    assert found["baselines"]["stop"].keys() == {"SD", "TC"} and found["ceiling"].keys() == {"Dist", "Acc"}
    table = run("corpus", "stats", str(made), "--page", str(tmp_path / "pages" / "page.md")).stdout
    assert "2,292" in table and "SAIL 2006" in table
    page = (tmp_path / "pages" / "page.md").read_text()
    assert "| spatial relations between locations |" in page and "most-frequent" in page


def test_stats_of_the_written_set_have_readers() -> None:
    found = json.loads(run("corpus", "stats", "written", "--json").stdout)
    assert found["instructions"] == 200 + 1588 + 305 and found["phenomena"] is None
    assert found["readers"]["Acc"] > 80 and abs(found["ceiling"]["Acc"] - 95) < 2


def test_show_draws_a_paragraph_and_one_instruction_for_writers_and_readers(made: Path, tmp_path: Path) -> None:
    shown = run("corpus", "show", str(made), "3", "--out", str(tmp_path))
    picture = Image.open(shown.stdout.strip())
    assert picture.size == (2240, 1400) and np.asarray(picture).std() > 20
    assert "1. " in shown.stderr
    writer = run("corpus", "show", str(made), "lani-000003", "--segment", "1", "--out", str(tmp_path))
    assert writer.stderr == "" and writer.stdout.strip().endswith("lani-000003-1-writer.png")
    reader = run("corpus", "show", str(made), "3", "--segment", "1", "--without-path", "--out", str(tmp_path))
    assert "1. " in reader.stderr
    same = [np.asarray(Image.open(p.stdout.strip())) for p in (writer, reader)]
    assert same[0].shape != same[1].shape


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["validate", "nowhere"], "nowhere: there is no such folder."),
        (["stats", "nowhere"], "nowhere: there is no such folder."),
        (["show", "MADE", "4000"], "has paragraphs 0 to 39"),
        (["show", "MADE", "0", "--segment", "99"], "has instructions 1 to"),
        (["generate", "--paragraphs", "5", "--out", "MADE"], "exists already; --force replaces it."),
        (["import", "MADE", "new"], "has neither train_annotations"),
        (["export", "nowhere", "new"], "there is no such folder"),
        (
            ["export", "MADE", "new", "--format", "zip"],
            "of lani; the formats are: ciff, parquet, lerobot, minari.",
        ),
        (["export", "MADE", "new", "--world", "chai"], "is a corpus of lani, not of chai."),
        (["export", "MADE", "MADE", "--format", "parquet"], "exists already"),
        (["export", "MADE", "new", "--shard", "1/2"], "--shard and --engine are for"),
        (["export", "nowhere", "new", "--format", "minari"], "there is no such folder"),
        (["import", "MADE", "new", "--world", "mars"], "There is no world 'mars'"),
        (["stats", "MADE", "--world", "chai"], "is a corpus of lani, not of chai."),
        (["validate", "MADE", "--world", "chai"], "is a corpus of lani, not of chai."),
        (["show", "MADE", "0", "--world", "chai"], "is a corpus of lani, not of chai."),
        (["generate", "--paragraphs", "5", "--seed", "1000000", "--out", "new"], "a seed from 0 to"),
    ],
)
def test_bad_input_ends_in_one_sentence(made: Path, tmp_path: Path, words: list[str], says: str) -> None:
    done = run("corpus", *[str(made) if w == "MADE" else w for w in words], cwd=tmp_path, expect=2)
    assert says in done.stderr.splitlines()[-1] and done.stderr.splitlines()[-1].startswith("Error: ")
    assert list(tmp_path.iterdir()) == []


def test_validate_lists_what_is_wrong(made: Path, tmp_path: Path) -> None:
    (tmp_path / "corpus.json").write_text((made / "corpus.json").read_text())
    (tmp_path / "train.jsonl").write_bytes(b'{"id": 3}\n[]\n')
    done = run("corpus", "validate", str(tmp_path), "--json", expect=2)
    found = json.loads(done.stdout)["problems"]
    assert len(found) > 5 and "Error: " in done.stderr


def test_an_interrupt_leaves_nothing_behind(tmp_path: Path) -> None:
    words = ["corpus", "generate", "--paragraphs", "20000", "--workers", "2", "--out", str(tmp_path / "new")]
    with running(*words) as process:
        while not list(tmp_path.glob(".new.*.partial/train.jsonl")):
            assert process.poll() is None
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=30)
    assert process.returncode != 0 and "Traceback" not in told
    assert list(tmp_path.iterdir()) == []
