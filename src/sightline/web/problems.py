"""Errors for people: one sentence each, as JSON for programs and as a page for browsers."""

from __future__ import annotations

import errno
import logging
from html import escape

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.exceptions import HTTPException

from sightline.errors import InputError
from sightline.web.bodies import validation_words
from sightline.web.guards import SAFE, is_owner
from sightline.web.settings import Settings

_logger = logging.getLogger(__name__)
SERVER_FAULT = "Something went wrong on the server; its log has the details."
NO_ROOM = "The disk of the server is full; please try again when there is room."
SENTENCES = {
    400: "The body cannot be read; it must be JSON in UTF-8.",
    404: "There is nothing at this address.",
    405: "This address does not accept this kind of request.",
}


class RequestError(Exception):
    """A request that fails: its HTTP status, and the reason in one sentence."""

    def __init__(self, status: int, sentence: str):
        super().__init__(sentence)
        self.status, self.sentence = status, sentence


class StoppedError(InputError):
    """The server is stopping and starts nothing new."""

    status = 503  # as the response to a request

    def __init__(self) -> None:
        super().__init__("This server is being stopped.")


def add_error_answers(app: FastAPI, settings: Settings, page: str) -> None:
    """Add handlers that answer every error of an app with its sentence, in a page for browsers."""

    def answer(request: Request, status: int, sentence: str, headers: dict[str, str] | None = None) -> Response:
        if "text/html" not in request.headers.get("accept", "") or request.url.path.startswith("/api/"):
            return JSONResponse({"error": sentence}, status, headers)
        return HTMLResponse(page.replace("{sentence}", escape(sentence)), status, headers)

    @app.exception_handler(InputError)
    def _(request: Request, error: InputError) -> Response:
        sentence = getattr(error, "public", str(error))
        if sentence != str(error):  # it names hosts or files, which are for the owner alone
            _logger.warning("%s", error)
            sentence = str(error) if is_owner(settings, request.headers.get("authorization")) else sentence
        return answer(request, getattr(error, "status", 400), sentence)

    @app.exception_handler(RequestError)
    def _(request: Request, error: RequestError) -> Response:
        return answer(request, error.status, error.sentence)

    @app.exception_handler(RequestValidationError)
    def _(request: Request, error: RequestValidationError) -> Response:
        return answer(request, 422, validation_words(error.errors()))

    @app.exception_handler(HTTPException)
    def _(request: Request, error: HTTPException) -> Response:
        sentence = SENTENCES.get(error.status_code, str(error.detail))
        return answer(request, error.status_code, sentence, dict(error.headers or {}))

    @app.exception_handler(OSError)
    def _(request: Request, error: OSError) -> Response:
        if error.errno != errno.ENOSPC:
            raise error
        return answer(request, 507, NO_ROOM)

    @app.exception_handler(Exception)
    def _(request: Request, error: Exception) -> Response:
        return answer(request, 500, SERVER_FAULT, SAFE)  # this response bypasses the guards
