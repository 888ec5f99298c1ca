"""Files of the original release: written, read back, and read in all the shapes they come in."""

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sightline.corpus.build import generate_corpus
from sightline.corpus.files import read_corpus, write_corpus
from sightline.corpus.lani.ciff import export_ciff, import_ciff
from sightline.corpus.lani.kind import KIND
from sightline.corpus.records import Paragraph
from sightline.errors import InputError


def paragraphs_of(folder: Path, label: str = "human") -> tuple[list[Paragraph], Counter[str]]:
    skipped: Counter[str] = Counter()
    return [Paragraph.from_json(json.loads(e.line)) for e in import_ciff(folder, label, skipped)], skipped


def test_a_corpus_survives_export_and_import(tmp_path: Path) -> None:
    generate_corpus(KIND, tmp_path / "ours", 40, 2, 1)
    ours = read_corpus(tmp_path / "ours")
    export_ciff(ours, tmp_path / "theirs", force=False)
    write_corpus(tmp_path / "again", import_ciff(tmp_path / "theirs", "generated", Counter()), {"world": "lani"}, "")
    again = read_corpus(tmp_path / "again")
    assert again.vocabulary == ours.vocabulary
    for split, paragraphs in ours.splits.items():
        for one, two in zip(paragraphs, again.splits[split], strict=True):
            assert (two.id, two.scene, two.path, two.source) == (one.id, one.scene, one.path, "generated")
            for a, b in zip(one.segments, two.segments, strict=True):
                assert (b.tokens, b.start, b.end, b.actions) == (a.tokens, a.start, a.end, a.actions)
                assert b.intended is None and b.meaning is None
    export_ciff(again, tmp_path / "theirs2", force=False)
    for file in (tmp_path / "theirs").rglob("*.*"):
        assert file.read_bytes() == (tmp_path / "theirs2" / file.relative_to(tmp_path / "theirs")).read_bytes()


CONFIG = {
    "landmarkName": ["Well", "Barrel"], "xPos": [100, 900], "zPos": [200, 500], "radius": [95.5, 80.0],
    "isEnabled": [True, True],
}  # fmt: skip
ANNOTATION: dict[str, Any] = {
    "id": "59", "valid": True, "config_file": "configs/random_config_59.json", "path_file": "paths/random_curve_59.json",
    "instructions_file": "instructions/instructions_59.txt", "instructions": ["go to the well .", "turn left ."],
    "moves": ["FFRF", "L"], "start_x": [230.5, 235], "start_z": [260.25, 262], "start_rot": [370, -15],
    "end_x": [235, 235], "end_z": [262, 262], "end_rot": [30, 15], "num_tokens": [4, 2],
}  # fmt: skip


@pytest.fixture
def original(tmp_path: Path) -> Path:
    """A folder as the release lays it out, with one paragraph; its config has no lakes."""
    for name in ("configs", "paths"):
        (tmp_path / name).mkdir()
    (tmp_path / "configs/random_config_59.json").write_text(json.dumps(CONFIG))
    (tmp_path / "paths/random_curve_59.json").write_text(json.dumps({"x_array": [100, 120.5], "z_array": [40, 80]}))
    write(tmp_path, [ANNOTATION])
    return tmp_path


def write(folder: Path, annotations: Any) -> None:
    (folder / "train_annotations_6000.json").write_text(json.dumps(annotations))


def test_original_files_are_read_as_they_are(original: Path) -> None:
    (paragraph,), skipped = paragraphs_of(original)
    one, two = paragraph.segments
    assert not skipped and paragraph.id == "lani-000059" and paragraph.source == "human"
    assert one.start == (5.5, 35.25, 10.0) and one.end == (10.0, 37.0) and two.start[2] == 345.0
    assert one.tokens == ["go", "to", "the", "well", "."] and one.actions == "FFRF"
    assert paragraph.path == [(5.0, 2.0), (6.025, 4.0)]
    assert paragraph.scene.lakes == () and paragraph.scene.landmarks[0].x == 5.0


def test_the_keyed_layout_of_the_smaller_release(original: Path) -> None:
    (original / "train_annotations_6000.json").unlink()
    keyed = {"train": [ANNOTATION], "dev": [{**ANNOTATION, "id": 60}], "test": []}
    (original / "annotation_results.json").write_text(json.dumps(keyed))
    splits = [(e.split, json.loads(e.line)["id"]) for e in import_ciff(original, "human", Counter())]
    assert splits == [("train", "lani-000059"), ("dev", "lani-000060")]


def test_invalid_paragraphs_are_left_out_and_counted(original: Path) -> None:
    write(original, [{**ANNOTATION, "valid": False}, ANNOTATION, {**ANNOTATION, "valid": False}])
    found, skipped = paragraphs_of(original)
    assert len(found) == 1 and skipped["invalid"] == 2


