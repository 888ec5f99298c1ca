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
LIT = _f(look.FENCE_LIGHT)
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
def _water_row(colour, ids, r, light, water, first, last, x, dx, z, dz, t, rgb, segmentation):
    """Bilinear corner values decide what is lake and what is shore."""
    per_unit = F(CELLS / FIELD)
    far = min(t * F(1 / 60), F(1))
    w0 = WATER[0] + far * (WATER_FAR[0] - WATER[0])
    w1 = WATER[1] + far * (WATER_FAR[1] - WATER[1])
    w2 = WATER[2] + far * (WATER_FAR[2] - WATER[2])
    for j in range(first, last):
        gx, gz = (x + F(j) * dx) * per_unit, (z + F(j) * dz) * per_unit
        cx, cz = np.int32(gx), np.int32(gz)
        if cx < 0 or cz < 0 or cx >= CELLS or cz >= CELLS:
            continue
        tx, tz = gx - F(cx), gz - F(cz)
        south = F(water[cz, cx]) * (F(1) - tx) + F(water[cz, cx + 1]) * tx
        north = F(water[cz + 1, cx]) * (F(1) - tx) + F(water[cz + 1, cx + 1]) * tx
        wet = south + (north - south) * tz
        if wet >= F(128):
            if rgb:
                ripple = F(1) + F(0.08) * (_scramble(_scramble(np.floor(gz * F(2))) + np.floor(gx)) * F(1 / 289) - F(0.5))
                lit = min(light[j] * F(0.6) + F(0.4), F(1)) * ripple
                colour[r, j] = _packed(w0 * lit, w1 * lit, w2 * lit)
            if segmentation:
                ids[r, j] = look.WATER_ID
        elif wet >= F(88) and rgb:
            colour[r, j] = _packed(SHORE[0] * light[j], SHORE[1] * light[j], SHORE[2] * light[j])


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
        shade *= (LIT[0] if north else LIT[2]) if facing_z else (LIT[1] if east else LIT[3])
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


# ---- one row of one solid: nearest surface, light on it, colour ----
# near[k] is the inverse depth of the solid's surface in column first + k, 0 where the solid is missed or hidden behind w.


@njit(**FAST)
def _polyhedron_row(near, light, w, r, first, n, l, outer, count):
    """Faces only. l (6, 3): value, slope and light of each face's line, those that face the camera first."""
    # One to five faces look at the camera and the others away; unused places repeat a line of the same kind.
    end, last = outer - 1, count - 1
    a0, a1, a2 = l[0, 0], l[0, 1], l[0, 2]
    b0, b1, b2 = l[min(1, end), 0], l[min(1, end), 1], l[min(1, end), 2]
    c0, c1, c2 = l[min(2, end), 0], l[min(2, end), 1], l[min(2, end), 2]
    y0, y1, y2 = l[min(3, end), 0], l[min(3, end), 1], l[min(3, end), 2]
    z0, z1, z2 = l[end, 0], l[end, 1], l[end, 2]
    d0, d1 = l[last, 0], l[last, 1]
    e0, e1 = l[max(last - 1, outer), 0], l[max(last - 1, outer), 1]
    f0, f1 = l[max(last - 2, outer), 0], l[max(last - 2, outer), 1]
    g0, g1 = l[max(last - 3, outer), 0], l[max(last - 3, outer), 1]
    h0, h1 = l[max(last - 4, outer), 0], l[max(last - 4, outer), 1]
    nearest = F(1 / NEAR)
    for k in range(n):
        s = F(k)
        line, lit = a0 + s * a1, a2
        other = b0 + s * b1
        lit = b2 if other < line else lit
        line = min(line, other)
        other = c0 + s * c1
        lit = c2 if other < line else lit
        line = min(line, other)
        other = y0 + s * y1
        lit = y2 if other < line else lit
        line = min(line, other)
        other = z0 + s * z1
        lit = z2 if other < line else lit
        line = min(line, other)
        far = max(max(max(d0 + s * d1, e0 + s * e1), max(f0 + s * f1, g0 + s * g1)), max(h0 + s * h1, w[r, first + k]))
        near[k] = line if (line > far) & (line < nearest) else F(0)
        light[k] = lit


