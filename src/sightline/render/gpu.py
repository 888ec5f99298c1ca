"""The GPU backend: the same solids and the same look as cpu.py, in Triton, straight into torch tensors.

Two kernels. `_prepare`, one program per frame, keeps the primitives that the frame can show, as lines and quadratics in
inverse depth (cpu.py explains them). `_paint`, one program per tile of a frame, draws the backdrop and then every kept
solid whose rectangle meets the tile. With TRITON_INTERPRET=1 in the environment both run on the CPU, for tests.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
import triton
import triton.language as tl

from sightline.errors import InputError
from sightline.geometry import Camera
from sightline.geometry.types import Array
from sightline.render import look, scene
from sightline.render.scene import Scenes

C = tl.constexpr
NEAR, BIG = C(0.05), C(1e9)
FIELD, CELLS = C(float(scene.FIELD)), C(scene.WATER_CELLS)
SUN_X, SUN_Y, SUN_Z = (C(float(s)) for s in look.SUN)
AMBIENT, SKYLIGHT, SUNLIGHT, SHADOW = (C(v) for v in (look.AMBIENT, look.SKYLIGHT, look.SUNLIGHT, look.SHADOW))
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

# A kept solid: floats as in cpu.py, and beside them six integers: rows, columns, primitive, id.
MODE, INVERSE_C, QUAD_C, ORIGIN, RAY, GRADIENT, Q = C(0), C(1), C(2), C(3), C(6), C(15), C(18)
SUNWARD, UPWARD, INVERSE_SIZE, LINE_COUNT, LINES, SOLID = C(20), C(23), C(26), C(29), C(30), C(54)
INTS = C(6)
# A frame: x, y, z, heading, level, sine, cosine, u and v of pixel (0, 0), step.
FRAME = C(10)
LARGEST_CHUNK = 4096  # frames prepared at once; bounds the memory for kept solids


@triton.jit
def _mix(low: tl.constexpr, high: tl.constexpr, share, channel: tl.constexpr):
    return low[channel] + share * (high[channel] - low[channel])


@triton.jit
def _wave(x, z, wave: tl.constexpr):
    along = x * wave[0] + z * wave[1]
    return tl.abs(2 * (along - tl.floor(along)) - 1)


@triton.jit
def _scramble(n):
    m = (34.0 * n + 1.0) * n
    return m - 289.0 * tl.floor((m + 0.5) * (1 / 289))


@triton.jit
def _prepare(
    frames, models, places, ids, primitives, starts, spheres, solids, ints, counts,
    per_scene, slots, capacity, height, width, BLOCK: tl.constexpr,
):  # fmt: skip
    frame = tl.program_id(0).to(tl.int64)
    which = frame // per_scene
    f = frames + frame * FRAME
    ex, ey, ez = tl.load(f), tl.load(f + 1), tl.load(f + 2)
    level, sh, ch = tl.load(f + 4), tl.load(f + 5), tl.load(f + 6)
    u0, v0, step = tl.load(f + 7), tl.load(f + 8), tl.load(f + 9)
    u1, v1 = u0 + step * (width - 1), v0 - step * (height - 1)
    lane = tl.arange(0, BLOCK)
    count = 0
    for slot in range(slots):
        at = which * slots + slot
        model = tl.load(models + at)
        if model >= 0:
            turn = tl.load(places + at * 4 + 3) * 0.017453292519943295
            st, ct = tl.sin(turn), tl.cos(turn)
            dx, oy = ex - tl.load(places + at * 4), ey - tl.load(places + at * 4 + 1)
            dz = ez - tl.load(places + at * 4 + 2)
            ox, oz = dx * ct - dz * st, dx * st + dz * ct
            # Ahead, right and up in the model's frame. Looking straight down, ahead is -y and up is the heading.
            hx, hz = sh * ct - ch * st, sh * st + ch * ct
            ax, ay, az = hx * level, level - 1.0, hz * level
            ux, uy, uz = hx * (1.0 - level), level, hz * (1.0 - level)
            rx, rz = ch * ct + sh * st, ch * st - sh * ct
            sx, sz = SUN_X * ct - SUN_Z * st, SUN_X * st + SUN_Z * ct
            px, py = tl.load(spheres + model * 4) - ox, tl.load(spheres + model * 4 + 1) - oy
            pz, radius = tl.load(spheres + model * 4 + 2) - oz, tl.load(spheres + model * 4 + 3)
            cx, cy, cz = px * rx + pz * rz, px * ux + py * uy + pz * uz, px * ax + py * ay + pz * az
            seen = (cz > NEAR - radius) & (cx - u1 * cz < radius * tl.sqrt(1 + u1 * u1))
            seen = seen & (u0 * cz - cx < radius * tl.sqrt(1 + u0 * u0))
            seen = seen & (cy - v0 * cz < radius * tl.sqrt(1 + v0 * v0))
            seen = seen & (v1 * cz - cy < radius * tl.sqrt(1 + v1 * v1))
            if seen:
                index = tl.load(starts + model) + lane
                valid = index < tl.load(starts + model + 1)
                p = primitives + index * ROW
                gx = tl.load(p, mask=valid, other=0.0) - ox
                gy = tl.load(p + 1, mask=valid, other=0.0) - oy
                gz = tl.load(p + 2, mask=valid, other=0.0) - oz
                # Rectangle: the corners of the tapered box around the solid, clipped at the near plane.
                taper_x = tl.load(p + TAPER, mask=valid, other=1.0)
                taper_z = tl.load(p + TAPER + 1, mask=valid, other=1.0)
                x, y, z = gx * rx + gz * rz, gx * ux + gy * uy + gz * uz, gx * ax + gy * ay + gz * az
                x0, y0, z0 = _in_camera(p + AXES, valid, rx, rz, ux, uy, uz, ax, ay, az)
                x1, y1, z1 = _in_camera(p + AXES + 3, valid, rx, rz, ux, uy, uz, ax, ay, az)
                x2, y2, z2 = _in_camera(p + AXES + 6, valid, rx, rz, ux, uy, uz, ax, ay, az)
                low, high = tl.full([BLOCK], 1e30, tl.float32), tl.full([BLOCK], -1e30, tl.float32)
                low_u, high_u, low_v, high_v = low, high, low, high
                for k in range(4):  # the four pairs of signs along x and z
                    to_x = 1.0 - 2.0 * (k % 2)
                    to_z = 1.0 - 2.0 * (k // 2)
                    # Three edges leave each corner of the base and of the top; those along x and z are met twice.
                    tx, tz = to_x * taper_x, to_z * taper_z
                    ax_, ay_, az_ = x - x1 + to_x * x0 + to_z * x2, y - y1 + to_x * y0 + to_z * y2, z - z1 + to_x * z0 + to_z * z2
                    bx_, by_, bz_ = x + x1 + tx * x0 + tz * x2, y + y1 + tx * y0 + tz * y2, z + z1 + tx * z0 + tz * z2
                    low_u, high_u, low_v, high_v = _edge(low_u, high_u, low_v, high_v, ax_, ay_, az_, bx_, by_, bz_)
                    low_u, high_u, low_v, high_v = _edge(
                        low_u, high_u, low_v, high_v, ax_, ay_, az_, ax_ - 2 * to_x * x0, ay_ - 2 * to_x * y0, az_ - 2 * to_x * z0
                    )  # fmt: skip
                    low_u, high_u, low_v, high_v = _edge(
                        low_u, high_u, low_v, high_v, ax_, ay_, az_, ax_ - 2 * to_z * x2, ay_ - 2 * to_z * y2, az_ - 2 * to_z * z2
                    )  # fmt: skip
                    low_u, high_u, low_v, high_v = _edge(
                        low_u, high_u, low_v, high_v, bx_, by_, bz_, bx_ - 2 * tx * x0, by_ - 2 * tx * y0, bz_ - 2 * tx * z0
                    )  # fmt: skip
                    low_u, high_u, low_v, high_v = _edge(
                        low_u, high_u, low_v, high_v, bx_, by_, bz_, bx_ - 2 * tz * x2, by_ - 2 * tz * y2, bz_ - 2 * tz * z2
                    )  # fmt: skip
                i0 = tl.ceil(tl.minimum(tl.maximum((v0 - high_v) / step - 1e-3, 0.0), height * 1.0)).to(tl.int32)
                i1 = tl.floor(tl.minimum(tl.maximum((v0 - low_v) / step + 1e-3, -1.0), height - 1.0)).to(tl.int32) + 1
                j0 = tl.ceil(tl.minimum(tl.maximum((low_u - u0) / step - 1e-3, 0.0), width * 1.0)).to(tl.int32)
                j1 = tl.floor(tl.minimum(tl.maximum((high_u - u0) / step + 1e-3, -1.0), width - 1.0)).to(tl.int32) + 1
                valid = valid & (i0 < i1) & (j0 < j1)
                # Planes first: whether any faces the camera decides, with the quadric, whether the camera is inside.
                planes = tl.load(p + PLANE_COUNT, mask=valid, other=0.0).to(tl.int32)
                has_quadric = tl.load(p + HAS_QUADRIC, mask=valid, other=0.0) > 0
                q2 = tl.load(p + QUADRIC, mask=valid, other=0.0)
                q1 = 0.5 * tl.load(p + QUADRIC + 1, mask=valid, other=0.0)
                q0 = tl.load(p + QUADRIC + 2, mask=valid, other=0.0)
                facing = tl.zeros([BLOCK], tl.int32)
                for k in range(6):
                    some = valid & (k < planes)
                    nx = tl.load(p + PLANES + 4 * k, mask=some, other=0.0)
                    ny = tl.load(p + PLANES + 4 * k + 1, mask=some, other=0.0)
                    nz = tl.load(p + PLANES + 4 * k + 2, mask=some, other=0.0)
                    gap = tl.load(p + PLANES + 4 * k + 3, mask=some, other=1.0) - (nx * ox + ny * oy + nz * oz)
                    facing += (some & (gap < 0)).to(tl.int32)
                o0 = _unit(p, 0, valid, -gx, -gy, -gz)
                o1 = _unit(p, 1, valid, -gx, -gy, -gz)
                o2 = _unit(p, 2, valid, -gx, -gy, -gz)
                c = o0 * o0 + o2 * o2 + q2 * o1 * o1 + 2 * q1 * o1 + q0
                c = tl.where(tl.abs(c) < 1e-9, 1e-9, c)
                mode = tl.where(c > 0, 0.0, tl.where((q2 < 0) & (q2 * o1 + q1 < 0), 2.0, 1.0))
                mode = tl.where(has_quadric, mode, 3.0)
                valid = valid & ((facing > 0) | (mode == 0) | (mode == 2))
                spot = count + tl.cumsum(valid.to(tl.int32), 0) - 1
                count += tl.sum(valid.to(tl.int32), 0)
                base = frame * capacity + spot
                n = ints + base * INTS
                tl.store(n, i0, mask=valid)
                tl.store(n + 1, i1, mask=valid)
                tl.store(n + 2, j0, mask=valid)
                tl.store(n + 3, j1, mask=valid)
                tl.store(n + 4, index, mask=valid)
                tl.store(n + 5, tl.load(ids + at), mask=valid)
                s = solids + base * SOLID
                tl.store(s + MODE, mode, mask=valid)
                tl.store(s + INVERSE_C, 1.0 / c, mask=valid)
                tl.store(s + QUAD_C, c, mask=valid)
                tl.store(s + GRADIENT, o0, mask=valid)
                tl.store(s + GRADIENT + 1, q2 * o1 + q1, mask=valid)
                tl.store(s + GRADIENT + 2, o2, mask=valid)
                tl.store(s + Q, q2, mask=valid)
                tl.store(s + Q + 1, q1, mask=valid)
                tl.store(s + LINE_COUNT, planes.to(tl.float32), mask=valid)
                for a in range(3):
                    m0 = tl.load(p + UNIT + 3 * a, mask=valid, other=0.0)
                    m1 = tl.load(p + UNIT + 3 * a + 1, mask=valid, other=0.0)
                    m2 = tl.load(p + UNIT + 3 * a + 2, mask=valid, other=0.0)
                    r, g = m0 * rx + m2 * rz, m0 * ux + m1 * uy + m2 * uz
                    tl.store(s + ORIGIN + a, -(m0 * gx + m1 * gy + m2 * gz), mask=valid)
                    tl.store(s + RAY + a, m0 * ax + m1 * ay + m2 * az + u0 * r + v0 * g, mask=valid)
                    tl.store(s + RAY + 3 + a, -step * g, mask=valid)
                    tl.store(s + RAY + 6 + a, step * r, mask=valid)
                    tl.store(s + SUNWARD + a, m0 * sx + m1 * SUN_Y + m2 * sz, mask=valid)
                    tl.store(s + UPWARD + a, m1, mask=valid)
                    tl.store(s + INVERSE_SIZE + a, m0 * m0 + m1 * m1 + m2 * m2, mask=valid)
                for k in range(6):
                    some = valid & (k < planes)
                    nx = tl.load(p + PLANES + 4 * k, mask=some, other=0.0)
                    ny = tl.load(p + PLANES + 4 * k + 1, mask=some, other=0.0)
                    nz = tl.load(p + PLANES + 4 * k + 2, mask=some, other=0.0)
                    gap = tl.load(p + PLANES + 4 * k + 3, mask=some, other=1.0) - (nx * ox + ny * oy + nz * oz)
                    gap = tl.where(tl.abs(gap) < 1e-6, 1e-6, gap)
                    r, g = nx * rx + nz * rz, nx * ux + ny * uy + nz * uz
                    lit = AMBIENT + SKYLIGHT * ny + SUNLIGHT * tl.maximum(nx * sx + ny * SUN_Y + nz * sz, 0.0)
                    tl.store(s + LINES + 4 * k, (nx * ax + ny * ay + nz * az + u0 * r + v0 * g) / gap, mask=some)
                    tl.store(s + LINES + 4 * k + 1, -step * g / gap, mask=some)
                    tl.store(s + LINES + 4 * k + 2, step * r / gap, mask=some)
                    tl.store(s + LINES + 4 * k + 3, tl.where(gap < 0, lit, -1.0), mask=some)  # -1: faces away
    tl.store(counts + frame, count)


@triton.jit
def _in_camera(vector, valid, rx, rz, ux, uy, uz, ax, ay, az):
    """A vector of the model's frame as right, up, ahead."""
    x = tl.load(vector, mask=valid, other=0.0)
    y = tl.load(vector + 1, mask=valid, other=0.0)
    z = tl.load(vector + 2, mask=valid, other=0.0)
    return x * rx + z * rz, x * ux + y * uy + z * uz, x * ax + y * ay + z * az


