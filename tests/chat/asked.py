"""Questions to mock servers, for tests."""

import json
from pathlib import Path
from typing import Any

from sightline.chat.asking import Asker, ModelQuestion, Picture, object_schema
from sightline.chat.config import ChatConfig
from sightline.chat.mock import MockModel
from sightline.chat.reading import Marking, PointReader

ANSWER = {"answer": "walk", "view": 4, "x": 500, "y": 700}
NUMBER = {"type": ["number", "null"], "minimum": 0, "maximum": 1000}
SCHEMA = object_schema(
    answer={"type": "string", "enum": ["walk", "look", "done"]},
    view={"type": ["integer", "null"], "minimum": 1, "maximum": 6}, x=NUMBER, y=NUMBER,
)  # fmt: skip


def question(number: int = 0, pictures: int = 0) -> ModelQuestion[Marking]:
    reader = PointReader(reaches=False, side=64)
    shown = tuple(Picture(f"view {k}", b"jpeg") for k in range(pictures))
    return ModelQuestion(f"question {number}", shown, SCHEMA, reader, json.dumps(ANSWER))


def asker(server: MockModel | str, folder: Path, **options: Any) -> Asker:
    url, model = (server, "oracle") if isinstance(server, str) else (server.url, server.character)
    key = options.pop("key", "")
    config = ChatConfig(**{"base_url": url, "cache": str(folder), "mock_oracle": True, "timeout": 10.0, **options})
    object.__setattr__(config, "key", key)
    return Asker(model, config)
