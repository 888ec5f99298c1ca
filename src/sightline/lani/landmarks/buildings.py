"""Landmarks that are buildings: houses, towers and wells."""

from __future__ import annotations

from sightline.render.primitives import Primitive, around, box, dome, frustum, grid, ring, rod, speckle, stripes


def big_house() -> list[Primitive]:
    """A large white two-storey house with rows of windows and a blue-grey hip roof."""
    windows = grid("#33475c", 2.2, 2.8, (0.45, 0.55))
    return [
        box("#faf8f2", (0, 0, 0), (8.8, 2.9, 6.6), pattern=windows),
        box("#c9cdd2", (0, 2.85, 0), (9.1, 0.3, 6.9)),
        box("#faf8f2", (0, 3.1, 0), (8.8, 2.7, 6.6), pattern=windows),
        box("#456187", (0, 5.7, 0), (9.8, 2.6, 7.6), taper=(0.45, 0.15)),
        box("#7d3b33", (2.6, 6.3, 0.6), (0.9, 2.8, 0.9)),
        box("#1f4f96", (0, 0, -3.4), (1.3, 2.3, 0.5)),
        box("#456187", (0, 2.5, -3.5), (2.6, 1.0, 1.6), taper=(0, 1)),
    ]


def house() -> list[Primitive]:
    """A red brick house with a brown gable roof, white windows and a chimney."""
    return [
        box("#c44632", (0, 0, 0), (8.4, 3.5, 5.6), pattern=grid("#f6f2e6", 2.8, 3.5, (0.42, 0.4))),
        box("#6b4226", (0, 3.45, 0), (9.6, 3.6, 6.4), taper=(0, 1)),
        box("#c44632", (0, 3.4, 0), (7.8, 2.95, 6.6), taper=(0, 1)),
        box("#f6f2e6", (0, 4.1, 0), (1.2, 1.1, 6.8)),
        box("#f6f2e6", (0, 0, -2.8), (2.0, 2.8, 0.4)),
        box("#3b2418", (0, 0, -2.95), (1.4, 2.5, 0.4)),
        box("#8d3124", (2.5, 4.0, 0.8), (1.3, 3.4, 1.3)),
        box("#d9d4c8", (2.5, 7.35, 0.8), (1.6, 0.4, 1.6)),
    ]


def house1() -> list[Primitive]:
    """A small yellow cottage under a steep green roof."""
    return [
        box("#ffd338", (0, 0, 0), (5.4, 2.6, 5.4)),
        box("#1f7d54", (0, 2.2, 0), (7.2, 5.4, 6.0), taper=(0, 1)),
        box("#ffd338", (0, 2.15, 0), (6.0, 4.5, 6.2), taper=(0, 1)),
        box("#ffffff", (0, 3.4, 0), (1.4, 1.3, 6.4)),
        box("#ffffff", (0, 0.7, 0), (5.6, 1.2, 1.6)),
        box("#c0392b", (0, 0, -2.6), (1.6, 2.3, 0.5)),
    ]


def house2() -> list[Primitive]:
    """A pink house of two blocks with flat white roofs."""
    return [
        box("#f294b6", (0, 0, 0), (7.5, 3.2, 6.0), pattern=grid("#4d3a5c", 1.5, 3.2, (0.5, 0.4))),
        box("#fbf8f6", (0, 3.15, 0), (7.7, 0.5, 6.2)),
        box("#f294b6", (0.9, 3.6, 0.4), (4.5, 2.2, 4.5)),
        box("#4d3a5c", (0.9, 4.2, 0.4), (4.65, 0.9, 4.65), pattern=stripes("#f294b6", 0.55, "x")),
        box("#fbf8f6", (0.9, 5.75, 0.4), (5.0, 0.5, 5.0)),
        box("#6d3fa0", (0, 0, -2.9), (1.5, 2.5, 0.5)),
    ]


def beacon() -> list[Primitive]:
    """A tall lighthouse with red and white bands and a glowing lamp room."""
    return [
        frustum("#7c7f86", (0, 0, 0), (7.4, 0.9, 7.4), top=0.85, pattern=speckle(0.4, 0.6)),
        frustum("#f8f6f2", (0, 0.85, 0), (4.9, 6.4, 4.9), top=0.58, pattern=stripes("#db252c", 1.6)),
        box("#3a2c28", (0, 0.85, -2.2), (1.2, 2.0, 0.7)),
        frustum("#2e3138", (0, 7.2, 0), (4.2, 0.4, 4.2)),
        frustum("#fff08a", (0, 7.5, 0), (2.1, 1.5, 2.1)),
        frustum("#db252c", (0, 8.95, 0), (3.2, 1.5, 3.2), top=0.08),
    ]


