"""World-specific knowledge for pictures and sentences: maps, and which objects are where.

It is for people only, and never steers an agent. The modules named after worlds have a `SCENERY`; a custom world without
such a module is shown on blank ground, and no sentences describe its objects.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, cast

from numpy.typing import ArrayLike
from PIL import Image

from sightline.errors import InputError
from sightline.fields import Json
from sightline.show.maps import Label, Map, blank_map
from sightline.show.marks import DEEP, Palette
from sightline.show.naming import list_words
from sightline.world import Episode, Goal, Kind, World

if TYPE_CHECKING:
    from sightline.corpus.records import Paragraph

MODULES = {"lani": "sightline.show.lani", "chai": "sightline.show.chai"}
# Names on a map: none; in everyday language; those that leave room for paths; or pictures, which suggest no words.
Names = Literal["none", "spoken", "listed", "paths", "pictured"]
E = TypeVar("E", bound=Episode)


class Scenery(Generic[E]):
    """The scenery of a world: by default that of a world of which nothing is known."""

    scene_word = "scene"  # in sentences
    palette: Palette = DEEP  # colours of instructions that stand out on its maps

    def __init__(self, kind: Kind):
        self.kind = kind

    def scenes(self) -> list[tuple[int | str, str]]:
        """The scenes to choose from: for `generate(scene=...)`, and as titles; empty if every seed has its own."""
        return []

    def map_of(self, episode: E, pixels: int, names: Names = "none") -> Map:
        """The map of an episode's scene, at most `pixels` wide and high; by default empty ground within bounds."""
        return blank_map(self.kind.view.bounds, pixels)

    def labels(self, episode: E, goals: Sequence[Goal]) -> list[Label]:
        """The names to add to a map where goals are followed; empty if the map has enough."""
        return []

    def beside(self, episode: E, place: ArrayLike, pose: ArrayLike | None = None) -> str:
        """What a place (2,) is near: "beside the well", or "left of the well" from a pose; empty if nothing."""
        return ""

    def absent_things(self, instruction: str, episode: E) -> list[str]:
        """The things that an instruction names and the scene lacks."""
        return []

    def mismatches(self, instruction: str, episode: E) -> list[str]:
        """What an instruction names and the scene lacks: "this field has no anvil."; one sentence each."""
        absent = self.absent_things(instruction, episode)
        return [f"this {self.scene_word} has {list_words([f'no {thing}' for thing in absent])}."] if absent else []

    def hidden_things(self, instruction: str, episode: E, seen: frozenset[int]) -> list[str]:
        """The things that an instruction names and the scene has, but that are not among the numbers `seen`."""
        return []

    def examples(self, episode: E) -> list[str]:
        """Example instructions for a person who is new to the scene of an episode."""
        return [episode.instruction] if episode.instruction else []

    def taught_words(self) -> Sequence[str]:
        """Correctly spelt words of the training streams for things and deeds, the most frequent first."""
        return ()

    def reach_words(self, world: World, n: int, point: Sequence[float]) -> str:
        """The effect of reaching for a point (3,), by what is seen there in world n: "open the door of the oven"."""
        return "reach for what is there"

    def deed_words(self, world: World, n: int) -> str:
        """The last deed in world n: "put the milk carton in the red fridge"."""
        return "did something"

    def held_words(self, world: World, n: int) -> str:
        """What the agent of world n holds: "the milk carton"; empty if nothing."""
        return ""

    def deed_facts(self, world: World, n: int) -> list[Json]:
        """The deeds of the episode of world n, for programs: {verb, thing, receptacle}."""
        return []

    def state_facts(self, world: World, n: int) -> Json:
        """The scene of world n and what has changed there, for programs."""
        return {}

    def segment_picture(self, paragraph: Paragraph, k: int, path: bool, pixels: int = 1100) -> Image.Image:
        """Instruction k (from 0) for its writer (with the path) or for its reader, who marks the end (without); no words."""
        raise InputError(f"There are no pictures for writers and readers of {self.kind.title} instructions.")


def scenery_of(kind: Kind) -> Scenery[Any]:
    """The scenery of a world."""
    module = MODULES.get(kind.name)
    return Scenery(kind) if module is None else cast(Scenery[Any], importlib.import_module(module).SCENERY)
