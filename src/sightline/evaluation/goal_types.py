"""Accuracy of goal types predicted from words alone, beside a baseline that knows only the main verb."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace

from sightline.agent.goal_typing import GoalTyper, alike, types_of
from sightline.corpus.examples import Example
from sightline.errors import InputError
from sightline.evaluation.methods import CHECKPOINT, Runner, names_in
from sightline.evaluation.outcome import MethodOutcome
from sightline.evaluation.scores import Result, TypesRead, results_of

MAIN_VERB = "main-verb"  # the baseline: the most frequent types for each verb in the training instructions
TYPERS = (MAIN_VERB, "paper", "best", CHECKPOINT)
# Words that come before the main verb: connectives, politeness, and the clauses that order instructions in time.
OPENERS = frozenset(
    {
        ",", "a", "after", "afterwards", "also", "and", "anything", "before", "by", "can", "could", "done", "else",
        "finally", "first", "firstly", "have", "i", "in", "just", "kindly", "last", "lastly", "let", "like", "me", "need",
        "next", "now", "of", "ok", "okay", "once", "please", "second", "start", "that", "the", "them", "then", "this", "to",
        "us", "want", "will", "with", "would", "you", "your",
    }
)  # fmt: skip
Types = Sequence[Sequence[int]]


def main_verb(tokens: Sequence[str]) -> str:
    """The first word that is none of the openers; empty when there is none."""
    return next((token for token in tokens if token not in OPENERS), "")


def by_main_verb(train: Sequence[Example], asked: Sequence[Example]) -> Types:
    """For each example the most frequent types of the training examples with its main verb, or of all."""
    seen: dict[str, Counter[tuple[int, ...]]] = defaultdict(Counter)
    for example in train:
        seen[main_verb(example.segment.tokens)][tuple(types_of(example.goals))] += 1
    usual = sum(seen.values(), Counter[tuple[int, ...]]())
    return [(seen.get(main_verb(e.segment.tokens)) or usual).most_common(1)[0][0] for e in asked]


def choose_typers(wanted: str | Sequence[str], runner: Runner, train: Sequence[Example]) -> list[str]:
    """The methods of such a table that a person asked for by name, or all that can be in it."""
    names = names_in(wanted)
    if names == ["all"]:
        return [name for name in TYPERS if not _why_not(name, runner, train)]
    for name in names:
        if reason := _why_not(name, runner, train):
            raise InputError(reason)
    return names


def _why_not(name: str, runner: Runner, train: Sequence[Example]) -> str:
    if name not in TYPERS:
        return f"Method {name!r} reads no types of goals from words alone; there are {', '.join(TYPERS)}."
    if name == MAIN_VERB:
        return "" if train else f"Method {name!r} needs training instructions, which this corpus has not."
    if name == CHECKPOINT and runner.checkpoint is None:
        return "Method 'checkpoint' needs --checkpoint DIR, a trained model of goal types."
    folder = runner.folder(name, "types")
    return "" if folder.is_dir() else f"Method {name!r} has no trained weights here: there is no folder {folder}."


def run_types(runner: Runner, method: str, examples: Sequence[Example], train: Sequence[Example]) -> list[Result]:
    """Whether a method reads the types of each example's goals right."""
    if not examples:
        return []
    if method == MAIN_VERB:
        predicted = by_main_verb(train, examples)
    else:
        typer = GoalTyper.from_folder(runner.folder(method, "types"), str(runner.device))
        predicted = typer.types_of([example.segment.instruction for example in examples])
    runner.progress(len(examples))
    results = []
    for result, example, types in zip(results_of(examples, MethodOutcome()), examples, predicted, strict=True):
        right = types_of(example.goals)
        results.append(replace(result, types=TypesRead(alike(types, right), list(types) == right)))
    return results
