"""Reading: from free words to a plan of steps in plain words, a query, or a refusal."""

from sightline.language.reading.plan import Find, Move, Query, Reading, Step
from sightline.language.reading.reader import Reader, Said

__all__ = ["Find", "Move", "Query", "Reader", "Reading", "Said", "Step"]
