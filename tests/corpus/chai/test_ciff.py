"""Files of the original CHAI release: read as they are, written, and refused with file, entry and field."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from commands import run

from sightline.corpus.chai.ciff import export_ciff, import_ciff
from sightline.corpus.check import problems
from sightline.corpus.examples import Example
from sightline.corpus.files import Entry, read_corpus, write_corpus
from sightline.corpus.kind import corpus_kind
from sightline.corpus.records import Paragraph, paragraph_fields
from sightline.corpus.splits import corpus_paragraph
from sightline.corpus.statistics import statistics
from sightline.errors import InputError

VOCABULARY = ["Go", "to", "the", "kitchen", "open", "fridge"]
GO: dict[str, Any] = {"Instruction": [0, 1, 2, 3], "House": 3, "Trajectory": "forward#slideleft#lookleft#stop", "ID": 17}
OPEN: dict[str, Any] = {"Instruction": [4, 2, 6, 5], "House": "house3", "Trajectory": "back#stop", "ID": "18"}
TRAIN = "tokenized_house3_discrete_train.json"


def write(folder: Path, *entries: dict[str, Any], name: str = TRAIN) -> None:
    (folder / name).write_text(json.dumps({"Dataset": entries}))


@pytest.fixture
def original(tmp_path: Path) -> Path:
    (tmp_path / "house_all_vocab.txt").write_text("\n".join(VOCABULARY) + "\n")
    (tmp_path / "datapoint_type_house3.txt").write_text("17 navigation\n18 navigation manipulation navigation\n")
    write(tmp_path, GO, OPEN)
    return tmp_path


def paragraphs_of(folder: Path) -> tuple[list[Paragraph], Counter[str]]:
    skipped: Counter[str] = Counter()
    return [Paragraph.from_json(json.loads(e.line)) for e in import_ciff(folder, "human", skipped)], skipped


def test_words_kinds_of_goals_and_moves_are_read(original: Path) -> None:
    (go, open_), skipped = paragraphs_of(original)
    assert (go.id, go.source, go.scene.house, go.scene.variant) == ("chai-house3-000017", "human", 3, 17)
    assert go.segments[0].instruction == "go to the kitchen" and go.segments[0].moves == "forward slideleft lookleft"
    assert open_.segments[0].tokens == ["open", "the", "$UNK$", "fridge"] and open_.segments[0].moves == "back"
    kinds = [[goal.kind for goal in p.segments[0].goals or ()] for p in (go, open_)]
    assert kinds == [["navigation"], ["navigation", "interaction", "navigation"]]
    assert not go.segments[0].placed and skipped["untyped"] == 0


def test_what_is_not_known_is_not_written_and_nothing_replays(original: Path) -> None:
    entry = next(import_ciff(original, "human", Counter()))
    record = json.loads(entry.line)
    assert not {"start", "end", "path"} & (set(record) | set(record["segments"][0]))
    assert record["segments"][0]["goals"] == [{"kind": "navigation"}] and record["segments"][0]["actions"] == ""
    assert Paragraph.from_json(record).to_json() == record
    with pytest.raises(InputError, match=r"House 3 of the original CHAI release is not in this package"):
        _ = Example(Paragraph.from_json(record), 0).episode


def test_goals_that_are_not_told_are_counted(original: Path) -> None:
    (original / "datapoint_type_house3.txt").unlink()
    imported, skipped = paragraphs_of(original)
    assert [p.segments[0].goals for p in imported] == [None, None] and skipped["untyped"] == 2


def test_files_may_lie_as_in_the_release(original: Path) -> None:
    (original / "AssetsHouse").mkdir()
    for name in ("house_all_vocab.txt", TRAIN):
        (original / name).rename(original / "AssetsHouse" / name)
    assert len(paragraphs_of(original)[0]) == 2


def test_import_says_that_nothing_replays_and_stats_and_validate_work(original: Path, tmp_path: Path) -> None:
    write(original, {**GO, "ID": 40}, name="tokenized_house3_discrete_dev.json")
    folder = tmp_path / "imported"
    said = run("corpus", "import", str(original), str(folder), "--world", "chai")
    assert "do not replay" in said.stderr and "1 instructions have no goal types" in said.stderr
    assert list(problems(folder)) == []
    numbers = statistics(list(read_corpus(folder).paragraphs()))
    assert numbers["actions_per_instruction"] == pytest.approx(7 / 3) and numbers["path_length"] is None
    told = run("corpus", "stats", str(folder), "--json")
    assert json.loads(told.stdout)["baselines"] == {}
    assert "tokens per instruction" in run("corpus", "stats", str(folder)).stdout
    shown = run("corpus", "show", str(folder), "0", "--out", str(tmp_path), expect=2)
    assert "not in this package" in shown.stderr


def test_imported_files_are_written_as_they_were(original: Path, tmp_path: Path) -> None:
    write_corpus(tmp_path / "ours", import_ciff(original, "human", Counter()), {"world": "chai"}, "")
    export_ciff(read_corpus(tmp_path / "ours"), tmp_path / "theirs", force=False)
    again, _ = paragraphs_of(tmp_path / "theirs")
    assert [p.to_json() for p in again] == [p.to_json() for p in paragraphs_of(original)[0]]
    assert json.loads((tmp_path / "theirs" / TRAIN).read_text())["Dataset"][0]["Trajectory"] == GO["Trajectory"]


def test_generated_paragraphs_are_written_without_manipulations(tmp_path: Path) -> None:
    paragraph = corpus_paragraph(corpus_kind("chai"), 0, 3)
    write_corpus(tmp_path / "ours", [Entry.of("train", paragraph)], {"world": "chai", "source": "generated"}, "")
    said = run("corpus", "export", str(tmp_path / "ours"), str(tmp_path / "theirs"))
    assert "Manipulations are left out" in said.stderr
    entries = [e for f in (tmp_path / "theirs").glob("*.json") for e in json.loads(f.read_text())["Dataset"]]
    moves = [segment.actions.count("F") for segment in paragraph.segments]
    assert [entry["Trajectory"].split("#").count("forward") for entry in entries] == moves
    assert {move for entry in entries for move in entry["Trajectory"].split("#")} <= {
        "forward", "lookleft", "lookright", "stop",
    }  # fmt: skip
    again = [Paragraph.from_json(json.loads(e.line)) for e in import_ciff(tmp_path / "theirs", "generated", Counter())]
    assert [p.segments[0].tokens for p in again] == [s.tokens for s in paragraph.segments]
    kinds = [[goal.kind for goal in s.goals or ()] for s in paragraph.segments]
    assert [[goal.kind for goal in p.segments[0].goals or ()] for p in again] == kinds


FAULTS: list[tuple[Callable[[dict], object], str]] = [
    (lambda e: e.pop("Trajectory"), "key 'Trajectory' is missing"),
    (lambda e: e.update(ID=-1), "'ID' is -1, not a whole number"),
    (lambda e: e.update(ID=True), "'ID' is true, not a whole number"),
    (lambda e: e.update(House=2), "'House' is 2, but the file is of house 3"),
    (lambda e: e.update(Instruction=[]), "'Instruction' is \\[\\], not a list of one or more token ids"),
    (lambda e: e.update(Instruction=[1, 7]), r"Instruction\[1\] is 7, not a token id from 0 to 6"),
    (lambda e: e.update(Instruction=["go"]), r'Instruction\[0\] is "go", not a token id'),
    (lambda e: e.update(Trajectory="forward#jump"), "move 1 of 'Trajectory' is \"jump\", not one of"),
    (lambda e: e.update(Trajectory=["forward"]), "'Trajectory' is .* not moves with #"),
    (lambda e: e.update(ID=17), r"has the house and the ID of .*Dataset\[0\]"),
]


@pytest.mark.parametrize(("edit", "says"), FAULTS, ids=[says[:30] for _, says in FAULTS])
def test_faults_are_named_with_file_entry_and_field(original: Path, edit: Callable[[dict], object], says: str) -> None:
    entry = dict(OPEN)
    edit(entry)
    write(original, GO, entry)
    with pytest.raises(InputError, match=rf"{TRAIN}, Dataset\[1\].*{says}"):
        paragraphs_of(original)


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        (TRAIN, "[]", "must have a list under the key 'Dataset'"),
        (TRAIN, '{"Dataset": [3]}', r"Dataset\[0\]: is 3, not an object"),
        ("datapoint_type_house3.txt", "17 navigation\n18 cooking\n", 'house3.txt, line 2: has "cooking", which is neither'),
        ("datapoint_type_house3.txt", "17\n", "line 1: names no goals"),
        ("datapoint_type_house3.txt", "x navigation\n", 'line 1: begins with "x", not with an ID'),
        ("datapoint_type_house3.txt", "1 navigation\n1 navigation\n", "line 2: has the ID 1 of a line before"),
        ("house_all_vocab.txt", "go\n\nthe\nkitchen\nopen\nfridge\n", r"Instruction\[1\] is 1, but line 2 .* is empty"),
    ],
)
def test_broken_files_are_named(original: Path, name: str, content: str, says: str) -> None:
    (original / name).write_text(content)
    with pytest.raises(InputError, match=says):
        paragraphs_of(original)


def test_missing_files_and_folders_are_named(original: Path, tmp_path: Path) -> None:
    (original / "house_all_vocab.txt").unlink()
    with pytest.raises(InputError, match=r"house_all_vocab\.txt: there is no such file"):
        paragraphs_of(original)
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match=r"has no tokenized_house1_discrete_train\.json"):
        paragraphs_of(tmp_path / "empty")
    with pytest.raises(InputError, match="there is no such folder"):
        paragraphs_of(tmp_path / "nowhere")


def test_records_elsewhere_need_their_places_and_these_cannot_have_any(original: Path) -> None:
    fields = paragraph_fields("chai")
    record = json.loads(next(import_ciff(original, "human", Counter())).line)
    assert list(fields.wrong(record, "")) == [] and fields.fits([record])
    elsewhere = {**record, "scene": {**record["scene"], "fingerprint": "abc"}}
    assert list(fields.wrong(elsewhere, "")) == ["segments[0]: key 'start' is missing."] and not fields.fits([elsewhere])
    record["segments"][0]["end"] = [1.0, 1.0]
    assert list(fields.wrong(record, "")) == ["segments[0].end must be absent: the original house is not available."]
