"""Point's API: a picture and words to a mark; uploads that are refused, each in one sentence."""

import io

import pytest
from fastapi.testclient import TestClient
from PIL import Image

from sightline.web.app import create_app
from sightline.web.settings import Settings


def png(width: int = 40, height: int = 30) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (width, height), "#c02020").save(file, "PNG")
    return file.getvalue()


def test_a_picture_is_marked(client: TestClient) -> None:
    told = client.post("/api/point", params={"words": "the red mug"}, content=png())
    assert told.status_code == 200, told.text
    facts = told.json()
    assert facts["size"] == [40, 30] and 0 <= facts["pixel"][0] < 40 and 0 <= facts["pixel"][1] < 30
    assert 0 <= facts["sureness"] <= 1 and facts["picture"].startswith("data:image/jpeg;base64,")
    assert client.get("/point").status_code == 200


@pytest.mark.parametrize("content", [b"", b"nonsense", b"GIF89a", png()[:60]])
def test_what_is_no_picture_is_refused(client: TestClient, content: bytes) -> None:
    answer = client.post("/api/point", params={"words": "the mug"}, content=content)
    assert answer.status_code == 400 and answer.json()["error"].endswith(".")


@pytest.mark.parametrize("words", ["", "   ", "x" * 5000])
def test_words_are_needed(client: TestClient, words: str) -> None:
    assert client.post("/api/point", params={"words": words}, content=png()).status_code in (400, 422)
    assert client.post("/api/point", content=png()).status_code == 422


def test_a_picture_may_be_larger_than_other_bodies_but_not_any_size() -> None:
    with TestClient(create_app(Settings(rate=0, database="sqlite://", largest_body=100, largest_picture=1000))) as client:
        assert client.post("/api/point", params={"words": "a"}, content=b"x" * 900).status_code == 400  # not a picture
        assert client.post("/api/point", params={"words": "a"}, content=b"x" * 1001).status_code == 413
        assert client.post("/api/follow/sessions", content=b"x" * 900).status_code == 413
