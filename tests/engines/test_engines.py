"""Engines: the shards of a job run elsewhere, finished parts stay, and a failure is one sentence."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from sightline import engines
from sightline.engines import Job, run_shard, run_shards
from sightline.errors import InputError
from sightline.shards import MANIFEST, Shard, new_part

Runner = Callable[[Sequence[str], Sequence[Job], Callable[[int], None]], None]


def here(failing: tuple[int, ...] = ()) -> Runner:
    """An engine that makes parts in this process, except for some shards."""

    def run(command: Sequence[str], jobs: Sequence[Job], progress: Callable[[int], None]) -> None:
        for shard, part in jobs:
            if shard.number in failing:
                raise InputError("a node died")
            with new_part(part, shard, {"what": " ".join(command)}) as folder:
                (folder / "made.txt").write_text(str(shard))
            progress(1)

    return run


def test_what_is_done_stays_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "_engine", lambda name: here(failing=(3,)))
    with pytest.raises(InputError, match="died"):
        run_shards("x", ["a"], 4, tmp_path)
    times = {part: (part / "made.txt").stat().st_mtime_ns for part in (tmp_path / "1", tmp_path / "2")}
    (tmp_path / "2" / "made.txt").write_text("damaged")
    monkeypatch.setattr(engines, "_engine", lambda name: here())
    counted: list[int] = []
    parts = run_shards("x", ["a"], 4, tmp_path, counted.append)
    assert [part.name for part in parts] == ["1", "2", "3", "4"] and sum(counted) == 4
    assert [(part / "made.txt").read_text() for part in parts] == ["1/4", "2/4", "3/4", "4/4"]
    assert (tmp_path / "1" / "made.txt").stat().st_mtime_ns == times[tmp_path / "1"]


@pytest.mark.parametrize(("name", "library"), [("ray", "ray"), ("slurm", "submitit")])
def test_an_engine_that_is_not_installed_is_named(
    name: str, library: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(InputError, match=rf"sightline\[{name}\]"):
        run_shards(name, ["a"], 2, tmp_path)


def test_the_error_of_a_shard_is_ours(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"Shard 1/2 failed: .*moon"):
        run_shard(["corpus", "generate", "--world", "moon"], Shard(1, 2), tmp_path / "p")


def test_submitit_runs_shards_as_local_jobs(tmp_path: Path) -> None:
    pytest.importorskip("submitit")
    from sightline.engines.slurm import submit

    command = ["corpus", "generate", "--paragraphs", "2", "--workers", "1"]
    submit(command, [(Shard(1, 2), tmp_path / "1"), (Shard(2, 2), tmp_path / "2")], lambda done: None, "local")
    assert (tmp_path / "1" / MANIFEST).is_file() and (tmp_path / "2" / MANIFEST).is_file()
