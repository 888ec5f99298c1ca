"""Plants in pots."""

from __future__ import annotations

from sightline.chai.house.things import Furniture
from sightline.render.primitives import Pattern, Primitive, around, box, ellipsoid, frustum, ring, rod, speckle, stripes


def potted_plant() -> Furniture:
    """A big plant with long arching leaves in a terracotta pot."""

    def leaf(heading: float) -> Primitive:
        if heading % 120 == 0:
            return ellipsoid("#3fa845", around(heading, 0.15, 0.95), (0.25, 0.9, 0.05), heading, 14)
        return ellipsoid("#2b8438", around(heading, 0.2, 0.72), (0.25, 0.75, 0.05), heading, 34)

    model = [
        frustum("#c8643a", (0, 0, 0), (0.34, 0.4, 0.34), top=1.35),
        frustum("#a94f2b", (0, 0.36, 0), (0.5, 0.07, 0.5)),
        frustum("#4a3424", (0, 0.37, 0), (0.44, 0.075, 0.44)),
        *ring(6, leaf),
    ]
    return Furniture("potted plant", "plant", (0.85, 1.4, 0.85), model)


def palm() -> Furniture:
    """A small palm: a thin bent trunk with hanging fans of leaves, in a white pot."""
    model = [
        frustum("#f1efe8", (0, 0, 0), (0.3, 0.34, 0.3), top=1.25),
        frustum("#4a3424", (0, 0.31, 0), (0.32, 0.04, 0.32)),
        rod("#8a6a42", (0, 0.3, 0), (0.03, 1.15, 0), 0.08, top=0.7),
        *ring(
            7,
            lambda h: ellipsoid("#4fae4a", (0.03 + around(h, 0.24)[0], 1.2, around(h, 0.24)[2]), (0.14, 0.04, 0.52), h, 28),
        ),
    ]
    return Furniture("palm", "plant", (1.0, 1.34, 1.0), model)


def snake_plant() -> Furniture:
    """Stiff upright leaves with yellow edges, in a low grey pot."""
    pot = ((0, 0, 0), (0.36, 0.3, 0.36))
    leaves = (
        (-0.1, -0.03, 0.62, -8),
        (0.09, -0.05, 0.7, 7),
        (0, 0.08, 0.8, 0),
        (-0.03, -0.09, 0.5, -3),
        (0.08, 0.07, 0.56, 10),
    )
    model = [
        frustum("#7d858f", *pot),
        frustum("#4a3424", (0, 0.29, 0), (0.32, 0.02, 0.32)),
        *[
            box(
                "#e6d66a",
                (x, 0.28, z),
                (0.11, high, 0.02),
                taper=(0.25, 1),
                lean=lean,
                pattern=Pattern(2, "#2f7d46", (0.2, 0.08, 0), (0.38, 0.8)),
            )
            for x, z, high, lean in leaves
        ],
    ]
    return Furniture("snake plant", "plant", (0.5, 1.1, 0.4), model)


def tall_cactus() -> Furniture:
    """A man-high cactus with two bent arms, in a round blue pot."""
    green, ribs = "#3f9a52", stripes("#2a6f3a", 0.035, "x")
    model = [
        frustum("#3f6fb4", (0, 0, 0), (0.3, 0.32, 0.3), top=1.3),
        frustum("#cdb58a", (0, 0.3, 0), (0.34, 0.03, 0.34)),
        frustum(green, (0, 0.3, 0), (0.2, 0.95, 0.2), pattern=ribs),
        ellipsoid(green, (0, 1.25, 0), (0.2, 0.22, 0.2), pattern=ribs),
        *[rod(green, (0.05 * s, y, 0), (0.22 * s, y + 0.06, 0), 0.11) for s, y in ((-1, 0.7), (1, 0.55))],
        *[ellipsoid(green, (0.22 * s, y, 0), (0.13, 0.42, 0.13)) for s, y in ((-1, 0.92), (1, 0.78))],
    ]
    return Furniture("tall cactus", "plant", (0.6, 1.38, 0.42), model)


def flower_bush() -> Furniture:
    """A round bush with pink blossoms, in a square wooden tub."""
    heads = (
        (0, 0.88, -0.12),
        (-0.2, 0.75, -0.14),
        (0.2, 0.76, -0.12),
        (-0.12, 0.58, -0.26),
        (0.13, 0.58, -0.25),
        (0.02, 0.7, -0.27),
    )
    model = [
        box("#a9713c", (0, 0, 0), (0.42, 0.36, 0.42), taper=(1.15, 1.15), pattern=stripes("#8f5f30", 0.09, "x")),
        ellipsoid("#3a8a3c", (0, 0.62, 0), (0.62, 0.6, 0.6), pattern=speckle(0.4, 0.06)),
        *[ellipsoid("#ee5fa0", at, (0.13, 0.13, 0.1)) for at in heads],
    ]
    return Furniture("flower bush", "plant", (0.66, 0.96, 0.66), model)
