"""`sightline view lani` and `sightline view landmarks`: a field, and all that may stand in one."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated

import typer

from sightline.cli.options import SEED, JsonOption, PictureOption, PicturesOption, finite
from sightline.cli.output import announce_compiling, new_file, new_folder, print_json, save, say
from sightline.errors import InputError

PIXELS = 900  # of the map


def lani(
    seed: Annotated[
        int, typer.Option(help="Which field, start and goal; the same seed gives the same ones.", min=0, max=SEED)
    ] = 7,
    scene: Annotated[Path | None, typer.Option(help="Show this original scene config (JSON) instead.")] = None,
    out: PicturesOption = Path("pictures"),
    size: Annotated[int, typer.Option(help="Side of the first-person picture, in pixels.")] = 512,
    json: JsonOption = False,
) -> None:
    """Draw a LANI field: the first-person view, the six-view panorama, and the map from above.

    Example: `sightline view lani --seed 7 --out pictures`
    """
    announce_compiling()

    from PIL import Image

    from sightline.lani.kind import KIND
    from sightline.lani.landmarks import LANDMARKS
    from sightline.show.lani import SCENERY
    from sightline.show.maps import draw_map, with_key
    from sightline.show.sighting import large_camera, panorama_of

    world = KIND.make(camera=large_camera(KIND, size))
    episode = KIND.generate(seed, scene=scene)
    world.reset([episode])
    view = Image.fromarray(world.observe()["rgb"][0])
    around = Image.fromarray(panorama_of(KIND, world, side=min(size, 256)))
    above = with_key(draw_map(SCENERY.map_of(episode, PIXELS, "spoken"), agent=episode.start, goal=episode.goal), True, True)
    target = new_folder(out)
    files = [save(p, target / f"{n}.png") for n, p in (("view", view), ("panorama", around), ("map", above))]
    nouns = [LANDMARKS[p.name].noun for p in episode.scene.landmarks]
    if json:
        print_json(
            {
                "seed": seed, "landmarks": [p.name for p in episode.scene.landmarks], "nouns": nouns,
                "start": episode.start, "goal": episode.goal,
                "instruction": episode.instruction, "files": [str(f) for f in files],
            }
        )  # fmt: skip
        return
    say(f"{len(nouns)} landmarks: {', '.join(nouns)}")
    say(f"Instruction: {episode.instruction}")
    for file in files:
        print(file)


def landmarks(
    out: PictureOption = Path("pictures"),
    distance: Annotated[
        float, typer.Option(help="How far away each landmark stands.", min=1, max=24, callback=finite)
    ] = 15.0,
    turn: Annotated[float, typer.Option(help="From which side: 0 is the front, degrees clockwise.")] = 28.0,
    columns: Annotated[int, typer.Option(help="Landmarks in a row.", min=1, max=63)] = 9,
) -> None:
    """Draw all 63 landmarks of LANI with their everyday names, each as the agent sees it: 128 x 128 pixels, 15 units away.

    Example: `sightline view landmarks --out landmarks.png`
    """
    announce_compiling()

    from sightline.lani.landmarks import LANDMARKS, NAMES
    from sightline.show.gallery import sheet
    from sightline.show.lani_pictures import portraits

    if not math.isfinite(turn):
        raise InputError(f"--turn is an angle in degrees, got {turn}.")
    target = new_file(out, "landmarks.png")
    print(save(sheet(portraits(distance, turn), [LANDMARKS[name].noun for name in NAMES], columns), target))
