"""More seats: stools, shell chairs, ottomans, a bean bag, a rocking chair, benches; `cloth` is a name in CLOTH."""

from __future__ import annotations

from sightline.chai.house.furniture.boards import board, legs, rest
from sightline.chai.house.furniture.living import CLOTH, OPEN, WOOD
from sightline.chai.house.things import Furniture
from sightline.render.primitives import around, beam, box, ellipsoid, frustum, ring, rod, stripes


def stool(cloth: str = "red") -> Furniture:
    """A low round stool with a padded seat on three wooden legs."""
    light, dark = CLOTH[cloth]
    model = [
        *ring(3, lambda h: rod("#c8924b", around(h, 0.17), around(h, 0.09, 0.42), 0.045)),
        frustum(dark, (0, 0.4, 0), (0.36, 0.03, 0.36)),
        frustum(light, (0, 0.43, 0), (0.38, 0.05, 0.38), top=0.92),
    ]
    seat = rest("seat", (-0.13, 0.48, -0.13), (0.13, 0.48 + OPEN, 0.13), margin=0)
    return Furniture(f"{cloth} stool", "stool", (0.4, 0.48, 0.4), model, surfaces=(seat,))


def bar_stool(cloth: str = "black") -> Furniture:
    """A high stool: a round seat with a low back on a steel column."""
    light, dark = CLOTH[cloth]
    model = [
        frustum("#8b929b", (0, 0, 0), (0.42, 0.03, 0.42), top=0.9),
        frustum("#c3ccd4", (0, 0.02, 0), (0.06, 0.7, 0.06)),
        frustum("#c3ccd4", (0, 0.26, 0), (0.3, 0.025, 0.3)),
        frustum(light, (0, 0.7, 0), (0.4, 0.08, 0.4)),
        box(dark, (0, 0.76, 0.17), (0.34, 0.18, 0.05)),
    ]
    seat = rest("seat", (-0.13, 0.78, -0.15), (0.13, 0.78 + OPEN, 0.11), margin=0)
    return Furniture(f"{cloth} bar stool", "stool", (0.42, 0.95, 0.42), model, surfaces=(seat,))


def shell_chair(cloth: str = "yellow") -> Furniture:
    """A moulded plastic chair with a curved back on four thin wooden legs."""
    light, dark = CLOTH[cloth]
    model = [
        *[rod("#c8924b", (x, 0, z), (0.6 * x, 0.44, 0.6 * z), 0.035) for x in (-0.22, 0.22) for z in (-0.22, 0.22)],
        box(light, (0, 0.43, -0.01), (0.46, 0.05, 0.46), taper=(1.05, 1.0)),
        box(light, (0, 0.46, 0.2), (0.44, 0.4, 0.05), taper=(0.7, 1), tilt=6),
        *[box(dark, (0.225 * s, 0.46, 0.05), (0.03, 0.14, 0.3)) for s in (-1, 1)],
    ]
    seat = rest("seat", (-0.2, 0.48, -0.22), (0.2, 0.48 + OPEN, 0.16), margin=0.01)
    return Furniture(f"{cloth} shell chair", "chair", (0.5, 0.88, 0.54), model, surfaces=(seat,))


def ottoman(cloth: str = "grey") -> Furniture:
    """A square padded footstool on short legs."""
    light, dark = CLOTH[cloth]
    model = [
        *legs("#4a3828", 0.24, 0.24, 0.12, 0.05),
        box(dark, (0, 0.11, 0), (0.6, 0.16, 0.6)),
        box(light, (0, 0.26, 0), (0.62, 0.15, 0.62), taper=(0.94, 0.94)),
    ]
    top = rest("top", (-0.28, 0.41, -0.28), (0.28, 0.41 + OPEN, 0.28), margin=0.01)
    return Furniture(f"{cloth} ottoman", "ottoman", (0.62, 0.41, 0.62), model, surfaces=(top,))


def bean_bag(cloth: str = "orange") -> Furniture:
    """A sagging round seat that bulges out at its foot."""
    light, dark = CLOTH[cloth]
    model = [
        frustum(dark, (0, 0, 0), (0.8, 0.16, 0.8), top=1.06),
        ellipsoid(light, (0, 0.22, -0.04), (0.86, 0.4, 0.8)),
        ellipsoid(light, (0, 0.36, 0.16), (0.84, 0.68, 0.5), tilt=10),
        ellipsoid(dark, (0, 0.4, -0.06), (0.42, 0.06, 0.36)),
    ]
    return Furniture(f"{cloth} bean bag", "bean bag", (0.88, 0.72, 0.88), model)


