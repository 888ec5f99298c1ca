"""`sightline view chai`: a house and what it holds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sightline.cli.options import SEED, JsonOption, PicturesOption
from sightline.cli.output import announce_compiling, new_folder, print_json, save, say

if TYPE_CHECKING:
    from sightline.chai import Episode, House, Stock


def chai(
    house: Annotated[
        str, typer.Option(help="Which house: 1 to 5, seed:N for a generated one, or the path of your own plan (TOML).")
    ] = "1",
    variant: Annotated[
        int, typer.Option(help="Which items are where; the same number gives the same ones.", min=0, max=SEED)
    ] = 0,
    out: PicturesOption = Path("pictures"),
    size: Annotated[int, typer.Option(help="Side of the pictures of rooms, in pixels.", min=32, max=2048)] = 384,
    json: JsonOption = False,
) -> None:
    """Draw a CHAI house: its plan from above with names, each room from the door, a panorama, an errand, all items.

    Example: `sightline view chai --house 3 --out pictures`
    """
    announce_compiling()

    from PIL import Image

    from sightline.chai import ChaiWorld, Episode, load_house, stock_of
    from sightline.chai.house.items import ITEMS
    from sightline.show.chai_pictures import errand_picture, item_portraits, open_floor, plan_picture, room_pictures
    from sightline.show.sheet import sheet

    shown = load_house(house)
    target = new_folder(out)
    stock = stock_of(shown, variant)
    rooms = room_pictures(shown, stock, size)
    around = ChaiWorld()
    around.reset([Episode(shown, stock, (*open_floor(shown, 0), 0.0), ())])
    columns = 2 if len(rooms) == 4 else min(3, len(rooms))
    pictures = {
        "plan": plan_picture(shown, stock),
        "rooms": sheet([picture for _, picture in rooms], [name for name, _ in rooms], columns),
        "panorama": Image.fromarray(around.panorama()["rgb"][0]),
        "items": sheet(item_portraits(), list(ITEMS), 14),
    }
    if (errand := _errand(shown, stock, variant)) is not None:
        pictures["errand"] = errand_picture(errand)
    files = [save(picture, target / f"{name}.png") for name, picture in pictures.items()]
    held = {room.name: sorted(i.kind for i in stock.items if i.room == k) for k, room in enumerate(shown.plan.rooms)}
    if json:
        about = {"house": house, "name": shown.plan.name, "variant": variant, "items": held}
        print_json(about | {"files": [str(f) for f in files]})
        return
    say(f"{shown.title}, {shown.plan.name}: {len(shown.parts)} things to open, {len(shown.switches)} to switch")
    for room, items in held.items():
        say(f"{room}, {len(items)} items{': ' if items else ''}{', '.join(items)}")
    for file in files:
        print(file)


def _errand(house: House, stock: Stock, variant: int) -> Episode | None:
    """The first of a house's episodes in which something is carried; None where there is nothing to carry."""
    from sightline.chai import generate_episode
    from sightline.chai.hands import PUT

    seeds = range(100) if stock.items else ()
    episodes = (generate_episode(seed, house, variant) for seed in seeds)
    return next((e for e in episodes if any(verb == PUT for verb, _, _ in e.deeds)), None)
