"""Corpus folders: written whole, read back checked, and the first thing that is wrong said with file, line and field."""

import gc
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tiny_world import CORPUS, KIND

from sightline.corpus.files import BLOCK, Entry, cache_folder, fingerprint, read_corpus, write_corpus
from sightline.corpus.splits import corpus_paragraph, split_of
from sightline.errors import InputError

ABOUT = {"world": KIND.name, "source": "generated", "seed": 0}


def entries(count: int = 20, fail: BaseException | None = None) -> Iterator[Entry]:
    for index in range(count):
        yield Entry.of(split_of(index), corpus_paragraph(CORPUS, 0, index))
    if fail is not None:
        raise fail


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpus") / "toy"
    write_corpus(folder, entries(), ABOUT, "A card.\n")
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


def test_a_folder_holds_records_counts_vocabulary_and_a_card(made: Path) -> None:
    assert {p.name for p in made.iterdir()} == {
        "train.jsonl", "dev.jsonl", "test.jsonl", "corpus.json", "vocabulary.txt", "README.md",
    }  # fmt: skip
    about = json.loads((made / "corpus.json").read_text())
    assert about == {
        **ABOUT, "version": 1,
        "counts": {"train": {"paragraphs": 14, "instructions": 28}, "dev": {"paragraphs": 3, "instructions": 6},
                   "test": {"paragraphs": 3, "instructions": 6}},
    }  # fmt: skip
    assert (made / "README.md").read_text() == "A card.\n"
    words = (made / "vocabulary.txt").read_text().splitlines()
    assert words[:2] == ["<unknown>", "train"] and set(words[2:]) == {str(n) for n in range(14)}


def test_a_corpus_reads_back_as_it_was_made(made: Path) -> None:
    corpus = read_corpus(made)
    assert list(corpus.splits) == ["train", "dev", "test"] and corpus.about["seed"] == 0
    assert list(corpus.paragraphs()) == [corpus_paragraph(CORPUS, 0, n) for n in range(20)]
    assert "train" in corpus.vocabulary and "dev" not in corpus.vocabulary


def test_a_corpus_without_train_knows_all_its_words(tmp_path: Path) -> None:
    write_corpus(tmp_path / "c", (e for e in entries() if e.split != "train"), ABOUT, "")
    corpus = read_corpus(tmp_path / "c")
    assert list(corpus.splits) == ["dev", "test"] and {"dev", "test", "14", "19"} <= set(corpus.vocabulary.tokens)


def test_reading_leaves_the_collector_as_it_was(made: Path) -> None:
    for state, switch in ((True, gc.enable), (False, gc.disable)):
        switch()
        read_corpus(made)
        assert gc.isenabled() == state
    gc.enable()


@pytest.mark.parametrize("line", [0, BLOCK - 1, BLOCK, 2 * BLOCK + 5])
def test_the_line_of_a_fault_is_named_wherever_it_is(line: int, tmp_path: Path) -> None:
    many = [Entry("dev", *list(vars(Entry.of("dev", corpus_paragraph(CORPUS, 1, n))).values())[1:]) for n in range(75)]
    write_corpus(tmp_path / "c", many, ABOUT, "")
    change(tmp_path / "c" / "dev.jsonl", line, lambda d: d["segments"][1].update(end=[-3, 2]))
    with pytest.raises(InputError) as told:
        read_corpus(tmp_path / "c")
    where = f"{tmp_path / 'c' / 'dev.jsonl'}, line {line + 1} (tiny_world-KIND-{line:06d})"
    assert str(told.value) == f"{where}: segments[1].end is [-3, 2], not a place [x, z] between 0 and 50."


def test_numbers_of_mixed_types_are_right_too(corpus: Path) -> None:
    change(corpus / "dev.jsonl", 0, lambda d: d["segments"][0].update(start=[10, 10.0, 0], end=[10, 13]))
    assert read_corpus(corpus).splits["dev"][0].segments[0].end == (10, 13)


def spoil(name: str, content: str | bytes) -> Callable[[Path], object]:
    return lambda c: (c / name).write_bytes(content if isinstance(content, bytes) else content.encode())


def edit_about(**changes: Any) -> Callable[[Path], object]:
    def edit(folder: Path) -> None:
        about = {**json.loads((folder / "corpus.json").read_text()), **changes}
        (folder / "corpus.json").write_text(json.dumps({k: v for k, v in about.items() if v is not None}))

    return edit


