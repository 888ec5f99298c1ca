"""The plan of a study: one of the four tasks, and the owner's request, from the page or the command line, checked.

`act` measures human performance; `write` and `segment` are the two tasks that collected the paper's corpora;
`rate` is its human evaluation. Their introductory texts are in texts.toml.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Literal, NamedTuple, Self

from pydantic import Field, StrictBool, StrictInt, field_validator, model_validator

from sightline.checks import LARGEST_SEED
from sightline.corpus.records import ALL_SPLITS
from sightline.errors import InputError
from sightline.web.bodies import Body, Storable
from sightline.web.studies.platforms import LINKS, PLATFORMS

ACT, WRITE, SEGMENT, RATE = "act", "write", "segment", "rate"
INTRODUCTION_LIMIT = 20_000  # characters of a text for participants
ITEM_LIMIT, PEOPLE_LIMIT = 10_000, 1000
ACTION_LIMIT = 10_000  # enough for exploring, or following a whole paragraph


class TaskTexts(NamedTuple):
    """The default texts of a task."""

    title: str
    from_above: str  # the introduction for a reference path, on a map
    inside: str  # the introduction for a scene to explore, in first person


_TEXTS = tomllib.loads((Path(__file__).parent / "texts.toml").read_text(encoding="utf-8"))
TASKS = {name: TaskTexts(**_TEXTS[name]) for name in (ACT, WRITE, SEGMENT, RATE)}
CONSENT: str = _TEXTS["consent"]


class UnknownTaskError(InputError):
    """The database holds a task that this version does not know."""

    status = 409  # as the response to a request


def check_task(study: str, task: str) -> None:
    """Refuse a study whose row somebody else has written."""
    if task not in TASKS:
        raise UnknownTaskError(f"The database gives the study {study!r} the task {task!r}; tasks are {', '.join(TASKS)}.")


class StudyPlan(Body):
    """A study as its owner describes it."""

    name: Storable = Field(min_length=1, max_length=80)
    task: Literal[*TASKS]  # type: ignore[valid-type]
    world: str = Field(default="lani", max_length=200)
    corpus: str = Field(default="standard", max_length=4096)
    split: Literal[*ALL_SPLITS] = "dev"  # type: ignore[valid-type]
    items: StrictInt = Field(default=100, ge=1, le=ITEM_LIMIT, description="Fewer if the source has fewer.")
    people: StrictInt = Field(default=1, ge=1, le=PEOPLE_LIMIT, description="Participants per item.")
    per_person: StrictInt = Field(default=0, ge=0, le=ITEM_LIMIT, description="Maximum of items per participant; 0: all.")
    horizon: StrictInt = Field(
        default=0, ge=0, le=ACTION_LIMIT, description="Maximum of actions per item; 0: the default of the task."
    )
    shows_map: StrictBool = False
    stand_in: Storable = Field(default="", max_length=80)
    platform: Literal[*PLATFORMS] = LINKS  # type: ignore[valid-type]
    code: Storable = Field(default="", max_length=80)
    instructions: Storable = Field(default="", max_length=INTRODUCTION_LIMIT)
    consent: Storable = Field(default="", max_length=INTRODUCTION_LIMIT)
    source: str = Field(default="", max_length=80, description="Study whose texts are followed or whose paths are rated.")
    methods: tuple[str, ...] = Field(default=(), max_length=10, description="Agents whose paths are rated.")
    seed: StrictInt = Field(default=0, ge=0, le=LARGEST_SEED)

    @field_validator("name")
    @classmethod
    def _is_a_name(cls, name: str) -> str:
        if not name.strip() or not name.isprintable():
            raise InputError("A study needs a name, in one line.")
        if name.strip().isdecimal():
            raise InputError("A study's name cannot be a number: studies have numbers already.")
        return name.strip()

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.platform != LINKS and not self.code.strip():
            raise InputError(f"A study on {self.platform} needs the completion code of that platform.")
        if self.source and self.task not in (SEGMENT, RATE):
            raise InputError("Only `segment` and `rate` studies take items from another study.")
        if self.methods and self.task != RATE:
            raise InputError("Only `rate` studies have methods: people do the other tasks.")
        if self.task == RATE and not self.methods and not self.source:
            raise InputError("A `rate` study needs an `act` study as its source, or methods such as paper,best.")
        return self
