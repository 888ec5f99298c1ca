"""`sightline view`: pictures of worlds and their objects, and 3D files of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sightline.cli.options import JsonOption, PictureOption, finite, path_option, seed_option
from sightline.cli.output import announce_compiling, check_folder, new_file, new_folder, print_json, save, say
from sightline.files import replacing

if TYPE_CHECKING:
    from PIL import Image

    from sightline.chai import Episode, House, Stock
    from sightline.show.gltf import Node

app = typer.Typer(help="Pictures of worlds and their objects, as PNG files.", no_args_is_help=True)
MAP_PIXELS = 900  # side of the map of a field
PICTURES = Path("pictures")
ViewOption = Annotated[
    Path,
    path_option(
        metavar="DIR|FILE",
        help="Output folder, made if needed; or the name of a .glb file for a 3D model (glTF) instead of pictures.",
    ),
]


def _is_model(out: Path) -> bool:
    """Whether `--out` asks for a 3D model. Otherwise it must be a folder."""
    if out.suffix.lower() == ".glb" and not out.is_dir():
        return True
    check_folder(out)
    return False


def _save_model(root: Node, out: Path) -> list[str]:
    """Write a 3D model; its file name."""
    from sightline.show.gltf import glb

    with replacing(out) as partial:
        partial.write_bytes(glb(root))
    return [str(out)]


def _save_all(pictures: Mapping[str, Image.Image], out: Path) -> list[str]:
    """Write pictures into a folder; their file names."""
    folder = new_folder(out)
    return [str(save(picture, folder / f"{name}.png")) for name, picture in pictures.items()]


@app.command()
def lani(
    seed: Annotated[int, seed_option("Seed of field, start and goal.")] = 7,
    scene: Annotated[
        Path | None, path_option(metavar="FILE", help="Draw this original scene config (JSON) instead.")
    ] = None,
    out: ViewOption = PICTURES,
    size: Annotated[int, typer.Option(help="Side of the first-person picture, in pixels.")] = 512,
    json: JsonOption = False,
) -> None:
    """Draw a LANI field: the first-person view, the six-view panorama, and the map from above.

    With `--out NAME.glb` it writes the field as a 3D model, which Blender opens.

    Examples: `sightline view lani --seed 7 --out pictures`; `sightline view lani --seed 7 --out field.glb`
    """
    modelled = _is_model(out)
    announce_compiling()

    from PIL import Image

    from sightline.agent.look import large_camera
    from sightline.lani.kind import KIND
    from sightline.lani.landmarks import LANDMARKS
    from sightline.show.lani import SCENERY
    from sightline.show.lani_model import field_model
    from sightline.show.maps import draw_map, with_key
    from sightline.show.sighting import panorama_of

    world = KIND.make(camera=large_camera(KIND, size))
    episode = KIND.generate(seed, scene=scene)
    world.reset([episode])
    if modelled:
        files = _save_model(field_model(episode.scene), out)
    else:
        above = draw_map(SCENERY.map_of(episode, MAP_PIXELS, "spoken"), agent=episode.start, goal=episode.goal)
        pictures = {
            "view": Image.fromarray(world.observe()["rgb"][0]),
            "panorama": Image.fromarray(panorama_of(KIND, world, side=min(size, 256))),
            "map": with_key(above, True, True),
        }
        files = _save_all(pictures, out)
    names = [landmark.name for landmark in episode.scene.landmarks]
    nouns = [LANDMARKS[name].noun for name in names]
    if json:
        print_json(
            {
                "seed": seed, "landmarks": names, "nouns": nouns, "start": episode.start, "goal": episode.goal,
                "instruction": episode.instruction, "files": files,
            }
        )  # fmt: skip
        return
    say(f"{len(nouns)} landmarks: {', '.join(nouns)}")
    say(f"Instruction: {episode.instruction}")
    print("\n".join(files))


@app.command()
def landmarks(
    out: PictureOption = PICTURES,
    distance: Annotated[float, typer.Option(help="Distance of each landmark.", min=1, max=24, callback=finite)] = 15.0,
    turn: Annotated[float, typer.Option(help="Side: 0 is the front, degrees clockwise.", callback=finite)] = 28.0,
    columns: Annotated[int, typer.Option(help="Landmarks per row.", min=1, max=63)] = 9,
) -> None:
    """Draw all 63 landmarks of LANI with their names as the agent sees them: 128 x 128 pixels, 15 units away.

    Example: `sightline view landmarks --out landmarks.png`
    """
    announce_compiling()

    from sightline.lani.landmarks import LANDMARKS, NAMES
    from sightline.show.gallery import sheet
    from sightline.show.lani_pictures import portraits

    target = new_file(out, "landmarks.png")
    print(save(sheet(portraits(distance, turn), [LANDMARKS[name].noun for name in NAMES], columns), target))


@app.command()
def chai(
    house: Annotated[str, typer.Option(help="House 1 to 5, seed:N, or the path of your own plan (TOML).")] = "1",
    seed: Annotated[int, seed_option("Number that decides which items lie where, as for `follow --seed`.")] = 0,
    out: ViewOption = PICTURES,
    size: Annotated[int, typer.Option(help="Side of the pictures of rooms, in pixels.", min=32, max=2048)] = 384,
    json: JsonOption = False,
) -> None:
    """Draw a CHAI house: its plan from above with names, each room from the door, a panorama, an errand; all things.

    With `--out NAME.glb` it writes the house as a 3D model, which Blender opens: everything closed, a node for each room.

    Examples: `sightline view chai --house 3 --out pictures`; `sightline view chai --house 3 --out house.glb`
    """
    modelled = _is_model(out)
    announce_compiling()

    from sightline.chai import load_house
    from sightline.chai.kind import KIND
    from sightline.corpus.opening import opening_episode
    from sightline.show.chai_model import house_model

    home = load_house(house)
    episode = opening_episode(KIND, seed, house)
    stock = episode.stock
    files = _save_model(house_model(episode), out) if modelled else _save_all(_house_pictures(home, episode, size), out)
    items = {room.name: sorted(i.kind for i in stock.items if i.room == k) for k, room in enumerate(home.plan.rooms)}
    if json:
        print_json({"house": house, "name": home.plan.name, "seed": seed, "items": items, "files": files})
        return
    say(f"{home.title}, {home.plan.name}: {len(home.parts)} things to open, {len(home.switches)} to switch")
    for room, kinds in items.items():
        say(f"{room}, {len(kinds)} items{': ' if kinds else ''}{', '.join(kinds)}")
    print("\n".join(files))


def _house_pictures(home: House, episode: Episode, size: int) -> dict[str, Image.Image]:
    """The pictures of a house, by name."""
    from PIL import Image

    from sightline.chai import ChaiWorld
    from sightline.chai.house.furniture import FURNITURE
    from sightline.chai.house.items import ITEMS
    from sightline.show.chai_pictures import (
        errand_picture,
        furniture_portraits,
        item_portraits,
        plan_picture,
        room_pictures,
    )
    from sightline.show.gallery import sheet

    rooms = room_pictures(home, episode.stock, size)
    world = ChaiWorld()
    world.reset([episode])
    columns = 2 if len(rooms) == 4 else min(3, len(rooms))
    pictures = {
        "plan": plan_picture(home, episode.stock),
        "rooms": sheet([picture for _, picture in rooms], [name for name, _ in rooms], columns),
        "panorama": Image.fromarray(world.panorama()["rgb"][0]),
        "furniture": sheet(furniture_portraits(), list(FURNITURE), 14),
        "items": sheet(item_portraits(), list(ITEMS), 14),
    }
    if (errand := _errand(home, episode.stock)) is not None:
        pictures["errand"] = errand_picture(errand)
    return pictures


def _errand(house: House, stock: Stock) -> Episode | None:
    """The first generated episode of a house in which an item is carried; None if the house has no items."""
    from sightline.chai import generate_episode
    from sightline.chai.hands import PUT

    seeds = range(100) if stock.items else ()
    episodes = (generate_episode(seed, house, stock.variant) for seed in seeds)
    return next((e for e in episodes if any(verb == PUT for verb, _, _ in e.deeds)), None)
