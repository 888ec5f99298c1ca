"""The sheet of the paper's appendix "Goal Prediction": goal maps over panoramas, instructions, Success or Failure."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageDraw

from sightline.agent.aim import Aim
from sightline.agent.journey import Journey
from sightline.corpus.examples import Example
from sightline.geometry import PANORAMA
from sightline.show.goal_map import goal_panel
from sightline.show.lettering import first_lines, font
from sightline.show.marks import FAILURE, INK, PAPER, SUCCESS, colours, cross, ring
from sightline.show.sighting import Sighting, sighting_of
from sightline.show.words import length_words


def first_sightings(journey: Journey, examples: Sequence[Example]) -> list[Sighting]:
    """The first panorama of each agent of a journey, with its first predicted goal and the true one."""
    journey.look()
    world, sightings = journey.world, []
    for n in range(len(world)):
        *way, aim = journey.upcoming(n) or [Aim(tuple(world.pose[n, :2].tolist()), in_sight=False)]
        places = np.array([waypoint.stand for waypoint in way]).reshape(-1, 2)
        goals = examples[n].goals
        truth = goals[0] if journey.kind.reaches else goals[-1]  # in LANI, waypoints are not goals
        sightings.append(sighting_of(journey.kind, world, aim, places, truth.at, n=n))
    return sightings


def examples_picture(sightings: Sequence[Sighting], completed: Sequence[bool]) -> Image.Image:
    """One panel per sighting (all of one world and size), with whether its task was completed."""
    side = sightings[0].side
    width, gap, band = side * len(PANORAMA), 10, 46
    texts = [first_lines(seen.instruction, width - 32, 24, 2) for seen in sightings]
    heights = [side + band + 30 * (len(lines) - 1) + gap for lines in texts]
    page = Image.new("RGB", (width + 2 * gap, gap + sum(heights) + 56), PAPER)
    draw = ImageDraw.Draw(page)
    y = gap
    for seen, success, lines, height in zip(sightings, completed, texts, heights, strict=True):
        page.paste(goal_panel(seen), (gap, y))
        box = height - gap
        draw.rectangle([gap, y, gap + width - 1, y + box - 4], outline=INK, width=2)
        name, colour = ("Success", SUCCESS) if success else ("Failure", FAILURE)
        wide = math.ceil(font(24).getlength(name)) + 24
        draw.rectangle([gap + width - wide - 8, y + 8, gap + width - 8, y + 44], fill=colour, outline="#ffffff", width=2)
        draw.text((gap + width - 8 - wide / 2, y + 26), name, font=font(24), fill="#ffffff", anchor="mm")
        for n, line in enumerate(lines):
            middle = y + side + (band - 4) / 2 + 30 * n
            draw.text((gap + width / 2, middle), line, font=font(24), fill=INK, anchor="mm")
        y += height
    kind = sightings[0].kind
    near = f"stopped within {length_words(kind, kind.near)} of the true goal"
    _legend(draw, y + 22, gap + 16, "all of the instruction was done" if kind.reaches else near)
    return page


def _legend(draw: ImageDraw.ImageDraw, y: float, left: float, success: str) -> None:
    letters = font(16)
    draw.text((left, y), "probability of the goal, from 1 % of its peak to the peak", font=letters, fill=INK, anchor="lm")
    x = left + letters.getlength("probability of the goal, from 1 % of its peak to the peak") + 16
    for k, colour in enumerate(colours(np.linspace(0, 1, 160)).astype(int).tolist()):
        draw.line([(x + k, y - 7), (x + k, y + 7)], fill=tuple(colour))
    x += 200
    for name, mark in (("predicted goal", cross), ("true goal", ring)):
        mark(draw, x, y, 8)
        draw.text((x + 20, y), name, font=letters, fill=INK, anchor="lm")
        x += 56 + letters.getlength(name)
    draw.polygon([(x, y - 12), (x + 9, y), (x + 3, y), (x + 3, y + 10), (x - 3, y + 10), (x - 3, y), (x - 9, y)],
                 fill="#ffffff", outline=INK)  # fmt: skip
    draw.text((x + 20, y), "straight ahead", font=letters, fill=INK, anchor="lm")
    x += 56 + letters.getlength("straight ahead")
    draw.text((x, y), f"Success: {success}", font=letters, fill=INK, anchor="lm")
