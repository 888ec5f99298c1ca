"""A solid in a frame: where it is visible, the coefficients of its rows, and drawing a strip of them."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from sightline.render import scene
from sightline.render.cpu.arithmetic import FAST, NEAR, PAD, dot
from sightline.render.cpu.surfaces import (
    AMBIENT,
    INNER,
    INVERSE_C,
    INVERSE_SIZE,
    LINES,
    LIT,
    MODE,
    ORIGIN,
    OUTER,
    RAY,
    SUNWARD,
    UPWARD,
    B,
    C,
    Q,
    any_polyhedron_row,
    depth_row,
    face_lines,
    id_row,
    paint_polyhedron_row,
    paint_quadric_row,
    pattern_row,
    plain_row,
    polyhedron_row,
    quadric_row,
    quadric_terms,
)  # fmt: skip

NO_QUADRIC = 3.0


@njit(**FAST)
def rectangle(p, o, ahead, right, up, window, bounds, corner):
    """Rows and columns that can show a primitive: its corner box, clipped at the near plane. False if there are none."""
    rel = (p[0] - o[0], p[1] - o[1], p[2] - o[2])
    cx, cy, cz = dot(rel, right), dot(rel, up), dot(rel, ahead)
    e = (p[scene.AXES], p[scene.AXES + 1], p[scene.AXES + 2])
    ax, ay, az = dot(e, right), dot(e, up), dot(e, ahead)
    e = (p[scene.AXES + 3], p[scene.AXES + 4], p[scene.AXES + 5])
    bx, by, bz = dot(e, right), dot(e, up), dot(e, ahead)
    e = (p[scene.AXES + 6], p[scene.AXES + 7], p[scene.AXES + 8])
    dx, dy, dz = dot(e, right), dot(e, up), dot(e, ahead)
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
def describe(p, eye, ahead, right, up, sun, light, window, s):
    """Fill `s` (offsets: surfaces.py) for a primitive seen from `eye`. False if the camera is inside it."""
    first_u, first_v, step = window[0], window[1], window[2]
    s[MODE], s[AMBIENT] = NO_QUADRIC, light[0]
    inside = True
    rel = (eye[0] - p[0], eye[1] - p[1], eye[2] - p[2])
    for a in range(3):  # the ray in the unit frame; patterns need it even without a quadric
        m = (p[scene.UNIT + 3 * a], p[scene.UNIT + 3 * a + 1], p[scene.UNIT + 3 * a + 2])
        r, g, f = dot(m, right), dot(m, up), dot(m, ahead)
        s[ORIGIN + a] = dot(m, rel)
        s[RAY + a] = f + first_u * r + first_v * g
        s[RAY + 3 + a] = -step * g
        s[RAY + 6 + a] = step * r
        s[SUNWARD + a] = light[2] * dot(m, sun)
        s[UPWARD + a] = light[1] * m[1]
        s[INVERSE_SIZE + a] = math.sqrt(dot(m, m))
    if p[scene.HAS_QUADRIC] > 0:
        q2, q1, q0 = float(p[scene.QUADRIC]), 0.5 * float(p[scene.QUADRIC + 1]), float(p[scene.QUADRIC + 2])
        x, y, z = s[ORIGIN], s[ORIGIN + 1], s[ORIGIN + 2]
        c = x * x + z * z + q2 * y * y + 2 * q1 * y + q0
        if abs(c) < 1e-9:
            c = 1e-9
        s[C], s[INVERSE_C] = c, 1.0 / c
        s[B], s[B + 1], s[B + 2] = x, q2 * y + q1, z
        s[Q], s[Q + 1] = q2, q1
        # Light: products of the gradients of origin and column step with sun and sky.
        o = (s[B], s[B + 1], s[B + 2])
        f = (s[RAY + 6], q2 * s[RAY + 7], s[RAY + 8])
        for a in range(2):
            lamp = (s[SUNWARD + 3 * a], s[SUNWARD + 3 * a + 1], s[SUNWARD + 3 * a + 2])
            s[LIT + 2 * a], s[LIT + 2 * a + 1] = dot(o, lamp), dot(f, lamp)
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
        gap = p[q + 3] - dot(normal, eye)
        if abs(gap) < 1e-6:
            gap = 1e-6
        r, g, f = dot(normal, right), dot(normal, up), dot(normal, ahead)
        if gap < 0:  # the camera is on the outer side: this face is visible
            at = LINES + 4 * outer
            outer += 1
            lit = light[0] + light[1] * normal[1] + light[2] * max(dot(normal, sun), 0.0)
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
def draw_solid(s, p, top, i0, i1, left, right, near, light, l, w, colour, ids, value, rgb, segmentation):
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
                first = max(first, math.floor((-d1 + root) / (2 * d2)))
                last = min(last, math.ceil((-d1 - root) / (2 * d2)) + 1)
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
                paint_polyhedron_row(w, colour, r, f, n, face_lines(l, outer, count), red, green, blue)
                continue
            if outer <= 3:
                polyhedron_row(near, light, w, r, f, n, face_lines(l, outer, count))
            else:
                any_polyhedron_row(near, light, w, r, f, n, l, outer, count)
        else:
            terms = quadric_terms(s, l, outer, count, b0, b1, d0, d1, d2, ex, ey, ez)
            if at_once:
                paint_quadric_row(w, colour, r, f, n, mode, terms, red, green, blue)
                continue
            quadric_row(near, light, w, r, f, n, mode, terms)
        if segmentation:
            id_row(near, ids, r, f, n, value)
        if not rgb:
            depth_row(near, w, r, f, n)
        elif plain:
            plain_row(near, light, w, colour, r, f, n, red, green, blue)
        else:
            o = (s[ORIGIN], s[ORIGIN + 1], s[ORIGIN + 2])
            pattern_row(near, light, w, colour, r, f, n, p, o, (ex, ey, ez), (fx, fy, fz))