def rocking_chair(wood: str = "walnut") -> Furniture:
    """A wooden chair with arms and a high slatted back, on two long runners."""
    light, dark = WOOD[wood]
    model = [
        *[beam(dark, (x, 0.04, -0.42), (x, 0.04, 0.46), 0.05, 0.06) for x in (-0.24, 0.24)],
        *[beam(dark, (x, 0.1, 0.44), (x, 0.04, 0.3), 0.05, 0.05) for x in (-0.24, 0.24)],
        *[box(dark, (x, 0.05, z), (0.05, 0.6 if z < 0 else 0.4, 0.05)) for x in (-0.24, 0.24) for z in (-0.22, 0.2)],
        box(light, (0, 0.42, -0.01), (0.54, 0.05, 0.5)),
        *[box(dark, (x, 0.64, -0.02), (0.07, 0.04, 0.5)) for x in (-0.25, 0.25)],
        *[beam(light, (x, 0.46, 0.2), (x, 1.1, 0.36), 0.05, 0.03) for x in (-0.2, -0.07, 0.07, 0.2)],
        box(dark, (0, 1.06, 0.36), (0.54, 0.1, 0.05), tilt=14),
    ]
    seat = rest("seat", (-0.22, 0.47, -0.24), (0.22, 0.47 + OPEN, 0.16), margin=0.02)
    return Furniture(f"{wood} rocking chair", "rocking chair", (0.6, 1.18, 0.96), model, surfaces=(seat,))


def hall_bench(cloth: str = "teal", wood: str = "pine") -> Furniture:
    """A wooden bench with a padded seat over a board for shoes."""
    light, dark = WOOD[wood]
    model = [
        box(light, (0, 0.4, 0), (1.1, 0.04, 0.38)),
        box(CLOTH[cloth][0], (0, 0.44, 0), (1.06, 0.06, 0.36)),
        box(light, (0, 0.13, 0), (1.0, 0.03, 0.34), pattern=stripes(dark, 0.07, "z")),
        *legs(dark, 0.5, 0.16, 0.4, 0.06),
    ]
    surfaces = (
        rest("seat", (-0.53, 0.5, -0.18), (0.53, 0.5 + OPEN, 0.18)),
        rest("lower board", (-0.46, 0.16, -0.17), (0.46, 0.38, 0.13)),
    )
    return Furniture(f"{cloth} hall bench", "bench", (1.1, 0.5, 0.4), model, surfaces=surfaces)


def wing_chair(cloth: str = "teal") -> Furniture:
    """An armchair with a high back between two wings, on wooden feet."""
    light, dark = CLOTH[cloth]
    model = [
        *legs("#5a3a22", 0.3, 0.3, 0.17, 0.06),
        box(dark, (0, 0.15, 0), (0.78, 0.22, 0.74)),
        box(light, (0, 0.37, -0.06), (0.56, 0.11, 0.62)),
        box(dark, (0, 0.16, 0.32), (0.78, 1.04, 0.14), taper=(0.9, 1)),
        box(light, (0, 0.46, 0.21), (0.54, 0.66, 0.1), tilt=4),
        *[box(dark, (0.345 * s, 0.16, -0.02), (0.1, 0.44, 0.7)) for s in (-1, 1)],
        *[box(dark, (0.36 * s, 0.6, 0.2), (0.06, 0.54, 0.24), taper=(1, 0.7)) for s in (-1, 1)],
    ]
    seat = rest("seat", (-0.28, 0.48, -0.36), (0.28, 0.48 + OPEN, 0.14), margin=0.02)
    return Furniture(f"{cloth} wing chair", "armchair", (0.8, 1.2, 0.8), model, surfaces=(seat,))


def chaise(cloth: str = "purple") -> Furniture:
    """A long couch to lie on, its back at one end, with a roll for the head."""
    light, dark = CLOTH[cloth]
    model = [
        *legs("#5a3a22", 0.72, 0.26, 0.14, 0.06),
        board(dark, (-0.82, 0.13, -0.34), (0.82, 0.3, 0.34)),
        board(light, (-0.8, 0.3, -0.33), (0.8, 0.44, 0.33)),
        box(dark, (-0.72, 0.42, 0), (0.16, 0.42, 0.68), lean=-8),
        rod(light, (-0.58, 0.53, -0.32), (-0.58, 0.53, 0.32), 0.18),
        box(dark, (-0.2, 0.42, 0.29), (1.0, 0.3, 0.1)),
    ]
    seat = rest("seat", (-0.44, 0.44, -0.32), (0.78, 0.44 + OPEN, 0.22), margin=0.03)
    return Furniture(f"{cloth} chaise longue", "sofa", (1.72, 0.86, 0.72), model, surfaces=(seat,))


def more_pieces() -> tuple[Furniture, ...]:
    """The pieces that bundled houses do without."""
    made = {
        stool: ("red", "green"), bar_stool: ("black", "red"), shell_chair: ("yellow", "black", "teal"),
        ottoman: ("grey", "orange"), bean_bag: ("orange", "purple"), hall_bench: ("teal", "red"),
        wing_chair: ("teal", "brown"), chaise: ("purple", "beige"),
    }  # fmt: skip
    return (*(make(cloth) for make, cloths in made.items() for cloth in cloths), rocking_chair(), rocking_chair("white"))
