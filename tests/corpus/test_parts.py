"""A corpus made in shards has the bytes of one made by one process."""

from pathlib import Path

import pytest
from tiny_world import CORPUS

from sightline.corpus.build import generate_corpus
from sightline.corpus.parts import merge_corpus
from sightline.errors import InputError
from sightline.shards import Shard


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.mark.parametrize("count", [1, 3, 7, 60])  # more shards than paragraphs: some are empty
def test_any_number_of_shards_gives_the_same_bytes(tmp_path: Path, count: int) -> None:
    generate_corpus(CORPUS, tmp_path / "one", 50, 5, 1)
    parts = [tmp_path / f"part{number}" for number in range(count)]
    for number, part in enumerate(parts, 1):
        generate_corpus(CORPUS, part, 50, 5, 1, shard=Shard(number, count))
    assert merge_corpus(parts[::-1], tmp_path / "all") == 50
    assert contents(tmp_path / "all") == contents(tmp_path / "one")


def test_parts_of_another_corpus_are_refused(tmp_path: Path) -> None:
    generate_corpus(CORPUS, tmp_path / "a", 50, 5, 1, shard=Shard(1, 2))
    generate_corpus(CORPUS, tmp_path / "b", 50, 6, 1, shard=Shard(2, 2))
    with pytest.raises(InputError, match="about"):
        merge_corpus([tmp_path / "a", tmp_path / "b"], tmp_path / "all")
    assert not (tmp_path / "all").exists()
