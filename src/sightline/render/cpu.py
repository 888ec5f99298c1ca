"""The CPU backend: scanlines over convex solids, in Numba.

Along a ray forward + u * right + v * up the parameter t is the depth. We work with w = 1 / t, in which everything is
simple: a half-space n . p <= e allows w >= L or w <= L with L linear in the pixel's row and column (which of the two
depends only on the side the camera is on), and a quadric allows the interval between the roots of a quadratic whose last
coefficient is constant. A solid is the intersection of such intervals; its visible surface is the upper end, and nearer
means larger w. So the inner loops have no division, no branch and no memory beyond one row: LLVM turns them into SIMD.
"""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from sightline.render import look, scene

FAST = {"fastmath": True, "error_model": "numpy", "nogil": True, "cache": True, "boundscheck": False}
STRIP = 16  # rows drawn together; their buffers stay in the first-level cache
PAD = 16  # row buffers are this much longer than a row, so that spans may be rounded up to whole vectors
NEAR = 0.05  # nothing nearer than this is drawn
F = np.float32


def _f(values):
    return tuple(np.float32(v) for v in np.ravel(values))


SKY_HIGH, SKY_LOW, GLOW, HILL, HILL_FOOT = map(_f, (look.SKY_HIGH, look.SKY_LOW, look.GLOW, look.HILL, look.HILL_FOOT))
GRASS_DARK, GRASS_LIGHT, FAR_GRASS = map(_f, (look.GRASS_DARK, look.GRASS_LIGHT, look.FAR_GRASS))
WATER, WATER_FAR, SHORE = map(_f, (look.WATER, look.WATER_FAR, look.SHORE))
WAVES = _f(look.WAVES)
FENCE = tuple(_f(side) for side in look.FENCE)
FENCE_LIGHT = _f(look.FENCE_LIGHT)
SUN = tuple(float(s) for s in look.SUN)
FIELD = float(scene.FIELD)
CELLS = int(scene.WATER_CELLS)
BIG = F(1e9)


# ---- one row of the backdrop ----


@njit(inline="always")
def _packed(red, green, blue):
    """24 bits of colour as one float32: exact, and cheaper to select than three planes."""
    return np.floor(red) + F(256) * np.floor(green) + F(65536) * np.floor(blue)


@njit(inline="always")
def _between(low, high, share):
    return (
        low[0] + share * (high[0] - low[0]),
        low[1] + share * (high[1] - low[1]),
        low[2] + share * (high[2] - low[2]),
    )


@njit(inline="always")
def _wave(x):
    """A triangle wave from 0 to 1 with period 1."""
    return abs(F(2) * (x - np.floor(x)) - F(1))


@njit(inline="always")
def _scramble(n):
    """A permutation polynomial modulo 289: exact in float32, so both backends agree to the bit."""
    m = (F(34) * n + F(1)) * n
    return m - F(289) * np.floor((m + F(0.5)) * F(1 / 289))


@njit(**FAST)
def _sky_row(colour, r, hills, glow, n, v, highest):
    rise = min(max(v / F(look.SKY_SPAN), F(0)), F(1))
    near_horizon = (F(1) - rise) * (F(1) - rise)
    r0, g0, b0 = _between(SKY_LOW, SKY_HIGH, rise)
    r1, g1, b1 = near_horizon * GLOW[0], near_horizon * GLOW[1], near_horizon * GLOW[2]
    for k in range(n):
        g = glow[k]
        colour[r, k] = _packed(min(r0 + g * r1, F(255)), min(g0 + g * g1, F(255)), min(max(b0 + g * b1, F(0)), F(255)))
    if v < highest:
        for k in range(n):
            hill, sky = hills[k], colour[r, k]
            red, green, blue = _between(HILL, HILL_FOOT, F(1) - min(v / hill, F(1)))
            colour[r, k] = _packed(red, green, blue) if v < hill else sky


