"""The site builds without a warning, and has its pages, its search and its list for programs."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.whole


def test_the_site_builds_strictly(tmp_path: Path) -> None:
    pytest.importorskip("mkdocs")
    words = ["build", "--strict", "--config-file", str(ROOT / "website" / "mkdocs.yml"), "--site-dir", str(tmp_path)]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run([sys.executable, "-m", "mkdocs", *words], capture_output=True, text=True, env=quiet)
    assert done.returncode == 0 and "WARNING" not in done.stderr, done.stderr
    assert "sightline evaluate merge" in (tmp_path / "reference" / "commands.html").read_text("utf-8")
    assert "sightline.api.make" in (tmp_path / "reference" / "names.html").read_text("utf-8")
    assert "{{" not in (tmp_path / "reference" / "formats.html").read_text("utf-8")
    assert "how-to/cluster.html" in (tmp_path / "llms.txt").read_text("utf-8")
    assert (tmp_path / "search" / "search_index.json").stat().st_size > 100_000
