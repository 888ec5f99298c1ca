"""A challenge: commit to agents first, then draw episodes that nobody can have seen from randomness that nobody could know.

The commitment is a SHA-256 over the agents, their settings and the code. Its owner publishes it. Later, public randomness (a
text such as the headline of a day to come) is hashed with it into seeds of fields and houses. No corpus and no training of
this package uses these seeds.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import sightline
from sightline.corpus.kind import corpus_kind
from sightline.corpus.records import Paragraph
from sightline.errors import ArgumentError, FileFormatError, InputError
from sightline.evaluation.evaluate import Evaluation, prepare
from sightline.evaluation.identity import code_hash, identity
from sightline.evaluation.methods import Runner
from sightline.evaluation.recording import log_header, run_recorded
from sightline.fields import Field, FreeForm, Json, Number, Object, Text
from sightline.files import read_json, replacing
from sightline.world import Kind, kind_of

SPLIT = "challenge"  # the split and the corpus of its episodes
FIRST_SEED, SEED_COUNT = 2 * 10**18, 7 * 10**18  # above those of corpora, of streams and of houses to learn from
ATTEMPTS = 50  # houses drawn until one has errands
PARAGRAPH_LIMIT = 10_000
RANDOMNESS = Text(r".{1,2000}", "a text of 1 to 2,000 characters", blank=False)
_HASH, _NAME = Text(r"[0-9a-f]{64}", "a SHA-256"), Text(r".{1,300}", "a name")
COMMITMENT = Object(
    "a commitment",
    {
        "sightline": _NAME, "code": _HASH, "world": _NAME, "methods": FreeForm(), "seed": Number(0, 2**32, whole=True),
        "paragraphs": Number(1, PARAGRAPH_LIMIT, whole=True),
    },
)  # fmt: skip
DRAWN: dict[str, Field] = {"commitment": COMMITMENT, "randomness": RANDOMNESS}  # in the log of a challenge
FILE = Object("a challenge", {"commitment": COMMITMENT, "sha256": _HASH}, {"randomness": RANDOMNESS})


def commit(runner: Runner, methods: Sequence[str], paragraphs: int) -> Json:
    """The commitment to methods on so many new paragraphs."""
    return {
        "sightline": sightline.__version__, "code": code_hash(), "world": runner.kind.name,
        "methods": {name: identity(runner, name) for name in methods}, "seed": runner.seed, "paragraphs": paragraphs,
    }  # fmt: skip


def commitment_hash(commitment: Json) -> str:
    """The SHA-256 to publish."""
    return hashlib.sha256(json.dumps(commitment, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def write_challenge(path: Path, commitment: Json, randomness: str | None) -> None:
    """Write a challenge; without randomness it has only its commitment."""
    drawn = {} if randomness is None else {"randomness": randomness}
    content = {"commitment": commitment, "sha256": commitment_hash(commitment), **drawn}
    for sentence in FILE.wrong(content, ""):
        raise ArgumentError(f"A challenge cannot be made: {sentence}")
    if path.exists():
        raise ArgumentError(f"{path}: exists already; a commitment is not replaced.")
    with replacing(path) as partial:
        partial.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def read_challenge(path: Path) -> Json:
    """A challenge from a file."""
    content = read_json(path)
    for sentence in FILE.wrong(content, ""):
        raise FileFormatError(f"{path}: {sentence}")
    if commitment_hash(content["commitment"]) != content["sha256"]:
        raise FileFormatError(f"{path}: its commitment was changed (its SHA-256 differs).")
    return dict(content)


def draw_paragraphs(commitment: Json, randomness: str) -> list[Paragraph]:
    """The new paragraphs of a challenge: each in a field or a generated house of its own."""
    kind, drawn = kind_of(commitment["world"]), f"{commitment_hash(commitment)}\n{randomness}"
    return [_paragraph(kind, f"{drawn}\n{k}", f"{SPLIT}-{k + 1:05d}") for k in range(commitment["paragraphs"])]


def _paragraph(kind: Kind, drawn: str, name: str) -> Paragraph:
    corpus = corpus_kind(kind.name)
    for attempt in range(ATTEMPTS):
        seed = _seed(f"{drawn}\n{attempt}")
        if corpus.within is None or kind.read_scene is None:
            return corpus.generate(seed, name, "test")
        try:
            paragraph = corpus.within((kind.read_scene(f"seed:{seed}"),))(seed, name, "test")
        except InputError:  # a house without errands
            continue
        if not corpus.check(paragraph):
            return paragraph
    raise InputError(f"Found no errands for {name} in {ATTEMPTS} houses.")


def _seed(text: str) -> int:
    return FIRST_SEED + int.from_bytes(hashlib.sha256(text.encode()).digest()) % SEED_COUNT


def paragraphs_hash(paragraphs: Sequence[Paragraph]) -> str:
    """SHA-256 over paragraphs as records."""
    digest = hashlib.sha256()
    for paragraph in paragraphs:
        digest.update(json.dumps(paragraph.to_json(), sort_keys=True).encode() + b"\n")
    return digest.hexdigest()


def run_challenge(runner: Runner, commitment: Json, randomness: str, log: Path) -> tuple[Evaluation, int]:
    """Let the committed methods follow the new paragraphs, and record it; also the number of instructions."""
    methods = list(commitment["methods"])
    if commit(runner, methods, commitment["paragraphs"]) != commitment:
        raise InputError("The methods, their settings or the code here are not those of the commitment.")
    paragraphs = draw_paragraphs(commitment, randomness)
    trial = prepare(paragraphs, [], "results", ",".join(methods), None, runner)
    corpus = {"name": SPLIT, "sha256": paragraphs_hash(paragraphs)}
    drawn = {"commitment": commitment, "randomness": randomness}
    header = log_header(runner, "results", SPLIT, corpus, methods, challenge=drawn)
    return run_recorded(trial, log, header), len(trial.examples)


def paragraphs_of(header: Json, path: Path) -> list[Paragraph]:
    """The paragraphs of a challenge's log, drawn again; InputError if its header is not what was committed to."""
    commitment, randomness = header["challenge"]["commitment"], header["challenge"]["randomness"]
    for key in ("sightline", "code", "world", "methods", "seed"):
        if header[key] != commitment[key]:
            raise FileFormatError(f"{path}: its {key} is not what its commitment says.")
    if (header["table"], header["split"], header["corpus"]["name"]) != ("results", SPLIT, SPLIT) or "limit" in header:
        raise FileFormatError(f"{path}: is not about all instructions of a challenge.")
    paragraphs = draw_paragraphs(commitment, randomness)
    if paragraphs_hash(paragraphs) != header["corpus"]["sha256"]:
        raise FileFormatError(f"{path}: was recorded on other instructions than its commitment and randomness give here.")
    return paragraphs
