"""The feature maps of LingUNet for one example, laid out as in the paper's architecture figure: F down, G across, H up."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

from sightline.agent.agent import Agent
from sightline.agent.look import Look, as_input
from sightline.errors import InputError
from sightline.geometry.types import Floats
from sightline.language import tokenize
from sightline.models.lingunet import LingUNet
from sightline.models.pretrained import encoder_of
from sightline.models.text import padded
from sightline.show.goal_map import goal_panel
from sightline.show.marks import FAINT, PAPER, colours, first_lines, write, write_lines
from sightline.show.sighting import Sighting
from sightline.world import World

CHANNEL_SIZE = (480, 80)  # pixels of one channel
CHANNELS_SHOWN = 3  # per map: those that vary most over the picture
VIEW_SIDE = 246  # pixels of a view of the panorama above: together as wide as the three columns
COLUMNS = (
    ("F", "what is seen, ever coarser"),
    ("G", "filtered by kernels made from the words"),
    ("H", "put together again, ever finer"),
)


def feature_maps(agent: Agent, world: World, n: int = 0) -> dict[str, Floats]:
    """F_0..F_m, G_1..G_m and H_m..H_1, each (channels, rows, columns), for the panorama and instruction of world n."""
    import torch

    model = agent.predictor.model
    if not isinstance(model, LingUNet):
        raise InputError(f"Feature maps are those of LingUNet; this method's goal model is {type(model).__name__}.")
    ids = [encoder_of(model, agent.predictor.vocabulary)(tokenize(world.episodes[n].instruction))]
    with torch.no_grad():
        maps = model.feature_maps(as_input(Look(world, [n]).rgb(agent.device)), *padded(ids, agent.device))
    return {name: values[0].float().cpu().numpy().astype(np.float64) for name, values in maps.items()}


def channel_picture(channel: Floats) -> Image.Image:
    """One channel (rows, columns), scaled from its 1st to its 99th percentile."""
    low, high = np.percentile(channel, [1, 99])
    levels = np.clip((channel - low) / max(high - low, 1e-12), 0, 1)
    return Image.fromarray(colours(levels).astype(np.uint8)).resize(CHANNEL_SIZE, Image.Resampling.NEAREST)


def most_varied(values: Floats, count: int = CHANNELS_SHOWN) -> list[int]:
    """The channels of a map (channels, rows, columns) that vary most over the picture."""
    flat = values.reshape(len(values), -1)
    spread = np.abs(flat - np.median(flat, axis=1, keepdims=True)).mean(1)  # robust to one bright border cell
    return sorted(np.argsort(-spread, kind="stable")[:count].tolist())


def features_picture(seen: Sighting, maps: dict[str, Floats], ground: int) -> Image.Image:
    """Every map of the network as a few channels, in three columns, under the panorama with the goal map.

    `ground` is the first row of H_1 in which the network allows a goal on the ground.
    """
    depth = sum(name.startswith("G_") for name in maps)
    gap, title = 20, 28
    width = 3 * CHANNEL_SIZE[0] + 4 * gap
    row = title + CHANNELS_SHOWN * (CHANNEL_SIZE[1] + 4) + gap
    lines = first_lines(seen.instruction, width - 2 * gap, 24, 2)
    top = gap + 34 * len(lines) + seen.side + gap
    page = Image.new("RGB", (width, top + 40 + (depth + 1) * row), PAPER)
    draw = ImageDraw.Draw(page)
    write_lines(draw, (gap, gap / 2), lines, 34, 24)
    page.paste(goal_panel(seen), (gap, gap // 2 + 34 * len(lines)))
    for c, (letter, what) in enumerate(COLUMNS):
        x = gap + c * (CHANNEL_SIZE[0] + gap)
        write(draw, (x, top + 12), f"{letter}:  {what}", 20, anchor="lm")
        for j in range(depth + 1):
            name = f"{letter}_{j}"
            if name in maps:
                values = clear_above(maps[name], ground) if name == "H_1" else maps[name]
                _one_map(page, name, values, x, top + 40 + j * row)
    return page


def clear_above(logits: Floats, ground: int) -> Floats:
    """Logits (1, rows, columns); unused rows above the ground, which would dominate the scale, are set to the minimum."""
    rows = np.arange(logits.shape[1])[:, None]
    return np.where(rows < ground, logits[:, ground:].min(), logits)


def _one_map(page: Image.Image, name: str, values: Floats, x: int, y: int) -> None:
    draw = ImageDraw.Draw(page)
    drawn = most_varied(values)
    channels, rows, columns = values.shape
    write(draw, (x, y + 12), name.replace("_", ""), 20, anchor="lm")
    size = f"{channels} x {rows} x {columns}; channel{'s' if len(drawn) > 1 else ''} {', '.join(map(str, drawn))}"
    write(draw, (x + 40, y + 12), size, 16, FAINT, "lm")
    for n, channel in enumerate(drawn):
        page.paste(channel_picture(values[channel]), (x, y + 28 + n * (CHANNEL_SIZE[1] + 4)))
