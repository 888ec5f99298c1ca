"""Things to wash and wipe with."""

from __future__ import annotations

from sightline.chai.things import Item
from sightline.render.primitives import Pattern, Primitive, beam, box, checker, frustum, grid, rod, speckle


def sponge() -> list[Primitive]:
    """A yellow sponge with a rough green top."""
    return [
        box("#ffd836", (0, 0, 0), (0.15, 0.04, 0.095), pattern=speckle(0.3, 0.012)),
        box("#2f8a3d", (0, 0.04, 0), (0.15, 0.018, 0.095), pattern=speckle(0.3, 0.01)),
    ]


def dish_soap() -> list[Primitive]:
    """A flat bottle of bright green dish soap with a white label and a white nozzle."""
    return [
        frustum("#39c24a", (0, 0, 0), (0.11, 0.17, 0.07), pattern=grid("#ffffff", 0, 1, (1, 0.065))),
        frustum("#39c24a", (0, 0.17, 0), (0.11, 0.035, 0.07), top=0.4),
        frustum("#ffffff", (0, 0.2, 0), (0.042, 0.025, 0.042)),
        frustum("#ffffff", (0, 0.224, 0), (0.022, 0.03, 0.022)),
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
    """A folded red and white chequered cloth."""
    return [
        box("#ffffff", (0, 0, 0), (0.24, 0.022, 0.19), pattern=checker("#d8262c", 0.03)),
        box("#ffffff", (0.004, 0.021, 0.012), (0.22, 0.02, 0.155), pattern=checker("#d8262c", 0.03), turn=3),
    ]


def bucket() -> list[Primitive]:
    """A blue plastic bucket with a steel handle over it."""
    blue, steel = "#2a62d8", "#c3ccd4"
    return [
        frustum(blue, (0, 0, 0), (0.22, 0.25, 0.22), top=1.36),
        frustum("#183a86", (0, 0.24, 0), (0.26, 0.016, 0.26)),
        *[rod(steel, (0.14 * s, 0.23, 0), (0.08 * s, 0.36, 0), 0.016) for s in (-1, 1)],
        rod("#f2c12e", (-0.085, 0.36, 0), (0.085, 0.36, 0), 0.026),
    ]


ITEMS = (
    Item("sponge", "sponge", (0.15, 0.058, 0.095), sponge),
    Item("dish soap", "dish soap", (0.11, 0.255, 0.07), dish_soap),
    Item("spray bottle", "spray bottle", (0.16, 0.265, 0.08), spray_bottle),
    Item("paper towel roll", "paper towels", (0.15, 0.282, 0.15), paper_towel_roll),
    Item("dish cloth", "cloth", (0.24, 0.042, 0.19), dish_cloth),
    Item("bucket", "bucket", (0.3, 0.373, 0.3), bucket),
)
