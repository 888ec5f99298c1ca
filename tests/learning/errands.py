"""What learners learn from in houses, in tests: every goal of an errand, or every instruction of it."""

from lessons import CPU

from sightline.corpus.kind import corpus_kind
from sightline.corpus.splits import stream_paragraph
from sightline.corpus.stages import each_goal, each_start
from sightline.language import Vocabulary
from sightline.learning.data import Dataset
from sightline.world import kind_of

CHAI = kind_of("chai")
PARAGRAPH = stream_paragraph(corpus_kind("chai"), 5, 1)
WORDS = Vocabulary.of(token for segment in PARAGRAPH.segments for token in segment.tokens)


def goals() -> Dataset:
    """Every goal is an example."""
    return Dataset.of_stages(*each_goal([PARAGRAPH]), WORDS.ids, CPU, goals=True)


def instructions() -> Dataset:
    """Every instruction is an example."""
    return Dataset.of_stages(*each_start([PARAGRAPH]), WORDS.ids, CPU, goals=False)
