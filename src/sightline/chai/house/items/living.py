"""Items of living rooms and bedrooms: things to read, to play with, to look at and to decorate."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from sightline.chai.house.things import Item
from sightline.render.primitives import Pattern, Primitive, Vector, beam, box, dome, ellipsoid, frustum, moved, rod, stripes


def _panel(colour: str, across: float, up: float, fill: tuple[float, float]) -> Pattern:
    """Patches on a box's front and back alone, one per `across` x `up`, the first in the middle."""
    return Pattern(2, colour, (across, up, 0.0), fill)


def _slab(colour: str, y: float, size: Vector, pattern: Pattern | None = None, x: float = 0, z: float = 0) -> Primitive:
    """A flat box whose pattern shows on its top, as on the cover of a book; its base is at height y."""
    width, height, depth = size
    return box(colour, (x, y + height / 2, z - depth / 2), (width, depth, height), tilt=90, pattern=pattern)


def book(colour: str, title: str) -> list[Primitive]:
    """A thick book that lies flat: a coloured cover with a title field, white pages on three sides."""
    return [
        _slab(colour, 0, (0.254, 0.05, 0.188), _panel(title, 0.254, 0.188, (0.6, 0.3)), x=-0.003),
        box("#f7f1dc", (0.005, 0.009, 0), (0.25, 0.032, 0.20)),
    ]


def magazines() -> list[Primitive]:
    """An untidy stack of four magazines, the topmost with a pink cover and a white field."""
    return [
        box("#1f8f5f", (0, 0, 0), (0.29, 0.015, 0.22), turn=8),
        box("#f2b32a", (0.005, 0.015, 0), (0.29, 0.015, 0.22), turn=-9),
        box("#2a64c8", (-0.005, 0.03, 0.005), (0.29, 0.015, 0.22), turn=3),
        *moved([_slab("#e83a86", 0.045, (0.29, 0.015, 0.22), _panel("#ffffff", 0.29, 0.22, (0.75, 0.35)))], turn=-5),
    ]


def photo_frame() -> list[Primitive]:
    """A leaning golden frame with a picture of a person in blue before a light wall, a dark board and a strut behind."""
    return [
        box("#c98a1e", (0, 0, -0.05), (0.21, 0.27, 0.022), tilt=12),
        box("#dff1f7", (0, 0.028, -0.055), (0.155, 0.212, 0.022), tilt=12),
        ellipsoid("#e08f5a", (0, 0.158, -0.03), (0.085, 0.095, 0.03), tilt=12),
        box("#2456b8", (0, 0.032, -0.062), (0.145, 0.08, 0.022), (0.6, 1), tilt=12),
        box("#4a3424", (0, 0.02, -0.036), (0.175, 0.235, 0.012), tilt=12),
        beam("#a9752c", (0, 0.17, 0.004), (0, 0.005, 0.075), 0.05, 0.012),
    ]


def remote_control() -> list[Primitive]:
    """A long narrow black remote control with rows of white buttons, a round pad and a red button."""
    return [
        _slab("#1d1e22", 0, (0.066, 0.026, 0.23), _panel("#e9edf0", 0.021, 0.026, (0.6, 0.5))),
        box("#1d1e22", (0, 0.02, 0.075), (0.066, 0.008, 0.08)),
        frustum("#9aa2aa", (0, 0.026, 0.058), (0.044, 0.006, 0.044)),
        frustum("#1d1e22", (0, 0.026, 0.058), (0.02, 0.009, 0.02)),
        frustum("#ff2b2b", (0.016, 0.024, 0.1), (0.02, 0.009, 0.02)),
    ]


def computer_mouse() -> list[Primitive]:
    """A flat pale computer mouse with two dark buttons, a red wheel between them and a cable behind."""
    pale, cable = "#e3e7eb", "#2a2d33"
    buttons = dome("#4a505a", (0, 0, -0.03), (0.082, 0.034, 0.132))
    return [
        dome(pale, (0, 0, -0.03), (0.08, 0.033, 0.13)),
        replace(buttons, planes=np.array([*buttons.planes, (0, 0, -1, -0.05)])),
        dome(pale, (0, 0.001, -0.03), (0.008, 0.0345, 0.133)),
        rod("#ff3b30", (-0.006, 0.026, 0.004), (0.006, 0.026, 0.004), 0.024),
        rod(cable, (0, 0.008, 0.03), (0.012, 0.006, 0.065), 0.01),
        rod(cable, (0.012, 0.006, 0.062), (-0.004, 0.006, 0.098), 0.01),
    ]


