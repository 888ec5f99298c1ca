"""One row of one solid: its nearest surface, the light on it, its colour.

A surface is the inverse depth of a solid at a pixel, or 0 where it is missed or hidden behind something already drawn.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from sightline.render import scene
from sightline.render.cpu.arithmetic import BIG, FAST, NEAR, F, packed, scramble

# Data of a solid in a frame (filled by solids.describe), as offsets into a row of float64. Everything that changes
# linearly over the picture is kept as value at pixel (0, 0), change per row, change per column.
MODE, INVERSE_C, C, ORIGIN, RAY, B, Q, SUNWARD, UPWARD, INVERSE_SIZE = 0, 1, 2, 3, 6, 15, 18, 20, 23, 26
OUTER, INNER, LINES, LIT, AMBIENT, SOLID = 29, 30, 31, 55, 59, 60


@njit(inline="always")
def _face_at(s, behind, c):
    """Surface of a polyhedron in column s of a row, and the light on it; c as from face_lines."""
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
def face_lines(l, outer, count):
    """Value and slope of three lines that face the camera (with their light) and of five that face away.

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
    """Surface of a quadric cut by caps, and the light on it; c as from quadric_terms, mode as in solids.describe."""
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
    x, y, z = c[19] * line + c[20] + s * c[21], c[22] * line + c[23] + s * c[24], c[25] * line + c[26] + s * c[27]
    lit = c[28] + (sky + max(sun, F(0))) / np.sqrt(x * x + y * y + z * z + F(1e-20))
    return (line if (line > far) & (line < F(1 / NEAR)) else F(0)), (c[8] if flat < curved else lit)


@njit(**FAST)
def quadric_terms(s, l, outer, count, b0, b1, d0, d1, d2, ex, ey, ez):
    """Coefficients along a row: quadratic, one cap that faces the camera, two that face away, light."""
    a0, a1, a2 = (l[0, 0], l[0, 1], l[0, 2]) if outer > 0 else (BIG, F(0), F(0))
    g0, g1 = (l[count - 1, 0], l[count - 1, 1]) if count > outer else (F(0), F(0))
    h0, h1 = (l[count - 2, 0], l[count - 2, 1]) if count > outer + 1 else (F(0), F(0))
    x, y, z = ex, s[Q] * ey, ez  # gradient of the ray at the row's first column
    hx, hy, hz = s[INVERSE_SIZE], s[INVERSE_SIZE + 1], s[INVERSE_SIZE + 2]
    return (
        F(b0), F(b1), F(d0), F(d1), F(d2), F(s[INVERSE_C]), a0, a1, a2, g0, g1, h0, h1,
        F(s[LIT]), F(s[SUNWARD] * x + s[SUNWARD + 1] * y + s[SUNWARD + 2] * z), F(s[LIT + 1]),
        F(s[LIT + 2]), F(s[UPWARD] * x + s[UPWARD + 1] * y + s[UPWARD + 2] * z), F(s[LIT + 3]),
        F(hx * s[B]), F(hx * x), F(hx * s[RAY + 6]), F(hy * s[B + 1]), F(hy * y), F(hy * s[Q] * s[RAY + 7]),
        F(hz * s[B + 2]), F(hz * z), F(hz * s[RAY + 8]), F(s[AMBIENT]),
    )  # fmt: skip


@njit(**FAST)
def paint_polyhedron_row(w, colour, r, first, n, c, red, green, blue):
    """Draw a plain solid with faces only."""
    for k in range(n):
        behind, under = w[r, first + k], colour[r, first + k]
        surface, lit = _face_at(F(k), behind, c)
        paint = packed(red * lit, green * lit, blue * lit)
        colour[r, first + k] = paint if surface > F(0) else under
        w[r, first + k] = max(surface, behind)


@njit(**FAST)
def paint_quadric_row(w, colour, r, first, n, mode, c, red, green, blue):
    """Draw a plain solid with a quadric."""
    for k in range(n):
        behind, under = w[r, first + k], colour[r, first + k]
        surface, lit = _quadric_at(F(k), behind, mode, c)
        paint = packed(red * lit, green * lit, blue * lit)
        colour[r, first + k] = paint if surface > F(0) else under
        w[r, first + k] = max(surface, behind)


@njit(**FAST)
def polyhedron_row(near, light, w, r, first, n, c):
    """Surface and light of a solid with faces only."""
    for k in range(n):
        near[k], light[k] = _face_at(F(k), w[r, first + k], c)


@njit(**FAST)
def any_polyhedron_row(near, light, w, r, first, n, l, outer, count):
    """As polyhedron_row, for more than three faces towards the camera: only seen from above."""
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
def quadric_row(near, light, w, r, first, n, mode, c):
    """Surface and light of a solid with a quadric."""
    for k in range(n):
        near[k], light[k] = _quadric_at(F(k), w[r, first + k], mode, c)


@njit(**FAST)
def plain_row(near, light, w, colour, r, first, n, red, green, blue):
    """Draw a surface in one colour."""
    for k in range(n):
        surface, lit, under, behind = near[k], light[k], colour[r, first + k], w[r, first + k]
        paint = packed(red * lit, green * lit, blue * lit)
        colour[r, first + k] = paint if surface > F(0) else under
        w[r, first + k] = max(surface, behind)


@njit(**FAST)
def pattern_row(near, light, w, colour, r, first, n, p, o, e, f):
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
            cell = scramble(scramble(np.floor(x) + F(90)) + np.floor(y) + F(90))
            lit *= F(1) + amount * (scramble(cell + np.floor(z) + F(90)) * F(1 / 289) - F(0.5))
        light[k] = packed(
            min((r1 if second else r0) * lit, F(255)),
            min((g1 if second else g0) * lit, F(255)),
            min((b1 if second else b0) * lit, F(255)),
        )
    for k in range(n):
        surface, paint, under, behind = near[k], light[k], colour[r, first + k], w[r, first + k]
        colour[r, first + k] = paint if surface > F(0) else under
        w[r, first + k] = max(surface, behind)


@njit(**FAST)
def depth_row(near, w, r, first, n):
    """Record a surface without colour."""
    for k in range(n):
        w[r, first + k] = max(near[k], w[r, first + k])


@njit(**FAST)
def id_row(near, ids, r, first, n, value):
    """Record the id of a surface."""
    for k in range(n):
        under = ids[r, first + k]
        ids[r, first + k] = value if near[k] > F(0) else under
