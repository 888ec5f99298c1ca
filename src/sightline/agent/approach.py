"""Approach: before the agent gives a step up because it does not see its thing, it goes to the thing and looks again.

"Turn on the fan": from across the room the goal predictor points at something that is no fan. "Go to the fan" it can do, and
from there it finds the switch.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sightline.agent.aim import Aim, Done, Seer
from sightline.agent.look import Look
from sightline.geometry.types import Floats

AT_ONCE, GOING_THERE, AGAIN = range(3)  # how far it has come


class ApproachingSeer:
    """The seer of one step of one plan, whose aims may be objected to."""

    def __init__(self, make_seer: Callable[[], Seer], words: str, approach: str, objection: Callable[[int, Aim], str]):
        """`approach`: words that lead to the step's thing. `objection`: why an aim is not what was asked for, or ""."""
        self._make_seer, self._approach, self._objection = make_seer, approach, objection
        self._stage, self._refusal = AT_ONCE, ""
        self._words, self._step_words = words, words
        self._seer = make_seer()
        self._said_at: Floats | None = None  # (3,) the pose at which the words were said
        self._first = 0  # aims that were over before the words were said

    @property
    def channels(self) -> tuple[str, ...]:
        """Those of its seers."""
        return self._seer.channels

    def next(self, look: Look, done: Sequence[Sequence[Done]], held: Sequence[Aim | None]) -> list[Aim | None]:
        """The next aim of the step, or of the way to its thing."""
        aim = self._ask(look, done[0], held[0])
        while True:
            why = "" if aim is None or self._stage == GOING_THERE else self._objection(int(look.which[0]), aim)
            if self._stage == AT_ONCE and why:
                self._say(self._approach, GOING_THERE, done[0])
            elif self._stage == GOING_THERE and aim is None:
                self._say(self._step_words, AGAIN, done[0])
            else:
                self._refusal = why or self._refusal
                return [None if why else aim]
            aim = self._ask(look, done[0], None)

    def _say(self, words: str, stage: int, done: Sequence[Done]) -> None:
        self._words, self._stage, self._seer, self._said_at, self._first = words, stage, self._make_seer(), None, len(done)

    def _ask(self, look: Look, done: Sequence[Done], held: Aim | None) -> Aim | None:
        self._said_at = look.poses[0].copy() if self._said_at is None else self._said_at
        (aim,) = self._seer.next(look.saying([self._words], [self._said_at]), [done[self._first :]], [held])
        return aim

    def why(self) -> str:
        """Why the step was not done, once it is over; empty if nobody objected."""
        return self._refusal

    def doubts(self, aim: Aim, pose: Floats) -> bool:
        """As its seer."""
        return self._seer.doubts(aim, pose)
