"""Things to eat and drink."""

from __future__ import annotations

import math

from sightline.chai.house.things import Item
from sightline.render.primitives import (
    Pattern,
    Primitive,
    Vector,
    around,
    beam,
    box,
    ellipsoid,
    frustum,
    grid,
    ring,
    rod,
    speckle,
    stripes,
)

LEAF, STALK = "#3f9a2c", "#5a3a1a"


def apple() -> list[Primitive]:
    """A bright green apple with a brown stalk and a leaf."""
    return [
        ellipsoid("#8fce2c", (0, 0.043, 0), (0.096, 0.086, 0.096)),
        rod(STALK, (0, 0.075, 0), (0.008, 0.107, 0), 0.01),
        ellipsoid("#2e7d26", (0.028, 0.098, 0), (0.044, 0.01, 0.026), lean=-15),
    ]


def orange() -> list[Primitive]:
    """A round pitted orange with a green navel."""
    return [
        ellipsoid("#ff8a14", (0, 0.048, 0), (0.096, 0.096, 0.096), pattern=speckle(0.1, 0.008)),
        frustum("#3d7a25", (0, 0.092, 0), (0.018, 0.007, 0.018)),
    ]


def lemon() -> list[Primitive]:
    """A yellow lemon lying on its side, a tip at each end."""
    return [
        ellipsoid("#ffee2e", (0, 0.038, 0), (0.095, 0.076, 0.076)),
        ellipsoid("#ffe61f", (0, 0.038, 0), (0.122, 0.036, 0.036)),
    ]


def banana() -> list[Primitive]:
    """A curved yellow banana resting on its back, dark tips up at both ends."""
    yellow = "#ffdb1f"

    def point(degrees: float) -> Vector:
        a = math.radians(degrees)
        return (0.13 * math.sin(a), 0.153 - 0.13 * math.cos(a), 0.0)

    return [
        rod(yellow, point(-22), point(22), 0.046),
        *[rod(yellow, point(18 * s), point(62 * s), 0.046, top=0.55) for s in (-1, 1)],
        rod("#4a3416", point(-60), point(-68), 0.024),
        rod("#7d7a22", point(60), point(76), 0.018),
    ]


def plum() -> list[Primitive]:
    """A purple plum of two halves with a groove between them, a short stalk and a small leaf."""
    return [
        *[ellipsoid("#7d2a86", (0.015 * s, 0.04, 0), (0.068, 0.08, 0.084), lean=6 * s) for s in (-1, 1)],
        rod(STALK, (0, 0.066, 0), (-0.008, 0.098, 0), 0.009),
        ellipsoid(LEAF, (0.022, 0.086, -0.004), (0.05, 0.01, 0.026), lean=-15),
    ]


def peach() -> list[Primitive]:
    """A pink and yellow peach with a green leaf."""
    return [
        ellipsoid("#ffb07a", (0, 0.044, 0), (0.094, 0.088, 0.094), pattern=stripes("#f7806e", 0.05, "x")),
        ellipsoid(LEAF, (0.02, 0.09, 0), (0.055, 0.01, 0.028), lean=-12),
    ]


def tomato() -> list[Primitive]:
    """A flat red tomato with a green star on top."""
    return [
        ellipsoid("#ea2a1a", (0, 0.038, 0), (0.1, 0.076, 0.1)),
        *[box(LEAF, (0, 0.068, 0), (0.062, 0.011, 0.014), turn=turn) for turn in (0, 60, 120)],
        rod(LEAF, (0, 0.07, 0), (0.004, 0.092, 0), 0.01),
    ]


def bell_pepper() -> list[Primitive]:
    """A yellow pepper of four lobes with a thick green stalk."""
    lobe = (0.074, 0.108, 0.074)
    return [
        *ring(4, lambda heading: ellipsoid("#ffbe0a", around(heading, 0.026, 0.054), lobe), 45),
        rod("#2f8a2a", (0, 0.082, 0), (0.012, 0.13, 0), 0.03, top=0.75),
    ]


def cucumber() -> list[Primitive]:
    """A long dark green cucumber lying on its side, with lighter ends."""
    return [
        rod("#25692a", (-0.105, 0.03, 0), (0.105, 0.03, 0), 0.06, pattern=speckle(0.35, 0.012)),
        *[ellipsoid("#4d9a3a", (0.105 * s, 0.03, 0), (0.07, 0.059, 0.059)) for s in (-1, 1)],
    ]


