"""The stream of fresh data: the same for any number of workers, never part of a corpus, never a held-out phrasing."""

from random import Random

import numpy as np
import pytest
import torch
from sightline.agent.sight import THINGS_FROM, goal_classes
from sightline.learning.pack import Pack

from sightline.corpus.lani.generate import STREAMS, stream_paragraph
from sightline.language import Vocabulary, tokenize
from sightline.language.spelling import spell
from sightline.learning.data import Batch
from sightline.learning.stream import Stream, StreamConfig, make_chunk

CPU = torch.device("cpu")
CONFIG = StreamConfig(chunks=2, paragraphs=3)


def epoch(workers: int, number: int) -> list[Batch]:
    with Stream(CONFIG, 8, CPU, workers) as stream:
        return [batch for batch, _ in stream.batches(number)]


def same(one: list[Batch], two: list[Batch]) -> bool:
    pairs = [(a, b) for x, y in zip(one, two, strict=True) for a, b in zip(x.tensors(), y.tensors(), strict=True)]
    return all(torch.equal(a, b) for a, b in pairs)


def test_workers_and_where_it_begins_do_not_change_the_data() -> None:
    with Stream(CONFIG, 8, CPU, 1) as stream:
        first, second = ([batch for batch, _ in stream.batches(number)] for number in (0, 1))
    assert same(second, epoch(2, 1)) and not same(first[:1], second[:1])
    assert {len(batch) for batch in first} == {8}


def test_a_batch_shows_what_is_named() -> None:
    batch = epoch(1, 0)[0]
    assert batch.things is not None and batch.named is not None
    shown = batch.things.unique()
    assert int(shown.min()) >= 0 and int(shown.max()) < 70
    seen = [int(name) + THINGS_FROM in batch.things[n] for n, names in enumerate(batch.named) for name in names if name]
    assert seen and np.mean(seen) > 0.8  # a few stand behind something else


def test_fields_that_come_again_come_in_another_order() -> None:
    few = StreamConfig(paragraphs=4, fields=4, joined=0, varied=0)
    first, again = make_chunk(few, 0, None), make_chunk(few, 1, None)
    assert sorted(first.classes) == sorted(again.classes) and list(first.classes) != list(again.classes)


def test_two_instructions_in_one_lead_from_the_first_start_to_the_second_end() -> None:
    paragraph = stream_paragraph(3, 5)
    alone = Pack.of([paragraph], spell, Random(0))
    both = Pack.of([paragraph], spell, Random(0), joined=1.0)
    count = len(paragraph.segments)
    assert len(alone) == count and len(both) == 2 * count - 1
    np.testing.assert_array_equal(both.starts[count:], alone.starts[:-1])
    ends = np.array([segment.end for segment in paragraph.segments[1:]])
    np.testing.assert_array_equal(both.classes[count:], goal_classes(both.starts[count:], ends))
    assert (both.lengths[count:] >= alone.lengths[:-1] + alone.lengths[1:] - 1).all()


def test_a_model_may_read_numbers_of_a_vocabulary() -> None:
    paragraph = stream_paragraph(3, 5)
    vocabulary = Vocabulary.of(tokenize("go to the walk past ."))
    pack = Pack.of([paragraph], vocabulary.ids, Random(0))
    assert pack.words.ndim == 2 and pack.words.max() < len(vocabulary)


def test_packs_add_up_and_leave_out_fields_that_nobody_needs() -> None:
    one, two = (make_chunk(CONFIG, number, None) for number in (0, 1))
    both = one + two
    cut = both.part(len(one), len(both)).without_unused()
    np.testing.assert_array_equal(cut.scenes().models, two.scenes().models)
    np.testing.assert_array_equal(cut.scenes().water, two.scenes().water)
    assert len(cut.models) == len(two.models) < len(both.models)


def test_a_worker_that_dies_is_said() -> None:
    broken = StreamConfig(chunks=1, vocabulary="/no/such/file")
    with Stream(broken, 8, CPU, 1) as stream, pytest.raises(RuntimeError, match="ended early"):
        list(stream.batches(0))


def test_paragraphs_are_of_no_corpus() -> None:
    assert all(stream_paragraph(0, index).seed >= STREAMS for index in range(3))
