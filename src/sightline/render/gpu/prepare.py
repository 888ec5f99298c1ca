"""Find the primitives that a frame can show, as lines and quadratics in inverse depth. One program per frame."""

from __future__ import annotations

import triton
import triton.language as tl

from sightline.render.gpu.layout import (
    AXES,
    FRAME,
    GRADIENT,
    HAS_QUADRIC,
    INTS,
    INVERSE_C,
    INVERSE_SIZE,
    LINE_COUNT,
    LINES,
    MODE,
    NEAR,
    ORIGIN,
    PLANE_COUNT,
    PLANES,
    QUAD_C,
    QUADRIC,
    RAY,
    ROW,
    SOLID,
    SUN_X,
    SUN_Y,
    SUN_Z,
    SUNWARD,
    TAPER,
    UNIT,
    UPWARD,
    Q,
)  # fmt: skip


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
def _plane(plane, valid, ox, oy, oz):
    """A face's normal, and the camera's signed distance from it, positive on the inner side."""
    nx = tl.load(plane, mask=valid, other=0.0)
    ny = tl.load(plane + 1, mask=valid, other=0.0)
    nz = tl.load(plane + 2, mask=valid, other=0.0)
    return nx, ny, nz, tl.load(plane + 3, mask=valid, other=1.0) - (nx * ox + ny * oy + nz * oz)


@triton.jit
def _unit(p, axis: tl.constexpr, valid, x, y, z):
    m0 = tl.load(p + UNIT + 3 * axis, mask=valid, other=0.0)
    m1 = tl.load(p + UNIT + 3 * axis + 1, mask=valid, other=0.0)
    m2 = tl.load(p + UNIT + 3 * axis + 2, mask=valid, other=0.0)
    return m0 * x + m1 * y + m2 * z


@triton.jit
def prepare(
    frames, firsts, models, places, ids, primitives, starts, spheres, solids, ints, counts,
    per_scene, capacity, height, width, ambient, sky, sun, BLOCK: tl.constexpr,
):  # fmt: skip
    """Keep the primitives that one frame can show."""
    frame = tl.program_id(0).to(tl.int64)
    which = frame // per_scene
    f = frames + frame * FRAME
    ex, ey, ez = tl.load(f), tl.load(f + 1), tl.load(f + 2)
    level, sh, ch = tl.load(f + 4), tl.load(f + 5), tl.load(f + 6)
    u0, v0, step = tl.load(f + 7), tl.load(f + 8), tl.load(f + 9)
    u1, v1 = u0 + step * (width - 1), v0 - step * (height - 1)
    lane = tl.arange(0, BLOCK)
    count = 0
    for at in range(tl.load(firsts + which), tl.load(firsts + which + 1)):
        model = tl.load(models + at)
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
                gx_ = 1.0 - 2.0 * (k % 2)
                gz_ = 1.0 - 2.0 * (k // 2)
                # Three edges leave each corner of the base and of the top; those along x and z are met twice.
                tx, tz = gx_ * taper_x, gz_ * taper_z
                ax_, ay_, az_ = (
                    x - x1 + gx_ * x0 + gz_ * x2,
                    y - y1 + gx_ * y0 + gz_ * y2,
                    z - z1 + gx_ * z0 + gz_ * z2,
                )
                bx_, by_, bz_ = x + x1 + tx * x0 + tz * x2, y + y1 + tx * y0 + tz * y2, z + z1 + tx * z0 + tz * z2
                low_u, high_u, low_v, high_v = _edge(low_u, high_u, low_v, high_v, ax_, ay_, az_, bx_, by_, bz_)
                low_u, high_u, low_v, high_v = _edge(
                    low_u, high_u, low_v, high_v,
                    ax_, ay_, az_, ax_ - 2 * gx_ * x0, ay_ - 2 * gx_ * y0, az_ - 2 * gx_ * z0,
                )  # fmt: skip
                low_u, high_u, low_v, high_v = _edge(
                    low_u, high_u, low_v, high_v,
                    ax_, ay_, az_, ax_ - 2 * gz_ * x2, ay_ - 2 * gz_ * y2, az_ - 2 * gz_ * z2,
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
            # Planes first: together with the quadric, they decide whether the camera is inside.
            planes = tl.load(p + PLANE_COUNT, mask=valid, other=0.0).to(tl.int32)
            has_quadric = tl.load(p + HAS_QUADRIC, mask=valid, other=0.0) > 0
            q2 = tl.load(p + QUADRIC, mask=valid, other=0.0)
            q1 = 0.5 * tl.load(p + QUADRIC + 1, mask=valid, other=0.0)
            q0 = tl.load(p + QUADRIC + 2, mask=valid, other=0.0)
            facing = tl.zeros([BLOCK], tl.int32)
            for k in range(6):
                some = valid & (k < planes)
                _, _, _, gap = _plane(p + PLANES + 4 * k, some, ox, oy, oz)
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
                tl.store(s + SUNWARD + a, sun * (m0 * sx + m1 * SUN_Y + m2 * sz), mask=valid)
                tl.store(s + UPWARD + a, sky * m1, mask=valid)
                tl.store(s + INVERSE_SIZE + a, m0 * m0 + m1 * m1 + m2 * m2, mask=valid)
            for k in range(6):
                some = valid & (k < planes)
                nx, ny, nz, gap = _plane(p + PLANES + 4 * k, some, ox, oy, oz)
                gap = tl.where(tl.abs(gap) < 1e-6, 1e-6, gap)
                r, g = nx * rx + nz * rz, nx * ux + ny * uy + nz * uz
                lit = ambient + sky * ny + sun * tl.maximum(nx * sx + ny * SUN_Y + nz * sz, 0.0)
                tl.store(s + LINES + 4 * k, (nx * ax + ny * ay + nz * az + u0 * r + v0 * g) / gap, mask=some)
                tl.store(s + LINES + 4 * k + 1, -step * g / gap, mask=some)
                tl.store(s + LINES + 4 * k + 2, step * r / gap, mask=some)
                tl.store(s + LINES + 4 * k + 3, tl.where(gap < 0, lit, -1.0), mask=some)  # -1: faces away
    tl.store(counts + frame, count)
