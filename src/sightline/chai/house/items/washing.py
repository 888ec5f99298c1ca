"""Cleaning things and bathroom items: sponges, bucket, towels, bottles, soaps, candles."""

from __future__ import annotations

from dataclasses import replace

from sightline.chai.house.things import Item
from sightline.render.primitives import (
    Pattern,
    Primitive,
    beam,
    box,
    checker,
    dome,
    ellipsoid,
    frustum,
    grid,
    moved,
    rod,
    speckle,
    stripes,
    wedge,
)


def sponge() -> list[Primitive]:
    """A yellow sponge with a rough green top."""
    return [
        box("#ffd836", (0, 0, 0), (0.15, 0.04, 0.095), pattern=speckle(0.3, 0.012)),
        box("#2f8a3d", (0, 0.04, 0), (0.15, 0.018, 0.095), pattern=speckle(0.3, 0.01)),
    ]


def dish_soap() -> list[Primitive]:
    """A waisted bottle of bright green dish soap with a lemon on its front and back, and a red nozzle."""
    green = "#4fcf3a"
    return [
        frustum(green, (0, 0, 0), (0.115, 0.09, 0.07), top=0.72),
        frustum(green, (0, 0.09, 0), (0.083, 0.07, 0.05), top=1.3),
        frustum(green, (0, 0.16, 0), (0.108, 0.035, 0.066), top=0.4),
        ellipsoid("#ffe62e", (0, 0.085, 0), (0.075, 0.055, 0.066)),
        frustum("#e0262c", (0, 0.193, 0), (0.046, 0.026, 0.046)),
        frustum("#e0262c", (0, 0.218, 0), (0.022, 0.037, 0.022), top=0.7),
    ]


def spray_bottle() -> list[Primitive]:
    """A blue spray bottle with a white trigger head that points to the left."""
    return [
        frustum("#2f8fe8", (0.02, 0, 0), (0.11, 0.15, 0.08), pattern=grid("#e9f4ff", 0, 1, (1, 0.06))),
        frustum("#2f8fe8", (0.02, 0.15, 0), (0.11, 0.07, 0.08), top=0.4),
        box("#f4f5f6", (0, 0.218, 0), (0.11, 0.045, 0.042)),
        box("#e0262c", (-0.065, 0.225, 0), (0.03, 0.03, 0.034)),
        beam("#e0262c", (-0.02, 0.225, 0), (-0.045, 0.155, 0), 0.03, 0.014),
    ]


def paper_towel_roll() -> list[Primitive]:
    """A tall white roll of paper towels with a brown core and rows of blue dots."""
    return [
        frustum("#fbfbf9", (0, 0, 0), (0.15, 0.275, 0.15), pattern=Pattern(2, "#a9c8e8", (0.04, 0.055, 0), (0.3, 0.22))),
        frustum("#8a5a2b", (0, 0.27, 0), (0.05, 0.012, 0.05)),
    ]


def dish_cloth() -> list[Primitive]:
    """A thin red and white chequered cloth, crumpled into folds."""
    red = checker("#d8262c", 0.024)
    return [
        box("#ffffff", (0, 0, 0), (0.23, 0.01, 0.17), turn=6, pattern=red),
        box("#ffffff", (0.015, 0.009, 0.03), (0.2, 0.022, 0.08), (0.9, 0.2), turn=-8, pattern=red),
        box("#ffffff", (-0.02, 0.009, -0.03), (0.18, 0.03, 0.085), (0.8, 0.15), turn=16, pattern=red),
    ]


def bucket() -> list[Primitive]:
    """A blue plastic bucket with a pale rim, full of water with foam, a steel handle over it."""
    steel = "#8b959e"
    return [
        frustum("#2a62d8", (0, 0, 0), (0.2, 0.24, 0.2), top=1.38),
        frustum("#5f92f5", (0, 0.225, 0), (0.29, 0.025, 0.29)),
        frustum("#9fd6ee", (0, 0.235, 0), (0.25, 0.018, 0.25)),
        ellipsoid("#ffffff", (0.035, 0.252, -0.02), (0.14, 0.03, 0.11), pattern=speckle(0.15, 0.03)),
        *[rod(steel, (0.143 * s, 0.235, 0), (0.09 * s, 0.36, 0), 0.013) for s in (-1, 1)],
        rod("#e2e6ea", (-0.094, 0.36, 0), (0.094, 0.36, 0), 0.026),
    ]


