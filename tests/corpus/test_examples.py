"""Examples: what tells them apart, their goals, and the episodes they make."""

from dataclasses import replace

from tiny_world import CORPUS, KIND

from sightline.corpus.examples import Example, examples_of
from sightline.corpus.splits import corpus_paragraph
from sightline.world import INTERACTION, NAVIGATION, Goal

PARAGRAPHS = [corpus_paragraph(CORPUS, 0, n) for n in range(3)]


def test_an_example_is_an_instruction_of_a_paragraph() -> None:
    one, two = (Example(PARAGRAPHS[1], k) for k in range(2))
    assert one.name == "tiny_world-KIND-000001-1" and two.key == ("tiny_world-KIND-000001", 1)
    assert two.last and not one.last and one.kind is KIND
    assert one.goals == (Goal(NAVIGATION, (10.0, 13.0)),)
    assert two.episode.start == (10.0, 13.0, 0.0) and two.episode.goal == (10.0, 16.0) and two.episode is two.episode
    assert two.episode.instruction == two.segment.instruction


def test_places_to_pass_are_the_goals_on_the_ground_before_the_last() -> None:
    walk, reach = Goal(NAVIGATION, (1.0, 2.0)), Goal(INTERACTION, (3.0, 4.0, 0.0), (3.0, 1.0, 5.0), ("open", "a", ""))
    segment = replace(PARAGRAPHS[0].segments[0], goals=(walk, reach, walk, Goal(NAVIGATION, (9.0, 9.0))))
    assert Example(replace(PARAGRAPHS[0], segments=[segment]), 0).way.tolist() == [[1, 2], [1, 2]]
    assert Example(PARAGRAPHS[0], 0).way.shape == (0, 2)  # this corpus does not know of ways


def test_all_examples_or_the_first_few() -> None:
    assert len(examples_of(PARAGRAPHS)) == 6 and examples_of([]) == []
    assert [e.key[1] for e in examples_of(PARAGRAPHS, 3)] == [0, 1, 0]
    assert [e.key[1] for e in examples_of(PARAGRAPHS, 3, whole=True)] == [0, 1, 0, 1]
    assert len(examples_of(PARAGRAPHS, 2, whole=True)) == 2