def potato() -> list[Primitive]:
    """A lumpy brown potato."""
    return [
        ellipsoid("#b98a52", (-0.012, 0.037, 0), (0.1, 0.074, 0.08), pattern=speckle(0.3, 0.014)),
        ellipsoid("#b98a52", (0.03, 0.032, 0.004), (0.08, 0.064, 0.07), pattern=speckle(0.3, 0.014)),
    ]


def watermelon() -> list[Primitive]:
    """A big round watermelon with stripes of light and dark green."""
    return [
        ellipsoid("#1f6b2b", (0, 0.115, 0), (0.28, 0.23, 0.23), pattern=stripes("#8ccf52", 0.028, "x")),
        rod(STALK, (0, 0.22, 0), (0.02, 0.248, 0), 0.014),
    ]


def bread_loaf() -> list[Primitive]:
    """A loaf of sliced bread, its round brown crust wider than its foot, with pale ends."""
    return [
        box("#e0ab64", (0, 0, 0), (0.28, 0.09, 0.12), pattern=Pattern(2, "#a5672b", (0.04, 0, 0), (0.15, 1))),
        rod("#cd8638", (-0.142, 0.085, 0), (0.142, 0.085, 0), 0.15, pattern=Pattern(2, "#8a4f1e", (0, 0.04, 0), (1, 0.15))),
        rod("#f6e2b8", (-0.147, 0.085, 0), (0.147, 0.085, 0), 0.125),
        box("#f6e2b8", (0, 0.008, 0), (0.29, 0.07, 0.1)),
    ]


def creamy_bun() -> list[Primitive]:
    """A flat round golden bun with a swirl of white cream on top."""
    cream = "#fffbf2"
    return [
        ellipsoid("#c98338", (0, 0.033, 0), (0.14, 0.066, 0.14)),
        ellipsoid(cream, (0, 0.06, 0), (0.092, 0.03, 0.092)),
        ellipsoid("#f3ead8", (0.004, 0.075, 0), (0.062, 0.026, 0.062)),
        frustum(cream, (0, 0.08, 0), (0.04, 0.025, 0.04), top=0.1),
    ]


def cupcake() -> list[Primitive]:
    """A cupcake in a striped wrapper with pink, yellow and blue frosting and a cherry."""
    return [
        frustum("#ffffff", (0, 0, 0), (0.07, 0.055, 0.07), top=1.3, pattern=stripes("#8a4fc0", 0.011, "x")),
        ellipsoid("#ff6fae", (0, 0.062, 0), (0.108, 0.04, 0.108)),
        ellipsoid("#ffe04a", (0, 0.083, 0), (0.08, 0.034, 0.08)),
        ellipsoid("#4fb8f0", (0, 0.101, 0), (0.052, 0.03, 0.052)),
        ellipsoid("#d3122b", (0, 0.12, 0), (0.026, 0.026, 0.026)),
    ]


def pancakes() -> list[Primitive]:
    """A stack of pancakes on a white plate with syrup and a cube of butter."""
    return [
        frustum("#f4f4f0", (0, 0, 0), (0.16, 0.016, 0.16), top=1.35),
        frustum("#e2a24c", (0, 0.015, 0), (0.16, 0.07, 0.16), pattern=stripes("#a5621f", 0.0117)),
        frustum("#8a4412", (0, 0.08, 0), (0.115, 0.01, 0.115)),
        box("#ffe873", (0, 0.085, 0), (0.045, 0.022, 0.045), turn=20),
    ]


def apple_pie() -> list[Primitive]:
    """A round golden pie with a lattice of crust over a dark red filling, in a tin."""
    return [
        frustum("#a9b1b8", (0, 0, 0), (0.2, 0.05, 0.2), top=1.3),
        frustum("#d99b46", (0, 0.045, 0), (0.27, 0.02, 0.27)),
        frustum("#edc06a", (0, 0.05, 0), (0.225, 0.022, 0.225), pattern=Pattern(1, "#a83a1c", (0.032, 0, 0.032))),
    ]


def cereal_box() -> list[Primitive]:
    """A tall yellow cereal box with a red band and a blue bowl of cereal on its front and on its back."""
    return [
        box("#ffc81a", (0, 0, 0), (0.21, 0.34, 0.074)),
        box("#e0262c", (0, 0.225, 0), (0.22, 0.075, 0.084), pattern=Pattern(2, "#ffffff", (0.045, 1, 0), (0.6, 0.035))),
        frustum("#a8611f", (0, 0.125, -0.041), (0.15, 0.082, 0.07), tilt=90, pattern=Pattern(1, "#d99a45", (0.02, 0, 0.02))),
        box("#2d6fd0", (0, 0.045, 0), (0.08, 0.075, 0.086), taper=(1.9, 1)),
    ]


