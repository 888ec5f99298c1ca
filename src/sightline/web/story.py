"""A session's story: its beginning, instructions and actions. A link holds it, and a session can be restored from it."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

WORDS, TURNS, ACTIONS = 4000, 200, 60_000  # characters of an instruction, turns of a story, characters of a turn's actions
GOALS = 32  # aims of one turn
SEED = 2**32 - 1
Coordinate = Annotated[float, Field(ge=-1000, le=1000, allow_inf_nan=False)]
# A number or a name, as in records. A name opens no file.
Scene = Annotated[int, Field(ge=1, le=1000)] | Annotated[str, Field(pattern=r"^(plan:[0-9a-f]{16}|seed:(0|[1-9]\d{0,18}))$")]
Heading = Annotated[float, Field(ge=-3600, le=3600, allow_inf_nan=False)]


class Strict(BaseModel):
    """A request body that forbids unknown fields."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Beginning(Strict):
    """An agent in a scene."""

    world: str = Field(default="lani", max_length=40)
    seed: int = Field(default=46, ge=0, le=SEED, description="Which field, or how a house is arranged, and where to start.")
    scene: Scene | None = Field(default=None, description="Which house; fields have only their seed.")
    start: tuple[Coordinate, Coordinate, Heading] | None = Field(
        default=None, description="x, z, heading; or as the seed has it."
    )
    method: str = Field(default="best", max_length=40)


class StoryAim(Strict):
    """An aim of the agent."""

    stand: tuple[Coordinate, Coordinate] = Field(description="Where to stand: x, z.")
    point: tuple[Coordinate, Coordinate, Coordinate] | None = Field(default=None, description="What to reach for: x, y, z.")
    confidence: float = Field(default=1.0, ge=0, le=1)
    given: bool = Field(default=False, description="A person set it.")
    sentence: str = Field(default="", max_length=WORDS, description="What was said of it.")
    failed: str = Field(default="", max_length=WORDS, description="Why it was not reached; empty when it was.")


class StoryTurn(Strict):
    """One instruction and the actions that followed it."""

    words: str = Field(max_length=WORDS)
    actions: str = Field(max_length=ACTIONS, description="As records of a corpus spell them.")
    stopped: bool = True
    aims: list[StoryAim] = Field(default=[], max_length=GOALS)
    ending: str = Field(default="", max_length=WORDS, description="What was said of how it went.")


class Story(Strict):
    """A whole session."""

    beginning: Beginning
    turns: list[StoryTurn] = Field(default=[], max_length=TURNS)
