"""Instructions in houses that tests share: three generated paragraphs, made once and only where a test asks for them."""

from functools import cached_property
from typing import Any

from sightline.corpus.examples import Example, examples_of
from sightline.corpus.kind import corpus_kind
from sightline.corpus.records import Paragraph
from sightline.corpus.splits import stream_paragraph
from sightline.corpus.stages import Stage, each_goal
from sightline.language import Vocabulary
from sightline.world import Goal, World, kind_of

CHAI = kind_of("chai")


class Houses:
    """Paragraphs of instructions with several goals; the tests of goals and stages use the middle one."""

    @cached_property
    def paragraphs(self) -> list[Paragraph]:
        return [stream_paragraph(corpus_kind("chai"), 5, k) for k in range(3)]

    @property
    def paragraph(self) -> Paragraph:
        return self.paragraphs[1]

    @cached_property
    def examples(self) -> list[Example]:
        """The instructions of the paragraph."""
        return examples_of([self.paragraph])

    @cached_property
    def all_examples(self) -> list[Example]:
        """The instructions of all paragraphs."""
        return examples_of(self.paragraphs)

    @cached_property
    def reaching(self) -> list[Example]:
        """Those that begin with a thing to reach for."""
        return [example for example in self.all_examples if example.goals[0].point is not None]

    @cached_property
    def goals(self) -> list[Goal]:
        """Those of the paragraph."""
        return [goal for example in self.examples for goal in example.goals]

    @cached_property
    def vocabulary(self) -> Vocabulary:
        return Vocabulary.of(token for segment in self.paragraph.segments for token in segment.tokens)

    @cached_property
    def _stages(self) -> tuple[list[Stage], dict[str, Any]]:
        return each_goal([self.paragraph])

    @property
    def stages(self) -> list[Stage]:
        """The moments of the paragraph before each goal."""
        return self._stages[0]

    def at_stages(self) -> World:
        """As many worlds, each at its stage."""
        world = CHAI.make()
        world.restore(self._stages[1])
        return world

    def at_starts(self, examples: list[Example]) -> World:
        """Worlds at the starts of examples."""
        world = CHAI.make()
        world.reset([example.episode for example in examples])
        return world
