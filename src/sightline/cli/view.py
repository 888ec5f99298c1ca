"""`sightline view`: pictures of worlds and of what they are made of."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from PIL import Image, ImageDraw, ImageFont

from sightline.cli.output import print_json, save, say
from sightline.errors import InputError

app = typer.Typer(help="Pictures of worlds and landmarks, written as PNG files.", no_args_is_help=True)


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
    pictures = portraits(distance, turn)
    side, band = pictures.shape[1], 18
    rows = -(-len(NAMES) // columns)
    sheet = Image.new("RGB", (columns * (side + 4) + 4, rows * (side + band + 4) + 4), "#fbfaf7")
    draw, font = ImageDraw.Draw(sheet), ImageFont.load_default(size=13)
    for k, name in enumerate(NAMES):
        x, y = 4 + (k % columns) * (side + 4), 4 + (k // columns) * (side + band + 4)
        sheet.paste(Image.fromarray(pictures[k]), (x, y))
        draw.text((x + side / 2, y + side + band / 2), name, font=font, fill="#202020", anchor="mm")
    print(save(sheet, out))
