"""The behavioural checklist: accuracy and confidence of a method in the situations of each ability."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from sightline.agent.aim import Aim
from sightline.agent.look import chunks
from sightline.corpus.examples import Example
from sightline.corpus.kind import Situation
from sightline.evaluation.calibration import calibration_error
from sightline.evaluation.methods import Runner
from sightline.geometry import distance
from sightline.geometry.types import Bools, Floats
from sightline.language import tokenize

COUNT = 100  # situations of each ability
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
        "abilities": abilities, "mean": float(np.mean([ability["right"] for ability in abilities.values()])),
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
    """By ability: the share of commands that were done completely."""
    examples = [Example(situation.paragraph, situation.segment_index) for situation in situations]
    completed: list[bool] = []
    for few in chunks(range(len(examples)), TOGETHER):
        some = [examples[k] for k in few]
        metrics = runner.run(method, runner.world(some), some).metrics
        assert metrics is not None  # only methods that act are in such a table
        completed += metrics["completed"].tolist()
    right = np.array(completed)
    abilities = {
        name: {"right": _percent(right[here]), "said": None, "n": int(here.sum())} for name, here in _groups(situations)
    }
    return {"abilities": abilities, "mean": float(np.mean([a["right"] for a in abilities.values()])), "ECE": None}


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
