"""The colours of a page of instructions: one for each of them, to be told apart on the map as on the page."""

from __future__ import annotations

from typing import NamedTuple


class Palette(NamedTuple):
    page: str
    faint: str  # of what is said beside the instructions
    letters: str  # of numbers on marks in one of the colours
    colours: tuple[str, ...]

    def colour(self, k: int) -> str:
        """Of instruction k; after the last colour comes the first."""
        return self.colours[k % len(self.colours)]


# For dark or strong grounds, such as grass.
BRIGHT = Palette(
    "#1d2226", "#9aa4ad", "#000000",
    ("#ff5d3a", "#3fd0ff", "#ffe14d", "#d98cff", "#ffffff", "#ff9ec7", "#9dff6b"),
)  # fmt: skip
# For pale grounds, such as the floors of a house. Neighbours differ most: the ways of two instructions often meet.
DEEP = Palette(
    "#ffffff", "#5b646b", "#ffffff",
    (
        "#d4001a", "#0050d8", "#007a33", "#a01fc0", "#c25400", "#00788c", "#d6177e", "#3b3f46", "#6b3a10", "#241a8c",
        "#5f6b00",
    ),
)  # fmt: skip
