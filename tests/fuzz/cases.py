"""All kinds of cases, and how many of each there are in proportion."""

from collections.abc import Callable
from importlib import import_module
from random import Random

from bad import Case

SHARES = {
    "records": 7, "folders": 4, "originals": 4, "commands": 5, "options": 6, "words": 3, "weights": 4, "checkpoints": 2,
    "scenes": 3, "worlds": 6, "cameras": 2, "environments": 6, "requests": 14, "raw": 4, "sockets": 6, "houses": 6,
    "house_records": 6, "databases": 4, "tables": 5, "damaged_pictures": 4, "picture_tables": 3,
}  # fmt: skip
MODULES = {
    "records": "corpora", "folders": "corpora", "originals": "corpora", "commands": "typed", "options": "typed",
    "words": "typed", "weights": "trained", "checkpoints": "trained", "scenes": "simulated", "worlds": "simulated",
    "cameras": "simulated", "environments": "simulated", "requests": "served", "raw": "wired", "sockets": "wired",
    "houses": "housed", "house_records": "housed", "databases": "housed", "tables": "tabled",
    "damaged_pictures": "pictured", "picture_tables": "pictured",
}  # fmt: skip


def case_of(kind: str, random: Random, number: int) -> Case:
    """Case `number` of a kind."""
    make: Callable[[Random, int], Case] = getattr(import_module(MODULES[kind]), kind)
    return make(random, number)
