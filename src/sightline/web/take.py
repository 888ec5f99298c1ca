"""Taking part in a study: the participants' API. A participant is known by the token of their link, and by nothing else."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Header, Path
from fastapi.responses import Response
from pydantic import Field, StrictBool, StrictInt

from sightline.web.bodies import Body, Json
from sightline.web.context import Context
from sightline.web.problems import RequestError

MANY = 2**31 - 1
Number = Annotated[int, Path(ge=1, le=MANY, description="Of the item that was given to this participant.")]


class Joining(Body):
    """A person whom a platform sends."""

    study: str = Field(min_length=1, max_length=100, description="From the link that the platform was given.")
    id: str = Field(min_length=1, max_length=100, description="Who it is, in the platform's words.")


class Mark(Body):
    """From here on, the part of the text is done that ends with this unit (a word or a sentence, counted from 1)."""

    upto: StrictInt = Field(ge=1, le=MANY)


class Events(Body):
    """Actions and marks that follow the first `after` of them."""

    after: int = Field(ge=0, le=MANY)
    events: list[StrictInt | Mark] = Field(min_length=1, max_length=1000)

    def plain(self) -> list[int | dict[str, int]]:
        """The events as `studies.play` has them."""
        return [event if isinstance(event, int) else event.model_dump() for event in self.events]


class Draft(Body):
    """A text that is being written."""

    text: str = Field(max_length=5000)


class Answer(Body):
    """An answer; which of these it has depends on the task. The same key again is the same answer."""

    key: str = Field(min_length=16, max_length=64, pattern="^[!-~]+$")
    text: str | None = Field(None, max_length=5000)
    rating: StrictInt | None = Field(None, ge=1, le=5)
    valid: StrictBool | None = None
    reason: str | None = Field(None, max_length=5000)


def participant(authorization: Annotated[str | None, Header(include_in_schema=False)] = None) -> str:
    """The token of a request."""
    scheme, _, token = (authorization or "").partition(" ")
    if scheme != "Bearer" or not token:
        raise RequestError(401, "Please open the link that you were given.")
    return token


Token = Annotated[str, Depends(participant)]


def router_of(context: Context) -> APIRouter:
    """The API of the pages take and join."""
    router = APIRouter(prefix="/api/take", tags=["take"])

    @router.post("/join")
    def join(body: Joining) -> dict[str, str]:
        """The token of a person whom a platform sends: the same each time they come."""
        return {"token": context.taking.join(body.study, body.id)}

    @router.get("")
    def state(token: Token) -> Json:
        """Where a participant is: before consent, at an item, or at the end."""
        return context.taking.state(token)

    @router.post("/consent", status_code=204)
    def consent(token: Token) -> None:
        """Agree to take part."""
        context.taking.consent(token)

    @router.post("/withdraw", status_code=204)
    def withdraw(token: Token) -> None:
        """Delete everything that this participant has done."""
        context.taking.withdraw(token)

    @router.get("/items/{number}")
    def look(token: Token, number: Number) -> Json:
        """What is to be seen of an item that is acted out."""
        return context.taking.look(token, number)

    @router.get("/items/{number}/map", response_class=Response, responses={200: {"content": {"image/jpeg": {}}}})
    def map_picture(token: Token, number: Number) -> Response:
        """The scene of an item from above."""
        return Response(context.taking.map_picture(token, number), media_type="image/jpeg")

    @router.post("/items/{number}/events")
    def act(token: Token, number: Number, body: Events) -> Json:
        """Act, or mark a part of the text; answers with what is to be seen then."""
        return context.taking.act(token, number, body.after, body.plain())

    @router.post("/items/{number}/start-over")
    def start_over(token: Token, number: Number) -> Json:
        """Begin an item anew."""
        return context.taking.start_over(token, number)

    @router.put("/items/{number}/text", status_code=204)
    def keep_text(token: Token, number: Number, body: Draft) -> None:
        """Keep what is being written, to come back to."""
        context.taking.keep_text(token, number, body.text)

    @router.post("/items/{number}/answer", status_code=204)
    def answer(token: Token, number: Number, body: Answer) -> None:
        """Answer an item, once. It is kept for good when this says so."""
        context.taking.answer(token, number, body.key, body.model_dump(exclude={"key"}, exclude_none=True))

    return router
