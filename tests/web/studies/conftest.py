from pathlib import Path

import pytest
from databases import database, postgres, url

from sightline.corpus.build import generate_corpus
from sightline.corpus.kind import corpus_kind

__all__ = ["database", "postgres", "url"]


@pytest.fixture(scope="session")
def corpora(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A small corpus of each world, all of it train."""
    folder = tmp_path_factory.mktemp("corpora")
    for world, paragraphs in (("lani", 4), ("chai", 1)):
        generate_corpus(corpus_kind(world), folder / world, paragraphs, seed=5, workers=1)
    return {path.name: str(path) for path in Path(folder).iterdir()}
