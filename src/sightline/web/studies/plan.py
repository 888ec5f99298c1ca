"""The plan of a study: the owner's request, from the page or the command line, checked."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import ConfigDict, Field, field_validator, model_validator

from sightline.checks import LARGEST_SEED
from sightline.corpus.records import SPLITS
from sightline.errors import InputError
from sightline.web.bodies import Body, Storable
from sightline.web.studies.platforms import LINKS, PLATFORMS
from sightline.web.studies.tasks import ENOUGH, RATE, SEGMENT, TASKS

LONGEST_TEXT = 20_000  # characters of a text for participants
MOST_ITEMS, MOST_PEOPLE = 10_000, 1000


class Plan(Body):
    """A study as its owner describes it."""

    model_config = ConfigDict(frozen=True)

    name: Storable = Field(min_length=1, max_length=80)
    task: Literal[*TASKS]  # type: ignore[valid-type]
    world: str = Field(default="lani", max_length=200)
    corpus: str = Field(default="standard", max_length=4096)
    split: Literal[*SPLITS] = "dev"  # type: ignore[valid-type]
    items: int = Field(default=100, ge=1, le=MOST_ITEMS, description="At most, where another study or corpus has fewer.")
    people: int = Field(default=1, ge=1, le=MOST_PEOPLE, description="Who answer each item.")
    per_person: int = Field(
        default=0, ge=0, le=MOST_ITEMS, description="Items that one person gets at most; 0: all that are left."
    )
    horizon: int = Field(default=0, ge=0, le=ENOUGH, description="Actions on an item; 0: the default of the task.")
    shows_map: bool = False
    stand_in: Storable = Field(default="", max_length=80)
    platform: Literal[*PLATFORMS] = LINKS  # type: ignore[valid-type]
    code: Storable = Field(default="", max_length=80)
    instructions: Storable = Field(default="", max_length=LONGEST_TEXT)
    consent: Storable = Field(default="", max_length=LONGEST_TEXT)
    source: str = Field(
        default="", max_length=80, description="Another study, whose texts are followed or whose ways are rated."
    )
    methods: tuple[str, ...] = Field(default=(), max_length=10, description="Agents whose ways are rated.")
    seed: int = Field(default=0, ge=0, le=LARGEST_SEED)

    @field_validator("name")
    @classmethod
    def _is_a_name(cls, name: str) -> str:
        if not name.strip() or not name.isprintable():
            raise InputError("A study needs a name, in one line.")
        if name.strip().isdecimal():
            raise InputError("A study's name is not only a number: numbers stand for studies already.")
        return name.strip()

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.platform != LINKS and not self.code.strip():
            raise InputError(f"A study on {self.platform} needs a completion code; choose one there, and give it here.")
        if self.source and self.task not in (SEGMENT, RATE):
            raise InputError("Only `segment` and `rate` take their items from another study.")
        if self.methods and self.task != RATE:
            raise InputError("Only `rate` takes methods; people do the other tasks.")
        if self.task == RATE and not self.methods and not self.source:
            raise InputError("A `rate` study needs an `act` study as its source, or methods such as paper,best.")
        return self
