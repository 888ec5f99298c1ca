"""Which paragraph has which seed: splits are 70 / 15 / 15, and training streams never meet a corpus."""

import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import pytest
from corpus.lani.record import changed
from tiny_world import CORPUS

from sightline.corpus.kind import corpus_kind
from sightline.corpus.splits import SEEDS, STREAMS, corpus_paragraph, split_of, stream, stream_paragraph
from sightline.errors import InputError


def test_splits_are_70_15_15_in_every_twenty() -> None:
    assert Counter(map(split_of, range(6000))) == {"train": 4200, "dev": 900, "test": 900}
    assert Counter(map(split_of, range(40, 60))) == {"train": 14, "dev": 3, "test": 3}
    assert [split_of(n) for n in (0, 13, 14, 16, 17, 19, 20)] == ["train", "train", "dev", "dev", "test", "test", "train"]


def test_a_paragraph_of_a_corpus_has_a_seed_of_its_own() -> None:
    paragraph = corpus_paragraph(CORPUS, 2, 14)
    assert (paragraph.id, paragraph.seed) == ("tiny_world-KIND-000014", 2 * SEEDS + 14)
    assert paragraph.segments[0].tokens[0] == "dev"
    assert corpus_paragraph(CORPUS, SEEDS - 1, SEEDS - 1).seed == STREAMS - 1


def test_streams_are_train_and_begin_where_corpora_end() -> None:
    assert stream_paragraph(CORPUS, 0, 0).seed == STREAMS
    assert stream_paragraph(CORPUS, 4, 7).seed == 5 * STREAMS + 7
    assert stream_paragraph(CORPUS, 4, STREAMS - 1).seed == stream_paragraph(CORPUS, 5, 0).seed - 1
    paragraphs = list(islice(stream(CORPUS, 4, first=6), 20))
    assert paragraphs[1] == stream_paragraph(CORPUS, 4, 7)
    assert [p.id for p in paragraphs[:2]] == ["stream-4-6", "stream-4-7"]
    assert {p.segments[0].tokens[0] for p in paragraphs} == {"train"}
    assert next(stream(CORPUS)) == stream_paragraph(CORPUS, 0, 0)


@pytest.mark.parametrize(("seed", "index"), [(-1, 0), (0, -1), (SEEDS, 0), (0, STREAMS)])
def test_seeds_and_places_have_limits(seed: int, index: int) -> None:
    for make in (stream_paragraph, corpus_paragraph):
        with pytest.raises(InputError, match=f"from 0 to 999,999.*, got {seed} and {index}"):
            make(CORPUS, seed, index)
    with pytest.raises(InputError):
        corpus_paragraph(CORPUS, 0, SEEDS)


def test_the_first_paragraphs_are_those_on_record() -> None:
    assert changed(0, 120) == []


@pytest.mark.parametrize(("world", "count"), [("lani", 8), ("chai", 12)])
def test_eight_threads_make_the_paragraphs_of_one(world: str, count: int) -> None:
    kind = corpus_kind(world)
    alone = [corpus_paragraph(kind, 1, index) for index in range(count)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)  # threads interrupt each other often
    try:
        with ThreadPoolExecutor(8) as threads:
            together = list(threads.map(lambda index: corpus_paragraph(kind, 1, index), range(count)))
    finally:
        sys.setswitchinterval(interval)
    assert together == alone
