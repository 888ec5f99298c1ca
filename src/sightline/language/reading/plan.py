"""What a reader makes of words: steps in plain words, or a question about the world, or a reason to do nothing."""

from __future__ import annotations

from dataclasses import dataclass, field

from sightline.language.tokenizer import tokenize

NEAREST, FARTHEST, TALLEST, SMALLEST, LEFTMOST, RIGHTMOST, NORTHMOST, EASTMOST, SOUTHMOST, WESTMOST = (
    "nearest", "farthest", "tallest", "smallest", "leftmost", "rightmost", "northmost", "eastmost", "southmost", "westmost",
)  # fmt: skip
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
    beyond: float | None = None  # with `near`: the compass direction from that thing, in degrees
    side: float | None = None  # the direction from the agent, in degrees from where it faces
    but: Find | None = None  # things that are left out: "everything except the tower"
    modified: bool = False  # more words single it out, which only a seer can read
    noun: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether only its noun and adjectives single it out."""
        return not (self.order or self.near or self.modified or self.number != 1 or self.side is not None)


@dataclass(frozen=True)
class Move:
    """A motion that words describe by direction and distance."""

    heading: float  # degrees
    absolute: bool  # by the compass; otherwise from where the agent faces
    distance: float | None = None  # in units of the world; None: not said
    steps: float | None = None  # the same as a number of steps
    until: str = ""  # FENCE, CORNER: as far as it goes
    share: float | None = None  # of the way to the step's thing: "half way to the well"
    away: bool = False  # from the step's thing, not towards it
    turning: bool = False  # on the spot, also to the step's thing


FENCE, CORNER = "fence", "corner"
START, BEFORE, TAKEN_FROM, MIDDLE = "start", "before", "taken from", "middle"  # places that an agent remembers or knows


@dataclass(frozen=True)
class PlanStep:
    """One step of a plan."""

    words: str  # in plain words, for the seer and for people
    verb: str = ""  # "go", "open", "close", "turn on", "turn off", "take", "put", "circle"; empty if not known
    find: Find | None = None  # the thing that the verb is about
    to: Find | None = None  # for "put": the receptacle
    move: Move | None = None  # with a thing: towards it
    place: str = ""  # START, BEFORE, TAKEN_FROM, MIDDLE
    times: int = 1
    other: bool = False  # another thing than last time

    def __str__(self) -> str:
        return self.words


SEE, WHERE, INSIDE, HOLDING, DID, WHY, EXISTS, COUNT, STATE, HELP, ROOM, BESIDE, COLOUR, FACING, BEGAN = (
    "see", "where", "inside", "holding", "did", "why", "exists", "count", "state", "help", "room", "beside", "colour", "facing", "began",
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
    question: str = ""  # what it must know before it can do anything
    left_out: tuple[str, ...] = ()  # parts that are not done, each with the reason
    taken_for: dict[str, str] = field(default_factory=dict)  # misspelt words and what they were read as
    sure: float | None = None  # the probability that this was meant; None if rules read the words as they were typed

    then: Query | None = None  # a question to answer once the steps are done
    meant: tuple[str, ...] = ()  # the lines of a rewriter that was sure

    @property
    def is_read(self) -> bool:
        """Whether nothing is passed on unread."""
        return all(step.verb or step.move is not None or step.place for step in self.steps)

    @property
    def lines(self) -> tuple[str, ...]:
        """What was understood as plain lines, as tokens."""
        if self.meant:
            return self.meant
        texts = [step.words for step in self.steps] or ([f"{self.query.words}?"] if self.query is not None else [])
        return tuple(" ".join(tokenize(text)) for text in texts)