def test_several_paragraphs_may_share_an_id(original: Path) -> None:
    write(original, [ANNOTATION, ANNOTATION])
    assert [p.id for p in paragraphs_of(original)[0]] == ["lani-000059", "lani-000059-2"]


def test_synthetic_data_without_moves_is_in_map_units(original: Path) -> None:
    synthetic = {
        **ANNOTATION,
        "moves": [],
        "start_x": [100, 200],
        "start_z": [100, 200],
        "end_x": [300, 300],
        "end_z": [400, 400],
    }
    (original / "paths/random_curve_59.json").write_text(json.dumps({"x_array": [230], "z_array": [250]}))
    write(original, [synthetic])
    (paragraph,), _ = paragraphs_of(original)
    assert paragraph.segments[0].start == (5.0, 5.0, 10.0) and paragraph.segments[0].end == (15.0, 20.0)
    assert paragraph.segments[0].actions == "" and paragraph.path == [(5.0, 25.0)]


def test_ends_rounded_over_the_edge_are_drawn_back(original: Path) -> None:
    write(original, [{**ANNOTATION, "end_x": [275.4, 224.6]}])
    (paragraph,), _ = paragraphs_of(original)
    assert [s.end[0] for s in paragraph.segments] == [50.0, 0.0]


def test_optional_things_may_be_missing(original: Path) -> None:
    bare = {key: value for key, value in ANNOTATION.items() if key not in ("path_file", "valid", "end_rot", "num_tokens")}
    write(original, [bare])
    (paragraph,), _ = paragraphs_of(original)
    assert paragraph.path is None


FAULTS: list[tuple[Callable[[dict], object], str]] = [
    (lambda a: a.pop("end_x"), "key 'end_x' is missing"),
    (lambda a: a["start_z"].pop(), "'start_z' has 1 entries but 'instructions' has 2"),
    (lambda a: a.update(instructions=["go", " "]), r"instructions\[1\] is empty"),
    (lambda a: a.update(moves=["FFS", ""]), r"moves\[0\] must be letters"),
    (lambda a: a["end_x"].__setitem__(0, 12), r"end_x\[0\] is 12, outside the field 225..275"),
    (lambda a: a["start_rot"].__setitem__(1, "north"), r'start_rot\[1\] is "north", not a number'),
    (lambda a: a.update(config_file="configs/none.json"), "\"configs/none.json\" of 'config_file' is not under"),
    (lambda a: a.update(config_file="/etc/passwd"), "\"/etc/passwd\" of 'config_file' is not under"),
    (lambda a: a.update(config_file="../outside.json"), "\"../outside.json\" of 'config_file' is not under"),
    (lambda a: a.update(config_file="link.json"), "\"link.json\" of 'config_file' is not under"),
    (lambda a: a.update(config_file="a\0b"), "'config_file' must name a file"),
    (lambda a: a.update(id="../../escaped"), "id is .* not a plain name"),
    (lambda a: a.update(id={}), "'id' is {}, neither a number nor text"),
    (lambda a: a.update(instructions=5), "'instructions' is 5, not a list of one or more texts"),
    (lambda a: a.update(instructions=["go \ud800", "go"]), "is not valid Unicode"),
]


@pytest.mark.parametrize(("edit", "says"), FAULTS, ids=[says[:30] for _, says in FAULTS])
def test_faults_are_named_with_file_and_record(original: Path, edit: Callable[[dict], object], says: str) -> None:
    annotation = json.loads(json.dumps(ANNOTATION))
    edit(annotation)
    write(original, [ANNOTATION, annotation])
    outside = original.parent / "outside.json"
    outside.write_bytes((original / ANNOTATION["config_file"]).read_bytes())
    (original / "link.json").symlink_to(outside)
    with pytest.raises(InputError, match=rf"train_annotations_6000.json, train paragraph 1.*{says}"):
        paragraphs_of(original)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"[{", "is not JSON, or cut off"), (b'["\xff"]', "is not UTF-8"), (b"{}", "must be a list of paragraphs"),
        (b"[3]", "paragraph 0: is 3, not an object"),
    ],
)  # fmt: skip
def test_broken_annotation_files_are_named(original: Path, content: bytes, says: str) -> None:
    (original / "train_annotations_6000.json").write_bytes(content)
    with pytest.raises(InputError, match=says):
        paragraphs_of(original)


def test_unknown_landmarks_and_empty_folders_are_named(original: Path, tmp_path: Path) -> None:
    (original / "configs/random_config_59.json").write_text(json.dumps({**CONFIG, "landmarkName": ["Well", "Dragon"]}))
    with pytest.raises(InputError, match='"Dragon", which is none of the 63'):
        paragraphs_of(original)
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="has neither train_annotations"):
        paragraphs_of(tmp_path / "empty")
    with pytest.raises(InputError, match="there is no such folder"):
        paragraphs_of(tmp_path / "nowhere")
