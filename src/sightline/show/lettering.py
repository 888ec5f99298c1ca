"""Texts in pictures: broken into lines that fit, and cut where there are too many."""

from __future__ import annotations

from sightline.render.overhead import font


def break_lines(text: str, width: float, size: float) -> list[str]:
    """A text as lines that fit a width."""
    lines = [""]
    for word in text.split():
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
