"""The server's app: guards, errors, pages, and one router per feature."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from pathlib import Path

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.routing import Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

import sightline
from sightline.web.agents import AgentPool
from sightline.web.context import Context
from sightline.web.guards import Guards
from sightline.web.kept_pictures import KeptPictures
from sightline.web.problems import add_error_answers
from sightline.web.settings import Settings

ROUTERS = (
    "follow",
    "point",
    "look",
    "be",
    "take",
    "studies.routes",
    "remote",
)  # modules of this package with router_of(context)
PAGES = Path(__file__).parent / "pages"
FIRST_PAGE = "follow"  # at /
ERROR_PAGE = "error.html"  # a template, which has no address


class PageFiles(StaticFiles):
    """The files of the pages: /NAME is NAME.html, /static/NAME is any of them. Browsers revalidate before each use."""

    def get_path(self, scope: Scope) -> str:
        """The name of the requested file."""
        name: str = scope["path_params"].get("name", FIRST_PAGE)
        return name if scope["path"].startswith("/static/") else f"{name}.html"

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, or 304 if the browser has it."""
        if path == ERROR_PAGE:
            raise HTTPException(404)
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response


def create_app(settings: Settings | None = None) -> FastAPI:
    """An app that serves pages and API; models are loaded on first use."""
    settings = settings or Settings()
    context = Context(settings, AgentPool(settings.methods, settings.models, settings.own))

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        with context.closing:
            context.closing.callback(context.agents.close)
            yield

    app = FastAPI(
        title="Sightline", version=sightline.__version__, openapi_url="/openapi.json", docs_url=None, redoc_url=None,
        lifespan=lifespan, description="See the goal, say go: agents that follow instructions, in a browser.",
    )  # fmt: skip
    app.state.context = context
    add_error_answers(app, settings, (PAGES / ERROR_PAGE).read_text(encoding="utf-8"))
    for name in ROUTERS:
        app.include_router(import_module(f"sightline.web.{name}").router_of(context))
    files = GZipMiddleware(PageFiles(directory=PAGES))
    for path in ("/", "/static/{name}", "/{name}"):
        app.router.routes.append(Route(path, files, methods=["GET"], include_in_schema=False))
    app.add_middleware(KeptPictures, context=context)
    app.add_middleware(Guards, settings=settings)
    return app
