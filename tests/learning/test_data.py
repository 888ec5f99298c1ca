"""Data for learning: what a batch shows, reads and asks for."""

import numpy as np
import pytest
import torch
from houses import CHAI, Houses
from lessons import CPU, LANI, Lesson

from sightline.corpus.examples import examples_of
from sightline.corpus.kind import corpus_kind
from sightline.corpus.splits import stream_paragraph
from sightline.errors import InputError
from sightline.learning import data
from sightline.learning.data import Dataset, Gold, batches, split_for_tuning


def test_batches_depend_on_seed_and_epoch_only() -> None:
    one = batches(50, 16, 3, 2)
    assert [len(b) for b in one] == [16, 16, 16, 2]
    assert sorted(np.concatenate(one).tolist()) == list(range(50))
    np.random.seed(7)
    torch.manual_seed(7)
    assert all((a == b).all() for a, b in zip(one, batches(50, 16, 3, 2), strict=True))
    for other in ((4, 2), (3, 1)):
        assert not (np.concatenate(one) == np.concatenate(batches(50, 16, *other))).all()


def test_the_last_paragraphs_are_for_tuning() -> None:
    paragraphs = [stream_paragraph(corpus_kind("lani"), 7, k) for k in range(2)]
    for count, last in ((30, 3), (1500, 100), (4000, 200)):  # a tenth, as many as are enough, 5 %
        train, tune = split_for_tuning(paragraphs * (count // 2))
        assert len(tune) == last and train + tune == paragraphs * (count // 2)
    assert split_for_tuning(paragraphs) == (paragraphs[:1], paragraphs[1:])
    assert split_for_tuning(paragraphs[:1]) == (paragraphs[:1], paragraphs[:1])


def test_examples_become_starts_goals_and_words(lesson: Lesson) -> None:
    paragraph = stream_paragraph(corpus_kind("lani"), 7, 0)
    few = Dataset.of(examples_of([paragraph]), lesson.vocabulary.ids, CPU)
    assert few.kind is LANI and len(few) == len(paragraph.segments)
    assert few.starts.tolist() == [list(segment.start) for segment in paragraph.segments]
    assert few.goals.tolist() == [list(segment.end) for segment in paragraph.segments]
    np.testing.assert_array_equal(few.classes, LANI.view.goal_classes(few.starts, few.goals))
    assert few.ids == [lesson.vocabulary.ids(segment.tokens) for segment in paragraph.segments]
    with pytest.raises(InputError, match="no examples to learn from"):
        Dataset.of([], lesson.vocabulary.ids, CPU)


def test_goals_and_ways_may_be_learned_by_bearing_and_distance(lesson: Lesson) -> None:
    paragraph = stream_paragraph(corpus_kind("lani"), 7, 0)
    examples = examples_of([paragraph])
    cells, rings = (Dataset.of(examples, lesson.vocabulary.ids, CPU, rings) for rings in (False, True))
    np.testing.assert_array_equal(rings.classes, LANI.view.rings.classes(rings.starts, rings.goals))
    assert cells.ways.shape == rings.ways.shape == (len(examples), 4) and (cells.ways == -1).all()
    for example, start, ways in zip(examples, rings.starts, rings.ways, strict=True):
        passed = LANI.view.rings.classes(np.repeat(start[None], len(example.way), 0), example.way)
        assert ways.tolist() == [*passed.tolist(), *[-1] * (4 - len(passed))]
    which = np.array([2, 0])
    batch, taken = rings.batch(which), rings.take([2, 0])
    assert batch.ways.tolist() == rings.ways[which].tolist() == taken.ways.tolist() and taken.rings
    assert batch.origins.tolist() == [[0, 0, 0, 1]] * 2  # a corpus's words are said where it is looked from


def test_a_batch_is_what_the_world_shows_and_says(lesson: Lesson) -> None:
    which = np.array([2, 0])
    batch = lesson.train.batch(which)
    world = lesson.train.worlds()
    expected = world.panorama(("rgb",), which)["rgb"]
    np.testing.assert_array_equal(batch.pictures, expected)
    assert batch.classes.tolist() == lesson.train.classes[which].tolist() and len(batch) == 2
    for n, k in enumerate(which):
        ids = list(lesson.train.ids[k])
        assert batch.words[n, : batch.lengths[n]].tolist() == ids and int(batch.lengths[n]) == len(ids)
    assert batch.words.shape[1] == int(batch.lengths.max())


def test_what_is_drawn_ahead_is_what_would_have_been_drawn(lesson: Lesson, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data, "CHUNK", 3)
    some = lesson.train.take([0, 1, 2, 3])
    drawn = some.take([0, 1, 2, 3])
    drawn.draw_ahead()
    assert drawn.seen is None  # on a CPU it would take longer, not less
    drawn.draw_all()
    assert drawn.seen is not None and len(drawn.seen) == 4
    assert torch.equal(drawn.pictures(np.array([3, 1])), some.pictures(np.array([3, 1])))
    assert lesson.train.take([1]).episodes == [lesson.train.episodes[1]]


def test_every_goal_in_a_house_is_an_example(houses: Houses, house_goals: Dataset) -> None:
    few, stages = house_goals, houses.stages
    assert few.reaching is not None and few.reaching.tolist() == [stage.reaches for stage in stages]
    world = few.worlds()
    assert len(few) == len(world) == len(stages) and (world.horizon == CHAI.action_limit).all() and not world.taken.any()
    np.testing.assert_array_equal(world.pose, few.starts)
    np.testing.assert_array_equal(few.starts, [stage.pose for stage in stages])
    batch = few.batch(np.arange(3))
    assert batch.reaching.tolist() == few.reaching[:3].tolist() and batch.pictures.shape == (3, 128, 768, 3)
    np.testing.assert_array_equal(batch.pictures[2], np.asarray(world.panorama(("rgb",), [2])["rgb"])[0])
    np.testing.assert_array_equal(few.classes, CHAI.view.goal_classes(few.starts, np.array([s.point for s in stages])))
    assert (few.missed_by(few.classes, few.goals[:, [0, 2]]) <= 1).mean() > 0.6  # its own cell is mostly near the goal
    some = few.take([4, 1])
    assert some.reaching is not None and some.reaching.tolist() == few.reaching[[4, 1]].tolist()
    np.testing.assert_array_equal(some.worlds().pose, few.starts[[4, 1]])


def test_every_instruction_in_a_house_is_an_example(houses: Houses, house_instructions: Dataset) -> None:
    few, segments = house_instructions, houses.paragraph.segments
    assert few.reaching is None and [len(e.goals) for e in few.episodes] == [len(s.goals or ()) for s in segments]
    np.testing.assert_array_equal(few.starts, [segment.start for segment in segments])


def test_gold_goals_are_aims() -> None:
    places = Gold(np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([True, False])).aims()
    assert [(aim.stand, aim.point, aim.in_sight) for aim in places] == [((1.0, 2.0), None, True), ((3.0, 4.0), None, False)]
    things = Gold(np.array([[1.0, 5.0, 2.0], [3.0, 6.0, 4.0]]), None, np.array([True, False])).aims()
    assert [(aim.stand, aim.point, aim.in_sight) for aim in things] == [
        ((1.0, 2.0), (1.0, 5.0, 2.0), True), ((3.0, 4.0), None, True)
    ]  # fmt: skip
    assert all(aim.given for aim in (*places, *things))
