"""Compiled code is thrown away when it is older than a source it may have been made from."""

import os
from pathlib import Path
from types import SimpleNamespace

import sightline
from sightline.render.cache import forget_stale


def test_only_stale_code_is_forgotten(tmp_path: Path) -> None:
    newest = max(p.stat().st_mtime for p in Path(sightline.__file__).parent.rglob("*.py"))
    old, new = tmp_path / "old.nbi", tmp_path / "new.nbi"
    for path, age in ((old, -10), (new, 10)):
        path.touch()
        os.utime(path, (newest + age, newest + age))
    forget_stale(SimpleNamespace(stats=SimpleNamespace(cache_path=str(tmp_path))))
    assert [p.name for p in tmp_path.iterdir()] == ["new.nbi"]
    forget_stale(SimpleNamespace(stats=SimpleNamespace(cache_path=str(tmp_path / "nowhere"))))
