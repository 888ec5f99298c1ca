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
from pydantic import Field

from sightline.corpus.choose import demonstration, random_examples
from sightline.web.bodies import Body, Json
from sightline.web.context import Context
from sightline.web.problems import RequestError
from sightline.web.studies.items import Content
from sightline.web.studies.play import Play, Recent
from sightline.web.studies.tasks import ACT
from sightline.web.take import Events
from sightline.world import KINDS

TRIES = 200  # tries kept in memory
SEEDS = 2**31
Name = Annotated[str, Path(min_length=1, max_length=50)]


class Wish(Body):
    """The options of a new try."""

    world: Literal[*KINDS] = "lani"  # type: ignore[valid-type]
    map: bool = False
    seed: int | None = Field(None, ge=0, lt=SEEDS, description="The same seed gives the same instruction.")


@dataclass(frozen=True)
class Try:
    """A visitor's try at an instruction."""

    content: Content
    play: Play
    with_map: bool
    lock: Lock


def router_of(context: Context) -> APIRouter:
    """The API of the page Be."""
    router = APIRouter(prefix="/api/be", tags=["be"])
    tries: Recent[str, Try] = Recent(TRIES)

    def find(name: str) -> Try:
        def gone() -> Try:
            raise RequestError(404, "This try is over; begin another one.")

        return tries.get(name, gone)

    @router.post("")
    def begin(body: Wish) -> Json:
        """A new try at an instruction."""
        seed = secrets.randbelow(SEEDS) if body.seed is None else body.seed
        (example,) = random_examples(None, body.world, 1, seed)
        content = Content(ACT, {"record": example.paragraph.to_json(), "place": example.place})
        name, play = secrets.token_urlsafe(16), content.play(content.kind.horizon)
        tries.get(name, lambda: Try(content, play, body.map, Lock()))
        return {"try": name, "seed": seed, "item": content.to_json(body.map), **content.shown(play, body.map)}

    @router.get("/{name}/map", response_class=Response, responses={200: {"content": {"image/jpeg": {}}}})
    def map_picture(name: Name) -> Response:
        """The map of the scene: during the try if it was requested, and for everyone after it."""
        found = find(name)
        if not found.with_map and not found.play.world.over[0]:
            raise RequestError(404, "There is no map in this try.")
        return Response(found.content.map().jpeg, media_type="image/jpeg")

    @router.post("/{name}/events")
    def act(name: Name, body: Events) -> Json:
        """Take actions; returns the new state and view."""
        found = find(name)
        with found.lock:
            for event in body.plain() if body.after == len(found.play.events) else ():
                if found.play.over:
                    break
                found.play.do(event)
            return found.content.shown(found.play, found.with_map)

    @router.post("/{name}/stop")
    def stop(name: Name) -> Json:
        """Stop: returns the metrics, the path taken and the reference path."""
        found = find(name)
        with found.lock:
            metrics = found.play.stop()
            kind = found.content.kind
            return {
                "metrics": {m.name: metrics[m.key] * (100 if m.percent else 1) for m in kind.metrics},
                "completed": bool(metrics["completed"]), "unit": kind.unit, "people": dict(kind.paper_people),
                "taken": [pose.round(4).tolist() for pose in found.play.path],
                "reference": demonstration(found.content.example).round(4).tolist(),
                "end": found.content.example.segment.end, "map": found.content.map().geometry,
            }  # fmt: skip

    return router
