"""Things to cook in, to serve in and to eat with."""

from __future__ import annotations

from sightline.chai.house.things import Item
from sightline.render.primitives import Pattern, Primitive, beam, box, dome, ellipsoid, frustum, grid, rod, stripes

GLASS, GLASS_INSIDE, WATER = "#cfe0eb", "#86a9c2", "#79aed4"
STEEL, DARK_STEEL, BLACK = "#b4bec7", "#7f8a94", "#26282c"


def water_glass() -> list[Primitive]:
    """A short wide tumbler of pale glass, half full of water."""
    return [
        frustum(WATER, (0, 0, 0), (0.082, 0.117, 0.082), top=1.3, pattern=stripes(GLASS, 0.08)),
        frustum(GLASS_INSIDE, (0, 0.1, 0), (0.094, 0.02, 0.094)),
    ]


def tall_glass() -> list[Primitive]:
    """A tall slim glass with water in it and a red straw."""
    return [
        frustum(WATER, (0, 0, 0), (0.075, 0.207, 0.075), top=1.2, pattern=stripes(GLASS, 0.12)),
        frustum(GLASS_INSIDE, (0, 0.195, 0), (0.078, 0.015, 0.078)),
        rod("#e0262c", (0.005, 0.2, 0), (0.032, 0.265, 0), 0.016),
    ]


def wine_glass() -> list[Primitive]:
    """A pale goblet on a thin stem and a flat foot, half full of red wine."""
    clear = "#e6eff4"
    return [
        frustum(clear, (0, 0, 0), (0.1, 0.012, 0.1), top=0.7),
        frustum(clear, (0, 0.01, 0), (0.016, 0.1, 0.016)),
        frustum("#8e1230", (0, 0.1, 0), (0.04, 0.055, 0.04), top=2.8),
        frustum(clear, (0, 0.155, 0), (0.112, 0.072, 0.112), top=0.8),
        frustum("#a8bfcc", (0, 0.212, 0), (0.078, 0.017, 0.078)),
    ]


def plate() -> list[Primitive]:
    """A large white dinner plate with a blue ring."""
    return [
        frustum("#f7f6f1", (0, 0, 0), (0.17, 0.024, 0.17), top=1.58),
        frustum("#2e6bc6", (0, 0.015, 0), (0.225, 0.013, 0.225)),
        frustum("#f7f6f1", (0, 0.015, 0), (0.19, 0.017, 0.19)),
    ]


def small_plate() -> list[Primitive]:
    """A small plate, orange with a cream middle."""
    return [
        frustum("#e98a2b", (0, 0, 0), (0.12, 0.024, 0.12), top=1.58),
        frustum("#fbefd0", (0, 0.015, 0), (0.135, 0.014, 0.135)),
    ]


def mug(colour: str) -> list[Primitive]:
    """A mug of coffee of one strong colour, its handle on the right."""
    return [
        frustum(colour, (-0.02, 0, 0), (0.1, 0.117, 0.1)),
        frustum("#3d2415", (-0.02, 0.1, 0), (0.08, 0.02, 0.08)),
        rod(colour, (0.02, 0.095, 0), (0.065, 0.07, 0), 0.02),
        rod(colour, (0.065, 0.077, 0), (0.02, 0.02, 0), 0.02),
    ]


def bowl() -> list[Primitive]:
    """A round turquoise bowl, cream inside."""
    return [
        frustum("#16a5a8", (0, 0, 0), (0.1, 0.04, 0.1), top=1.7),
        frustum("#16a5a8", (0, 0.04, 0), (0.17, 0.045, 0.17), top=1.18),
        frustum("#f3ead2", (0, 0.07, 0), (0.175, 0.02, 0.175)),
    ]


def wooden_bowl() -> list[Primitive]:
    """A wide shallow wooden bowl with dark grain, darker inside."""
    grain = stripes("#b5793a", 0.014)
    return [
        frustum("#d19a58", (0, 0, 0), (0.15, 0.087, 0.15), top=1.8, pattern=grain),
        frustum("#8f5a28", (0, 0.07, 0), (0.235, 0.02, 0.235)),
    ]


def fork() -> list[Primitive]:
    """A steel fork lying on its back, three tines with wide gaps between them to the right."""
    steel = "#97a2ac"
    return [
        beam(steel, (-0.12, 0.008, 0), (-0.04, 0.008, 0), 0.022, 0.014),
        beam(steel, (-0.05, 0.008, 0), (0.03, 0.008, 0), 0.012, 0.012),
        frustum(steel, (0.03, 0.002, 0), (0.045, 0.012, 0.066)),
        *[beam(steel, (0.03, 0.008, z), (0.12, 0.011, z), 0.009, 0.009) for z in (-0.028, 0, 0.028)],
    ]


