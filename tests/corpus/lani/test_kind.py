"""What LANI's corpus brings."""

from dataclasses import replace
from random import Random

from sightline.corpus.lani.kind import KIND
from sightline.corpus.records import Paragraph
from sightline.corpus.splits import corpus_paragraph
from sightline.lani.landmarks import NAMES

PARAGRAPH = corpus_paragraph(KIND, 0, 14)


def test_what_an_instruction_names_and_what_segmentation_shows_for_it() -> None:
    assert KIND.named is not None and KIND.thing_ids is not None
    assert KIND.named(PARAGRAPH, 0) == [(6, "dark plant"), (1, "mushroom")]
    assert KIND.thing_ids(PARAGRAPH.scene, [6, 1]) == [NAMES.index("Palm2") + 1, NAMES.index("Boletus") + 1]
    bare = Paragraph("a", PARAGRAPH.scene, [PARAGRAPH.segments[0]])
    bare.segments[0].meaning = None
    assert KIND.named(bare, 0) == [] == KIND.thing_ids(PARAGRAPH.scene, [])


def test_steps_of_people_are_shorter() -> None:
    paragraph = corpus_paragraph(KIND, 0, 0)
    forward = paragraph.segments[1].actions.count("F")
    assert KIND.path_length is not None and KIND.path_length(paragraph, 1) == 1.5 * forward
    paragraph.source = "human"
    assert KIND.path_length(paragraph, 1) == 1.5 * forward  # recorded here
    paragraph.segments[1] = replace(paragraph.segments[1], end=(1.0, 1.0))
    assert KIND.path_length(paragraph, 1) == forward  # where the same moves lead elsewhere


def test_other_words_and_checks_go_through_the_kind() -> None:
    assert KIND.vary is not None
    segment = replace(PARAGRAPH.segments[0], tokens=["go", "to", "the", "mushroom"])
    said = {tuple(KIND.vary(Random(n), segment, [(1, "mushroom")], PARAGRAPH.scene)) for n in range(20)}
    assert len(said) > 3
    assert KIND.check(corpus_paragraph(KIND, 0, 1)) == []


def test_the_standard_corpus_is_on_record() -> None:
    assert KIND.standard[:2] == (0, 6000) and len(KIND.standard.sha256) == 64