SPOILT: list[tuple[Callable[[Path], object], str]] = [
    (spoil("train.jsonl", b'{"id": "\xff"}\n'), "train.jsonl: is not UTF-8 (invalid start byte"),
    (spoil("train.jsonl", '{"id": "a"'), "train.jsonl, line 1: is not JSON ("),
    (spoil("train.jsonl", "\n"), "train.jsonl, line 1: is not JSON ("),
    (spoil("train.jsonl", "[" * 100_000 + "\n"), "train.jsonl, line 1: is not JSON that can be read (it is nested"),
    (spoil("train.jsonl", "9" * 5000), "train.jsonl, line 1: is not JSON ("),
    (spoil("train.jsonl", "[]\n"), "train.jsonl, line 1: is [], not a paragraph."),
    (spoil("train.jsonl", '{"id": "a/b"}\n'), 'train.jsonl, line 1: '),
    (spoil("train.jsonl", ""), "corpus.json: counts train as {\"paragraphs\": 14, \"instructions\": 28}, but the file has"),
    (lambda c: ((c / "train.jsonl").unlink(), (c / "train.jsonl").mkdir()), "train.jsonl: cannot be read (Is a directory)."),
    (spoil("corpus.json", "{"), "corpus.json: is not JSON"),
    (spoil("corpus.json", "[]"), "corpus.json: is not a JSON object."),
    (edit_about(world=None), "corpus.json: key 'world' is missing."),
    (edit_about(world=["lani"]), 'corpus.json: \'world\' is ["lani"], not the name of a world.'),
    (edit_about(world="mars"), "There is no world 'mars'"),
    (edit_about(world="chai"), 'train.jsonl, line 1 (tiny_world-KIND-000000): world is "tiny_world:KIND", not one of chai.'),
    (edit_about(world="x" * 300), "corpus.json: 'world' is"),
    (edit_about(source="found"), 'corpus.json: source is "found", not one of generated, written, human.'),
    (edit_about(seed=10**400), "corpus.json: seed is"),
    (spoil("train.jsonl", b"\x1f\x8b\x08\x00truncated gzip"), "train.jsonl: is not UTF-8"),
    (edit_about(counts=None), "corpus.json: counts train as nothing, but the file has"),
    (edit_about(counts=[]), "corpus.json: counts train as nothing"),
    (edit_about(counts={"train": 14}), "corpus.json: counts train as 14, but"),
    (lambda c: (c / "corpus.json").unlink(), "is not a corpus folder (it has no corpus.json)."),
    (lambda c: (c / "vocabulary.txt").unlink(), "vocabulary.txt: cannot be read"),
    (lambda c: [f.unlink() for f in c.glob("*.jsonl")], "has none of train.jsonl, dev.jsonl, test.jsonl."),
    (lambda c: shutil.rmtree(c), "there is no such folder."),
]  # fmt: skip


@pytest.mark.parametrize(("spoil", "says"), SPOILT, ids=[f"{n} {says[:40]}" for n, (_, says) in enumerate(SPOILT)])
def test_reading_says_what_is_wrong(corpus: Path, spoil: Callable[[Path], object], says: str) -> None:
    spoil(corpus)
    with pytest.raises(InputError) as told:
        read_corpus(corpus)
    assert says in str(told.value) and "\n" not in str(told.value)


def test_an_existing_folder_is_refused_and_replaced_only_by_force(corpus: Path) -> None:
    before = fingerprint(corpus)
    with pytest.raises(InputError, match="exists already; --force"):
        write_corpus(corpus, entries(3), ABOUT, "")
    assert fingerprint(corpus) == before
    write_corpus(corpus, entries(3), ABOUT, "", force=True)
    assert fingerprint(corpus) != before
    (corpus / "corpus.json").unlink()
    with pytest.raises(InputError, match="so it is not replaced"):
        write_corpus(corpus, entries(3), ABOUT, "", force=True)


def test_an_empty_corpus_or_one_that_fails_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no paragraphs"):
        write_corpus(tmp_path / "corpus", iter(()), ABOUT, "")
    with pytest.raises(KeyboardInterrupt):
        write_corpus(tmp_path / "corpus", entries(3, KeyboardInterrupt()), ABOUT, "")
    assert list(tmp_path.iterdir()) == []


def test_a_fingerprint_is_of_everything_but_the_card(corpus: Path) -> None:
    usual = fingerprint(corpus)
    (corpus / "README.md").write_text("x")
    assert fingerprint(corpus) == usual
    for name in ("train.jsonl", "dev.jsonl", "test.jsonl", "vocabulary.txt", "corpus.json"):
        text = (corpus / name).read_bytes()
        (corpus / name).write_bytes(text + b" ")
        assert fingerprint(corpus) != usual
        (corpus / name).write_bytes(text)
    (corpus / "dev.jsonl").rename(corpus / "spare")
    assert fingerprint(corpus) != usual


def test_the_cache_folder_can_be_chosen(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SIGHTLINE_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path
    monkeypatch.delenv("SIGHTLINE_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "x"))
    assert cache_folder() == tmp_path / "x" / "sightline"
    monkeypatch.setenv("XDG_CACHE_HOME", "")
    assert cache_folder() == Path.home() / ".cache" / "sightline"


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda f: (f / "dev.jsonl").unlink(), 'counts "dev", but there is no such split here'),
        (lambda f: about(f, version=2), "is of version 2; this Sightline reads version 1"),
        (lambda f: about(f, version=True), "is of version true"),
        (lambda f: about(f, counts=5), "counts train as nothing"),
        (lambda f: double(f / "train.jsonl"), "has two paragraphs with the id"),
        (lambda f: (f / "vocabulary.txt").write_text("<unknown>\n\ngo\n"), "vocabulary.txt, line 2: is empty"),
    ],
)
def test_a_folder_that_is_not_what_it_says_is_refused(spoil: Callable[[Path], object], says: str, tmp_path: Path) -> None:
    some = [entry for k, entry in enumerate(entries()) if k in (0, 1, 14)]
    write_corpus(tmp_path / "c", some, ABOUT, "")
    read_corpus(tmp_path / "c")
    spoil(tmp_path / "c")
    with pytest.raises(InputError, match=says):
        read_corpus(tmp_path / "c")


def about(folder: Path, **changes: object) -> None:
    facts = json.loads((folder / "corpus.json").read_text())
    (folder / "corpus.json").write_text(json.dumps(facts | changes))


def double(file: Path) -> None:
    first = file.read_text().splitlines()[0]
    file.write_text(f"{first}\n{first}\n")
