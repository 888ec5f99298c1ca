"""Stages of demonstrations: every goal has one, and one comes after the last; the worlds are as they were then."""

from random import Random

import numpy as np

from sightline.corpus.examples import Example
from sightline.corpus.kind import corpus_kind
from sightline.corpus.splits import stream_paragraph
from sightline.corpus.stages import stages_of
from sightline.world import INTERACTION, NAVIGATION, kind_of

CHAI = kind_of("chai")
PARAGRAPHS = [stream_paragraph(corpus_kind("chai"), 6, k) for k in range(2)]


def test_a_stage_for_each_goal_and_one_after_the_last() -> None:
    stages, state = stages_of(PARAGRAPHS)
    assert len(stages) == len(state["episodes"]) == len(state["pose"])
    for paragraph in PARAGRAPHS:
        for k, segment in enumerate(paragraph.segments):
            here = [s for s in stages if s.example.paragraph is paragraph and s.example.place == k]
            assert [s.done for s in here] == list(range(len(segment.goals or ()) + 1))
            assert [s.goal for s in here[:-1]] == list(segment.goals or ()) and here[-1].goal is None
            assert here[-1].before == segment.goals
            assert tuple(here[0].pose) == segment.start and tuple(here[-1].pose[:2]) == segment.end


def test_worlds_are_restored_as_they_were() -> None:
    stages, state = stages_of(PARAGRAPHS)
    world = CHAI.make()
    world.restore(state)
    np.testing.assert_array_equal(world.pose, [stage.pose for stage in stages])
    for n, stage in enumerate(stages):
        if stage.done == 0:  # the state that replaying the instructions before gives
            alone = CHAI.make()
            alone.reset([Example(stage.example.paragraph, stage.example.place).episode])
            pictures = world.panorama(("rgb",), [n])["rgb"]
            np.testing.assert_array_equal(alone.panorama(("rgb",))["rgb"], pictures)


def test_an_interaction_is_done_where_it_was_demonstrated() -> None:
    stages, _ = stages_of(PARAGRAPHS)
    kinds = {one.goal.kind for one in stages if one.goal is not None}
    assert kinds == {NAVIGATION, INTERACTION} and len(stages) > 20
    for one in stages:
        if one.goal is not None and one.goal.kind == INTERACTION:
            then = next(s for s in stages if s.example.key == one.example.key and s.done == one.done + 1)
            assert tuple(then.pose) == one.goal.stand or one.done + 1 == len(one.example.goals)


def test_moments_on_the_way_come_beside_the_stages() -> None:
    plain, _ = stages_of(PARAGRAPHS)
    stages, state = stages_of(PARAGRAPHS, 2.0, Random(1))
    again, _ = stages_of(PARAGRAPHS, 2.0, Random(1))
    assert [(s.example.key, s.done, tuple(s.pose)) for s in again] == [
        (s.example.key, s.done, tuple(s.pose)) for s in stages
    ]
    assert len(plain) < len(stages) == len(state["episodes"]) < 6 * len(plain)
    there = {(s.example.key, s.done, tuple(s.pose)) for s in stages}
    assert {(s.example.key, s.done, tuple(s.pose)) for s in plain} <= there
    assert {(s.example.key, s.done) for s in stages} == {(s.example.key, s.done) for s in plain}
    np.testing.assert_array_equal(state["pose"], [stage.pose for stage in stages])
