"""What calls of remote control take and give over HTTP: the bodies that OpenAPI describes."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from sightline.remote.episodes import LONGEST_TEXT, MOST_GOALS

MOST = 65536  # numbers in a list; how many worlds there may be is the server's to say
Number = Annotated[float, Field(allow_inf_nan=False, ge=-1e9, le=1e9)]
Whole = Annotated[int, Field(ge=-(2**31), le=2**31)]
Indices = Annotated[list[Whole], Field(max_length=MOST)]
Place = Annotated[list[Number], Field(min_length=2, max_length=2, description="x, z")]
Pose = Annotated[list[Number], Field(min_length=3, max_length=3, description="x, z, heading in degrees")]
Point = Annotated[list[Number], Field(min_length=3, max_length=3, description="x, y, z")]
Text = Annotated[str, Field(max_length=LONGEST_TEXT)]
Channels = Annotated[list[Literal["rgb", "depth", "segmentation"]], Field(min_length=1, max_length=3)]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class CameraBody(_Body):
    """What a world is seen with."""

    width: Annotated[int, Field(ge=1, le=4096)] = 128
    height: Annotated[int, Field(ge=1, le=4096)] = 128
    fov: Annotated[float, Field(ge=1, le=179, description="Degrees from the left edge to the right edge.")] = 60.0
    eye: Annotated[float, Field(gt=0, le=1000, description="Height above the ground.")] = 2.5
    shift: Annotated[float, Field(ge=-100, le=100, description="Of the frustum; below 0 looks lower.")] = 0.0


class Making(_Body):
    """Which worlds to make."""

    world: Annotated[str, Field(max_length=200, description="One of those that /kinds lists.")]
    camera: CameraBody | None = None
    horizon: Annotated[int, Field(ge=1, le=2**62)] | None = None
    threads: Annotated[int, Field(ge=1, le=4096, description="That draw pictures.")] | None = None
    near: Annotated[float, Field(ge=0, le=1e6, description="How close to its goal a stop is rewarded.")] | None = None


class GoalBody(_Body):
    """One of the goals of an instruction."""

    kind: Literal["navigation", "interaction"]
    stand: Annotated[list[Number], Field(min_length=2, max_length=3)]
    point: Point | None = None
    deed: Annotated[list[Text], Field(min_length=3, max_length=3, description="verb, object, receptacle")] | None = None


class EpisodeBody(_Body):
    """An episode: made from its seed, or, with a scene, all that a record of a corpus says of an instruction."""

    seed: Annotated[int, Field(ge=0, le=2**63 - 1)] = 0
    scene: dict[str, Any] | None = None
    start: Pose | None = None
    goals: Annotated[list[GoalBody], Field(max_length=MOST_GOALS)] | None = None
    end: Place | None = None
    instruction: Text | None = None
    first: Pose | None = None
    before: Annotated[list[Text], Field(max_length=1000, description="Actions of the instructions before.")] | None = None


class Resetting(_Body):
    episodes: Annotated[list[EpisodeBody], Field(max_length=MOST)]
    where: Indices | None = None


class Proceeding(_Body):
    episodes: Annotated[list[EpisodeBody], Field(max_length=MOST)]


class Stepping(_Body):
    actions: Indices
    observe: Channels | None = None


class Acting(_Body):
    actions: Indices


class Observing(_Body):
    channels: Channels = ["rgb"]


class LookingAround(_Body):
    channels: Channels = ["rgb"]
    where: Indices | None = None


class Locating(_Body):
    view: Indices
    row: Indices
    column: Indices


class Measuring(_Body):
    places: Annotated[list[Place], Field(max_length=MOST)] | None = None


class Nothing(_Body):
    pass


class Arrays(_Body):
    """Arrays of worlds, an entry for each; those that are not given stay as they are."""

    pose: Annotated[list[Pose], Field(max_length=MOST)] | None = None
    goal: Annotated[list[Place], Field(max_length=MOST)] | None = None
    horizon: Annotated[list[int], Field(max_length=MOST)] | None = None
    taken: Annotated[list[int], Field(max_length=MOST)] | None = None
    over: Annotated[list[bool], Field(max_length=MOST)] | None = None
    stopped: Annotated[list[bool], Field(max_length=MOST)] | None = None
    threads: Annotated[int, Field(ge=1, le=4096)] | None = None


class Kinds(BaseModel):
    """What a server lends."""

    worlds: list[str]
    most: Annotated[int, Field(description="Worlds that are lent at once.")]
    free: int


class Described(BaseModel):
    """What never changes in worlds."""

    world: str
    actions: list[str]
    action_count: int
    refusals: list[str]
    camera: CameraBody
    threads: int | None


class Made(Described):
    """Worlds that were made."""

    id: str


class Standing(Described):
    """Worlds, and their arrays as they are."""

    now: dict[str, Any]


class Answer(BaseModel):
    """What a call gives, and the arrays of the worlds after it."""

    result: Any
    now: dict[str, Any]


class Problem(BaseModel):
    """What is wrong, in a sentence."""

    error: str


BODIES: dict[str, tuple[type[_Body], str]] = {
    "reset": (Resetting, "Start episodes, in all worlds or in those at the indices `where`."),
    "proceed": (Proceeding, "Start the next episodes in the state that the worlds are in."),
    "step": (Stepping, "Take one action in every world; `observe` brings along what is seen after it."),
    "rewards": (Nothing, "(N, A) reward of each movement action and Stop if taken now."),
    "rewards_of": (Acting, "(N,) reward of the action that each world is about to take."),
    "observe": (Observing, "First-person views (N, H, W, ...)."),
    "panorama": (LookingAround, "Six views around each agent (N, H, 6 W, ...)."),
    "locate": (Locating, "What lies behind a cell of the panorama, one per world."),
    "distances": (Measuring, "(N,) on the ground to each goal from where the agent stands, or from places."),
    "metrics": (Nothing, "How well each episode has gone so far."),
}  # fmt: skip
