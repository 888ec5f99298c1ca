"""The stream of fresh data: the same for any number of workers, drawn ahead, and a dead worker is one sentence."""

import os
import signal
import time

import numpy as np
import pytest
import torch
from lessons import CPU, LANI

from sightline.corpus.kind import corpus_kind
from sightline.corpus.splits import stream_paragraph
from sightline.errors import InputError
from sightline.language.tokenizer import TRAINED_TOKENS
from sightline.learning import stream as module
from sightline.learning.chunk import UNKNOWN, Maker, StreamConfig, packed
from sightline.learning.data import Batch
from sightline.learning.stream import AHEAD, Stream, cut, drawn
from sightline.render.draw import cores

CONFIG = StreamConfig(chunks=2, paragraphs=2)


def same(one: list[Batch], two: list[Batch]) -> bool:
    pairs = [(a, b) for x, y in zip(one, two, strict=True) for a, b in zip(x.tensors(), y.tensors(), strict=True)]
    return all(torch.equal(a, b) for a, b in pairs)


@pytest.fixture(scope="module")
def epochs() -> list[list[tuple[Batch, float]]]:
    """Two epochs of a stream with one worker."""
    with Stream(CONFIG, LANI, 6, CPU, 1) as stream:
        return [list(stream.batches(number)) for number in (0, 1)]


def test_workers_and_where_it_begins_do_not_change_the_data(epochs: list[list[tuple[Batch, float]]]) -> None:
    first, second = ([batch for batch, _ in epoch] for epoch in epochs)
    with Stream(CONFIG, LANI, 6, CPU, 2) as stream:
        begun = stream.batches(0)
        next(begun)
        begun.close()  # an epoch that is left early takes nothing from the next
        again = [batch for batch, _ in stream.batches(1)]
    assert same(second, again) and not same(first[:1], second[:1])
    assert {len(batch) for batch in first + second} == {6}


