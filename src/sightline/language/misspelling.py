"""Misspelt words: which known word somebody may have meant, or a reader who goes by letters may take a word for."""

from __future__ import annotations

from collections.abc import Iterable

SHORTEST = 4  # letters of a word that one slip leaves recognizable
LONG = 6  # letters of a word that two slips leave recognizable


def closest(word: str, known: Iterable[str]) -> str | None:
    """The known word that a word is a slip or two away from, the first of the closest; None when there is none."""
    most = 0 if len(word) < SHORTEST else 1 if len(word) < LONG else 2
    letters = frozenset(word)
    best = None
    for other in known:
        if abs(len(other) - len(word)) > most or len(letters ^ frozenset(other)) > 2 * most or len(other) < SHORTEST:
            continue
        if (apart := slips(word, other)) <= most:
            best, most = other, apart - 1
            if most == 0:
                break
    return best


def slips(one: str, other: str) -> int:
    """How many letters must be added, dropped, changed, or swapped with the next to make one word of another."""
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
