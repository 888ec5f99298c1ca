"""The calls of remote control: parameters and results. One schema for sockets, HTTP and OpenAPI.

Arrays of a call are only described here; the worlds check them and raise their usual errors. An episode with a scene is
complete in itself; one without is generated from its seed, with the other fields that are given:

    {"seed": 7}      {"seed": 7, "instruction": "go to the well"}
    {"scene": {...}, "start": [x, z, heading], "goals": [...], "end": [x, z], "instruction": "...", "seed": 7,
     "first": [x, z, heading], "before": ["FFR", ...]}

No field can name a file, and every field has a size limit.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, Field, StrictInt, WithJsonSchema, model_validator

from sightline.checks import LARGEST_SEED
from sightline.errors import InputError
from sightline.web.bodies import Body, Json
from sightline.world import INTERACTION, Episode, Goal, Kind

SCENE_LIMIT, BEFORE_LIMIT, TEXT_LIMIT = 65536, 20000, 10000  # characters
GOAL_LIMIT, EPISODE_LIMIT = 100, 65536
Number = Annotated[float, Field(strict=True, allow_inf_nan=False, ge=-1e9, le=1e9)]
Place = tuple[Number, Number]
Pose = tuple[Number, Number, Number]
Point = tuple[Number, Number, Number]
Text = Annotated[str, Field(max_length=TEXT_LIMIT)]


# Arrays or lists, which the world checks.
Indices = Annotated[object, WithJsonSchema({"type": "array", "items": {"type": "integer"}})]
Flags = Annotated[object, WithJsonSchema({"type": "array", "items": {"type": "boolean"}})]
Places = Annotated[object, WithJsonSchema({"type": "array", "items": {"type": "array", "items": {"type": "number"}}})]
Channels = Annotated[object, WithJsonSchema({"type": "array", "items": {"enum": ["rgb", "depth", "segmentation"]}})]


class CameraBody(Body):
    """The camera of a world."""

    width: Annotated[StrictInt, Field(ge=1, le=4096)] = 128
    height: Annotated[StrictInt, Field(ge=1, le=4096)] = 128
    fov: Annotated[float, Field(strict=True, ge=1, le=179, description="Degrees from the left edge to the right edge.")] = (
        60.0
    )
    eye: Annotated[float, Field(strict=True, gt=0, le=1000, description="Height above the ground.")] = 2.5
    shift: Annotated[
        float, Field(strict=True, ge=-100, le=100, description="Shift of the frustum; negative looks lower.")
    ] = 0.0


class MakeBody(Body):
    """The worlds to make."""

    world: Annotated[str, Field(max_length=200, description="One of those that /kinds lists.")]
    camera: CameraBody | None = None
    horizon: Annotated[StrictInt, Field(description="Actions that an episode may take: 1 or more.")] | None = None
    threads: Annotated[StrictInt, Field(description="Threads that draw pictures: 1 or more.")] | None = None
    near: Annotated[float, Field(strict=True, le=1e6, description="How close to its goal a stop is rewarded.")] | None = None


class GoalBody(Body):
    """A goal of an instruction; an interaction has a point and a deed."""

    kind: Literal["navigation", "interaction"]
    stand: Annotated[tuple[Number, ...], Field(min_length=2, max_length=3, description="x, z, and perhaps a heading")]
    point: Point | None = None
    deed: Annotated[tuple[Text, Text, Text], Field(description="verb, object, receptacle")] | None = None

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if (self.kind == INTERACTION) != (self.point is not None and self.deed is not None):
            raise ValueError("an interaction needs a point and a deed, and a navigation goal has neither")
        return self


class EpisodeBody(Body):
    """An episode: generated from its seed, or, with a scene, complete as in a record of a corpus."""

    seed: Annotated[StrictInt, Field(ge=0, le=LARGEST_SEED)] = 0
    scene: Json | None = None
    start: Annotated[Pose, Field(description="x, z, heading in degrees")] | None = None
    goals: Annotated[list[GoalBody], Field(max_length=GOAL_LIMIT)] | None = None
    end: Annotated[Place, Field(description="x, z")] | None = None
    instruction: Text | None = None
    first: Annotated[Pose, Field(description="Where its paragraph starts.")] | None = None
    before: Annotated[list[str], Field(max_length=1000, description="Actions of the instructions before.")] | None = None

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.scene is not None and self.start is None:
            raise ValueError("an episode with a scene needs a start")
        if self.scene is not None and len(json.dumps(self.scene)) > SCENE_LIMIT:
            raise ValueError(f"the scene is longer than {SCENE_LIMIT} characters")
        if sum(map(len, self.before or ())) > BEFORE_LIMIT:
            raise ValueError(f"`before` is longer than {BEFORE_LIMIT} characters")
        return self

    def to_episode(self, kind: Kind, where: str) -> Episode:
        """The episode as an object of the world's kind."""
        if self.scene is None or self.start is None:
            return kind.generate(self.seed, start=self.start, goal=self.end, instruction=self.instruction)
        before = self.before or []
        for wrong in kind.scene_fields.wrong(self.scene, f"{where}.scene"):
            raise InputError(wrong)
        for letters in before:
            for wrong in kind.actions_field.wrong(letters, f"{where}.before"):
                raise InputError(wrong)
        goals = [Goal(goal.kind, goal.stand, goal.point, goal.deed) for goal in self.goals or ()]
        end: Any = self.end  # None: the world uses the last goal, or reports that there is none
        return kind.episode(
            kind.scene_from_json(self.scene), self.start, goals, end, self.instruction or "", self.seed,
            self.first or self.start, before,
        )  # fmt: skip


