"""Logs of short runs, and what somebody might do to them."""

import gzip
import hashlib
import json
from pathlib import Path
from random import Random
from typing import Any

from sightline.corpus.build import corpus_folder
from sightline.corpus.files import Entry, read_corpus, write_corpus
from sightline.evaluation.evaluate import Evaluation, prepare
from sightline.evaluation.methods import Runner
from sightline.evaluation.recording import run_recorded, trial_header
from sightline.world import kind_of


def small_corpus(folder: Path) -> Path:
    """A corpus of two paragraphs, of the written set."""
    paragraphs = read_corpus(corpus_folder(Path("written"), "lani")).splits["dev"][:2]
    about = {"world": "lani", "source": "written", "seed": 0}
    write_corpus(folder, [Entry.of("dev", paragraph) for paragraph in paragraphs], about, "")
    return folder


def record(
    path: Path, world: str = "lani", methods: str = "stop,most-frequent", table: str = "results",
    corpus: Path = Path("written"), limit: int | None = 4,
) -> Evaluation:  # fmt: skip
    """Evaluate methods on a corpus and record that."""
    folder = corpus_folder(corpus, world)
    trial = prepare(read_corpus(folder).splits["dev"], [], table, methods, limit, Runner(kind_of(world)))
    return run_recorded(trial, path, trial_header(trial, "dev", limit, corpus, folder, None))


def read(path: Path) -> list[Any]:
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


def write(path: Path, lines: list[Any], sealed: bool = False) -> Path:
    """Write lines as a log; a sealed one has the SHA-256 that they need."""
    encoded = [(json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n").encode() for line in lines]
    if sealed:
        lines = [*lines[:-1], lines[-1] | {"sha256": hashlib.sha256(b"".join(encoded[:-1])).hexdigest()}]
        return write(path, lines)
    path.write_bytes(gzip.compress(b"".join(encoded), mtime=0))
    return path


def places(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every field of decoded JSON that holds no others."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    return [way] if inside is None else [place for key, item in inside for place in places(item, (*way, key))]


def changed(value: Any, random: Random) -> Any:
    """Another value than this one, of its kind or of none."""
    if random.random() < 0.1:
        return random.choice([None, [], {}, "nonsense", -1, 1e300, float("nan")])
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + random.choice([1, -1, 1e-3, 180])
    return random.choice([value + "F", value[1:] or "R", value[::-1] + "L"])


def tampered(lines: list[Any], random: Random) -> list[Any]:
    """Lines with one field changed."""
    copy = json.loads(json.dumps(lines))
    *way, last = random.choice(places(copy))
    parent = copy
    for key in way:
        parent = parent[key]
    parent[last] = changed(parent[last], random)
    return copy
