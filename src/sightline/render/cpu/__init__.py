"""The CPU backend: scanlines over convex solids, in Numba.

Along a ray forward + u * right + v * up the parameter t is the depth. We work with w = 1 / t, in which everything is
simple: a half-space n . p <= e allows w >= L or w <= L with L linear in the pixel's row and column (which of the two
depends only on the side the camera is on), and a quadric allows the interval between the roots of a quadratic whose last
coefficient is constant. A solid is the intersection of such intervals; its visible surface is the upper end, and nearer
means larger w. So the inner loops have no division, no branch and no memory beyond one row: LLVM turns them into SIMD.
"""

from sightline.render.cache import forget_stale
from sightline.render.cpu.frames import draw

__all__ = ["draw"]

forget_stale(draw)