def tower2() -> list[Primitive]:
    """A round grey stone castle tower with battlements."""
    stone = speckle(0.45, 0.7)
    return [
        frustum("#a8a39a", (0, 0, 0), (6.2, 6.2, 6.2), top=0.84, pattern=stone),
        frustum("#a8a39a", (0, 6.1, 0), (6.2, 1.0, 6.2), pattern=stone),
        *ring(6, lambda h: box("#979289", around(h, 2.5, 7.05), (1.5, 1.1, 0.9), turn=h)),
        box("#5a3820", (0, 0, -2.85), (1.7, 2.6, 0.6)),
        *ring(3, lambda h: box("#26231f", around(h, 2.5, 3.9), (0.7, 1.5, 0.6), turn=h), 60),
    ]


def tv_tower() -> list[Primitive]:
    """A tall, thin red and white broadcasting mast on four splayed legs, with dishes and an aerial cross."""
    return [
        *ring(4, lambda h: rod("#e8302c", around(h, 2.5, 0.1), around(h, 0.25, 7.4), 0.42, top=0.8), 45),
        *[box("#f6f6f6", (0, y, 0), (w, 0.35, w)) for y, w in ((2.2, 2.9), (4.4, 1.9))],
        *ring(3, lambda h: dome("#ffffff", around(h, 1.0, 5.9), (1.4, 0.5, 1.4), turn=h, tilt=-90)),
        frustum("#e8302c", (0, 6.2, 0), (0.75, 4.8, 0.75), top=0.45, pattern=stripes("#f6f6f6", 0.8)),
        box("#343940", (0, 8.6, 0), (2.6, 0.25, 0.25)),
        box("#343940", (0, 8.65, 0), (0.25, 0.25, 2.6)),
    ]


def windmill() -> list[Primitive]:
    """A white round windmill with a red cap and four striped brown sails."""
    slats = stripes("#f7ecd0", 0.45)
    return [
        frustum("#f4ecda", (0, 0, 0), (4.2, 5.8, 4.2), top=0.64),
        dome("#c23a2d", (0, 5.7, 0), (3.2, 2.0, 3.2)),
        box("#5a371d", (0, 0, -1.85), (1.2, 2.1, 0.6)),
        rod("#3a2415", (0, 6.1, 2.0), (0, 6.1, -2.2), 0.8),
        *[box("#6b4020", (0, 6.1, -1.7), (1.3, 3.8, 0.4), lean=a, pattern=slats) for a in (45, 135, 225, 315)],
        box("#c23a2d", (0, 5.3, 2.4), (0.4, 2.0, 1.6)),
    ]


def well() -> list[Primitive]:
    """A grey stone well under a wooden gable roof, with a bucket on its rope."""
    return [
        frustum("#a29d94", (0, 0, 0), (5.4, 1.9, 5.4), pattern=speckle(0.5, 0.6)),
        frustum("#1d3345", (0, 1.6, 0), (4.2, 0.4, 4.2)),
        *[box("#7a4a24", (x, 0, 0), (0.5, 5.0, 0.5)) for x in (-2.5, 2.5)],
        box("#a8472b", (0, 4.7, 0), (6.8, 2.1, 5.0), taper=(1, 0)),
        rod("#5c3518", (-3.0, 4.0, 0), (3.0, 4.0, 0), 0.5),
        rod("#d8c48a", (0, 2.9, 0), (0, 4.2, 0), 0.25),
        frustum("#c98f4a", (0, 2.2, 0), (1.0, 1.0, 1.0), top=1.3),
    ]


def water_well() -> list[Primitive]:
    """A low red brick well full of blue water, with a bucket hanging from an open winch frame."""
    return [
        frustum("#c25a41", (0, 0, 0), (5.2, 1.3, 5.2), pattern=speckle(0.4, 0.5)),
        frustum("#efe6d6", (0, 1.25, 0), (5.2, 0.2, 5.2)),
        dome("#2f9bf2", (0, 1.4, 0), (4.4, 0.35, 4.4)),
        *[rod("#f7f3ea", (x, 0.1, z), (0.9 * x, 5.2, 0), 0.4) for x in (-2.2, 2.2) for z in (-1.4, 1.4)],
        rod("#3a3f47", (-2.9, 4.9, 0), (2.9, 4.9, 0), 0.5),
        rod("#d8c48a", (0, 3.4, 0), (0, 4.9, 0), 0.22),
        frustum("#2f74d6", (0, 2.4, 0), (1.2, 1.2, 1.2), top=1.3),
    ]