def knife() -> list[Primitive]:
    """A steel knife with a wide blade and a black handle, lying flat."""
    return [
        beam(BLACK, (-0.14, 0.012, 0.006), (-0.01, 0.012, 0.006), 0.03, 0.024),
        box("#d3dbe2", (0.05, 0.004, 0), (0.13, 0.014, 0.048)),
        frustum("#d3dbe2", (0.113, 0.004, 0), (0.054, 0.014, 0.048)),
    ]


def spoon() -> list[Primitive]:
    """A steel spoon with an egg-shaped bowl, darker inside, lying flat."""
    return [
        beam(STEEL, (-0.13, 0.012, 0), (0.06, 0.012, 0), 0.016, 0.014),
        ellipsoid(STEEL, (0.085, 0.014, 0), (0.09, 0.028, 0.068)),
        ellipsoid(DARK_STEEL, (0.087, 0.024, 0), (0.06, 0.014, 0.042)),
    ]


def cooking_pot() -> list[Primitive]:
    """A steel pot with two black handles, and a lid with a black knob."""
    return [
        frustum(STEEL, (0, 0, 0), (0.26, 0.15, 0.26)),
        frustum("#dbe2e8", (0, 0.145, 0), (0.275, 0.015, 0.275)),
        frustum("#97a3ad", (0, 0.155, 0), (0.25, 0.03, 0.25), top=0.3),
        frustum(BLACK, (0, 0.18, 0), (0.03, 0.035, 0.03), top=1.6),
        box(BLACK, (0, 0.105, 0), (0.35, 0.022, 0.09)),
    ]


def frying_pan() -> list[Primitive]:
    """A flat black frying pan with a long handle to the right."""
    return [
        frustum("#33373d", (-0.1, 0, 0), (0.22, 0.05, 0.22), top=1.2),
        frustum("#14161a", (-0.1, 0.04, 0), (0.24, 0.014, 0.24)),
        rod("#c2342b", (0.02, 0.035, 0), (0.225, 0.058, 0), 0.03),
    ]


def kettle() -> list[Primitive]:
    """A red kettle with a spout on the right and a black handle over its lid."""
    red = "#d8232a"
    return [
        frustum(red, (-0.02, 0, 0), (0.21, 0.14, 0.21), top=0.68),
        ellipsoid("#a3151c", (-0.02, 0.14, 0), (0.12, 0.05, 0.12)),
        rod(red, (0.04, 0.065, 0), (0.12, 0.145, 0), 0.045, top=0.6),
        *[beam(BLACK, (-0.02 + 0.07 * s, 0.12, 0), (-0.02 + 0.05 * s, 0.23, 0), 0.03, 0.018) for s in (-1, 1)],
        beam(BLACK, (-0.083, 0.228, 0), (0.043, 0.228, 0), 0.034, 0.024),
    ]


def teapot() -> list[Primitive]:
    """A round white teapot with a blue belt, a spout on the right and a handle on the left."""
    white, blue = "#f4f3ee", "#2c5fb8"
    return [
        ellipsoid(white, (0, 0.075, 0), (0.18, 0.15, 0.18), pattern=grid(blue, 0, 1, (1, 0.036))),
        ellipsoid(blue, (0, 0.16, 0), (0.036, 0.036, 0.036)),
        rod(white, (0.06, 0.05, 0), (0.13, 0.12, 0), 0.04, top=0.55),
        rod(blue, (-0.07, 0.115, 0), (-0.125, 0.1, 0), 0.02),
        rod(blue, (-0.122, 0.108, 0), (-0.075, 0.035, 0), 0.02),
    ]


def salt_shaker() -> list[Primitive]:
    """A small glass shaker, half full of white salt, whose steel cap has dark holes."""
    steel = "#98a4ae"
    holes = Pattern(2, "#15171a", (0.0135, 0.0135, 0.0), (0.55, 0.55))
    return [
        frustum("#ffffff", (0, 0, 0), (0.072, 0.048, 0.072), top=0.92),
        frustum("#b7d3e2", (0, 0.048, 0), (0.066, 0.03, 0.066), top=0.9),
        frustum(steel, (0, 0.078, 0), (0.066, 0.026, 0.066), top=0.9),
        box(steel, (0, 0.104, -0.02), (0.04, 0.04, 0.006), tilt=90, pattern=holes),
    ]


def pepper_mill() -> list[Primitive]:
    """A tall turned pepper mill of dark wood with a round head and a steel knob."""
    wood = "#7a3f1c"
    return [
        frustum(wood, (0, 0, 0), (0.08, 0.11, 0.08), top=0.5),
        frustum(wood, (0, 0.11, 0), (0.04, 0.05, 0.04), top=1.6),
        ellipsoid("#8f4d24", (0, 0.19, 0), (0.07, 0.06, 0.07)),
        ellipsoid("#d3dae0", (0, 0.222, 0), (0.026, 0.026, 0.026)),
    ]