def headphones() -> list[Primitive]:
    """Headphones that stand on their ear cups: black cushions, red shells and a black arch."""
    band = "#25272c"
    return [
        *[
            rod("#e0242f", (0.135 * s, 0.055, 0), (0.07 * s, 0.055, 0), 0.11, pattern=stripes("#17181b", 0.05))
            for s in (-1, 1)
        ],
        *[beam(band, (0.115 * s, 0.09, 0), (0.078 * s, 0.21, 0), 0.035, 0.02) for s in (-1, 1)],
        box(band, (0, 0.2, 0), (0.175, 0.035, 0.036), (0.6, 1)),
    ]


def alarm_clock() -> list[Primitive]:
    """A round blue alarm clock with a white face, black hands and two golden bells, a key to wind it at its back."""
    return [
        rod("#1b6fd6", (0, 0.085, 0.04), (0, 0.085, -0.035), 0.17),
        rod("#ffffff", (0, 0.085, -0.03), (0, 0.085, -0.041), 0.138),
        beam("#111111", (0, 0.085, -0.042), (0, 0.14, -0.042), 0.014, 0.012),
        beam("#111111", (-0.005, 0.085, -0.042), (0.04, 0.1, -0.042), 0.014, 0.012),
        *[ellipsoid("#f0bd2f", (0.05 * s, 0.175, 0), (0.08, 0.06, 0.07), lean=25 * s) for s in (-1, 1)],
        rod("#c3ccd4", (0, 0.085, 0.035), (0, 0.085, 0.043), 0.12),
        box("#f0bd2f", (0, 0.07, 0.046), (0.06, 0.03, 0.012)),
    ]


def flower_vase() -> list[Primitive]:
    """A bellied blue vase with a narrow neck, and three flowers with yellow hearts that spread out on thin stems."""
    heads = (("#e8262f", -0.085, 0.31), ("#ff7fc0", 0.085, 0.3), ("#ffffff", 0.0, 0.355))
    return [
        ellipsoid("#2d7fe0", (0, 0.07, 0), (0.13, 0.14, 0.13), pattern=Pattern(2, "#ffffff", (0, 1, 0), (1, 0.03))),
        frustum("#2d7fe0", (0, 0.115, 0), (0.058, 0.06, 0.058), top=1.5),
        *[rod("#2f8f3a", (0.1 * x, 0.16, 0), (x, y, 0), 0.013) for _, x, y in heads],
        *[
            ellipsoid(c, (x, y, -0.012), (0.1, 0.09, 0.05), pattern=_panel("#ffc21f", 1, 1, (0.034, 0.034)))
            for c, x, y in heads
        ],
    ]


def orchid_pot() -> list[Primitive]:
    """A white pot with broad leaves and a bent stem of purple flowers."""
    return [
        frustum("#f4f4f2", (0, 0, 0), (0.085, 0.11, 0.085), top=1.4),
        ellipsoid("#2c8a3c", (0, 0.12, 0), (0.21, 0.035, 0.06), turn=20, lean=8),
        rod("#4c8f2a", (0.03, 0.1, 0), (-0.01, 0.36, 0), 0.016),
        ellipsoid("#c436c9", (-0.01, 0.38, -0.01), (0.09, 0.075, 0.05), lean=20),
        ellipsoid("#d65ad9", (-0.07, 0.325, -0.01), (0.085, 0.075, 0.05)),
        ellipsoid("#c436c9", (0.055, 0.315, -0.01), (0.08, 0.075, 0.05)),
    ]


def cactus_pot() -> list[Primitive]:
    """A green ribbed cactus with two arms and a pink flower in a clay pot."""
    green, ribs = "#2f9e44", stripes("#1c6b2c", 0.014, "x")
    return [
        frustum("#c8622d", (0, 0, 0), (0.10, 0.10, 0.10), top=1.4),
        ellipsoid(green, (0, 0.19, 0), (0.10, 0.24, 0.10), pattern=ribs),
        ellipsoid(green, (-0.07, 0.19, 0), (0.045, 0.12, 0.045), lean=-15, pattern=ribs),
        ellipsoid(green, (0.07, 0.22, 0), (0.045, 0.12, 0.045), lean=15, pattern=ribs),
        ellipsoid("#ff4f9a", (0, 0.31, 0), (0.05, 0.04, 0.05)),
    ]


