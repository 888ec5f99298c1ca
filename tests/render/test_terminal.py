"""Pictures in a terminal."""

import io

import numpy as np

from sightline.render.terminal import blocks, can_show, show


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
