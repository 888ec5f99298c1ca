"""Whole corpora: the same bytes with any number of workers, the standard one made once, folders by name."""

import shutil
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tiny_world import BARE, CORPUS, KIND

import sightline
from sightline.corpus import build
from sightline.corpus.build import corpus_folder, generate_corpus, is_on_record, make_standard, standard_folder
from sightline.corpus.files import fingerprint, read_corpus
from sightline.corpus.splits import corpus_paragraph
from sightline.errors import InputError


def test_the_number_of_workers_changes_nothing(tmp_path: Path) -> None:
    told: dict[int, list[int]] = {1: [], 2: []}
    for workers, done in told.items():
        generate_corpus(CORPUS, tmp_path / str(workers), 70, 5, workers, progress=done.append)
    assert told == {1: [25, 25, 20], 2: [25, 25, 20]}
    assert fingerprint(tmp_path / "1") == fingerprint(tmp_path / "2")
    assert (tmp_path / "1" / "README.md").read_text() == "70 of 5\n" == (tmp_path / "2" / "README.md").read_text()
    corpus = read_corpus(tmp_path / "2")
    assert corpus.about["world"] == KIND.name and corpus.about["seed"] == 5 and corpus.about["source"] == "generated"
    assert sorted(corpus.paragraphs(), key=lambda p: p.id) == [corpus_paragraph(CORPUS, 5, n) for n in range(70)]


def test_what_goes_wrong_in_a_worker_is_said_here_and_leaves_nothing(tmp_path: Path) -> None:
    for workers in (1, 2):
        with pytest.raises(InputError, match=r"^Paragraph 77 cannot be made\.$"):
            generate_corpus(CORPUS, tmp_path / "c", 80, 0, workers)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("paragraphs", "seed", "workers"), [(0, 0, 1), (10, -1, 1), (10, 1_000_000, 1), (1_000_001, 0, 1), (10, 0, 0)]
)
def test_sizes_and_seeds_have_limits(tmp_path: Path, paragraphs: int, seed: int, workers: int) -> None:
    with pytest.raises(InputError, match="A corpus has 1 to 1,000,000 paragraphs, a seed from 0 to 999,999 and 1 or more"):
        generate_corpus(CORPUS, tmp_path / "c", paragraphs, seed, workers)


def test_an_existing_folder_is_replaced_only_by_force(tmp_path: Path) -> None:
    generate_corpus(CORPUS, tmp_path / "c", 1, 0, 1)
    with pytest.raises(InputError, match="exists already"):
        generate_corpus(CORPUS, tmp_path / "c", 2, 0, 1)
    generate_corpus(CORPUS, tmp_path / "c", 2, 0, 1, force=True)
    assert len(list(read_corpus(tmp_path / "c").paragraphs())) == 2


@pytest.fixture
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("SIGHTLINE_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_the_standard_corpus_is_made_once(cache: Path) -> None:
    folder = make_standard(CORPUS)
    assert folder == standard_folder(CORPUS) and folder.parent == cache and folder.name.startswith("tiny_world-KIND-")
    corpus = read_corpus(folder)
    assert corpus.about["seed"] == 3 and len(list(corpus.paragraphs())) == 60
    written = (folder / "train.jsonl").stat().st_mtime_ns
    assert make_standard(CORPUS) == folder and (folder / "train.jsonl").stat().st_mtime_ns == written
    assert not is_on_record(CORPUS, folder)
    assert is_on_record(replace(CORPUS, standard=CORPUS.standard._replace(sha256=fingerprint(folder))), folder)


def test_another_process_may_be_faster(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(kind: Any, target: Path, *given: Any, **more: Any) -> None:
        target.mkdir(parents=True)
        raise InputError("exists already")

    monkeypatch.setattr(build, "generate_corpus", slow)
    assert make_standard(CORPUS).is_dir()
    shutil.rmtree(cache)
    monkeypatch.setattr(build, "generate_corpus", lambda *given, **more: (_ for _ in ()).throw(InputError("no room")))
    with pytest.raises(InputError, match="no room"):
        make_standard(CORPUS)


def test_a_corpus_is_asked_for_by_path_or_name(cache: Path, tmp_path: Path) -> None:
    assert corpus_folder(tmp_path / "x", "no world needed") == tmp_path / "x"
    assert corpus_folder(Path("./standard").absolute(), "lani") == Path("standard").absolute()
    written = corpus_folder(Path("written"), "lani")
    assert len(read_corpus(written).splits["dev"]) == 200
    with pytest.raises(InputError, match="There is no written set of tiny_world:KIND"):
        corpus_folder(Path("written"), KIND.name)
    with pytest.raises(InputError, match="There is no corpus of BARE yet"):
        corpus_folder(Path("standard"), BARE.name)


def test_the_standard_corpus_by_name_is_made_with_progress_and_a_word_about_it(cache: Path) -> None:
    said: list[str] = []
    told: list[Any] = []

    def progress(total: int, what: str) -> AbstractContextManager[Any]:
        told.append((total, what))
        return nullcontext(told.append)

    for _ in range(2):
        folder = corpus_folder(Path("standard"), KIND.name, 1, said.append, progress)
    assert folder == standard_folder(CORPUS) and told == [(60, "paragraphs"), 25, 25, 10]
    assert said[0] == f"Making the standard corpus in {folder} (a minute or two, once)."
    assert len(said) == 3 and said[1] == said[2] and "not the corpus on record" in said[1]


def test_whatever_shapes_a_corpus_changes_the_name_of_its_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    package = tmp_path / "sightline"
    source = Path(sightline.__file__).parent
    shutil.copytree(source, package, ignore=shutil.ignore_patterns("__pycache__", "weights", "*.nb?", "*.safetensors"))
    monkeypatch.setattr(sightline, "__file__", str(package / "__init__.py"))
    monkeypatch.setattr(build, "_place_of", lambda module: package.joinpath(*module.split(".")[1:]))

    def name() -> str:
        build.recipe.cache_clear()
        return build.recipe("lani")

    usual = name()
    assert usual == name()
    for part in ("world.py", "fields.py", "corpus/records.py", "corpus/grammar.py", "corpus/lani/ways.py", "lani/scene.py",
                 "corpus/lani/grammar/frames.txt", "corpus/lani/standard.json", "geometry/pose.py", "render/primitives.py",
                 "language/tokenizer.py", "lani/landmarks/stones.py"):  # fmt: skip
        text = (package / part).read_bytes()
        (package / part).write_bytes(text + b"\n")
        assert name() != usual, part
        (package / part).write_bytes(text)
    for part in ("render/gpu/paint.py", "models/lookout.py", "cli/corpus.py", "corpus/lani/written/dev.jsonl"):
        (package / part).write_bytes((package / part).read_bytes() + b"\n")
    assert name() == usual
    monkeypatch.undo()
    build.recipe.cache_clear()
    with pytest.raises(InputError, match="no module no_such_module"):
        build._place_of("no_such_module")