def globe() -> list[Primitive]:
    """A small globe, blue with green land, in a golden ring on a wooden foot."""
    return [
        frustum("#7a431c", (0, 0, 0), (0.15, 0.085, 0.15), top=0.15),
        ellipsoid("#2276dd", (0, 0.165, 0), (0.19, 0.19, 0.19)),
        ellipsoid("#37a84a", (-0.022, 0.178, -0.028), (0.13, 0.14, 0.152), lean=20),
        ellipsoid("#37a84a", (0.045, 0.155, 0.012), (0.118, 0.11, 0.16), lean=-20),
        frustum("#e0ac2a", (0, 0.165, 0), (0.215, 0.012, 0.215)),
    ]


def teddy_bear() -> list[Primitive]:
    """A sitting brown bear with round ears, arms spread out, a light muzzle and light feet."""
    brown, light = "#a5662e", "#f0cf9a"
    return [
        ellipsoid(brown, (0, 0.09, 0.01), (0.17, 0.18, 0.15)),
        ellipsoid(brown, (0, 0.21, 0), (0.15, 0.14, 0.14)),
        *[ellipsoid(brown, (0.058 * s, 0.27, 0), (0.06, 0.06, 0.035)) for s in (-1, 1)],
        ellipsoid(light, (0, 0.19, -0.06), (0.075, 0.06, 0.055), pattern=_panel("#1b1210", 0.2, 0.09, (0.16, 0.3))),
        *[ellipsoid(light, (0.065 * s, 0.036, -0.075), (0.07, 0.07, 0.10), turn=-20 * s) for s in (-1, 1)],
        ellipsoid(brown, (0, 0.125, 0), (0.27, 0.06, 0.07)),
    ]


def toy_car() -> list[Primitive]:
    """A red toy car with a light cabin and black wheels, seen from its side."""
    return [
        box("#e5202b", (0, 0.03, 0), (0.25, 0.055, 0.12), (0.94, 0.92)),
        box("#bfe6f5", (0.01, 0.083, 0), (0.14, 0.05, 0.10), (0.65, 0.85)),
        *[rod("#1a1a1c", (x, 0.034, -0.065), (x, 0.034, 0.065), 0.068) for x in (-0.07, 0.075)],
    ]


def toy_blocks() -> list[Primitive]:
    """A tower of toy blocks: red, blue and yellow cubes under a green roof."""
    return [
        box("#e3242b", (-0.06, 0, 0), (0.10, 0.10, 0.10), turn=6),
        box("#1f66dd", (0.06, 0, 0.005), (0.10, 0.10, 0.10), turn=-8),
        box("#ffcf1f", (0, 0.10, 0), (0.10, 0.10, 0.10), turn=12),
        box("#26a548", (0, 0.20, 0), (0.12, 0.06, 0.10), (0, 1), turn=12),
    ]


def ball() -> list[Primitive]:
    """A ball with red and white stripes and a blue belt."""
    return [
        ellipsoid("#f01f2d", (0, 0.12, 0), (0.236, 0.236, 0.236), pattern=stripes("#ffffff", 0.06, "x")),
        ellipsoid("#1a57d6", (0, 0.12, 0), (0.24, 0.07, 0.24)),
    ]


def chess_set() -> list[Primitive]:
    """A chequered board in a brown frame with two black pieces and a white one."""
    men = (("#1b1b1d", -0.1, -0.06), ("#ffffff", 0.06, -0.04), ("#1b1b1d", 0.01, 0.08))
    return [
        box("#6b3a18", (0, 0, 0), (0.36, 0.025, 0.36)),
        box("#f3e3bd", (0, 0.02, 0), (0.32, 0.012, 0.32), pattern=Pattern(1, "#2a211b", (0.04, 0.0, 0.04))),
        *[frustum(colour, (x, 0.03, z), (0.065, 0.095, 0.065), top=0.3) for colour, x, z in men],
    ]


