"""Rewritten words: the plain lines that a trained rewriter makes of free words, as a reading.

The rules read every line. A line that they do not understand but that says where to go ("pass the well on the left") is a step
for the seer; of an agent without hands such lines are parts of one way, and the seer reads them together. If the rewriter is
not sure of a line, or a line is none of these, there is no reading, and the rules read the words as they were typed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from sightline.language.reading.lines import CANNOT, NO, NOT, NOTHING, UNCLEAR, YES, PlainLine
from sightline.language.reading.negation import CONTRADICTION, contradicts
from sightline.language.reading.plan import PlanStep, Query, Reading
from sightline.language.reading.planning import STEP_LIMIT, Planner
from sightline.language.reading.pronouns import Said
from sightline.language.reading.queries import query_of
from sightline.language.reading.words import COMPASS
from sightline.language.tokenizer import tokenize

_AROUND = re.compile(r"\b(?:circl\w+|around|round|laps?|loops?|orbit\w*|encircl\w+|skirt\w*|tours?|times|twice)\b")
_REPEATED = re.compile(r"\b(?:once|one) more\b|\bagain\b")
_FORWARD = re.compile(r"^go [\w.]+ (?:metres?|meters?|units?|steps?) forward$")
_PUT = re.compile(r"^put (?P<x>the [\w -]+?) (?:on|in|into|onto|next to) (?P<y>the [\w -]+)$")
SURE = 0.5  # least probability of every line
HARDLY_SURE = 0.2  # the same where the rules do not understand the words either: better than to pass them on unread


@dataclass(frozen=True)
class LineReader:
    """Reads the plain lines of a rewriter, in one world."""

    planner: Planner
    is_seen: Callable[[str], bool]  # whether a seer may read a line that the rules do not understand
    advice: str  # how to command the agent

    def read(self, lines: Sequence[PlainLine], said: Said, words: str = "", least: float = SURE) -> Reading | None:
        """The reading of all lines; None if there is none, or if a line is less sure than `least`.

        `words` are what the lines were made from. A way through fields goes to the seer in these words: they say more of it.
        """
        if not lines or min(line.sure for line in lines) < least:
            return None
        steps: list[PlanStep] = []
        left_out: list[str] = []
        queries: list[Query] = []
        for line in lines:
            text = line.sentence
            if line.text in (YES, NO, UNCLEAR):
                return None
            if line.text == NOTHING:
                continue
            if line.text.startswith(NOT):
                left_out.append(f"{text.removeprefix('not: ')}: you said not to")
            elif line.text.startswith(CANNOT):
                left_out.append(self._cannot(text.removeprefix("cannot: ")))
            elif line.text.endswith("?"):
                query = query_of(text, self.planner.clause.lexicon)
                if query is None:
                    return None
                queries.append(query)
            elif (read := self._steps(text, said, steps)) is not None:
                steps += read
            elif self.is_seen(text):
                steps.append(PlanStep(text))
            else:
                return None
        if not self.planner.hands:
            steps = _ways(steps)
            if not (left_out or queries) and len(lines) > 1 and self._is_one_way(steps, lines, words):
                steps = [PlanStep(words)]
        sure, meant = math.prod(line.sure for line in lines), tuple(line.text for line in lines)
        return replace(self._reading(steps, left_out, queries), sure=sure, meant=meant)

    def _is_one_way(self, steps: Sequence[PlanStep], lines: Sequence[PlainLine], words: str) -> bool:
        """Whether lines are parts of a way that only a seer reads, and the words themselves name all that is on it."""
        unread = any(not step.verb and step.move is None and not step.place for step in steps)
        special = any((step.move is not None and not step.move.turning) or step.place or step.times > 1 for step in steps)
        named = {thing.noun for line in lines for thing in self.planner.clause.lexicon.things(line.text)}
        return unread and not special and bool(words) and all(re.search(rf"\b{re.escape(noun)}\b", words) for noun in named)

    def _steps(self, text: str, said: Said, before: Sequence[PlanStep]) -> Sequence[PlanStep] | None:
        reading = self.planner.plan(text, Said(tuple(before) or said.steps, said.held, named=said.named))
        return None if reading is None or not reading.steps or reading.left_out else reading.steps

    def _cannot(self, deed: str) -> str:
        if deed == "answer that":
            return f"{deed}: ask what I see, hold or did, or where something is"
        if deed.startswith("judge "):
            return f"{deed}: I cannot judge such a condition"
        return f"{deed}: {self.planner.limits.reason(deed) or f'I cannot {deed}'}"

    def _reading(self, steps: list[PlanStep], left_out: list[str], queries: list[Query]) -> Reading:
        if steps and any(contradicts(part, steps) or self._forbids(part, steps) for part in left_out):
            return Reading(refusal=CONTRADICTION, left_out=tuple(left_out))
        if queries and not steps:
            return Reading(query=queries[0])
        then = queries[0] if queries else None
        left_out += [f"{query.words}?: ask me that again" for query in queries[1:]]
        left_out += [f"{step.words}: I plan {STEP_LIMIT} steps at a time" for step in steps[STEP_LIMIT:]]
        if steps:
            return Reading(steps=tuple(steps[:STEP_LIMIT]), left_out=tuple(left_out), then=then)
        if not left_out:
            return Reading(refusal=f"There is nothing for me to do in that. {self.advice}")
        return Reading(refusal=self.planner.refusal(left_out), left_out=tuple(left_out))

    def _forbids(self, part: str, steps: Sequence[PlanStep]) -> bool:
        """Whether a part that will not be done is one of the steps in other words: "visit the lion", "go to the lion"."""
        deed, _, _ = part.rpartition(": ")
        step = self.planner.clause.step(deed)
        if step is None or step.find is None:
            return False
        essence = step.verb, step.find.noun, step.find.adjectives
        return any(other.find and essence == (other.verb, other.find.noun, other.find.adjectives) for other in steps)


def is_invented(line: str, words: str, said: Said) -> bool:
    """Whether a rewriter's line cannot be meant: it takes "once more" for a circle, drops a direction of the compass, or puts
    a thing on itself."""
    before = " ".join(said.meant)
    if line.startswith("circle ") and _REPEATED.search(words) and not _AROUND.search(f"{words} {before}"):
        return True
    if _FORWARD.match(line) and any(word in COMPASS and len(word) > 2 for word in tokenize(words)):
        return True
    match = _PUT.match(line)
    return match is not None and match["x"] == match["y"]


def _ways(steps: Sequence[PlanStep]) -> list[PlanStep]:
    """Steps, where those that only the seer reads are one step with the place that they lead to."""
    ways: list[PlanStep] = []
    open_end = False  # whether the last step is a way that the next one may end
    for step in steps:
        plain = step.verb in ("", "go") and step.move is None and not step.place
        if open_end and plain:
            ways[-1] = PlanStep(f"{ways[-1].words}, then {step.words}")
        else:
            ways.append(step)
        open_end = plain and not step.verb
    return ways
