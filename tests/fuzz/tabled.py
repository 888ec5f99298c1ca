"""Bad tables of sentences: wrong cells, columns, encodings, separators, quotation marks; fields and houses."""

import csv
import io
from pathlib import Path
from random import Random

from bad import TEXTS, Case, shown

from sightline.corpus.check import problems
from sightline.corpus.files import read_corpus
from sightline.corpus.sentences import new_corpus

COLUMNS = ("world", "seed", "house", "start", "words", "goal", "split")
RIGHT = {
    "lani": ("lani", "10003", "", "", "go to the rock", "rock", ""),
    "chai": ("chai", "3", "2", "", "open the fridge", "open fridge", ""),
}
PLACES = ("60 60", "-1 5", "nan nan", "1e400 5", "1 2 3 4", "1", "5;;", ";", "inf 0", "٣ ٣", "0 0", "50 50", "1e9 1e9")
WRONG = {  # what may never stand in a column
    "world": ("mars", "os:path", "..:x", "1", "lani chai", "\x7f"),
    "seed": ("-1", "x", "1e3", "9" * 30, "7.5", "٣", "1 2", "seed:7", "0x7", "²"),
    "house": ("9", "seed:x", "/etc/passwd", "../secret.json", "missing.toml", "plan:0", "-1", "2.5", "x" * 3000, "y" * 300),
    "start": ("1 2", "a b c", "nan 1 1", "60 60 0", "-5 0 0", "1e9 1 1", "1 2 3 4", "inf inf inf", "0 0 1e9"),
    "words": ("", " ", "123", "...", "x" * 5000, "\x07bell", "\u200b"),
    "goal": ("", ";", "unicorn", "behind unicorn", "left of", "opne fridge", "put", "put x", "take", *PLACES),
    "split": ("trian", "all", "0", "unseen-houses", "train dev"),
}  # fmt: skip


def _encoded(rows: list[tuple[str, ...]], separator: str) -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=separator).writerows(rows)
    return out.getvalue()


def tables(random: Random, number: int) -> Case:
    """A table with a wrong cell, any text anywhere, wrong columns, or bytes that are no table."""
    world = "chai" if number % 4 == 0 else "lani"
    column = random.choice(COLUMNS)
    do = random.choice(("wrong", "wrong", "wrong", "any", "columns", "bytes", "encoding", "quotes", "duplicate", "cells"))
    value = random.choice(WRONG[column]) if do == "wrong" else random.choice(TEXTS).encode("utf-8", "replace").decode()
    row = tuple(
        value if name == column and do in ("wrong", "any") else cell
        for name, cell in zip(COLUMNS, RIGHT[world], strict=True)
    )
    header = list(COLUMNS)
    if do == "columns":
        header = random.choice(([], ["wrods"], [*COLUMNS, "words"], ["a", "b"], [*COLUMNS[:4], "wrods", "goal"], [""] * 7))
    rows = [tuple(header), row, *([row] if do == "duplicate" else []), *([(*row, "x", "y")] if do == "cells" else [])]
    content = _encoded(rows, random.choice(",;\t|")).encode()
    if do == "bytes":
        k = random.randrange(len(content))
        content = random.choice(
            (b"", b"\xef\xbb\xbf", b"PK\x03\x04xx", b"\xd0\xcf\x11\xe0", b"\0" * 9, content[:k] + random.randbytes(8))
        )
    elif do == "encoding":
        content = random.choice(
            ("café".encode("latin-1") + content, content.decode().encode("utf-32"), b"\xff\xfe" + content)
        )
    elif do == "quotes":
        content = content.replace(b"go", b'"go').replace(b"open the", b'"open" the')

    def attempt(folder: Path) -> None:
        (folder / "in").mkdir()
        (folder / "secret.json").write_text("{}")
        (folder / "in" / "table.csv").write_bytes(content)
        new_corpus(folder / "in" / "table.csv", folder / "out")
        assert list(problems(folder / "out")) == []
        read_corpus(folder / "out")

    sure = do in ("wrong", "columns", "duplicate", "cells") and not (column == "goal" and value == "5;;")
    return Case(f"{world} {do} {column} = {shown(value)}", attempt, sure)
