"""The wheel and the sdist: built, small enough, complete, and working in an environment without the repository."""

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LARGEST_WHEEL = 45_000_000  # bytes

pytestmark = pytest.mark.whole


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("build")
    out = tmp_path_factory.mktemp("dist")
    words = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(ROOT)]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    return out


def test_the_wheel_is_small_and_complete(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    assert wheel.stat().st_size <= LARGEST_WHEEL
    names = zipfile.ZipFile(wheel).namelist()
    package = {str(f.relative_to(ROOT / "src")) for f in (ROOT / "src" / "sightline").rglob("*.py")}
    assert package <= set(names) and any(name.endswith("best-goal/model.safetensors") for name in names)
    assert not [name for name in names if name.startswith(("tests", "docs", "website")) or "__pycache__" in name]


def test_the_sdist_has_what_a_build_needs(built: Path) -> None:
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"pyproject.toml", "README.md", "LICENSE", "CITATION.cff", "src/sightline/__init__.py"} <= names


def test_the_wheel_works_in_an_environment_of_its_own(built: Path, tmp_path: Path) -> None:
    """The libraries are those that are installed here; the package is the wheel's."""
    (wheel,) = built.glob("*.whl")
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True)
    python = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    quiet = ["--quiet", "--disable-pip-version-check", "--no-deps", "--no-index"]
    subprocess.run([str(python), "-m", "pip", "install", *quiet, str(wheel)], check=True)
    (site,) = (tmp_path / "venv").rglob("site-packages")
    libraries = [path for path in sys.path if path.endswith("site-packages")]
    (site / "libraries.pth").write_text("\n".join(libraries) + "\n")
    code = (
        "import sightline as sl; assert 'venv' in sl.__file__, sl.__file__; "
        "print(sl.follow('go to the rock', seed=46)); print(sl.evaluate('stop', corpus='written', limit=5))"
    )
    clean = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"} | {"NUMBA_CACHE_DIR": str(tmp_path / "compiled")}
    done = subprocess.run([str(python), "-c", code], cwd=tmp_path, env=clean, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "rock" in done.stdout and "stop" in done.stdout
