"""Wrong requests: bodies that are checked, and errors of one sentence, as JSON for programs and as a page for browsers."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any, TypeVar

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from pydantic import BaseModel, ConfigDict, ValidationError
from starlette.exceptions import HTTPException

from sightline.errors import InputError
from sightline.web.guards import SAFE
from sightline.web.pages import Pages

OURS = "Something went wrong on our side; the server's log says what."
SENTENCES = {404: "There is nothing at this address.", 405: "This address does not take such a request."}


class Body(BaseModel):
    """What a request brings; anything else in it is a mistake."""

    model_config = ConfigDict(extra="forbid")


B = TypeVar("B", bound=Body)


def read_body(model: type[B], value: Any) -> B:
    """A body that came by another way than as JSON; InputError says what is wrong with it."""
    try:
        return model.model_validate(value)
    except ValidationError as error:
        raise InputError(validation_words(error.errors(include_url=False))) from None


class RequestError(Exception):
    """A request that cannot be answered: the status that fits, and why, in one sentence."""

    def __init__(self, status: int, sentence: str):
        super().__init__(sentence)
        self.status, self.sentence = status, sentence


class StoppedError(InputError):
    """The server is being stopped, so that nothing new is begun."""

    status = 503  # when it is the answer to a request

    def __init__(self) -> None:
        super().__init__("This server is being stopped.")


def add_error_answers(app: FastAPI, pages: Pages) -> None:
    """Let every error of an app be answered with its sentence."""

    def answer(request: Request, status: int, sentence: str, headers: dict[str, str] | None = None) -> Response:
        wants_page = "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")
        if not wants_page:
            return JSONResponse({"error": sentence}, status, headers)
        return HTMLResponse(pages.text("error.html").replace("{sentence}", escape(sentence)), status, headers)

    @app.exception_handler(InputError)
    def _(request: Request, error: InputError) -> Response:
        return answer(request, getattr(error, "status", 400), str(error))

    @app.exception_handler(RequestError)
    def _(request: Request, error: RequestError) -> Response:
        return answer(request, error.status, error.sentence)

    @app.exception_handler(RequestValidationError)
    def _(request: Request, error: RequestValidationError) -> Response:
        return answer(request, 422, validation_words(error.errors()))

    @app.exception_handler(HTTPException)
    def _(request: Request, error: HTTPException) -> Response:
        return answer(
            request, error.status_code, SENTENCES.get(error.status_code, str(error.detail)), dict(error.headers or {})
        )

    @app.exception_handler(Exception)
    def _(request: Request, error: Exception) -> Response:
        return answer(request, 500, OURS, SAFE)  # the guards are passed already


def validation_words(errors: Sequence[Any]) -> str:
    """The first thing that is wrong with a body or a query, as pydantic lists it, as a sentence."""
    where: list[str] = []
    for part in errors[0]["loc"]:
        if isinstance(part, int) and where:
            where[-1] = f"{where[-1].removesuffix('s')} {part}"  # an entry of a list: episodes, 0 is episode 0
        elif part not in ("body", "query", "path"):
            where.append(str(part))
    what = str(errors[0]["msg"]).removeprefix("Value error, ").rstrip(".")
    return f"{', '.join(where)}: {what[:1].lower()}{what[1:]}." if where else f"{what[:1].upper()}{what[1:]}."
