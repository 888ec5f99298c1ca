"""Lists of names in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

LIST_LIMIT = 8  # names in a sentence


def list_words(words: Sequence[str]) -> str:
    """Words as a list in a sentence, truncated after the first few."""
    if len(words) > LIST_LIMIT:
        return f"{', '.join(words[:LIST_LIMIT])} and {len(words) - LIST_LIMIT} more"
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
