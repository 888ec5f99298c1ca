"""Several processes that learn together: they make the updates of one process that has all of the batch."""

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from shutil import rmtree

import numpy as np
import pytest
import torch
from learning.every_learner import learn as learn_everything
from learning.every_learner import logs
from lessons import CPU

from sightline.errors import InputError
from sightline.learning.distributed import Team, launched, own_device, team
from sightline.learning.run import Run

LEARNER = """
import json, sys
import torch
from lessons import CPU, LANI, Lesson, lingunet, log_of
from sightline.learning.chunk import StreamConfig
from sightline.learning.distributed import launched, team
from sightline.learning.goal import BestConfig, GoalConfig, learn_goals, shares
from sightline.learning.run import Run
from sightline.learning.stream import Stream
from pathlib import Path

folder = Path(sys.argv[1])
rank, size = launched()
lesson = Lesson.generated(1)
lesson.train = lesson.train.take([0, 1, 2, 0, 1, 2, 3])
config = GoalConfig(epochs=1, batch=3, learning_rate=0.01, half=False, clip=0.5)
model = lingunet(len(lesson.vocabulary), dropout=0.0)
if rank:
    torch.nn.init.zeros_(model.convs[0].weight)  # the first process's weights count
learn_goals(model, lesson.train, lesson.tune, lesson.vocabulary, config, Run(folder, {}))
torch.save(model.state_dict(), folder / f"{rank}.pt")
if size > 1:
    config = StreamConfig(chunks=3, paragraphs=1, joined=0, varied=0)
    with team(CPU) as us, Stream(config, LANI, 3, CPU, 1, rank=rank, size=size) as stream:
        for epoch in (0, 1):
            given = [(share.batch.classes.tolist(), share.size, share.done)
                     for share in shares(stream, BestConfig(batch=3), epoch, us)]
            (folder / f"{rank}-{epoch}.json").write_text(json.dumps(given))
"""


def learn(folder: Path, processes: int) -> None:
    """Start a learner in several processes, as torchrun does."""
    folder.mkdir()
    if processes == 1:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "argv", ["-c", str(folder)])
            exec(LEARNER, {})
        return
    for last in (False, True):  # another program may take the port between its choice and its use: then they never meet
        running = start(["-c", LEARNER, str(folder)], processes)
        try:
            for process in running:
                _, complaint = process.communicate(timeout=150)
                assert process.returncode == 0, complaint
            return
        except subprocess.TimeoutExpired:
            for process in running:
                process.kill()
                process.wait()
            if last:
                raise
        rmtree(folder)
        folder.mkdir()


def start(words: list[str], processes: int) -> list[subprocess.Popen[str]]:
    """Start Python in several processes, as torchrun does."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    path = os.pathsep.join([str(Path(__file__).parents[1]), *sys.path])
    running = []
    for rank in range(processes):
        place = {"RANK": str(rank), "LOCAL_RANK": str(rank), "WORLD_SIZE": str(processes), "MASTER_ADDR": "127.0.0.1"}
        env = {**os.environ, **place, "MASTER_PORT": str(port), "PYTHONPATH": path, "OMP_NUM_THREADS": "1"}
        running.append(subprocess.Popen([sys.executable, *words], env=env, stderr=subprocess.PIPE, text=True))
    return running


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What two processes leave that learn from a corpus, then from a stream."""
    folder = tmp_path_factory.mktemp("learned") / "two"
    learn(folder, 2)  # the last batch of the corpus is a single example: the second process has none
    return folder


def test_two_processes_make_the_updates_of_one(two: Path, tmp_path: Path) -> None:
    learn(tmp_path / "one", 1)
    one, first, second = (torch.load(f, weights_only=True) for f in (tmp_path / "one/0.pt", two / "0.pt", two / "1.pt"))
    for name, weight in one.items():
        torch.testing.assert_close(first[name], weight, atol=1e-4, rtol=1e-3)
        assert torch.equal(first[name], second[name])
    logs = [json.loads((folder / "log.jsonl").read_text()) for folder in (tmp_path / "one", two)]
    assert logs[1]["loss"] == pytest.approx(logs[0]["loss"], rel=1e-4)


