"""Constants of both kernels: the look, and the layout of their arrays."""

from __future__ import annotations

import triton.language as tl

from sightline.render import look, scene

C = tl.constexpr
NEAR, BIG = C(scene.NEAR), C(1e9)
FIELD, CELLS = C(float(scene.FIELD)), C(scene.WATER_CELLS)
WET = C(4 * scene.LAKES)  # numbers in a scene's boxes around its water
SUN_X, SUN_Y, SUN_Z = (C(float(s)) for s in look.SUN)
SHADOW = C(look.SHADOW)
SKY_HIGH, SKY_LOW, SKY_SPAN, GLOW = C(look.SKY_HIGH), C(look.SKY_LOW), C(look.SKY_SPAN), C(look.GLOW)
HILL, HILL_FOOT, AZIMUTHS = C(look.HILL), C(look.HILL_FOOT), C(look.AZIMUTHS)
GRASS_DARK, GRASS_LIGHT, FAR_GRASS = C(look.GRASS_DARK), C(look.GRASS_LIGHT), C(look.FAR_GRASS)
TUFT, TUFT_SWING, FADE = C(look.TUFT), C(look.TUFT_SWING), C(look.FADE)
WAVE_A, WAVE_B, WAVE_C = (C(wave) for wave in look.WAVES)
WATER, WATER_FAR, SHORE = C(look.WATER), C(look.WATER_FAR), C(look.SHORE)
FENCE_N, FENCE_E, FENCE_S, FENCE_W = (C(side) for side in look.FENCE)
FENCE_HEIGHT, POST_HEIGHT = C(look.FENCE_HEIGHT), C(look.POST_HEIGHT)
BOARD, POST_EVERY, POST_WIDTH = C(look.BOARD), C(look.POST_EVERY), C(look.POST_WIDTH)
SKY_ID, GROUND_ID, WATER_ID, FENCE_ID = C(look.SKY_ID), C(look.GROUND_ID), C(look.WATER_ID), C(look.FENCE_IDS[0])
LIT_N, LIT_E, LIT_S, LIT_W = (C(light) for light in look.FENCE_LIGHT)
RAIL_LOW, RAIL_HIGH, RAIL_SHADE = C(look.RAIL[0]), C(look.RAIL[1]), C(look.RAIL_SHADE)

AXES, UNIT, QUADRIC, HAS_QUADRIC = C(scene.AXES), C(scene.UNIT), C(scene.QUADRIC), C(scene.HAS_QUADRIC)
PLANE_COUNT, PLANES, COLOUR, SECOND = C(scene.PLANE_COUNT), C(scene.PLANES), C(scene.COLOUR), C(scene.SECOND)
PATTERN, FREQUENCY, FILL, AMOUNT = C(scene.PATTERN), C(scene.FREQUENCY), C(scene.FILL), C(scene.AMOUNT)
TAPER, ROW = C(scene.TAPER), C(scene.ROW)

# A kept solid: floats mostly as in cpu/surfaces.py, and six integers: rows, columns, primitive, id.
MODE, INVERSE_C, QUAD_C, ORIGIN, RAY, GRADIENT, Q = C(0), C(1), C(2), C(3), C(6), C(15), C(18)
SUNWARD, UPWARD, INVERSE_SIZE, LINE_COUNT, LINES, SOLID = C(20), C(23), C(26), C(29), C(30), C(54)
INTS = C(6)
# A frame: x, y, z, heading, level, sine, cosine, u and v of pixel (0, 0), step.
FRAME = C(10)
