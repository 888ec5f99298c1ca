"""Chunks of fresh data: made of their number alone, never part of a corpus, with pairs and other words."""

import math
import subprocess
import sys
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from lessons import LANI, options

from sightline.corpus.examples import Example
from sightline.corpus.files import read_corpus
from sightline.corpus.kind import corpus_kind
from sightline.corpus.lani.abilities import FIRST, ROUNDS, field_seed
from sightline.corpus.splits import STREAMS, corpus_paragraph, stream_paragraph
from sightline.errors import InputError
from sightline.geometry import direction
from sightline.language import Vocabulary, tokenize
from sightline.language.tokenizer import TRAINED_TOKENS
from sightline.learning import chunk as module
from sightline.learning.chunk import NAMED, UNKNOWN, Chunk, Maker, StreamConfig, wordings_of

PLAIN = StreamConfig(paragraphs=1, joined=0, varied=0, plain=0)
CORPUS = corpus_kind("lani")
COLUMNS = ("starts", "goals", "classes", "ways", "origins", "words", "lengths", "named")


def chunk_of(config: StreamConfig, seed: int = 0) -> Chunk:
    """Of one paragraph."""
    paragraph = stream_paragraph(CORPUS, 3, 5)
    return Maker(config, "lani").pack(wordings_of(paragraph, CORPUS, Random(seed), config))


def test_a_chunk_is_made_of_its_number_alone() -> None:
    config = StreamConfig(paragraphs=2, seed=4, rings=True, again=0.5, mix=0.7)
    mixed = [stream_paragraph(CORPUS, 9, 0)]
    one, again, other = (Maker(config, "lani", mixed=mixed)(number) for number in (3, 3, 4))
    for name in COLUMNS:
        np.testing.assert_array_equal(getattr(one, name), getattr(again, name))
    assert not np.array_equal(one.starts[:3], other.starts[:3])
    bare = Maker(replace(config, plain=0, again=0, mix=1.0), "lani")(3)
    paragraphs = [stream_paragraph(CORPUS, 4, index) for index in (6, 7)]
    starts = [segment.start for p in paragraphs for segment in p.segments]
    assert {tuple(start) for start in bare.starts.tolist()} == set(starts)
    for name in COLUMNS:  # what else comes in a chunk changes nothing of what there is without
        np.testing.assert_array_equal(getattr(one, name)[: len(bare)], getattr(bare, name))


def test_chunks_may_be_in_generated_houses() -> None:
    config = StreamConfig(paragraphs=2, plain=0, stages=True, generated=1.0)
    episodes = Maker(config, "chai")(0).worlds["episodes"]
    assert all(episode.house.is_generated for episode in episodes)
    with pytest.raises(InputError, match="generated"):
        Maker(config, "lani")


def test_paragraphs_are_of_no_corpus() -> None:
    assert all(stream_paragraph(CORPUS, 0, index).seed >= STREAMS for index in range(3))


def test_worlds_stand_at_their_starts() -> None:
    chunk = chunk_of(PLAIN)
    world = LANI.make()
    world.restore(chunk.worlds)
    segments = stream_paragraph(CORPUS, 3, 5).segments
    assert len(world) == len(chunk) == len(segments)
    np.testing.assert_array_equal(world.pose, chunk.starts)
    assert chunk.starts.tolist() == [list(segment.start) for segment in segments]
    assert chunk.goals.tolist() == [list(segment.intended or ()) for segment in segments]  # not where followers ended
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
    few = StreamConfig(paragraphs=4, distinct=4, joined=0, varied=0, plain=0)
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
    assert (both.lengths[count:] >= np.minimum(alone.lengths[:-1] + alone.lengths[1:] - 1, TRAINED_TOKENS)).all()


