"""Small lessons, and small models that learn from them in a second."""

import pytest
from houses import Houses
from lessons import CPU, Lesson, straight_ahead

from sightline.corpus.stages import each_start
from sightline.language import Vocabulary, tokenize
from sightline.learning.data import Dataset


@pytest.fixture(scope="session")
def lesson() -> Lesson:
    """A few instructions of generated paragraphs."""
    return Lesson.generated(2)


@pytest.fixture(scope="session")
def easy() -> Lesson:
    """Every goal straight ahead in an empty field."""
    return Lesson(straight_ahead(32), straight_ahead(2), Vocabulary.of(tokenize("go straight ahead .")))


@pytest.fixture(scope="session")
def house_goals(houses: Houses) -> Dataset:
    """Every goal of a paragraph in a house."""
    return Dataset.of_stages(houses.stages, houses.at_stages().save(), houses.vocabulary.ids, CPU, goals=True)


@pytest.fixture(scope="session")
def house_instructions(houses: Houses) -> Dataset:
    """Every instruction of it."""
    return Dataset.of_stages(*each_start([houses.paragraph]), houses.vocabulary.ids, CPU, goals=False)
