"""The pages, read into memory and compressed once: a request names a file and never a path."""

from __future__ import annotations

import gzip
import hashlib
from importlib import resources

from fastapi import Request
from fastapi.responses import Response

TYPES = {
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml", "png": "image/png",
}  # fmt: skip
UNPACKED = ("png",)  # already compressed


class Pages:
    """All files of the pages, by name."""

    def __init__(self) -> None:
        folder = resources.files("sightline.web") / "pages"
        self.files = {file.name: file.read_bytes() for file in folder.iterdir()}
        self._packed = {name: gzip.compress(content, mtime=0) for name, content in self.files.items()}
        # The tag changes with the content, so browsers revalidate without downloading again.
        self._tags = {name: f'"{hashlib.sha256(content).hexdigest()[:20]}"' for name, content in self.files.items()}

    def text(self, name: str) -> str:
        """A file as text."""
        return self.files[name].decode()

    def answer(self, name: str, request: Request) -> Response | None:
        """A file as a response; None if there is no such file."""
        if name not in self.files:
            return None
        ending, headers = name.rpartition(".")[2], {"ETag": self._tags[name], "Cache-Control": "no-cache"}
        headers["Vary"] = "Accept-Encoding"
        if request.headers.get("if-none-match") == self._tags[name]:
            return Response(status_code=304, headers=headers)
        if ending not in UNPACKED and "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return Response(self._packed[name], headers=headers, media_type=TYPES[ending])
        return Response(self.files[name], headers=headers, media_type=TYPES[ending])
