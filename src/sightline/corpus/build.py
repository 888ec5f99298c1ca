"""Generate corpora from a seed with several processes, byte-identical for any number of them; and the standard corpora."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from functools import cache
from importlib import util
from pathlib import Path
from typing import Any

import sightline
from sightline.corpus.files import Entry, cache_folder, fingerprint, write_corpus
from sightline.corpus.kind import CorpusKind, OwnScenes, Unseen, corpus_kind
from sightline.corpus.parts import write_part
from sightline.corpus.splits import SEEDS, corpus_paragraph, split_of
from sightline.errors import InputError
from sightline.render import cores
from sightline.shards import Shard
from sightline.workers import Workers
from sightline.world import Kind, kind_of

CHUNK = 25  # paragraphs per task of a worker
UNSEEN = "unseen-houses"
NAMES = ("standard", "written", UNSEEN)  # names that stand for a folder
ABOVE = ("__init__.py", "__main__.py", "api.py")  # modules that no corpus is made from

Progress = Callable[[int, str], AbstractContextManager[Callable[[int], None]]]  # (total, label): receives the number done


def generate_corpus(
    kind: CorpusKind,
    target: Path,
    paragraphs: int,
    seed: int,
    workers: int,
    force: bool = False,
    progress: Callable[[int], None] | None = None,
    scenes: OwnScenes = (),
    shard: Shard | None = None,
) -> None:
    """Write the corpus of a seed, or one shard of it, in the given scenes if any.

    `progress` is called with the number of paragraphs added.
    """
    if not 1 <= paragraphs <= SEEDS or not 0 <= seed < SEEDS or workers < 1:
        raise InputError(f"A corpus has 1 to {SEEDS:,} paragraphs, a seed from 0 to {SEEDS - 1:,} and 1 or more workers.")
    about = {"world": kind.name, "source": "generated", "seed": seed}
    card = kind.card.format(paragraphs=paragraphs, seed=seed)
    card += f"\nMade in {', '.join(scene.name for scene in scenes)} (`--house`).\n" if scenes else ""
    indices = range(paragraphs) if shard is None else shard.share(paragraphs)
    with closing(_entries(kind.name, scenes, indices, seed, workers, progress)) as entries:  # an error ends the workers
        if shard is None:
            write_corpus(target, entries, about, card, force)
        else:
            write_part(target, shard, entries, about, card, recipe(kind.name), paragraphs, force)


def _entries(
    world: str, scenes: OwnScenes, indices: range, seed: int, workers: int, progress: Callable[[int], None] | None
) -> Generator[Entry]:
    for chunk in _chunks(world, scenes, indices, seed, workers):
        yield from chunk
        if progress is not None:
            progress(len(chunk))


def _chunks(world: str, scenes: OwnScenes, indices: range, seed: int, workers: int) -> Iterator[list[Entry]]:
    """Paragraphs of a corpus, in order, in chunks."""
    chunks = [indices[first : first + CHUNK] for first in range(0, len(indices), CHUNK)]
    setup = kind_of(world), scenes, seed
    if workers == 1 or len(chunks) <= 1:
        yield from map(begin(*setup, 0), chunks)
        return
    corpus_paragraph(corpus_kind(world, scenes), seed, 0)  # compiles the kernels once, here; the workers load them
    with Workers(min(workers, len(chunks)), "sightline.corpus.build:begin", *setup) as processes:
        yield from processes.map(chunks)


def begin(world: Kind, scenes: OwnScenes, seed: int, number: int) -> Callable[[range], list[Entry]]:
    """The function that makes paragraphs of a corpus, for a worker process or this one."""
    kind = corpus_kind(world.name, scenes)
    return lambda indices: [Entry.of(split_of(index), corpus_paragraph(kind, seed, index)) for index in indices]


def generate_unseen(
    kind: CorpusKind, target: Path, workers: int, force: bool = False, progress: Callable[[int], None] | None = None
) -> None:
    """Write the split of scenes that nobody learns in; `progress` is called with the number of scenes added."""
    unseen = unseen_of(kind)
    about = {"world": kind.name, "source": "generated", "seed": None}
    with closing(_unseen_entries(kind.name, unseen.quotas(), workers, progress)) as entries:
        write_corpus(target, entries, about, unseen.card, force)


def _unseen_entries(
    world: str, quotas: Sequence[Any], workers: int, progress: Callable[[int], None] | None
) -> Generator[Entry]:
    setup = (kind_of(world),)
    with nullcontext() if workers == 1 else Workers(workers, "sightline.corpus.build:begin_unseen", *setup) as processes:
        for entries in map(begin_unseen(*setup, 0), quotas) if processes is None else processes.map(quotas):
            yield from entries
            if progress is not None:
                progress(1)


def begin_unseen(world: Kind, number: int) -> Callable[[Any], list[Entry]]:
    """The function that makes the paragraphs of a scene that nobody learns in, for a worker process or this one."""
    unseen = unseen_of(corpus_kind(world.name))
    return lambda quota: [
        Entry.of(split, paragraph) for split, some in unseen.paragraphs(quota).items() for paragraph in some
    ]


def unseen_of(kind: CorpusKind) -> Unseen:
    """The split of scenes that nobody learns in; InputError if the world has none."""
    if kind.unseen is None:
        raise InputError(f"There is no split {UNSEEN} of {kind.name}.")
    return kind.unseen


def standard_folder(kind: CorpusKind) -> Path:
    """The folder of the standard corpus, made or not. Any change of the generator changes its name."""
    return cache_folder() / f"{kind.prefix}-{recipe(kind.name)}"


def unseen_folder(kind: CorpusKind) -> Path:
    """The folder of the split of scenes that nobody learns in, made or not."""
    return cache_folder() / f"{kind.prefix}-{UNSEEN}-{recipe(kind.name)}"


@cache
def recipe(name: str) -> str:
    """A fingerprint of everything that a world's standard corpus is made from.

    It covers the code that all corpora share (this package's own modules and everything it imports: geometry, language,
    render without its GPU half, and the top-level modules) and the corpus's own sources.
    """
    kind, package = corpus_kind(name), Path(sightline.__file__).parent
    shared = [file for file in package.glob("*.py") if file.name not in ABOVE] + [*(package / "corpus").glob("*.py")]
    for part in ("geometry", "language", "render"):
        shared += [file for file in _files(package / part) if "gpu" not in file.relative_to(package).parts]
    own = [file for source in kind.sources for file in _files(_place_of(source))]
    digest = hashlib.sha256(repr(kind.standard).encode())
    for file in sorted(shared) + sorted(own):
        digest.update(f"{file.name}\n".encode() + file.read_bytes())
    return digest.hexdigest()[:12]


def _place_of(module: str) -> Path:
    """The file of a module, or the folder of a package."""
    spec = util.find_spec(module)
    if spec is None or spec.origin is None:
        raise InputError(f"There is no module {module}, which a corpus names as one of its sources.")
    return Path(spec.origin).parent if spec.submodule_search_locations else Path(spec.origin)


def _files(place: Path) -> list[Path]:
    """Source files below a folder, and the data files they read."""
    if place.is_file():
        return [place]
    return [file for file in place.rglob("*") if file.suffix in (".py", ".txt", ".toml", ".json")]


def make_standard(
    kind: CorpusKind, workers: int = 1, progress: Callable[[int], None] | None = None
) -> Path:  # fmt: skip
    """The folder of the standard corpus; makes it if it does not exist."""
    folder = standard_folder(kind)
    with _unless_made(folder) as missing:
        if missing:
            generate_corpus(kind, folder, kind.standard.paragraphs, kind.standard.seed, workers, progress=progress)
    return folder


def make_unseen(kind: CorpusKind, workers: int = 1, progress: Callable[[int], None] | None = None) -> Path:
    """The folder of the split of scenes that nobody learns in; makes it if it does not exist."""
    folder = unseen_folder(kind)
    with _unless_made(folder) as missing:
        if missing:
            generate_unseen(kind, folder, workers, progress=progress)
    return folder


@contextmanager
def _unless_made(folder: Path) -> Iterator[bool]:
    """Whether a folder is missing; it may also appear meanwhile, if another process is faster."""
    try:
        yield not folder.exists()
    except InputError:
        if not folder.exists():
            raise


def is_on_record(kind: CorpusKind, folder: Path) -> bool:
    """Whether a standard corpus has the recorded SHA-256, or the split of unseen scenes one of those recorded."""
    digest = fingerprint(folder)
    return digest == kind.standard.sha256 or (kind.unseen is not None and digest in kind.unseen.sha256)


def _no_progress(total: int, what: str) -> AbstractContextManager[Any]:
    return nullcontext(lambda done: None)


def corpus_folder(
    corpus: Path,
    world: str,
    workers: int = 0,
    say: Callable[[str], None] = lambda sentence: None,
    progress: Progress = _no_progress,
) -> Path:
    """The folder of a corpus given by path, or by the names `standard`, `written` or `unseen-houses` (./standard is a path).

    The standard corpus and unseen-houses are made if they do not exist, by `workers` processes (0: one per core).
    """
    if str(corpus) not in NAMES:
        return corpus
    kind = corpus_kind(world)
    if str(corpus) == "written":
        if kind.written is None:
            raise InputError(f"There is no written set of {world}.")
        return kind.written
    if str(corpus) == UNSEEN:
        scenes = unseen_of(kind).size
        folder = unseen_folder(kind)
        if not folder.exists():
            say(f"Making the split {UNSEEN} in {folder} (a few minutes, once).")
            with progress(scenes, "houses") as done:
                make_unseen(kind, workers or cores(), done)
    else:
        folder = standard_folder(kind)
        if not folder.exists():
            say(f"Making the standard corpus in {folder} (a minute or two, once).")
            with progress(kind.standard.paragraphs, "paragraphs") as done:
                make_standard(kind, workers or cores(), done)
    if not is_on_record(kind, folder):
        say(
            "Note: this is not the corpus on record (another SHA-256): its generator or grammar was changed, "
            "or this processor rounds differently."
        )
    return folder
