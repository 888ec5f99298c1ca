"""A corpus from a table: what is written, and that every mistake is named."""

from pathlib import Path

import pytest

from sightline.chai.house.generate import UNSEEN
from sightline.corpus.check import problems
from sightline.corpus.files import read_corpus
from sightline.corpus.sentences import MistakesError, new_corpus
from sightline.corpus.table import Mistake
from sightline.errors import InputError

HEADER = "world,seed,house,start,words,goal,split\n"


def make(folder: Path, rows: str, **options: object) -> Path:
    (folder / "table.csv").write_text(HEADER + rows, encoding="utf-8")
    new_corpus(folder / "table.csv", folder / "corpus", **options)  # type: ignore[arg-type]
    return folder / "corpus"


def mistakes(folder: Path, rows: str) -> list[Mistake]:
    with pytest.raises(MistakesError) as caught:
        make(folder, rows)
    assert not (folder / "corpus").exists()
    return caught.value.mistakes


def test_rows_become_paragraphs_that_validate(tmp_path: Path) -> None:
    named = {10001: "rock", 10002: "anvil", 10003: "bus"}
    rows = "".join(f"lani,{seed},,,walk to the {name},{name},\n" for seed, name in named.items())
    corpus = make(tmp_path, rows + "lani,10003,,,,,\n", source="written")
    assert list(problems(corpus)) == []
    splits = read_corpus(corpus).splits
    assert [p.id for p in splits["train"]] == ["row-2", "row-3"] and [p.id for p in splits["dev"]] == ["row-4"]
    (segment,) = splits["dev"][0].segments
    assert segment.instruction == "walk to the bus" and segment.actions and segment.intended is not None


def test_every_mistake_is_named_by_row_and_column(tmp_path: Path) -> None:
    found = mistakes(
        tmp_path,
        "lani,10003,,,go there,bsu,trian\n"
        "lani,x,,1 2,,rock,\n"
        "mars,10003,,,go,rock,\n"
        "lani,10003,,,go on,rock,\n"
        "lani,10003,,,go on,rock,\n"
        "lani,,,,where,rock,\n"
        "lani,10003,,0 60 0,out,60 60,\n",
    )
    places = [(mistake.row, mistake.column) for mistake in found]
    assert places == [
        (2, "split"), (2, "goal"), (3, "words"), (3, "start"), (3, "seed"), (4, "world"), (6, ""), (7, "seed"), (8, "goal"),
        (8, "start"),
    ]  # fmt: skip
    assert "bus" in found[1].sentence and "train" in found[0].sentence


def test_the_scenes_of_a_split_are_in_no_other(tmp_path: Path) -> None:
    (conflict,) = mistakes(tmp_path, "lani,10003,,,go,rock,train\nlani,10003,,,walk,rock,dev\n")
    assert (conflict.row, conflict.column) == (3, "split") and "row 2" in conflict.sentence
    rows = "lani,10003,,,go,rock,test\nlani,10003,,,walk,rock,\nlani,10001,,,walk,rock,\n"
    splits = read_corpus(make(tmp_path, rows)).splits
    assert {name: len(paragraphs) for name, paragraphs in splits.items()} == {"train": 1, "test": 2}


def test_one_table_is_of_one_world(tmp_path: Path) -> None:
    (other,) = mistakes(tmp_path, "lani,10003,,,go,rock,\nchai,3,2,,open it,open fridge,\n")
    assert (other.row, other.column) == (3, "world")
    with pytest.raises(InputError, match="--world"):
        make(tmp_path, ",10003,,,go,rock,\n")
    assert read_corpus(make(tmp_path, ",10003,,,go,rock,\n", world="lani")).about["world"] == "lani"


def test_files_are_read_only_from_the_folder_of_the_table(tmp_path: Path) -> None:
    from sightline.lani import generate_scene
    from sightline.lani.files import write_scene

    inside = tmp_path / "in"
    inside.mkdir()
    write_scene(generate_scene(10003), inside / "field.json")
    write_scene(generate_scene(10003), tmp_path / "outside.json")
    (wrong,) = mistakes(inside, "lani,,../outside.json,,go,rock,\n")
    assert wrong.column == "house"
    assert len(read_corpus(make(inside, "lani,,field.json,,go,rock,\n")).splits["train"]) == 1


def test_houses_for_measuring_are_not_learned_in(tmp_path: Path) -> None:
    (kept,) = mistakes(tmp_path, f"chai,1,seed:{UNSEEN.start},,go,kitchen,train\n")
    assert "nobody learns" in kept.sentence
