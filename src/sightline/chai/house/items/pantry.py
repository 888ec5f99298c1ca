"""More things to eat and drink, in houses other than the bundled ones."""

from __future__ import annotations

from sightline.chai.house.things import Item
from sightline.render.primitives import (
    Pattern,
    Primitive,
    around,
    box,
    ellipsoid,
    frustum,
    grid,
    ring,
    rod,
    speckle,
    stripes,
    wedge,
)

LEAF, STALK = "#3f9a2c", "#5a3a1a"


def pear() -> list[Primitive]:
    """A yellow-green pear, narrow above, with a brown stalk."""
    return [
        ellipsoid("#c9d23a", (0, 0.046, 0), (0.095, 0.092, 0.095)),
        frustum("#c9d23a", (0, 0.065, 0), (0.078, 0.05, 0.078), top=0.6),
        ellipsoid("#c9d23a", (0, 0.115, 0), (0.05, 0.036, 0.05)),
        rod(STALK, (0, 0.125, 0), (0.012, 0.16, 0), 0.01),
    ]


def grapes() -> list[Primitive]:
    """A lying bunch of dark purple grapes with a green stalk."""
    spots = (
        (-0.07, 0.03, 0),
        (-0.03, 0.03, 0.035),
        (-0.03, 0.03, -0.035),
        (0.03, 0.03, 0.05),
        (0.03, 0.03, -0.05),
        (0.01, 0.06, 0),
    )
    return [
        *[ellipsoid("#5a2a86", at, (0.066, 0.06, 0.066)) for at in spots],
        ellipsoid("#6f3a9e", (0.05, 0.045, 0), (0.08, 0.085, 0.08)),
        rod("#6f8f2a", (0.07, 0.07, 0), (0.115, 0.08, 0), 0.014),
    ]  # fmt: skip


def pineapple() -> list[Primitive]:
    """A standing brown pineapple with a chequered skin and a tuft of pointed leaves."""
    leaves = [
        box("#2f8a3a", around(h, 0.012, 0.19), (0.035, 0.12, 0.012), (0.1, 1), turn=h, tilt=24)
        for h in (0, 72, 144, 216, 288)
    ]
    return [
        ellipsoid("#d99a2e", (0, 0.105, 0), (0.145, 0.21, 0.145), pattern=grid("#8a5a1a", 0.035, 0.035, (0.5, 0.5))),
        *leaves,
    ]


def carrot() -> list[Primitive]:
    """A lying orange carrot, pointed at its left, with green leaves at its right."""
    return [
        rod("#ff7f1a", (0.06, 0.028, 0), (-0.13, 0.014, 0), 0.056, top=0.2, pattern=stripes("#e8680a", 0.02)),
        *[rod(LEAF, (0.055, 0.03, 0), (0.13, 0.03 + 0.018 * k, 0.025 * (k - 1)), 0.016) for k in range(3)],
    ]


def broccoli() -> list[Primitive]:
    """A green head of broccoli on a pale stalk."""
    heads = ((0, 0.13, 0), (-0.055, 0.105, 0), (0.055, 0.105, 0), (0, 0.1, -0.055), (0, 0.1, 0.055))
    return [
        frustum("#a9cf7a", (0, 0, 0), (0.05, 0.09, 0.05), top=1.4),
        *[ellipsoid("#2f7d34", at, (0.09, 0.075, 0.09), pattern=speckle(0.5, 0.012)) for at in heads],
    ]


def eggplant() -> list[Primitive]:
    """A lying purple eggplant with a green cap."""
    return [
        ellipsoid("#3f1f5a", (-0.045, 0.045, 0), (0.14, 0.09, 0.09)),
        rod("#3f1f5a", (-0.03, 0.043, 0), (0.085, 0.035, 0), 0.078, top=0.65),
        rod("#4f9a3a", (0.075, 0.036, 0), (0.1, 0.036, 0), 0.062, top=0.5),
        rod("#4f9a3a", (0.095, 0.036, 0), (0.13, 0.045, 0), 0.018),
    ]


def onion() -> list[Primitive]:
    """A round brown onion with dark lines, a pointed tip above and roots below."""
    return [
        ellipsoid("#c9822e", (0, 0.046, 0), (0.1, 0.084, 0.1), pattern=stripes("#a8641c", 0.012, "x")),
        frustum("#c9822e", (0, 0.078, 0), (0.036, 0.045, 0.036), top=0.1),
        frustum("#e8dcc0", (0, 0, 0), (0.034, 0.01, 0.034)),
    ]


