"""The Python in README and docs runs: every page's code blocks, one after the other, as a reader would try them."""

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.M | re.S)
# Pages whose code needs something beside it: a server, a participant's token, hours of training, or dots to fill in.
ELSEWHERE = {"docs/remote.md": "tests/remote", "docs/people.md": "tests/web/studies", "examples/README.md": "tests/examples",
             "docs/scene-files.md": "tests/lani/test_own_landmark.py"}  # fmt: skip
PAGES = sorted(
    str(page.relative_to(ROOT))
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md"), ROOT / "examples" / "README.md"]
    if BLOCK.search(page.read_text("utf-8"))
)

pytestmark = pytest.mark.whole


@pytest.mark.parametrize("page", [page for page in PAGES if page not in ELSEWHERE])
def test_code_of_a_page_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sightline.corpus.build import generate_corpus
    from sightline.corpus.kind import corpus_kind

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path, str(ROOT / "docs")])
    if "lani-corpus" in (text := (ROOT / page).read_text("utf-8")):
        generate_corpus(corpus_kind("lani"), tmp_path / "lani-corpus", 20, 0, 1)
    names: dict[str, object] = {"__name__": "page"}
    for block in BLOCK.findall(text):
        exec(compile(block, page, "exec"), names)


def test_every_page_that_does_not_run_here_is_tested_elsewhere() -> None:
    assert set(ELSEWHERE) <= set(PAGES) and all((ROOT / place).exists() for place in ELSEWHERE.values())
