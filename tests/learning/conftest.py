"""Small lessons, and small models that learn from them in a second."""

import pytest
from lessons import Lesson, straight_ahead

from sightline.language import Vocabulary, tokenize


@pytest.fixture(scope="session")
def lesson() -> Lesson:
    """A few instructions of generated paragraphs."""
    return Lesson.generated(2)


@pytest.fixture(scope="session")
def easy() -> Lesson:
    """Every goal straight ahead in an empty field."""
    return Lesson(straight_ahead(32), straight_ahead(2), Vocabulary.of(tokenize("go straight ahead .")))
