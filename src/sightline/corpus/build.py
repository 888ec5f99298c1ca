"""Corpora by path or name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sightline.corpus.kind import corpus_kind
from sightline.corpus.lani.build import make_standard


def corpus_folder(corpus: Path, world: str, workers: int = 0, **options: Any) -> Path:
    """The folder of a corpus that was asked for by path or by name; ./standard is a folder, standard a name."""
    if str(corpus) not in ("standard", "written"):
        return corpus
    kind = corpus_kind(world)
    if str(corpus) == "written":
        assert kind.written is not None
        return kind.written
    return make_standard(workers or 1)