def cutting_board() -> list[Primitive]:
    """A flat wooden board of light and dark strips with a handle on the right."""
    return [
        box("#dba867", (-0.04, 0, 0), (0.36, 0.028, 0.26), pattern=stripes("#c08644", 0.065, "z")),
        box("#c08644", (0.18, 0, 0), (0.09, 0.028, 0.08)),
        frustum("#5d3a19", (0.195, 0.02, 0), (0.03, 0.012, 0.03)),
    ]


def jug() -> list[Primitive]:
    """A tall yellow jug with a wide belly, a pouring lip on the left and a handle on the right."""
    yellow = "#f2b620"
    return [
        frustum(yellow, (-0.015, 0, 0), (0.12, 0.1, 0.12), top=1.25),
        frustum(yellow, (-0.015, 0.1, 0), (0.15, 0.13, 0.15), top=0.7),
        frustum("#7d5a0a", (-0.015, 0.22, 0), (0.085, 0.014, 0.085)),
        rod(yellow, (-0.045, 0.19, 0), (-0.1, 0.228, 0), 0.045, top=0.5),
        rod(yellow, (0.03, 0.205, 0), (0.1, 0.175, 0), 0.022),
        rod(yellow, (0.099, 0.185, 0), (0.05, 0.07, 0), 0.022),
    ]


def baking_tray() -> list[Primitive]:
    """A wide shallow dark tray with a bright rim and two rows of round biscuits on it."""
    return [
        box("#9aa3ab", (0, 0, 0), (0.4, 0.026, 0.28), taper=(1.1, 1.13)),
        box("#3c4147", (0, 0.02, 0), (0.4, 0.009, 0.275)),
        *[dome("#d9953f", (x, 0.027, z), (0.09, 0.018, 0.09)) for x in (-0.125, 0, 0.125) for z in (-0.065, 0.065)],
    ]


ITEMS = (
    Item("water glass", "glass", (0.107, 0.12, 0.107), water_glass()),
    Item("tall glass", "tall glass", (0.09, 0.27, 0.09), tall_glass()),
    Item("wine glass", "wine glass", (0.112, 0.23, 0.112), wine_glass()),
    Item("plate", "plate", (0.27, 0.032, 0.27), plate()),
    Item("small plate", "small plate", (0.19, 0.03, 0.19), small_plate()),
    Item("red mug", "mug", (0.15, 0.12, 0.1), mug("#dd2027")),
    Item("blue mug", "mug", (0.15, 0.12, 0.1), mug("#2458d6")),
    Item("green mug", "mug", (0.15, 0.12, 0.1), mug("#2b9b3b")),
    Item("white mug", "mug", (0.15, 0.12, 0.1), mug("#f6f6f2")),
    Item("bowl", "bowl", (0.2, 0.09, 0.2), bowl()),
    Item("wooden bowl", "wooden bowl", (0.27, 0.09, 0.27), wooden_bowl()),
    Item("fork", "fork", (0.24, 0.018, 0.066), fork()),
    Item("knife", "knife", (0.28, 0.024, 0.048), knife()),
    Item("spoon", "spoon", (0.26, 0.031, 0.068), spoon()),
    Item("cooking pot", "pot", (0.35, 0.215, 0.275), cooking_pot()),
    Item("frying pan", "frying pan", (0.46, 0.075, 0.265), frying_pan()),
    Item("kettle", "kettle", (0.26, 0.24, 0.21), kettle()),
    Item("teapot", "teapot", (0.28, 0.178, 0.18), teapot()),
    Item("salt shaker", "salt shaker", (0.072, 0.107, 0.072), salt_shaker()),
    Item("pepper mill", "pepper mill", (0.08, 0.235, 0.08), pepper_mill()),
    Item("cutting board", "cutting board", (0.45, 0.032, 0.26), cutting_board()),
    Item("jug", "jug", (0.22, 0.24, 0.15), jug()),
    Item("baking tray", "baking tray", (0.44, 0.045, 0.32), baking_tray()),
)


def cup_and_saucer() -> list[Primitive]:
    """A pink tea cup with tea on a pink saucer with a white ring."""
    return [
        frustum("#f08ab0", (0, 0, 0), (0.11, 0.018, 0.11), top=1.5),
        frustum("#ffffff", (0, 0.012, 0), (0.12, 0.01, 0.12)),
        frustum("#f08ab0", (0, 0.015, 0), (0.06, 0.07, 0.06), top=1.6),
        frustum("#b5651d", (0, 0.075, 0), (0.08, 0.013, 0.08)),
        rod("#f08ab0", (0.035, 0.07, 0), (0.072, 0.05, 0), 0.014),
        rod("#f08ab0", (0.072, 0.055, 0), (0.03, 0.03, 0), 0.014),
    ]


