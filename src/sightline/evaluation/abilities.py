"""The behavioural checklist: accuracy and confidence of a method in the situations of each ability."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from sightline.agent.aim import Aim
from sightline.agent.look import chunks
from sightline.corpus.examples import Example
from sightline.corpus.kind import Situation, Verdict, corpus_kind
from sightline.evaluation.calibration import calibration_error
from sightline.evaluation.methods import Runner
from sightline.geometry import distance
from sightline.geometry.types import Bools, Floats
from sightline.language import tokenize

COUNT, FEWER = 100, 25  # situations of each ability; where commands are carried out, which takes longer
SEARCHES = 100
TOGETHER = 64  # commands that are carried out at once


def ability_scores(runner: Runner, method: str, situations: Sequence[Situation]) -> dict[str, Any]:
    """By ability: accuracy and stated confidence; by invariance: the share of goals that did not move."""
    if all(situation.off is None for situation in situations):
        return _done(runner, method, situations)
    asked = [s for s in situations if not s.same_as]
    twins = [s for s in situations if s.same_as]
    first, found, sure = _goals(runner, method, asked)
    abilities: dict[str, dict[str, Any]] = {}
    right = np.array([_is_right(s, (found if s.found else first)[n]) for n, s in enumerate(asked)])
    at_first = np.array([_is_right(s, first[n]) for n, s in enumerate(asked)])
    for name, here in _groups(asked):
        said = None if sure is None else _percent(sure[here])
        abilities[name] = {"right": _percent(right[here]), "said": said, "n": int(here.sum())}
    scores: dict[str, Any] = {
        "abilities": abilities, "mean": _mean(abilities.values()),
        "ECE": None if sure is None else 100 * calibration_error(sure, at_first),
    }  # fmt: skip
    if twins:
        one, _, _ = _goals(runner, method, twins)
        two, _, _ = _goals(runner, method, [s._replace(paragraph=_saying(s, s.same_as)) for s in twins])
        still = distance(one, two) <= np.array([s.within for s in twins])
        scores["invariances"] = {
            name: {"same": _percent(still[here]), "n": int(here.sum())} for name, here in _groups(twins)
        }
    return scores


def _is_right(situation: Situation, place: Floats) -> bool:
    return situation.off is not None and situation.off(place) <= situation.within


def _done(runner: Runner, method: str, situations: Sequence[Situation]) -> dict[str, Any]:
    """By ability, and by group of abilities: the share of commands that were done completely."""
    right = np.array([verdict.done for verdict, _ in judged(runner, method, situations)])
    abilities = {
        name: {"right": _percent(right[here]), "said": None, "n": int(here.sum())} for name, here in _groups(situations)
    }
    groups = {s.ability: s.group for s in situations}
    means = {"mean": _mean(abilities.values())}
    for group in dict.fromkeys(filter(None, groups.values())):
        means[group] = _mean(ability for name, ability in abilities.items() if groups[name] == group)
    return {"abilities": abilities, **means, "ECE": None}


def judged(runner: Runner, method: str, situations: Sequence[Situation]) -> list[tuple[Verdict, int]]:
    """What a method did in situations, one by one, and the number of actions that it took."""
    judge = corpus_kind(runner.kind.name).judge
    assert judge is not None  # a world whose situations are judged by the state afterwards
    verdicts: list[tuple[Verdict, int]] = []
    for rows in chunks(range(len(situations)), TOGETHER):
        batch = [situations[k] for k in rows]
        examples = [Example(situation.paragraph, situation.segment_index) for situation in batch]
        world = runner.world(examples)
        runner.run(method, world, examples)
        for n, s in enumerate(batch):
            verdicts.append((judge(s.paragraph, s.segment_index, world, n), int(world.taken[n])))
    return verdicts


def search_scores(runner: Runner, method: str, situations: Sequence[Situation]) -> dict[str, Any]:
    """Of things elsewhere: the share that was found, that was given up, and instead of which another was moved; and the
    mean number of actions until one was found."""
    verdicts = judged(runner, method, situations)
    found = np.array([verdict.items for verdict, _ in verdicts])
    idle = np.array([verdict.idle for verdict, _ in verdicts])
    steps = np.array([taken for _, taken in verdicts])
    return {
        "found": _percent(found), "given_up": _percent(~found & idle), "wrong": _percent(~found & ~idle),
        "steps": float(steps[found].mean()) if found.any() else None, "n": len(verdicts),
    }  # fmt: skip


def _mean(abilities: Iterable[dict[str, Any]]) -> float:
    return float(np.mean([ability["right"] for ability in abilities]))


def _goals(runner: Runner, method: str, situations: Sequence[Situation]) -> tuple[Floats, Floats, Floats | None]:
    """Places (N, 2) of the goals at first and after looking again on the way, and (N,) how sure the method was at first."""
    examples = [Example(situation.paragraph, 0) for situation in situations]
    outcome = runner.run(method, runner.world(examples), examples)
    assert outcome.aims is not None  # only methods that predict goals are in such a table
    first, last = _places(outcome.aims), _places(outcome.last_aims or outcome.aims)
    return first, last, outcome.confidence


def _places(aims: Sequence[Aim | None]) -> Floats:
    return np.array([aim.place for aim in aims if aim is not None])


def _saying(situation: Situation, text: str) -> Any:
    """The situation's paragraph with other words."""
    segment = situation.paragraph.segments[0]
    return replace(situation.paragraph, segments=[replace(segment, instruction=text, tokens=tokenize(text))])


def _groups(situations: Sequence[Situation]) -> list[tuple[str, Bools]]:
    names = np.array([situation.ability for situation in situations])
    return [(name, names == name) for name in dict.fromkeys(names.tolist())]


def _percent(shares: Any) -> float:
    return 100 * float(np.mean(shares))
