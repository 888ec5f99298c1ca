"""More things for laundry, cleaning and care, in houses other than the bundled ones."""

from __future__ import annotations

from sightline.chai.house.items.washing import towel
from sightline.chai.house.things import Item
from sightline.render.primitives import Pattern, Primitive, beam, box, dome, frustum, rod, stripes


def laundry_detergent() -> list[Primitive]:
    """A big blue canister with a hollow grip, a white label and an orange cap."""
    return [
        box("#1f56c4", (0, 0, 0), (0.19, 0.2, 0.1), (0.95, 0.9)),
        box("#1f56c4", (0, 0.2, 0), (0.18, 0.05, 0.09), (0.5, 0.7)),
        frustum("#ff8a1f", (-0.03, 0.245, 0), (0.07, 0.045, 0.07), top=0.85),
        box(
            "#ffffff",
            (-0.01, 0.05, 0),
            (0.12, 0.11, 0.103),
            (0.98, 0.96),
            pattern=Pattern(2, "#ff8a1f", (1, 1, 0), (0.06, 0.05)),
        ),
    ]


def iron() -> list[Primitive]:
    """A teal iron with a steel sole, pointed to the left, and a thick handle."""
    return [
        box("#c3ccd4", (0.03, 0, 0), (0.16, 0.02, 0.12)),
        frustum("#c3ccd4", (-0.05, 0, 0), (0.17, 0.02, 0.12)),
        box("#1f9a98", (0.03, 0.02, 0), (0.15, 0.06, 0.1), (0.8, 0.6)),
        frustum("#1f9a98", (-0.04, 0.02, 0), (0.15, 0.05, 0.1), top=0.6),
        beam("#f4f6f7", (-0.06, 0.075, 0), (-0.03, 0.14, 0), 0.03, 0.03),
        beam("#f4f6f7", (-0.045, 0.14, 0), (0.1, 0.13, 0), 0.036, 0.036),
        beam("#f4f6f7", (0.085, 0.13, 0), (0.08, 0.07, 0), 0.03, 0.03),
    ]


def hair_dryer() -> list[Primitive]:
    """A lying pink hair dryer: a wide barrel with a black mouth to the left, a bent grip to the right."""
    pink = "#e8418e"
    return [
        rod(pink, (0.06, 0.05, 0), (-0.06, 0.05, 0), 0.1, top=0.75),
        rod("#26282c", (-0.055, 0.05, 0), (-0.12, 0.05, 0), 0.07, top=0.85),
        rod("#26282c", (0.055, 0.05, 0), (0.066, 0.05, 0), 0.085),
        beam(pink, (0.03, 0.03, -0.03), (0.06, 0.022, -0.15), 0.04, 0.04),
        box("#ffffff", (0.05, 0.04, -0.11), (0.014, 0.012, 0.03)),
    ]


def tissue_box() -> list[Primitive]:
    """A flowered box with a white tissue that stands up from its slit."""
    return [
        box("#8fd0c8", (0, 0, 0), (0.24, 0.09, 0.13), pattern=Pattern(2, "#f7a8c4", (0.06, 0.045, 0.065), (0.45, 0.45))),
        frustum("#5fa8a0", (0, 0.088, 0), (0.14, 0.006, 0.05)),
        box("#ffffff", (0, 0.08, 0), (0.06, 0.09, 0.02), (2.0, 1.5), lean=6),
    ]


def first_aid_kit() -> list[Primitive]:
    """A white case with a red cross on its front and a red handle."""
    return [
        box("#f7f7f4", (0, 0, 0), (0.28, 0.2, 0.1)),
        *[box("#e01f2d", (0, y, 0), (w, h, 0.106)) for y, w, h in ((0.045, 0.04, 0.11), (0.08, 0.11, 0.04))],
        *[rod("#e01f2d", (0.06 * s, 0.195, 0), (0.055 * s, 0.235, 0), 0.02) for s in (-1, 1)],
        rod("#e01f2d", (-0.065, 0.235, 0), (0.065, 0.235, 0), 0.022),
    ]


def dustpan() -> list[Primitive]:
    """A lying green dustpan with its handle to the right and a brush with pale hair across it."""
    return [
        box("#3f9a3a", (-0.06, 0, 0), (0.22, 0.012, 0.24)),
        box("#3f9a3a", (0.05, 0.005, 0), (0.014, 0.06, 0.24)),
        *[box("#3f9a3a", (-0.05, 0.005, 0.115 * s), (0.19, 0.035, 0.012)) for s in (-1, 1)],
        rod("#3f9a3a", (0.05, 0.035, 0), (0.19, 0.03, 0), 0.03),
        box("#f2e2b0", (-0.07, 0.012, 0), (0.05, 0.035, 0.19), pattern=stripes("#c9a860", 0.012, "z")),
        box("#c8262c", (-0.07, 0.045, 0), (0.045, 0.02, 0.2)),
    ]


def plunger() -> list[Primitive]:
    """A red rubber cup with a tall wooden stick."""
    return [
        dome("#c8262c", (0, 0, 0), (0.15, 0.075, 0.15)),
        frustum("#98181f", (0, 0, 0), (0.156, 0.02, 0.156)),
        frustum("#98181f", (0, 0.065, 0), (0.05, 0.03, 0.05)),
        rod("#d9a868", (0, 0.08, 0), (0, 0.42, 0), 0.026),
    ]


def hand_mirror() -> list[Primitive]:
    """A lying round mirror in a purple frame with a handle to the right."""
    return [
        frustum("#7a3fa8", (-0.07, 0, 0), (0.16, 0.016, 0.16)),
        frustum("#dfe9f0", (-0.07, 0.01, 0), (0.13, 0.012, 0.13)),
        box("#ffffff", (-0.08, 0.015, 0), (0.02, 0.01, 0.08), turn=30),
        beam("#7a3fa8", (0.0, 0.009, 0), (0.15, 0.009, 0), 0.016, 0.03),
    ]


MORE = (
    Item("green towel", "towel", (0.36, 0.12, 0.26), towel("#4f9f5f", "#e8f4d8")),
    Item("laundry detergent", "detergent", (0.19, 0.29, 0.105), laundry_detergent()),
    Item("iron", "iron", (0.27, 0.165, 0.12), iron()),
    Item("hair dryer", "hair dryer", (0.24, 0.105, 0.31), hair_dryer()),
    Item("tissue box", "tissues", (0.24, 0.18, 0.135), tissue_box()),
    Item("first aid kit", "first aid kit", (0.28, 0.25, 0.108), first_aid_kit()),
    Item("dustpan", "dustpan", (0.39, 0.07, 0.245), dustpan()),
    Item("plunger", "plunger", (0.16, 0.42, 0.16), plunger()),
    Item("hand mirror", "hand mirror", (0.31, 0.03, 0.165), hand_mirror()),
)
