"""The participants' API of studies. The token of their link is a participant's only credential."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Header, Path
from fastapi.responses import Response
from pydantic import Field, StrictBool, StrictInt

from sightline.web.bodies import Body, Json, WrittenText
from sightline.web.context import Context
from sightline.web.problems import RequestError

ID_LIMIT = 2**31 - 1  # of a database
Number = Annotated[int, Path(ge=1, le=ID_LIMIT, description="Of the item that was given to this participant.")]


class Joining(Body):
    """A participant sent by a platform."""

    study: str = Field(min_length=1, max_length=100, description="From the link that the platform was given.")
    id: str = Field(min_length=1, max_length=100, description="The participant's id on the platform.")


class MarkBody(Body):
    """The participant now does the part of the text that ends with this unit (a word or a sentence, counted from 1)."""

    upto: StrictInt = Field(ge=1, le=ID_LIMIT)


class Events(Body):
    """Actions and marks after the first `after` of them."""

    after: StrictInt = Field(ge=0, le=ID_LIMIT)
    events: list[StrictInt | MarkBody] = Field(min_length=1, max_length=1000)

    def plain(self) -> list[int | dict[str, int]]:
        """The events in the format of `studies.play`."""
        return [event if isinstance(event, int) else event.model_dump() for event in self.events]


class Draft(Body):
    """A draft of a text."""

    text: WrittenText


class AnswerBody(Body):
    """An answer; its fields depend on the task. The same key again is the same answer."""

    key: str = Field(min_length=16, max_length=64, pattern="^[!-~]+$")
    text: WrittenText | None = None
    rating: StrictInt | None = Field(None, ge=1, le=5)
    valid: StrictBool | None = None
    reason: WrittenText | None = None


def participant(authorization: Annotated[str | None, Header(include_in_schema=False)] = None) -> str:
    """The participant's token of a request."""
    scheme, _, token = (authorization or "").partition(" ")
    if scheme != "Bearer" or not token:
        raise RequestError(401, "Please open the link that you were given.")
    return token


Token = Annotated[str, Depends(participant)]


def router_of(context: Context) -> APIRouter:
    """The API of the pages Take and Join."""
    router = APIRouter(prefix="/api/take", tags=["take"])

    @router.post("/join")
    def join(body: Joining) -> dict[str, str]:
        """The token of a platform's participant: the same on every visit."""
        return {"token": context.taking.join(body.study, body.id)}

    @router.get("")
    def state(token: Token) -> Json:
        """The participant's progress: before consent, at an item, or at the end."""
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
        """The current view and state of an item."""
        return context.taking.look(token, number)

    @router.get("/items/{number}/map", response_class=Response, responses={200: {"content": {"image/jpeg": {}}}})
    def map_picture(token: Token, number: Number) -> Response:
        """The map of an item's scene."""
        return Response(context.taking.map_picture(token, number), media_type="image/jpeg")

    @router.post("/items/{number}/events")
    def act(token: Token, number: Number, body: Events) -> Json:
        """Act, or mark a part of the text; returns the new state."""
        return context.taking.act(token, number, body.after, body.plain())

    @router.post("/items/{number}/start-over")
    def start_over(token: Token, number: Number) -> Json:
        """Restart an item."""
        return context.taking.start_over(token, number)

    @router.put("/items/{number}/text", status_code=204)
    def keep_text(token: Token, number: Number, body: Draft) -> None:
        """Store a draft, to continue later."""
        context.taking.keep_text(token, number, body.text)

    @router.post("/items/{number}/answer", status_code=204)
    def answer(token: Token, number: Number, body: AnswerBody) -> None:
        """Answer an item, once. The response confirms that it is stored."""
        context.taking.answer(token, number, body.key, body.model_dump(exclude={"key"}, exclude_none=True))

    return router