def _band(colour: str, length: float, share: float, along: str = "y") -> Pattern:
    """One stripe around the middle of a solid that is `length` long; it takes `share` of it."""
    return replace(stripes(colour, length, along), kind=2, fill=(share, share))


def towel(colour: str, trim: str) -> list[Primitive]:
    """A folded towel of two thick layers, round at the fold, with a band of another colour."""
    parts = []
    for y in (0.0, 0.06):
        parts.append(box(colour, (0, y, 0.015), (0.36, 0.055, 0.23), (0.99, 0.98), pattern=_band(trim, 0.36, 0.16, "x")))
        end = (0.18, y + 0.029, -0.098)
        parts.append(rod(colour, (-0.18, end[1], end[2]), end, 0.058, pattern=_band(trim, 0.36, 0.16)))
    return parts


def shampoo() -> list[Primitive]:
    """A tall flat purple bottle with round shoulders, a drop on its white labels and a wide white cap."""
    purple = "#7b3fc9"
    label = Pattern(2, "#f3ebff", (1.0, 1.0, 0.0), (0.074, 0.105))
    return [
        frustum(purple, (0, 0, 0), (0.11, 0.16, 0.06), pattern=label),
        dome(purple, (0, 0.16, 0), (0.11, 0.045, 0.06)),
        frustum("#ffffff", (0, 0.185, 0), (0.062, 0.06, 0.048)),
        ellipsoid("#2fa9e8", (0, 0.078, 0), (0.045, 0.07, 0.068)),
    ]


def conditioner() -> list[Primitive]:
    """A pink tube that stands on its wide white cap and ends in a flat edge at its top."""
    pink = "#ff6fae"
    return [
        frustum("#ffffff", (0, 0, 0), (0.088, 0.045, 0.07)),
        box(pink, (0, 0.045, 0), (0.08, 0.155, 0.06), (1.25, 0.16), pattern=_band("#ffe0ee", 0.155, 0.4)),
        box("#d63a84", (0, 0.2, 0), (0.1, 0.018, 0.012)),
    ]


def hand_soap() -> list[Primitive]:
    """A round orange bottle with a white pump."""
    return [
        frustum("#ff9d2e", (0, 0, 0), (0.10, 0.12, 0.10), pattern=_band("#fff6e5", 0.12, 0.4)),
        frustum("#ff9d2e", (0, 0.12, 0), (0.10, 0.03, 0.10), top=0.4),
        frustum("#ffffff", (0, 0.145, 0), (0.026, 0.05, 0.026)),
        beam("#ffffff", (0, 0.197, 0.025), (0, 0.19, -0.065), 0.032, 0.022),
    ]


def bar_of_soap() -> list[Primitive]:
    """A pink bar of soap with an oval stamped into it and white bubbles, in a blue dish."""
    pink = "#ff8fb6"
    return [
        box("#3f8fd0", (0, 0, 0), (0.12, 0.022, 0.085), (1.25, 1.3)),
        box(pink, (0, 0.018, 0), (0.104, 0.02, 0.066), (1.12, 1.15)),
        box(pink, (0, 0.038, 0), (0.116, 0.018, 0.076), (0.85, 0.78)),
        frustum("#d9588c", (0, 0.053, 0), (0.068, 0.006, 0.034)),
        ellipsoid("#ffffff", (0.05, 0.045, -0.034), (0.034, 0.034, 0.034)),
        ellipsoid("#f0f8ff", (0.028, 0.034, -0.043), (0.026, 0.026, 0.026)),
        ellipsoid("#ffffff", (-0.045, 0.052, 0.026), (0.026, 0.026, 0.026)),
    ]


def candle() -> list[Primitive]:
    """A thick red candle with a flame."""
    return [
        frustum("#c8202f", (0, 0, 0), (0.10, 0.115, 0.10)),
        frustum("#e8606a", (0, 0.112, 0), (0.084, 0.01, 0.084)),
        ellipsoid("#ffd23c", (0, 0.145, 0), (0.03, 0.05, 0.03)),
    ]


