"""Engines: the shards of a job run elsewhere, finished parts stay, and a failure is one sentence."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from commands import run

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
            if part is None:
                run_shard(command, shard, None)
                progress(1)
                continue
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


def test_parts_of_another_command_are_refused_before_anything_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "_engine", lambda name: here(failing=(2,)))
    with pytest.raises(InputError, match="died"):
        run_shards("x", ["a"], 2, tmp_path)
    monkeypatch.setattr(engines, "_engine", lambda name: here())
    for command, count in ((["b"], 2), (["a"], 3)):
        with pytest.raises(InputError, match="another command"):
            run_shards("x", command, count, tmp_path)
    run_shards("x", ["a"], 2, tmp_path)


def test_an_export_by_an_engine_has_the_bytes_of_one_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow")
    monkeypatch.setattr(engines, "_engine", lambda name: here())
    run("corpus", "generate", "--paragraphs", "4", "--workers", "1", "--out", "made", cwd=tmp_path)
    words = ["corpus", "export", "made", "--format", "parquet"]
    run(*words, "alone", cwd=tmp_path)
    run(*words, "together", "--engine", "ray", "--shards", "2", cwd=tmp_path)
    files = [file.relative_to(tmp_path / "alone") for file in (tmp_path / "alone").rglob("*") if file.is_file()]
    assert files and all((tmp_path / "together" / f).read_bytes() == (tmp_path / "alone" / f).read_bytes() for f in files)
    assert "exists already" in run(*words, "alone", "--engine", "ray", cwd=tmp_path, expect=2).stderr
    assert "leave out one" in run(*words, "new", "--engine", "ray", "--shard", "1/2", cwd=tmp_path, expect=2).stderr


@pytest.mark.parametrize(("name", "library"), [("ray", "ray"), ("slurm", "submitit")])
def test_an_engine_that_is_not_installed_is_named(
    name: str, library: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(InputError, match=rf"sightline\[{name}\]"):
        run_shards(name, ["a"], 2, tmp_path)
    for command in (
        ["corpus", "generate", "--out", "c"],
        ["evaluate"],
        ["corpus", "export", "written", "e", "--format=parquet"],
    ):
        said = run(*command, "--engine", name, cwd=tmp_path, expect=2)
        assert f"sightline[{name}]" in said.stderr and said.stderr.count("\n") == 1 and not said.stdout
    assert not list(tmp_path.iterdir())


def test_training_refuses_an_engine_that_is_not_there_or_not_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    for words, reason in ((["--engine", "ray"], "sightline[ray]"), (["--engine", "ray", "--workers", "2"], "--workers")):
        said = run("train", "best-goal", *words, cwd=tmp_path, expect=2)
        assert reason in said.stderr and said.stderr.count("\n") == 1 and not list(tmp_path.iterdir())
    assert "--engine" in run("train", "best-goal", "--engine", "slurm", cwd=tmp_path, expect=2).stderr


def test_the_error_of_a_shard_is_ours(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"Shard 1/2 failed: .*moon"):
        run_shard(["corpus", "generate", "--world", "moon"], Shard(1, 2), tmp_path / "p")


def test_submitit_runs_shards_as_local_jobs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("submitit")
    monkeypatch.chdir(tmp_path)  # for its logs
    from sightline.engines.slurm import submit

    command = ["corpus", "generate", "--paragraphs", "2", "--workers", "1"]
    submit(command, [(Shard(1, 2), tmp_path / "1"), (Shard(2, 2), tmp_path / "2")], lambda done: None, "local")
    assert (tmp_path / "1" / MANIFEST).is_file() and (tmp_path / "2" / MANIFEST).is_file()
    with pytest.raises(InputError, match="moon"):
        submit(["corpus", "generate", "--world", "moon"], [(Shard(1, 1), tmp_path / "3")], lambda done: None, "local")
