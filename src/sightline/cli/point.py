"""`sightline point`: mark the pixel of a picture that words ask for, or score a model on a table of pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sightline.cli.options import JsonOption, PictureOption, path_argument
from sightline.cli.output import new_file, print_json, save, say
from sightline.errors import ArgumentError, FileFormatError
from sightline.fields import Json

WORDS_LIMIT = 4000  # characters


def point(
    picture: Annotated[Path, path_argument("Picture file, or a folder with a table of pictures.", "PICTURE|DIR")],
    words: Annotated[str | None, typer.Argument(help="What to point at, in English, in quotes.")] = None,
    method: Annotated[
        str,
        typer.Option(
            metavar="NAME|DIR",
            help="Model: best or paper (bundled, for houses), or a folder of your own (`train best-goal --pictures`).",
        ),
    ] = "best",
    split: Annotated[str, typer.Option(help="With a folder: the split that is scored (train, dev or test).")] = "test",
    out: PictureOption = Path("point"),
    json: JsonOption = False,
) -> None:
    """Mark the pixel of a picture that words ask for, with the probability that it is right.

    Any PNG, JPEG, WebP, GIF or BMP file will do; a photograph is turned upright first. Writes point.png. The bundled models
    know the colours and things of their own houses; for pictures of your own, train one with `train best-goal --pictures
    DIR`. With a folder instead of a picture, prints how often the model is right in the rows of a split.

    Examples: `sightline point kitchen.jpg "the red mug"`; `sightline point plots --method runs/plots`
    """
    if picture.is_dir():
        if words is not None:
            raise ArgumentError(f"{picture}: is a folder, and its table has the words; leave them out.")
        return _score(picture, split, method, json)
    if words is None or not words.strip():
        raise ArgumentError('What should it point at? Give words in quotes, such as "the red mug".')
    if len(words) > WORDS_LIMIT:
        raise ArgumentError(f"These are more than {WORDS_LIMIT:,} characters of words.")
    target = new_file(out, "point.png")
    from sightline.pictures import read_picture

    seen = read_picture(picture)

    from sightline.agent.pointer import Pointer
    from sightline.show.pointed import marked_picture, percent

    pointer = Pointer.from_pretrained(method)
    (mark,) = pointer.mark([seen], [words])
    sureness = float(pointer.sureness([mark], [words])[0])
    x, y = mark.pixel(*seen.size)
    file = save(marked_picture(seen, mark, sureness), target)
    if json:
        facts: Json = {"picture": str(picture), "words": words, "size": list(seen.size), "pixel": [x, y]}
        print_json(facts | {"sureness": round(sureness, 4), "method": method, "file": str(file)})
        return
    say(f"It points at pixel {x}, {y} of {seen.width} x {seen.height}; its sureness is {percent(sureness)}.")
    print(file)


def _score(folder: Path, split: str, method: str, json: bool) -> None:
    from sightline.learning.picture_rows import SPLITS, read_table

    if split not in SPLITS:
        raise ArgumentError(f"The split {split!r} is none of {', '.join(SPLITS)}.")
    table = read_table(folder)
    rows = table.split(split)
    if not rows:
        raise FileFormatError(f"{folder}: has no rows of the split {split}.")

    from sightline.agent.pointer import NEAR, Pointer
    from sightline.learning.pictured import score_rows

    pointer = Pointer.from_pretrained(method)
    scores = score_rows(pointer, table, rows)
    if json:
        print_json({"pictures": str(folder), "split": split, "n": len(rows), "method": method, **scores})
        return
    say(f"{len(rows)} rows of {split}. Right is a mark within {NEAR:.1%} of the picture's longer side.")
    print(", ".join(f"{name} {value:.1f} %" for name, value in scores.items()))