class ProceedBody(Body):
    """Start the next episodes in the worlds' current state."""

    episodes: Annotated[list[EpisodeBody], Field(max_length=EPISODE_LIMIT)]


class ResetBody(ProceedBody):
    """Start episodes, in all worlds or in those at the indices `where`."""

    where: Indices = None


class RewardsBody(Body):
    """(N, A) reward of each movement action and Stop if taken now."""


class ActionsBody(Body):
    """(N,) reward of the action that each world is about to take."""

    actions: Indices


class StepBody(ActionsBody):
    """Take one action in every world; `observe` adds observations after it."""

    observe: Channels = None


class ObserveBody(Body):
    """First-person views (N, H, W, ...)."""

    channels: Channels = None


class PanoramaBody(ObserveBody):
    """Six views around each agent (N, H, 6 W, ...)."""

    where: Indices = None


class LocateBody(Body):
    """The point and the segmentation id behind a cell of the panorama, one per world."""

    view: Indices
    row: Indices
    column: Indices


class DistancesBody(Body):
    """(N,) distance on the ground to each goal from the agent, or from places (N, 2)."""

    places: Places = None


class MetricsBody(Body):
    """The metrics of each episode so far."""


class SaveBody(Body):
    """The state of all worlds, or of those at the indices `where`."""

    where: Indices = None


class RestoreBody(Body):
    """Restore a state from `save`."""

    state: Json


CALLS: dict[str, type[Body]] = {
    "reset": ResetBody, "proceed": ProceedBody, "step": StepBody, "rewards": RewardsBody, "rewards_of": ActionsBody,
    "observe": ObserveBody, "panorama": PanoramaBody, "locate": LocateBody, "distances": DistancesBody,
    "metrics": MetricsBody, "save": SaveBody, "restore": RestoreBody,
}  # fmt: skip


class ArraysBody(Body):
    """Arrays of the worlds, one entry per world; absent ones stay unchanged."""

    pose: Places = None
    goal: Places = None
    horizon: Indices = None
    taken: Indices = None
    over: Flags = None
    stopped: Flags = None
    threads: Annotated[object, WithJsonSchema({"type": "integer"})] = None


class CallBody(Body):
    """A call over a socket: a method of the worlds, its arguments, and arrays to write first."""

    call: Literal[*CALLS]  # type: ignore[valid-type]
    arguments: Json = Field(default_factory=dict)
    set: ArraysBody = Field(default_factory=ArraysBody)


class LentWorlds(BaseModel):
    """The worlds that a server lends."""

    worlds: list[str]
    most: Annotated[int, Field(description="Worlds that are lent at once.")]
    free: int


class WorldFacts(BaseModel):
    """The constant properties of worlds."""

    world: str
    actions: list[str]
    action_count: int
    refusals: list[str]
    camera: CameraBody
    threads: int | None


class NewWorlds(WorldFacts):
    """Newly made worlds."""

    id: str


class CurrentWorlds(WorldFacts):
    """Worlds and their current arrays."""

    now: Json


class CallResult(BaseModel):
    """The result of a call, and the arrays of the worlds after it."""

    result: object
    now: Json


class Problem(BaseModel):
    """An error, in a sentence."""

    error: str
