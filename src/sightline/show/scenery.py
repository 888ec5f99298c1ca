"""World-specific knowledge for pictures and sentences: maps, and which objects are where.

It is for people only, and never steers an agent. The modules named after worlds implement it; a custom world without
such a module is shown on blank ground, and no sentences describe its objects.
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
# Names on a map: none, in everyday language, as in records, or pictures, which suggest no words.
Names = Literal["none", "spoken", "recorded", "pictured"]


class Scenery(Protocol):
    """The interface of a world's module."""

    @property
    def SCENE(self) -> str:  # noqa: N802
        """The word for a scene in a sentence: "field"."""

    @property
    def PALETTE(self) -> Palette:  # noqa: N802
        """The colours of instructions that stand out on its maps."""

    def scenes(self) -> list[tuple[int | str, str]]:
        """The scenes to choose from: for `generate(scene=...)`, and as titles; empty if every seed has its own."""

    def map_of(self, episode: Any, pixels: int, names: Names = "none") -> Map:
        """The map of an episode's scene, at most `pixels` wide and high."""

    def labels(self, episode: Any, goals: Sequence[Goal]) -> list[Label]:
        """The names to add to a map with recorded names where goals are followed; empty if the map has enough."""

    def beside(self, episode: Any, place: ArrayLike, pose: ArrayLike | None = None) -> str:
        """What a place (2,) is near: "beside the well", or "left of the well" from a pose; empty if nothing."""

    def mismatches(self, instruction: str, episode: Any) -> list[str]:
        """What an instruction names and the scene lacks: "this field has no anvil."; one sentence each."""

    def hidden_things(self, instruction: str, episode: Any, seen: frozenset[int]) -> list[str]:
        """The things that an instruction names and the scene has, but that are not among the numbers `seen`."""

    def examples(self, episode: Any) -> list[str]:
        """Example instructions for a person who is new to the scene of an episode."""

    def taught_words(self) -> Sequence[str]:
        """Correctly spelt words of the training streams for things and deeds, the most frequent first."""

    def reach_words(self, world: World, n: int, point: Sequence[float]) -> str:
        """The effect of reaching for a point (3,), by what is seen there in world n: "open the door of the oven"."""

    def deed_words(self, world: World, n: int) -> str:
        """The last deed in world n: "put the milk carton in the red fridge"."""

    def held_words(self, world: World, n: int) -> str:
        """What the agent of world n holds: "the milk carton"; empty if nothing."""

    def segment_picture(self, paragraph: Paragraph, k: int, path: bool, pixels: int = 1100) -> Image.Image:
        """Instruction k (from 0) for its writer (with the path) or for its reader, who marks the end (without); no words."""


@dataclass(frozen=True)
class Blank:
    """The scenery of a world without a module."""

    kind: Kind
    SCENE: str = "scene"
    PALETTE: Palette = DEEP

    def scenes(self) -> list[tuple[int | str, str]]:
        """None."""
        return []

    def map_of(self, episode: Any, pixels: int, names: Names = "none") -> Map:
        """Empty ground within the bounds of the world's view."""
        return blank_map(self.kind.view.bounds, pixels)

    def labels(self, episode: Any, goals: Sequence[Goal]) -> list[Label]:
        """None."""
        return []

    def beside(self, episode: Any, place: ArrayLike, pose: ArrayLike | None = None) -> str:
        """Unknown."""
        return ""

    def mismatches(self, instruction: str, episode: Any) -> list[str]:
        """Unknown."""
        return []

    def hidden_things(self, instruction: str, episode: Any, seen: frozenset[int]) -> list[str]:
        """Unknown."""
        return []

    def examples(self, episode: Any) -> list[str]:
        """The episode's instruction, if it has one."""
        return [episode.instruction] if episode.instruction else []

    def taught_words(self) -> Sequence[str]:
        """None."""
        return ()

    def reach_words(self, world: World, n: int, point: Sequence[float]) -> str:
        """Unknown: a generic phrase."""
        return "reach for what is there"

    def deed_words(self, world: World, n: int) -> str:
        """Unknown: a generic phrase."""
        return "did something"

    def held_words(self, world: World, n: int) -> str:
        """Unknown."""
        return ""

    def segment_picture(self, paragraph: Paragraph, k: int, path: bool, pixels: int = 1100) -> Image.Image:
        """Not available."""
        raise InputError(f"There are no pictures for writers and readers of {self.kind.title} instructions.")


def scenery_of(kind: Kind) -> Scenery:
    """The scenery of a world."""
    module = MODULES.get(kind.name)
    return Blank(kind) if module is None else cast(Scenery, importlib.import_module(module))
