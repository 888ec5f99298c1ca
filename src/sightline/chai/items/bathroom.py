"""Items of bathrooms: towels, bottles, soaps, candles and what lies around a basin."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from sightline.chai.things import Item
from sightline.render.primitives import (
    Pattern,
    Primitive,
    beam,
    box,
    checker,
    dome,
    ellipsoid,
    frustum,
    moved,
    rod,
    stripes,
    wedge,
)


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
    """A tall flat green bottle with a white label, sloping shoulders and a white cap."""
    return [
        frustum("#2fb344", (0, 0, 0), (0.11, 0.19, 0.065), pattern=_band("#f6fbf2", 0.19, 0.45)),
        frustum("#2fb344", (0, 0.19, 0), (0.11, 0.03, 0.065), top=0.5),
        frustum("#ffffff", (0, 0.22, 0), (0.05, 0.05, 0.05)),
    ]


def conditioner() -> list[Primitive]:
    """A pink bottle that stands on a wide dark cap and widens to the top."""
    return [
        frustum("#7a1f5c", (0, 0, 0), (0.075, 0.05, 0.06)),
        frustum("#f25fa6", (0, 0.05, 0), (0.075, 0.20, 0.06), top=1.4, pattern=_band("#ffe3f1", 0.20, 0.35)),
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
    """A pink bar of soap in a white dish."""
    return [
        frustum("#ffffff", (0, 0, 0), (0.13, 0.03, 0.10), top=1.3),
        ellipsoid("#ff7fae", (0, 0.04, 0), (0.14, 0.06, 0.095)),
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
        beam("#1668e0", (-0.15, 0.014, 0), (0.02, 0.014, 0), 0.042, 0.026),
        beam("#1668e0", (0.018, 0.012, 0), (0.15, 0.012, 0), 0.026, 0.018),
        box("#ffffff", (0.112, 0.019, 0), (0.068, 0.038, 0.034), pattern=stripes("#27c3d8", 0.0137, "x")),
    ]


def toothpaste() -> list[Primitive]:
    """A lying white tube with a red stripe, flat at its end, and a red cap."""
    stripe = _band("#e3202b", 0.20, 0.4)
    return [
        box("#ffffff", (-0.075, 0.037, 0), (0.07, 0.20, 0.07), (0.15, 1.25), lean=90, pattern=stripe),
        rod("#e3202b", (-0.125, 0.034, 0), (-0.07, 0.034, 0), 0.052, top=1.1),
    ]


def face_cream() -> list[Primitive]:
    """A low wide turquoise jar with a golden lid."""
    return [
        frustum("#3fd0c9", (0, 0, 0), (0.115, 0.06, 0.115), top=1.05, pattern=_band("#ffffff", 0.06, 0.4)),
        frustum("#e7b93a", (0, 0.06, 0), (0.13, 0.035, 0.13), top=0.96),
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
    """A lying orange razor with a wide silver head across its end."""
    return [
        beam("#ff7a1a", (-0.125, 0.014, 0), (0.09, 0.034, 0), 0.032, 0.026),
        box("#2b2d33", (0.098, 0.012, 0), (0.042, 0.034, 0.12), lean=-20),
        box("#dfe6ec", (0.094, 0.043, 0), (0.032, 0.009, 0.11), lean=-20),
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
    return moved(duck, turn=-50)


ITEMS = (
    Item("white towel", "towel", (0.36, 0.12, 0.26), partial(towel, "#f6f4ee", "#9aa4ad")),
    Item("blue towel", "towel", (0.36, 0.12, 0.26), partial(towel, "#2f6fd0", "#d7e6fb")),
    Item("red towel", "towel", (0.36, 0.12, 0.26), partial(towel, "#cf2733", "#ffd9a0")),
    Item("shampoo", "shampoo", (0.11, 0.27, 0.07), shampoo),
    Item("conditioner", "conditioner", (0.11, 0.25, 0.09), conditioner),
    Item("hand soap", "hand soap", (0.10, 0.21, 0.13), hand_soap),
    Item("bar of soap", "soap", (0.17, 0.07, 0.13), bar_of_soap),
    Item("candle", "candle", (0.10, 0.17, 0.10), candle),
    Item("tall candle", "candle", (0.12, 0.32, 0.12), tall_candle),
    Item("perfume", "perfume", (0.12, 0.17, 0.06), perfume),
    Item("toothbrush", "toothbrush", (0.30, 0.06, 0.04), toothbrush),
    Item("toothpaste", "toothpaste", (0.25, 0.07, 0.09), toothpaste),
    Item("face cream", "face cream", (0.13, 0.10, 0.13), face_cream),
    Item("deodorant", "deodorant", (0.08, 0.24, 0.08), deodorant),
    Item("toilet paper", "toilet paper", (0.15, 0.14, 0.18), toilet_paper),
    Item("hair brush", "hair brush", (0.28, 0.06, 0.11), hair_brush),
    Item("razor", "razor", (0.25, 0.06, 0.12), razor),
    Item("rubber duck", "duck", (0.21, 0.17, 0.21), rubber_duck),
)