def test_a_pair_is_an_example_like_any_other() -> None:
    paragraph = stream_paragraph(CORPUS, 3, 5)
    pairs = wordings_of(paragraph, CORPUS, Random(0), replace(PLAIN, joined=1.0))[len(paragraph.segments) :]
    for k, pair in enumerate(pairs):
        example, tokens, named = pair.example, pair.tokens, pair.named
        one, two = paragraph.segments[k : k + 2]
        assert example.segment.actions == one.actions + two.actions
        assert example.segment.instruction.endswith(two.instruction) and tokens == example.segment.tokens
        assert example.paragraph.segments[:k] == paragraph.segments[:k]
        assert example.paragraph.segments[k + 1 :] == paragraph.segments[k + 2 :]
        assert CORPUS.named is not None
        assert named is not None
        assert list(named) == [*CORPUS.named(paragraph, k), *CORPUS.named(paragraph, k + 1)]
        way = [*Example(paragraph, k).way.tolist(), list(one.intended or ()), *Example(paragraph, k + 1).way.tolist()]
        assert example.way.tolist() == way  # past where the first one leads


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
    assert not chunk.words[0, chunk.lengths[0] :].any() and chunk.words.shape[1] == TRAINED_TOKENS


def test_plain_commands_are_so_many_for_each_paragraph() -> None:
    config = replace(PLAIN, paragraphs=20)
    without, one, more = (len(Maker(replace(config, plain=share), "lani")(0)) for share in (0, 1, 2.5))
    assert without + 14 <= one <= without + 20  # a field may have nothing for a kind of command
    assert one + 20 < more <= without + 60
    commands = Maker(replace(config, plain=1), "lani")(0)
    segments = [segment for k in range(20) for segment in stream_paragraph(CORPUS, 0, k).segments]
    assert not {tuple(start) for start in commands.starts[without:]} & {segment.start for segment in segments}


def test_classes_and_places_to_pass_are_those_of_the_rings() -> None:
    config = replace(PLAIN, paragraphs=8, plain=4, rings=True, again=0)
    made, cells = (Maker(replace(config, rings=rings), "lani")(0) for rings in (True, False))
    np.testing.assert_array_equal(made.classes, LANI.view.rings.classes(made.starts, made.goals))
    np.testing.assert_array_equal(cells.classes, LANI.view.goal_classes(made.starts, made.goals))
    assert (cells.ways == -1).all() and made.ways.shape == (len(made), 4)
    examples = [Example(p, k) for n in range(8) for p in [stream_paragraph(CORPUS, 0, n)] for k in range(len(p.segments))]
    for example, start, ways in zip(examples, made.starts, made.ways, strict=False):
        count = len(example.way)
        places = LANI.view.rings.classes(np.repeat(start[None], count, 0), example.way)
        assert ways.tolist() == [*places.tolist(), *[-1] * (4 - count)]
    assert (made.ways[: len(examples), 0] >= 0).any() and (made.ways[len(examples) :, 0] >= 0).any()


def test_words_are_said_where_the_agent_stands_unless_it_looks_again() -> None:
    config = replace(PLAIN, paragraphs=6, plain=2, rings=True)
    first = Maker(replace(config, again=0.0), "lani")(0)
    np.testing.assert_allclose(first.origins, np.tile([0, 0, 0, 1.0], (len(first), 1)), atol=1e-12)
    both = Maker(replace(config, again=1.0), "lani")(0)
    again = slice(len(first), None)
    assert 1.8 * len(first) < len(both) <= 2 * len(first)
    np.testing.assert_array_equal(both.starts[: len(first)], first.starts)
    assert (both.ways[again] == -1).all()  # from there the rest of the way is straight
    right, ahead, sine, cosine = both.origins[again].T
    poses = both.starts[again]
    said_at = poses[:, :2] + right[:, None] * direction(poses[:, 2] + 90) + ahead[:, None] * direction(poses[:, 2])
    said = np.column_stack([said_at, poses[:, 2] + np.degrees(np.arctan2(sine, cosine))])
    starts = {(round(x, 2), round(z, 2), round(h % 360, 1) % 360) for x, z, h in first.starts}
    assert {(round(x, 2), round(z, 2), round(h % 360, 1) % 360) for x, z, h in said} <= starts
    np.testing.assert_array_equal(both.classes[again], LANI.view.rings.classes(poses, both.goals[again]))
    assert {tuple(goal) for goal in both.goals[again]} <= {tuple(goal) for goal in first.goals}
    assert len(Maker(replace(config, again=1.0, rings=False), "lani")(0)) == len(first)  # such a model does not look again


