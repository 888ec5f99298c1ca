"""A paragraph of instructions in a house, for tests that need several goals."""

from sightline.corpus.examples import Example, examples_of
from sightline.corpus.kind import corpus_kind
from sightline.corpus.records import Paragraph
from sightline.corpus.splits import stream_paragraph
from sightline.world import kind_of

CHAI = kind_of("chai")
PARAGRAPH: Paragraph = stream_paragraph(corpus_kind("chai"), 5, 1)
EXAMPLES: list[Example] = examples_of([PARAGRAPH])
GOALS = [goal for example in EXAMPLES for goal in example.goals]
