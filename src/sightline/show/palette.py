"""Palettes: one colour per instruction, distinct on the map and on the page."""

from __future__ import annotations

from typing import NamedTuple


class Palette(NamedTuple):
    page: str
    faint: str  # of secondary text
    letters: str  # of numbers on coloured marks
    colours: tuple[str, ...]

    def colour(self, k: int) -> str:
        """The colour of instruction k, cyclic."""
        return self.colours[k % len(self.colours)]


# For dark or saturated backgrounds, such as grass.
BRIGHT = Palette(
    "#1d2226", "#9aa4ad", "#000000",
    ("#ff5d3a", "#3fd0ff", "#ffe14d", "#d98cff", "#ffffff", "#ff9ec7", "#9dff6b"),
)  # fmt: skip
# For pale backgrounds, such as the floors of a house. Consecutive colours differ most: their paths often meet.
DEEP = Palette(
    "#ffffff", "#5b646b", "#ffffff",
    (
        "#d4001a", "#0050d8", "#007a33", "#a01fc0", "#c25400", "#00788c", "#d6177e", "#3b3f46", "#6b3a10", "#241a8c",
        "#5f6b00",
    ),
)  # fmt: skip
