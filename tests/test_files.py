"""Reading JSON: what a file holds, and one clear sentence for each thing that can be wrong with it."""

from pathlib import Path

import pytest

from sightline.errors import InputError
from sightline.files import read_json


def test_what_a_file_holds(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"naïve": [1, null]}', encoding="utf-8")
    assert read_json(tmp_path / "a.json") == {"naïve": [1, None]}


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"{not", "is not JSON, or cut off"),
        (b"", "is not JSON, or cut off"),
        (b"9" * 5000, "is not JSON, or cut off"),  # more digits than Python takes
        (b'["\xff"]', r"cannot be read: it is not UTF-8 \(invalid start byte at byte 2\)"),
        (b"[" * 200_000, "nested too deeply"),
        (None, r"cannot be read \(Is a directory\)"),
    ],
    ids=["no JSON", "empty", "a huge number", "not UTF-8", "nested", "a folder"],
)
def test_what_is_wrong_is_said(content: bytes | None, says: str, tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    if content is None:
        file.mkdir()
    else:
        file.write_bytes(content)
    with pytest.raises(InputError, match=f"a.json: .*{says}") as told:
        read_json(file)
    assert "\n" not in str(told.value)


def test_a_missing_file_is_said_in_the_words_of_who_asks(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"a\.json: there is no such file\."):
        read_json(tmp_path / "a.json")
    with pytest.raises(InputError, match=r"^This is no model\.$"):
        read_json(tmp_path / "a.json", missing="This is no model.")