def corn_cob() -> list[Primitive]:
    """A lying yellow cob of corn between green leaves."""
    return [
        rod(
            "#ffd22e",
            (0.02, 0.034, 0),
            (-0.12, 0.03, 0),
            0.062,
            top=0.6,
            pattern=Pattern(1, "#e8aa10", (0.014, 0.014, 0.014)),
        ),
        ellipsoid("#6fae3a", (0.05, 0.02, 0.03), (0.17, 0.035, 0.05), turn=12),
        ellipsoid("#6fae3a", (0.05, 0.02, -0.03), (0.17, 0.035, 0.05), turn=-12),
        rod("#5f9a30", (0.02, 0.034, 0), (0.13, 0.03, 0), 0.066, top=0.35),
    ]


def pumpkin() -> list[Primitive]:
    """A big orange pumpkin of six ribs with a green stalk."""
    return [
        *ring(6, lambda h: ellipsoid("#f08a1a", around(h, 0.055, 0.085), (0.13, 0.17, 0.13))),
        rod("#4f7a2a", (0, 0.14, 0), (0.02, 0.205, 0), 0.035, top=0.7),
    ]


def egg_carton() -> list[Primitive]:
    """A grey carton with six white and brown eggs in two rows."""
    eggs = [(x, z) for x in (-0.08, 0, 0.08) for z in (-0.037, 0.037)]
    return [
        box("#9aa08f", (0, 0, 0), (0.25, 0.045, 0.155), taper=(1.06, 1.06)),
        *[
            ellipsoid("#f6ead6" if k % 2 else "#d9a878", (x, 0.055, z), (0.062, 0.08, 0.062))
            for k, (x, z) in enumerate(eggs)
        ],
    ]


def cheese() -> list[Primitive]:
    """A yellow wedge of cheese with round holes."""
    holes = ((-0.035, 0.078, 0.05), (0.04, 0.05, 0.0), (-0.03, 0.032, -0.035), (0.068, 0.03, 0.05), (-0.068, 0.04, 0.03))
    return [
        wedge("#ffd84a", (0, 0, 0), (0.15, 0.1, 0.2)),
        box("#d8402f", (0, 0, 0.1), (0.152, 0.102, 0.012)),
        *[ellipsoid("#c98a12", at, (0.032, 0.032, 0.032)) for at in holes],
    ]


def pizza() -> list[Primitive]:
    """A round pizza with red slices of salami on yellow cheese, in a flat white box."""
    slices = ((-0.07, 0.05), (0.06, 0.07), (0.0, -0.07), (0.09, -0.03), (-0.09, -0.04))
    return [
        box("#f4efe4", (0, 0, 0), (0.34, 0.02, 0.34)),
        frustum("#c98338", (0, 0.018, 0), (0.31, 0.02, 0.31)),
        frustum("#ffd86a", (0, 0.022, 0), (0.27, 0.02, 0.27)),
        *[frustum("#c8322c", (x, 0.038, z), (0.07, 0.008, 0.07)) for x, z in slices],
    ]


def donut() -> list[Primitive]:
    """A round ring of dough with pink icing and a dark hole."""
    return [
        ellipsoid("#d9a05a", (0, 0.026, 0), (0.13, 0.052, 0.13)),
        ellipsoid("#ff7ab0", (0, 0.036, 0), (0.122, 0.042, 0.122), pattern=speckle(0.4, 0.016)),
        frustum("#5a3a1a", (0, 0.03, 0), (0.036, 0.028, 0.036)),
    ]


def croissant() -> list[Primitive]:
    """A golden crescent with dark stripes."""
    bands = stripes("#a8641c", 0.022)
    return [
        rod("#dd9a3f", (-0.03, 0.036, 0.012), (0.03, 0.036, 0.012), 0.075, pattern=stripes("#a8641c", 0.022)),
        *[
            rod("#dd9a3f", (0.025 * s, 0.034, 0.012), (0.1 * s, 0.02, -0.05), 0.068, top=0.35, pattern=bands)
            for s in (-1, 1)
        ],
    ]


def bottle(colour: str, cap: str, label: str, neck: float) -> list[Primitive]:
    """A tall round bottle with a label around it; `neck` is the length of its neck."""
    return [
        frustum(colour, (0, 0, 0), (0.085, 0.17, 0.085)),
        frustum(colour, (0, 0.17, 0), (0.085, 0.05, 0.085), top=0.4),
        frustum(colour, (0, 0.215, 0), (0.034, neck, 0.034)),
        frustum(cap, (0, 0.215 + neck, 0), (0.038, 0.03, 0.038)),
        frustum(label, (0, 0.045, 0), (0.089, 0.08, 0.089)),
    ]


