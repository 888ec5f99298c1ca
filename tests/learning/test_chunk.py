"""Chunks of fresh data: made of their number alone, never part of a corpus, with pairs and other words."""

import subprocess
import sys
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from lessons import LANI, options

from sightline.corpus.kind import corpus_kind
from sightline.corpus.splits import STREAMS, stream_paragraph
from sightline.language import Vocabulary, tokenize
from sightline.learning.chunk import NAMED, TOKENS, Chunk, Maker, StreamConfig, wordings_of

PLAIN = StreamConfig(paragraphs=1, joined=0, varied=0)
CORPUS = corpus_kind("lani")


def chunk_of(config: StreamConfig, seed: int = 0) -> Chunk:
    """Of one paragraph."""
    paragraph = stream_paragraph(CORPUS, 3, 5)
    return Maker(config, "lani").pack(wordings_of(paragraph, CORPUS, Random(seed), config))


def test_a_chunk_is_made_of_its_number_alone() -> None:
    config = StreamConfig(paragraphs=2, seed=4)
    one, again, other = (Maker(config, "lani")(number) for number in (3, 3, 4))
    for name in ("starts", "goals", "classes", "words", "lengths", "named"):
        np.testing.assert_array_equal(getattr(one, name), getattr(again, name))
    assert not np.array_equal(one.starts[:3], other.starts[:3])
    paragraphs = [stream_paragraph(CORPUS, 4, index) for index in (6, 7)]
    starts = [segment.start for p in paragraphs for segment in p.segments]
    assert {tuple(start) for start in one.starts.tolist()} == set(starts)


def test_paragraphs_are_of_no_corpus() -> None:
    assert all(stream_paragraph(CORPUS, 0, index).seed >= STREAMS for index in range(3))


def test_worlds_stand_at_their_starts() -> None:
    chunk = chunk_of(PLAIN)
    world = LANI.make()
    world.restore(chunk.worlds)
    segments = stream_paragraph(CORPUS, 3, 5).segments
    assert len(world) == len(chunk) == len(segments)
    np.testing.assert_array_equal(world.pose, chunk.starts)
    np.testing.assert_array_equal(world.goal, chunk.goals)
    assert chunk.starts.tolist() == [list(segment.start) for segment in segments]
    assert chunk.goals.tolist() == [list(segment.end) for segment in segments]
    np.testing.assert_array_equal(chunk.classes, LANI.view.goal_classes(chunk.starts, chunk.goals))


def test_named_things_are_what_segmentation_shows() -> None:
    paragraph = stream_paragraph(CORPUS, 3, 5)
    chunk = chunk_of(PLAIN)
    assert CORPUS.named is not None and CORPUS.thing_ids is not None
    for k in range(len(chunk)):
        places = list(dict.fromkeys(place for place, _ in CORPUS.named(paragraph, k)))
        ids = list(CORPUS.thing_ids(paragraph.scene, places))
        assert chunk.named[k].tolist() == ids + [0] * (NAMED - len(ids))
    assert chunk.named.any()


def test_paragraphs_that_come_again_come_in_another_order() -> None:
    few = StreamConfig(paragraphs=4, distinct=4, joined=0, varied=0)
    first, again = (Maker(few, "lani")(number) for number in (0, 1))
    assert sorted(first.classes) == sorted(again.classes) and list(first.classes) != list(again.classes)
    other = Maker(replace(few, seed=1), "lani")(0)
    assert sorted(other.classes) != sorted(first.classes)


def test_two_instructions_in_one_lead_from_the_first_start_to_the_second_end() -> None:
    paragraph = stream_paragraph(CORPUS, 3, 5)
    alone, both = chunk_of(PLAIN), chunk_of(replace(PLAIN, joined=1.0))
    count = len(paragraph.segments)
    assert len(alone) == count and len(both) == 2 * count - 1
    np.testing.assert_array_equal(both.starts[count:], alone.starts[:-1])
    np.testing.assert_array_equal(both.goals[count:], alone.goals[1:])
    assert (both.lengths[count:] >= np.minimum(alone.lengths[:-1] + alone.lengths[1:] - 1, TOKENS)).all()


def test_a_pair_is_an_example_like_any_other() -> None:
    paragraph = stream_paragraph(CORPUS, 3, 5)
    pairs = wordings_of(paragraph, CORPUS, Random(0), replace(PLAIN, joined=1.0))[len(paragraph.segments) :]
    for k, (example, tokens, named) in enumerate(pairs):
        one, two = paragraph.segments[k : k + 2]
        assert example.segment.actions == one.actions + two.actions
        assert example.segment.instruction.endswith(two.instruction) and tokens == example.segment.tokens
        assert example.paragraph.segments[:k] == paragraph.segments[:k]
        assert example.paragraph.segments[k + 1 :] == paragraph.segments[k + 2 :]
        assert CORPUS.named is not None
        assert list(named) == [*CORPUS.named(paragraph, k), *CORPUS.named(paragraph, k + 1)]


def test_some_instructions_are_said_in_other_words() -> None:
    plain, varied = chunk_of(PLAIN), chunk_of(replace(PLAIN, varied=1.0))
    changed = (plain.words != varied.words).reshape(len(plain), -1).any(1)
    assert changed.any()
    np.testing.assert_array_equal(plain.classes, varied.classes)


@pytest.mark.parametrize(("share", "least", "most"), [(0.0, 0, 0), (0.5, 3, 17), (1.0, 20, 20)])
def test_shares_are_shares(share: float, least: int, most: int) -> None:
    paragraph = stream_paragraph(CORPUS, 3, 5)
    pairs = replace(paragraph, segments=paragraph.segments[:2])
    counts = [len(wordings_of(pairs, CORPUS, Random(k), replace(PLAIN, joined=share))) - 2 for k in range(20)]
    assert least <= sum(counts) <= most


def test_a_model_may_read_numbers_of_a_vocabulary() -> None:
    vocabulary = Vocabulary.of(tokenize("go to the walk past ."))
    chunk = Maker(PLAIN, "lani", vocabulary)(0)
    assert chunk.words.ndim == 2 and chunk.words.max() < len(vocabulary)
    segment = stream_paragraph(CORPUS, 0, 0).segments[0]
    assert chunk.words[0, : chunk.lengths[0]].tolist() == vocabulary.ids(segment.tokens)
    assert not chunk.words[0, chunk.lengths[0] :].any() and chunk.words.shape[1] == TOKENS


def test_making_chunks_needs_no_torch() -> None:
    code = "import sys, sightline.learning.chunk; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_defaults_and_limits() -> None:
    assert options(StreamConfig) == {
        "chunks": (1500, 1, None), "paragraphs": (24, 1, None), "joined": (0.25, 0, 1), "varied": (0.5, 0, 1),
        "distinct": (0, 0, None),
    }  # fmt: skip
    assert StreamConfig().seed == 0 and (NAMED, TOKENS) == (8, 64)
