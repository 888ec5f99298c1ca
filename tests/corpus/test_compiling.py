"""Kernels are compiled ahead: first what all worlds share, then every world, and each part is reported."""

from collections.abc import Iterable

import pytest

from sightline.corpus import compiling
from sightline.world import KINDS, kind_of


class InTurn:
    """Workers that do nothing but say what they were asked for."""

    def __init__(self, count: int, factory: str):
        self.factory = factory

    def __enter__(self) -> "InTurn":
        return self

    def __exit__(self, *why: object) -> None:
        pass

    def map(self, names: Iterable[str]) -> Iterable[str]:
        return (kind_of(name).title for name in names)


def test_each_part_is_reported_once_it_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(compiling, "use_renderer", lambda name: done.append("drawn"))
    monkeypatch.setattr(compiling, "Workers", InTurn)
    monkeypatch.setattr(compiling, "QUIET", 0.0)
    compiling.compile_all(done.append)
    assert done[0] == "drawn" and len(done) == 2 + len(KINDS) and done[-1].endswith(f"{1 + len(KINDS)} of {1 + len(KINDS)}.")


def test_what_was_compiled_before_is_not_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(compiling, "use_renderer", lambda name: None)
    monkeypatch.setattr(compiling, "Workers", InTurn)
    compiling.compile_all(done.append)
    assert done == []
