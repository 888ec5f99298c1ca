"""What others wrote: found by its address, and when it fails, a sentence says where."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sightline import addresses
from sightline.addresses import TRACEBACK, failure_words, load

MODULE = """
def divide():
    return 1 / 0

def leave():
    raise SystemExit(0)

def nothing():
    return None
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "of_theirs.py").write_text(MODULE)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(addresses, "_users", {})
    yield
    sys.modules.pop("of_theirs", None)


def words_of(error: type[BaseException], name: str) -> str:
    with pytest.raises(error) as raised:
        load(f"of_theirs:{name}", "")().anything  # noqa: B018
    return failure_words(raised.value)


def test_an_error_in_what_others_wrote_is_a_sentence_with_its_place(here: None, monkeypatch: pytest.MonkeyPatch) -> None:
    assert all(word in words_of(ZeroDivisionError, "divide") for word in ("of_theirs:divide", "line 3", "ZeroDivisionError"))
    assert "line 6 (SystemExit: 0)" in words_of(SystemExit, "leave")
    assert all(word in words_of(AttributeError, "nothing") for word in ("of_theirs:nothing", "AttributeError"))
    monkeypatch.setenv(TRACEBACK, "1")
    assert words_of(ZeroDivisionError, "divide") == ""


def test_our_own_errors_stay_what_they_are(here: None) -> None:
    error = ZeroDivisionError("ours")
    assert failure_words(error) == ""
    load("sightline.world:Kind", "")
    assert failure_words(error) == ""
    load("of_theirs:divide", "")
    assert failure_words(OSError("the disk")) == failure_words(SystemExit(2)) == ""
