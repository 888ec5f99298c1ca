"""Plain lines: what a rewriter makes of free words. Each is a step, a question, or a part that will not be done.

take the mug from the desk     a step, as the rules read it
where is the sofa?             a question
not: open the oven             a part that was forbidden
cannot: sing a song            a part that no agent here can do
nothing | unclear | yes | no   the only line of words that ask for nothing
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

SEPARATOR = ";"  # the token between the lines of a meaning
NOT, CANNOT = "not :", "cannot :"  # how lines begin, as tokens, that say what will not be done
NOTHING, UNCLEAR, YES, NO = "nothing", "unclear", "yes", "no"
REMEMBERED = 3  # lines of turns without a plan, at most


class PlainLine(NamedTuple):
    """A line of a meaning, in tokens with spaces between them."""

    text: str
    sure: float  # the probability that it is what was meant

    @property
    def sentence(self) -> str:
        """The line as people write it."""
        return re.sub(r" (?=[,.:!?])", "", self.text)


Rewrite = Callable[[str, str], Sequence[PlainLine]]  # words, and what was meant before, to what the words mean


def is_step(line: str) -> bool:
    """Whether a line says what to do."""
    return not line.startswith((NOT, CANNOT)) and not line.endswith("?") and line not in (NOTHING, UNCLEAR, YES, NO)


def lines_of(meaning: str) -> list[str]:
    """The lines of a meaning."""
    return [line.strip() for line in meaning.split(SEPARATOR) if line.strip()]


def meaning_of(lines: Sequence[str]) -> str:
    """Lines as one meaning."""
    return f" {SEPARATOR} ".join(lines)


def remembered(before: Sequence[str], lines: Sequence[str]) -> list[str]:
    """The lines that a later turn may refer to: those of the last plan, and what was said after it without a plan."""
    meant = [line for line in lines if line not in (NOTHING, UNCLEAR, YES, NO)]
    if any(map(is_step, meant)):
        return meant
    plan = [line for line in before if is_step(line)]
    return [*plan, *[line for line in (*before, *meant) if not is_step(line)][-REMEMBERED:]]
