"""The notebooks run from top to bottom, in a folder of their own."""

from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).resolve().parents[2] / "notebooks").glob("*.ipynb"))

pytestmark = pytest.mark.whole


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, tmp_path: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    client = pytest.importorskip("nbclient")
    notebook = nbformat.read(path, 4)
    assert not any(cell.get("outputs") for cell in notebook.cells)  # kept small: the site shows text and code
    client.NotebookClient(notebook, timeout=3000, resources={"metadata": {"path": str(tmp_path)}}).execute()
    for cell in notebook.cells:  # commands in a notebook do not fail by themselves
        for output in cell.get("outputs", []):
            assert "Error:" not in output.get("text", ""), output["text"]