@triton.jit
def _edge(low_u, high_u, low_v, high_v, ax, ay, az, bx, by, bz):
    """Widen bounds by an edge's first end and, where it crosses the near plane, by the crossing."""
    ahead = az > NEAR
    u, v = ax / tl.where(ahead, az, 1.0), ay / tl.where(ahead, az, 1.0)
    low_u, high_u = tl.where(ahead, tl.minimum(low_u, u), low_u), tl.where(ahead, tl.maximum(high_u, u), high_u)
    low_v, high_v = tl.where(ahead, tl.minimum(low_v, v), low_v), tl.where(ahead, tl.maximum(high_v, v), high_v)
    cut = ahead != (bz > NEAR)
    share = (NEAR - az) / tl.where(cut, bz - az, 1.0)
    u, v = (ax + share * (bx - ax)) / NEAR, (ay + share * (by - ay)) / NEAR
    low_u, high_u = tl.where(cut, tl.minimum(low_u, u), low_u), tl.where(cut, tl.maximum(high_u, u), high_u)
    low_v, high_v = tl.where(cut, tl.minimum(low_v, v), low_v), tl.where(cut, tl.maximum(high_v, v), high_v)
    return low_u, high_u, low_v, high_v


@triton.jit
def _unit(p, axis: tl.constexpr, valid, x, y, z):
    m0 = tl.load(p + UNIT + 3 * axis, mask=valid, other=0.0)
    m1 = tl.load(p + UNIT + 3 * axis + 1, mask=valid, other=0.0)
    m2 = tl.load(p + UNIT + 3 * axis + 2, mask=valid, other=0.0)
    return m0 * x + m1 * y + m2 * z


