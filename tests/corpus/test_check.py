"""Checking a folder: everything that is wrong, in one pass, with file, line and field."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tiny_world import BARE, CORPUS

from sightline.corpus.build import generate_corpus
from sightline.corpus.check import count_lines, problems
from sightline.corpus.files import Entry, write_corpus
from sightline.corpus.records import Paragraph, Segment


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpus") / "toy"
    generate_corpus(CORPUS, folder, 40, 1, 1)
    return folder


@pytest.fixture
def corpus(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "corpus"))


def change(file: Path, line: int, edit: Callable[[dict[str, Any]], object]) -> None:
    lines = file.read_text().splitlines()
    data = json.loads(lines[line])
    edit(data)
    lines[line] = json.dumps(data)
    file.write_text("\n".join(lines) + "\n")


UNLUCKY = "train.jsonl, line 14 (tiny_world-KIND-000013): is unlucky."  # which this corpus has for its kind's own check


def test_a_sound_corpus_has_no_problems_but_those_its_kind_sees(corpus: Path) -> None:
    told: list[int] = []
    assert list(problems(corpus, told.append)) == [f"{corpus}/{UNLUCKY}"]
    assert count_lines(corpus) == 40 == sum(told) and count_lines(corpus / "nowhere") == 0


def test_everything_is_found_in_one_pass(corpus: Path) -> None:
    change(corpus / "train.jsonl", 0, lambda d: (d["segments"][0].update(instruction=""), d["segments"][1].update(end=[1])))
    change(corpus / "dev.jsonl", 0, lambda d: d["segments"][0].update(actions=7))
    with (corpus / "test.jsonl").open("a") as file:
        file.write('{"id": "cut\n' + "[" * 100_000 + "\n")
    (corpus / "vocabulary.txt").write_text("<unknown>\nabracadabra\n")
    sentences = [sentence.removeprefix(f"{corpus}/") for sentence in problems(corpus)]
    assert sentences == [
        "train.jsonl, line 1 (tiny_world-KIND-000000): segments[0].instruction is empty.",
        "train.jsonl, line 1 (tiny_world-KIND-000000): segments[1].end is [1], not a place [x, z] between 0 and 50.",
        UNLUCKY,
        'corpus.json: counts train as {"paragraphs": 28, "instructions": 56}, but the file has '
        '{"paragraphs": 28, "instructions": 54}.',
        "dev.jsonl, line 1 (tiny_world-KIND-000014): segments[0].actions is 7, not letters F, R and L.",
        sentences[5],
        sentences[6],
        "test.jsonl, line 8: is not JSON that can be read (it is nested too deeply).",
        sentences[8],
        "vocabulary.txt: lacks 28 tokens of train.jsonl, such as '1000001'.",
        "vocabulary.txt: has 1 tokens that are not in train.jsonl, such as 'abracadabra'.",
    ]
    assert "counts dev as" in sentences[5] and "test.jsonl, line 7: is not JSON (" in sentences[6]
    assert "counts test as" in sentences[8]


def test_scenes_and_ids_that_come_twice_are_found(corpus: Path) -> None:
    line = (corpus / "train.jsonl").read_text().splitlines()[2]
    for name in ("train", "dev"):
        with (corpus / f"{name}.jsonl").open("a") as file:
            file.write(line + "\n")
    sentences = "\n".join(problems(corpus))
    first = f"{corpus / 'train.jsonl'}, line 3"
    assert f"train.jsonl, line 29 (tiny_world-KIND-000002): has the id of {first}." in sentences
    assert f"dev.jsonl, line 7 (tiny_world-KIND-000002): has the id of {first}." in sentences
    assert f"dev.jsonl, line 7 (tiny_world-KIND-000002): has the scene of {first}, which is in another split." in sentences
    assert "line 29 (tiny_world-KIND-000002): has the scene" not in sentences


def test_what_corpus_json_lacks_or_says_otherwise_is_found(corpus: Path) -> None:
    about = json.loads((corpus / "corpus.json").read_text())
    (corpus / "corpus.json").write_text(json.dumps({"world": about["world"]}))
    sentences = "\n".join(problems(corpus))
    assert "corpus.json: key 'source' is missing." in sentences and "corpus.json: key 'counts' is missing." in sentences
    assert "(tiny_world-KIND-000000): 'source' is 'generated', but corpus.json says None." in sentences
    for text, says in (
        ("{", "is not JSON"),
        ("{}", "key 'world' is missing"),
        ('{"world": "mars"}', "There is no world 'mars'"),
    ):
        (corpus / "corpus.json").write_text(text)
        (sentence,) = problems(corpus)
        assert says in sentence
    (sentence,) = problems(corpus / "nowhere")
    assert sentence.endswith("there is no such folder.")


def test_a_folder_without_records_or_with_unreadable_ones(corpus: Path) -> None:
    (corpus / "train.jsonl").write_bytes(b"\xff\n")
    assert any("train.jsonl: is not UTF-8" in sentence for sentence in problems(corpus))
    for file in corpus.glob("*.jsonl"):
        file.unlink()
    assert list(problems(corpus)) == [f"{corpus}: has none of train.jsonl, dev.jsonl, test.jsonl."]
    (corpus / "vocabulary.txt").unlink()
    assert "vocabulary.txt: cannot be read" in list(problems(corpus))[1]


def test_a_world_without_a_corpus_kind_is_checked_by_its_form(tmp_path: Path) -> None:
    from sightline.lani.scene import Placed, Scene

    segment = Segment("Stop .", ["stop", "."], (1.0, 2.0, 0.0), (1.0, 2.0), "FF")
    paragraph = Paragraph("a", Scene((Placed("Well", 40.0, 40.0, 4.0),)), [segment], BARE.name, "human")
    write_corpus(tmp_path / "c", [Entry.of("dev", paragraph)], {"world": BARE.name, "source": "human"}, "")
    assert list(problems(tmp_path / "c")) == []
    change(tmp_path / "c" / "dev.jsonl", 0, lambda d: d["scene"].update(landmarks=None))
    assert "scene.landmarks is nothing, not" in next(problems(tmp_path / "c"))
