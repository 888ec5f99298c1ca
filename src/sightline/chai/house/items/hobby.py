"""More things for work and play: a laptop, tools, toys, music, in houses other than the bundled ones."""

from __future__ import annotations

from sightline.chai.house.items.living import book, cushion
from sightline.chai.house.things import Item
from sightline.render.primitives import (
    Pattern,
    Primitive,
    beam,
    box,
    ellipsoid,
    frustum,
    grid,
    rod,
    stripes,
)

STEEL, BLACK, WOOD = "#b4bec7", "#26282c", "#c8924b"


def laptop() -> list[Primitive]:
    """An open silver laptop with a bright blue screen and dark keys."""
    keys = Pattern(2, "#3b3f46", (0.03, 0.024, 0), (0.8, 0.75))
    return [
        box("#c9ced4", (0, 0, 0.01), (0.34, 0.016, 0.24)),
        box("#c9ced4", (0, 0.018, -0.06), (0.3, 0.13, 0.004), tilt=90, pattern=keys),
        box("#c9ced4", (0, 0.012, 0.125), (0.34, 0.22, 0.012), tilt=10),
        box("#3f9bf0", (0, 0.024, 0.12), (0.31, 0.19, 0.012), tilt=10),
        box("#ffffff", (0.04, 0.09, 0.13), (0.14, 0.08, 0.012), tilt=10),
    ]


def notebook() -> list[Primitive]:
    """A flat orange notebook with a white spiral at its left and a pencil on it."""
    return [
        box("#f2801f", (0, 0, 0), (0.2, 0.022, 0.26)),
        box("#fdfbf2", (0.003, 0.003, 0), (0.202, 0.014, 0.252)),
        *[rod("#eceff2", (-0.094, 0.024, z), (-0.094, 0.024, z + 0.03), 0.024) for z in (-0.11, -0.05, 0.02, 0.08)],
        rod("#ffd21f", (-0.02, 0.03, -0.08), (0.06, 0.03, 0.08), 0.016),
        rod("#2b2d31", (0.06, 0.03, 0.08), (0.067, 0.03, 0.095), 0.016, top=0.1),
    ]


def pencil_cup() -> list[Primitive]:
    """A black cup with coloured pencils that stick out."""
    pencils = (
        ("#e3242b", -0.02, 0.01, -0.03),
        ("#1f66dd", 0.015, 0.018, 0.03),
        ("#2ecc54", 0.0, -0.02, 0.0),
        ("#ffcf1f", 0.022, -0.01, 0.045),
    )
    return [
        frustum("#3a3d42", (0, 0, 0), (0.08, 0.1, 0.08), pattern=grid("#8b929b", 0.02, 0.02, (0.3, 0.3))),
        frustum("#17181b", (0, 0.095, 0), (0.07, 0.008, 0.07)),
        *[rod(colour, (x, 0.05, z), (x + end, 0.19, z), 0.016) for colour, x, z, end in pencils],
    ]  # fmt: skip


def scissors() -> list[Primitive]:
    """Open scissors that lie flat: steel blades to the left, two red rings to the right."""
    return [
        *[beam("#c3ccd4", (0.01, 0.008, 0), (-0.13, 0.008, 0.03 * s), 0.01, 0.022) for s in (-1, 1)],
        *[beam("#d8262c", (0, 0.008, 0), (0.06, 0.008, 0.024 * s), 0.012, 0.018) for s in (-1, 1)],
        *[frustum("#d8262c", (0.09, 0, 0.034 * s), (0.085, 0.016, 0.056)) for s in (-1, 1)],
        *[frustum("#e9e4d8", (0.09, 0.002, 0.034 * s), (0.05, 0.016, 0.03)) for s in (-1, 1)],
    ]


def tape_roll() -> list[Primitive]:
    """A standing roll of brown tape with a white core."""
    return [
        rod("#b98443", (0, 0.06, -0.028), (0, 0.06, 0.028), 0.12),
        rod("#f2e6cc", (0, 0.06, -0.03), (0, 0.06, 0.03), 0.08),
        rod("#5a3a1a", (0, 0.06, -0.032), (0, 0.06, 0.032), 0.06),
        box("#b98443", (0.05, 0, 0), (0.07, 0.006, 0.05)),
    ]