@triton.jit
def _sky(u, v, heading, column, width, azimuths, horizon):
    """Colour of the sky and of the hills along the horizon."""
    rise = tl.minimum(tl.maximum(v / SKY_SPAN, 0.0), 1.0)
    inside = column < width
    away = tl.load(azimuths + 2 * column, mask=inside, other=0.0)
    spot = ((heading + 360.0) * (AZIMUTHS / 360.0) + away).to(tl.int32) % AZIMUTHS
    hill = tl.load(horizon + 2 * spot) * tl.load(azimuths + 2 * column + 1, mask=inside, other=1.0)
    glow = tl.load(horizon + 2 * spot + 1) * (1 - rise) * (1 - rise)
    up = tl.maximum(v, 0.0)
    foot = 1 - tl.minimum(up / hill, 1.0)
    is_hill = up < hill
    red = tl.minimum(_mix(SKY_LOW, SKY_HIGH, rise, 0) + glow * GLOW[0], 255.0)
    green = tl.minimum(_mix(SKY_LOW, SKY_HIGH, rise, 1) + glow * GLOW[1], 255.0)
    blue = tl.minimum(tl.maximum(_mix(SKY_LOW, SKY_HIGH, rise, 2) + glow * GLOW[2], 0.0), 255.0)
    red = tl.where(is_hill, _mix(HILL, HILL_FOOT, foot, 0), red)
    green = tl.where(is_hill, _mix(HILL, HILL_FOOT, foot, 1), green)
    return red, green, tl.where(is_hill, _mix(HILL, HILL_FOOT, foot, 2), blue)


