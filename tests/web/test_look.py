"""Look's API: instructions that fit a question, tables of results, pictures of galleries."""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from PIL import Image
from show_scenes import FIELD

from sightline.chai.house.furniture import FURNITURE
from sightline.chai.house.items import ITEMS
from sightline.corpus.files import Entry, write_corpus
from sightline.corpus.records import Paragraph, Segment
from sightline.errors import InputError
from sightline.web.app import create_app
from sightline.web.results import markdown_tables, read_results, shipped_pages
from sightline.web.settings import Settings

LOOK = "/api/look"
WRITTEN = f"{LOOK}/corpora/lani written"


def line(segment: int, method: str, completed: float | None, goal_distance: float | None = None) -> str:
    metrics = None if completed is None else {"completed": completed}
    return json.dumps(
        {
            "method": method,
            "paragraph": "written-000",
            "segment": segment,
            "metrics": metrics,
            "goal_distance": goal_distance,
        }
    )


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A server that knows how two methods did on one instruction."""
    file = tmp_path_factory.mktemp("results") / "examples.jsonl"
    file.write_text(line(0, "best", 1.0) + "\n" + line(0, "paper", None, 7.5) + "\n")
    with TestClient(create_app(Settings(results=(file,), rate=0))) as client:
        yield client


def found(client: TestClient, **question: Any) -> dict[str, Any]:
    answer = client.get(f"{WRITTEN}/instructions", params=question)
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


def test_corpora_are_listed_with_what_is_in_them(client: TestClient) -> None:
    corpora = {corpus["name"]: corpus for corpus in client.get(f"{LOOK}/corpora").json()}
    assert corpora["lani written"]["counts"]["dev"]["instructions"] == 200
    assert {"lani standard", "chai standard"} <= set(corpora)


def test_two_folders_of_the_same_base_name_are_two_corpora(tmp_path: Path) -> None:
    for folder, instruction in (("a", "go to the well"), ("b", "go to the barrel")):
        paragraph = Paragraph(
            "p1", FIELD, [Segment(instruction, instruction.split(), (1.0, 1.0, 0.0), (2.0, 2.0), "F")], "lani", "human"
        )
        write_corpus(tmp_path / folder / "mine", [Entry.of("dev", paragraph)], {"world": "lani", "source": "human"}, "")
    settings = Settings(corpora=(tmp_path / "a" / "mine", tmp_path / "b" / "mine"), rate=0)
    with TestClient(create_app(settings)) as client:
        names = [corpus["name"] for corpus in client.get(f"{LOOK}/corpora").json()][-2:]
        rows = [client.get(f"{LOOK}/corpora/{name}/instructions").json()["rows"] for name in names]
    assert [row["instruction"] for (row,) in rows] == ["go to the well", "go to the barrel"]


def test_a_question_is_words_split_and_kind_of_language(client: TestClient) -> None:
    everything, some = found(client), found(client, text="Left FENCE", split="dev")
    assert everything["count"] > some["count"] > 0 and everything["pages"] > 1 and len(everything["rows"]) == 40
    assert all(
        row["split"] == "dev" and "left" in row["instruction"].lower() and "fence" in row["instruction"].lower()
        for row in some["rows"]
    )
    assert found(client, page=1)["rows"][0] != everything["rows"][0]
    assert found(client, phenomenon="comparatives")["count"] == 0  # nobody has marked the written ones
    assert found(client, text="no such words anywhere") == {"count": 0, "pages": 0, "page": 0, "rows": []}


def test_instructions_that_a_method_got_right_or_wrong(judged: TestClient) -> None:
    (row,) = found(judged, method="best", right=True)["rows"]
    assert row["paragraph"] == "written-000" and row["verdicts"] == {"best": True, "paper": False}
    assert found(judged, method="paper", right=False)["count"] == 1
    assert found(judged, method="paper", right=True)["count"] == 0


def test_a_paragraph_has_words_and_a_picture(client: TestClient) -> None:
    about = client.get(f"{WRITTEN}/paragraphs/written-000").json()
    assert about["split"] == "dev" and len(about["instructions"]) == 1
    picture = client.get(f"{WRITTEN}/paragraphs/written-000/picture.jpg")
    assert Image.open(io.BytesIO(picture.content)).width > 1000


@pytest.mark.parametrize(
    "address",
    [
        f"{LOOK}/corpora/nothing/instructions",
        f"{WRITTEN}/paragraphs/nothing",
        f"{WRITTEN}/paragraphs/..%2f..%2fcorpus.json",
        f"{LOOK}/galleries/landmarks/63.jpg",
        f"{LOOK}/galleries/landmarks/-1.jpg",
        f"{LOOK}/galleries/nothing/0.jpg",
    ],
)
def test_what_is_not_there_is_said(client: TestClient, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 404 and answer.json()["error"].endswith(".")


def test_galleries_have_pictures(client: TestClient) -> None:
    galleries = {gallery["name"]: gallery["exhibits"] for gallery in client.get(f"{LOOK}/galleries").json()}
    assert len(galleries["landmarks"]) == 63 and len(galleries["houses"]) > 20
    assert (len(galleries["furniture"]), len(galleries["items"])) == (len(FURNITURE), len(ITEMS))
    sizes = [Image.open(io.BytesIO(client.get(f"{LOOK}/galleries/{n}/0.jpg").content)).width for n in galleries]
    assert min(sizes) >= 128


def test_our_own_results_are_shown(client: TestClient) -> None:
    tables = client.get(f"{LOOK}/results").json()
    best = next(
        row for table in tables if table["section"] == "Development split" for row in table["rows"] if row[0] == "best"
    )
    assert len(tables) > 5 and float(best[1]) < 5


def test_tables_are_read_from_pages_and_from_evaluations(tmp_path: Path) -> None:
    text = "# Results\n\n## Dev\n\n**A title**\n\n| method | SD |\n|---|---:|\n| `best` | 3.0 |\n\nOne note\nin two lines.\n"
    (table,) = markdown_tables(f"{text}\n<!-- end of table -->\n", "page")
    assert table == ("page", "Dev", "A title", ["method", "SD"], [["best", "3.0"]], ["One note in two lines."])
    file = tmp_path / "table.json"
    file.write_text('{"world": "lani", "split": "dev", "n": 1000, "results": {"best": {"SD": 1.234, "ci": {}}, "x": {}}}')
    (table,) = read_results([file]).tables
    assert table.title == "lani dev, 1,000 instructions: results" and table.rows == [["best", "1.23"], ["x", "-"]]
    assert shipped_pages()


@pytest.mark.parametrize("text", ["nonsense", '{"a": 1}', '{"method": 1}\n{', "[]"])
def test_a_file_that_holds_no_results_is_a_sentence(tmp_path: Path, text: str) -> None:
    file = tmp_path / "bad.json"
    file.write_text(text)
    with pytest.raises(InputError, match=r"bad\.json"):
        read_results([file])
    with pytest.raises(InputError, match="cannot be read"):
        read_results([tmp_path / "none.json"])
