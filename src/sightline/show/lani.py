"""Pictures and sentences specific to LANI: the map of a field, everyday names of landmarks, pictures for writers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import ArrayLike
from PIL import Image, ImageDraw

from sightline.corpus.lani.check import intended_path, reference_pieces
from sightline.corpus.lani.words import more_words, phrases, words
from sightline.corpus.records import Paragraph
from sightline.corpus.words import descriptions_of
from sightline.errors import InputError
from sightline.geometry.types import Array
from sightline.language import tokenize
from sightline.lani import LANDMARKS, NAMES, Episode, Scene, scenes_of
from sightline.lani.dynamics import clearances
from sightline.render import FIELD, look
from sightline.show.labels import Label
from sightline.show.lani_gallery import portraits
from sightline.show.lettering import font
from sightline.show.maps import AGENT, Map, draw_agent, draw_map, draw_path, from_above, with_key
from sightline.show.naming import Named, Nouns, absent_nouns, longest_first, named_things
from sightline.show.palette import BRIGHT
from sightline.show.scenery import Names
from sightline.show.words import list_words, side_words
from sightline.world import Goal, World

SCENE = "field"
PALETTE = BRIGHT
MARGIN = 1.0  # units shown around the field
AT, BESIDE, NEARBY = 0.5, 3.0, 8.0  # units from a landmark's body
FIGURES_OF_SPEECH = ("as well", "car length", "car lengths", "length of a car", "length of a bus")  # these name no landmark
# Words for one colour, or for colours that people confuse.
ALIKE = (
    ("red", "reddish", "maroon", "crimson"), ("blue", "bluish", "navy"), ("green", "greenish", "olive"), ("orange",),
    ("white", "cream"), ("black",), ("gray", "grey", "silver"), ("yellow", "yellowish", "gold", "golden"),
    ("pink", "pinkish", "purple"), ("brown", "tan", "beige", "wooden", "wood"),
)  # fmt: skip
COLOURS = {name: frozenset(names) for names in ALIKE for name in names}
GRID = range(0, int(FIELD) + 1, 5)  # coordinates on a reader's map


def scenes() -> list[tuple[int | str, str]]:
    """Empty: each seed has its own field."""
    return []


def map_of(episode: Episode, pixels: int, names: Names = "none") -> Map:
    """The field of an episode from above."""
    scene = episode.scene
    if names == "pictured":
        ground = field_map(scene, pixels)
        _hang_portraits(ground.picture, ImageDraw.Draw(ground.picture), ground, scene)
        return ground
    recorded = [placed.name for placed in scene.landmarks]
    return field_map(scene, pixels, {"none": [], "spoken": landmark_nouns(scene), "recorded": recorded}[names])


def labels(episode: Episode, goals: Sequence[Goal]) -> list[Label]:
    """Empty: the map names all landmarks."""
    return []


def field_map(scene: Scene, pixels: int, names: Sequence[str] = ()) -> Map:
    """The map of a field, with these names for its landmarks."""
    smooth = Image.fromarray(field_from_above(scene, 2 * pixels)).resize((pixels, pixels), Image.Resampling.LANCZOS)
    named = tuple((name, (p.x, p.z)) for name, p in zip(names, scene.landmarks, strict=False))
    return Map(smooth, -MARGIN, FIELD + MARGIN, pixels / (FIELD + 2 * MARGIN), names=named)


def field_from_above(scene: Scene, pixels: int) -> Array:
    """(pixels, pixels, 3) uint8, north up; the field's edge is drawn in the colours of its fence."""
    half = FIELD / 2 + MARGIN
    field = from_above(scenes_of([scene]), (FIELD / 2, FIELD / 2), half, (pixels, pixels))[0]
    per_unit = pixels / (2 * half)
    inner, thick = round(MARGIN * per_unit), max(1, round(0.4 * per_unit))
    outer = pixels - inner
    low, high = max(inner - thick, 0), min(outer + thick, pixels)
    north, east, south, west = (np.array(c, dtype=np.uint8) for c in look.FENCE)
    field[low:inner, low:high] = north
    field[outer:high, low:high] = south
    field[inner:outer, outer:high] = east
    field[inner:outer, low:inner] = west
    return field


def landmark_nouns(scene: Scene) -> list[str]:
    """The everyday name of each landmark of a field, with an adjective or a phrase where another has the same noun."""
    kinds = [placed.name for placed in scene.landmarks]
    nouns = []
    for kind in kinds:
        word = words()[kind]
        noun = max(word.nouns, key=lambda n: word.nouns[n])
        options, others = descriptions_of(word, noun), [words()[other] for other in kinds if other != kind]
        clear = (option for option in options if not any(map(option.describes, others)))
        nouns.append(str(next(clear, options[0])))
    return nouns


