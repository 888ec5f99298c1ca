"""Furniture for children: a crib, a bunk bed, a toy chest, a high chair, a rocking horse, a tent, a blackboard."""

from __future__ import annotations

from sightline.chai.house.furniture.bedroom import PILLOW, SHEET
from sightline.chai.house.furniture.boards import basin, board, legs, lid, rest
from sightline.chai.house.furniture.living import CLOTH, OPEN, WOOD
from sightline.chai.house.things import Furniture
from sightline.render.primitives import Pattern, beam, box, ellipsoid, frustum, rod


def crib(wood: str = "white", cloth: str = "pink") -> Furniture:
    """A bed for a baby: bars on its long sides, the front ones lower, a coloured blanket on its mattress."""
    light, dark = WOOD[wood]
    rails = ((0.88, 0.31), (0.6, -0.31), (0.28, -0.31))
    model = [
        *legs(dark, 0.59, 0.31, 0.95, 0.06),
        *[board(light, (x - 0.015, 0.3, -0.29), (x + 0.015, 0.92, 0.29)) for x in (-0.59, 0.59)],
        board(SHEET, (-0.57, 0.34, -0.29), (0.57, 0.46, 0.29)),
        board(CLOTH[cloth][0], (-0.2, 0.36, -0.295), (0.575, 0.48, 0.295)),
        ellipsoid(PILLOW, (-0.4, 0.48, 0), (0.26, 0.1, 0.4)),
        *[board(light, (-0.56, y, z - 0.015), (0.56, y + 0.04, z + 0.015)) for y, z in rails],
        *[board(light, (-0.52 + 0.13 * k, 0.3, 0.3), (-0.49 + 0.13 * k, 0.88, 0.32)) for k in range(9)],
        *[board(light, (-0.52 + 0.13 * k, 0.3, -0.32), (-0.49 + 0.13 * k, 0.62, -0.3)) for k in range(9)],
    ]  # fmt: skip
    mattress = rest("mattress", (-0.2, 0.48, -0.27), (0.56, 0.48 + OPEN, 0.28))
    return Furniture(f"{wood} crib", "crib", (1.24, 0.95, 0.68), model, surfaces=(mattress,))


def bunk_bed(cloth: str = "blue", wood: str = "pine") -> Furniture:
    """Two narrow beds, one above the other, with a ladder at the right of its front; the lower one holds things."""
    light, dark = WOOD[wood]
    cover, fold = CLOTH[cloth]
    beds = [
        part
        for y in (0.3, 1.3)
        for part in (
            *[board(light, (-1.0, y, z - 0.02), (1.0, y + 0.14, z + 0.02)) for z in (-0.46, 0.46)],
            board(SHEET, (-0.97, y + 0.04, -0.44), (0.97, y + 0.2, 0.44)),
            board(cover, (-0.3, y + 0.05, -0.45), (0.975, y + 0.22, 0.45)),
            board(fold, (-0.42, y + 0.06, -0.452), (-0.28, y + 0.23, 0.452)),
            ellipsoid(PILLOW, (-0.72, y + 0.24, 0), (0.36, 0.14, 0.6)),
        )
    ]
    model = [
        *legs(dark, 0.98, 0.46, 1.75, 0.08),
        *beds,
        *[board(light, (x - 0.02, y, -0.44), (x + 0.02, y + 0.16, 0.44)) for x in (-0.98, 0.98) for y in (0.5, 1.55)],
        board(light, (-0.95, 1.62, -0.48), (0.3, 1.7, -0.45)),
        *[rod(dark, (x, 0, -0.5), (x, 1.62, -0.5), 0.04) for x in (0.5, 0.82)],
        *[rod(light, (0.5, y, -0.5), (0.82, y, -0.5), 0.035) for y in (0.28, 0.58, 0.88, 1.18, 1.48)],
    ]
    lower = rest("lower bed", (-0.28, 0.52, -0.44), (0.9, 1.2, 0.3), margin=0.04)
    return Furniture(f"{cloth} bunk bed", "bed", (2.06, 1.78, 1.06), model, surfaces=(lower,))


def toy_chest(colour: str = "red") -> Furniture:
    """A painted chest with a yellow ring on its front and a lid that lifts."""
    light, dark = CLOTH[colour]
    rim, floor, hole = 0.46, 0.2, (-0.37, 0.37, -0.19, 0.17)
    model = [
        *basin(light, (-0.4, 0.04, -0.23), (0.4, rim, 0.2), hole, floor, "#e8ddc8"),
        board("#4a3828", (-0.36, 0, -0.2), (0.36, 0.04, 0.18)),
        *[
            rod(tone, (0, 0.25, -0.23), (0, 0.25, -end), wide)
            for tone, end, wide in (("#ffe04a", 0.236, 0.24), (dark, 0.239, 0.12))
        ],
    ]
    cover = lid("lid", "toy chest lid", (-0.41, rim + 0.004, -0.24), (0.41, rim + 0.045, 0.2), dark)
    inside = rest("inside", (hole[0], floor, hole[2] + 0.04), (hole[1], rim, hole[3]), "lid")
    return Furniture(f"{colour} toy chest", "toy chest", (0.84, 0.52, 0.48), model, (cover,), surfaces=(inside,))