def flashlight() -> list[Primitive]:
    """A lying yellow flashlight with a black grip, its wide bright end to the left."""
    return [
        rod("#f2c21f", (0.13, 0.026, 0), (-0.06, 0.03, 0), 0.046),
        rod(BLACK, (0.11, 0.0262, 0), (0.0, 0.029, 0), 0.05, pattern=stripes("#4a4f55", 0.012)),
        rod("#f2c21f", (-0.055, 0.03, 0), (-0.11, 0.04, 0), 0.05, top=1.55),
        rod("#fff6c0", (-0.105, 0.039, 0), (-0.116, 0.041, 0), 0.068),
    ]


def hammer() -> list[Primitive]:
    """A lying hammer with a steel head at its left and a wooden handle."""
    return [
        beam(WOOD, (-0.1, 0.018, 0), (0.16, 0.016, 0), 0.026, 0.03),
        box("#d8262c", (0.11, 0.001, 0), (0.11, 0.034, 0.036)),
        beam("#7f8a94", (-0.12, 0.02, -0.05), (-0.12, 0.02, 0.03), 0.038, 0.038),
        rod("#7f8a94", (-0.12, 0.02, -0.045), (-0.12, 0.02, -0.07), 0.046),
        box("#7f8a94", (-0.12, 0.01, 0.045), (0.032, 0.018, 0.05), taper=(1, 0.6)),
    ]


def toolbox() -> list[Primitive]:
    """A red metal box with a black handle over it and two steel clasps."""
    return [
        box("#c8262c", (0, 0, 0), (0.38, 0.14, 0.19)),
        box("#98181f", (0, 0.14, 0), (0.38, 0.05, 0.19), taper=(0.96, 0.5)),
        rod(BLACK, (-0.1, 0.23, 0), (0.1, 0.23, 0), 0.03),
        *[rod(BLACK, (0.1 * s, 0.18, 0), (0.1 * s, 0.235, 0), 0.024) for s in (-1, 1)],
        *[box("#dfe5ea", (0.11 * s, 0.11, -0.096), (0.04, 0.05, 0.01)) for s in (-1, 1)],
    ]


def ukulele() -> list[Primitive]:
    """A small lying guitar: a light brown body of two bulges, a dark hole, a long neck to the right."""
    return [
        frustum("#d99a4a", (-0.18, 0, 0), (0.22, 0.06, 0.22)),
        frustum("#d99a4a", (-0.05, 0, 0), (0.18, 0.06, 0.165)),
        frustum("#2b1a10", (-0.1, 0.055, 0), (0.075, 0.008, 0.075)),
        box("#5a3418", (-0.2, 0.058, 0), (0.03, 0.012, 0.1)),
        box("#5a3418", (0.14, 0.045, 0), (0.36, 0.02, 0.036)),
        box("#d99a4a", (0.325, 0.04, 0), (0.09, 0.02, 0.06)),
    ]


def drum() -> list[Primitive]:
    """A red toy drum with white skins, a golden zigzag and two sticks on it."""
    return [
        frustum("#d8262c", (0, 0, 0), (0.22, 0.13, 0.22), pattern=Pattern(1, "#ffd24a", (0.06, 0.05, 0.06))),
        *[frustum("#1f4fb4", (0, y, 0), (0.23, 0.02, 0.23)) for y in (0, 0.115)],
        frustum("#fbf7ea", (0, 0.13, 0), (0.21, 0.01, 0.21)),
        *[rod(WOOD, (-0.1, 0.147, 0.05 * s), (0.11, 0.147, 0.02 - 0.04 * s), 0.014) for s in (-1, 1)],
    ]