def jigsaw_box() -> list[Primitive]:
    """A flat blue box whose lid shows a picture cut into pieces; one loose piece lies on it."""
    return [
        box("#1b4fa8", (0, 0, 0), (0.34, 0.07, 0.26)),
        box("#8ed35a", (0, 0.065, 0), (0.29, 0.012, 0.21), pattern=Pattern(1, "#ffb52e", (0.05, 0.0, 0.05))),
        box("#e2363f", (0.06, 0.075, -0.02), (0.07, 0.012, 0.07), turn=20),
        frustum("#e2363f", (0.1, 0.075, -0.03), (0.035, 0.012, 0.035)),
    ]


def camera() -> list[Primitive]:
    """A silver camera with a black band, a big round lens and a red button, a bright screen at its back."""
    return [
        box("#d3d8de", (0, 0, 0.025), (0.19, 0.12, 0.07), pattern=_panel("#232428", 0, 0.12, (1.0, 0.65))),
        box("#d3d8de", (0, 0.115, 0.025), (0.075, 0.03, 0.06), (0.7, 0.9)),
        rod("#3a3c42", (0, 0.058, 0.0), (0, 0.058, -0.062), 0.10),
        rod("#3f9bf0", (0, 0.058, -0.05), (0, 0.058, -0.068), 0.07),
        frustum("#e8262f", (-0.065, 0.118, 0.025), (0.03, 0.014, 0.03)),
        box("#7cc4f2", (-0.02, 0.025, 0.058), (0.105, 0.07, 0.008)),
        rod("#b9c0c8", (0.065, 0.06, 0.055), (0.065, 0.06, 0.066), 0.034),
    ]


def phone() -> list[Primitive]:
    """A flat black phone with one large bright screen: a white clock above, three coloured buttons below."""
    return [
        box("#17181b", (0, 0, 0), (0.09, 0.013, 0.18)),
        box("#4aa8ff", (0, 0.005, 0), (0.082, 0.01, 0.168)),
        box("#ffffff", (0, 0.007, 0.045), (0.05, 0.009, 0.018)),
        *[
            box(c, (x, 0.007, -0.062), (0.02, 0.009, 0.02))
            for c, x in (("#2ecc54", -0.026), ("#ffd23c", 0), ("#ff4b3e", 0.026))
        ],
    ]


def wallet() -> list[Primitive]:
    """A brown leather wallet that lies open: bank cards on its left, a pocket with a stud on its right, notes behind."""
    return [
        _slab("#8a4a1f", 0, (0.2, 0.016, 0.1), _panel("#40200e", 1, 0, (0.008, 1.0)), z=-0.012),
        box("#58b45e", (0.004, 0.004, 0.03), (0.17, 0.008, 0.07)),
        box("#3a78d8", (-0.05, 0.012, 0.006), (0.078, 0.006, 0.05)),
        box("#f2c230", (-0.05, 0.013, -0.008), (0.078, 0.008, 0.05)),
        box("#d8343f", (-0.05, 0.014, -0.022), (0.078, 0.01, 0.05)),
        box("#6f3815", (0.05, 0.012, -0.018), (0.08, 0.012, 0.07)),
        frustum("#f0c040", (0.05, 0.023, -0.012), (0.018, 0.006, 0.018)),
    ]


def keys() -> list[Primitive]:
    """A steel ring with two keys that spread from it, one golden and one silver, with teeth."""

    def key(colour: str, dark: str, y: float, turn: float) -> list[Primitive]:
        parts = [
            frustum(colour, (0.033, y, 0), (0.032, 0.006, 0.036)),
            box(colour, (0.073, y, 0.002), (0.06, 0.006, 0.01)),
            box(colour, (0.087, y, -0.007), (0.03, 0.006, 0.014), pattern=stripes(dark, 0.006, "x")),
        ]
        return moved(parts, at=(-0.04, 0, 0.014), turn=turn)

    return [
        frustum("#707a84", (-0.04, 0, 0.014), (0.05, 0.006, 0.05)),
        frustum("#c9c0b0", (-0.04, 0.001, 0.014), (0.037, 0.007, 0.037)),
        *key("#e0ac2a", "#5f4710", 0.002, 34),
        *key("#c3ccd4", "#4d555c", 0.008, -20),
    ]