def soup_can() -> list[Primitive]:
    """A wide steel can with a red label and a white band."""
    return [
        frustum("#c3ccd4", (0, 0, 0), (0.095, 0.115, 0.095)),
        frustum("#d8262c", (0, 0.012, 0), (0.099, 0.09, 0.099), pattern=Pattern(2, "#f7f4ea", (0, 0.09, 0), (1, 0.35))),
        frustum("#8b929b", (0, 0.113, 0), (0.08, 0.006, 0.08)),
    ]


def soda_can() -> list[Primitive]:
    """A slim blue can with a white wave, narrow above, a ring to pull on its top."""
    return [
        frustum("#1f6fd0", (0, 0, 0), (0.07, 0.14, 0.07), pattern=Pattern(1, "#f4f8fc", (0.05, 0.045, 0.05))),
        frustum("#c3ccd4", (0, 0.14, 0), (0.07, 0.016, 0.07), top=0.75),
        box("#26282c", (0, 0.154, -0.008), (0.016, 0.006, 0.03)),
    ]


def jar_of_honey() -> list[Primitive]:
    """A wide jar of golden honey with a white lid and a bee on its label."""
    return [
        frustum("#e8960c", (0, 0, 0), (0.1, 0.085, 0.1)),
        frustum("#fff6dc", (0, 0.02, 0), (0.104, 0.045, 0.104)),
        frustum("#f4f4f0", (0, 0.085, 0), (0.106, 0.03, 0.106)),
        ellipsoid("#ffd21f", (0, 0.044, -0.05), (0.05, 0.03, 0.016), pattern=stripes("#1c1d20", 0.01, "x")),
    ]


def bag_of_coffee() -> list[Primitive]:
    """A standing dark brown bag, folded flat above, with a white label and a coffee bean."""
    return [
        box("#4a2c1a", (0, 0, 0), (0.13, 0.2, 0.085), taper=(1, 0.2)),
        box("#6b4a2d", (0, 0.2, 0), (0.13, 0.025, 0.02)),
        box("#f2e6cc", (0, 0.05, -0.037), (0.095, 0.09, 0.012), tilt=10),
        ellipsoid("#4a2c1a", (0, 0.095, -0.036), (0.036, 0.05, 0.014), tilt=10),
    ]


MORE = (
    Item("pear", "pear", (0.1, 0.16, 0.1), pear()),
    Item("grapes", "grapes", (0.24, 0.09, 0.17), grapes()),
    Item("pineapple", "pineapple", (0.15, 0.305, 0.15), pineapple()),
    Item("carrot", "carrot", (0.27, 0.075, 0.07), carrot()),
    Item("broccoli", "broccoli", (0.2, 0.17, 0.2), broccoli()),
    Item("eggplant", "eggplant", (0.265, 0.09, 0.09), eggplant()),
    Item("onion", "onion", (0.1, 0.124, 0.1), onion()),
    Item("corn cob", "corn", (0.27, 0.07, 0.12), corn_cob()),
    Item("pumpkin", "pumpkin", (0.23, 0.21, 0.24), pumpkin()),
    Item("egg carton", "eggs", (0.255, 0.097, 0.16), egg_carton()),
    Item("cheese", "cheese", (0.17, 0.105, 0.215), cheese()),
    Item("pizza", "pizza", (0.34, 0.05, 0.34), pizza()),
    Item("donut", "donut", (0.13, 0.062, 0.13), donut()),
    Item("croissant", "croissant", (0.216, 0.076, 0.12), croissant()),
    Item("jar of honey", "honey", (0.108, 0.117, 0.12), jar_of_honey()),
    Item("bag of coffee", "coffee", (0.132, 0.225, 0.09), bag_of_coffee()),
    Item("soup can", "soup", (0.1, 0.12, 0.1), soup_can()),
    Item("soda can", "soda", (0.072, 0.16, 0.072), soda_can()),
    Item("wine bottle", "wine", (0.09, 0.335, 0.09), bottle("#1f4a2c", "#8e1230", "#f2e6cc", 0.09)),
    Item("water bottle", "water", (0.09, 0.28, 0.09), bottle("#a9d8f0", "#1f6fd0", "#2f8fe8", 0.03)),
)
