"""Sentences specific to LANI, and its maps for people: what a place is near, which landmarks an instruction names."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike
from PIL import Image

from sightline.corpus.lani.lexicon import COLOURS, lexicon
from sightline.corpus.lani.words import landmark_nouns, words
from sightline.corpus.records import Paragraph
from sightline.language.lexicon import NamedThing
from sightline.lani import LANDMARKS, NAMES, Episode, Scene
from sightline.lani.dynamics import clearances
from sightline.lani.kind import KIND
from sightline.show.lani_pictures import field_map, hang_portraits, segment_map
from sightline.show.maps import Map
from sightline.show.marks import BRIGHT
from sightline.show.scenery import Names, Scenery
from sightline.show.words import side_words

AT, BESIDE, NEARBY = 0.5, 3.0, 8.0  # units from a landmark's body


class LaniScenery(Scenery[Episode]):
    """Fields of landmarks. Each seed has its own field, and nothing can be reached for."""

    scene_word = "field"
    palette = BRIGHT

    def map_of(self, episode: Episode, pixels: int, names: Names = "none") -> Map:
        """The field of an episode from above."""
        ground = field_map(episode.scene, pixels, names_in(episode.scene) if names in ("spoken", "listed", "paths") else ())
        if names == "pictured":
            hang_portraits(ground.picture, ground, episode.scene)
        return ground

    def beside(self, episode: Episode, place: ArrayLike, pose: ArrayLike | None = None) -> str:
        """The nearest landmark: "beside the well", or "left of the well" from a pose; empty if there is none."""
        scene = episode.scene
        if not scene.landmarks:
            return ""
        point = np.asarray(place, dtype=np.float64).reshape(1, 2)
        gaps = [float(clearances(body[None], point)[0]) for body in scene.bodies]
        k = int(np.argmin(gaps))
        noun = f"the {names_in(scene)[k]}"
        if gaps[k] > NEARBY:
            return f"{gaps[k]:.0f} units from {noun}"
        if pose is not None and gaps[k] >= AT:
            return f"{side_words(pose, (scene.landmarks[k].x, scene.landmarks[k].z), point[0])} {noun}"
        return f"{'at' if gaps[k] < AT else 'beside' if gaps[k] <= BESIDE else 'near'} {noun}"

    def absent_things(self, instruction: str, episode: Episode) -> list[str]:
        """The landmarks that an instruction names and that the field lacks."""
        here = _kinds(episode)
        return list(dict.fromkeys(t.noun for t in _named(instruction) if t.kinds and not t.kinds & here))

    def mismatches(self, instruction: str, episode: Episode) -> list[str]:
        """Sentences on the landmarks that the field lacks, or has only in another colour."""
        return super().mismatches(instruction, episode) + other_colours(instruction, episode)

    def hidden_things(self, instruction: str, episode: Episode, seen: frozenset[int]) -> list[str]:
        """The landmarks that an instruction names and the field has, but none of which is seen."""
        here, visible = _kinds(episode), {list(LANDMARKS)[number - 1] for number in seen if number > 0}
        hidden = (t.noun for t in _named(instruction) if t.kinds & here and not t.kinds & here & visible)
        return list(dict.fromkeys(hidden))

    def examples(self, episode: Episode) -> list[str]:
        """Example instructions: to a landmark, around one, between two; those near the start are likely to be in sight."""
        nouns, scene = names_in(episode.scene), episode.scene
        away = [float(np.hypot(*(np.array([p.x, p.z]) - episode.start[:2]))) for p in scene.landmarks]
        near = [nouns[k] for k in np.argsort(away)[:4]]
        if len(near) < 2:
            return ["go straight ahead", *(f"go to the {noun}" for noun in near)]
        first, second, *others = near
        sentences = [f"go to the {second}", f"walk around the {first} and stop at the {second}"]
        sentences += [f"go between the {first} and the {others[0]}"] if others else []
        return [*sentences, "turn around and go to the fence"]

    def taught_words(self) -> tuple[str, ...]:
        """The words for landmarks, of the grammar and then of the training stream, and the stream's other phrases."""
        return lexicon().taught

    def segment_picture(self, paragraph: Paragraph, k: int, path: bool, pixels: int = 1100) -> Image.Image:
        """One instruction's map for writers and readers of instructions: portraits instead of names, and no words."""
        return segment_map(paragraph, k, path, pixels)


SCENERY = LaniScenery(KIND)


def names_in(scene: Scene) -> list[str]:
    """The everyday name of each landmark of a field."""
    return landmark_nouns([placed.name for placed in scene.landmarks])


def other_colours(instruction: str, episode: Episode) -> list[str]:
    """Sentences on landmarks that the field has only in another colour: "there is a barrel here, but no red one.".

    The colours of custom landmarks are not known.
    """
    here, sentences = _kinds(episode), []
    for thing in _named(instruction):
        kinds = thing.kinds & here
        for colour in (word for word in thing.adjectives if word in COLOURS):
            if kinds and not any(kind not in NAMES or lexicon().describing[kind] & COLOURS[colour] for kind in kinds):
                plural = any(thing.noun in words()[kind].plural for kind in kinds) or thing.noun.endswith("s")
                article = "an" if thing.noun[0] in "aeiou" else "a"
                there = f"there are {thing.noun}" if plural else f"there is {article} {thing.noun}"
                sentences.append(f"{there} here, but no {colour} one{'s' if plural else ''}.")
    return list(dict.fromkeys(sentences))


def _kinds(episode: Episode) -> set[str]:
    return {placed.name for placed in episode.scene.landmarks}


def _named(instruction: str) -> list[NamedThing]:
    return lexicon().things(instruction)
