"""Compiled code gets a place where there is none, and only there."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import sightline
from sightline import kept_code

PROGRAM = """
import os
from numba import njit
from sightline.kept_code import VARIABLE

@njit(cache=True)
def double(x):
    return 2 * x

print(double(2), os.environ.get(VARIABLE, "nothing"))
"""


@pytest.fixture
def barred(tmp_path: Path) -> dict[str, str]:
    """A package in which nothing can be kept, even by root: files stand where folders would be; and no home."""
    package = tmp_path / "sightline"
    package.mkdir()
    for name in ("__init__.py", "kept_code.py"):
        shutil.copy(Path(sightline.__file__).parent / name, package / name)
    for folder in (tmp_path, package):
        (folder / "__pycache__").write_text("no folder")
    (tmp_path / "program.py").write_text(PROGRAM)
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("XDG", "NUMBA"))}
    return {**kept, "HOME": str(package / "__pycache__"), "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}


@pytest.mark.parametrize("temporary", ["tmp", "nowhere"])
def test_a_package_that_cannot_be_written_by_a_user_without_a_home_still_compiles(
    barred: dict[str, str], temporary: str, tmp_path: Path
) -> None:
    (tmp_path / "tmp").mkdir()
    patch = "" if temporary == "tmp" else "import tempfile\ndef none(*a, **k): raise OSError\ntempfile.mkdtemp = none\n"
    (tmp_path / "program.py").write_text(patch + "import sightline\n" + PROGRAM)
    done = subprocess.run(
        [sys.executable, str(tmp_path / "program.py")], capture_output=True, text=True,
        env={**barred, "TMPDIR": str(tmp_path / "tmp")},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    value, place = done.stdout.split()
    assert value == "4" and ("sightline-compiled-" in place) == (temporary == "tmp")
    assert list((tmp_path / "tmp").iterdir()) == []  # it goes with the process


def test_nothing_is_changed_where_code_can_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(kept_code.VARIABLE, raising=False)
    kept_code.find_place()
    assert kept_code.VARIABLE not in os.environ
