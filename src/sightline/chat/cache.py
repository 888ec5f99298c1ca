"""Answers by content: the same question to the same model is paid once, and a run that was killed goes on where it was."""

from __future__ import annotations

import json
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from typing import Any

from sightline.chat.server import ModelAnswer
from sightline.files import replacing


def key_of(base_url: str, request: dict[str, Any], hint: str) -> str:
    """The name of an answer: everything that decides it."""
    content = json.dumps([base_url, request, hint], sort_keys=True, ensure_ascii=True)
    return sha256(content.encode()).hexdigest()


class AnswerCache:
    """A folder of answers. Each is a small file that is written whole or not at all."""

    def __init__(self, folder: Path):
        self.folder = folder

    def get(self, key: str) -> ModelAnswer | None:
        """A kept answer; None if there is none, or none that can be read."""
        try:
            kept = json.loads(self._path(key).read_text(encoding="utf-8"))
            said = ModelAnswer(**kept)
        except (OSError, ValueError, TypeError, RecursionError):
            return None
        whole = type(said.tokens_in) is int and type(said.tokens_out) is int and isinstance(said.seconds, int | float)
        return said if whole and isinstance(said.text, str | None) else None

    def put(self, key: str, said: ModelAnswer) -> None:
        """Keep an answer."""
        with replacing(self._path(key)) as partial:
            partial.write_text(json.dumps(asdict(said)), encoding="utf-8")

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}.json"
