"""Pictures that a session has drawn already are answered before the app: no routing, no validation, no thread.

Pages and programs ask for them several times a second, and for each the layers of the app would take longer than the rest.
"""

from __future__ import annotations

import re

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from sightline.web.context import Context
from sightline.web.problems import RequestError

VIEW_SIDE = 384  # pixels of a view on our pages
NO_STORE = {"Cache-Control": "no-store"}
_PATH = re.compile(r"/api/follow/sessions/([^/]+)/(panorama|view)\.jpg", re.ASCII)
_SIDE = re.compile(rb"side=(\d{2,3})")


class KeptPictures:
    """ASGI middleware: answers requests for pictures that still show their session as it is, and passes on all others."""

    def __init__(self, app: ASGIApp, context: Context):
        self.app, self.context = app, context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        picture = self._picture(scope) if scope["type"] == "http" and scope["method"] == "GET" else None
        if picture is None:
            await self.app(scope, receive, send)
        else:
            await Response(picture, media_type="image/jpeg", headers=NO_STORE)(scope, receive, send)

    def _picture(self, scope: Scope) -> bytes | None:
        path = _PATH.fullmatch(scope["path"])
        if path is None:
            return None
        name, kind = path.groups()
        query: bytes = scope["query_string"]
        if kind == "view":
            side = _SIDE.fullmatch(query) if query else None
            if query and side is None:
                return None
            kind = f"view {VIEW_SIDE if side is None else int(side[1])}"
        elif query:
            return None
        try:
            session = self.context.open_session(name)
        except RequestError:  # the app says why
            return None
        return None if session is None else session.kept_picture(kind)
