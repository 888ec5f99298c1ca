"""Compiled code is discarded when the content of a source it was made from has changed, and only then."""

import importlib.util
import os
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba
import pytest
from numba.core import event

from sightline.lani.dynamics import advance
from sightline.render import cache
from sightline.render.cache import COMPILATION, ROOT, forget_stale, sources, when_compiling_takes_long

TREE = {
    "geometry/__init__.py": """
from sightline.geometry.grid import CELLS
from sightline.geometry.pose import (  # several (lines)
    direction as way,
)
""",
    "geometry/grid.py": "import sightline.errors\nCELLS = 32\n",
    "geometry/pose.py": "def direction(): ...\n",
    "errors.py": "\n",
    "render/look.py": "",
    "world/kernels.py": """
from numba import njit
from sightline.geometry import (  # one of several names
    CELLS,  # a comment, with a comma
)

@njit(cache=True)
def half():
    return CELLS // 2

def unrelated():
    from sightline.render import look
    return look
""",
}


@pytest.fixture(params=["beside the sources", "elsewhere"])
def tree(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small package of sources; Numba keeps compiled code there, or in another folder as if it might not write there."""
    if request.param == "elsewhere":
        monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path / "kept"))
    root = tmp_path / "sightline"
    for name, text in TREE.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def compiled(root: Path) -> Any:
    """The kernel of the small package, compiled, after the check that its package makes at every start."""
    spec = importlib.util.spec_from_file_location("kernels", root / "world" / "kernels.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    forget_stale(module.half, str(root))
    assert module.half() == 16
    return module.half


def change(path: Path) -> None:
    """Change a file's content, but neither its size nor its times: some tools restore old ones."""
    before, text = path.stat(), path.read_text()
    path.write_text(f"{text[:-1]} ")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    cache._content.cache_clear()  # as in a new process


def is_kept(kernel: Any, root: Path) -> bool:
    forget_stale(kernel, str(root))
    return any(Path(kernel.stats.cache_path).glob("*.nbi"))


def test_a_change_elsewhere_keeps_a_kernel_and_one_where_it_has_constants_from_drops_it(tree: Path) -> None:
    kernel = compiled(tree)
    assert is_kept(kernel, tree)
    for unrelated in ("geometry/pose.py", "render/look.py", "geometry/__init__.py"):
        change(tree / unrelated)
    assert is_kept(kernel, tree)
    change(tree / "errors.py")  # imported by the file that defines the constant
    assert not is_kept(kernel, tree)
    assert not is_kept(kernel, tree)  # nothing is left to forget


@pytest.mark.parametrize("source", ["world/kernels.py", "geometry/grid.py"])
def test_its_own_file_and_the_file_of_a_constant_drop_it(tree: Path, source: str) -> None:
    kernel = compiled(tree)
    change(tree / source)
    assert not is_kept(kernel, tree)


def test_a_new_time_alone_keeps_it_and_code_of_unknown_sources_is_dropped(tree: Path) -> None:
    kernel = compiled(tree)
    os.utime(tree / "geometry" / "grid.py")
    assert is_kept(kernel, tree)
    (Path(kernel.stats.cache_path) / "kernels.sources").unlink()
    assert not is_kept(kernel, tree)


def test_names_are_followed_to_the_file_that_defines_them(tree: Path) -> None:
    (tree / "world" / "more.py").write_text(
        "from sightline.geometry import way, pose\nfrom sightline.render import look as seen\n"
    )
    found = sources(str(tree / "world" / "more.py"), str(tree))
    assert {str(Path(path).relative_to(tree)) for path in found} == {"world/more.py", "geometry/pose.py", "render/look.py"}


def test_what_our_own_kernels_are_made_of() -> None:
    found = {str(Path(path).relative_to(ROOT)) for path in sources(advance.py_func.__code__.co_filename)}
    assert {"lani/dynamics.py", "render/scene.py"} <= found  # the side of the field is compiled in
    assert not {"lani/files.py", "lani/landmarks/plants.py", "render/draw.py"} & found


def test_nothing_is_raised_where_there_is_nothing_to_forget(tmp_path: Path) -> None:
    code = SimpleNamespace(co_filename=str(tmp_path / "gone" / "kernel.py"))
    (tmp_path / "kernel.f-1.py312.nbi").touch()
    forget_stale(lambda: None)  # as with Numba switched off
    for path in (str(tmp_path), str(tmp_path / "nowhere"), None):  # a source that has gone, no folder, not kept at all
        forget_stale(SimpleNamespace(py_func=SimpleNamespace(__code__=code), stats=SimpleNamespace(cache_path=path)))
    assert [path.name for path in tmp_path.iterdir()] == ["kernel.f-1.py312.nbi"]


def test_compiling_is_announced_once_when_it_takes_long() -> None:
    told: list[float] = []
    clock = when_compiling_takes_long(lambda: told.append(clock.left), 0.1)
    try:
        with event.trigger_event(COMPILATION):
            pass
        assert told == [] and 0 < clock.left < 0.1
        for _ in range(2):
            with event.trigger_event(COMPILATION), event.trigger_event(COMPILATION):  # one within the other
                time.sleep(0.3)
        assert len(told) == 1 and clock.left < 0
    finally:
        event.unregister(COMPILATION, clock)
