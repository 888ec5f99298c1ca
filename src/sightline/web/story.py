"""A session's story: its beginning, instructions and actions. A link holds it, and a session can be restored from it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StrictBool, field_validator

from sightline.web.bodies import Body

INSTRUCTION_LIMIT, ACTIONS_LIMIT = 4000, 60_000  # characters of an instruction, and of a turn's actions
STORY_LIMIT = 100_000  # characters of the actions of all turns
TURN_LIMIT, AIM_LIMIT = 200, 32  # turns of a story, and aims of a turn
SEED_LIMIT = 2**32 - 1
Coordinate = Annotated[float, Field(strict=True, ge=-1000, le=1000, allow_inf_nan=False)]
# A number or a name, as in records. A name opens no file.
Scene = Annotated[int, Field(ge=1, le=1000)] | Annotated[str, Field(pattern=r"^(plan:[0-9a-f]{16}|seed:(0|[1-9]\d{0,18}))$")]
Heading = Annotated[float, Field(strict=True, ge=-3600, le=3600, allow_inf_nan=False)]


class Beginning(Body):
    """An agent in a scene."""

    world: str = Field(default="lani", max_length=40)
    seed: int = Field(
        default=46,
        strict=True,
        ge=0,
        le=SEED_LIMIT,
        description="Chooses the field, or the items of a house, and the start.",
    )
    scene: Scene | None = Field(default=None, description="Which house; fields have only their seed.")
    start: tuple[Coordinate, Coordinate, Heading] | None = Field(default=None, description="x, z, heading.")
    method: str = Field(default="best", max_length=200)


class StoryAim(Body):
    """An aim of the agent."""

    stand: tuple[Coordinate, Coordinate] = Field(description="Where to stand: x, z.")
    point: tuple[Coordinate, Coordinate, Coordinate] | None = Field(default=None, description="What to reach for: x, y, z.")
    confidence: float = Field(default=1.0, strict=True, ge=0, le=1)
    given: StrictBool = Field(default=False, description="A person set it.")
    sentence: str = Field(default="", max_length=INSTRUCTION_LIMIT, description="The aim in words.")
    failed: str = Field(default="", max_length=INSTRUCTION_LIMIT, description="Why it was not reached; empty when it was.")


class StoryTurn(Body):
    """One instruction and the actions that followed it."""

    words: str = Field(max_length=INSTRUCTION_LIMIT)
    actions: str = Field(max_length=ACTIONS_LIMIT, description="As records of a corpus spell them.")
    stopped: StrictBool = True
    aims: list[StoryAim] = Field(default=[], max_length=AIM_LIMIT)
    ending: str = Field(default="", max_length=INSTRUCTION_LIMIT, description="The outcome in words.")
    reply: Literal["go", "ask", "refuse", "answer"] = Field(default="go", description="The kind of the agent's reply.")


class Story(Body):
    """A whole session."""

    beginning: Beginning
    turns: list[StoryTurn] = Field(default=[], max_length=TURN_LIMIT)

    @field_validator("turns")
    @classmethod
    def _check_length(cls, turns: list[StoryTurn]) -> list[StoryTurn]:
        """Restoring a story repeats all of its actions, so they are limited."""
        if sum(len(turn.actions) for turn in turns) > STORY_LIMIT:
            raise ValueError(f"A story has at most {STORY_LIMIT:,} characters of actions.")
        return turns
