"""`sightline view`: pictures of worlds and of what they are made of."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import numpy as np
import typer
from PIL import Image, ImageDraw

from sightline.cli.output import print_json, save, say
from sightline.errors import InputError
from sightline.geometry.types import Array

if TYPE_CHECKING:
    from sightline.chai import Episode, House, Stock

app = typer.Typer(help="Pictures of worlds and what is in them, written as PNG files.", no_args_is_help=True)


@app.command()
def lani(
    seed: Annotated[int, typer.Option(help="Which field, start and goal; the same seed gives the same ones.", min=0)] = 7,
    scene: Annotated[Path | None, typer.Option(help="Show this original scene config (JSON) instead.")] = None,
    out: Annotated[Path, typer.Option(help="Folder for the pictures; made if it is not there.")] = Path("pictures"),
    size: Annotated[int, typer.Option(help="Side of the first-person picture, in pixels.")] = 512,
    json: Annotated[bool, typer.Option("--json", help="Print what was drawn as one JSON object.")] = False,
) -> None:
    """Draw a LANI field: the first-person view, the six-view panorama, and the map from above.

    Example: `sightline view lani --seed 7 --out pictures`
    """
    from sightline.geometry import Camera
    from sightline.lani import LaniWorld, episode_in, generate_episode, read_scene, scenes_of
    from sightline.render.overhead import map_picture

    camera = Camera(width=size, height=size)
    episode = (
        generate_episode(seed) if scene is None else episode_in(read_scene(scene), np.random.default_rng([seed, 1]), seed)
    )
    world = LaniWorld(camera)
    world.reset([episode])
    view = Image.fromarray(world.observe()["rgb"][0])
    small = LaniWorld(Camera(width=min(size, 256), height=min(size, 256)))
    small.reset([episode])
    around = Image.fromarray(small.panorama()["rgb"][0])
    names = [p.name for p in episode.scene.landmarks]
    above = map_picture(scenes_of([episode.scene]), names=names, agent=episode.start, goal=episode.goal)
    files = [save(p, out / f"{n}.png") for n, p in (("view", view), ("panorama", around), ("map", above))]
    if json:
        print_json(
            {
                "seed": seed, "landmarks": names, "start": episode.start, "goal": episode.goal,
                "instruction": episode.instruction, "files": [str(f) for f in files],
            }
        )  # fmt: skip
        return
    say(f"{len(names)} landmarks: {', '.join(names)}")
    say(f"Instruction: {episode.instruction}")
    for file in files:
        print(file)


@app.command()
def landmarks(
    out: Annotated[Path, typer.Option(help="File for the gallery.")] = Path("landmarks.png"),
    distance: Annotated[float, typer.Option(help="How far away each landmark stands.", min=1, max=24)] = 15.0,
    turn: Annotated[float, typer.Option(help="From which side: 0 is the front, degrees clockwise.")] = 28.0,
    columns: Annotated[int, typer.Option(help="Landmarks in a row.", min=1, max=63)] = 9,
) -> None:
    """Draw all 63 landmarks, labelled, each as the agent sees it: 128 x 128 pixels, 15 units away.

    Example: `sightline view landmarks --out landmarks.png`
    """
    from sightline.lani.landmarks import NAMES
    from sightline.lani.portraits import portraits

    if not math.isfinite(turn):
        raise InputError(f"--turn is an angle in degrees, got {turn}.")
    if out.suffix.lower() != ".png":
        raise InputError(f"{out}: the gallery is a PNG file; its name must end in .png.")
    print(save(_sheet(portraits(distance, turn), NAMES, columns), out))


@app.command()
def chai(
    house: Annotated[str, typer.Option(help="Which house: 1 to 5, or the path of your own plan (TOML).")] = "1",
    variant: Annotated[int, typer.Option(help="Which items are where; the same number gives the same ones.", min=0)] = 0,
    out: Annotated[Path, typer.Option(help="Folder for the pictures; made if it is not there.")] = Path("pictures"),
    size: Annotated[int, typer.Option(help="Side of the pictures of rooms, in pixels.", min=32, max=2048)] = 384,
    json: Annotated[bool, typer.Option("--json", help="Print what was drawn as one JSON object.")] = False,
) -> None:
    """Draw a CHAI house: its plan from above with names, each room from the door, a panorama, an errand, all items.

    Example: `sightline view chai --house 3 --out pictures`
    """
    from sightline.chai import ChaiWorld, Episode, load_house, stock_of
    from sightline.chai.items import ITEMS
    from sightline.chai.pictures import errand_picture, item_portraits, open_floor, plan_picture, room_pictures

    shown = load_house(house)
    stock = stock_of(shown, variant)
    rooms = room_pictures(shown, stock, size)
    around = ChaiWorld()
    around.reset([Episode(shown, stock, (*open_floor(shown, 0), 0.0), ())])
    pictures = {
        "plan": plan_picture(shown, stock),
        "rooms": _sheet(
            [picture for _, picture in rooms], [name for name, _ in rooms], 2 if len(rooms) == 4 else min(3, len(rooms))
        ),
        "panorama": Image.fromarray(around.panorama()["rgb"][0]),
        "items": _sheet(item_portraits(), list(ITEMS), 14),
    }
    if (errand := _errand(shown, stock, variant)) is not None:
        pictures["errand"] = errand_picture(errand)
    files = [save(picture, out / f"{name}.png") for name, picture in pictures.items()]
    held = [[item.kind for item in stock.items if item.room == k] for k in range(len(rooms))]
    if json:
        found = {room.name: sorted(items) for room, items in zip(shown.plan.rooms, held, strict=True)}
        drawn = {"house": house, "name": shown.plan.name, "variant": variant, "items": found}
        print_json(drawn | {"files": [str(f) for f in files]})
        return
    say(f"{shown.title}, {shown.plan.name}: {len(shown.parts)} things to open, {len(shown.switches)} to switch")
    for room, items in zip(shown.plan.rooms, held, strict=True):
        say(f"{room.name}, {len(items)} items{': ' if items else ''}{', '.join(sorted(items))}")
    for file in files:
        print(file)


def _errand(house: House, stock: Stock, variant: int) -> Episode | None:
    """The first of a house's episodes in which something is carried; None where there is nothing to carry."""
    from sightline.chai import generate_episode
    from sightline.chai.hands import PUT

    seeds = range(100) if stock.items else ()
    episodes = (generate_episode(seed, house, variant) for seed in seeds)
    return next((e for e in episodes if any(verb == PUT for verb, _, _ in e.deeds)), None)


def _sheet(pictures: Sequence[Array] | Array, names: Sequence[str], columns: int) -> Image.Image:
    """Pictures of one size with their names, row by row."""
    from sightline.render.overhead import font

    side, band = len(pictures[0]), 18
    rows = -(-len(names) // columns)
    sheet = Image.new("RGB", (columns * (side + 4) + 4, rows * (side + band + 4) + 4), "#fbfaf7")
    draw = ImageDraw.Draw(sheet)
    for k, name in enumerate(names):
        x, y = 4 + (k % columns) * (side + 4), 4 + (k // columns) * (side + band + 4)
        sheet.paste(Image.fromarray(pictures[k]), (x, y))
        draw.text((x + side / 2, y + side + band / 2), name, font=font(13), fill="#202020", anchor="mm")
    return sheet