def test_each_process_has_its_part_of_a_stream_and_all_take_as_many_steps(two: Path) -> None:
    from lessons import LANI

    from sightline.learning.chunk import Maker, StreamConfig

    make = Maker(StreamConfig(chunks=3, paragraphs=1, joined=0, varied=0), "lani")
    for epoch in (0, 1):
        first, second = (json.loads((two / f"{rank}-{epoch}.json").read_text()) for rank in (0, 1))
        assert len(first) == len(second) > 0
        assert [(whole, done) for _, whole, done in first] == [(whole, done) for _, whole, done in second]
        for given, numbers, size in ((first, (3 * epoch, 3 * epoch + 2), 1), (second, (3 * epoch + 1,), 2)):
            classes = [c for number in numbers for c in make(number).classes.tolist()]
            flat = [c for batch, _, _ in given for c in batch]
            assert flat == classes[: len(flat)] and {len(batch) for batch, _, _ in given} == {size}
    assert LANI.things > 0


def test_one_process_is_a_team_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("WORLD_SIZE", raising=False)
    assert launched() == (0, 1) and own_device(CPU) == CPU
    model = torch.nn.Linear(1, 1)
    with team(CPU) as us:
        assert us == Team(0, 1, CPU) and us.leads
        assert us.wrap(model, unused=False) is model
        assert us.least(3.5) == 3.5 and us.sum(torch.tensor(2.0)) == 2.0
        assert list(us.in_step(iter([("a", 0.5), ("b", 1.0)]))) == [("a", 0.5), ("b", 1.0)]
        run = Run(tmp_path, {})
        for epoch in us.epochs(run, 2, 0):
            assert epoch == run.epoch
            run.epoch += 1
        assert run.epoch == 2


def test_shares_of_a_batch_are_all_of_it() -> None:
    batch = np.arange(7)
    shares = [Team(rank, 3, CPU).share(batch) for rank in range(3)]
    assert sorted(np.concatenate(shares).tolist()) == batch.tolist() and [len(s) for s in shares] == [3, 2, 2]
    assert not Team(1, 3, CPU).leads


def test_torchrun_names_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RANK", "2")
    monkeypatch.setenv("WORLD_SIZE", "4")
    assert launched() == (2, 4) and own_device(CPU) == CPU


EVERY = str(Path(__file__).parent / "every_learner.py")


@pytest.fixture(scope="module")
def curves(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, float]]]:
    """What every learner logs over two epochs, in one process."""
    folder = tmp_path_factory.mktemp("curves")
    learn_everything(folder, 2)
    return logs(folder)


def same_curves(one: dict[str, list[dict[str, float]]], other: dict[str, list[dict[str, float]]]) -> None:
    """The same rewards, or scores where nobody walks: a rounding error can change an action, and so the score of a walk."""
    for name, lines in one.items():
        assert len(lines) == len(other[name]) == 2
        for line, others in zip(lines, other[name], strict=True):
            if name != "misra17":  # its batch norm sees the share of a process
                assert learned(others) == pytest.approx(learned(line), rel=1e-3, abs=1e-3), name


def learned(line: dict[str, float]) -> dict[str, float]:
    """What a line of a log says of the training itself."""
    return {"epoch": line["epoch"], "reward": line["reward"]} if "reward" in line else line


def test_every_learner_has_the_curve_of_one_process_and_goes_on_with_another_number(
    curves: dict[str, list[dict[str, float]]], tmp_path: Path
) -> None:
    for process in start([EVERY, str(tmp_path), "1"], 2):
        _, complaint = process.communicate(timeout=300)
        assert process.returncode == 0, complaint
    learn_everything(tmp_path, 2)  # the second epoch, alone
    same_curves(curves, logs(tmp_path))


def test_when_a_process_is_killed_the_other_ends_with_a_sentence_and_the_run_goes_on(
    curves: dict[str, list[dict[str, float]]], tmp_path: Path
) -> None:
    first, last = start([EVERY, str(tmp_path), "2", "killed"], 2)
    assert last.wait(timeout=300) == -signal.SIGKILL
    _, complaint = first.communicate(timeout=120)
    assert first.returncode == 1 and complaint.count("Error: Another process") == 1 and "Traceback" not in complaint
    learn_everything(tmp_path, 2)
    same_curves(curves, logs(tmp_path))


def test_processes_that_see_other_checkpoints_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Team, "least", lambda us, number: min(number, 0))
    run = Run(tmp_path, {})
    run.epoch = 2
    with pytest.raises(InputError, match="share"):
        next(Team(0, 2, CPU).epochs(run, 3, 0))
