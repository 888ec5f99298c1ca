"""A table of sentences to fill in, with a picture of every scene: map with names and coordinates, start, and view."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from sightline.corpus.kind import GoalCells, corpus_kind
from sightline.corpus.opening import opening_episode
from sightline.errors import ArgumentError
from sightline.show.maps import draw_grid, draw_map, with_coordinates, with_key
from sightline.show.marks import write
from sightline.show.scenery import scenery_of
from sightline.show.sighting import panorama_of
from sightline.world import Kind, import_world

TABLE, GUIDE = "sentences.csv", "README.md"
MAP_PIXELS = 1100
PANORAMA_SIDE = 192  # pixels of one of its six views
SMALL_WORLD = 30.0  # metres: maps of smaller scenes have a line for every metre, others for every five units
SCENES_TRIED = 20  # seeds for each scene: two seeds may have the same one


class TemplateScene(NamedTuple):
    """A scene to write sentences for."""

    name: str  # of its picture
    cells: dict[str, str]  # of its rows
    episode: Any


def template_scenes(world: str, count: int, seed: int, houses: Sequence[str] = ()) -> list[TemplateScene]:
    """Different scenes, from a seed on; in a world with houses they take turns."""
    kind = import_world(world)
    names = list(houses) or [str(name) for name, _ in scenery_of(kind).scenes()]
    if houses and kind.read_scene is None:
        raise ArgumentError(f"--house is for worlds with houses, which {kind.title} lacks.")
    scenes: list[TemplateScene] = []
    taken: set[Any] = set()
    for number in range(seed, seed + SCENES_TRIED * count):
        if len(scenes) == count:
            break
        house = names[len(scenes) % len(names)] if names else ""
        episode = opening_episode(kind, number, house or None)
        if (scene := kind.scene_of(episode)) in taken:
            continue
        taken.add(scene)
        x, z, heading = episode.start
        cells = {"world": world, "seed": str(number), "house": house, "start": f"{x:g} {z:g} {heading:g}"}
        named = f"{scenery_of(kind).scene_word}-{house.replace(':', '-')}-" if house else f"{scenery_of(kind).scene_word}-"
        scenes.append(TemplateScene(f"{named}{'seed-' if house else ''}{number}", cells, episode))
    if len(scenes) < count:
        raise ArgumentError(f"There are only {len(scenes)} different scenes from these seeds; ask for fewer.")
    return scenes


def table_text(scenes: Sequence[TemplateScene], rows: int) -> str:
    """The table, with empty words and goals."""
    columns = ["world", "seed", *(["house"] if scenes[0].cells["house"] else []), "start", "words", "goal", "picture"]
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, restval="", extrasaction="ignore")
    writer.writeheader()
    for scene in scenes:
        writer.writerows([scene.cells | {"picture": f"{scene.name}.png"}] * rows)
    return out.getvalue()


def pictures(world: str, scenes: Sequence[TemplateScene]) -> Iterator[tuple[str, Image.Image]]:
    """The picture of each scene, with the name of its file."""
    kind = import_world(world)
    for scene in scenes:
        yield f"{scene.name}.png", scene_picture(kind, scene.episode)


def scene_picture(kind: Kind, episode: Any) -> Image.Image:
    """The map with names, coordinates and the agent at its start; and what it sees there, all around."""
    ground = scenery_of(kind).map_of(episode, MAP_PIXELS, "spoken")
    width, height = ground.picture.width / ground.per_unit, ground.picture.height / ground.per_unit
    step = 1.0 if max(width, height) < SMALL_WORLD else 5.0
    lined = ground.picture.copy()
    corners = ((ground.west, ground.north - height), (ground.west + width, ground.north))
    draw_grid(ImageDraw.Draw(lined), ground, corners, step)
    above = draw_map(replace(ground, picture=lined), agent=episode.start)
    above = with_key(with_coordinates(above, ground, step), agent=True)
    world = kind.make()
    world.reset([episode])
    around = Image.fromarray(panorama_of(kind, world, side=PANORAMA_SIDE))
    views = around.resize((above.width, round(around.height * above.width / around.width)), Image.Resampling.LANCZOS)
    letters = above.width / 60
    page = Image.new("RGB", (above.width, above.height + views.height + round(2 * letters)), "#303030")
    page.paste(above)
    page.paste(views, (0, above.height + round(2 * letters)))
    draw = ImageDraw.Draw(page)
    for k, title in enumerate(("behind", "left, behind", "left", "ahead", "right", "right, behind")):
        write(draw, ((k + 0.5) * above.width / 6, above.height + letters), title, letters, "#ffffff", "mm")
    return page


def guide_text(world: str, scenes: Sequence[TemplateScene]) -> str:
    """How to fill in the table, with the names that goals may use in each scene."""
    kind = import_world(world)
    cells = cells_of(world)
    example = "\n".join(f"| {words} | {goal} |" for words, goal in cells.examples(scenes[0].episode))
    unit = kind.unit
    return f"""# Sentences for {kind.title}