@njit(**FAST)
def _grass_row(colour, r, light, n, x, dx, z, dz, fade, swing):
    # Each wave runs along the row at its own speed.
    x0, d0 = x * WAVES[0] + z * WAVES[1], dx * WAVES[0] + dz * WAVES[1]
    x1, d1 = x * WAVES[2] + z * WAVES[3], dx * WAVES[2] + dz * WAVES[3]
    x2, d2 = x * WAVES[4] + z * WAVES[5], dx * WAVES[4] + dz * WAVES[5]
    tx, dtx, tz, dtz = x * F(1 / look.TUFT) + F(70), dx * F(1 / look.TUFT), z * F(1 / look.TUFT) + F(70), dz * F(1 / look.TUFT)
    for k in range(n):
        s = F(k)
        patch = (_wave(x0 + s * d0) + _wave(x1 + s * d1) + _wave(x2 + s * d2)) * F(1 / 3)
        tuft = _scramble(_scramble(np.floor(tx + s * dtx)) + np.floor(tz + s * dtz)) * F(1 / 289) - F(0.5)
        lit = (F(1) + swing * tuft) * light[k]
        red, green, blue = _between(GRASS_DARK, GRASS_LIGHT, patch)
        colour[r, k] = _packed(
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
def _water_row(colour, ids, r, light, wetness, water, first, last, x, dx, z, dz, t, rgb, segmentation):
    """Bilinear corner values decide what is lake and what is shore."""
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
        w0, w1, w2 = _between(WATER, WATER_FAR, far)
        for j in range(first, last):
            wet, sun, under = wetness[j], light[j], colour[r, j]
            gx, gz = x + F(j) * dx, z + F(j) * dz
            ripple = F(0.96) + F(0.08 / 289) * _scramble(_scramble(np.floor(gz * F(2))) + np.floor(gx))
            lit = min(sun * F(0.6) + F(0.4), F(1)) * ripple
            shore = _packed(SHORE[0] * sun, SHORE[1] * sun, SHORE[2] * sun)
            lake = _packed(w0 * lit, w1 * lit, w2 * lit)
            colour[r, j] = lake if wet >= F(128) else (shore if wet >= F(88) else under)
    if segmentation:
        for j in range(first, last):
            under = ids[r, j]
            ids[r, j] = look.WATER_ID if wetness[j] >= F(128) else under


@njit(**FAST)
def _fence_columns(tops, near, boards, rails, sides, n, x, z, ahead_x, ahead_z, right_x, right_z, u, du, eye):
    """The fence is vertical and the axis level, so its depth, colour and top edge belong to whole columns."""
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
        shade = F(0.86) + F(0.14 / 289) * _scramble(plank + F(100))
        shade = shade * F(0.66) if part < F(0.14) else shade
        shade = F(1.08) if is_post else shade
        north, east = rz > F(0), rx > F(0)
        shade *= (FENCE_LIGHT[0] if north else FENCE_LIGHT[2]) if facing_z else (FENCE_LIGHT[1] if east else FENCE_LIGHT[3])
        red = (FENCE[0][0] if north else FENCE[2][0]) if facing_z else (FENCE[1][0] if east else FENCE[3][0])
        green = (FENCE[0][1] if north else FENCE[2][1]) if facing_z else (FENCE[1][1] if east else FENCE[3][1])
        blue = (FENCE[0][2] if north else FENCE[2][2]) if facing_z else (FENCE[1][2] if east else FENCE[3][2])
        tops[k] = (height - eye) * w
        near[k] = w
        boards[k] = _packed(min(red * shade, F(255)), min(green * shade, F(255)), min(blue * shade, F(255)))
        shade *= F(look.RAIL_SHADE)
        rails[k] = _packed(min(red * shade, F(255)), min(green * shade, F(255)), min(blue * shade, F(255)))
        sides[k] = (
            (look.FENCE_IDS[0] if north else look.FENCE_IDS[2])
            if facing_z
            else (look.FENCE_IDS[1] if east else look.FENCE_IDS[3])
        )


@njit(**FAST)
def _fence_row(w, colour, ids, r, tops, near, boards, rails, sides, n, v, eye, rgb, segmentation):
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
def _dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


# ---- one row of one solid ----
# A surface is the inverse depth where a solid is seen, 0 where it is missed or hidden behind what is there already.


@njit(inline="always")
def _face_at(s, behind, c):
    """Surface of a polyhedron in column s of a row, and the light on it; c as from _face_lines."""
    line, lit = c[0] + s * c[1], c[2]
    other = c[3] + s * c[4]
    lit = c[5] if other < line else lit
    line = min(line, other)
    other = c[6] + s * c[7]
    lit = c[8] if other < line else lit
    line = min(line, other)
    far = max(max(max(c[9] + s * c[10], c[11] + s * c[12]), max(c[13] + s * c[14], c[15] + s * c[16])), c[17] + s * c[18])
    return (line if (line > max(far, behind)) & (line < F(1 / NEAR)) else F(0)), lit


@njit(**FAST)
def _face_lines(l, outer, count):
    """Value and slope of three lines that look at the camera (with their light) and of five that look away.

    l (6, 3) holds them in this order; unused places repeat a line of the same kind.
    """
    end, last = outer - 1, count - 1
    m, n = min(1, end), min(2, end)
    d, e, f, g = max(last - 1, outer), max(last - 2, outer), max(last - 3, outer), max(last - 4, outer)
    return (
        l[0, 0], l[0, 1], l[0, 2], l[m, 0], l[m, 1], l[m, 2], l[n, 0], l[n, 1], l[n, 2],
        l[last, 0], l[last, 1], l[d, 0], l[d, 1], l[e, 0], l[e, 1], l[f, 0], l[f, 1], l[g, 0], l[g, 1],
    )  # fmt: skip


@njit(inline="always")
def _quadric_at(s, behind, mode, c):
    """Surface of a quadric cut by caps, and the light on it; c as from _quadric_terms, mode as in _solid."""
    b = c[0] + s * c[1]
    d = c[2] + s * (c[3] + s * c[4])
    root = np.sqrt(max(d, F(0)))
    front, back = (root - b) * c[5], (-root - b) * c[5]
    curved = BIG if mode == 1 else (front if d > F(0) else F(0))
    far = F(0) if mode == 2 else (back if (d > F(0)) | (mode == 0) else F(0))
    flat = c[6] + s * c[7]
    line = min(curved, flat)
    far = max(max(far, behind), max(c[9] + s * c[10], c[11] + s * c[12]))
    # The normal is the gradient, and the gradient times w is linear in w and in s; so are its products with sun and sky.
    sun = c[13] * line + c[14] + s * c[15]
    sky = c[16] * line + c[17] + s * c[18]
    size = line * (line * c[19] + c[20] + s * c[21]) + c[22] + s * (c[23] + s * c[24])
    lit = F(look.AMBIENT) + (sky + max(sun, F(0))) / np.sqrt(max(size, F(1e-20)))
    return (line if (line > far) & (line < F(1 / NEAR)) else F(0)), (c[8] if flat < curved else lit)


@njit(**FAST)
def _quadric_terms(s, l, outer, count, b0, b1, d0, d1, d2, ex, ey, ez):
    """Coefficients along a row: quadratic, one cap that looks at the camera, two that look away, light."""
    a0, a1, a2 = (l[0, 0], l[0, 1], l[0, 2]) if outer > 0 else (BIG, F(0), F(0))
    g0, g1 = (l[count - 1, 0], l[count - 1, 1]) if count > outer else (F(0), F(0))
    h0, h1 = (l[count - 2, 0], l[count - 2, 1]) if count > outer + 1 else (F(0), F(0))
    x, y, z = ex, s[Q] * ey, ez  # gradient of the ray at the row's first column
    hx, hy, hz = s[INVERSE_SIZE] * x, s[INVERSE_SIZE + 1] * y, s[INVERSE_SIZE + 2] * z
    return (
        F(b0), F(b1), F(d0), F(d1), F(d2), F(s[INVERSE_C]), a0, a1, a2, g0, g1, h0, h1,
        F(s[LIT]), F(s[SUNWARD] * x + s[SUNWARD + 1] * y + s[SUNWARD + 2] * z), F(s[LIT + 1]),
        F(s[LIT + 2]), F(s[UPWARD] * x + s[UPWARD + 1] * y + s[UPWARD + 2] * z), F(s[LIT + 3]),
        F(s[LIT + 4]), F(2 * (hx * s[B] + hy * s[B + 1] + hz * s[B + 2])), F(s[LIT + 5]),
        F(hx * x + hy * y + hz * z), F(2 * (hx * s[RAY + 6] + hy * s[Q] * s[RAY + 7] + hz * s[RAY + 8])), F(s[LIT + 6]),
    )  # fmt: skip


@njit(**FAST)
def _paint_polyhedron_row(w, colour, r, first, n, c, red, green, blue):
    for k in range(n):
        behind, under = w[r, first + k], colour[r, first + k]
        surface, lit = _face_at(F(k), behind, c)
        paint = _packed(red * lit, green * lit, blue * lit)
        colour[r, first + k] = paint if surface > F(0) else under
        w[r, first + k] = max(surface, behind)


@njit(**FAST)
def _paint_quadric_row(w, colour, r, first, n, mode, c, red, green, blue):
    for k in range(n):
        behind, under = w[r, first + k], colour[r, first + k]
        surface, lit = _quadric_at(F(k), behind, mode, c)
        paint = _packed(red * lit, green * lit, blue * lit)
        colour[r, first + k] = paint if surface > F(0) else under
        w[r, first + k] = max(surface, behind)


@njit(**FAST)
def _polyhedron_row(near, light, w, r, first, n, c):
    for k in range(n):
        near[k], light[k] = _face_at(F(k), w[r, first + k], c)


@njit(**FAST)
def _any_polyhedron_row(near, light, w, r, first, n, l, outer, count):
    """As _polyhedron_row for more than three faces that look at the camera: only seen from above."""
    for k in range(n):
        line, lit, far = BIG, F(0), w[r, first + k]
        for m in range(outer):
            other = l[m, 0] + F(k) * l[m, 1]
            lit = l[m, 2] if other < line else lit
            line = min(line, other)
        for m in range(outer, count):
            far = max(far, l[m, 0] + F(k) * l[m, 1])
        near[k] = line if (line > far) & (line < F(1 / NEAR)) else F(0)
        light[k] = lit


@njit(**FAST)
def _quadric_row(near, light, w, r, first, n, mode, c):
    for k in range(n):
        near[k], light[k] = _quadric_at(F(k), w[r, first + k], mode, c)


@njit(**FAST)
def _plain_row(near, light, w, colour, r, first, n, red, green, blue):
    for k in range(n):
        surface, lit, under, behind = near[k], light[k], colour[r, first + k], w[r, first + k]
        paint = _packed(red * lit, green * lit, blue * lit)
        colour[r, first + k] = paint if surface > F(0) else under
        w[r, first + k] = max(surface, behind)


@njit(**FAST)
def _pattern_row(near, light, w, colour, r, first, n, p, o, e, f):
    """Colour with a pattern: origin + ray / w is the point in the unit frame, times a frequency the point on the pattern."""
    kind = np.int64(p[scene.PATTERN])
    px, py, pz = p[scene.FREQUENCY], p[scene.FREQUENCY + 1], p[scene.FREQUENCY + 2]
    across, up, amount = p[scene.FILL] * F(0.5), p[scene.FILL + 1] * F(0.5), p[scene.AMOUNT]
    r0, g0, b0 = p[scene.COLOUR], p[scene.COLOUR + 1], p[scene.COLOUR + 2]
    r1, g1, b1 = p[scene.SECOND], p[scene.SECOND + 1], p[scene.SECOND + 2]
    ox, oy, oz, ex, ey, ez, fx, fy, fz = F(o[0]), F(o[1]), F(o[2]), F(e[0]), F(e[1]), F(e[2]), F(f[0]), F(f[1]), F(f[2])
    for k in range(n):
        s = F(k)
        t = F(1) / max(near[k], F(1e-6))
        x = (ox + (ex + s * fx) * t) * px
        y = (oy + (ey + s * fy) * t) * py
        z = (oz + (ez + s * fz) * t) * pz
        lit = light[k]
        second = False
        if kind == 1:
            odd = (np.floor(x + F(0.25)) + np.floor(y + F(0.25)) + np.floor(z + F(0.25))) * F(0.5)
            second = odd - np.floor(odd) > F(0.25)
        elif kind == 2:
            h, g = x + z + F(0.5), y + F(0.5)
            second = (abs(h - np.floor(h) - F(0.5)) < across) & (abs(g - np.floor(g) - F(0.5)) < up)
        else:
            cell = _scramble(_scramble(np.floor(x) + F(90)) + np.floor(y) + F(90))
            lit *= F(1) + amount * (_scramble(cell + np.floor(z) + F(90)) * F(1 / 289) - F(0.5))
        light[k] = _packed(
            min((r1 if second else r0) * lit, F(255)),
            min((g1 if second else g0) * lit, F(255)),
            min((b1 if second else b0) * lit, F(255)),
        )
    for k in range(n):
        surface, paint, under, behind = near[k], light[k], colour[r, first + k], w[r, first + k]
        colour[r, first + k] = paint if surface > F(0) else under
        w[r, first + k] = max(surface, behind)


@njit(**FAST)
def _depth_row(near, w, r, first, n):
    for k in range(n):
        w[r, first + k] = max(near[k], w[r, first + k])


@njit(**FAST)
def _id_row(near, ids, r, first, n, value):
    for k in range(n):
        under = ids[r, first + k]
        ids[r, first + k] = value if near[k] > F(0) else under


# ---- what a frame needs to know of a solid before its rows ----

# Offsets in a row of `solids`: everything linear is kept as value at pixel (0, 0), change per row, change per column.
MODE, INVERSE_C, C, ORIGIN, RAY, B, Q, SUNWARD, UPWARD, INVERSE_SIZE = 0, 1, 2, 3, 6, 15, 18, 20, 23, 26
OUTER, INNER, LINES, LIT, SOLID = 29, 30, 31, 55, 62
NO_QUADRIC = 3.0


@njit(**FAST)
def _rectangle(p, o, ahead, right, up, window, bounds, corner):
    """Rows and columns that can show a primitive: its corner box, clipped at the near plane. False when there are none."""
    rel = (p[0] - o[0], p[1] - o[1], p[2] - o[2])
    cx, cy, cz = _dot(rel, right), _dot(rel, up), _dot(rel, ahead)
    e = (p[scene.AXES], p[scene.AXES + 1], p[scene.AXES + 2])
    ax, ay, az = _dot(e, right), _dot(e, up), _dot(e, ahead)
    e = (p[scene.AXES + 3], p[scene.AXES + 4], p[scene.AXES + 5])
    bx, by, bz = _dot(e, right), _dot(e, up), _dot(e, ahead)
    e = (p[scene.AXES + 6], p[scene.AXES + 7], p[scene.AXES + 8])
    dx, dy, dz = _dot(e, right), _dot(e, up), _dot(e, ahead)
    u0, u1, v0, v1 = 1e30, -1e30, 1e30, -1e30
    ahead_of = 0
    for k in range(8):
        sx, sy, sz = (1.0 if k & 1 else -1.0), -1.0, (1.0 if k & 2 else -1.0)
        if k & 4:
            sx, sy, sz = sx * p[scene.TAPER], 1.0, sz * p[scene.TAPER + 1]
        x, y, z = cx + sx * ax + sy * bx + sz * dx, cy + sx * ay + sy * by + sz * dy, cz + sx * az + sy * bz + sz * dz
        corner[k, 0], corner[k, 1], corner[k, 2] = x, y, z
        if z > NEAR:
            ahead_of += 1
            u, v = x / z, y / z
            u0, u1, v0, v1 = min(u0, u), max(u1, u), min(v0, v), max(v1, v)
    if ahead_of == 0:
        return False
    if ahead_of < 8:
        for k in range(8):
            for bit in (1, 2, 4):
                m = k ^ bit
                z = corner[k, 2]
                if m > k and (z > NEAR) != (corner[m, 2] > NEAR):
                    s = (NEAR - z) / (corner[m, 2] - z)
                    u = (corner[k, 0] + s * (corner[m, 0] - corner[k, 0])) / NEAR
                    v = (corner[k, 1] + s * (corner[m, 1] - corner[k, 1])) / NEAR
                    u0, u1, v0, v1 = min(u0, u), max(u1, u), min(v0, v), max(v1, v)
    first_u, first_v, step, height, width = window
    bounds[0] = np.int32(max(0.0, min(math.ceil((first_v - v1) / step - 1e-4), height)))
    bounds[1] = np.int32(max(-1.0, min(math.floor((first_v - v0) / step + 1e-4), height - 1))) + 1
    bounds[2] = np.int32(max(0.0, min(math.ceil((u0 - first_u) / step - 1e-4), width)))
    bounds[3] = np.int32(max(-1.0, min(math.floor((u1 - first_u) / step + 1e-4), width - 1))) + 1
    return bounds[0] < bounds[1] and bounds[2] < bounds[3]


@njit(**FAST)
def _solid(p, eye, ahead, right, up, sun, window, s):
    """Fill `s` (see offsets above) for a primitive seen from `eye`. False when the camera is inside it."""
    first_u, first_v, step = window[0], window[1], window[2]
    s[MODE] = NO_QUADRIC
    inside = True
    rel = (eye[0] - p[0], eye[1] - p[1], eye[2] - p[2])
    for a in range(3):  # the ray in the unit frame; patterns need it even without a quadric
        m = (p[scene.UNIT + 3 * a], p[scene.UNIT + 3 * a + 1], p[scene.UNIT + 3 * a + 2])
        r, g, f = _dot(m, right), _dot(m, up), _dot(m, ahead)
        s[ORIGIN + a] = _dot(m, rel)
        s[RAY + a] = f + first_u * r + first_v * g
        s[RAY + 3 + a] = -step * g
        s[RAY + 6 + a] = step * r
        s[SUNWARD + a] = look.SUNLIGHT * _dot(m, sun)
        s[UPWARD + a] = look.SKYLIGHT * m[1]
        s[INVERSE_SIZE + a] = _dot(m, m)
    if p[scene.HAS_QUADRIC] > 0:
        q2, q1, q0 = float(p[scene.QUADRIC]), 0.5 * float(p[scene.QUADRIC + 1]), float(p[scene.QUADRIC + 2])
        x, y, z = s[ORIGIN], s[ORIGIN + 1], s[ORIGIN + 2]
        c = x * x + z * z + q2 * y * y + 2 * q1 * y + q0
        if abs(c) < 1e-9:
            c = 1e-9
        s[C], s[INVERSE_C] = c, 1.0 / c
        s[B], s[B + 1], s[B + 2] = x, q2 * y + q1, z
        s[Q], s[Q + 1] = q2, q1
        # Light: products of the gradients of origin and column step with sun, sky and each other.
        o = (s[B], s[B + 1], s[B + 2])
        f = (s[RAY + 6], q2 * s[RAY + 7], s[RAY + 8])
        for a in range(2):
            light = (s[SUNWARD + 3 * a], s[SUNWARD + 3 * a + 1], s[SUNWARD + 3 * a + 2])
            s[LIT + 2 * a], s[LIT + 2 * a + 1] = _dot(o, light), _dot(f, light)
        h = (s[INVERSE_SIZE], s[INVERSE_SIZE + 1], s[INVERSE_SIZE + 2])
        s[LIT + 4] = h[0] * o[0] * o[0] + h[1] * o[1] * o[1] + h[2] * o[2] * o[2]
        s[LIT + 5] = 2 * (h[0] * o[0] * f[0] + h[1] * o[1] * f[1] + h[2] * o[2] * f[2])
        s[LIT + 6] = h[0] * f[0] * f[0] + h[1] * f[1] * f[1] + h[2] * f[2] * f[2]
        # A cone has two nappes. The gradient along y tells on which side of the apex the camera is (q1 > 0 for cones).
        if c > 0:
            s[MODE] = 0.0
            inside = False
        elif q2 < 0 and q2 * y + q1 < 0:
            s[MODE] = 2.0
            inside = False
        else:
            s[MODE] = 1.0
    outer = inner = 0
    count = int(p[scene.PLANE_COUNT])
    for k in range(count):
        q = scene.PLANES + 4 * k
        normal = (p[q], p[q + 1], p[q + 2])
        gap = p[q + 3] - _dot(normal, eye)
        if abs(gap) < 1e-6:
            gap = 1e-6
        r, g, f = _dot(normal, right), _dot(normal, up), _dot(normal, ahead)
        if gap < 0:  # the camera is on the outer side: this face can be seen
            at = LINES + 4 * outer
            outer += 1
            lit = look.AMBIENT + look.SKYLIGHT * normal[1] + look.SUNLIGHT * max(_dot(normal, sun), 0.0)
        else:
            inner += 1
            at = LINES + 4 * (count - inner)
            lit = 0.0
        s[at] = (f + first_u * r + first_v * g) / gap
        s[at + 1] = -step * g / gap
        s[at + 2] = step * r / gap
        s[at + 3] = lit
    s[OUTER], s[INNER] = outer, inner
    return not (inside and outer == 0)


@njit(**FAST)
def _draw_solid(s, p, top, i0, i1, left, right, near, light, l, w, colour, ids, value, rgb, segmentation):
    """Draw rows i0..i1 of a solid between two columns, into a strip of rows that starts at row `top`."""
    mode, outer = int(s[MODE]), int(s[OUTER])
    count = outer + int(s[INNER])
    fx, fy, fz, q2, c = s[RAY + 6], s[RAY + 7], s[RAY + 8], s[Q], s[C]
    b1 = s[B] * fx + s[B + 1] * fy + s[B + 2] * fz
    d2 = b1 * b1 - (fx * fx + q2 * fy * fy + fz * fz) * c
    plain = p[scene.PATTERN] == 0
    at_once = rgb and plain and not segmentation and outer <= 3
    red, green, blue = p[scene.COLOUR], p[scene.COLOUR + 1], p[scene.COLOUR + 2]
    for i in range(i0, i1):
        first, last = left, right
        ex, ey, ez = s[RAY] + i * s[RAY + 3], s[RAY + 1] + i * s[RAY + 4], s[RAY + 2] + i * s[RAY + 5]
        b0 = d0 = d1 = 0.0
        if mode != 3:
            b0 = s[B] * ex + s[B + 1] * ey + s[B + 2] * ez
            d1 = 2 * (b0 * b1 - (ex * fx + q2 * ey * fy + ez * fz) * c)
            d0 = b0 * b0 - (ex * ex + q2 * ey * ey + ez * ez) * c
            if mode == 0 and d2 < 0:  # the silhouette is where the discriminant changes sign
                inner = d1 * d1 - 4 * d2 * d0
                if inner <= 0:
                    continue
                root = math.sqrt(inner)
                first = max(first, int(math.floor((-d1 + root) / (2 * d2))))
                last = min(last, int(math.ceil((-d1 - root) / (2 * d2))) + 1)
                if first >= last:
                    continue
            b0 += first * b1
            d0 += first * (d1 + first * d2)
            d1 += 2 * first * d2
        n = np.uint64((last - first + PAD - 1) // PAD * PAD)
        r, f = np.uint64(i - top), np.uint64(first)
        ex, ey, ez = ex + first * fx, ey + first * fy, ez + first * fz
        for k in range(count):
            at = LINES + 4 * k
            l[k, 0], l[k, 1], l[k, 2] = s[at] + i * s[at + 1] + first * s[at + 2], s[at + 2], s[at + 3]
        if mode == 3:
            if at_once:
                _paint_polyhedron_row(w, colour, r, f, n, _face_lines(l, outer, count), red, green, blue)
                continue
            if outer <= 3:
                _polyhedron_row(near, light, w, r, f, n, _face_lines(l, outer, count))
            else:
                _any_polyhedron_row(near, light, w, r, f, n, l, outer, count)
        else:
            terms = _quadric_terms(s, l, outer, count, b0, b1, d0, d1, d2, ex, ey, ez)
            if at_once:
                _paint_quadric_row(w, colour, r, f, n, mode, terms, red, green, blue)
                continue
            _quadric_row(near, light, w, r, f, n, mode, terms)
        if segmentation:
            _id_row(near, ids, r, f, n, value)
        if not rgb:
            _depth_row(near, w, r, f, n)
        elif plain:
            _plain_row(near, light, w, colour, r, f, n, red, green, blue)
        else:
            o = (s[ORIGIN], s[ORIGIN + 1], s[ORIGIN + 2])
            _pattern_row(near, light, w, colour, r, f, n, p, o, (ex, ey, ez), (fx, fy, fz))


# ---- frames ----


@njit(**FAST)
def draw(
    cameras, windows, models, places, ids, water, wet, backdrop, primitives, starts, spheres, shadows, horizon, azimuths,
    height, width, rgb, depth, segmentation, out_rgb, out_words, out_depth, out_segmentation, begin, end,
):  # fmt: skip
    """Draw frames begin..end of N scenes x C cameras into (N, H, C, W) arrays, rgb into (N, H, C, 3 W).

    cameras (N, C, 5): x, y, z, heading, pitch (0, or -90 looking straight down); windows (N, C, 3): u and v of pixel
    (0, 0) and the step between pixels; azimuths (W, 2): each column's heading relative to the axis, in entries of the
    horizon table, and the cosine of it.
    """
    per_scene, slots = cameras.shape[1], models.shape[1]
    capacity = 0
    for m in range(len(starts) - 1):
        capacity = max(capacity, starts[m + 1] - starts[m])
    capacity *= slots
    padded = width + 2 * PAD
    near, light = np.empty(padded, F), np.empty(padded, F)
    w, colour, seg = np.empty((STRIP, padded), F), np.empty((STRIP, padded), F), np.empty((STRIP, padded), np.int32)
    hills, glow, tops, fence_w = np.empty(padded, F), np.empty(padded, F), np.empty(padded, F), np.empty(padded, F)
    boards, rails, sides = np.empty(padded, F), np.empty(padded, F), np.empty(padded, np.int32)
    solids = np.empty((capacity, SOLID))
    bounds = np.empty((capacity, 4), np.int32)
    which = np.empty((capacity, 2), np.int32)  # primitive, id
    shade = np.empty((slots, 8))  # as in Library.shadows, in the field; first and last row
    corner, lines = np.empty((8, 3)), np.empty((6, 3), F)
    for frame in range(begin, end):
        scene_index, camera = frame // per_scene, frame % per_scene
        ex, ey, ez = float(cameras[scene_index, camera, 0]), float(cameras[scene_index, camera, 1]), float(
            cameras[scene_index, camera, 2]
        )
        heading = math.radians(float(cameras[scene_index, camera, 3]))
        level = cameras[scene_index, camera, 4] == 0
        sh, ch = math.sin(heading), math.cos(heading)
        if level:
            ahead, up = (sh, 0.0, ch), (0.0, 1.0, 0.0)
        else:
            ahead, up = (0.0, -1.0, 0.0), (sh, 0.0, ch)
        right = (ch, 0.0, -sh)
        u0, v0, step = (
            float(windows[scene_index, camera, 0]), float(windows[scene_index, camera, 1]),
            float(windows[scene_index, camera, 2]),
        )  # fmt: skip
        window = (u0, v0, step, float(height), float(width))
        u1, v1 = u0 + step * (width - 1), v0 - step * (height - 1)

        # Solids that may be seen, and the shadows of their models.
        count = shaded = 0
        for slot in range(slots):
            model = models[scene_index, slot]
            if model < 0:
                continue
            turn = math.radians(float(places[scene_index, slot, 3]))
            st, ct = math.sin(turn), math.cos(turn)
            dx = ex - float(places[scene_index, slot, 0])
            dy = ey - float(places[scene_index, slot, 1])
            dz = ez - float(places[scene_index, slot, 2])
            o = (dx * ct - dz * st, dy, dx * st + dz * ct)
            m_ahead = (ahead[0] * ct - ahead[2] * st, ahead[1], ahead[0] * st + ahead[2] * ct)
            m_right = (right[0] * ct - right[2] * st, right[1], right[0] * st + right[2] * ct)
            m_up = (up[0] * ct - up[2] * st, up[1], up[0] * st + up[2] * ct)
            m_sun = (SUN[0] * ct - SUN[2] * st, SUN[1], SUN[0] * st + SUN[2] * ct)
            if backdrop and rgb:
                shade[shaded, 0] = float(places[scene_index, slot, 0]) + shadows[model, 0] * ct + shadows[model, 1] * st
                shade[shaded, 1] = float(places[scene_index, slot, 2]) - shadows[model, 0] * st + shadows[model, 1] * ct
                for k in range(4):
                    shade[shaded, 2 + k] = shadows[model, 2 + k]
                shaded += _shadow_seen(shade[shaded], float(shadows[model, 6]), ex, ey, ez, sh, ch, level, window)
            centre = (spheres[model, 0] - o[0], spheres[model, 1] - o[1], spheres[model, 2] - o[2])
            radius = float(spheres[model, 3])
            cx, cy, cz = _dot(centre, m_right), _dot(centre, m_up), _dot(centre, m_ahead)
            if (
                cz < NEAR - radius
                or cx - u1 * cz > radius * math.sqrt(1 + u1 * u1)
                or u0 * cz - cx > radius * math.sqrt(1 + u0 * u0)
                or cy - v0 * cz > radius * math.sqrt(1 + v0 * v0)
                or v1 * cz - cy > radius * math.sqrt(1 + v1 * v1)
            ):
                continue
            for q in range(starts[model], starts[model + 1]):
                p = primitives[q]
                if not _rectangle(p, o, m_ahead, m_right, m_up, window, bounds[count], corner):
                    continue
                if not _solid(p, o, m_ahead, m_right, m_up, m_sun, window, solids[count]):
                    continue
                which[count, 0], which[count, 1] = q, ids[scene_index, slot]
                count += 1

        fenced = backdrop and level and 0 < ex < FIELD and 0 < ez < FIELD
        if fenced:
            _fence_columns(
                tops, fence_w, boards, rails, sides, width, F(ex), F(ez), F(sh), F(ch), F(ch), F(-sh), F(u0), F(step), F(ey)
            )
        highest, lowest = F(-1e9), F(0)
        if fenced:
            for k in range(width):
                highest = max(highest, tops[k])
                lowest = min(lowest, F(-ey) * fence_w[k])
        highest_hill = F(0)
        if backdrop and rgb and level:
            turned = (cameras[scene_index, camera, 3] % 360.0 + 360.0) * (look.AZIMUTHS / 360.0)
            for k in range(width):
                a = int(turned + azimuths[k, 0]) % look.AZIMUTHS
                hills[k], glow[k] = horizon[a, 0] * F(azimuths[k, 1]), horizon[a, 1]
                highest_hill = max(highest_hill, hills[k])

        for top in range(0, height, STRIP):
            bottom = min(top + STRIP, height)
            for i in range(top, bottom):
                r = i - top
                v = v0 - i * step
                # Depth of the ground, the same for the whole row: the axis has no roll.
                fall = -(ahead[1] + v * up[1])
                ground = fall > 1e-7 and ey > 0 and backdrop
                w[r] = F(fall / ey) if ground else F(0)
                if segmentation:
                    seg[r] = look.GROUND_ID if ground else look.SKY_ID
                if ground and (rgb or segmentation):
                    t = ey / fall
                    gx = ex + t * (ahead[0] + v * up[0] + u0 * right[0])
                    gz = ez + t * (ahead[2] + v * up[2] + u0 * right[2])
                    gdx, gdz = t * step * right[0], t * step * right[2]
                    if rgb:
                        _shadow_rows(light, width, i, shade, shaded, gx, gdx, gz, gdz)
                        foot = t * t * step / ey if level else t * step
                        swing = look.TUFT_SWING * min(1.0, 1.4 * look.TUFT / foot)
                        fade = look.FADE / (look.FADE + t) if level else 1.0
                        _grass_row(colour, r, light, width, F(gx), F(gdx), F(gz), F(gdz), F(fade), F(swing))
                    for k in range(wet.shape[1]):
                        lake = wet[scene_index, k]
                        if lake[0] >= lake[2]:
                            break
                        first, last = _inside(gx, gdx, lake[0], lake[2], 0.0, width - 1.0)
                        first, last = _inside(gz, gdz, lake[1], lake[3], first, last)
                        if first <= last:
                            _water_row(
                                colour, seg, r, light, near, water[scene_index],
                                np.uint64(math.ceil(first)), np.uint64(math.floor(last) + 1),
                                F(gx), F(gdx), F(gz), F(gdz), F(t if level else 10.0), rgb, segmentation,
                            )  # fmt: skip
                elif rgb:
                    if backdrop:
                        _sky_row(colour, r, hills, glow, width, F(max(v, 0.0)), highest_hill)
                    else:
                        colour[r] = F(0)
                if fenced and lowest <= v <= highest:
                    _fence_row(
                        w, colour, seg, r, tops, fence_w, boards, rails, sides, width, F(v), F(ey), rgb, segmentation
                    )  # fmt: skip
            for k in range(count):
                i0, i1 = max(bounds[k, 0], top), min(bounds[k, 1], bottom)
                if i0 < i1:
                    _draw_solid(
                        solids[k], primitives[which[k, 0]], top, i0, i1, bounds[k, 2], bounds[k, 3],
                        near, light, lines, w, colour, seg, which[k, 1], rgb, segmentation,
                    )  # fmt: skip
            for i in range(top, bottom):
                r = i - top
                if rgb and width % 4 == 0:
                    _write_words(out_words[scene_index, i, camera], colour, r, width // 4)
                elif rgb:
                    _write_rgb(out_rgb[scene_index, i, camera], colour, r, width)
                if depth:
                    _write_depth(out_depth[scene_index, i, camera], w, r, width)
                if segmentation:
                    out_segmentation[scene_index, i, camera] = seg[r, :width]


@njit(**FAST)
def _shadow_seen(shade, radius, ex, ey, ez, sh, ch, level, window):
    """Note the rows that a shadow can fall on; False when none of them, or no column, can show it."""
    u0, v0, step, height, width = window
    shade[6], shade[7] = 0.0, height
    if not level:
        return True
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
def _shadow_rows(light, width, i, shade, shaded, gx, gdx, gz, gdz):
    """Light on row i of the ground under all shadows."""
    light[:width] = F(1)
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
def _inside(start, step, low, high, first, last):
    """Part of [first, last] where low <= start + k * step <= high."""
    if abs(step) < 1e-12:
        return (first, last) if low <= start <= high else (1.0, 0.0)
    a, b = (low - start) / step, (high - start) / step
    return max(first, min(a, b)), min(last, max(a, b))


@njit(error_model="numpy", nogil=True, cache=True)  # not fastmath: the sky is infinitely far
def _write_depth(out, w, r, n):
    for k in range(n):
        out[k] = F(1) / w[r, k]


@njit(**FAST)
def _write_words(out, colour, r, n):
    """Four pixels of 24 bits as three words of 32."""
    for k in range(n):
        a, b = np.uint32(colour[r, 4 * k]), np.uint32(colour[r, 4 * k + 1])
        c, d = np.uint32(colour[r, 4 * k + 2]), np.uint32(colour[r, 4 * k + 3])
        out[3 * k] = a | (b << np.uint32(24))
        out[3 * k + 1] = (b >> np.uint32(8)) | (c << np.uint32(16))
        out[3 * k + 2] = (c >> np.uint32(16)) | (d << np.uint32(8))


@njit(**FAST)
def _write_rgb(out, colour, r, n):
    for k in range(n):
        bits = np.int32(colour[r, k])
        out[3 * k] = bits & 255
        out[3 * k + 1] = (bits >> 8) & 255
        out[3 * k + 2] = bits >> 16
