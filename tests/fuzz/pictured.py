"""Pictures that people bring: damaged files of every format, and tables with wrong rows."""

import io
import json
from pathlib import Path
from random import Random

import numpy as np
from bad import ANY, Case, shown
from PIL import Image

from sightline.fields import is_unicode
from sightline.learning.picture_rows import COLUMNS, read_table
from sightline.pictures import FORMATS, decode_picture

RIGHT = {"picture": "a.png", "words": "the mug", "x": 3, "y": 1, "split": "train"}
SIDE = 12  # pixels


def damaged_pictures(random: Random, number: int) -> Case:
    """A picture file in which bytes were changed, cut out or added; some of these can still be read."""
    format = random.choice(FORMATS)
    file = io.BytesIO()
    noise = np.random.default_rng(number).integers(0, 256, (SIDE, SIDE, 3), dtype=np.uint8)
    Image.fromarray(noise).save(file, format)
    content = bytearray(file.getvalue())
    for _ in range(random.randint(1, 8)):
        k = random.randrange(len(content))
        content[k : k + random.choice((0, 1, 4, 40))] = random.randbytes(random.choice((0, 1, 4)))
    return Case(f"{format}, case {number}", lambda folder: decode_picture(bytes(content)), False)


def picture_tables(random: Random, number: int) -> Case:
    """A table in which one cell of one row is wrong."""
    column, value = random.choice(COLUMNS), random.choice(ANY)
    right = column == "split" and not value
    if column == "words" and isinstance(value, str):
        right = is_unicode(value) and 0 < len(value.strip()) <= 4000
    in_picture = column in ("x", "y") and type(value) in (int, float) and 0 <= value < SIDE

    def attempt(folder: Path) -> None:
        Image.new("RGB", (SIDE, SIDE)).save(folder / "a.png")
        rows = [RIGHT, RIGHT | {column: value}]
        (folder / "pictures.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        read_table(folder)

    return Case(f"{column} {shown(value)}", attempt, not (right or in_picture))
