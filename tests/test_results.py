"""The tables of README and docs/results are what website/tables.py makes from the JSON files of evaluate --json."""

import importlib.util
import json
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[1]


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "website" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


TABLES = load("tables")


@pytest.mark.parametrize("page", TABLES.PAGES, ids=lambda page: page.name)
def test_pages_show_what_the_files_hold(page: Path) -> None:
    text = page.read_text("utf-8")
    assert text == TABLES.regenerated(text), "run: python website/tables.py"
    names = [region["name"] for region in TABLES.REGION.finditer(text)]
    assert names and text.count("<!-- table:") == text.count("<!-- end of table") == len(names)


def test_every_file_is_shown() -> None:
    shown = {region["name"] for page in TABLES.PAGES for region in TABLES.REGION.finditer(page.read_text("utf-8"))}
    assert shown - {TABLES.SUMMARY} == {file.stem for file in TABLES.DATA.glob("*.json")}


def test_a_changed_digit_is_noticed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    name = "lani-dev-results"
    page = TABLES.regenerated(f"Before.\n\n<!-- table: {name} -->\n<!-- end of table -->\n\nAfter.\n")
    assert page.startswith("Before.\n") and page.endswith("After.\n") and TABLES.regenerated(page) == page
    record = TABLES.read_record(name)
    assert f"`{record['command']}`" in page and record["when"] in page
    record["output"]["results"]["best"]["TC"] -= 0.5
    monkeypatch.setattr(TABLES, "DATA", tmp_path)
    (tmp_path / f"{name}.json").write_text(json.dumps(record), "utf-8")
    assert TABLES.regenerated(page) != page