@triton.jit
def _shadow_light(x, z, light, which, slots, models, places, shadows):
    """Light that the shadows of a scene's models leave on the ground."""
    for slot in range(slots):
        at = which * slots + slot
        model = tl.load(models + at)
        if model >= 0:
            turn = tl.load(places + at * 4 + 3) * 0.017453292519943295
            st, ct = tl.sin(turn), tl.cos(turn)
            s = shadows + model * 7
            sx, sz = tl.load(s), tl.load(s + 1)
            gx = x - (tl.load(places + at * 4) + sx * ct + sz * st)
            gz = z - (tl.load(places + at * 4 + 2) - sx * st + sz * ct)
            a = tl.load(s + 2) * gx + tl.load(s + 3) * gz
            b = tl.load(s + 4) * gx + tl.load(s + 5) * gz
            dark = tl.minimum(tl.maximum(1 - a * a - b * b, 0.0) * 1.6, 1.0)
            light *= 1 - SHADOW * dark * dark
    return light


@triton.jit
def _grass(x, z, light, fade, swing):
    patch = (_wave(x, z, WAVE_A) + _wave(x, z, WAVE_B) + _wave(x, z, WAVE_C)) * (1 / 3)
    cell_x, cell_z = tl.floor(x * (1 / TUFT) + 70.0), tl.floor(z * (1 / TUFT) + 70.0)
    lit = (1 + swing * (_scramble(_scramble(cell_x) + cell_z) * (1 / 289) - 0.5)) * light
    red = FAR_GRASS[0] + (_mix(GRASS_DARK, GRASS_LIGHT, patch, 0) * lit - FAR_GRASS[0]) * fade
    green = FAR_GRASS[1] + (_mix(GRASS_DARK, GRASS_LIGHT, patch, 1) * lit - FAR_GRASS[1]) * fade
    return red, green, FAR_GRASS[2] + (_mix(GRASS_DARK, GRASS_LIGHT, patch, 2) * lit - FAR_GRASS[2]) * fade


