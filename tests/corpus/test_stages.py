"""Stages of demonstrations: every goal has one, and one comes after the last; the worlds are as they were then."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random

import numpy as np
import pytest

from sightline.corpus.examples import Example
from sightline.corpus.kind import corpus_kind
from sightline.corpus.splits import stream_paragraph
from sightline.corpus.stages import each_goal, each_start, stages_of
from sightline.errors import InputError
from sightline.world import INTERACTION, NAVIGATION, Goal, kind_of

CHAI = kind_of("chai")
PARAGRAPHS = [stream_paragraph(corpus_kind("chai"), 6, k) for k in range(2)]


def test_a_stage_for_each_goal_and_one_after_the_last() -> None:
    stages, state = stages_of(PARAGRAPHS)
    assert len(stages) == len(state["episodes"]) == len(state["pose"])
    for paragraph in PARAGRAPHS:
        for k, segment in enumerate(paragraph.segments):
            here = [s for s in stages if s.example.paragraph is paragraph and s.example.index == k]
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
            alone.reset([Example(stage.example.paragraph, stage.example.index).episode])
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


def test_every_goal_alone_and_every_start() -> None:
    stages, state = each_goal(PARAGRAPHS)
    assert len(stages) == sum(len(segment.goals or ()) for p in PARAGRAPHS for segment in p.segments)
    world = CHAI.make()
    world.restore(state)
    assert [episode.goals for episode in world.episodes] == [(stage.goal,) for stage in stages]
    np.testing.assert_array_equal(world.pose, [stage.pose for stage in stages])
    np.testing.assert_array_equal(world.goal, [stage.goal.stand[:2] for stage in stages if stage.goal is not None])
    assert [stage.point for stage in stages if not stage.reaches] == [
        (stage.goal.stand[0], 0.0, stage.goal.stand[1]) for stage in stages if stage.goal is not None and not stage.reaches
    ]
    starts, state = each_start(PARAGRAPHS, lambda example: example.walks)
    assert starts and all(stage.done == 0 and stage.example.walks for stage in starts)
    world.restore(state)
    assert [e.instruction for e in world.episodes] == [stage.example.segment.instruction for stage in starts]
    assert not any(e.before for e in world.episodes) and not world.taken.any()
    with pytest.raises(InputError, match="no instruction of these paragraphs is of the kind"):
        each_goal(PARAGRAPHS, lambda example: False)


def test_a_deed_shows_that_the_places_before_it_were_passed() -> None:
    """A demonstration may come by a doorway at some distance from the place that is recorded behind it."""
    others = (stream_paragraph(corpus_kind("chai"), 6, n) for n in range(2, 60))
    paragraph = next(p for p in others if any(_walks_to_a_deed(segment.goals or ()) for segment in p.segments))
    k = next(k for k, segment in enumerate(paragraph.segments) if _walks_to_a_deed(segment.goals or ()))
    goals = list(paragraph.segments[k].goals or ())
    before = next(n for n in range(len(goals) - 1) if goals[n].kind == NAVIGATION and goals[n + 1].kind == INTERACTION)
    x, z = goals[before].stand[:2]
    goals[before] = replace(goals[before], stand=(x + 30.0, z))
    segments = [*paragraph.segments]
    segments[k] = replace(segments[k], goals=tuple(goals))
    stages, _ = stages_of([replace(paragraph, segments=segments)])
    done = [stage.done for stage in stages if stage.example.index == k]
    assert done == [n for n in range(len(goals) + 1) if n != before + 1]


def _walks_to_a_deed(goals: Sequence[Goal]) -> bool:
    kinds = [goal.kind for goal in goals]
    return any(pair == (NAVIGATION, INTERACTION) for pair in pairwise(kinds))