def beside(episode: Episode, place: ArrayLike, pose: ArrayLike | None = None) -> str:
    """The nearest landmark: "beside the well", or "left of the well" from a pose; empty if there is none."""
    scene = episode.scene
    if not scene.landmarks:
        return ""
    point = np.asarray(place, dtype=np.float64).reshape(1, 2)
    gaps = [float(clearances(body[None], point)[0]) for body in scene.bodies]
    k = int(np.argmin(gaps))
    noun = f"the {landmark_nouns(scene)[k]}"
    if gaps[k] > NEARBY:
        return f"{gaps[k]:.0f} units from {noun}"
    if pose is not None and gaps[k] >= AT:
        return f"{side_words(pose, (scene.landmarks[k].x, scene.landmarks[k].z), point[0])} {noun}"
    return f"{'at' if gaps[k] < AT else 'beside' if gaps[k] <= BESIDE else 'near'} {noun}"


def absent_things(instruction: str, episode: Episode) -> list[str]:
    """The landmarks that an instruction names and that the field lacks."""
    return absent_nouns(_named(instruction), _kinds(episode))


def other_colours(instruction: str, episode: Episode) -> list[str]:
    """Sentences on landmarks that the field has only in another colour: "there is a barrel here, but no red one.".

    The colours of custom landmarks are not known.
    """
    here, sentences = _kinds(episode), []
    for thing in _named(instruction):
        kinds = thing.kinds & here
        for colour in (word for word in thing.before if word in COLOURS):
            if kinds and not any(kind not in NAMES or _colours(kind) & COLOURS[colour] for kind in kinds):
                plural = any(thing.noun in words()[kind].plural for kind in kinds) or thing.noun.endswith("s")
                article = "an" if thing.noun[0] in "aeiou" else "a"
                there = f"there are {thing.noun}" if plural else f"there is {article} {thing.noun}"
                sentences.append(f"{there} here, but no {colour} one{'s' if plural else ''}.")
    return list(dict.fromkeys(sentences))


def mismatches(instruction: str, episode: Episode) -> list[str]:
    """Sentences on the landmarks that the field lacks, or has only in another colour."""
    absent = absent_things(instruction, episode)
    lacking = [f"this {SCENE} has {list_words([f'no {thing}' for thing in absent])}."] if absent else []
    return lacking + other_colours(instruction, episode)


def hidden_things(instruction: str, episode: Episode, seen: frozenset[int]) -> list[str]:
    """The landmarks that an instruction names and the field has, but none of which is seen."""
    here, shown = _kinds(episode), {list(LANDMARKS)[number - 1] for number in seen if number > 0}
    hidden = (thing.noun for thing in _named(instruction) if thing.kinds & here and not thing.kinds & here & shown)
    return list(dict.fromkeys(hidden))


def examples(episode: Episode) -> list[str]:
    """Example instructions: to a landmark, around one, between two; those near the start are likely to be in sight."""
    nouns, scene = landmark_nouns(episode.scene), episode.scene
    away = [float(np.hypot(*(np.array([p.x, p.z]) - episode.start[:2]))) for p in scene.landmarks]
    near = [nouns[k] for k in np.argsort(away)[:4]]
    if len(near) < 2:
        return ["go straight ahead", *(f"go to the {noun}" for noun in near)]
    first, second, *others = near
    sentences = [f"go to the {second}", f"walk around the {first} and stop at the {second}"]
    sentences += [f"go between the {first} and the {others[0]}"] if others else []
    return [*sentences, "turn around and go to the fence"]


@cache
def taught_words() -> tuple[str, ...]:
    """The words for landmarks, of the grammar and then of the training stream, and the stream's other phrases."""
    listed = [
        text for lists in (words(), more_words()) for name, word in lists.items() if name in NAMES
        for text in (*word.nouns, *word.adjectives, *word.phrases)
    ]  # fmt: skip
    listed += [" ".join(way) for ways in phrases().values() for way in ways]
    return tuple(dict.fromkeys(token for text in listed for token in tokenize(text)))


def _kinds(episode: Episode) -> set[str]:
    return {placed.name for placed in episode.scene.landmarks}


def _named(instruction: str) -> list[Named]:
    return named_things(instruction, _nouns(len(LANDMARKS)), _adjectives())