def football() -> list[Primitive]:
    """A white football with black patches."""
    spots = [
        (0, 0.19, -0.052),
        (-0.075, 0.13, -0.07),
        (0.075, 0.13, -0.07),
        (0.0, 0.055, -0.085),
        (0.09, 0.12, 0.055),
        (-0.09, 0.12, 0.055),
    ]
    return [
        ellipsoid("#fafaf6", (0, 0.11, 0), (0.22, 0.22, 0.22)),
        *[ellipsoid("#1c1d20", at, (0.07, 0.07, 0.07)) for at in spots],
    ]  # fmt: skip


def tennis_racket() -> list[Primitive]:
    """A lying racket: a blue oval frame with pale strings, a black grip to the right."""
    return [
        frustum("#1f66dd", (-0.15, 0, 0), (0.32, 0.022, 0.24)),
        frustum(
            "#f4f2e6",
            (-0.15, 0.002, 0),
            (0.27, 0.022, 0.195),
            pattern=Pattern(2, "#b9c2ca", (0.024, 0, 0.024), (0.75, 0.75)),
        ),
        *[beam("#1f66dd", (-0.01, 0.011, 0.04 * s), (0.08, 0.011, 0.005 * s), 0.014, 0.02) for s in (-1, 1)],
        rod(BLACK, (0.07, 0.014, 0), (0.3, 0.014, 0), 0.028, pattern=stripes("#4a4f55", 0.016)),
    ]


def toy_train() -> list[Primitive]:
    """A green toy engine with a black boiler, a red chimney and yellow wheels, seen from its side."""
    return [
        box("#1f8a45", (0, 0.03, 0), (0.26, 0.035, 0.1)),
        rod(BLACK, (-0.12, 0.1, 0), (0.03, 0.1, 0), 0.08),
        box("#1f8a45", (0.075, 0.06, 0), (0.1, 0.11, 0.1)),
        box("#d8262c", (0.075, 0.17, 0), (0.13, 0.02, 0.12)),
        frustum("#d8262c", (-0.08, 0.13, 0), (0.034, 0.06, 0.034), top=1.5),
        *[rod("#ffcf1f", (x, 0.034, -0.055), (x, 0.034, 0.055), 0.068) for x in (-0.09, 0, 0.09)],
    ]


def doll() -> list[Primitive]:
    """A standing doll with blond hair in a wide pink dress."""
    return [
        frustum("#ff5fa8", (0, 0, 0), (0.17, 0.16, 0.15), top=0.35, pattern=Pattern(2, "#ffffff", (0, 0.08, 0), (1, 0.25))),
        rod("#f4c7a0", (-0.075, 0.115, 0), (0.075, 0.115, 0), 0.03),
        ellipsoid("#f0c23a", (0, 0.215, 0.012), (0.12, 0.14, 0.1)),
        ellipsoid("#f4c7a0", (0, 0.205, -0.016), (0.09, 0.1, 0.08)),
        ellipsoid("#2b3a8a", (0, 0.215, -0.042), (0.05, 0.016, 0.03)),
    ]


def toy_dinosaur() -> list[Primitive]:
    """A green dinosaur with a long neck, a long tail and orange spikes, its head to the left."""
    green = "#3fae4a"
    return [
        ellipsoid(green, (0, 0.09, 0), (0.17, 0.1, 0.09)),
        rod(green, (-0.05, 0.1, 0), (-0.105, 0.21, 0), 0.05, top=0.7),
        ellipsoid(green, (-0.125, 0.215, 0), (0.08, 0.045, 0.05)),
        rod(green, (0.06, 0.09, 0), (0.175, 0.05, 0), 0.055, top=0.2),
        *[rod(green, (x, 0, 0), (x, 0.07, 0), 0.05) for x in (-0.04, 0.045)],
        *[box("#ff8a1f", (x, 0.125, 0), (0.05, 0.035, 0.014), (0, 1)) for x in (-0.03, 0.03)],
    ]


