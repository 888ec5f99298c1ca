"""Paint a tile of a frame: the backdrop, then every kept solid that meets the tile. One program per tile."""

from __future__ import annotations

import triton
import triton.language as tl

from sightline.render.gpu.layout import (
    AMOUNT,
    AZIMUTHS,
    BIG,
    BOARD,
    CELLS,
    COLOUR,
    FADE,
    FAR_GRASS,
    FENCE_E,
    FENCE_HEIGHT,
    FENCE_ID,
    FENCE_N,
    FENCE_S,
    FENCE_W,
    FIELD,
    FILL,
    FRAME,
    FREQUENCY,
    GLOW,
    GRADIENT,
    GRASS_DARK,
    GRASS_LIGHT,
    GROUND_ID,
    HILL,
    HILL_FOOT,
    INTS,
    INVERSE_C,
    INVERSE_SIZE,
    LINE_COUNT,
    LINES,
    LIT_E,
    LIT_N,
    LIT_S,
    LIT_W,
    MODE,
    NEAR,
    ORIGIN,
    PATTERN,
    POST_EVERY,
    POST_HEIGHT,
    POST_WIDTH,
    QUAD_C,
    RAIL_HIGH,
    RAIL_LOW,
    RAIL_SHADE,
    RAY,
    ROW,
    SECOND,
    SHADOW,
    SHORE,
    SKY_HIGH,
    SKY_ID,
    SKY_LOW,
    SKY_SPAN,
    SOLID,
    SUNWARD,
    TUFT,
    TUFT_SWING,
    UPWARD,
    WATER,
    WATER_FAR,
    WATER_ID,
    WAVE_A,
    WAVE_B,
    WAVE_C,
    WET,
    Q,
)  # fmt: skip


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
def _shadow_light(x, z, light, which, firsts, models, places, shadows):
    """Light on the ground under the shadows of a scene's models."""
    for at in range(tl.load(firsts + which), tl.load(firsts + which + 1)):
        turn = tl.load(places + at * 4 + 3) * 0.017453292519943295
        st, ct = tl.sin(turn), tl.cos(turn)
        s = shadows + tl.load(models + at) * 7
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
def _side(side, channel: tl.constexpr):
    east_or_north = tl.where(side == 1, FENCE_E[channel], FENCE_N[channel])
    return tl.where(side == 2, FENCE_S[channel], tl.where(side == 3, FENCE_W[channel], east_or_north))


@triton.jit
def _quadric(s, mode, ox, oy, oz, dx, dy, dz, near, far, light, ambient, RGB: tl.constexpr):
    """Interval of a quadric and the light on it; the modes are those of cpu/solids.py."""
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
            light = ambient + up * scale + tl.maximum(sun * scale, 0.0)
    return near, far, light


@triton.jit
def _pattern(p, kind, x, y, z):
    """Where a pattern shows its second tone, and its effect on the light, at points of the pattern's frame."""
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
def paint(
    frames, firsts, models, places, shadows, water, wet, horizon, azimuths, primitives, solids, ints, counts,
    out_rgb, out_depth, out_segmentation, per_scene, capacity, height, width, tiles_down, tiles_across, ambient,
    BACKDROP: tl.constexpr, RGB: tl.constexpr, DEPTH: tl.constexpr, SEGMENTATION: tl.constexpr,
    TALL: tl.constexpr, WIDE: tl.constexpr,
):  # fmt: skip
    """Draw one tile of one frame."""
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
                light = _shadow_light(x, z, light, which, firsts, models, places, shadows)
                swing = TUFT_SWING * tl.minimum(1.0, 1.4 * TUFT / tl.where(level > 0, t * t * step / ey, t * step))
                r, g, b = _grass(x, z, light, tl.where(level > 0, FADE / (FADE + t), 1.0), swing)
                red, green, blue = tl.where(ground, r, red), tl.where(ground, g, green), tl.where(ground, b, blue)
            if RGB or SEGMENTATION:
                if tl.load(wet + which * WET) < tl.load(wet + which * WET + 2):
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
                near, far, bright = _quadric(s, mode, ox, oy, oz, dx, dy, dz, near, far, bright, ambient, RGB)
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
                tone_r, tone_g, tone_b = (
                    none + tl.load(p + COLOUR),
                    none + tl.load(p + COLOUR + 1),
                    none + tl.load(p + COLOUR + 2),
                )
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