@cache
def _colours(kind: str) -> frozenset[str]:
    """All words in the adjectives and nouns of a landmark, among them its colours."""
    listed = [text for word in (words()[kind], more_words()[kind]) for text in (*word.adjectives, *word.nouns)]
    return frozenset(part for text in listed for part in text.replace("-", " ").split())


@cache
def _nouns(count: int) -> Nouns:
    """The kinds among the first `count` landmarks that each noun may mean, in the singular and the plural.

    Phrases with a noun that names nothing ("with pink flowers") map to no kind.
    """
    kinds: dict[tuple[str, ...], set[str]] = {tuple(phrase.split()): set() for phrase in FIGURES_OF_SPEECH}
    for kind, word in words().items():
        for phrase in word.phrases:
            kinds.setdefault(tuple(tokenize(phrase)), set())
        for noun in word.nouns:
            one = noun.removesuffix("s") if noun in word.plural else noun
            for form in {noun, one, f"{one}s"}:
                kinds.setdefault(tuple(tokenize(form)), set()).add(kind)
    return longest_first(kinds, _adjectives())


@cache
def _adjectives() -> frozenset[str]:
    return frozenset(COLOURS) | frozenset(adjective for word in words().values() for adjective in word.adjectives)


def segment_picture(paragraph: Paragraph, k: int, path: bool, pixels: int = 1100) -> Image.Image:
    """One instruction's map for writers and readers of instructions: portraits instead of names, and no words.

    With the path it is for writers; without, and with a grid of coordinates, it is for readers, who mark the end.
    """
    if not 0 <= k < len(paragraph.segments):
        raise InputError(f"{paragraph.id} has instructions 1 to {len(paragraph.segments)}, got {k + 1}.")
    ground = field_map(paragraph.scene, pixels)
    field = draw_map(ground)
    draw = ImageDraw.Draw(field)
    if not path:
        for at in GRID:
            for line in ([(at, 0), (at, FIELD)], [(0, at), (FIELD, at)]):
                draw.line([tuple(p) for p in ground.at(line)], fill="#dfe8d0", width=1)
    _hang_portraits(field, draw, ground, paragraph.scene)
    if path:
        pieces = reference_pieces(paragraph)
        if pieces is None:
            raise InputError(f"{paragraph.id} has no reference path to show.")
        piece = intended_path(paragraph, pieces, k)
        draw_path(draw, ground, piece, "#e01b24", 9, 5)
        x, y = ground.at(piece[-1])
        draw.ellipse([x - 10, y - 10, x + 10, y + 10], fill="#1c4fd8", outline="#ffffff", width=3)
    draw_agent(draw, ground, paragraph.segments[k].start, AGENT)
    return with_key(field if path else _with_coordinates(field, ground), agent=True)


def _hang_portraits(field: Image.Image, draw: ImageDraw.ImageDraw, ground: Map, scene: Scene) -> None:
    """A small portrait of every landmark beside it."""
    pixels = field.width
    side = pixels // 15
    for placed in scene.landmarks:
        x, y = ground.at((placed.x, placed.z))
        thumb = Image.fromarray(_portrait(placed.name)[24:122, 15:113]).resize((side, side))
        spot = (int(min(max(x + 0.35 * side, 0), pixels - side)), int(min(max(y - 1.35 * side, 0), pixels - side)))
        field.paste(thumb, spot)
        draw.rectangle([*spot, spot[0] + side, spot[1] + side], outline="#ffffff", width=2)
        draw.line([(x, y), (spot[0] + side / 2, spot[1] + side)], fill="#ffffff", width=2)


def _with_coordinates(field: Image.Image, ground: Map) -> Image.Image:
    """The map with its coordinates written along the edges."""
    pixels = field.width
    edge = pixels // 22
    page = Image.new("RGB", (pixels + edge, pixels + edge), "#ffffff")
    page.paste(field, (edge, 0))
    draw = ImageDraw.Draw(page)
    for at in GRID:
        x, y = ground.at((at, at))
        draw.text((edge + x, pixels + edge / 2), str(at), font=font(edge / 2), fill="#000000", anchor="mm")
        draw.text((edge / 2, y), str(at), font=font(edge / 2), fill="#000000", anchor="mm")
    return page


@cache
def _portrait(name: str) -> Array:
    picture: Array = portraits(names=(name,))[0]
    return picture


def reach_words(world: World, n: int, point: Sequence[float]) -> str:
    """Empty: LANI has no interactions."""
    return ""


def deed_words(world: World, n: int) -> str:
    """Empty: LANI has no interactions."""
    return ""


def held_words(world: World, n: int) -> str:
    """Empty: agents in LANI hold nothing."""
    return ""
