"""Generation: the same bytes for a seed, the right shape of paragraphs, nothing of dev and test in training streams."""

import hashlib
import json
import math
from itertools import islice
from pathlib import Path

import numpy as np
from corpus.lani.record import changed
from lazily import Lazily

from sightline.corpus.build import generate_corpus
from sightline.corpus.files import Entry, read_corpus
from sightline.corpus.lani import generate
from sightline.corpus.lani.follower import SCATTER
from sightline.corpus.lani.kind import KIND
from sightline.corpus.splits import corpus_paragraph, split_of, stream
from sightline.corpus.statistics import statistics

PARAGRAPHS = Lazily(lambda: (corpus_paragraph(KIND, 0, index) for index in range(300)))
SEGMENTS = Lazily(lambda: (segment for paragraph in PARAGRAPHS for segment in paragraph.segments))


def test_the_standard_corpus_is_the_one_on_record() -> None:
    first = json.loads((Path(generate.__file__).parent / "standard.json").read_text())["slice"]
    lines = "".join(Entry.of(split_of(n), PARAGRAPHS[n]).line for n in range(first["paragraphs"]))
    assert hashlib.sha256(lines.encode()).hexdigest() == first["sha256"]


def test_a_paragraph_depends_on_its_own_seed_only() -> None:
    assert corpus_paragraph(KIND, 0, 7) == PARAGRAPHS[7]
    assert corpus_paragraph(KIND, 1, 7) != PARAGRAPHS[7]


def test_no_two_paragraphs_share_a_scene() -> None:
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
    for name, share in KIND.statistics["phenomena"].items():
        assert abs(found["phenomena"][name] - share) < 6, name  # 5 for the whole corpus; this is a slice
    assert abs(found["tokens_per_instruction"] / KIND.statistics["tokens_per_instruction"] - 1) < 0.1
    assert abs(found["instructions_per_paragraph"] / KIND.statistics["instructions_per_paragraph"] - 1) < 0.1
    assert 15 < found["path_length"] < 20


def test_instructions_are_hardly_ever_alike() -> None:
    texts = [" ".join(segment.tokens) for segment in SEGMENTS]
    assert len(set(texts)) / len(texts) > 0.97


def test_streams_have_no_held_out_phrasings() -> None:
    paragraphs = list(islice(stream(KIND, seed=4), 40))
    assert not any(segment.unseen_phrasing for paragraph in paragraphs for segment in paragraph.segments)


def test_a_corpus_reads_back_as_it_was_made(tmp_path: Path) -> None:
    generate_corpus(KIND, tmp_path / "c", 40, 0, 1)
    corpus = read_corpus(tmp_path / "c")
    assert sorted(corpus.paragraphs(), key=lambda p: p.id) == PARAGRAPHS[:40]
    assert corpus.about["counts"]["dev"]["paragraphs"] == 6
    train = {token for p in corpus.splits["train"] for s in p.segments for token in s.tokens}
    assert set(corpus.vocabulary.tokens[1:]) == train


def test_the_first_paragraphs_are_those_on_record() -> None:
    assert changed(0, 500) == []
