"""Text in pictures: the font, line breaks, and truncation."""

from __future__ import annotations

from functools import cache

from PIL import ImageFont

LETTERS, LONGEST = 60, 5000  # characters of a word and of a text that are drawn: measuring more would be slow


@cache
def font(size: float) -> ImageFont.FreeTypeFont:
    """The font of all pictures, in a size."""
    letters = ImageFont.load_default(size=size)
    assert isinstance(letters, ImageFont.FreeTypeFont)  # with a size, Pillow returns a scalable font
    return letters


def break_lines(text: str, width: float, size: float) -> list[str]:
    """A text as lines that fit a width; very long words are truncated."""
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
    """A text as at most `most` lines; an ellipsis stands for the rest."""
    lines = break_lines(text, width - 2 * size, size)
    return lines if len(lines) <= most else [*lines[: most - 1], f"{lines[most - 1]} ..."]
