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
from sightline.show import marks
from sightline.show.goal_map import goal_panel
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
    texts = [marks.first_lines(seen.instruction, width - 32, 24, 2) for seen in sightings]
    heights = [side + band + 30 * (len(lines) - 1) + gap for lines in texts]
    page = Image.new("RGB", (width + 2 * gap, gap + sum(heights) + 56), marks.PAPER)
    draw = ImageDraw.Draw(page)
    y = gap
    for seen, success, lines, height in zip(sightings, completed, texts, heights, strict=True):
        page.paste(goal_panel(seen), (gap, y))
        box = height - gap
        draw.rectangle([gap, y, gap + width - 1, y + box - 4], outline=marks.INK, width=2)
        name, colour = ("Success", marks.SUCCESS) if success else ("Failure", marks.FAILURE)
        wide = math.ceil(marks.text_width(name, 24)) + 24
        draw.rectangle([gap + width - wide - 8, y + 8, gap + width - 8, y + 44], fill=colour, outline="#ffffff", width=2)
        marks.write(draw, (gap + width - 8 - wide / 2, y + 26), name, 24, "#ffffff", "mm")
        for n, line in enumerate(lines):
            marks.write(draw, (gap + width / 2, y + side + (band - 4) / 2 + 30 * n), line, 24, anchor="mm")
        y += height
    kind = sightings[0].kind
    near = f"stopped within {length_words(kind, kind.near)} of the true goal"
    _legend(draw, y + 22, gap + 16, "all of the instruction was done" if kind.reaches else near)
    return page


def _legend(draw: ImageDraw.ImageDraw, y: float, left: float, success: str) -> None:
    scale = marks.LegendLine("probability of the goal, from 1 % of its peak to the peak", 160, _heat_icon)
    ahead = marks.LegendLine("straight ahead", 20, _ahead_icon)
    goals = [marks.LegendLine("predicted goal", 18, marks.cross_icon), marks.LegendLine("true goal", 20, marks.ring_icon)]
    marks.write_legend(draw, [scale, *goals, ahead, marks.LegendLine(f"Success: {success}")], left, y)


def _heat_icon(draw: ImageDraw.ImageDraw, x: float, y: float) -> None:
    for k, colour in enumerate(marks.colours(np.linspace(0, 1, 160)).astype(int).tolist()):
        draw.line([(x + k, y - 7), (x + k, y + 7)], fill=tuple(colour))


def _ahead_icon(draw: ImageDraw.ImageDraw, x: float, y: float) -> None:
    marks.forward_arrow(draw, x + 10, y + 10, 22)
