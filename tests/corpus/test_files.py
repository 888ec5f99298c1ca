"""Corpus folders: whole or not at all, and clear sentences about everything that can be wrong with one."""

import errno
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sightline.corpus.lani.build import generate_corpus

from sightline.corpus.check import problems
from sightline.corpus.files import Entry, cache_folder, fingerprint, read_corpus, write_corpus
from sightline.corpus.lani.check import check_paragraph
from sightline.corpus.lani.generate import corpus_paragraph
from sightline.errors import InputError


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpus") / "lani"
    generate_corpus(folder, 20, 11, 1)
    return folder


@pytest.fixture
def corpus(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "corpus"))


def change(file: Path, line: int, edit: Callable[[dict], object]) -> None:
    lines = file.read_text().splitlines()
    data = json.loads(lines[line])
    edit(data)
    lines[line] = json.dumps(data)
    file.write_text("\n".join(lines) + "\n")


def test_a_generated_corpus_is_sound(made: Path) -> None:
    assert list(problems(made, check_paragraph)) == []
    assert {p.name for p in made.iterdir()} == {
        "train.jsonl", "dev.jsonl", "test.jsonl", "corpus.json", "vocabulary.txt", "README.md",
    }  # fmt: skip


def first(data: dict) -> dict:
    return data["segments"][0]


FAULTS: list[tuple[Callable[[dict], object], str]] = [
    (lambda d: d.pop("scene"), "key 'scene' is missing"),
    (lambda d: d["scene"]["landmarks"][0].update(name="Unicorn"), 'name is "Unicorn", which is none of the 63'),
    (lambda d: d["scene"]["landmarks"][0].update(x=99), "scene.landmarks[0].x is 99"),
    (lambda d: d["scene"].update(lakes=[[1, 5, 200]]), "scene.lakes[0] is [1, 5, 200]"),
    (lambda d: d.update(segments=[]), "'segments' is empty"),
    (lambda d: first(d).update(instruction="  "), "segments[0].instruction is empty"),
    (lambda d: first(d).update(tokens=[]), "segments[0].tokens is empty"),
    (lambda d: first(d).update(tokens="go"), "segments[0].tokens must be a list"),
    (lambda d: first(d).update(actions="FFX"), "segments[0].actions must be letters F, R and L"),
    (lambda d: first(d).update(start=[1, 2]), "segments[0].start must be 3 finite numbers"),
    (lambda d: first(d).update(end=[-3, 2]), "segments[0].end is [-3, 2], outside the field"),
    (lambda d: first(d).update(phenomena=["rhyme"]), 'segments[0].phenomena has "rhyme"'),
    (lambda d: d.update(source="found"), "'source' is \"found\""),
    (lambda d: d.update(seed="one"), "'seed' must be a whole number"),
    (lambda d: d.update(path=[[1, 2], [3]]), "path[1] must be 2 finite numbers"),
]


@pytest.mark.parametrize(("edit", "says"), FAULTS, ids=[says[:40] for _, says in FAULTS])
def test_each_fault_is_named_with_file_line_and_field(corpus: Path, edit: Callable[[dict], object], says: str) -> None:
    change(corpus / "dev.jsonl", 1, edit)
    found = [sentence for sentence in problems(corpus) if "dev.jsonl, line 2" in sentence]
    assert len(found) == 1 and says in found[0]


def test_everything_is_found_in_one_pass(corpus: Path) -> None:
    change(
        corpus / "train.jsonl", 0, lambda d: (first(d).update(instruction=""), d["scene"]["landmarks"][0].update(name="X"))
    )
    change(corpus / "dev.jsonl", 0, lambda d: first(d).update(actions=7))
    with (corpus / "test.jsonl").open("a") as file:
        file.write('{"id": "cut')
    (corpus / "vocabulary.txt").write_text("<unknown>\n")
    found = "\n".join(problems(corpus))
    for says in ("train.jsonl, line 1: (lani-000000) segments[0].instruction", "none of the 63", "dev.jsonl, line 1",
                 "test.jsonl, line 4: is not JSON", "counts test as", "vocabulary.txt: lacks"):  # fmt: skip
        assert says in found, says


def test_scenes_and_ids_that_come_twice_are_found(corpus: Path) -> None:
    line = (corpus / "train.jsonl").read_text().splitlines()[2]
    with (corpus / "dev.jsonl").open("a") as file:
        file.write(line + "\n")
    found = "\n".join(problems(corpus))
    assert "has the id of" in found and "which is in another split" in found


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda c: (c / "train.jsonl").write_bytes(b'{"id": "\xff"}\n'), "train.jsonl: is not UTF-8"),
        (lambda c: (c / "train.jsonl").write_text('{"id": "a"'), "train.jsonl, line 1: is not JSON"),
        (lambda c: (c / "corpus.json").write_text("{"), "corpus.json: is not JSON"),
        (lambda c: (c / "corpus.json").unlink(), "it has no corpus.json"),
        (lambda c: (c / "vocabulary.txt").unlink(), "vocabulary.txt: cannot be read"),
        (lambda c: [f.unlink() for f in c.glob("*.jsonl")], "has none of train.jsonl"),
        (lambda c: shutil.rmtree(c), "there is no such folder"),
    ],
)
def test_reading_says_what_is_wrong(corpus: Path, spoil: Callable[[Path], object], says: str) -> None:
    spoil(corpus)
    with pytest.raises(InputError, match=says):
        read_corpus(corpus)
    assert any(says in sentence for sentence in problems(corpus))


def entries(fail: BaseException | None = None) -> Iterator[Entry]:
    for index in range(3):
        yield Entry.of("train", corpus_paragraph(0, index))
    if fail is not None:
        raise fail


def test_an_existing_folder_is_refused_and_replaced_only_by_force(corpus: Path) -> None:
    before = fingerprint(corpus)
    with pytest.raises(InputError, match="exists already; --force"):
        write_corpus(corpus, entries(), {}, "")
    assert fingerprint(corpus) == before
    write_corpus(corpus, entries(), {}, "", force=True)
    assert fingerprint(corpus) != before
    assert sorted(p.name for p in corpus.parent.iterdir()) == ["corpus"]


def test_force_does_not_replace_something_else(tmp_path: Path) -> None:
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "chapter.tex").write_text("years of work")
    with pytest.raises(InputError, match="so it is not replaced"):
        write_corpus(tmp_path / "thesis", entries(), {}, "", force=True)
    assert (tmp_path / "thesis" / "chapter.tex").exists()


@pytest.mark.parametrize("failure", [KeyboardInterrupt(), OSError(errno.ENOSPC, "No space left on device")])
@pytest.mark.parametrize("there", [False, True])
def test_nothing_half_written_is_left(tmp_path: Path, failure: BaseException, there: bool) -> None:
    target = tmp_path / "corpus"
    if there:
        write_corpus(target, entries(), {"seed": 1}, "")
        before = fingerprint(target)
    with pytest.raises((KeyboardInterrupt, InputError)) as raised:
        write_corpus(target, entries(failure), {}, "", force=True)
    if isinstance(failure, OSError):
        assert "No space left" in str(raised.value)
    assert [p.name for p in tmp_path.iterdir()] == (["corpus"] if there else [])
    assert not there or fingerprint(target) == before


def test_an_empty_corpus_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no paragraphs"):
        write_corpus(tmp_path / "corpus", iter(()), {}, "")
    assert list(tmp_path.iterdir()) == []


def test_the_cache_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SIGHTLINE_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.delenv("SIGHTLINE_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "x"))
    assert cache_folder() == tmp_path / "x" / "sightline"