def game_controller() -> list[Primitive]:
    """A white game controller with two long grips towards the player, two black sticks, a cross and coloured buttons."""
    white, black = "#eceef1", "#1b1c20"
    return [
        frustum(white, (0, 0.012, 0.025), (0.21, 0.036, 0.105), top=0.93),
        *[ellipsoid(white, (0.082 * s, 0.028, -0.022), (0.062, 0.05, 0.15), turn=-24 * s) for s in (-1, 1)],
        *[frustum(black, (0.036 * s, 0.044, 0.0), (0.036, 0.018, 0.036), top=0.85) for s in (-1, 1)],
        frustum(black, (-0.068, 0.045, 0.035), (0.03, 0.008, 0.03)),
        frustum("#e3242b", (0.078, 0.044, 0.032), (0.02, 0.012, 0.02)),
        frustum("#1f66dd", (0.056, 0.044, 0.045), (0.02, 0.012, 0.02)),
    ]


def cushion(colour: str, second: str) -> list[Primitive]:
    """A soft square cushion that lies flat, puffed up in its middle."""
    return [
        box(colour, (0, 0, 0), (0.30, 0.055, 0.30), (1.333, 1.333)),
        box(colour, (0, 0.055, 0), (0.40, 0.05, 0.40), (0.72, 0.72), pattern=stripes(second, 0.05, "x")),
        ellipsoid(colour, (0, 0.085, 0), (0.31, 0.09, 0.31), pattern=stripes(second, 0.05, "x")),
    ]


def newspaper() -> list[Primitive]:
    """A folded newspaper with columns of print, a headline and a picture."""
    return [
        _slab("#efece2", 0, (0.32, 0.03, 0.24), _panel("#8b8b88", 0.075, 0.02, (0.85, 0.5))),
        box("#1a1a1a", (0, 0.022, 0.085), (0.28, 0.014, 0.035)),
        box("#56789a", (0.075, 0.022, -0.01), (0.12, 0.014, 0.10)),
    ]


ITEMS = (
    Item("red book", "book", (0.26, 0.05, 0.20), book("#cc1f2d", "#ffd75a")),
    Item("blue book", "book", (0.26, 0.05, 0.20), book("#1f56c4", "#ffffff")),
    Item("green book", "book", (0.26, 0.05, 0.20), book("#1c8a45", "#fff1b8")),
    Item("yellow book", "book", (0.26, 0.05, 0.20), book("#ffcb1f", "#3a2a7a")),
    Item("stack of magazines", "magazines", (0.33, 0.06, 0.27), magazines()),
    Item("photo frame", "photo frame", (0.21, 0.28, 0.16), photo_frame()),
    Item("remote control", "remote", (0.066, 0.036, 0.23), remote_control()),
    Item("computer mouse", "mouse", (0.082, 0.04, 0.2), computer_mouse()),
    Item("headphones", "headphones", (0.27, 0.24, 0.11), headphones()),
    Item("alarm clock", "alarm clock", (0.20, 0.22, 0.11), alarm_clock()),
    Item("flower vase", "flowers", (0.27, 0.40, 0.13), flower_vase()),
    Item("orchid pot", "orchid", (0.23, 0.43, 0.12), orchid_pot()),
    Item("cactus pot", "cactus", (0.22, 0.33, 0.14), cactus_pot()),
    Item("small globe", "globe", (0.24, 0.27, 0.22), globe()),
    Item("teddy bear", "teddy bear", (0.27, 0.30, 0.26), teddy_bear()),
    Item("toy car", "toy car", (0.26, 0.14, 0.13), toy_car()),
    Item("toy blocks", "blocks", (0.23, 0.26, 0.13), toy_blocks()),
    Item("ball", "ball", (0.24, 0.24, 0.24), ball()),
    Item("chess set", "chess set", (0.36, 0.13, 0.36), chess_set()),
    Item("jigsaw box", "jigsaw", (0.34, 0.09, 0.26), jigsaw_box()),
    Item("camera", "camera", (0.19, 0.15, 0.14), camera()),
    Item("phone", "phone", (0.09, 0.016, 0.18), phone()),
    Item("wallet", "wallet", (0.20, 0.03, 0.13), wallet()),
    Item("keys", "keys", (0.13, 0.015, 0.12), keys()),
    Item("game controller", "controller", (0.26, 0.065, 0.19), game_controller()),
    Item("purple cushion", "cushion", (0.40, 0.13, 0.40), cushion("#7a3fc0", "#9b62dd")),
    Item("orange cushion", "cushion", (0.40, 0.13, 0.40), cushion("#f07a1c", "#ffa24a")),
    Item("newspaper", "newspaper", (0.32, 0.04, 0.24), newspaper()),
)
