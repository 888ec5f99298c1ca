"""Misspelt words: the known word that is closest to a word by its letters."""

from __future__ import annotations

from collections.abc import Iterable

ONE_SLIP_LENGTH = 4  # letters of a word that one slip leaves recognizable
TWO_SLIP_LENGTH = 6  # letters of a word that two slips leave recognizable


def closest(word: str, known: Iterable[str]) -> str | None:
    """The first of the closest known words, one or two slips away; None if there is none."""
    allowed = 0 if len(word) < ONE_SLIP_LENGTH else 1 if len(word) < TWO_SLIP_LENGTH else 2
    letters = frozenset(word)
    best = None
    for other in known:
        if len(other) < ONE_SLIP_LENGTH or abs(len(other) - len(word)) > allowed:
            continue
        if len(letters ^ frozenset(other)) > 2 * allowed:  # faster than counting slips
            continue
        if (apart := slips(word, other)) <= allowed:
            best, allowed = other, apart - 1
            if allowed == 0:
                break
    return best


def slips(one: str, other: str) -> int:
    """The number of letters to add, drop, change, or swap with the next to turn one word into the other."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        earlier, before, row = before, row, [i]
        for j, wanted in enumerate(other, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != wanted))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
                cost = min(cost, earlier[j - 2] + 1)
            row.append(cost)
    return row[-1]
