"""Commands whose streams are closed, whose readers have enough, or who are interrupted: an exit code, and no traceback."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from commands import running

pytestmark = pytest.mark.skipif(os.name == "nt", reason="shells and signals of Unix")


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    script = f"set -o pipefail; {command.replace('sightline', f'{sys.executable} -m sightline')}"
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, cwd=folder)


@pytest.mark.parametrize(
    ("command", "code", "says"),
    [
        ("sightline --version >&-", 2, "Error: The output cannot be written"),
        ("sightline --version 2>&-", 0, ""),
        ("sightline nonsense 2>&-", 2, ""),
        ("sightline --version <&- >&- 2>&-", 2, ""),
        ("sightline --help | true", 141, ""),
        ("sightline --version | true", 141, ""),
        ("sightline nonsense 2> /dev/full", 2, ""),
        ("sightline corpus validate nowhere 2> /dev/full", 2, ""),
    ],
)
def test_closed_streams_are_no_traceback(command: str, code: int, says: str, tmp_path: Path) -> None:
    done = shell(command, tmp_path)
    assert done.returncode == code, done.stderr
    assert says in done.stderr and "Traceback" not in done.stderr and "Exception" not in done.stderr


def test_help_into_head_says_nothing(tmp_path: Path) -> None:
    done = shell("sightline --help | head -1", tmp_path)
    assert done.returncode in (0, 141) and done.stderr == ""


def test_an_interrupted_command_ends_with_130_and_leaves_nothing(tmp_path: Path) -> None:
    words = ["corpus", "generate", "--paragraphs", "100000", "--workers", "1", "--out", "c"]
    with running(*words, cwd=tmp_path) as process:
        deadline = time.monotonic() + 60
        while not list(tmp_path.glob(".c.*")) and time.monotonic() < deadline:
            time.sleep(0.05)
        for _ in range(6):  # now and then the first is lost in compiled code, and people press Ctrl-C again
            process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                process.wait(timeout=5)
                break
        _, told = process.communicate(timeout=30)
    assert process.returncode in (130, -signal.SIGINT) and "Traceback" not in told  # either is 130 to a shell
    assert list(tmp_path.iterdir()) == []


def test_names_that_are_not_unicode_are_printed_as_they_are(tmp_path: Path) -> None:
    name = os.fsdecode(b"caf\xe9.png")
    words = [sys.executable, "-m", "sightline", "view", "landmarks", "--out", name]
    done = subprocess.run(words, capture_output=True, cwd=tmp_path)
    assert done.returncode == 0 and done.stdout == b"caf\xe9.png\n" and (tmp_path / name).exists()
    done = subprocess.run([*words[:3], "follow", os.fsdecode(b"go to the caf\xe9")], capture_output=True, cwd=tmp_path)
    assert done.returncode == 2 and b"not valid Unicode" in done.stderr and b"Traceback" not in done.stderr