def toy_robot() -> list[Primitive]:
    """A standing silver robot with red eyes, blue buttons and thick legs."""
    return [
        *[box("#6f7a84", (0.035 * s, 0, 0), (0.05, 0.075, 0.06)) for s in (-1, 1)],
        box("#b9c2ca", (0, 0.075, 0), (0.13, 0.1, 0.08)),
        box("#1f8fe8", (0, 0.1, -0.042), (0.08, 0.045, 0.01)),
        rod("#6f7a84", (-0.1, 0.145, 0), (0.1, 0.145, 0), 0.034),
        box("#b9c2ca", (0, 0.185, 0), (0.09, 0.065, 0.07)),
        box("#ff2b2b", (0, 0.21, -0.036), (0.06, 0.02, 0.01)),
        rod("#d8262c", (0, 0.245, 0), (0, 0.285, 0), 0.012, top=1.8),
    ]


def piggy_bank() -> list[Primitive]:
    """A pink pig with a snout, ears and short legs, a slit in its back."""
    pink = "#ff9ab8"
    return [
        ellipsoid(pink, (0, 0.085, 0), (0.19, 0.13, 0.13)),
        rod("#ef6f98", (-0.085, 0.085, 0), (-0.115, 0.085, 0), 0.055),
        *[frustum(pink, (x, 0, 0), (0.034, 0.05, 0.09)) for x in (-0.05, 0.05)],
        *[box("#ef6f98", (-0.055, 0.13, 0.036 * s), (0.02, 0.045, 0.036), (1, 0.2)) for s in (-1, 1)],
        box("#5a2438", (0.01, 0.144, 0), (0.05, 0.01, 0.012)),
        ellipsoid("#1c1d20", (-0.077, 0.105, 0), (0.02, 0.02, 0.09)),
    ]


def binoculars() -> list[Primitive]:
    """Black binoculars that lie flat, with blue glasses in front."""
    return [
        *[rod(BLACK, (0.045 * s, 0.036, 0.07), (0.05 * s, 0.036, -0.05), 0.05, top=1.4) for s in (-1, 1)],
        *[rod("#5fb4ff", (0.05 * s, 0.036, -0.046), (0.05 * s, 0.036, -0.054), 0.058) for s in (-1, 1)],
        *[rod("#6f7a84", (0.045 * s, 0.036, 0.065), (0.045 * s, 0.036, 0.085), 0.042) for s in (-1, 1)],
        box("#6f7a84", (0, 0.025, 0.02), (0.05, 0.024, 0.05)),
    ]


def watering_can() -> list[Primitive]:
    """A green watering can with a long spout to the left, a rose at its end, and a bent handle."""
    green = "#2f9e5b"
    return [
        frustum(green, (0.05, 0, 0), (0.17, 0.15, 0.15), top=0.9),
        frustum("#17482a", (0.05, 0.146, 0), (0.1, 0.008, 0.09)),
        rod(green, (-0.02, 0.05, 0), (-0.16, 0.19, 0), 0.036),
        rod("#7fcf9a", (-0.15, 0.18, 0), (-0.18, 0.21, 0), 0.05, top=1.3),
        rod(green, (0.11, 0.13, 0), (0.18, 0.2, 0), 0.022),
        rod(green, (0.175, 0.2, 0), (0.02, 0.22, 0), 0.022),
        rod(green, (0.02, 0.225, 0), (-0.0, 0.13, 0), 0.022),
    ]


def gift_box() -> list[Primitive]:
    """A square purple present with a golden ribbon and a bow."""
    gold = "#ffd24a"
    return [
        box("#7a3fc0", (0, 0, 0), (0.2, 0.15, 0.2), pattern=Pattern(2, "#9a66d8", (0.04, 0.04, 0.04), (0.3, 0.3))),
        box(gold, (0, 0, 0), (0.035, 0.153, 0.205)),
        box(gold, (0, 0, 0), (0.205, 0.153, 0.035)),
        *[ellipsoid(gold, (0.035 * s, 0.17, 0), (0.08, 0.045, 0.04), lean=-20 * s) for s in (-1, 1)],
    ]


