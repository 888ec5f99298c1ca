"""One row of the backdrop: sky and hills, grass under shadows, lakes, the fence."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from sightline.render import look, scene
from sightline.render.cpu.arithmetic import FAST, F, between, floats, packed, scramble, wave

SKY_HIGH, SKY_LOW, GLOW, HILL, HILL_FOOT = map(floats, (look.SKY_HIGH, look.SKY_LOW, look.GLOW, look.HILL, look.HILL_FOOT))
GRASS_DARK, GRASS_LIGHT, FAR_GRASS = map(floats, (look.GRASS_DARK, look.GRASS_LIGHT, look.FAR_GRASS))
WATER, WATER_FAR, SHORE = map(floats, (look.WATER, look.WATER_FAR, look.SHORE))
WAVES = floats(look.WAVES)
FENCE = tuple(floats(side) for side in look.FENCE)
FENCE_LIGHT = floats(look.FENCE_LIGHT)
FIELD = float(scene.FIELD)
CELLS = int(scene.WATER_CELLS)


@njit(**FAST)
def sky_row(colour, r, hills, glow, n, v, highest):
    """The sky at rise v over the horizon, with hills where they rise above v."""
    rise = min(max(v / F(look.SKY_SPAN), F(0)), F(1))
    near_horizon = (F(1) - rise) * (F(1) - rise)
    r0, g0, b0 = between(SKY_LOW, SKY_HIGH, rise)
    r1, g1, b1 = near_horizon * GLOW[0], near_horizon * GLOW[1], near_horizon * GLOW[2]
    for k in range(n):
        g = glow[k]
        colour[r, k] = packed(min(r0 + g * r1, F(255)), min(g0 + g * g1, F(255)), min(max(b0 + g * b1, F(0)), F(255)))
    if v < highest:
        for k in range(n):
            hill, sky = hills[k], colour[r, k]
            red, green, blue = between(HILL, HILL_FOOT, F(1) - min(v / hill, F(1)))
            colour[r, k] = packed(red, green, blue) if v < hill else sky


@njit(**FAST)
def grass_row(colour, r, light, n, x, dx, z, dz, fade, swing):
    """Grass along a row of the ground that runs from (x, z) in steps of (dx, dz)."""
    # Each wave runs along the row at its own speed.
    x0, d0 = x * WAVES[0] + z * WAVES[1], dx * WAVES[0] + dz * WAVES[1]
    x1, d1 = x * WAVES[2] + z * WAVES[3], dx * WAVES[2] + dz * WAVES[3]
    x2, d2 = x * WAVES[4] + z * WAVES[5], dx * WAVES[4] + dz * WAVES[5]
    tx, dtx, tz, dtz = (
        x * F(1 / look.TUFT) + F(70),
        dx * F(1 / look.TUFT),
        z * F(1 / look.TUFT) + F(70),
        dz * F(1 / look.TUFT),
    )
    for k in range(n):
        s = F(k)
        patch = (wave(x0 + s * d0) + wave(x1 + s * d1) + wave(x2 + s * d2)) * F(1 / 3)
        tuft = scramble(scramble(np.floor(tx + s * dtx)) + np.floor(tz + s * dtz)) * F(1 / 289) - F(0.5)
        lit = (F(1) + swing * tuft) * light[k]
        red, green, blue = between(GRASS_DARK, GRASS_LIGHT, patch)
        colour[r, k] = packed(
            FAR_GRASS[0] + (red * lit - FAR_GRASS[0]) * fade,
            FAR_GRASS[1] + (green * lit - FAR_GRASS[1]) * fade,
            FAR_GRASS[2] + (blue * lit - FAR_GRASS[2]) * fade,
        )


@njit(**FAST)
def _shadow_row(light, first, n, qx, qz, dqx, dqz):
    for k in range(n):
        a, b = qx + F(k) * dqx, qz + F(k) * dqz
        dark = min(max(F(1) - a * a - b * b, F(0)) * F(1.6), F(1))
        light[first + k] *= F(1) - F(look.SHADOW) * dark * dark


@njit(**FAST)
def shadow_rows(light, width, i, shade, shaded, gx, gdx, gz, gdz):
    """Light on row i of the ground under all shadows."""
    for k in range(width):
        light[k] = F(1)
    for k in range(shaded):
        if i < shade[k, 6] or i > shade[k, 7]:
            continue
        qx = shade[k, 2] * (gx - shade[k, 0]) + shade[k, 3] * (gz - shade[k, 1])
        qz = shade[k, 4] * (gx - shade[k, 0]) + shade[k, 5] * (gz - shade[k, 1])
        dqx, dqz = shade[k, 2] * gdx + shade[k, 3] * gdz, shade[k, 4] * gdx + shade[k, 5] * gdz
        a, b, c = dqx * dqx + dqz * dqz, qx * dqx + qz * dqz, qx * qx + qz * qz - 1
        inner = b * b - a * c
        if inner > 0:
            root = math.sqrt(inner)
            first, last = max(0.0, math.ceil((-b - root) / a)), min(width - 1.0, math.floor((-b + root) / a))
            if first <= last:
                n = np.uint64(last - first + 1)
                _shadow_row(light, np.uint64(first), n, F(qx + first * dqx), F(qz + first * dqz), F(dqx), F(dqz))


@njit(**FAST)
def shadow_seen(shade, radius, eye, right, level, window):
    """Record the rows that a shadow can fall on; False if no row or no column can show it."""
    u0, v0, step, height, width = window
    shade[6], shade[7] = 0.0, height
    if not level:
        return True
    ex, ey, ez = eye
    ch, sh = right[0], -right[2]
    depth = (shade[0] - ex) * sh + (shade[1] - ez) * ch
    side = (shade[0] - ex) * ch - (shade[1] - ez) * sh
    u1 = u0 + step * (width - 1)
    if (
        depth < -radius
        or side - u1 * depth > radius * math.sqrt(1 + u1 * u1)
        or u0 * depth - side > radius * math.sqrt(1 + u0 * u0)
    ):
        return False
    shade[6] = (v0 + ey / max(depth + radius, 1e-3)) / step - 1
    if depth > radius:
        shade[7] = (v0 + ey / (depth - radius)) / step + 1
    return shade[6] < height


@njit(**FAST)
def water_row(colour, ids, r, light, wetness, water, first, last, x, dx, z, dz, t, rgb, segmentation):
    """Draw lake and shore along a row, from bilinear corner values."""
    per_unit, edge = F(CELLS / FIELD), F(CELLS - 0.001)
    x, z, dx, dz = x * per_unit, z * per_unit, dx * per_unit, dz * per_unit
    for j in range(first, last):
        gx, gz = min(max(x + F(j) * dx, F(0)), edge), min(max(z + F(j) * dz, F(0)), edge)
        cx, cz = np.uint64(np.int32(gx)), np.uint64(np.int32(gz))
        tx, tz = gx - F(np.int32(gx)), gz - F(np.int32(gz))
        south = F(water[cz, cx]) * (F(1) - tx) + F(water[cz, cx + np.uint64(1)]) * tx
        north = F(water[cz + np.uint64(1), cx]) * (F(1) - tx) + F(water[cz + np.uint64(1), cx + np.uint64(1)]) * tx
        wetness[j] = south + (north - south) * tz
    if rgb:
        far = min(t * F(1 / 60), F(1))
        w0, w1, w2 = between(WATER, WATER_FAR, far)
        for j in range(first, last):
            wet, sun, under = wetness[j], light[j], colour[r, j]
            gx, gz = x + F(j) * dx, z + F(j) * dz
            ripple = F(0.96) + F(0.08 / 289) * scramble(scramble(np.floor(gz * F(2))) + np.floor(gx))
            lit = min(sun * F(0.6) + F(0.4), F(1)) * ripple
            shore = packed(SHORE[0] * sun, SHORE[1] * sun, SHORE[2] * sun)
            lake = packed(w0 * lit, w1 * lit, w2 * lit)
            colour[r, j] = lake if wet >= F(128) else (shore if wet >= F(88) else under)
    if segmentation:
        for j in range(first, last):
            under = ids[r, j]
            ids[r, j] = look.WATER_ID if wetness[j] >= F(128) else under


@njit(**FAST)
def fence_columns(tops, near, boards, rails, sides, n, x, z, ahead_x, ahead_z, right_x, right_z, u, du, eye):
    """The fence is vertical and the axis level, so its depth, colour and top edge are constant per column."""
    to_north, to_east, to_south, to_west = F(1) / (F(FIELD) - z), F(1) / (F(FIELD) - x), F(1) / z, F(1) / x
    for k in range(n):
        s = u + F(k) * du
        rx, rz = ahead_x + s * right_x, ahead_z + s * right_z
        w_z, w_x = max(rz * to_north, -rz * to_south), max(rx * to_east, -rx * to_west)
        facing_z = w_z >= w_x
        w = max(w_z, w_x)
        along = x + rx / w if facing_z else z + rz / w
        board = along * F(1 / look.BOARD)
        plank = np.floor(board)
        part = board - plank
        post = along * F(1 / look.POST_EVERY)
        is_post = (post - np.floor(post)) * F(look.POST_EVERY) < F(look.POST_WIDTH)
        height = F(look.POST_HEIGHT) if is_post else F(look.FENCE_HEIGHT) - F(0.3) * abs(F(2) * part - F(1))
        shade = F(0.86) + F(0.14 / 289) * scramble(plank + F(100))
        shade = shade * F(0.66) if part < F(0.14) else shade
        shade = F(1.08) if is_post else shade
        north, east = rz > F(0), rx > F(0)
        shade *= (FENCE_LIGHT[0] if north else FENCE_LIGHT[2]) if facing_z else (FENCE_LIGHT[1] if east else FENCE_LIGHT[3])
        red = (FENCE[0][0] if north else FENCE[2][0]) if facing_z else (FENCE[1][0] if east else FENCE[3][0])
        green = (FENCE[0][1] if north else FENCE[2][1]) if facing_z else (FENCE[1][1] if east else FENCE[3][1])
        blue = (FENCE[0][2] if north else FENCE[2][2]) if facing_z else (FENCE[1][2] if east else FENCE[3][2])
        tops[k] = (height - eye) * w
        near[k] = w
        boards[k] = packed(min(red * shade, F(255)), min(green * shade, F(255)), min(blue * shade, F(255)))
        shade *= F(look.RAIL_SHADE)
        rails[k] = packed(min(red * shade, F(255)), min(green * shade, F(255)), min(blue * shade, F(255)))
        sides[k] = (
            (look.FENCE_IDS[0] if north else look.FENCE_IDS[2])
            if facing_z
            else (look.FENCE_IDS[1] if east else look.FENCE_IDS[3])
        )


@njit(**FAST)
def fence_row(w, colour, ids, r, tops, near, boards, rails, sides, n, v, eye, rgb, segmentation):
    """The fence where row v meets it."""
    low, high = F(look.RAIL[0]) - eye, F(look.RAIL[1]) - eye
    if rgb:
        for k in range(n):
            fence, top, board, rail, under = near[k], tops[k], boards[k], rails[k], colour[r, k]
            paint = rail if (v >= low * fence) & (v <= high * fence) else board
            colour[r, k] = paint if (v <= top) & (v >= -eye * fence) else under
    if segmentation:
        for k in range(n):
            side, under = sides[k], ids[r, k]
            ids[r, k] = side if (v <= tops[k]) & (v >= -eye * near[k]) else under
    for k in range(n):
        fence, top, behind = near[k], tops[k], w[r, k]
        w[r, k] = fence if (v <= top) & (v >= -eye * fence) else behind


@njit(**FAST)
def inside(start, step, low, high, first, last):
    """Part of [first, last] where low <= start + k * step <= high."""
    if abs(step) < 1e-12:
        return (first, last) if low <= start <= high else (1.0, 0.0)
    a, b = (low - start) / step, (high - start) / step
    return max(first, min(a, b)), min(last, max(a, b))
