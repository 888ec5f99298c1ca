"""Tables of pictures: what is read, and one sentence with the row for what is wrong."""

import json
from pathlib import Path

import pytest
from PIL import Image

from sightline.errors import FileError, InputError
from sightline.learning.picture_rows import COLUMNS, read_table, split_rows

ROW = {"picture": "a.png", "words": "the mug", "x": 3, "y": 1, "split": "train"}


def folder_of(path: Path, *rows: dict[str, object], lines: bool = False) -> Path:
    Image.new("RGB", (8, 4), "red").save(path / "a.png")
    Image.new("RGB", (2000, 1000), "blue").save(path / "b.png")
    if lines:
        (path / "pictures.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    else:
        table = [",".join(COLUMNS), *(",".join(str(row.get(name, "")) for name in COLUMNS) for row in rows)]
        (path / "pictures.csv").write_text("\n".join(table))
    return path


@pytest.mark.parametrize("lines", [False, True])
def test_both_forms_of_a_table_are_the_same(tmp_path: Path, lines: bool) -> None:
    rows = [ROW, ROW | {"picture": "b.png", "x": 1999.0, "split": ""}, ROW | {"split": "test"}]
    table = read_table(folder_of(tmp_path, *rows, lines=lines))
    assert [row.split for row in table.rows] == ["train", "train", "test"]
    assert (table.rows[0].x, table.rows[0].y) == (3.5 / 8, 1.5 / 4) and table.rows[1].x == 1999.5 / 2000
    assert table.pictures["b.png"].size == (1024, 512) and len(table.pictures) == 2


BAD = {
    "picture": ["", "c.png", "../a.png", "/etc/passwd", "..\\a.png", "pictures.csv", "."],
    "words": ["", "  ", "x" * 5000],
    "x": ["", -1, 8, "nan", "1e999", "two", "__import__('os')"],
    "y": [4, "inf"],
    "split": ["validation", "Train"],
}


@pytest.mark.parametrize(("column", "value"), [(name, value) for name, values in BAD.items() for value in values])
def test_a_wrong_row_is_named(tmp_path: Path, column: str, value: object) -> None:
    folder = folder_of(tmp_path, ROW, ROW | {column: value}, ROW | {column: value})
    with pytest.raises(FileError, match=r"row 3: .*1 more row") as error:
        read_table(folder)
    assert "\n" not in str(error.value)


WRONG_TYPES = ({"picture": 3}, {"x": True}, {"x": None}, {"words": ["a"]}, {"split": ["train"]})


@pytest.mark.parametrize("row", [{}, *(ROW | wrong for wrong in WRONG_TYPES)])
def test_wrong_types_are_named(tmp_path: Path, row: dict[str, object]) -> None:
    with pytest.raises(FileError, match="row 1"):
        read_table(folder_of(tmp_path, row, lines=True))


@pytest.mark.parametrize("text", ["", "picture,words\na.png,x", "\ufffe", 'picture,words,x,y\n"a', "picture,words,x,y\n"])
def test_wrong_tables_are_refused(tmp_path: Path, text: str) -> None:
    (folder_of(tmp_path) / "pictures.csv").write_text(text)
    with pytest.raises(InputError):
        read_table(tmp_path)


def test_no_table_no_utf8_no_json_and_links_out_of_the_folder(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"has no pictures\.csv"):
        read_table(tmp_path)
    for content in (b"\xff\xfe\x00", b"[1]\n", b"{\n", b"[" * 100_000):
        (tmp_path / "pictures.jsonl").write_bytes(content)
        with pytest.raises(FileError):
            read_table(tmp_path)
    inner = tmp_path / "inner"
    inner.mkdir()
    Image.new("RGB", (8, 4)).save(tmp_path / "secret.png")
    (folder_of(inner, ROW | {"picture": "link.png"}) / "link.png").symlink_to(tmp_path / "secret.png")
    with pytest.raises(FileError, match="outside"):
        read_table(inner)


def test_rows_that_choose_the_epoch_show_other_pictures(tmp_path: Path) -> None:
    named = [{**ROW, "picture": name} for name in ("a.png", "a.png", "b.png")]
    train, tune = split_rows(read_table(folder_of(tmp_path, *named)))
    assert {row.picture for row in train} == {"a.png"} and {row.picture for row in tune} == {"b.png"}
    given = split_rows(read_table(folder_of(tmp_path, ROW, ROW | {"split": "dev"})))
    assert [len(rows) for rows in given] == [1, 1]
    assert [len(rows) for rows in split_rows(read_table(folder_of(tmp_path, ROW, ROW)))] == [2, 2]  # one picture alone
    with pytest.raises(FileError, match="train"):
        split_rows(read_table(folder_of(tmp_path, ROW | {"split": "test"})))
