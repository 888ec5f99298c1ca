"""Point: upload a picture, say what to point at, see the mark. Nothing is stored."""

from __future__ import annotations

import threading
from base64 import b64encode
from typing import Annotated

from fastapi import APIRouter, Query, Request

from sightline.errors import InputError
from sightline.pictures import decode_picture
from sightline.web.bodies import Json
from sightline.web.context import Context
from sightline.web.pictures import jpeg
from sightline.web.story import INSTRUCTION_LIMIT

LARGEST_SIDE = 1024  # pixels of the marked picture; a larger one is made smaller before anything is drawn on it
Words = Annotated[str, Query(max_length=INSTRUCTION_LIMIT, description="What to point at.", examples=["the red mug"])]
BODY = {"requestBody": {"required": True, "content": {"image/*": {"schema": {"type": "string", "format": "binary"}}}}}


def router_of(context: Context) -> APIRouter:
    """The API of the page Point."""
    router = APIRouter(prefix="/api/point", tags=["point"])
    decoding = threading.Lock()  # a large picture takes much memory before it is made smaller: one at a time

    def mark(content: bytes, words: str) -> Json:
        from sightline.show.pointed import marked_picture, percent  # slow import of models: pages must be served before it

        if not words.strip():
            raise InputError("What should it point at? Type some words.")
        with decoding:
            picture = decode_picture(content)
            size = picture.size
            picture.thumbnail((LARGEST_SIDE, LARGEST_SIDE))
        pointer = context.agents.pointer(context.settings.pointer)
        (found,) = pointer.mark([picture], [words])
        sureness = float(pointer.sureness([found], [words])[0])
        shown = b64encode(jpeg(marked_picture(picture, found, sureness))).decode()
        return {
            "pixel": found.pixel(*size), "size": size, "sureness": round(sureness, 4), "percent": percent(sureness),
            "picture": f"data:image/jpeg;base64,{shown}",
        }  # fmt: skip

    @router.post("", openapi_extra=BODY)
    async def point(request: Request, words: Words) -> Json:
        """The pixel of an uploaded picture that words ask for; the body is the file, in PNG, JPEG, WebP, GIF or BMP."""
        return await context.work(mark, await request.body(), words)

    return router
