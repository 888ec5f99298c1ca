"""Generation: the same bytes for a seed, the right shape of paragraphs, nothing of dev and test in training streams."""

import hashlib
import json
import math
from itertools import islice
from pathlib import Path

import numpy as np
import pytest
from sightline.corpus.lani.build import generate_corpus, standard

from sightline.corpus.files import Entry, fingerprint, read_corpus
from sightline.corpus.lani.follower import SCATTER
from sightline.corpus.lani.generate import STREAMS, corpus_paragraph, split_of, stream, stream_paragraph
from sightline.corpus.statistics import PAPER, statistics
from sightline.errors import InputError

PARAGRAPHS = [corpus_paragraph(0, index) for index in range(300)]
SEGMENTS = [segment for paragraph in PARAGRAPHS for segment in paragraph.segments]


def test_the_standard_corpus_is_the_one_on_record() -> None:
    first = standard()["slice"]
    lines = "".join(Entry.of(split_of(n), corpus_paragraph(standard()["seed"], n)).line for n in range(first["paragraphs"]))
    assert hashlib.sha256(lines.encode()).hexdigest() == first["sha256"]


def test_the_number_of_workers_changes_nothing(tmp_path: Path) -> None:
    for workers in (1, 2):
        generate_corpus(tmp_path / str(workers), 60, 5, workers)
    assert fingerprint(tmp_path / "1") == fingerprint(tmp_path / "2")
    assert (tmp_path / "1" / "README.md").read_bytes() == (tmp_path / "2" / "README.md").read_bytes()


def test_a_paragraph_depends_on_its_own_seed_only() -> None:
    assert corpus_paragraph(0, 7) == PARAGRAPHS[7]
    assert corpus_paragraph(1, 7) != PARAGRAPHS[7]


def test_splits_are_70_15_15_and_share_no_scene() -> None:
    counts = [split_of(n) for n in range(6000)]
    assert [counts.count(split) for split in ("train", "dev", "test")] == [4200, 900, 900]
    assert len({json.dumps(p.to_json()["scene"]) for p in PARAGRAPHS}) == len(PARAGRAPHS)


def test_paragraphs_are_shaped_as_described() -> None:
    for paragraph in PARAGRAPHS:
        assert 3 <= len(paragraph.segments) <= 7
        assert paragraph.path is not None and paragraph.path[0] == paragraph.segments[0].start[:2]
        assert paragraph.path[-1] == paragraph.segments[-1].intended
        assert paragraph.scene.clearance(np.array(paragraph.path)).min() > 0.25  # near landmarks, never through them
        for one, two in zip(paragraph.segments, paragraph.segments[1:], strict=False):
            assert two.start[:2] == one.end
        for segment in paragraph.segments:
            assert segment.tokens and set(segment.actions) <= set("FRL")


def test_ends_scatter_as_people_s_do() -> None:
    off = np.array([np.subtract(s.end, s.intended) for s in SEGMENTS if s.intended is not None])
    assert abs(off.std(axis=0) - SCATTER).max() < 0.12
    assert abs(off.mean(axis=0)).max() < 0.2
    ceiling = (np.hypot(*off.T) <= 5).mean()
    assert abs(ceiling - (1 - math.exp(-25 / (2 * SCATTER**2)))) < 0.02


def test_unseen_phrasings_are_in_dev_and_test_only() -> None:
    unseen = {split: [0, 0] for split in ("train", "dev", "test")}
    for n, paragraph in enumerate(PARAGRAPHS):
        for segment in paragraph.segments:
            unseen[split_of(n)][segment.unseen_phrasing] += 1
    assert unseen["train"][1] == 0
    for split in ("dev", "test"):
        assert 0.05 < unseen[split][1] / sum(unseen[split]) < 0.2


def test_the_language_has_the_shares_of_the_paper_s_sample() -> None:
    found = statistics(PARAGRAPHS)
    for name, share in PAPER["phenomena"].items():
        assert abs(found["phenomena"][name] - share) < 6, name  # 5 for the whole corpus; this is a slice
    assert abs(found["tokens_per_instruction"] / PAPER["tokens_per_instruction"] - 1) < 0.1
    assert abs(found["instructions_per_paragraph"] / PAPER["instructions_per_paragraph"] - 1) < 0.1
    assert 15 < found["path_length"] < 20


def test_instructions_are_hardly_ever_alike() -> None:
    texts = [" ".join(segment.tokens) for segment in SEGMENTS]
    assert len(set(texts)) / len(texts) > 0.97


def test_streams_are_fresh_and_keep_clear_of_dev_and_test() -> None:
    taken = list(islice(stream(seed=4), 40))
    assert taken[7] == stream_paragraph(4, 7)
    assert not any(segment.unseen_phrasing for paragraph in taken for segment in paragraph.segments)
    assert all(paragraph.seed >= STREAMS for paragraph in taken)  # corpora end below
    with pytest.raises(InputError):
        stream_paragraph(-1, 0)


def test_a_stream_of_any_seed_never_reaches_a_corpus_seed() -> None:
    last = PARAGRAPHS[0].seed + 999_999 * 1_000_000 + 999_999  # of the largest corpus seed and index
    assert last < STREAMS <= stream_paragraph(0, 0).seed


@pytest.mark.parametrize(("paragraphs", "seed"), [(0, 0), (10, -1), (10, 1_000_000), (2_000_000, 0)])
def test_sizes_and_seeds_have_limits(tmp_path: Path, paragraphs: int, seed: int) -> None:
    with pytest.raises(InputError, match="A corpus has 1 to"):
        generate_corpus(tmp_path / "c", paragraphs, seed, 1)


def test_a_corpus_reads_back_as_it_was_made(tmp_path: Path) -> None:
    generate_corpus(tmp_path / "c", 40, 0, 1)
    corpus = read_corpus(tmp_path / "c")
    assert sorted(corpus.paragraphs(), key=lambda p: p.id) == PARAGRAPHS[:40]
    assert corpus.about["counts"]["dev"]["paragraphs"] == 6
    train = {token for p in corpus.splits["train"] for s in p.segments for token in s.tokens}
    assert set(corpus.vocabulary.tokens[1:]) == train