@njit(**FAST)
def _quadric_row(near, light, w, r, first, n, mode, b0, b1, d0, d1, d2, inverse_c, l, outer, count, q):
    """A quadric, cut by planes. `mode` says where the camera is: 0 outside, 1 inside, 2 in a cone's other nappe."""
    nearest = F(1 / NEAR)
    # Caps: one at most looks at the camera, two at most look away; missing ones let everything pass.
    a0, a1, a2 = (l[0, 0], l[0, 1], l[0, 2]) if outer > 0 else (BIG, F(0), F(0))
    g0, g1 = (l[count - 1, 0], l[count - 1, 1]) if count > outer else (F(0), F(0))
    h0, h1 = (l[count - 2, 0], l[count - 2, 1]) if count > outer + 1 else (F(0), F(0))
    ox, oy, oz, ex, ey, ez, fx, fy, fz = q[0], q[1], q[2], q[3], q[4], q[5], q[6], q[7], q[8]
    q2, q1 = q[9], q[10]
    sx, sy, sz, ux, uy, uz, hx, hy, hz = q[11], q[12], q[13], q[14], q[15], q[16], q[17], q[18], q[19]
    for k in range(n):
        s = F(k)
        b = b0 + s * b1
        d = d0 + s * (d1 + s * d2)
        root = np.sqrt(max(d, F(0)))
        front, back = (root - b) * inverse_c, (-root - b) * inverse_c
        curved = BIG if mode == 1 else (front if d > F(0) else F(0))
        far = F(0) if mode == 2 else (back if (d > F(0)) | (mode == 0) else F(0))
        flat = a0 + s * a1
        line = min(curved, flat)
        far = max(max(max(far, g0 + s * g1), h0 + s * h1), w[r, first + k])
        near[k] = line if (line > far) & (line < nearest) else F(0)
        # The gradient times w is linear in (w, ray), so the normal needs no division by w.
        gx = ox * line + ex + s * fx
        gy = q2 * (oy * line + ey + s * fy) + q1 * line
        gz = oz * line + ez + s * fz
        scale = F(1) / np.sqrt(gx * gx * hx + gy * gy * hy + gz * gz * hz + F(1e-20))
        sun = (gx * sx + gy * sy + gz * sz) * scale
        up = (gx * ux + gy * uy + gz * uz) * scale
        lit = F(look.AMBIENT) + F(look.SKYLIGHT) * up + F(look.SUNLIGHT) * max(sun, F(0))
        light[k] = a2 if flat < curved else lit


@njit(**FAST)
def _plain_row(near, light, w, colour, r, first, n, red, green, blue):
    for k in range(n):
        surface, lit, under, behind = near[k], light[k], colour[r, first + k], w[r, first + k]
        paint = _packed(min(red * lit, F(255)), min(green * lit, F(255)), min(blue * lit, F(255)))
        colour[r, first + k] = paint if surface > F(0) else under
        w[r, first + k] = max(surface, behind)


@njit(**FAST)
def _pattern_row(near, light, w, colour, r, first, n, p, q):
    """Colour with a pattern: origin + ray / w is the point in the unit frame, times a frequency the point on the pattern."""
    kind = np.int64(p[scene.PATTERN])
    px, py, pz = p[scene.FREQUENCY], p[scene.FREQUENCY + 1], p[scene.FREQUENCY + 2]
    across, up, amount = p[scene.FILL] * F(0.5), p[scene.FILL + 1] * F(0.5), p[scene.AMOUNT]
    r0, g0, b0 = p[scene.COLOUR], p[scene.COLOUR + 1], p[scene.COLOUR + 2]
    r1, g1, b1 = p[scene.SECOND], p[scene.SECOND + 1], p[scene.SECOND + 2]
    ox, oy, oz, ex, ey, ez, fx, fy, fz = q[0], q[1], q[2], q[3], q[4], q[5], q[6], q[7], q[8]
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
OUTER, INNER, LINES, SOLID = 29, 30, 31, 55
NO_QUADRIC = 3.0


