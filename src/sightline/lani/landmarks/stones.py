"""Landmarks of stone, and statues."""

from __future__ import annotations

from sightline.render.primitives import Pattern, Primitive, beam, box, dome, ellipsoid, frustum, grid, rod, speckle, stripes


def rock() -> list[Primitive]:
    """A big jagged dark grey crag."""
    grain = speckle(0.3, 0.6)
    return [
        box("#55565c", (0.2, -0.2, 0.2), (3.6, 6.6, 3.4), (0.25, 0.4), turn=20, lean=-8, pattern=grain),
        box("#484a50", (-1.2, -0.2, -0.8), (2.6, 4.4, 2.6), (0.3, 0.2), turn=50, lean=-14, pattern=grain),
        box("#5f6067", (1.4, -0.2, -0.6), (2.4, 3.4, 2.6), (0.2, 0.4), turn=-25, lean=16, pattern=grain),
        box("#484a50", (0.6, -0.2, 1.5), (2.6, 2.6, 2.2), (0.4, 0.2), turn=10, tilt=12, pattern=grain),
    ]


def stone1() -> list[Primitive]:
    """A stack of thick, rough, pale stone slabs, like a cairn."""
    grain = speckle(0.3, 0.5)
    return [
        box("#cdc4ae", (0, -0.1, 0), (5.4, 1.7, 4.4), (0.8, 0.85), turn=12, pattern=grain),
        box("#b5aa90", (0.2, 1.5, 0.1), (4.2, 1.4, 3.7), (0.85, 0.75), turn=-30, lean=4, pattern=grain),
        box("#d9d1bd", (-0.2, 2.8, 0), (3.6, 1.3, 2.8), (0.75, 0.85), turn=35, lean=-6, pattern=grain),
        box("#bfb59c", (0.1, 3.9, 0), (2.3, 1.3, 2.0), (0.6, 0.5), turn=-10, lean=5, pattern=grain),
    ]


def stone2() -> list[Primitive]:
    """A tall red standing stone with faint bands."""
    return [
        box("#a8502c", (-0.4, -0.2, 0), (3.2, 8.6, 2.4), (0.5, 0.45), turn=15, lean=6, pattern=stripes("#ba6840", 1.1)),
        box("#8d4327", (-1.3, -0.2, 0.6), (2.2, 4.6, 2.0), (0.4, 0.5), turn=40, lean=-4),
        box("#b7613b", (1.5, -0.1, -0.7), (1.8, 1.4, 1.7), (0.6, 0.5), turn=-20),
    ]


def stone3() -> list[Primitive]:
    """A lumpy bluish grey boulder with flat facets and a patch of moss, a smaller stone beside it."""
    grain = speckle(0.3, 0.6)
    return [
        box("#6f86a8", (-0.1, -0.2, 0.3), (4.4, 3.6, 3.7), (0.6, 0.55), turn=20, pattern=grain),
        ellipsoid("#7790b5", (-0.3, 1.7, 0.2), (3.6, 4.4, 3.6), turn=20, lean=-20, pattern=grain),
        box("#6a80a3", (0.7, -0.2, -0.4), (3.0, 2.8, 3.2), (0.55, 0.5), turn=-25, lean=6, pattern=grain),
        ellipsoid("#64913a", (-0.6, 3.1, 0.1), (2.7, 1.7, 2.6), lean=-16, pattern=speckle(0.4, 0.4)),
        box("#8aa0c2", (1.9, -0.1, -1.6), (1.8, 1.5, 1.6), (0.6, 0.5), turn=40, pattern=grain),
    ]


def tombstone() -> list[Primitive]:
    """A rounded grey gravestone with a dark cross, before a mound of earth."""
    grey, dark = "#a3a7ab", "#3a3d42"
    return [
        box("#82868b", (0, 0, 0.9), (5.0, 0.7, 2.2)),
        box(grey, (0, 0.6, 0.9), (4.0, 3.6, 1.2)),
        frustum(grey, (0, 4.2, 0.3), (4.0, 1.2, 4.0), tilt=90),
        box(dark, (0, 1.4, 0.9), (0.75, 4.0, 1.4)),
        box(dark, (0, 3.6, 0.9), (2.4, 0.75, 1.36)),
        ellipsoid("#6b4a2f", (0, 0, -1.2), (3.0, 1.4, 3.4)),
    ]


def column() -> list[Primitive]:
    """A white classical column with base and capital."""
    white = "#f2f0ea"
    return [
        box(white, (0, 0, 0), (4.0, 0.7, 4.0)),
        frustum(white, (0, 0.65, 0), (3.3, 0.7, 3.3), top=0.85),
        frustum(white, (0, 1.3, 0), (2.4, 6.2, 2.4), top=0.85, pattern=Pattern(1, "#c9c7c2", (0.5, 0, 0.5))),
        frustum(white, (0, 7.4, 0), (2.2, 0.9, 2.2), top=1.6),
        box(white, (0, 8.25, 0), (4.0, 0.7, 4.0)),
    ]


