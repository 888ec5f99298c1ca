"""Landmarks of the street: things that stand at its side."""

from __future__ import annotations

from sightline.render.primitives import Primitive, beam, box, dome, frustum, grid, rod


def anvil() -> list[Primitive]:
    """A dark iron anvil with a pointed horn, on a wooden stump."""
    return [
        frustum("#a46c38", (0, 0, 0), (4.2, 1.4, 4.2), top=0.95),
        box("#4b525c", (0, 1.35, 0), (3.6, 0.8, 2.8), taper=(0.7, 0.7)),
        box("#434951", (0, 2.1, 0), (1.9, 1.4, 1.5)),
        box("#555d68", (0.8, 3.3, 0), (4.2, 1.5, 2.2)),
        rod("#555d68", (-1.2, 4.2, 0), (-3.6, 4.5, 0), 1.5, top=0.1),
        box("#b9c2cc", (0.8, 4.75, 0), (4.3, 0.25, 2.3)),
    ]


def bench() -> list[Primitive]:
    """A long wooden park bench with a backrest and black iron legs."""
    wood, iron = "#d2873f", "#232427"
    return [
        *[box(wood, (0, 2.0, z), (11.0, 0.4, 1.2)) for z in (-1.2, 0.2)],
        *[box(wood, (0, y, 0.8 + 0.2 * (y - 2.0)), (11.0, 0.9, 0.35), tilt=12) for y in (2.9, 4.1)],
        *[box(iron, (x, 0, -1.3), (0.45, 3.2, 0.5)) for x in (-4.6, 4.6)],
        *[beam(iron, (x, 0.05, 1.0), (x, 5.1, 1.8), 0.45, 0.5) for x in (-4.6, 4.6)],
        *[box(iron, (x, 3.1, -0.3), (0.6, 0.35, 3.0)) for x in (-4.6, 4.6)],
    ]


def fire_hydrant() -> list[Primitive]:
    """A red fire hydrant with a domed top and yellow caps on its front and sides."""
    red, dark, cap = "#e62229", "#a0161d", "#ffd03a"
    return [
        frustum(dark, (0, 0, 0), (4.2, 0.7, 4.2)),
        frustum(red, (0, 0.6, 0), (3.0, 4.1, 3.0)),
        frustum(dark, (0, 4.6, 0), (3.7, 0.5, 3.7)),
        dome(red, (0, 5.0, 0), (3.1, 1.6, 3.1)),
        frustum(cap, (0, 6.4, 0), (0.9, 0.7, 0.9)),
        rod(red, (-2.4, 3.3, 0), (2.4, 3.3, 0), 1.5),
        rod(cap, (-2.7, 3.3, 0), (2.7, 3.3, 0), 0.9),
        rod(red, (0, 3.0, 0), (0, 3.0, -2.2), 1.9),
        rod(cap, (0, 3.0, 0), (0, 3.0, -2.5), 1.2),
    ]


def gold_cone() -> list[Primitive]:
    """A big smooth golden cone with a bright glint down its sunny side."""
    return [
        frustum("#c08a10", (0, 0, 0), (5.2, 0.6, 5.2)),
        frustum("#ffc91f", (0, 0.55, 0), (4.8, 7.2, 4.8), top=0.02),
        rod("#fff6c4", (-0.79, 0.6, -0.79), (0, 7.75, 0), 2.7, top=0.02),
    ]


def ladder() -> list[Primitive]:
    """A tall yellow stepladder on red props, an A from the side with steps across."""
    paint, props = "#ffc222", "#d6402a"
    return [
        *[beam(paint, (1.6 * s, 0.1, -2.2), (1.0 * s, 8.2, -0.2), 0.4, 0.5) for s in (-1, 1)],
        *[beam(props, (1.6 * s, 0.1, 2.2), (1.0 * s, 8.2, 0.2), 0.4, 0.5) for s in (-1, 1)],
        box(props, (0, 8.0, 0), (2.6, 0.4, 1.4)),
        *[box(paint, (0, y, -2.2 + 0.247 * y), (2.9 - 0.14 * y, 0.35, 0.7)) for y in (1.3, 2.7, 4.1, 5.5, 6.8)],
        box(props, (0, 2.4, 1.6), (2.6, 0.35, 0.35)),
    ]


def phone_box() -> list[Primitive]:
    """A red British telephone box with white window panes and a domed roof."""
    return [
        box("#8f0f16", (0, 0, 0), (3.9, 0.6, 3.9)),
        box("#d3141d", (0, 0.5, 0), (3.4, 5.6, 3.4)),
        box("#d3141d", (0, 0.85, 0), (2.5, 4.4, 3.5), pattern=grid("#e6f1f5", 0.875, 0.88, (0.7, 0.7))),
        box("#d3141d", (0, 0.85, 0), (3.5, 4.4, 2.5), pattern=grid("#e6f1f5", 0.875, 0.88, (0.7, 0.7))),
        box("#f6f4ea", (0, 5.5, 0), (2.8, 0.5, 3.6)),
        box("#f6f4ea", (0, 5.5, 0), (3.6, 0.5, 2.8)),
        box("#b51018", (0, 6.05, 0), (3.8, 0.35, 3.8)),
        dome("#d3141d", (0, 6.35, 0), (3.4, 0.8, 3.4)),
    ]


def street_lamp() -> list[Primitive]:
    """A tall black lamp post with a glowing yellow lantern."""
    return [
        frustum("#23282e", (0, 0, 0), (2.0, 1.1, 2.0), top=0.55),
        frustum("#2c3239", (0, 1.0, 0), (0.85, 6.4, 0.85), top=0.7),
        box("#23282e", (0, 6.4, 0), (2.4, 0.3, 0.3)),
        frustum("#23282e", (0, 7.2, 0), (1.4, 0.3, 1.4)),
        box("#fff09a", (0, 7.45, 0), (1.3, 1.8, 1.3), taper=(1.5, 1.5)),
        box("#23282e", (0, 9.2, 0), (2.5, 1.0, 2.5), taper=(0.15, 0.15)),
    ]


def traffic_cone() -> list[Primitive]:
    """An orange traffic cone with two white bands on a black foot."""
    return [
        box("#2b2b2e", (0, 0, 0), (4.2, 0.4, 4.2)),
        frustum("#f0661a", (0, 0.35, 0), (3.3, 5.2, 3.3), top=0.14),
        frustum("#f7f5ef", (0, 1.5, 0), (2.74, 0.9, 2.74), top=0.82),
        frustum("#f7f5ef", (0, 3.3, 0), (1.76, 0.8, 1.76), top=0.76),
    ]


def wooden_chair() -> list[Primitive]:
    """A wooden chair with four legs and a tall slatted back."""
    wood, dark = "#cf8542", "#995825"
    return [
        *[box(dark, (x, 0, -1.75), (0.55, 3.0, 0.55)) for x in (-1.75, 1.75)],
        *[box(dark, (x, 0, 1.75), (0.55, 7.0, 0.55)) for x in (-1.75, 1.75)],
        box(wood, (0, 2.95, 0), (4.4, 0.5, 4.4)),
        *[box(wood, (0, y, 1.75), (3.5, 0.9, 0.35)) for y in (4.3, 5.8)],
    ]