def cracker_box() -> list[Primitive]:
    """A low blue box with a square dotted cracker on its front and on its back."""
    dots = Pattern(2, "#9a6426", (0.028, 0.028, 0), (0.3, 0.3))
    return [
        box("#1f3fae", (0, 0, 0), (0.2, 0.2, 0.07)),
        box("#f0c878", (0, 0.03, 0), (0.115, 0.115, 0.08), pattern=dots),
        box("#ffffff", (0, 0.162, 0), (0.16, 0.022, 0.08)),
    ]


def candy_bar() -> list[Primitive]:
    """A chocolate bar lying flat: a red wrapper with a crimped end, torn open at a silver edge, and a bitten end."""
    logo, crimp = Pattern(2, "#ffd43a", (1, 1, 0.0), (0.065, 0.03)), stripes("#8f0f20", 0.005, "z")
    return [
        box("#d6172f", (-0.03, 0.016, -0.031), (0.105, 0.062, 0.032), tilt=90, pattern=logo),
        box("#d6172f", (-0.092, 0.006, 0), (0.024, 0.018, 0.074), pattern=crimp),
        box("#dfe5ea", (0.026, 0.001, 0), (0.018, 0.03, 0.06), turn=14),
        box("#5f3013", (0.045, 0, 0), (0.06, 0.016, 0.052)),
        box("#7a421c", (0.05, 0.015, 0), (0.034, 0.012, 0.048), taper=(0.75, 0.8)),
        box("#5f3013", (0.085, 0, 0.012), (0.03, 0.016, 0.028), turn=12),
        box("#7a421c", (0.083, 0.015, 0.012), (0.024, 0.012, 0.024), taper=(0.75, 0.8), turn=12),
    ]


def milk_carton() -> list[Primitive]:
    """A tall white carton with a gable top and a red cap, a blue field with a glass of milk on its front and on its back."""
    return [
        box("#fbfbf8", (0, 0, 0), (0.115, 0.2, 0.108), pattern=grid("#2f7de0", 0, 1, (1, 0.11))),
        box("#e4e9ee", (0, 0.2, 0), (0.115, 0.06, 0.108), taper=(1, 0.12)),
        box("#2f7de0", (0, 0.25, 0), (0.115, 0.03, 0.014)),
        rod("#dd2027", (0, 0.215, -0.02), (0, 0.248, -0.052), 0.042),
        box("#ffffff", (0, 0.062, 0), (0.036, 0.07, 0.115), taper=(1.4, 1)),
    ]


def juice_bottle() -> list[Primitive]:
    """A bottle of orange juice with a green cap and a white label with an orange on it."""
    return [
        frustum("#ff9a1a", (0, 0, 0), (0.1, 0.18, 0.1)),
        frustum("#ff9a1a", (0, 0.18, 0), (0.1, 0.06, 0.1), top=0.45),
        frustum("#1f9a3f", (0, 0.235, 0), (0.052, 0.04, 0.052)),
        frustum("#ffffff", (0, 0.05, 0), (0.106, 0.09, 0.106), pattern=Pattern(2, "#ff7a00", (0.106, 1, 0), (0.42, 0.05))),
    ]


def jar_of_jam() -> list[Primitive]:
    """A jar of dark red jam with a cream label and a chequered lid."""
    return [
        frustum("#9e1030", (0, 0, 0), (0.1, 0.1, 0.1)),
        frustum("#f6e6bf", (0, 0.025, 0), (0.106, 0.045, 0.106)),
        frustum("#ffffff", (0, 0.1, 0), (0.108, 0.03, 0.108), pattern=Pattern(1, "#dd2027", (0.02, 0, 0.02))),
    ]


def ketchup_bottle() -> list[Primitive]:
    """A red squeeze bottle with a white label and a pointed white cap."""
    return [
        frustum("#d6180f", (0, 0, 0), (0.09, 0.17, 0.09)),
        frustum("#d6180f", (0, 0.17, 0), (0.09, 0.04, 0.09), top=0.5),
        frustum("#ffffff", (0, 0.205, 0), (0.05, 0.055, 0.05), top=0.3),
        frustum("#ffffff", (0, 0.05, 0), (0.096, 0.075, 0.096), pattern=Pattern(2, "#2f8f2f", (0.096, 1, 0), (0.4, 0.03))),
    ]