@triton.jit
def _wetness(x, z, inside, water):
    """Bilinear value of the corner grid at field points: 128 and more is water."""
    gx, gz = x * (CELLS / FIELD), z * (CELLS / FIELD)
    cx, cz = tl.minimum(gx, CELLS - 1.0).to(tl.int32), tl.minimum(gz, CELLS - 1.0).to(tl.int32)
    tx, tz = gx - cx.to(tl.float32), gz - cz.to(tl.float32)
    cell = water + cz * (CELLS + 1) + cx
    a = tl.load(cell, mask=inside, other=0).to(tl.float32)
    b = tl.load(cell + 1, mask=inside, other=0).to(tl.float32)
    c = tl.load(cell + CELLS + 1, mask=inside, other=0).to(tl.float32)
    d = tl.load(cell + CELLS + 2, mask=inside, other=0).to(tl.float32)
    south, north = a * (1 - tx) + b * tx, c * (1 - tx) + d * tx
    return south + (north - south) * tz


@triton.jit
def _ripple(x, z):
    gx, gz = x * (CELLS / FIELD), z * (CELLS / FIELD)
    return 1 + 0.08 * (_scramble(_scramble(tl.floor(gz * 2)) + tl.floor(gx)) * (1 / 289) - 0.5)


@triton.jit
def _fence(u, ex, ez, sh, ch):
    """Per column: inverse depth, side, height of the top and brightness of the boards."""
    rx, rz = sh + u * ch, ch - u * sh
    w_z = tl.maximum(rz * (1 / (FIELD - ez)), -rz * (1 / ez))
    w_x = tl.maximum(rx * (1 / (FIELD - ex)), -rx * (1 / ex))
    facing_z, w = w_z >= w_x, tl.maximum(w_z, w_x)
    side = tl.where(facing_z, tl.where(rz > 0, 0, 2), tl.where(rx > 0, 1, 3))
    along = tl.where(facing_z, ex + rx / w, ez + rz / w)
    board, post = along * (1 / BOARD), along * (1 / POST_EVERY)
    part = board - tl.floor(board)
    is_post = (post - tl.floor(post)) * POST_EVERY < POST_WIDTH
    top = tl.where(is_post, POST_HEIGHT, FENCE_HEIGHT - 0.3 * tl.abs(2 * part - 1))
    shade = 0.86 + 0.14 / 289 * _scramble(tl.floor(board) + 100.0)
    shade = tl.where(is_post, 1.08, tl.where(part < 0.14, shade * 0.66, shade))
    shade *= tl.where(side == 0, LIT_N, tl.where(side == 1, LIT_E, tl.where(side == 2, LIT_S, LIT_W)))
    return w, side, top, shade


@triton.jit
def _quadric(s, mode, ox, oy, oz, dx, dy, dz, near, far, light, RGB: tl.constexpr):
    """Interval of a quadric and the light on it; see cpu.py for the three modes."""
    q2, q1, c, inverse_c = tl.load(s + Q), tl.load(s + Q + 1), tl.load(s + QUAD_C), tl.load(s + INVERSE_C)
    b = tl.load(s + GRADIENT) * dx + tl.load(s + GRADIENT + 1) * dy + tl.load(s + GRADIENT + 2) * dz
    d = b * b - (dx * dx + q2 * dy * dy + dz * dz) * c
    root = tl.sqrt(tl.maximum(d, 0.0))
    front, back = (root - b) * inverse_c, tl.maximum((-root - b) * inverse_c, 0.0)
    if mode == 1:
        far = tl.where(d > 0, back, 0.0)
    else:
        near = tl.where(d > 0, front, 0.0)
        far = tl.where(mode == 0, back, far)
        if RGB:
            gx, gz = ox * near + dx, oz * near + dz
            gy = q2 * (oy * near + dy) + q1 * near
            size = gx * gx * tl.load(s + INVERSE_SIZE) + gy * gy * tl.load(s + INVERSE_SIZE + 1)
            scale = 1 / tl.sqrt(size + gz * gz * tl.load(s + INVERSE_SIZE + 2) + 1e-20)
            sun = gx * tl.load(s + SUNWARD) + gy * tl.load(s + SUNWARD + 1) + gz * tl.load(s + SUNWARD + 2)
            up = gx * tl.load(s + UPWARD) + gy * tl.load(s + UPWARD + 1) + gz * tl.load(s + UPWARD + 2)
            light = AMBIENT + SKYLIGHT * up * scale + SUNLIGHT * tl.maximum(sun * scale, 0.0)
    return near, far, light