def whisk() -> list[Primitive]:
    """A lying whisk: a bulb of steel wires to the left, a teal handle to the right."""
    return [
        ellipsoid("#4a525a", (-0.08, 0.034, 0), (0.17, 0.066, 0.075), pattern=stripes("#eef2f5", 0.012, "z")),
        rod("#7f8a94", (-0.02, 0.03, 0), (0.04, 0.022, 0), 0.03, top=0.6),
        rod("#16a5a8", (0.03, 0.022, 0), (0.16, 0.014, 0), 0.028),
    ]


def rolling_pin() -> list[Primitive]:
    """A thick wooden roller with a red handle at each end."""
    return [
        rod("#d9a868", (-0.13, 0.034, 0), (0.13, 0.034, 0), 0.066),
        *[rod("#c2342b", (0.125 * s, 0.034, 0), (0.21 * s, 0.034, 0), 0.032, top=0.8) for s in (-1, 1)],
    ]


def colander() -> list[Primitive]:
    """A wide green bowl full of holes, with two handles and a foot."""
    holes = Pattern(2, "#e9f4e0", (0.03, 0.026, 0.03), (0.45, 0.45))
    return [
        frustum("#3f8f3a", (0, 0, 0), (0.12, 0.02, 0.12)),
        frustum("#5fb84a", (0, 0.015, 0), (0.14, 0.1, 0.14), top=1.8, pattern=holes),
        frustum("#2c6b28", (0, 0.108, 0), (0.225, 0.01, 0.225)),
        box("#5fb84a", (0, 0.1, 0), (0.33, 0.016, 0.05)),
    ]


def grater() -> list[Primitive]:
    """A standing steel grater, narrow above, with rows of dark holes and a black handle."""
    holes = Pattern(2, "#3b3f46", (0.024, 0.024, 0.024), (0.5, 0.5))
    return [
        box(STEEL, (0, 0, 0), (0.12, 0.2, 0.09), (0.7, 0.7), pattern=holes),
        box(DARK_STEEL, (0, 0.2, 0), (0.09, 0.012, 0.07)),
        *[rod(BLACK, (0.034 * s, 0.205, 0), (0.03 * s, 0.24, 0), 0.018) for s in (-1, 1)],
        rod(BLACK, (-0.04, 0.24, 0), (0.04, 0.24, 0), 0.024),
    ]


def thermos() -> list[Primitive]:
    """A tall red flask with a steel shoulder and a black cup for a lid."""
    return [
        frustum("#b8262c", (0, 0, 0), (0.09, 0.2, 0.09), pattern=Pattern(2, "#f2e6cc", (0, 0.2, 0), (1, 0.08))),
        frustum(STEEL, (0, 0.2, 0), (0.09, 0.03, 0.09), top=0.8),
        frustum(BLACK, (0, 0.23, 0), (0.078, 0.07, 0.078), top=0.9),
        rod(BLACK, (0.03, 0.28, 0), (0.055, 0.25, 0), 0.014),
    ]


def lunch_box() -> list[Primitive]:
    """A purple box with a yellow lid and a white handle."""
    return [
        box("#7a4fc0", (0, 0, 0), (0.22, 0.08, 0.15), (1.05, 1.05)),
        box("#ffd24a", (0, 0.08, 0), (0.235, 0.025, 0.16), (0.96, 0.95)),
        *[rod("#ffffff", (0.05 * s, 0.1, 0), (0.045 * s, 0.135, 0), 0.016) for s in (-1, 1)],
        rod("#ffffff", (-0.052, 0.135, 0), (0.052, 0.135, 0), 0.018),
    ]


MORE = (
    Item("yellow mug", "mug", (0.15, 0.12, 0.1), mug("#f2c21f")),
    Item("cup and saucer", "tea cup", (0.17, 0.09, 0.17), cup_and_saucer()),
    Item("whisk", "whisk", (0.33, 0.07, 0.078), whisk()),
    Item("rolling pin", "rolling pin", (0.42, 0.068, 0.068), rolling_pin()),
    Item("colander", "colander", (0.34, 0.125, 0.26), colander()),
    Item("grater", "grater", (0.12, 0.255, 0.09), grater()),
    Item("thermos", "thermos", (0.13, 0.3, 0.09), thermos()),
    Item("lunch box", "lunch box", (0.24, 0.145, 0.165), lunch_box()),
)