def salmon() -> list[Primitive]:
    """A whole pink salmon resting on its belly, head to the left, with a grey back, a forked tail and round eyes."""
    pink, grey = "#fb8a70", "#6f828f"
    return [
        ellipsoid(pink, (-0.035, 0.065, 0), (0.3, 0.13, 0.085), tilt=180, pattern=stripes(grey, 0.09)),
        *[beam(grey, (0.085, 0.065, 0), (0.165, 0.065 + 0.045 * s, 0), 0.02, 0.04) for s in (-1, 1)],
        rod("#ffffff", (-0.125, 0.072, -0.035), (-0.125, 0.072, 0.035), 0.036),
        rod("#101010", (-0.126, 0.072, -0.04), (-0.126, 0.072, 0.04), 0.02),
    ]


def minced_meat() -> list[Primitive]:
    """Red strands of minced meat in a black tray."""
    return [
        box("#1e2024", (0, 0, 0), (0.2, 0.035, 0.14), taper=(1.1, 1.12)),
        box("#d8474f", (0, 0.03, 0), (0.19, 0.035, 0.128), taper=(0.85, 0.8), pattern=stripes("#f3a0a0", 0.01, "x")),
        ellipsoid("#c9333d", (0, 0.06, 0), (0.12, 0.03, 0.08), pattern=speckle(0.5, 0.012)),
    ]


def ice_cream_sundae() -> list[Primitive]:
    """Three scoops of ice cream, pink, cream and brown, in a glass on a foot, with a cherry on top."""
    glass = "#b9d3e4"
    return [
        frustum(glass, (0, 0, 0), (0.09, 0.035, 0.09), top=0.25),
        frustum(glass, (0, 0.03, 0), (0.04, 0.09, 0.04), top=3.2),
        ellipsoid("#ff86b4", (-0.032, 0.135, 0), (0.075, 0.075, 0.075)),
        ellipsoid("#6b3a1c", (0.032, 0.135, 0), (0.075, 0.075, 0.075)),
        ellipsoid("#fff3c9", (0, 0.175, 0), (0.075, 0.075, 0.075)),
        ellipsoid("#d3122b", (0, 0.218, 0), (0.03, 0.03, 0.03)),
    ]


ITEMS = (
    Item("apple", "apple", (0.1, 0.11, 0.096), apple()),
    Item("orange", "orange", (0.096, 0.1, 0.096), orange()),
    Item("lemon", "lemon", (0.122, 0.076, 0.076), lemon()),
    Item("banana", "banana", (0.265, 0.125, 0.046), banana()),
    Item("plum", "plum", (0.1, 0.1, 0.084), plum()),
    Item("peach", "peach", (0.096, 0.1, 0.096), peach()),
    Item("tomato", "tomato", (0.1, 0.09, 0.1), tomato()),
    Item("bell pepper", "bell pepper", (0.112, 0.135, 0.112), bell_pepper()),
    Item("cucumber", "cucumber", (0.28, 0.06, 0.06), cucumber()),
    Item("potato", "potato", (0.14, 0.074, 0.08), potato()),
    Item("watermelon", "watermelon", (0.28, 0.25, 0.23), watermelon()),
    Item("bread loaf", "bread", (0.295, 0.16, 0.15), bread_loaf()),
    Item("creamy bun", "bun", (0.14, 0.105, 0.14), creamy_bun()),
    Item("cupcake", "cupcake", (0.108, 0.133, 0.108), cupcake()),
    Item("pancakes", "pancakes", (0.216, 0.107, 0.216), pancakes()),
    Item("apple pie", "pie", (0.27, 0.072, 0.27), apple_pie()),
    Item("cereal box", "cereal", (0.222, 0.34, 0.09), cereal_box()),
    Item("cracker box", "crackers", (0.2, 0.2, 0.08), cracker_box()),
    Item("candy bar", "candy bar", (0.21, 0.033, 0.077), candy_bar()),
    Item("milk carton", "milk", (0.115, 0.28, 0.134), milk_carton()),
    Item("juice bottle", "juice", (0.106, 0.275, 0.106), juice_bottle()),
    Item("jar of jam", "jam", (0.108, 0.13, 0.108), jar_of_jam()),
    Item("ketchup bottle", "ketchup", (0.096, 0.26, 0.096), ketchup_bottle()),
    Item("salmon", "salmon", (0.37, 0.13, 0.085), salmon()),
    Item("minced meat", "minced meat", (0.22, 0.078, 0.157), minced_meat()),
    Item("ice cream sundae", "ice cream", (0.14, 0.235, 0.13), ice_cream_sundae()),
)