def tall_candle() -> list[Primitive]:
    """A thin white candle with a flame, on a golden candlestick."""
    return [
        frustum("#d9a520", (0, 0, 0), (0.12, 0.035, 0.12), top=0.3),
        frustum("#d9a520", (0, 0.03, 0), (0.03, 0.06, 0.03), top=2.2),
        frustum("#fbf7ea", (0, 0.085, 0), (0.042, 0.19, 0.042), top=0.85),
        ellipsoid("#ffc22b", (0, 0.295, 0), (0.03, 0.05, 0.03)),
    ]


def perfume() -> list[Primitive]:
    """A square lilac glass bottle half full of purple, with a golden neck and a round stopper."""
    return [
        box("#7d3fc4", (0, 0, 0), (0.115, 0.06, 0.055)),
        box("#dcc8f5", (0, 0.06, 0), (0.115, 0.045, 0.055), taper=(0.75, 0.75)),
        frustum("#e2b030", (0, 0.105, 0), (0.034, 0.018, 0.034)),
        ellipsoid("#f3cf5a", (0, 0.145, 0), (0.05, 0.05, 0.05)),
    ]


def toothbrush() -> list[Primitive]:
    """A blue toothbrush that lies on its back, with white bristles."""
    return [
        beam("#1668e0", (-0.11, 0.01, 0), (0.01, 0.01, 0), 0.018, 0.022),
        beam("#1668e0", (0.005, 0.009, 0), (0.11, 0.009, 0), 0.012, 0.014),
        box("#ffffff", (0.086, 0.013, 0), (0.046, 0.026, 0.02), pattern=stripes("#27c3d8", 0.0092, "x")),
    ]


def toothpaste() -> list[Primitive]:
    """A lying white tube with a red stripe along it, squeezed flat at its end, and a small blue cap."""
    stripe = Pattern(2, "#e3202b", (0.0, 0.0, 0.2), (0.13, 1.0))
    return [
        box("#ffffff", (-0.07, 0.026, 0), (0.05, 0.165, 0.056), (0.16, 1.3), lean=94, pattern=stripe),
        box("#e9eef2", (0.1, 0.01, 0), (0.016, 0.008, 0.074), pattern=stripes("#aab6c0", 0.006, "z")),
        rod("#dfe6ec", (-0.07, 0.026, 0), (-0.086, 0.025, 0), 0.05, top=0.55),
        rod("#1b57c9", (-0.084, 0.023, 0), (-0.112, 0.022, 0), 0.038, top=0.75),
    ]


def face_cream() -> list[Primitive]:
    """A low wide white jar, open and full of white cream, its pink lid beside it."""
    return [
        frustum("#f7f7f4", (-0.025, 0, 0.015), (0.115, 0.045, 0.115), pattern=_band("#e59ab4", 0.045, 0.25)),
        frustum("#c9ccd0", (-0.025, 0.045, 0.015), (0.1, 0.008, 0.1)),
        dome("#ffffff", (-0.025, 0.05, 0.015), (0.088, 0.016, 0.088)),
        ellipsoid("#efe4da", (-0.018, 0.064, 0.012), (0.05, 0.01, 0.026), turn=30),
        frustum("#d9769a", (0.042, 0.014, -0.032), (0.085, 0.012, 0.085), lean=-18),
    ]


def deodorant() -> list[Primitive]:
    """A slim dark blue spray can with a silver shoulder and a white button."""
    return [
        frustum("#16307c", (0, 0, 0), (0.075, 0.18, 0.075), pattern=_band("#35c6f4", 0.18, 0.3)),
        frustum("#c9ced6", (0, 0.18, 0), (0.075, 0.025, 0.075), top=0.6),
        frustum("#ffffff", (0, 0.205, 0), (0.035, 0.03, 0.035)),
    ]


def toilet_paper() -> list[Primitive]:
    """A standing white roll with a brown hole in its top and one sheet that hangs off."""
    return [
        frustum("#fbfbf8", (0, 0, 0), (0.15, 0.13, 0.15)),
        frustum("#b98a55", (0, 0.126, 0), (0.064, 0.009, 0.064)),
        frustum("#5b3a1c", (0, 0.129, 0), (0.046, 0.011, 0.046)),
        box("#dfdfda", (0.068, 0, -0.035), (0.012, 0.13, 0.11)),
    ]


