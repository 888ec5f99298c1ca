"""Reading: from free words to a plan of steps in plain words, a query, or a refusal."""

from sightline.language.reading.plan import Find, Move, PlanStep, Query, Reading
from sightline.language.reading.pronouns import Said
from sightline.language.reading.reader import Reader

__all__ = ["Find", "Move", "PlanStep", "Query", "Reader", "Reading", "Said"]
