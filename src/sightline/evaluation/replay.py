"""Verifies a log: simulates every action again, compares what happened with what is claimed, and scores what happened."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np

import sightline
from sightline.agent.aim import Legs
from sightline.agent.memory import Memory
from sightline.agent.methods import Method
from sightline.agent.scripted import PolicyLegs
from sightline.chat.config import ModelInfo
from sightline.corpus.build import NAMES, corpus_folder
from sightline.corpus.examples import Example
from sightline.corpus.files import fingerprint, read_corpus
from sightline.corpus.kind import corpus_kind
from sightline.corpus.records import Paragraph
from sightline.errors import ArgumentError, FileFormatError, InputError
from sightline.evaluation.action_log import FOOTER, HASH, HEADER, LogReader, claimed_scores, episode_fields, rounded
from sightline.evaluation.challenge import DRAWN, paragraphs_of
from sightline.evaluation.evaluate import ACTING, CORPUS, WRITTEN, Evaluation, examples_in, lacks_meaning, score_all
from sightline.evaluation.identity import code_hash
from sightline.evaluation.methods import Runner
from sightline.evaluation.outcome import ActionTrace
from sightline.evaluation.scores import Result
from sightline.fields import Field, Flag, FreeForm, Json, Number, Object, Text, short
from sightline.geometry.types import Array, Ints
from sightline.world import Kind, World, kind_of

BATCH = 256  # episodes that are simulated side by side
TOLERANCE = 2e-6  # of claims, which are rounded to six digits
METHOD_LIMIT = 100
RECORDED = "recorded"  # the legs of a replay
_FIELDS: dict[str, Field] = {"str": Text(r"[^\x00-\x1f\x7f]{0,300}", "a name"), "int": Number(whole=True), "bool": Flag()}
METHOD: dict[str, Field] = {  # what a log says of a method
    "source": HASH, "weights": FreeForm(),
    "model": Object("a model", {entry.name: _FIELDS[str(entry.type)] for entry in fields(ModelInfo)}),
}  # fmt: skip


@dataclass
class Verified:
    """A log that agrees with the simulation."""

    header: Json
    evaluation: Evaluation
    source: str  # of the language
    count: int  # instructions of the corpus
    episodes: int  # of all methods
    same_code: bool  # whether it was recorded with exactly this code


@dataclass(frozen=True)
class Source:
    """The instructions that a log is about."""

    paragraphs: list[Paragraph]
    written: list[Paragraph]
    language: str


@dataclass(frozen=True)
class Log:
    """A log that is being replayed."""

    reader: LogReader
    header: Json
    kind: Kind
    models: dict[str, Json]
    sets: dict[str, list[Example]]  # by name: those of the corpus, those written freely
    language: str

    @property
    def methods(self) -> list[str]:
        return list(self.header["methods"])

    @property
    def table(self) -> str:
        return str(self.header["table"])

    def no_results(self) -> dict[str, dict[str, list[Result]]]:
        """Empty lists for the results, by set and method."""
        return {part: {method: [] for method in self.methods} for part in self.sets}

    def batches(self, size: int) -> Iterator[tuple[str, str, list[Example]]]:
        """Method, set and examples of the next episodes, in the order of the log."""
        for method in self.methods:
            for part, examples in self.sets.items():
                for together in _batches(examples, self.table, size):
                    yield method, part, together


class _RecordedLegs(PolicyLegs):
    """Legs that repeat the actions of traces."""

    def __init__(self, kind: Kind, world: World, traces: Sequence[ActionTrace], names: Sequence[str]):
        super().__init__(world, self._next)
        self.kind, self._names = kind, names
        self._horizon: Ints = np.array([trace.horizon for trace in traces], np.int64)
        spelled = [kind.read_actions(trace.actions) for trace in traces]
        self._actions = np.full((len(traces), max(map(len, spelled)) + 1), world.actions.index("stop"))
        for row, (name, trace, actions) in enumerate(zip(names, traces, spelled, strict=True)):
            if len(actions) > trace.horizon or (len(actions) == trace.horizon) == trace.stopped:
                asked = f"stop before action {trace.horizon}" if trace.stopped else f"{trace.horizon} actions without a stop"
                raise InputError(f"{name}: has {len(actions)} actions, but its end would be {asked}.")
            self._actions[row, : len(actions)] = actions

    def horizon(self, world: World) -> Ints:
        """As recorded; where methods cannot choose it, as the table has it."""
        if not self.kind.reaches and (other := np.flatnonzero(self._horizon != world.horizon)).size:
            n = int(other[0])
            raise InputError(f"{self._names[n]}: allows {self._horizon[n]} actions, but this table {world.horizon[n]}.")
        return self._horizon

    def _next(self, world: World) -> Array:
        return self._actions[np.arange(len(world)), np.minimum(world.taken, self._actions.shape[1] - 1)]


class _Replayer(Runner):
    """Runs recorded actions instead of a method."""

    def __init__(self, kind: Kind, method: str, traces: dict[tuple[str, int], ActionTrace]):
        super().__init__(kind)
        self._name, self._traces = method, traces

    def method(self, name: str) -> Method:
        return Method(legs=RECORDED)

    def model(self, name: str) -> None:
        """Nobody is asked."""

    def _legs(self, name: str, world: World, examples: Sequence[Example], memory: Memory | None = None) -> Legs:
        names = [f"{self._name}, episode {example.name}" for example in examples]
        return _RecordedLegs(self.kind, world, [self._traces[example.key] for example in examples], names)


def verify(
    path: Path, corpus: Path | None = None, any_version: bool = False, progress: Callable[[int], None] = lambda done: None,
    batch: int = BATCH,
) -> Verified:  # fmt: skip
    """Replay a log; InputError, with the episode and the reason, if anything in it does not agree."""
    log = open_log(path, corpus, any_version)
    results = log.no_results()
    for method, part, together in log.batches(batch):
        results[part][method] += replayed(log, method, part, together)
        progress(len(together))
    return finished(log, results)


def open_log(path: Path, corpus: Path | None, any_version: bool) -> Log:
    """A log whose header is checked, with the instructions that it is about."""
    reader = LogReader(path)
    header = reader.header()
    if header.get("sightline") != sightline.__version__ and not any_version:
        raise FileFormatError(
            f"{path}: was recorded with Sightline {short(header.get('sightline'))}, this is {sightline.__version__}; verify "
            "it with that version, or give --any-version to score its actions by the rules of this one."
        )
    reader.check(HEADER, header)
    kind, methods = kind_of(header["world"]), list(header["methods"])
    if not 1 <= len(methods) <= METHOD_LIMIT:
        raise FileFormatError(f"{path}: has {len(methods)} methods, not 1 to {METHOD_LIMIT}.")
    models = _models_of(reader, header)
    source = _source_of(header, path, corpus)
    table, limit = header["table"], header.get("limit")
    sets = {CORPUS: examples_in(source.paragraphs, table, limit), WRITTEN: examples_in(source.written, table, limit)}
    if not sets[CORPUS]:
        raise FileFormatError(f"{path}: is about a split without instructions.")
    if table == "way" and any(lacks_meaning(example) for example in sets[CORPUS]):
        raise FileFormatError(f"{path}: is of --table way, but its corpus does not say what instructions mean.")
    return Log(reader, header, kind, models, sets, source.language)


def finished(log: Log, results: dict[str, dict[str, list[Result]]]) -> Verified:
    """The scores of all that happened, which the last line of the log must claim."""
    beside = {method: {WRITTEN: results[WRITTEN][method]} for method in log.methods}
    evaluation = score_all(results[CORPUS], beside, log.table, log.kind, log.models)
    episodes = len(log.methods) * sum(map(len, log.sets.values()))
    _check_footer(log.reader, evaluation, episodes)
    same = log.header["code"] == code_hash()
    return Verified(log.header, evaluation, log.language, len(log.sets[CORPUS]), episodes, same)


def _models_of(reader: LogReader, header: Json) -> dict[str, Json]:
    """What a log says of its models behind an address, by method."""
    models = {}
    for method, claims in header["methods"].items():
        reader.check(Object("a method", {}, METHOD), claims)
        if "model" in claims:
            models[method] = claims["model"]
    return models


def _source_of(header: Json, path: Path, corpus: Path | None) -> Source:
    """The instructions of a log, checked to be those that it was recorded with."""
    world, split, recorded = header["world"], header["split"], header["corpus"]
    if "challenge" in header:
        for sentence in Object("a challenge", DRAWN).wrong(header["challenge"], "challenge"):
            raise FileFormatError(f"{path}: {sentence}")
        return Source(paragraphs_of(header, path), [], "generated")
    name = Path(recorded["name"])
    if corpus is None and str(name) not in NAMES:
        raise ArgumentError(f"{path}: is about the corpus folder {str(name)!r}; say where that is: --corpus DIR.")
    folder = corpus_folder(name if corpus is None else corpus, world)
    if fingerprint(folder) != recorded["sha256"]:
        raise FileFormatError(
            f"{path}: was recorded on another corpus {str(name)!r} than the one here (its SHA-256 differs)."
        )
    loaded, bundled = read_corpus(folder), corpus_kind(world).written
    written = []
    if "written" in header:
        if bundled is None or fingerprint(bundled) != header["written"]:
            raise FileFormatError(f"{path}: was recorded with another written set than the one here (its SHA-256 differs).")
        written = read_corpus(bundled).splits.get(split, [])
    return Source(loaded.splits.get(split, []), written, str(loaded.about.get("source")))


def _batches(examples: Sequence[Example], table: str, size: int) -> Iterator[list[Example]]:
    """Examples in order, so many at once; whole paragraphs where one instruction begins where another ended."""
    groups = [list(group) for _, group in groupby(examples, lambda e: e.paragraph.id if table == "paragraphs" else e.key)]
    batch: list[Example] = []
    for group in groups:
        batch += group
        if len(batch) >= size:
            yield batch
            batch = []
    if batch:
        yield batch


def replayed(log: Log, method: str, part: str, examples: Sequence[Example]) -> list[Result]:
    """What happens when the next episodes of a log are simulated; InputError where that is not what the log claims."""
    claims = [next_claim(log, method, part, example) for example in examples]
    traces = {
        example.key: ActionTrace(claim["actions"], claim["stopped"], claim["horizon"], tuple(claim["end"]))
        for example, claim in zip(examples, claims, strict=True)
    }
    results = ACTING[log.table](_Replayer(log.kind, method, traces), method, examples)
    for example, claim, result in zip(examples, claims, results, strict=True):
        assert result.trace is not None
        for what, claimed, happened in (
            ("end", claim["end"], result.trace.pose),
            ("metrics", claim["metrics"], result.metrics),
        ):
            if not _agrees(claimed, rounded(happened)):
                raise InputError(
                    f"{log.reader.path}: {method}, episode {example.name}: its {what} would be {short(claimed)}, but the "
                    f"actions lead to {short(rounded(happened))}."
                )
    return results


def next_claim(log: Log, method: str, part: str, example: Example) -> Json:
    """The next line of a log, which must be about this example."""
    reader = log.reader
    claim = reader.next(episode_fields(log.kind.name))
    about = claim["method"], claim["set"], claim["id"], claim["segment"]
    if about != (method, part, *example.key):
        raise InputError(
            f"{reader.path}, line {reader.number}: is about {short(list(about))}, but {method}, episode {example.name} of "
            f"{part} comes next; a log has every episode of its split, in order."
        )
    return claim


def _check_footer(reader: LogReader, evaluation: Evaluation, episodes: int) -> None:
    """Raise InputError unless the last line claims these scores, and the lines before are those that were written."""
    footer = reader.next(FOOTER)
    reader.end()
    if footer["episodes"] != episodes:
        raise InputError(f"{reader.path}: claims {footer['episodes']} episodes, but has {episodes}.")
    if not _agrees(footer["scores"], claimed_scores(evaluation)):
        raise InputError(f"{reader.path}: claims other scores than its actions lead to.")
    if footer["sha256"] != reader.sha256:
        raise InputError(f"{reader.path}: was changed after it was recorded (its SHA-256 differs).")


def _agrees(claimed: Any, happened: Any) -> bool:
    """Whether a decoded claim has the keys and, but for rounding, the numbers of what happened."""
    if isinstance(happened, dict):
        alike = isinstance(claimed, dict) and claimed.keys() == happened.keys()
        return alike and all(_agrees(claimed[key], value) for key, value in happened.items())
    if isinstance(happened, list):
        alike = isinstance(claimed, list) and len(claimed) == len(happened)
        return alike and all(map(_agrees, claimed, happened))
    return Number().accepts(claimed) and abs(claimed - happened) <= TOLERANCE
