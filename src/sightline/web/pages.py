"""The pages, read into memory once: a request names one of them and never a path."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass
from functools import cached_property
from importlib import resources

from fastapi import Request
from fastapi.responses import Response

TYPES = {
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml", "png": "image/png",
}  # fmt: skip
UNPACKED = ("png",)  # what gzip cannot make smaller


@dataclass(frozen=True)
class PageFile:
    """A file of a page, ready to be sent."""

    name: str
    content: bytes

    @property
    def kind(self) -> str:
        """The end of its name."""
        return self.name.rpartition(".")[2]

    @cached_property
    def packed(self) -> bytes:
        return gzip.compress(self.content, mtime=0)

    @cached_property
    def tag(self) -> str:
        """Changes when the content does, so that browsers ask but need not load again."""
        return f'"{hashlib.sha256(self.content).hexdigest()[:20]}"'


class Pages:
    """All files of the pages, by name."""

    def __init__(self) -> None:
        folder = resources.files("sightline.web") / "pages"
        self.files = {file.name: PageFile(file.name, file.read_bytes()) for file in folder.iterdir()}

    def text(self, name: str) -> str:
        """A file as text."""
        return self.files[name].content.decode()

    def answer(self, name: str, request: Request) -> Response | None:
        """A file as an answer to a request; None when there is none of this name."""
        file = self.files.get(name)
        if file is None:
            return None
        headers = {"ETag": file.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == file.tag:
            return Response(status_code=304, headers=headers)
        if file.kind not in UNPACKED and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(file.packed, headers=headers | {"Content-Encoding": "gzip"}, media_type=TYPES[file.kind])
        return Response(file.content, headers=headers, media_type=TYPES[file.kind])
