"""Whole frames: find what is visible, then draw strips of rows, backdrop first and solids over it."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from sightline.render import look
from sightline.render.cpu.arithmetic import FAST, NEAR, PAD, F, dot, fill_row
from sightline.render.cpu.backdrop import (
    FIELD,
    fence_columns,
    fence_row,
    grass_row,
    inside,
    shadow_rows,
    shadow_seen,
    sky_row,
    water_row,
)  # fmt: skip
from sightline.render.cpu.solids import describe, draw_solid, rectangle
from sightline.render.cpu.surfaces import SOLID

STRIP = 16  # rows drawn together; their buffers stay in the L1 cache
SUN = tuple(float(s) for s in look.SUN)


@njit(**FAST)
def write_words(out, colour, r, n):
    """Four pixels of 24 bits as three words of 32."""
    for k in range(n):
        a, b = np.uint32(colour[r, 4 * k]), np.uint32(colour[r, 4 * k + 1])
        c, d = np.uint32(colour[r, 4 * k + 2]), np.uint32(colour[r, 4 * k + 3])
        out[3 * k] = a | (b << np.uint32(24))
        out[3 * k + 1] = (b >> np.uint32(8)) | (c << np.uint32(16))
        out[3 * k + 2] = (c >> np.uint32(16)) | (d << np.uint32(8))


@njit(**FAST)
def write_rgb(out, colour, r, n):
    """Pixels of 24 bits, for widths that are not a multiple of four."""
    for k in range(n):
        bits = np.int32(colour[r, k])
        out[3 * k] = bits & 255
        out[3 * k + 1] = (bits >> 8) & 255
        out[3 * k + 2] = bits >> 16


@njit(error_model="numpy", nogil=True)  # not fastmath: the sky is infinitely far
def write_depth(out, w, r, n):
    """Depth from inverse depth."""
    for k in range(n):
        inverse = w[r, k]
        out[k] = F(1) / inverse if inverse > F(0) else F(np.inf)


@njit(**FAST)
def write_ids(out, ids, r, n):
    """Segmentation ids."""
    for k in range(n):
        out[k] = ids[r, k]


@njit(**FAST)
def _gather(
    models, places, ids, primitives, starts, spheres, shadows, eye, ahead, right, up, level, window, shading, light,
    solids, bounds, which, shade, corner,
):  # fmt: skip
    """Describe the solids and the shadows that a frame can show; returns the count of each."""
    u0, v0, step, height, width = window
    u1, v1 = u0 + step * (width - 1), v0 - step * (height - 1)
    count = shaded = 0
    for slot in range(len(models)):
        model = models[slot]
        if model < 0:
            continue
        turn = math.radians(float(places[slot, 3]))
        st, ct = math.sin(turn), math.cos(turn)
        dx = eye[0] - float(places[slot, 0])
        dy = eye[1] - float(places[slot, 1])
        dz = eye[2] - float(places[slot, 2])
        o = (dx * ct - dz * st, dy, dx * st + dz * ct)
        m_ahead = (ahead[0] * ct - ahead[2] * st, ahead[1], ahead[0] * st + ahead[2] * ct)
        m_right = (right[0] * ct - right[2] * st, right[1], right[0] * st + right[2] * ct)
        m_up = (up[0] * ct - up[2] * st, up[1], up[0] * st + up[2] * ct)
        m_sun = (SUN[0] * ct - SUN[2] * st, SUN[1], SUN[0] * st + SUN[2] * ct)
        if shading:
            shade[shaded, 0] = float(places[slot, 0]) + shadows[model, 0] * ct + shadows[model, 1] * st
            shade[shaded, 1] = float(places[slot, 2]) - shadows[model, 0] * st + shadows[model, 1] * ct
            for k in range(4):
                shade[shaded, 2 + k] = shadows[model, 2 + k]
            shaded += shadow_seen(shade[shaded], float(shadows[model, 6]), eye, right, level, window)
        centre = (spheres[model, 0] - o[0], spheres[model, 1] - o[1], spheres[model, 2] - o[2])
        radius = float(spheres[model, 3])
        cx, cy, cz = dot(centre, m_right), dot(centre, m_up), dot(centre, m_ahead)
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
            if not rectangle(p, o, m_ahead, m_right, m_up, window, bounds[count], corner):
                continue
            if not describe(p, o, m_ahead, m_right, m_up, m_sun, light, window, solids[count]):
                continue
            which[count, 0], which[count, 1] = q, ids[slot]
            count += 1
    return count, shaded


@njit(cache=True, **FAST)
def draw(
    cameras, windows, models, places, ids, water, wet, backdrop, lamps, primitives, starts, spheres, shadows, horizon,
    azimuths, height, width, rgb, depth, segmentation, out_rgb, out_words, out_depth, out_segmentation, begin, end,
):  # fmt: skip
    """Draw frames begin..end of N scenes x C cameras into (N, H, C, W) arrays, rgb into (N, H, C, 3 W).

    cameras (N, C, 5): x, y, z, heading, pitch (0, or -90 looking straight down); windows (N, C, 3): u and v of pixel
    (0, 0) and the step between pixels; azimuths (W, 2): each column's heading relative to the axis, in entries of the
    horizon table, and the cosine of it.
    """
    per_scene, slots = cameras.shape[1], models.shape[1]
    capacity = 0  # maximum number of solids in a frame
    for scene_index in range(begin // per_scene, (end - 1) // per_scene + 1):
        solid_count = 0
        for slot in range(slots):
            model = models[scene_index, slot]
            if model >= 0:
                solid_count += starts[model + 1] - starts[model]
        capacity = max(capacity, solid_count)
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
        ex, ey, ez = (
            float(cameras[scene_index, camera, 0]),
            float(cameras[scene_index, camera, 1]),
            float(cameras[scene_index, camera, 2]),
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
        count, shaded = _gather(
            models[scene_index], places[scene_index], ids[scene_index], primitives, starts, spheres, shadows,
            (ex, ey, ez), ahead, right, up, level, window, backdrop and rgb, lamps, solids, bounds, which, shade, corner,
        )  # fmt: skip
        fenced = backdrop and level and 0 < ex < FIELD and 0 < ez < FIELD
        if fenced:
            fence_columns(
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
                fill_row(w, r, padded, F(fall / ey) if ground else F(0))
                if segmentation:
                    fill_row(seg, r, padded, look.GROUND_ID if ground else look.SKY_ID)
                if ground and (rgb or segmentation):
                    t = ey / fall
                    gx = ex + t * (ahead[0] + v * up[0] + u0 * right[0])
                    gz = ez + t * (ahead[2] + v * up[2] + u0 * right[2])
                    gdx, gdz = t * step * right[0], t * step * right[2]
                    if rgb:
                        shadow_rows(light, width, i, shade, shaded, gx, gdx, gz, gdz)
                        foot = t * t * step / ey if level else t * step
                        swing = look.TUFT_SWING * min(1.0, 1.4 * look.TUFT / foot)
                        fade = look.FADE / (look.FADE + t) if level else 1.0
                        grass_row(colour, r, light, width, F(gx), F(gdx), F(gz), F(gdz), F(fade), F(swing))
                    for k in range(wet.shape[1]):
                        lake = wet[scene_index, k]
                        if lake[0] >= lake[2]:
                            break
                        first, last = inside(gx, gdx, lake[0], lake[2], 0.0, width - 1.0)
                        first, last = inside(gz, gdz, lake[1], lake[3], first, last)
                        if first <= last:
                            water_row(
                                colour, seg, r, light, near, water[scene_index],
                                np.uint64(math.ceil(first)), np.uint64(math.floor(last) + 1),
                                F(gx), F(gdx), F(gz), F(gdz), F(t if level else 10.0), rgb, segmentation,
                            )  # fmt: skip
                elif rgb:
                    if backdrop:
                        sky_row(colour, r, hills, glow, width, F(max(v, 0.0)), highest_hill)
                    else:
                        fill_row(colour, r, padded, F(0))
                if fenced and lowest <= v <= highest:
                    fence_row(
                        w, colour, seg, r, tops, fence_w, boards, rails, sides, width, F(v), F(ey), rgb, segmentation
                    )  # fmt: skip
            for k in range(count):
                i0, i1 = max(bounds[k, 0], top), min(bounds[k, 1], bottom)
                if i0 < i1:
                    draw_solid(
                        solids[k], primitives[which[k, 0]], top, i0, i1, bounds[k, 2], bounds[k, 3],
                        near, light, lines, w, colour, seg, which[k, 1], rgb, segmentation,
                    )  # fmt: skip
            for i in range(top, bottom):
                r = i - top
                if rgb and width % 4 == 0:
                    write_words(out_words[scene_index, i, camera], colour, r, width // 4)
                elif rgb:
                    write_rgb(out_rgb[scene_index, i, camera], colour, r, width)
                if depth:
                    write_depth(out_depth[scene_index, i, camera], w, r, width)
                if segmentation:
                    write_ids(out_segmentation[scene_index, i, camera], seg, r, width)