@triton.jit
def _pattern(p, kind, x, y, z):
    """Where a pattern shows its second tone, and what it does to the light, at points of the pattern's frame."""
    second, factor = x > 1e30, x * 0.0 + 1.0
    if kind == 1:
        odd = (tl.floor(x + 0.25) + tl.floor(y + 0.25) + tl.floor(z + 0.25)) * 0.5
        second = odd - tl.floor(odd) > 0.25
    elif kind == 2:
        a, b = x + z + 0.5, y + 0.5
        across, up = tl.load(p + FILL) * 0.5, tl.load(p + FILL + 1) * 0.5
        second = (tl.abs(a - tl.floor(a) - 0.5) < across) & (tl.abs(b - tl.floor(b) - 0.5) < up)
    else:
        cell = _scramble(_scramble(tl.floor(x) + 90.0) + tl.floor(y) + 90.0)
        factor = 1 + tl.load(p + AMOUNT) * (_scramble(cell + tl.floor(z) + 90.0) * (1 / 289) - 0.5)
    return second, factor


@triton.jit
def _paint(
    frames, models, places, shadows, water, wet, horizon, azimuths, primitives, solids, ints, counts,
    out_rgb, out_depth, out_segmentation, per_scene, slots, capacity, height, width, tiles_down, tiles_across,
    BACKDROP: tl.constexpr, RGB: tl.constexpr, DEPTH: tl.constexpr, SEGMENTATION: tl.constexpr,
    TALL: tl.constexpr, WIDE: tl.constexpr,
):  # fmt: skip
    program = tl.program_id(0).to(tl.int64)  # 64 bits: a large batch has more than 2^31 pixels
    tiles = tiles_down * tiles_across
    frame, tile = program // tiles, (program % tiles).to(tl.int32)
    which, camera = frame // per_scene, frame % per_scene
    top, left = (tile // tiles_across) * TALL, (tile % tiles_across) * WIDE
    f = frames + frame * FRAME
    ex, ey, ez, heading = tl.load(f), tl.load(f + 1), tl.load(f + 2), tl.load(f + 3)
    level, sh, ch = tl.load(f + 4), tl.load(f + 5), tl.load(f + 6)
    u0, v0, step = tl.load(f + 7), tl.load(f + 8), tl.load(f + 9)
    row = top + tl.arange(0, TALL)[:, None]  # (TALL, 1)
    column = left + tl.arange(0, WIDE)[None, :]  # (1, WIDE)
    i, j = row.to(tl.float32), column.to(tl.float32)
    u, v = u0 + j * step, v0 - i * step
    none = tl.zeros([TALL, WIDE], tl.float32)
    red, green, blue, w = none, none, none, none
    seg = tl.zeros([TALL, WIDE], tl.int32)
    if BACKDROP:
        fall = tl.where(level > 0, -v, 1.0)  # (TALL, 1)
        ground = fall > tl.where(ey > 0, 1e-7, 1e30)
        w = none + tl.where(ground, fall / ey, 0.0)
        if SEGMENTATION:
            seg = seg + tl.where(ground, GROUND_ID, SKY_ID)
        if RGB:
            if (level > 0) & (v0 - top * step >= 0):  # some row of this tile shows the sky
                red, green, blue = _sky(u, v, heading, column, width, azimuths, horizon)
        if (level == 0) | (v0 - (top + TALL - 1) * step < 0):  # some row shows the ground
            t = ey / tl.where(ground, fall, 1.0)
            # The ray's ground direction: ahead + u right when level, v up + u right when looking down.
            along = tl.where(level > 0, 1.0, v)
            x, z = ex + t * (along * sh + u * ch), ez + t * (along * ch - u * sh)
            light = none + 1.0
            if RGB:
                light = _shadow_light(x, z, light, which, slots, models, places, shadows)
                swing = TUFT_SWING * tl.minimum(1.0, 1.4 * TUFT / tl.where(level > 0, t * t * step / ey, t * step))
                r, g, b = _grass(x, z, light, tl.where(level > 0, FADE / (FADE + t), 1.0), swing)
                red, green, blue = tl.where(ground, r, red), tl.where(ground, g, green), tl.where(ground, b, blue)
            if RGB or SEGMENTATION:
                if tl.load(wet + which * 16) < tl.load(wet + which * 16 + 2):
                    inside = ground & (x >= 0) & (x < FIELD) & (z >= 0) & (z < FIELD)
                    wetness = _wetness(x, z, inside, water + which * ((CELLS + 1) * (CELLS + 1)))
                    is_water, is_shore = inside & (wetness >= 128), inside & (wetness >= 88) & (wetness < 128)
                    if RGB:
                        distant = tl.where(level > 0, tl.minimum(t * (1 / 60), 1.0), 1 / 6)
                        lit = tl.minimum(light * 0.6 + 0.4, 1.0) * _ripple(x, z)
                        red = tl.where(is_water, _mix(WATER, WATER_FAR, distant, 0) * lit, red)
                        green = tl.where(is_water, _mix(WATER, WATER_FAR, distant, 1) * lit, green)
                        blue = tl.where(is_water, _mix(WATER, WATER_FAR, distant, 2) * lit, blue)
                        red = tl.where(is_shore, SHORE[0] * light, red)
                        green = tl.where(is_shore, SHORE[1] * light, green)
                        blue = tl.where(is_shore, SHORE[2] * light, blue)
                    if SEGMENTATION:
                        seg = tl.where(is_water, WATER_ID, seg)
        if (level > 0) & (ex > 0) & (ex < FIELD) & (ez > 0) & (ez < FIELD):
            fence, side, fence_top, shade = _fence(u, ex, ez, sh, ch)  # (1, WIDE) each
            seen = (v <= (fence_top - ey) * fence) & (v >= -ey * fence)
            w = tl.where(seen, fence, w)
            if RGB:
                rail = (v >= (RAIL_LOW - ey) * fence) & (v <= (RAIL_HIGH - ey) * fence)
                brightness = tl.where(rail, shade * RAIL_SHADE, shade)
                red = tl.where(seen, tl.minimum(_side(side, 0) * brightness, 255.0), red)
                green = tl.where(seen, tl.minimum(_side(side, 1) * brightness, 255.0), green)
                blue = tl.where(seen, tl.minimum(_side(side, 2) * brightness, 255.0), blue)
            if SEGMENTATION:
                seg = tl.where(seen, FENCE_ID - side, seg)

    for k in range(tl.load(counts + frame)):
        n = ints + (frame * capacity + k) * INTS
        i0, i1, j0, j1 = tl.load(n), tl.load(n + 1), tl.load(n + 2), tl.load(n + 3)
        if (i0 < top + TALL) & (i1 > top) & (j0 < left + WIDE) & (j1 > left):
            s = solids + (frame * capacity + k) * SOLID
            p = primitives + tl.load(n + 4).to(tl.int64) * ROW
            mode = tl.load(s + MODE)
            ox, oy, oz = tl.load(s + ORIGIN), tl.load(s + ORIGIN + 1), tl.load(s + ORIGIN + 2)
            dx = tl.load(s + RAY) + i * tl.load(s + RAY + 3) + j * tl.load(s + RAY + 6)
            dy = tl.load(s + RAY + 1) + i * tl.load(s + RAY + 4) + j * tl.load(s + RAY + 7)
            dz = tl.load(s + RAY + 2) + i * tl.load(s + RAY + 5) + j * tl.load(s + RAY + 8)
            near, far, bright = none + BIG, none, none
            if mode < 3:
                near, far, bright = _quadric(s, mode, ox, oy, oz, dx, dy, dz, near, far, bright, RGB)
            for m in range(tl.load(s + LINE_COUNT).to(tl.int32)):
                line = tl.load(s + LINES + 4 * m) + i * tl.load(s + LINES + 4 * m + 1) + j * tl.load(s + LINES + 4 * m + 2)
                face = tl.load(s + LINES + 4 * m + 3)
                if face >= 0:
                    bright = tl.where(line < near, face, bright)
                    near = tl.minimum(near, line)
                else:
                    far = tl.maximum(far, line)
            hit = (near > far) & (near > w) & (near < 1 / NEAR)
            if RGB:
                kind = tl.load(p + PATTERN)
                tone_r, tone_g, tone_b = none + tl.load(p + COLOUR), none + tl.load(p + COLOUR + 1), none + tl.load(p + COLOUR + 2)
                if kind > 0:
                    depth = 1 / tl.maximum(near, 1e-6)
                    second, factor = _pattern(
                        p, kind, (ox + dx * depth) * tl.load(p + FREQUENCY), (oy + dy * depth) * tl.load(p + FREQUENCY + 1),
                        (oz + dz * depth) * tl.load(p + FREQUENCY + 2),
                    )  # fmt: skip
                    bright *= factor
                    tone_r = tl.where(second, tl.load(p + SECOND), tone_r)
                    tone_g = tl.where(second, tl.load(p + SECOND + 1), tone_g)
                    tone_b = tl.where(second, tl.load(p + SECOND + 2), tone_b)
                red = tl.where(hit, tl.minimum(tone_r * bright, 255.0), red)
                green = tl.where(hit, tl.minimum(tone_g * bright, 255.0), green)
                blue = tl.where(hit, tl.minimum(tone_b * bright, 255.0), blue)
            if SEGMENTATION:
                seg = tl.where(hit, tl.load(n + 5), seg)
            w = tl.where(hit, near, w)

    shown = (row < height) & (column < width)
    pixel = ((which * height + row) * per_scene + camera) * width + column  # (N, H, C, W)
    if RGB:
        tl.store(out_rgb + pixel * 3, red.to(tl.int32).to(tl.uint8), mask=shown)
        tl.store(out_rgb + pixel * 3 + 1, green.to(tl.int32).to(tl.uint8), mask=shown)
        tl.store(out_rgb + pixel * 3 + 2, blue.to(tl.int32).to(tl.uint8), mask=shown)
    if DEPTH:
        tl.store(out_depth + pixel, 1.0 / w, mask=shown)
    if SEGMENTATION:
        tl.store(out_segmentation + pixel, seg, mask=shown)


@triton.jit
def _side(side, channel: tl.constexpr):
    east_or_north = tl.where(side == 1, FENCE_E[channel], FENCE_N[channel])
    return tl.where(side == 2, FENCE_S[channel], tl.where(side == 3, FENCE_W[channel], east_or_north))


def draw(
    scenes: Scenes, cameras: Array, windows: Array, camera: Camera, channels: Sequence[str], azimuths: Array, device: str
) -> dict[str, Any]:
    """As render() in draw.py, with torch tensors on `device`."""
    where = torch.device(device)
    if where.type == "cuda" and not torch.cuda.is_available():
        raise InputError("Device 'cuda' was asked for, but torch finds no GPU here; use device 'cpu'.")
    n, per_scene = cameras.shape[:2]
    height, width = camera.height, camera.width
    wanted = {name: name in channels for name in ("rgb", "depth", "segmentation")}
    shape, none = (n, height, per_scene, width), (0,)
    rgb = torch.empty((*shape, 3) if wanted["rgb"] else none, dtype=torch.uint8, device=where)
    depth = torch.empty(shape if wanted["depth"] else none, dtype=torch.float32, device=where)
    segmentation = torch.empty(shape if wanted["segmentation"] else none, dtype=torch.int32, device=where)

    radians = np.radians(cameras[..., 3])
    frames = np.stack(
        [*np.moveaxis(cameras[..., :3], -1, 0), cameras[..., 3] % 360.0, cameras[..., 4] == 0, np.sin(radians),
         np.cos(radians), *np.moveaxis(windows, -1, 0)], axis=-1,
    )  # fmt: skip

    library = scenes.library
    uploaded = _uploaded(scenes, where)
    primitives, starts, spheres, shadows, horizon, models, places, ids, water, wet = uploaded
    columns, all_frames = _send(azimuths, where), _send(frames.reshape(-1, FRAME.value), where)
    tall, wide = 16, 64
    down, across = -(-height // tall), -(-width // wide)
    capacity = scenes.slots * library.largest
    chunk = max(1, LARGEST_CHUNK // per_scene)  # scenes at once
    solids = torch.empty((min(chunk, n) * per_scene, capacity, SOLID.value), dtype=torch.float32, device=where)
    ints = torch.empty((min(chunk, n) * per_scene, capacity, INTS.value), dtype=torch.int32, device=where)
    counts = torch.empty(min(chunk, n) * per_scene, dtype=torch.int32, device=where)
    for begin in range(0, n, chunk):
        end = min(begin + chunk, n)
        part = slice(begin, end)
        count = (end - begin) * per_scene
        some = all_frames[begin * per_scene : end * per_scene]
        _prepare[(count,)](
            some, models[part], places[part], ids[part], primitives, starts, spheres, solids, ints, counts,
            per_scene, scenes.slots, capacity, height, width, BLOCK=triton.next_power_of_2(library.largest), num_warps=1,
        )  # fmt: skip
        _paint[(count * down * across,)](
            some, models[part], places[part], shadows, water[part], wet[part], horizon, columns, primitives,
            solids, ints, counts, rgb[part], depth[part], segmentation[part],
            per_scene, scenes.slots, capacity, height, width, down, across,
            BACKDROP=scenes.backdrop, RGB=wanted["rgb"], DEPTH=wanted["depth"], SEGMENTATION=wanted["segmentation"],
            TALL=tall, WIDE=wide, num_warps=4,
        )  # fmt: skip
    drawn = {"rgb": rgb, "depth": depth, "segmentation": segmentation}
    return {name: drawn[name] for name in drawn if wanted[name]}


def _send(values: Array, where: torch.device, dtype: torch.dtype = torch.float32) -> torch.Tensor:
    return torch.from_numpy(np.ascontiguousarray(values)).to(where, dtype)


def _uploaded(scenes: Scenes, where: torch.device) -> tuple[torch.Tensor, ...]:
    """The library and the scenes on the device, sent again only after a scene has changed."""
    library = scenes.library
    if where not in library.copies:
        library.copies[where] = (
            _send(library.primitives, where), _send(library.start, where, torch.int32), _send(library.spheres, where),
            _send(library.shadows, where), _send(look.horizon(), where),
        )  # fmt: skip
    version, copies = scenes.copies.get(where, (-1, ()))
    if version != scenes.version:
        copies = (
            _send(scenes.models, where, torch.int32), _send(scenes.places, where), _send(scenes.ids, where, torch.int32),
            _send(scenes.water, where, torch.uint8), _send(scenes.wet, where),
        )  # fmt: skip
        scenes.copies[where] = (scenes.version, copies)
    return (*library.copies[where], *copies)
