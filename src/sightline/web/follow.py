"""Follow: type an instruction, see the goal and the path, correct it, say go, watch.

Everything uses HTTP except watching: there a socket sends, for each frame, a line of JSON with the agent's pose and a
picture. Models and the modules that need them are imported at the first request, or earlier by the background warm-up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Query, WebSocket
from fastapi.responses import JSONResponse, Response
from pydantic import Field

from sightline.errors import InputError
from sightline.web.bodies import Body, Json
from sightline.web.context import Context
from sightline.web.kept_pictures import NO_STORE, VIEW_SIDE
from sightline.web.pictures import jpeg, map_geometry
from sightline.web.story import INSTRUCTION_LIMIT, Beginning, Coordinate, Story
from sightline.web.watching import Watching
from sightline.world import kind_of

if TYPE_CHECKING:
    from sightline.web.sessions import Session

Side = Annotated[int, Query(ge=64, le=640, description="Pixels along each side of a view.")]
Rate = Annotated[float, Query(ge=1, le=60, description="Pictures per second.")]
Speed = Annotated[float, Query(ge=1, le=60, description="Steps per second.")]


class InstructionBody(Body):
    """An instruction."""

    words: str = Field(max_length=INSTRUCTION_LIMIT, examples=["go to the barrel"])


Share = Annotated[float, Field(strict=True, ge=0, le=1)]  # of a width or height


class PlanBody(Body):
    """The steps of a plan, as a person has changed them."""

    steps: list[Annotated[str, Field(max_length=INSTRUCTION_LIMIT)]] = Field(
        min_length=1, max_length=12, examples=[["open the fridge", "take the milk"]]
    )


class CorrectedGoal(Body):
    """A corrected goal: a spot in the panorama, or a place on the map."""

    spot: tuple[Share, Share] | None = None
    place: tuple[Coordinate, Coordinate] | None = None


def router_of(context: Context) -> APIRouter:
    """The API of the page Follow."""
    router = APIRouter(prefix="/api/follow", tags=["follow"])

    def warm_up() -> None:
        """Load, compile and run everything that would delay the first user."""
        for world in context.agents.worlds():
            for method in [name for name in context.agents.methods_of(world) if name not in context.agents.models]:
                session = context.sessions.begin(Story(beginning=Beginning(world=world, method=method)))
                session.say("go straight ahead")
                session.facts()
                session.panorama(), session.view(384), session.ground()
                if session.card is not None:
                    session.go()

    context.warm_ups.append(warm_up)

    @router.get("/worlds")
    def worlds() -> list[Json]:
        """The worlds that have agents, with the facts a page needs about them."""
        from sightline.show.scenery import scenery_of  # slow import of all object names: pages must be served before it

        facts = []
        for name in context.agents.worlds():
            kind, scenes = kind_of(name), scenery_of(kind_of(name)).scenes()
            facts.append({
                "name": name, "title": kind.title, "unit": kind.unit, "bounds": kind.view.bounds,
                "methods": context.agents.methods_of(name), "scene": scenery_of(kind).scene_word,
                "scenes": [{"name": scene, "title": title} for scene, title in scenes],
            })  # fmt: skip
        return facts

    @router.post("/sessions", status_code=201)
    def begin(story: Story) -> Json:
        """Begin a session; the turns of the story are restored."""
        return context.sessions.begin(story).facts()

    @router.get("/sessions/{name}")
    def look(name: str) -> Json:
        """The current state of a session."""
        session = context.sessions.find(name)
        with session.lock:
            return session.facts()

    def changed(name: str, change: Callable[[Session], object]) -> Json:
        session = context.sessions.find(name)
        with session.in_use():
            change(session)
            return session.facts()

    @router.post("/sessions/{name}/say")
    def say(name: str, body: InstructionBody) -> Json:
        """Say something: a plan's first goal is the `proposal`; a question, refusal or answer is the last of `turns`."""
        return changed(name, lambda session: session.say(body.words))

    @router.post("/sessions/{name}/plan")
    def plan(name: str, body: PlanBody) -> Json:
        """Change the plan of the current instruction: its steps in plain words."""
        return changed(name, lambda session: session.change_plan(body.steps))

    @router.post("/sessions/{name}/aim")
    def aim(name: str, body: CorrectedGoal) -> Json:
        """Correct the goal."""
        import numpy as np

        if (body.spot is None) == (body.place is None):
            raise InputError("Give either a spot of the panorama or a place of the map.")
        if body.spot is not None:
            x, y = body.spot
            return changed(name, lambda session: session.aim_in_panorama(x, y))
        place = np.array(body.place, dtype=np.float64)
        return changed(name, lambda session: session.aim(place))

    @router.post("/sessions/{name}/go")
    def go(name: str) -> Json:
        """Go to the goal without streaming pictures."""
        session = context.sessions.find(name)
        session.go()
        with session.lock:
            return session.facts()

    @router.post("/sessions/{name}/skip")
    def skip(name: str) -> Json:
        """Skip this goal and go on to the next one of the instruction."""
        return changed(name, lambda session: session.skip())

    @router.post("/sessions/{name}/undo")
    def undo(name: str) -> Json:
        """Take back the current instruction, or if there is none, the last turn."""
        return changed(name, lambda session: session.undo())

    @router.post("/sessions/{name}/reset")
    def reset(name: str) -> Json:
        """Return to the beginning of the session."""
        return changed(name, lambda session: session.reset())

    @router.get("/sessions/{name}/panorama.jpg", response_class=Response)
    def panorama(name: str) -> Response:
        """The panorama around the agent, with goal map, goal and path if there is an instruction."""
        return drawn(name, lambda session: session.panorama())

    @router.get("/sessions/{name}/view.jpg", response_class=Response)
    def view(name: str, side: Side = VIEW_SIDE) -> Response:
        """The view ahead."""
        return drawn(name, lambda session: session.view(side))

    def drawn(name: str, draw: Callable[[Session], bytes]) -> Response:
        """A new picture; one that still shows the session as it is was answered before (kept_pictures)."""
        session = context.sessions.find(name)
        with session.in_use():
            return Response(draw(session), media_type="image/jpeg", headers=NO_STORE)

    @router.get("/sessions/{name}/map.jpg", response_class=Response)
    def map_(name: str) -> Response:
        """The map of the scene, north up; see `map` for its geometry."""
        ground = context.sessions.find(name).ground()
        return Response(jpeg(ground.picture), media_type="image/jpeg", headers=NO_STORE)

    @router.get("/sessions/{name}/map")
    def map_facts(name: str) -> Json:
        """Geometry of the map: x of its left edge, z of its upper edge, pixels per unit; names to write."""
        ground = context.sessions.find(name).ground()
        return map_geometry(ground) | {"size": ground.picture.size, "names": ground.names, "titles": ground.titles}

    @router.get("/sessions/{name}/record")
    def record(name: str) -> JSONResponse:
        """The session as a record of a corpus."""
        session = context.sessions.find(name)
        with session.lock:
            line = session.record()
        file = f'attachment; filename="{line["id"]}.jsonl"'
        return JSONResponse(line, headers={"Content-Disposition": file})

    @router.websocket("/sessions/{name}/live")
    async def live(socket: WebSocket, name: str, rate: Rate = 24, side: Side = VIEW_SIDE, speed: Speed = 8) -> None:
        """Watch. Send {"do": "go"}, {"do": "replay", "turn": 0}, and {"do": "stop"} during a walk.

        Each picture follows a line with `pose`, `steps` (new poses) and `goal`; the last message is `session` or
        `replayed`. An `error` is a sentence, and the socket stays open.
        """
        await socket.accept()
        await Watching(context, lambda: context.sessions.find(name), rate, side, speed).serve(socket)

    return router