@njit(**FAST)
def _dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


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
def _solid(p, o, ahead, right, up, sun, sky, window, s):
    """Fill `s` (see offsets above) for a primitive seen from o. False when the camera is inside it."""
    first_u, first_v, step = window[0], window[1], window[2]
    s[MODE] = NO_QUADRIC
    inside = True
    rel = (o[0] - p[0], o[1] - p[1], o[2] - p[2])
    for a in range(3):  # the ray in the unit frame; patterns need it even without a quadric
        m = (p[scene.UNIT + 3 * a], p[scene.UNIT + 3 * a + 1], p[scene.UNIT + 3 * a + 2])
        r, g, f = _dot(m, right), _dot(m, up), _dot(m, ahead)
        s[ORIGIN + a] = _dot(m, rel)
        s[RAY + a] = f + first_u * r + first_v * g
        s[RAY + 3 + a] = -step * g
        s[RAY + 6 + a] = step * r
        s[SUNWARD + a] = _dot(m, sun)
        s[UPWARD + a] = _dot(m, sky)
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
        gap = p[q + 3] - _dot(normal, o)
        if abs(gap) < 1e-6:
            gap = 1e-6
        r, g, f = _dot(normal, right), _dot(normal, up), _dot(normal, ahead)
        if gap < 0:  # the camera is on the outer side: this face can be seen
            at = LINES + 4 * outer
            outer += 1
            lit = look.AMBIENT + look.SKYLIGHT * _dot(normal, sky) + look.SUNLIGHT * max(_dot(normal, sun), 0.0)
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
def _draw_solid(s, p, top, i0, i1, left, right, near, light, l, q, w, colour, ids, value, rgb, segmentation):
    """Draw rows i0..i1 of a solid between two columns, into a strip of rows that starts at row `top`."""
    mode, outer = int(s[MODE]), int(s[OUTER])
    count = outer + int(s[INNER])
    fx, fy, fz, q2, c = s[RAY + 6], s[RAY + 7], s[RAY + 8], s[Q], s[C]
    for k in range(3):
        q[k], q[6 + k] = s[ORIGIN + k], s[RAY + 6 + k]
        q[11 + k], q[14 + k], q[17 + k] = s[SUNWARD + k], s[UPWARD + k], s[INVERSE_SIZE + k]
    q[9], q[10] = q2, s[Q + 1]
    b1 = s[B] * fx + s[B + 1] * fy + s[B + 2] * fz
    d2 = b1 * b1 - (fx * fx + q2 * fy * fy + fz * fz) * c
    plain = p[scene.PATTERN] == 0
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
        q[3], q[4], q[5] = ex + first * fx, ey + first * fy, ez + first * fz
        for k in range(count):
            at = LINES + 4 * k
            l[k, 0], l[k, 1], l[k, 2] = s[at] + i * s[at + 1] + first * s[at + 2], s[at + 2], s[at + 3]
        if mode == 3:
            _polyhedron_row(near, light, w, r, f, n, l, outer, count)
        else:
            _quadric_row(
                near, light, w, r, f, n, mode, F(b0), F(b1), F(d0), F(d1), F(d2), F(s[INVERSE_C]), l, outer, count, q
            )  # fmt: skip
        if segmentation:
            _id_row(near, ids, r, f, n, value)
        if not rgb:
            _depth_row(near, w, r, f, n)
        elif plain:
            _plain_row(near, light, w, colour, r, f, n, p[scene.COLOUR], p[scene.COLOUR + 1], p[scene.COLOUR + 2])
        else:
            _pattern_row(near, light, w, colour, r, f, n, p, q)


# ---- frames ----


@njit(**FAST)
def draw(
    cameras, windows, models, places, ids, water, wet, backdrop, primitives, starts, spheres, shadows, horizon, azimuths,
    height, width, rgb, depth, segmentation, out_rgb, out_depth, out_segmentation, begin, end,
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
    w, colour, seg = np.zeros((STRIP, padded), F), np.zeros((STRIP, padded), F), np.zeros((STRIP, padded), np.int32)
    hills, glow = np.ones(padded, F), np.zeros(padded, F)
    tops, fence_w = np.zeros(padded, F), np.zeros(padded, F)
    boards, rails, sides = np.zeros(padded, F), np.zeros(padded, F), np.zeros(padded, np.int32)
    solids = np.empty((capacity, SOLID))
    bounds = np.empty((capacity, 4), np.int32)
    which = np.empty((capacity, 2), np.int32)  # primitive, id
    shade = np.empty((slots, 8))  # as in Library.shadows, in the field; first and last row
    corner, lines, ray = np.empty((8, 3)), np.empty((6, 3), F), np.empty(20, F)
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
                if not _solid(p, o, m_ahead, m_right, m_up, m_sun, (0.0, 1.0, 0.0), window, solids[count]):
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
                                colour, seg, r, light, water[scene_index], int(math.ceil(first)), int(math.floor(last)) + 1,
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
                        near, light, lines, ray, w, colour, seg, which[k, 1], rgb, segmentation,
                    )  # fmt: skip
            for i in range(top, bottom):
                r = i - top
                if rgb:
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
def _write_rgb(out, colour, r, n):
    for k in range(n):
        bits = np.int32(colour[r, k])
        out[3 * k] = bits & 255
        out[3 * k + 1] = (bits >> 8) & 255
        out[3 * k + 2] = bits >> 16