def pillar() -> list[Primitive]:
    """A square red-brick pillar with a pointed sandstone cap."""
    sand = "#e0bd7e"
    return [
        box(sand, (0, 0, 0), (3.6, 0.9, 3.6), (0.9, 0.9)),
        box("#d9b08a", (0, 0.85, 0), (2.6, 4.9, 2.6), pattern=grid("#a83c26", 1.3, 0.7, (0.85, 0.75))),
        box(sand, (0, 5.7, 0), (3.4, 0.6, 3.4)),
        box(sand, (0, 6.25, 0), (3.0, 1.8, 3.0), (0, 0)),
    ]


def lion_statue() -> list[Primitive]:
    """A golden lion with a brown mane, sitting on a stone plinth."""
    gold, mane = "#e9b53c", "#a5611a"
    return [
        box("#b9b4a8", (0, 0, 0.4), (5.2, 1.5, 7.0), (0.94, 0.96)),
        ellipsoid(gold, (0, 3.0, 1.9), (4.2, 3.4, 3.8)),
        ellipsoid(gold, (0, 4.4, 0.2), (3.0, 5.6, 3.2), tilt=-18),
        rod(gold, (-0.9, 4.6, -1.2), (-1.0, 1.4, -1.9), 1.2),
        rod(gold, (0.9, 4.6, -1.2), (1.0, 1.4, -1.9), 1.2),
        ellipsoid(mane, (0, 6.9, -0.6), (4.2, 4.4, 3.0)),
        ellipsoid(gold, (0, 7.1, -1.6), (2.4, 2.6, 2.2)),
        ellipsoid("#f6dc92", (0, 6.5, -2.6), (1.4, 1.1, 1.2)),
        ellipsoid("#3a2410", (0, 6.8, -3.1), (0.7, 0.5, 0.5)),
        rod(gold, (1.0, 2.0, 3.2), (1.6, 4.6, 3.9), 0.6),
        ellipsoid(mane, (1.65, 5.0, 4.0), (1.1, 1.4, 1.1)),
    ]


def gorilla() -> list[Primitive]:
    """A dark gorilla on its knuckles, with a silver back and a grey face."""
    fur = "#2c2c33"
    return [
        ellipsoid(fur, (0, 3.6, 0.2), (3.5, 5.2, 3.3), tilt=-50),
        ellipsoid("#8a8d96", (0, 3.9, 0.95), (2.7, 3.6, 2.4), tilt=-50),
        rod(fur, (-1.4, 4.6, -0.8), (-2.0, 0, -1.6), 1.7, 0.75),
        rod(fur, (1.4, 4.6, -0.8), (2.0, 0, -1.6), 1.7, 0.75),
        rod(fur, (-1.0, 2.6, 1.5), (-1.3, 0, 1.7), 1.6, 0.8),
        rod(fur, (1.0, 2.6, 1.5), (1.3, 0, 1.7), 1.6, 0.8),
        ellipsoid(fur, (0, 5.6, -1.5), (2.2, 2.8, 2.2)),
        ellipsoid("#9b8d84", (0, 5.4, -2.3), (1.5, 1.6, 1.0)),
        ellipsoid("#5b4f49", (0, 4.8, -2.5), (1.3, 0.8, 1.0)),
    ]


def soldier() -> list[Primitive]:
    """A green toy soldier with helmet and rifle on a flat stand."""
    green, deep, rifle = "#3f9a3c", "#256b2a", "#173d1a"
    return [
        frustum(deep, (0, 0, 0), (5.0, 0.4, 3.6)),
        rod(green, (-1.0, 0.3, 0), (-0.5, 3.2, 0), 1.1),
        rod(green, (1.0, 0.3, 0), (0.5, 3.2, 0), 1.1),
        box(green, (0, 2.9, 0), (2.3, 2.6, 1.3)),
        box(deep, (0, 2.8, 0), (2.45, 0.5, 1.45)),
        rod(green, (-1.2, 5.2, 0), (-0.9, 3.7, -1.0), 0.8),
        rod(green, (1.2, 5.2, 0), (0.9, 4.4, -1.0), 0.8),
        ellipsoid("#6cc25f", (0, 6.1, -0.1), (1.3, 1.5, 1.3)),
        dome(deep, (0, 6.3, 0), (2.1, 1.2, 2.1)),
        beam(rifle, (-0.8, 3.7, -1.2), (2.2, 7.4, -1.2), 0.35, 0.35),
        beam(rifle, (-2.0, 2.5, -1.2), (-0.2, 4.45, -1.2), 0.55, 0.8),
    ]
