"""What a reader makes of words: steps in plain words, or a question about the world, or a reason to do nothing."""

from __future__ import annotations

from dataclasses import dataclass, field

NEAREST, FARTHEST, TALLEST, SMALLEST, LEFTMOST, RIGHTMOST = (
    "nearest",
    "farthest",
    "tallest",
    "smallest",
    "leftmost",
    "rightmost",
)
ALL = 0  # as a number of things


@dataclass(frozen=True)
class Find:
    """A noun phrase: which thing, or things, it singles out."""

    words: str  # "the nearest red barrel"
    kinds: frozenset[str] = frozenset()  # that the noun may mean; empty: any thing
    adjectives: tuple[str, ...] = ()
    order: str = ""  # NEAREST ...: which of several
    rank: int = 0  # with an order: the first, the second ... (from 0), -1 for the last
    number: int = 1  # of things; ALL for every one
    near: Find | None = None  # the thing that it stands next to
    modified: bool = False  # more words single it out, which only a seer can read
    noun: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether only its noun and adjectives single it out."""
        return not (self.order or self.near or self.modified or self.number != 1)


@dataclass(frozen=True)
class Move:
    """A motion that words describe by direction and distance."""

    heading: float  # degrees
    absolute: bool  # by the compass; otherwise from where the agent faces
    distance: float | None = None  # in units of the world; None: not said
    steps: float | None = None  # the same as a number of steps
    until: str = ""  # "fence": as far as it goes


START, BEFORE, TAKEN_FROM = "start", "before", "taken from"  # places that an agent remembers


@dataclass(frozen=True)
class PlanStep:
    """One step of a plan."""

    words: str  # in plain words, for the seer and for people
    verb: str = ""  # "go", "open", "close", "turn on", "turn off", "take", "put", "circle"; empty if not known
    find: Find | None = None  # the thing that the verb is about
    to: Find | None = None  # for "put": the receptacle
    move: Move | None = None
    place: str = ""  # START, BEFORE, TAKEN_FROM: a place that the agent remembers
    times: int = 1
    other: bool = False  # another thing than last time

    def __str__(self) -> str:
        return self.words


SEE, WHERE, INSIDE, HOLDING, DID, WHY, EXISTS, COUNT, STATE, HELP, ROOM = (
    "see", "where", "inside", "holding", "did", "why", "exists", "count", "state", "help", "room",
)  # fmt: skip


@dataclass(frozen=True)
class Query:
    """A question of a person."""

    about: str  # SEE ...
    find: Find | None = None
    words: str = ""


@dataclass(frozen=True)
class Reading:
    """The result: steps, or a query, or neither and the reason."""

    steps: tuple[PlanStep, ...] = ()
    query: Query | None = None
    choice: str = ""  # an answer to a question of the agent: "the second", "the red one"
    refusal: str = ""  # why nothing is done
    left_out: tuple[str, ...] = ()  # parts that are not done, each with the reason
    taken_for: dict[str, str] = field(default_factory=dict)  # misspelt words and what they were read as