@pytest.mark.parametrize("mix", [0.8, 0.5])
def test_a_corpus_is_mixed_in_by_its_share(mix: float) -> None:
    mixed = [stream_paragraph(CORPUS, 9, k) for k in range(3)]
    config = replace(PLAIN, paragraphs=10, mix=mix, rings=True, again=0)
    fresh, both = Maker(config, "lani")(0), Maker(config, "lani", mixed=mixed)(0)
    assert len(fresh) / len(both) == pytest.approx(mix, abs=0.02)
    np.testing.assert_array_equal(both.starts[: len(fresh)], fresh.starts)
    segments = [segment for paragraph in mixed for segment in paragraph.segments]
    for n in range(len(fresh), len(both)):
        assert (both.named[n] == UNKNOWN).all()  # nobody has said which things its words name
        x, z = both.goals[n]
        seen = [(x, z), (round(50 - x, 2), z)]  # as it is, or in the mirror
        away = [
            math.dist(both.starts[n, :2], both.goals[n]) - math.dist(s.start[:2], s.intended or ())
            for s in segments
            if s.intended in seen
        ]
        assert min(map(abs, away)) < 4 and both.lengths[n] > 0
    assert not (both.named[: len(fresh)] == UNKNOWN).any()
    np.testing.assert_allclose(both.origins, np.tile([0, 0, 0, 1.0], (len(both), 1)), atol=1e-12)


def test_words_of_a_mixed_corpus_are_lost_now_and_then_but_never_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "DROPPED_WORDS", 1.0)
    mixed = [stream_paragraph(CORPUS, 9, 0)]
    maker = Maker(replace(PLAIN, mix=0.2), "lani", mixed=mixed)
    assert all(w.tokens == w.example.segment.tokens for w in maker._mixed(3, Random(0)))
    monkeypatch.setattr(module, "DROPPED_WORDS", 0.3)
    some = maker._mixed(5, Random(0))
    assert any(len(w.tokens) < len(w.example.segment.tokens) for w in some) and all(w.tokens for w in some)


def test_streams_use_no_field_of_a_corpus_a_written_set_or_the_checklist() -> None:
    """Fields are those of their seeds: streams begin where all other seeds end."""
    assert CORPUS.written is not None and CORPUS.abilities is not None
    written = [paragraph for split in read_corpus(CORPUS.written).splits.values() for paragraph in split]
    assert max(paragraph.seed for paragraph in written) < STREAMS
    for seed in (0, 1, 2**32 - 1):
        assert FIRST <= field_seed(seed, 0) < STREAMS > field_seed(seed, 10**9 * ROUNDS)
    others = [paragraph.scene for paragraph in written] + [s.paragraph.scene for s in CORPUS.abilities(1, 0)]
    others += [corpus_paragraph(CORPUS, 0, index).scene for index in (14, 17)]
    known = {scene.landmarks for scene in others}
    assert len(known) > 100
    assert not known & {stream_paragraph(CORPUS, seed, k).scene.landmarks for seed in (0, 1) for k in range(20)}


def test_making_chunks_needs_no_torch() -> None:
    code = "import sys, sightline.learning.chunk; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_defaults_and_limits() -> None:
    assert options(StreamConfig) == {
        "chunks": (1500, 1, None), "paragraphs": (24, 1, None), "joined": (0.05, 0, 1), "varied": (0.5, 0, 1),
        "distinct": (0, 0, None), "plain": (2.7, 0, 50), "elsewhere": (0.5, 0, 20), "nearby": (0.0, 0, 20),
        "again": (0.15, 0, 1),
        "generated": (0.0, 0, 1), "houses": (0, 0, None),
        "mix": (1.0, 0.01, 1),
    }  # fmt: skip
    assert StreamConfig().seed == 0 and (NAMED, TRAINED_TOKENS) == (16, 64)
