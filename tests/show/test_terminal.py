"""Pictures in a terminal."""

import io
import os

import numpy as np
import pytest

from sightline.show import terminal
from sightline.show.terminal import blocks, can_show, fitting_columns, show


def test_terminal_blocks_have_the_size_asked_for() -> None:
    picture = np.zeros((40, 80, 3), np.uint8)
    picture[:20] = (255, 0, 0)
    lines = blocks(picture, 20).splitlines()
    assert len(lines) == 5
    assert all(line.count("▀") == 20 for line in lines)
    assert "255;0;0" in lines[0]
    assert "255;0;0" not in lines[-1]
    stream = io.StringIO()
    show(picture, "hello", stream)
    assert "hello" in stream.getvalue()
    assert not can_show(stream)


def test_blocks_by_hand() -> None:
    picture = np.arange(4 * 4 * 3, dtype=np.uint8).reshape(4, 4, 3)

    # Two columns and two rows of a 4 x 4 picture: pixels (0, 0) and (0, 2) above (2, 0) and (2, 2).
    def cell(top: int, bottom: int) -> str:
        upper, lower = (";".join(map(str, (k, k + 1, k + 2))) for k in (top, bottom))
        return f"\x1b[38;2;{upper}m\x1b[48;2;{lower}m▀"

    assert blocks(picture, 2) == cell(0, 24) + cell(6, 30) + "\x1b[0m"
    assert blocks(picture, 1) == blocks(picture, 2)  # never narrower than two
    assert blocks(picture, 100).count("▀") == 8  # never finer than the picture
    assert blocks(np.zeros((2, 40, 3), np.uint8), 10).count("\n") == 0  # at least one line


@pytest.mark.parametrize(
    ("columns", "lines", "spare", "fits"),
    [(80, 24, 4, 40), (30, 24, 4, 30), (80, 5, 4, 4), (80, 3, 4, 4), (1, 24, 4, 2)],
)
def test_a_picture_fits_the_terminal(
    columns: int, lines: int, spare: int, fits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(terminal.shutil, "get_terminal_size", lambda _: os.terminal_size((columns, lines)))
    assert fitting_columns(np.zeros((128, 128, 3)), spare) == fits
    assert fitting_columns(np.zeros((128, 256, 3)), spare) == min(2 * max(2, lines - spare) * 2, max(2, columns))


def test_colours_are_shown_on_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.delenv("NO_COLOR", raising=False)
    for kind, shown in (("xterm", True), ("dumb", False), (None, False)):
        monkeypatch.delenv("TERM", raising=False) if kind is None else monkeypatch.setenv("TERM", kind)
        assert can_show(Terminal()) == shown
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert not can_show(Terminal())


def test_a_picture_leaves_lines_for_its_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal.shutil, "get_terminal_size", lambda _: os.terminal_size((80, 24)))
    for text, high in (("one line", 21), ("two\nlines", 20)):
        stream = io.StringIO()
        show(np.zeros((100, 100, 3), np.uint8), text, stream)
        assert stream.getvalue().count("\x1b[0m") == high and stream.getvalue().endswith(f"\n{text}\n")
