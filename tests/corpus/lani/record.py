"""The first paragraphs of the standard corpus on record, so that whatever shapes them is noticed to change."""

import hashlib
import json
from pathlib import Path

from sightline.corpus.files import Entry
from sightline.corpus.lani.kind import KIND
from sightline.corpus.splits import corpus_paragraph, split_of

RECORD = Path(__file__).parent / "recorded_paragraphs.json"  # made anew by running this file, when a new corpus is meant


def hashes(first: int, last: int) -> list[str]:
    """A short hash of each of some paragraphs."""
    lines = (Entry.of(split_of(n), corpus_paragraph(KIND, 0, n)).line for n in range(first, last))
    return [hashlib.sha256(line.encode()).hexdigest()[:8] for line in lines]


def changed(first: int, last: int) -> list[int]:
    """Which of some paragraphs are no longer those on record."""
    recorded = json.loads(RECORD.read_text())
    return [first + k for k, made in enumerate(hashes(first, last)) if made != recorded[first + k]]


if __name__ == "__main__":
    RECORD.write_text(json.dumps(hashes(0, 500)))
