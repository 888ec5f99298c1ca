"""Items of wardrobes: clothes, shoes, bags and an umbrella."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from sightline.chai.house.things import Item, Vector
from sightline.render.primitives import Pattern, Primitive, beam, box, dome, ellipsoid, frustum, moved, rod, stripes


def folded_shirt(colour: str, dark: str) -> list[Primitive]:
    """A folded shirt with its collar at the back and a row of white buttons."""
    buttons = Pattern(2, "#ffffff", (0.32, 0.06, 0.0), (0.06, 0.28))
    return [
        box(dark, (0, 0, 0), (0.31, 0.03, 0.36), (0.98, 0.98)),
        box(colour, (0, 0.05, -0.19), (0.32, 0.37, 0.045), tilt=90, pattern=buttons),
        box("#2b2b33", (0, 0.07, 0.135), (0.09, 0.01, 0.07)),
        *[beam(dark, (0.075 * s, 0.083, 0.18), (0.005 * s, 0.083, 0.08), 0.022, 0.045) for s in (-1, 1)],
    ]


def folded_trousers() -> list[Primitive]:
    """Blue jeans laid flat, two legs that spread apart, turned-up ends, a brown belt and a golden buckle."""
    blue = "#2f5fa8"
    return [
        box(blue, (0, 0, 0.13), (0.27, 0.05, 0.12), (0.96, 0.98)),
        *[beam(blue, (0.072 * s, 0.024, 0.1), (0.1 * s, 0.024, -0.2), 0.115, 0.046) for s in (-1, 1)],
        *[beam("#9cbfe8", (0.097 * s, 0.026, -0.175), (0.1 * s, 0.026, -0.215), 0.125, 0.052) for s in (-1, 1)],
        box("#6b3a18", (0, 0.002, 0.185), (0.275, 0.052, 0.036)),
        box("#f0c040", (0, 0.05, 0.185), (0.046, 0.012, 0.04)),
        box("#d9a23a", (0, 0.046, 0.13), (0.012, 0.008, 0.08)),
    ]


def pile_of_clothes() -> list[Primitive]:
    """An untidy pile of clothes in four colours, with a sleeve that hangs out."""
    return [
        box("#2f5fa8", (0, 0, 0.01), (0.38, 0.06, 0.30), (0.85, 0.85), turn=6),
        box("#d8343f", (0.005, 0.055, 0.01), (0.34, 0.055, 0.27), (0.85, 0.85), turn=-14, tilt=3),
        box(
            "#f4f4f0",
            (-0.01, 0.10, 0),
            (0.30, 0.05, 0.25),
            (0.8, 0.8),
            turn=16,
            lean=-5,
            pattern=stripes("#2f9e5a", 0.035, "x"),
        ),
        box("#f3c52e", (0.01, 0.14, 0.01), (0.22, 0.05, 0.17), (0.7, 0.6), turn=-20, lean=4),
        beam("#d8343f", (0.08, 0.09, -0.09), (0.13, 0.012, -0.19), 0.09, 0.022),
    ]


def pair_of_shoes() -> list[Primitive]:
    """Two red sneakers side by side with white soles, dark where the foot goes in."""
    inside = Pattern(2, "#e0242f", (0.0, 0.1, 0.0), (1.0, 0.94))
    shoe = [
        box("#f5f5f2", (0, 0, 0), (0.11, 0.035, 0.31), (0.97, 0.98)),
        ellipsoid("#e0242f", (0, 0.045, -0.055), (0.104, 0.09, 0.195)),
        box("#221a1e", (0, 0.03, 0.075), (0.10, 0.10, 0.15), (0.8, 0.85), pattern=inside),
    ]
    return [part for s in (-1, 1) for part in moved(shoe, at=(0.07 * s, 0, 0))]


def _toe(colour: str, at: Vector, size: Vector) -> Primitive:
    """A quarter of an ellipsoid, cut off level below and upright at its back."""
    whole = dome(colour, at, size)
    return replace(whole, planes=np.array([*whole.planes, (0, 0, 1, 0)]))


def slippers() -> list[Primitive]:
    """Two light blue mules, their heels to the front: bare cream soles, a hood over the toes that is dark inside."""
    slipper = [
        frustum("#8a5f3a", (0, 0, 0), (0.105, 0.016, 0.27)),
        frustum("#f2dfba", (0, 0.01, 0), (0.098, 0.012, 0.26)),
        _toe("#2f8fdc", (0, 0.012, -0.01), (0.11, 0.07, 0.25)),
        _toe("#14304a", (0, 0.018, -0.006), (0.086, 0.054, 0.22)),
    ]
    return [part for s in (-1, 1) for part in moved(slipper, at=(0.066 * s, 0, 0), turn=180 - 4 * s)]


def hat() -> list[Primitive]:
    """A straw hat with a wide brim and a red band."""
    return [
        frustum("#e9c46a", (0, 0, 0), (0.36, 0.018, 0.34), top=0.97),
        frustum("#e9c46a", (0, 0.015, 0), (0.20, 0.125, 0.19), top=0.85),
        frustum("#c8202f", (0, 0.017, 0), (0.208, 0.04, 0.198), top=0.97),
    ]


def pair_of_socks() -> list[Primitive]:
    """Two socks that lie flat side by side, bent at the heel, with striped legs and yellow toes, toes to the left."""
    pink, bands = "#d6249f", stripes("#ffffff", 0.025)
    sock = [
        beam(pink, (0.035, 0.008, -0.08), (0.035, 0.008, 0.13), 0.065, 0.014, bands),
        beam(pink, (0.035, 0.008, -0.085), (-0.06, 0.008, -0.085), 0.065, 0.016),
        frustum("#ffd02e", (-0.06, 0, -0.085), (0.075, 0.017, 0.067)),
        frustum(pink, (0.035, 0, -0.085), (0.066, 0.0165, 0.066)),
    ]
    return [*moved(sock, at=(-0.075, 0, -0.01)), *moved(sock, at=(0.105, 0, 0.0))]


def handbag() -> list[Primitive]:
    """A pink handbag with a darker flap, a golden clasp and a stiff handle."""
    flap = "#8c1450"
    return [
        box(flap, (0, 0, 0), (0.31, 0.20, 0.13), (0.82, 0.6), pattern=stripes("#e8418e", 0.14)),
        *[rod(flap, (0.09 * s, 0.19, 0), (0.055 * s, 0.29, 0), 0.024) for s in (-1, 1)],
        rod(flap, (-0.064, 0.29, 0), (0.064, 0.29, 0), 0.024),
        box("#f3c63a", (0, 0.055, 0), (0.045, 0.045, 0.128), (1, 0.93)),
    ]


def backpack() -> list[Primitive]:
    """A green school backpack with a round top, an orange pocket and dark straps."""
    return [
        box("#1f8a5b", (0, 0, 0.03), (0.29, 0.29, 0.17), (0.96, 0.9)),
        rod("#1f8a5b", (0, 0.29, 0.105), (0, 0.29, -0.045), 0.278),
        box("#f58a1f", (0, 0.02, -0.08), (0.22, 0.17, 0.09), (0.95, 0.8), pattern=stripes("#2a2c31", 0.16)),
        *[beam("#2a2c31", (0.11 * s, 0.02, 0.125), (0.08 * s, 0.37, 0.12), 0.05, 0.025) for s in (-1, 1)],
        box("#2a2c31", (0, 0.42, 0.03), (0.09, 0.03, 0.03)),
    ]


def umbrella() -> list[Primitive]:
    """A long closed blue umbrella that lies on its side, with a silver tip and a hooked wooden handle."""
    wood = "#b0702a"
    umbrella = [
        rod("#1f4fc4", (0.14, 0.044, 0), (-0.33, 0.035, 0), 0.085, top=0.3, pattern=stripes("#3f78f0", 0.02, "x")),
        rod("#c9ced6", (-0.32, 0.033, 0), (-0.42, 0.03, 0), 0.02, top=0.6),
        rod(wood, (0.13, 0.03, 0), (0.37, 0.022, 0), 0.03),
        rod(wood, (0.365, 0.022, 0.012), (0.405, 0.022, -0.05), 0.034),
        rod(wood, (0.405, 0.022, -0.04), (0.355, 0.022, -0.09), 0.034),
    ]
    return moved(umbrella, at=(0, 0, 0.03))


ITEMS = (
    Item("red shirt", "shirt", (0.32, 0.11, 0.38), folded_shirt("#d8323f", "#98202b")),
    Item("white shirt", "shirt", (0.32, 0.11, 0.38), folded_shirt("#eef1f6", "#9fb4d0")),
    Item("folded trousers", "trousers", (0.33, 0.07, 0.44), folded_trousers()),
    Item("pile of clothes", "clothes", (0.42, 0.20, 0.43), pile_of_clothes()),
    Item("pair of shoes", "shoes", (0.25, 0.13, 0.31), pair_of_shoes()),
    Item("slippers", "slippers", (0.26, 0.085, 0.28), slippers()),
    Item("hat", "hat", (0.36, 0.14, 0.34), hat()),
    Item("pair of socks", "socks", (0.36, 0.02, 0.28), pair_of_socks()),
    Item("handbag", "handbag", (0.31, 0.31, 0.14), handbag()),
    Item("backpack", "backpack", (0.30, 0.45, 0.30), backpack()),
    Item("umbrella", "umbrella", (0.85, 0.09, 0.14), umbrella()),
)


def cap() -> list[Primitive]:
    """A blue baseball cap with a white front and a red peak."""
    return [
        dome("#1f56c4", (0, 0, 0.03), (0.2, 0.13, 0.2)),
        _toe("#f4f4f0", (0, 0.002, 0.03), (0.15, 0.125, 0.204)),
        frustum("#d8262c", (0, 0, -0.06), (0.18, 0.014, 0.19)),
        ellipsoid("#d8262c", (0, 0.13, 0.03), (0.03, 0.02, 0.03)),
    ]


def scarf() -> list[Primitive]:
    """A folded red and yellow striped scarf with fringes at its right end."""
    bands = stripes("#f2c230", 0.04, "x")
    return [
        box("#c8202f", (-0.02, 0, 0), (0.32, 0.05, 0.16), (0.98, 0.95), pattern=bands),
        box("#c8202f", (-0.03, 0.05, 0), (0.28, 0.04, 0.14), (0.96, 0.9), pattern=bands),
        box("#c8202f", (0.16, 0, 0), (0.06, 0.02, 0.15), pattern=stripes("#f7f1dc", 0.012, "z")),
    ]


def boots() -> list[Primitive]:
    """Two tall yellow rubber boots side by side with dark soles."""
    boot = [
        box("#4a4f2a", (0, 0, 0), (0.1, 0.022, 0.28)),
        ellipsoid("#f2c21f", (0, 0.055, -0.06), (0.105, 0.09, 0.17)),
        box("#f2c21f", (0, 0.02, 0.065), (0.105, 0.26, 0.13), (1.02, 1.05)),
        box("#4a3a0a", (0, 0.27, 0.065), (0.085, 0.015, 0.11)),
    ]
    return [part for s in (-1, 1) for part in moved(boot, at=(0.068 * s, 0, 0))]


def sandals() -> list[Primitive]:
    """Two brown sandals with crossed straps."""
    sandal = [
        frustum("#7a4a26", (0, 0, 0), (0.1, 0.02, 0.27)),
        frustum("#d9a868", (0, 0.014, 0), (0.088, 0.01, 0.25)),
        *[beam("#3a1f10", (-0.046 * s, 0.022, -0.02), (0.044 * s, 0.05, -0.085), 0.024, 0.012) for s in (-1, 1)],
    ]
    return [part for s in (-1, 1) for part in moved(sandal, at=(0.064 * s, 0, 0))]


def suitcase() -> list[Primitive]:
    """A standing teal suitcase with ribs, black wheels and a raised handle."""
    return [
        box(
            "#1f9a98",
            (0, 0.03, 0),
            (0.38, 0.46, 0.2),
            (0.98, 0.96),
            pattern=Pattern(2, "#17706e", (0.075, 0, 0), (0.25, 1.0)),
        ),
        *[rod("#26282c", (0.13 * s, 0.025, -0.08), (0.13 * s, 0.025, 0.08), 0.05) for s in (-1, 1)],
        *[rod("#8b929b", (0.09 * s, 0.48, 0.06), (0.09 * s, 0.6, 0.06), 0.018) for s in (-1, 1)],
        rod("#26282c", (-0.1, 0.6, 0.06), (0.1, 0.6, 0.06), 0.032),
        box("#f2c230", (0, 0.2, -0.1), (0.09, 0.06, 0.012)),
    ]


def shopping_bag() -> list[Primitive]:
    """A brown paper bag, open above, with a loaf and leaves that stick out."""
    return [
        box("#c99a62", (0, 0, 0), (0.27, 0.28, 0.17)),
        box("#7d5a34", (0, 0.276, 0), (0.25, 0.01, 0.15)),
        rod("#cd8638", (-0.06, 0.2, 0), (-0.09, 0.4, 0), 0.08, top=0.8),
        *[ellipsoid("#3fa845", (x, 0.32, 0.01), (0.08, 0.14, 0.05), lean=lean) for x, lean in ((0.04, -8), (0.08, 14))],
        box("#2f8a3d", (0, 0.1, -0.086), (0.13, 0.09, 0.006)),
    ]


def gloves() -> list[Primitive]:
    """Two grey mittens with red cuffs that lie flat, thumbs inwards."""

    def glove(s: int) -> list[Primitive]:
        return [
            ellipsoid("#8a939c", (0.065 * s, 0.02, 0.03), (0.1, 0.04, 0.18)),
            ellipsoid("#8a939c", (0.022 * s, 0.016, 0.0), (0.07, 0.03, 0.05), turn=-40 * s),
            box("#c8202f", (0.065 * s, 0.002, -0.075), (0.085, 0.034, 0.06)),
        ]

    return [*glove(-1), *glove(1)]


MORE = (
    Item("blue shirt", "shirt", (0.32, 0.11, 0.38), folded_shirt("#3f7fd0", "#1f4a8a")),
    Item("green shirt", "shirt", (0.32, 0.11, 0.38), folded_shirt("#4fae5a", "#2a6f35")),
    Item("cap", "cap", (0.21, 0.145, 0.31), cap()),
    Item("scarf", "scarf", (0.38, 0.09, 0.17), scarf()),
    Item("boots", "boots", (0.25, 0.29, 0.3), boots()),
    Item("sandals", "sandals", (0.24, 0.065, 0.28), sandals()),
    Item("suitcase", "suitcase", (0.39, 0.62, 0.22), suitcase()),
    Item("shopping bag", "shopping bag", (0.27, 0.405, 0.18), shopping_bag()),
    Item("gloves", "gloves", (0.24, 0.045, 0.25), gloves()),
)