def hair_brush() -> list[Primitive]:
    """A lying red brush with a handle and an oval of bristles."""
    bristles = replace(checker("#d8d8dc", 0.016), every=(0.016, 0.0, 0.016))
    return [
        frustum("#d3263b", (0.065, 0, 0), (0.15, 0.03, 0.11)),
        dome("#26262a", (0.065, 0.028, 0), (0.12, 0.024, 0.085), pattern=bristles),
        rod("#d3263b", (0.0, 0.016, 0), (-0.14, 0.016, 0), 0.032, top=0.8),
    ]


def razor() -> list[Primitive]:
    """A lying razor: a slim orange handle with a black grip, a small head across its end with bright blades."""
    return [
        rod("#ff7a1a", (-0.08, 0.009, 0), (-0.005, 0.01, 0), 0.017),
        rod("#2b2d33", (-0.07, 0.0095, 0), (-0.03, 0.0097, 0), 0.0185),
        rod("#ff7a1a", (-0.01, 0.01, 0), (0.064, 0.018, 0), 0.014, top=0.8),
        box("#2b2d33", (0.069, 0.012, 0), (0.026, 0.012, 0.054), lean=-15),
        box("#eef3f7", (0.066, 0.023, 0), (0.018, 0.004, 0.048), lean=-15, pattern=stripes("#8b959e", 0.0052, "x")),
    ]


def rubber_duck() -> list[Primitive]:
    """A yellow duck with an orange beak and black eyes."""
    yellow = "#ffd91f"
    duck = [
        ellipsoid(yellow, (0, 0.055, 0.01), (0.12, 0.11, 0.16)),
        wedge(yellow, (0, 0.055, 0.07), (0.05, 0.055, 0.05)),
        ellipsoid(yellow, (0, 0.125, -0.035), (0.09, 0.09, 0.09)),
        ellipsoid("#1a1a1a", (0, 0.14, -0.05), (0.086, 0.02, 0.02)),
        rod("#ff7a12", (0, 0.118, -0.07), (0, 0.115, -0.11), 0.04, top=0.5),
    ]
    return moved(duck, turn=-50, scale=0.6)


ITEMS = (
    Item("sponge", "sponge", (0.15, 0.058, 0.095), sponge()),
    Item("dish soap", "dish soap", (0.115, 0.255, 0.074), dish_soap()),
    Item("spray bottle", "spray bottle", (0.16, 0.265, 0.08), spray_bottle()),
    Item("paper towel roll", "paper towels", (0.15, 0.282, 0.15), paper_towel_roll()),
    Item("dish cloth", "cloth", (0.25, 0.042, 0.2), dish_cloth()),
    Item("bucket", "bucket", (0.3, 0.373, 0.3), bucket()),
    Item("white towel", "towel", (0.36, 0.12, 0.26), towel("#f6f4ee", "#9aa4ad")),
    Item("blue towel", "towel", (0.36, 0.12, 0.26), towel("#2f6fd0", "#d7e6fb")),
    Item("red towel", "towel", (0.36, 0.12, 0.26), towel("#cf2733", "#ffd9a0")),
    Item("shampoo", "shampoo", (0.11, 0.245, 0.068), shampoo()),
    Item("conditioner", "conditioner", (0.10, 0.22, 0.07), conditioner()),
    Item("hand soap", "hand soap", (0.10, 0.21, 0.13), hand_soap()),
    Item("bar of soap", "soap", (0.15, 0.066, 0.112), bar_of_soap()),
    Item("candle", "candle", (0.10, 0.17, 0.10), candle()),
    Item("tall candle", "candle", (0.12, 0.32, 0.12), tall_candle()),
    Item("perfume", "perfume", (0.12, 0.17, 0.06), perfume()),
    Item("toothbrush", "toothbrush", (0.22, 0.04, 0.022), toothbrush()),
    Item("toothpaste", "toothpaste", (0.225, 0.056, 0.076), toothpaste()),
    Item("face cream", "face cream", (0.17, 0.07, 0.15), face_cream()),
    Item("deodorant", "deodorant", (0.08, 0.24, 0.08), deodorant()),
    Item("toilet paper", "toilet paper", (0.15, 0.14, 0.18), toilet_paper()),
    Item("hair brush", "hair brush", (0.28, 0.06, 0.11), hair_brush()),
    Item("razor", "razor", (0.165, 0.035, 0.055), razor()),
    Item("rubber duck", "duck", (0.125, 0.105, 0.125), rubber_duck()),
)