Open `{TABLE}` in a spreadsheet or an editor. Look at the picture of a row, write what you would say to an agent that stands
at the yellow arrow, and where it leads. Rows whose words and goal are empty are skipped. Then make a corpus of it:

    sightline corpus new {TABLE} --out mine

It names every mistake by row and column, and writes nothing until there is none.

| column | what to write |
|---|---|
| world, seed, house | which scene; leave them as they are (they are the options of `sightline follow`) |
| start | where the agent stands: x, z and heading (degrees clockwise from north); leave it, or choose another place |
| words | the instruction, in your words |
| goal | where it leads, see below |
| split | optional: train, dev or test. All rows of a scene are in one split. Without it every fifth scene is dev |
| picture, notes | for you; not read |

## Goals

{GOALS[kind.reaches].format(unit=unit)}

For example, in the first scene:

| words | goal |
|---|---|
{example}

Several goals in order have a semicolon between them.

## Scenes
{"".join(_scene_texts(scenes, cells))}"""


GOALS = {
    False: """- a landmark: `barrel`. The goal is beside it, on the side of the agent.
- a side of a landmark, as seen by the agent: `behind barrel`, `left of barrel`, `right of barrel`.
- a place on the map: x and z, such as `12.5 30` (in {unit}; x to the east, z to the north).
- a way: places to pass, then the end: `well; left of barrel; 12.5 30`.""",
    True: """- a deed: `open fridge`, `close fridge`, `turn on lamp`, `turn off lamp`, `take mug`,
  `put mug in sink`, `put mug on table`. What a deed needs is part of it: a closed drawer is opened before something is
  taken out of it.
- a room or a piece of furniture: `kitchen`, `go to sofa`. The goal is beside it.
- a place on the plan: x and z, such as `3.5 5.4` (in {unit}; x to the east, z to the north).
- where a name fits several things, add the room (`lamp in the bedroom`) or take the exact name of the lists below.""",
}


def _scene_texts(scenes: Sequence[TemplateScene], cells: GoalCells) -> Iterator[str]:
    """The picture of each scene with its names; lists that an earlier scene has too are not repeated."""
    first: dict[str, str] = {}
    for scene in scenes:
        lines = [f"- {title}: {', '.join(names) or 'none'}" for title, names in cells.names(scene.episode).items()]
        new = [line for line in lines if first.setdefault(line, scene.name) == scene.name]
        earlier = list(dict.fromkeys(first[line] for line in lines if line not in new))
        new += [f"- all else as in {', '.join(earlier)}"] if earlier else []
        yield "\n".join([f"\n### {scene.name}\n\n![{scene.name}]({scene.name}.png)\n", *new, ""])


def cells_of(world: str) -> GoalCells:
    """How a table names goals in a world; InputError if it cannot."""
    cells = corpus_kind(world).cells
    if cells is None:
        raise ArgumentError(f"A table cannot name goals in {world}, which has no names for them.")
    return cells
