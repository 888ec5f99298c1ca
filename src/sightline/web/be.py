"""Be the agent, for every visitor: an instruction of the development split, the agent's view, and a score at the end.

Nothing is stored: a try is dropped when newer ones replace it. (web.take stores the same task for studies.)
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from threading import Lock
from typing import Annotated, Literal

from fastapi import APIRouter, Path
from fastapi.responses import Response
from pydantic import Field, StrictBool

from sightline.corpus.choose import demonstration, random_examples
from sightline.web.bodies import Body, Json
from sightline.web.context import Context
from sightline.web.problems import RequestError
from sightline.web.studies.items import ItemContent
from sightline.web.studies.plan import ACT
from sightline.web.studies.play import Play, Recent
from sightline.web.take import Events
from sightline.world import KINDS

TRIES_KEPT = 200  # in memory
SEED_COUNT = 2**31
Name = Annotated[str, Path(min_length=1, max_length=50)]


class TryOptions(Body):
    """The options of a new try."""

    world: Literal[*KINDS] = "lani"  # type: ignore[valid-type]
    map: StrictBool = False
    seed: int | None = Field(None, strict=True, ge=0, lt=SEED_COUNT, description="The same seed gives the same instruction.")


@dataclass(frozen=True)
class Try:
    """A visitor's try at an instruction."""

    content: ItemContent
    play: Play
    with_map: bool
    lock: Lock


def router_of(context: Context) -> APIRouter:
    """The API of the page Be."""
    router = APIRouter(prefix="/api/be", tags=["be"])
    tries: Recent[str, Try] = Recent(TRIES_KEPT)

    def find(name: str) -> Try:
        attempt = tries.get(name)
        if attempt is None:
            raise RequestError(404, "This try is over; begin another one.")
        return attempt

    @router.post("")
    def begin(body: TryOptions) -> Json:
        """A new try at an instruction."""
        seed = secrets.randbelow(SEED_COUNT) if body.seed is None else body.seed
        (example,) = random_examples(None, body.world, 1, seed)
        content = ItemContent(ACT, {"record": example.paragraph.to_json(), "place": example.index})
        name, play = context.settings.new_name(), content.play(content.kind.horizon)
        tries.keep(name, Try(content, play, body.map, Lock()))
        return {"try": name, "seed": seed, "item": content.to_json(body.map), **content.progress(play, body.map)}

    @router.get("/{name}/map", response_class=Response, responses={200: {"content": {"image/jpeg": {}}}})
    def map_picture(name: Name) -> Response:
        """The map of the scene: during the try if it was requested, and for everyone after it."""
        attempt = find(name)
        if not attempt.with_map and not attempt.play.world.over[0]:
            raise RequestError(404, "There is no map in this try.")
        return Response(attempt.content.map().jpeg, media_type="image/jpeg")

    @router.post("/{name}/events")
    def act(name: Name, body: Events) -> Json:
        """Take actions; returns the new state and view."""
        attempt = find(name)
        with attempt.lock:
            for event in body.plain() if body.after == len(attempt.play.events) else ():
                if attempt.play.over:
                    break
                attempt.play.do(event)
            return attempt.content.progress(attempt.play, attempt.with_map)

    @router.post("/{name}/stop")
    def stop(name: Name) -> Json:
        """Stop: returns the metrics, the path taken and the reference path."""
        attempt = find(name)
        with attempt.lock:
            metrics = attempt.play.stop()
            kind = attempt.content.kind
            return {
                "metrics": {m.name: metrics[m.key] * (100 if m.percent else 1) for m in kind.metrics},
                "completed": bool(metrics["completed"]), "unit": kind.unit, "people": dict(kind.paper_people),
                "taken": [pose.round(4).tolist() for pose in attempt.play.path],
                "reference": demonstration(attempt.content.example).round(4).tolist(),
                "end": attempt.content.example.segment.end, "map": attempt.content.map().geometry,
            }  # fmt: skip

    return router
