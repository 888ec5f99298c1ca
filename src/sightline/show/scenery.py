"""What pictures and sentences need to know of one world beyond its kind: maps from above, and what stands where.

It is for people only, and never steers an agent. Modules of this package that are named after a world have it; a world that
has no such module (one from outside the package) is shown on blank ground, and nothing is said about its things.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol, cast

from numpy.typing import ArrayLike
from PIL import Image

from sightline.errors import InputError
from sightline.show.labels import Label
from sightline.show.maps import Map, blank_map
from sightline.show.palette import DEEP, Palette
from sightline.world import Goal, Kind, World

if TYPE_CHECKING:
    from sightline.corpus.records import Paragraph

MODULES = {"lani": "sightline.show.lani", "chai": "sightline.show.chai"}
# On a map: none, what people call things, what records call them, or pictures, which suggest no words.
Names = Literal["none", "spoken", "recorded", "pictured"]


class Scenery(Protocol):
    """What a world's module of this package offers."""

    @property
    def SCENE(self) -> str:  # noqa: N802
        """What a scene is called in a sentence: "field"."""

    @property
    def PALETTE(self) -> Palette:  # noqa: N802
        """The colours of instructions that stand out on its maps."""

    def scenes(self) -> list[tuple[int | str, str]]:
        """The scenes that can be chosen: for `generate(scene=...)`, and for people; none where every seed has its own."""

    def map_of(self, episode: Any, pixels: int, names: Names = "none") -> Map:
        """The scene of an episode from above, at most so many pixels wide and high."""

    def labels(self, episode: Any, goals: Sequence[Goal]) -> list[Label]:
        """What to write on a map with recorded names where a person follows the way to goals; the map may say enough."""

    def beside(self, episode: Any, place: ArrayLike, pose: ArrayLike | None = None) -> str:
        """What a place (2,) is near: "beside the well", or "left of the well" from a pose; empty when there is nothing."""

    def mismatches(self, instruction: str, episode: Any) -> list[str]:
        """What an instruction names and the scene lacks: "this field has no anvil."; one sentence each."""

    def hidden_things(self, instruction: str, episode: Any, seen: frozenset[int]) -> list[str]:
        """The things that an instruction names and that, though they are there, are not among the numbers `seen`."""

    def examples(self, episode: Any) -> list[str]:
        """Instructions that somebody who sees the scene of an episode for the first time may try."""

    def taught_words(self) -> Sequence[str]:
        """Words, rightly spelt, that streams of training data have for things and deeds; what is said most comes first."""

    def reach_words(self, world: World, n: int, point: Sequence[float]) -> str:
        """What it would do to reach for a point (3,), by what is seen there in world n: "open the door of the oven"."""

    def deed_words(self, world: World, n: int) -> str:
        """What the hands did last in world n: "put the milk carton in the red fridge"."""

    def held_words(self, world: World, n: int) -> str:
        """What the agent of world n holds: "the milk carton"; empty when it is nothing."""

    def segment_picture(self, paragraph: Paragraph, k: int, path: bool, pixels: int = 1100) -> Image.Image:
        """Instruction k (from 0) for somebody who writes it (with the path) or marks where it ends (without); no words."""


@dataclass(frozen=True)
class Blank:
    """The scenery of a world of which nothing but its kind is known."""

    kind: Kind
    SCENE: str = "scene"
    PALETTE: Palette = DEEP

    def scenes(self) -> list[tuple[int | str, str]]:
        """None are known."""
        return []

    def map_of(self, episode: Any, pixels: int, names: Names = "none") -> Map:
        """Empty ground within the bounds of the world's view."""
        return blank_map(self.kind.view.bounds, pixels)

    def labels(self, episode: Any, goals: Sequence[Goal]) -> list[Label]:
        """Nothing has a name."""
        return []

    def beside(self, episode: Any, place: ArrayLike, pose: ArrayLike | None = None) -> str:
        """Nothing is known to stand there."""
        return ""

    def mismatches(self, instruction: str, episode: Any) -> list[str]:
        """Nothing is known to be absent."""
        return []

    def hidden_things(self, instruction: str, episode: Any, seen: frozenset[int]) -> list[str]:
        """Nothing is known to be hidden."""
        return []

    def examples(self, episode: Any) -> list[str]:
        """What the episode asks for is all that is known."""
        return [episode.instruction] if episode.instruction else []

    def taught_words(self) -> Sequence[str]:
        """None are known."""
        return ()

    def reach_words(self, world: World, n: int, point: Sequence[float]) -> str:
        """Nothing is known to be there."""
        return "reach for what is there"

    def deed_words(self, world: World, n: int) -> str:
        """Nobody can tell."""
        return "did something"

    def held_words(self, world: World, n: int) -> str:
        """Nobody can tell."""
        return ""

    def segment_picture(self, paragraph: Paragraph, k: int, path: bool, pixels: int = 1100) -> Image.Image:
        """There is none."""
        raise InputError(f"There are no pictures for writers and readers of {self.kind.title} instructions.")


def scenery_of(kind: Kind) -> Scenery:
    """The scenery of a world."""
    module = MODULES.get(kind.name)
    return Blank(kind) if module is None else cast(Scenery, importlib.import_module(module))