def test_batches_are_cut_from_chunks_in_order(epochs: list[list[tuple[Batch, float]]]) -> None:
    chunks = [Maker(CONFIG, "lani")(number) for number in (0, 1)]
    sizes = [len(chunk) for chunk in chunks]
    batches = [batch for batch, _ in epochs[0]]
    assert len(batches) == sum(sizes) // 6
    assert [done for _, done in epochs[0]] == [0.5] * (sizes[0] // 6) + [1.0] * (len(batches) - sizes[0] // 6)
    classes = np.concatenate([chunk.classes for chunk in chunks])
    assert [c for batch in batches for c in batch.classes.tolist()] == classes[: 6 * len(batches)].tolist()
    lengths = np.concatenate([chunk.lengths for chunk in chunks])
    for n, batch in enumerate(batches):
        assert batch.lengths.tolist() == lengths[6 * n : 6 * n + 6].tolist()
        assert batch.words.shape[1] == TRAINED_TOKENS and batch.words.dtype == torch.long
    world = LANI.make()
    world.restore(chunks[0].worlds)
    np.testing.assert_array_equal(batches[0].pictures, world.panorama()["rgb"][:6])


def test_a_batch_shows_what_is_named(epochs: list[list[tuple[Batch, float]]]) -> None:
    batch = epochs[0][0][0]
    assert batch.things is not None and batch.named is not None
    assert int(batch.things.min()) >= 0 and int(batch.things.max()) < LANI.things
    for things, named in zip(batch.things, batch.named, strict=True):
        which = set(things[named == 1].tolist())
        assert which.isdisjoint(things[named == 0].tolist())  # every cell that shows it, or none
        assert all(thing > -LANI.segmentation[0] for thing in which)  # neither sky nor ground
    assert set(batch.named.unique().tolist()) == {0, 1}
    assert np.mean([bool((named == 1).any()) for named in batch.named]) > 0.7  # a few stand behind something else


def test_a_mixed_corpus_and_looks_from_elsewhere_reach_the_batches() -> None:
    config = StreamConfig(chunks=1, paragraphs=2, plain=1, again=0.5, mix=0.5, rings=True)
    mixed = [stream_paragraph(corpus_kind("lani"), 9, 0)]
    chunk = Maker(config, "lani", mixed=mixed)(0)
    batch = drawn(packed(chunk, LANI), LANI, CPU)
    assert batch.named is not None
    np.testing.assert_array_equal(batch.classes, chunk.classes)
    np.testing.assert_array_equal(batch.ways, chunk.ways)
    np.testing.assert_allclose(batch.origins, chunk.origins, rtol=1e-5, atol=1e-5)
    unknown = (chunk.named == UNKNOWN).all(1)
    assert unknown.any() and not unknown.all()
    np.testing.assert_array_equal(unknown, (batch.named == -1).all(2).all(1))
    assert ((batch.named[~unknown] >= 0).all()) and (batch.named[~unknown] == 1).any()


def test_batches_are_ready_before_they_are_asked_for() -> None:
    with Stream(StreamConfig(chunks=10**6, paragraphs=1), LANI, 2, CPU, 1) as stream:
        batches = stream.batches(0)
        next(batches)
        learning_until = time.monotonic() + 60
        while _ready(stream) < AHEAD and time.monotonic() < learning_until:
            time.sleep(0.01)  # as if the device were learning
        assert _ready(stream) == AHEAD
        batches.close()


def _ready(stream: Stream) -> int:
    return stream.ready.qsize()


def test_a_worker_that_is_killed_is_said() -> None:
    with Stream(StreamConfig(chunks=10**6, paragraphs=4), LANI, 4, CPU, 1) as stream:
        batches = stream.batches(0)
        next(batches)
        assert stream._workers is not None
        os.kill(stream._workers._processes[0]._process.pid, signal.SIGKILL)  # type: ignore[union-attr]
        with pytest.raises(InputError, match="A worker process was killed"):
            for _ in batches:
                pass


def test_an_error_in_a_worker_reaches_whoever_learns() -> None:
    with (
        Stream(StreamConfig(chunks=1, seed=-1), LANI, 4, CPU, 1) as stream,
        pytest.raises(InputError, match="A stream has a seed from 0"),
    ):
        next(stream.batches(0))


def test_every_process_has_its_chunks_and_its_part_of_a_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    config = StreamConfig(chunks=5)
    three = [Stream(config, LANI, 8, CPU, rank=rank, size=3) for rank in range(3)]
    assert [stream.batch for stream in three] == [2, 3, 3] and {stream.update_size for stream in three} == {8}
    assert [list(stream.numbers(2)) for stream in three] == [[10, 13], [11, 14], [12]]
    with pytest.raises(InputError, match="6 processes need at least as many --chunks"):
        Stream(config, LANI, 8, CPU, rank=0, size=6)
    with pytest.raises(InputError, match="3 processes"):
        Stream(config, LANI, 2, CPU, rank=0, size=3)
    assert Stream(config, LANI, 3, CPU, rank=2, size=3).batch == 1
    monkeypatch.setattr(module, "cores", lambda: 8)
    assert Stream(config, LANI, 8, CPU).count == 7 and Stream(config, LANI, 8, CPU, 2).count == 2
    monkeypatch.setenv("LOCAL_WORLD_SIZE", "2")
    assert Stream(config, LANI, 8, CPU).count == 3
    monkeypatch.setattr(module, "cores", lambda: 1)
    assert Stream(config, LANI, 8, CPU).count == 1 and cores() >= 1


def test_cutting_by_hand() -> None:
    def drawn(first: int, lengths: list[int]) -> Batch:
        each = torch.arange(first, first + len(lengths))
        words = each[:, None].repeat(1, 9)
        ways, origins = each[:, None].repeat(1, 4), each[:, None].repeat(1, 4).float()
        done = each[:, None, None].repeat(1, 6, 4).float()
        return Batch(each[:, None], words, torch.tensor(lengths), each, ways, origins, each, each, done)

    batch, rest = cut([drawn(0, [1, 2]), drawn(2, [4, 3, 9]), drawn(5, [9])], 4)
    assert batch.classes.tolist() == [0, 1, 2, 3] and batch.words.shape == (4, 9) and batch.things is None
    assert batch.ways[:, 0].tolist() == [0, 1, 2, 3] and batch.origins.shape == (4, 4)
    assert [(part.classes.tolist(), part.lengths.tolist()) for part in rest] == [([4], [9]), ([5], [9])]
    batch, rest = cut(rest, 2)
    assert batch.classes.tolist() == [4, 5] and batch.words.shape == (2, 9) and rest == []
