"""Texts in pictures: their letters; broken into lines that fit, and cut where there are too many."""

from __future__ import annotations

from functools import cache

from PIL import ImageFont

LETTERS, LONGEST = 60, 5000  # of a word and of a text that are drawn: measuring more takes longer than anybody reads


@cache
def font(size: float) -> ImageFont.FreeTypeFont:
    """The letters of every picture, in a size."""
    letters = ImageFont.load_default(size=size)
    assert isinstance(letters, ImageFont.FreeTypeFont)  # asked for a size, Pillow gives one that scales
    return letters


def break_lines(text: str, width: float, size: float) -> list[str]:
    """A text as lines that fit a width; a word that nobody would read is cut."""
    lines = [""]
    for whole in text[:LONGEST].split():
        word = whole if len(whole) <= LETTERS else f"{whole[: LETTERS - 1]}…"
        longer = f"{lines[-1]} {word}".strip()
        if font(size).getlength(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return [line for line in lines if line]


def first_lines(text: str, width: float, size: float, most: int) -> list[str]:
    """A text as at most so many lines; dots stand for the rest."""
    lines = break_lines(text, width - 2 * size, size)
    return lines if len(lines) <= most else [*lines[: most - 1], f"{lines[most - 1]} ..."]