def radio() -> list[Primitive]:
    """A red radio with a round pale loudspeaker, a white scale, a handle and an antenna."""
    return [
        box("#b8262c", (0, 0, 0), (0.28, 0.15, 0.1)),
        rod("#f2e6cc", (-0.07, 0.075, -0.048), (-0.07, 0.075, -0.056), 0.11),
        rod("#6b4a2d", (-0.07, 0.075, -0.05), (-0.07, 0.075, -0.06), 0.07),
        box("#f7f4ea", (0.06, 0.085, -0.05), (0.12, 0.04, 0.012)),
        *[rod("#2b2d31", (x, 0.04, -0.048), (x, 0.04, -0.062), 0.035) for x in (0.03, 0.09)],
        rod(STEEL, (0.12, 0.14, 0.03), (0.135, 0.29, 0.03), 0.01),
        box("#8f1a20", (-0.02, 0.15, 0), (0.2, 0.02, 0.03)),
    ]


def stuffed_rabbit() -> list[Primitive]:
    """A sitting white rabbit with long pink-lined ears."""
    white, pink = "#f4f1ec", "#ff9ab8"
    return [
        ellipsoid(white, (0, 0.075, 0.01), (0.14, 0.15, 0.13)),
        ellipsoid(white, (0, 0.185, 0), (0.12, 0.11, 0.11)),
        *[ellipsoid(white, (0.035 * s, 0.29, 0.01), (0.05, 0.15, 0.03), lean=10 * s) for s in (-1, 1)],
        ellipsoid(pink, (0, 0.17, -0.05), (0.034, 0.024, 0.03)),
        ellipsoid("#1c1d20", (0, 0.2, -0.045), (0.075, 0.02, 0.02)),
        *[ellipsoid(white, (0.05 * s, 0.025, -0.065), (0.06, 0.05, 0.09)) for s in (-1, 1)],
    ]


MORE = (
    Item("black book", "book", (0.26, 0.05, 0.20), book("#2b2d31", "#e8c14a")),
    Item("green cushion", "cushion", (0.40, 0.13, 0.40), cushion("#3f9a52", "#c9e8b0")),
    Item("laptop", "laptop", (0.35, 0.24, 0.34), laptop()),
    Item("notebook", "notebook", (0.215, 0.04, 0.27), notebook()),
    Item("pencil cup", "pencil cup", (0.15, 0.2, 0.08), pencil_cup()),
    Item("scissors", "scissors", (0.266, 0.02, 0.126), scissors()),
    Item("tape roll", "tape", (0.17, 0.12, 0.065), tape_roll()),
    Item("flashlight", "flashlight", (0.27, 0.08, 0.08), flashlight()),
    Item("hammer", "hammer", (0.33, 0.046, 0.15), hammer()),
    Item("toolbox", "toolbox", (0.38, 0.25, 0.21), toolbox()),
    Item("ukulele", "ukulele", (0.75, 0.075, 0.22), ukulele()),
    Item("drum", "drum", (0.24, 0.16, 0.24), drum()),
    Item("football", "football", (0.25, 0.225, 0.24), football()),
    Item("tennis racket", "tennis racket", (0.63, 0.03, 0.24), tennis_racket()),
    Item("toy train", "toy train", (0.28, 0.2, 0.12), toy_train()),
    Item("doll", "doll", (0.18, 0.29, 0.16), doll()),
    Item("toy dinosaur", "dinosaur", (0.35, 0.24, 0.1), toy_dinosaur()),
    Item("toy robot", "robot", (0.2, 0.29, 0.1), toy_robot()),
    Item("piggy bank", "piggy bank", (0.23, 0.18, 0.13), piggy_bank()),
    Item("binoculars", "binoculars", (0.18, 0.075, 0.18), binoculars()),
    Item("watering can", "watering can", (0.406, 0.236, 0.15), watering_can()),
    Item("gift box", "present", (0.21, 0.2, 0.21), gift_box()),
    Item("radio", "radio", (0.28, 0.29, 0.13), radio()),
    Item("stuffed rabbit", "rabbit", (0.165, 0.365, 0.22), stuffed_rabbit()),
)
