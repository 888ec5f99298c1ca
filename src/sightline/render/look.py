"""The look of the field, in one place for both backends: sun, sky, hills, grass, water, fence, shadows."""

from __future__ import annotations

import math

import numpy as np

# Light: (ambient, sky, sun). A surface with normal n is lit by ambient + sky * n.up + sun * max(0, n.sun), at most 1.
SUN_HEADING, SUN_HEIGHT = 215.0, 48.0  # degrees: the sun's position; shadows fall to the north-east
_a, _e = math.radians(SUN_HEADING), math.radians(SUN_HEIGHT)
SUN = (math.sin(_a) * math.cos(_e), math.sin(_e), math.cos(_a) * math.cos(_e))
Light = tuple[float, float, float]
DAYLIGHT: Light = (0.5, 0.1, 0.4)
INDOORS: Light = (0.84, 0.02, 0.14)  # softer: walls and ceilings reflect light

# Sky: a gradient over the ray's rise v, a glow towards the sun, hills along the horizon.
SKY_HIGH, SKY_LOW, SKY_SPAN = (88.0, 148.0, 214.0), (196.0, 222.0, 240.0), 0.6
GLOW = (46.0, 26.0, -18.0)
HILL, HILL_FOOT = (96.0, 124.0, 142.0), (134.0, 160.0, 150.0)

# Grass: patches where three triangle waves over the field add up, and fine tufts from a hashed lattice.
GRASS_DARK, GRASS_LIGHT = (58.0, 112.0, 38.0), (118.0, 152.0, 58.0)
WAVES = ((0.113, 0.047), (-0.061, 0.137), (0.079, -0.167))  # cycles per unit along x and z
TUFT, TUFT_SWING = 0.42, 0.34  # size, and amplitude of the brightness
FAR_GRASS = (112.0, 150.0, 84.0)  # colour of the meadow at the horizon
FADE = 90.0  # depth at which it has faded half-way

# Water, and the wet sand around it.
WATER, WATER_FAR, SHORE = (44.0, 96.0, 168.0), (116.0, 170.0, 214.0), (150.0, 136.0, 96.0)

# Fence: one colour per side (north, east, south, west), boards and posts.
FENCE = ((52.0, 84.0, 178.0), (178.0, 52.0, 44.0), (216.0, 176.0, 48.0), (226.0, 226.0, 220.0))
FENCE_HEIGHT, POST_HEIGHT = 1.7, 2.1
BOARD, POST_EVERY, POST_WIDTH = 0.9, 5.0, 0.5
RAIL, RAIL_SHADE = (0.88, 1.16), 0.78  # a darker rail between these heights
FENCE_LIGHT = tuple(
    0.82 + 0.25 * max(s, 0.0) for s in (-SUN[2], -SUN[0], SUN[2], SUN[0])
)  # never so dark that white is grey

SHADOW = 0.55  # share of the light that the middle of a shadow removes

# Segmentation of what is not a model: zero is the sky, negative numbers the backdrop, positive numbers the models' ids.
SKY_ID, GROUND_ID, WATER_ID, FENCE_IDS = 0, -1, -2, (-3, -4, -5, -6)

AZIMUTHS = 4096  # entries of the table around the horizon


def horizon() -> np.ndarray:
    """(AZIMUTHS, 2) float32: height of the hills (rise over distance) and glow of the sky at each heading."""
    heading = np.arange(AZIMUTHS) * (2 * np.pi / AZIMUTHS)
    hills = 0.055 + 0.03 * np.sin(2 * heading + 0.6) + 0.016 * np.sin(5 * heading + 2.1)
    hills += 0.009 * np.sin(11 * heading + 4.0) + 0.005 * np.sin(23 * heading + 1.0) + 0.002 * np.sin(61 * heading)
    glow = np.maximum(0, np.cos(heading - math.radians(SUN_HEADING))) ** 3
    return np.stack([np.maximum(hills, 0.004), glow], axis=1).astype(np.float32)
