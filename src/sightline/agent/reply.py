"""Replies: what an agent says to a person, and its account of what was done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sightline.agent.memory import Sighted

GO, ASK, REFUSE, ANSWER = "go", "ask", "refuse", "answer"  # kinds of replies
LETTERS = "ABCD"  # of the things in a question


class Reply(NamedTuple):
    """What an agent says to a person."""

    kind: str  # GO, ASK, REFUSE or ANSWER
    words: str
    steps: tuple[str, ...] = ()  # the plan in plain words
    options: tuple[Sighted, ...] = ()  # of a question, in the order of LETTERS
    left_out: tuple[str, ...] = ()  # parts that will not be done, each with the reason


class StepReport(NamedTuple):
    """What became of a step."""

    words: str
    done: bool
    why: str  # it was not done
    sure: float | None = None  # the confidence of its aims, where a model predicted them


def account_words(reports: Sequence[StepReport]) -> str:
    """Which steps were done, and why others were not; empty where a single step was done."""
    if len(reports) == 1 and reports[0].done:
        return ""
    parts = [f"{k} {r.words}: {'done' if r.done else f'not done, {r.why}'}" for k, r in enumerate(reports, 1)]
    return f"{'; '.join(parts)}." if parts else ""


def understood(steps: Sequence[str], left_out: Sequence[str]) -> str:
    """The plan as a sentence for people."""
    plan = (
        f"I understood: {', '.join(f'{k} {words}' for k, words in enumerate(steps, 1))}."
        if len(steps) > 1
        else f"I understood: {steps[0]}."
    )
    return " ".join([plan, *(f"Not done: {part}." for part in left_out)])
