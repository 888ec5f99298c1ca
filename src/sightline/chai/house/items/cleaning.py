"""Things to wash and wipe with."""

from __future__ import annotations

from sightline.chai.house.things import Item
from sightline.render.primitives import Pattern, Primitive, beam, box, checker, ellipsoid, frustum, grid, rod, speckle


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


ITEMS = (
    Item("sponge", "sponge", (0.15, 0.058, 0.095), sponge),
    Item("dish soap", "dish soap", (0.115, 0.255, 0.074), dish_soap),
    Item("spray bottle", "spray bottle", (0.16, 0.265, 0.08), spray_bottle),
    Item("paper towel roll", "paper towels", (0.15, 0.282, 0.15), paper_towel_roll),
    Item("dish cloth", "cloth", (0.25, 0.042, 0.2), dish_cloth),
    Item("bucket", "bucket", (0.3, 0.373, 0.3), bucket),
)
