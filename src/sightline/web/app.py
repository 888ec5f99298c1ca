"""The server's app: guards, errors, pages, and one router per feature."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module

from fastapi import FastAPI, Request
from fastapi.responses import Response

import sightline
from sightline.web.context import Context
from sightline.web.guards import Guards
from sightline.web.pages import Pages
from sightline.web.predictor import Predictor
from sightline.web.problems import RequestError, add_error_answers
from sightline.web.settings import Settings

ROUTERS = ("follow", "look", "be", "take", "studies.routes", "remote")  # modules of this package with router_of(context)
FIRST = "follow"  # the page at /


def create_app(settings: Settings | None = None) -> FastAPI:
    """An app that serves pages and API; models are loaded on first use."""
    settings, pages = settings or Settings(), Pages()
    context = Context(settings, Predictor(settings.methods))

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        with context.closing:
            context.closing.callback(context.predictor.close)
            yield

    app = FastAPI(
        title="Sightline", version=sightline.__version__, openapi_url="/openapi.json", docs_url=None, redoc_url=None,
        lifespan=lifespan, description="See the goal, say go: agents that follow instructions, in a browser.",
    )  # fmt: skip
    app.state.context = context
    add_error_answers(app, pages)
    for name in ROUTERS:
        app.include_router(import_module(f"sightline.web.{name}").router_of(context))

    @app.get("/", include_in_schema=False)
    def first(request: Request) -> Response:
        return page(f"{FIRST}", request)

    @app.get("/static/{name}", include_in_schema=False)
    def static(name: str, request: Request) -> Response:
        answer = pages.answer(name, request)
        if answer is None:
            raise RequestError(404, "There is nothing at this address.")
        return answer

    @app.get("/{name}", include_in_schema=False)
    def page(name: str, request: Request) -> Response:
        return static(f"{name}.html", request)

    app.add_middleware(Guards, settings=settings)
    return app
