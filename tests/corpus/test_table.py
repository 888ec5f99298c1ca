"""Tables of sentences as people save them."""

from pathlib import Path

import pytest

from sightline.corpus.table import is_it, read_numbers, read_pose, read_seed, read_table
from sightline.errors import FileFormatError, InputError

ROWS = 'world,seed,start,words,goal\nlani,7,,go to the well,well\n\nlani,8,1 2 3,"stop, please",rock\n'


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_separators_and_encodings_of_spreadsheets_are_read(separator: str, encoding: str, tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    text = ROWS.replace('"stop, please"', "\0").replace(",", separator).replace("\0", '"stop, please"')
    file.write_bytes(text.replace("\n", "\r\n").encode(encoding))
    table = read_table(file)
    assert table.mistakes == [] and [row.number for row in table.rows] == [2, 4]  # as the spreadsheet counts
    assert table.rows[1].cells["words"] == "stop, please" and table.rows[0].cells["split"] == ""


def test_columns_may_come_in_any_order_and_case(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("sep=;\n Goal ;WORDS;Scene;notes\nwell;go;3;mine\n")
    (row,) = read_table(tmp_path / "t.csv").rows
    assert row.number == 3 and row.cells["goal"] == "well" and row.cells["house"] == "3"


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b"", "empty"), (b"\xef\xbb\xbf \n", "empty"), (b"PK\x03\x04", "workbook"), (b"words,goal\ncaf\xe9,x", "line 2"),
        (b"words,goal\n\0,x", "NUL"), (b"\xff\xfew", "UTF-16"),
    ],
)  # fmt: skip
def test_what_is_no_table_is_refused(content: bytes, word: str, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_bytes(content)
    with pytest.raises(FileFormatError, match=word):
        read_table(tmp_path / "t.csv")


@pytest.mark.parametrize(
    ("text", "row", "word"),
    [
        ("wrods,goal\nx,y\n", 1, "is it 'words'"), ("words\nx\n", 1, "goal is missing"), ("a,b\nx,y\n", 1, "none of the"),
        ("words,goal,goal\nx,y,z\n", 1, "2 times"), ("words,goal\nx,y\na,b,c\n", 3, "3 cells"),
        ('words,goal\nx,y\n"a" b,c\n', 3, "quotation"), ('words,goal\n"never closed,x\n', 2, "quotation"),
        (f"words,goal\n{'x' * 3000},y\n", 2, "3,000 characters"),
    ],
)  # fmt: skip
def test_mistakes_of_columns_and_rows_have_their_row(text: str, row: int, word: str, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(text)
    assert any(mistake.row == row and word in mistake.sentence for mistake in read_table(tmp_path / "t.csv").mistakes)


def test_cells_are_read_as_people_write_them() -> None:
    assert read_numbers("12.5 30", 2) == read_numbers("12,5 30", 2) == read_numbers("(12.5, 30)", 2) == (12.5, 30.0)
    assert read_numbers("12.5,30", 2) == (12.5, 30.0) and read_numbers("barrel", 2) is None
    assert read_pose("1 2 -90") == (1.0, 2.0, 270.0) and read_seed("7.0") == 7
    assert is_it("wrods", ["words"]) == " (is it 'words'?)" and is_it("xyz", ["words"]) == ""
    with pytest.raises(InputError):
        read_seed("-1")
