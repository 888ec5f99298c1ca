"""Follow: type an instruction, see the goal and the path, correct it, say go, watch.

Everything uses HTTP except watching: there a socket sends, for each frame, a line of JSON with the agent's pose and a
picture. Models and the modules that need them are imported at the first request, or earlier by the background warm-up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Query, WebSocket
from fastapi.responses import JSONResponse, Response
from pydantic import Field

from sightline.errors import InputError
from sightline.web.context import Context
from sightline.web.facts import session_facts, world_facts
from sightline.web.story import WORDS, Beginning, Coordinate, Story, Strict
from sightline.web.watching import Watching

if TYPE_CHECKING:
    from sightline.web.sessions import Session

NO_STORE = {"Cache-Control": "no-store"}
Side = Annotated[int, Query(ge=64, le=640, description="Pixels along each side of a view.")]
Rate = Annotated[float, Query(ge=1, le=60, description="Pictures per second.")]
Speed = Annotated[float, Query(ge=1, le=60, description="Steps per second.")]


class Words(Strict):
    """An instruction."""

    words: str = Field(max_length=WORDS, examples=["go to the barrel"])


class Target(Strict):
    """A corrected goal: a spot in the panorama, or a place on the map."""

    spot: tuple[Annotated[float, Field(ge=0, le=1)], Annotated[float, Field(ge=0, le=1)]] | None = None
    place: tuple[Coordinate, Coordinate] | None = None


def router_of(context: Context) -> APIRouter:
    """The API of the page Follow."""
    router = APIRouter(prefix="/api/follow", tags=["follow"])

    def warm_up() -> None:
        """Load, compile and run everything that would delay the first user."""
        for world in context.predictor.worlds():
            for method in context.predictor.methods_of(world):
                session = context.sessions.begin(Story(beginning=Beginning(world=world, method=method)))
                session.say("go straight ahead")
                session_facts(session)
                session.panorama(), session.view(384), session.ground()
                if session.card is not None:
                    session.go()

    context.warm_ups.append(warm_up)

    @router.get("/worlds")
    def worlds() -> list[dict[str, Any]]:
        """The worlds that have agents, with the facts a page needs about them."""
        return [world_facts(name, context.predictor.methods_of(name)) for name in context.predictor.worlds()]

    @router.post("/sessions", status_code=201)
    def begin(story: Story) -> dict[str, Any]:
        """Begin a session; the turns of the story are restored."""
        return session_facts(context.sessions.begin(story))

    @router.get("/sessions/{name}")
    def look(name: str) -> dict[str, Any]:
        """The current state of a session."""
        session = context.sessions.find(name)
        with session.lock:
            return session_facts(session)

    def changed(name: str, change: Callable[[Session], object]) -> dict[str, Any]:
        session = context.sessions.find(name)
        with session.in_use():
            change(session)
            return session_facts(session)

    @router.post("/sessions/{name}/say")
    def say(name: str, body: Words) -> dict[str, Any]:
        """Give an instruction; the agent looks around, and `proposal` is its predicted goal."""
        return changed(name, lambda session: session.say(body.words))

    @router.post("/sessions/{name}/aim")
    def aim(name: str, body: Target) -> dict[str, Any]:
        """Correct the goal."""
        import numpy as np

        if (body.spot is None) == (body.place is None):
            raise InputError("Aim at a spot of the panorama or at a place of the map: give one of the two.")
        if body.spot is not None:
            x, y = body.spot
            return changed(name, lambda session: session.aim_in_panorama(x, y))
        place = np.array(body.place, dtype=np.float64)
        return changed(name, lambda session: session.aim(place))

    @router.post("/sessions/{name}/go")
    def go(name: str) -> dict[str, Any]:
        """Go to the goal without streaming pictures."""
        session = context.sessions.find(name)
        session.go()
        with session.lock:
            return session_facts(session)

    @router.post("/sessions/{name}/skip")
    def skip(name: str) -> dict[str, Any]:
        """Skip this goal and go on to the next one of the instruction."""
        return changed(name, lambda session: session.skip())

    @router.post("/sessions/{name}/undo")
    def undo(name: str) -> dict[str, Any]:
        """Take back the current instruction, or if there is none, the last turn."""
        return changed(name, lambda session: session.undo())

    @router.post("/sessions/{name}/reset")
    def reset(name: str) -> dict[str, Any]:
        """Return to the beginning of the session."""
        return changed(name, lambda session: session.reset())

    @router.get("/sessions/{name}/panorama.jpg", response_class=Response)
    def panorama(name: str) -> Response:
        """The panorama around the agent, with goal map, goal and path if there is an instruction."""
        return picture(name, lambda session: session.panorama())

    @router.get("/sessions/{name}/view.jpg", response_class=Response)
    def view(name: str, side: Side = 384) -> Response:
        """The view ahead."""
        return picture(name, lambda session: session.view(side))

    def picture(name: str, draw: Callable[[Session], bytes]) -> Response:
        session = context.sessions.find(name)
        with session.in_use():
            return Response(draw(session), media_type="image/jpeg", headers=NO_STORE)

    @router.get("/sessions/{name}/map.jpg", response_class=Response)
    def map_(name: str) -> Response:
        """The map of the scene, north up; see `map` for its geometry."""
        from sightline.web.pictures import jpeg

        ground = context.sessions.find(name).ground()
        return Response(jpeg(ground.picture), media_type="image/jpeg", headers=NO_STORE)

    @router.get("/sessions/{name}/map")
    def map_facts(name: str) -> dict[str, Any]:
        """Geometry of the map: x of its left edge, z of its upper edge, pixels per unit; names to write."""
        ground = context.sessions.find(name).ground()
        return {
            "west": ground.west, "north": ground.north, "per_unit": ground.per_unit, "size": ground.picture.size,
            "arrow": ground.arrow, "names": ground.names,
        }  # fmt: skip

    @router.get("/sessions/{name}/record")
    def record(name: str) -> JSONResponse:
        """The session as a record of a corpus."""
        session = context.sessions.find(name)
        with session.lock:
            line = session.record()
        file = f'attachment; filename="{line["id"]}.jsonl"'
        return JSONResponse(line, headers={"Content-Disposition": file})

    @router.websocket("/sessions/{name}/live")
    async def live(socket: WebSocket, name: str, rate: Rate = 24, side: Side = 384, speed: Speed = 8) -> None:
        """Watch. Send {"do": "go"}, {"do": "replay", "turn": 0}, and {"do": "stop"} during a walk.

        Each picture follows a line with `pose`, `steps` (new poses) and `goal`; the last message is `session` or
        `replayed`. An `error` is a sentence, and the socket stays open.
        """
        await socket.accept()
        await Watching(context, lambda: context.sessions.find(name), rate, side, speed).serve(socket)

    return router