def high_chair(cloth: str = "green") -> Furniture:
    """A child's chair on long legs with a white tray in front."""
    light, _ = CLOTH[cloth]
    model = [
        *[rod("#c8924b", (0.26 * s, 0, z), (0.17 * s, 0.6, 0.6 * z), 0.045) for s in (-1, 1) for z in (-0.28, 0.26)],
        box("#c8924b", (0, 0.2, -0.2), (0.4, 0.03, 0.12)),
        box(light, (0, 0.56, 0.02), (0.38, 0.06, 0.36)),
        box(light, (0, 0.6, 0.18), (0.36, 0.4, 0.06), taper=(0.85, 1)),
        box("#f6f6f2", (0, 0.78, -0.17), (0.5, 0.03, 0.26)),
        *[box("#f6f6f2", (0.22 * s, 0.78, 0.02), (0.05, 0.03, 0.24)) for s in (-1, 1)],
    ]
    tray = rest("tray", (-0.25, 0.81, -0.3), (0.25, 0.81 + OPEN, -0.04), margin=0.02)
    return Furniture(f"{cloth} high chair", "high chair", (0.6, 1.02, 0.62), model, surfaces=(tray,))


def rocking_horse() -> Furniture:
    """A brown toy horse with a red saddle and a yellow mane, on two runners, its head to the left."""
    brown, dark = "#a5662e", "#7b4a28"
    model = [
        *[beam(dark, (-0.42, 0.03, z), (0.42, 0.03, z), 0.04, 0.05) for z in (-0.13, 0.13)],
        *[rod(brown, (x, 0.05, z), (0.6 * x, 0.36, 0.6 * z), 0.06) for x in (-0.28, 0.28) for z in (-0.13, 0.13)],
        ellipsoid(brown, (0, 0.44, 0), (0.62, 0.26, 0.24)),
        box("#d8433b", (0.03, 0.44, 0), (0.2, 0.14, 0.26), taper=(0.9, 0.8)),
        rod(brown, (-0.22, 0.46, 0), (-0.36, 0.74, 0), 0.16, top=0.7),
        ellipsoid(brown, (-0.4, 0.74, 0), (0.28, 0.14, 0.13), lean=18),
        beam("#edb93a", (-0.17, 0.56, 0), (-0.31, 0.86, 0), 0.05, 0.07),
        rod("#edb93a", (0.28, 0.46, 0), (0.42, 0.3, 0), 0.06),
    ]
    return Furniture("rocking horse", "rocking horse", (1.1, 0.88, 0.36), model)


def play_tent(cloth: str = "blue") -> Furniture:
    """A pointed tent of cloth with stripes, a dark opening and crossed poles at its top."""
    light, _ = CLOTH[cloth]
    model = [
        box(light, (0, 0, 0), (1.0, 1.35, 1.0), taper=(0.06, 0.06), pattern=Pattern(2, "#f7f1dc", (0.2, 0, 0.2), (0.4, 1))),
        box("#2b2d31", (0, 0, -0.25), (0.44, 0.85, 0.5), taper=(0.1, 0.1)),
        *[rod("#c8924b", (0.03 * s, 1.3, 0), (0.09 * s, 1.5, 0), 0.025) for s in (-1, 1)],
    ]
    return Furniture(f"{cloth} play tent", "play tent", (1.0, 1.5, 1.0), model)


def blackboard() -> Furniture:
    """A black board on a wooden easel with a chalk drawing of a house."""
    wood, chalk = "#c8924b", "#f4f4f0"
    model = [
        *[rod(wood, (0.34 * s, 0, -0.16), (0.3 * s, 1.2, 0.02), 0.04) for s in (-1, 1)],
        *[rod(wood, (0.3 * s, 0, 0.2), (0.28 * s, 1.15, 0.03), 0.04) for s in (-1, 1)],
        box("#23352b", (0, 0.5, -0.1), (0.66, 0.62, 0.03), tilt=9),
        box(chalk, (-0.1, 0.6, -0.106), (0.22, 0.16, 0.03), tilt=9),
        box("#e5383b", (-0.1, 0.76, -0.082), (0.28, 0.12, 0.03), taper=(0, 1), tilt=9),
        frustum("#ffd92e", (0.18, 0.92, -0.044), (0.13, 0.03, 0.13), tilt=-81),
    ]
    return Furniture("blackboard", "blackboard", (0.72, 1.24, 0.46), model)


def more_pieces() -> tuple[Furniture, ...]:
    """The pieces that bundled houses do without."""
    return (
        crib(), crib("oak", "blue"), bunk_bed(), bunk_bed("red", "white"), toy_chest(), toy_chest("teal"), high_chair(),
        rocking_horse(), play_tent(), blackboard(),
    )  # fmt: skip
