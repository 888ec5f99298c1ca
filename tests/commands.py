"""Running the command line in tests."""

import os
import subprocess
import sys
from pathlib import Path


def run(*words: str, cwd: Path | None = None, expect: int = 0) -> subprocess.CompletedProcess[str]:
    """A command as a person types it: its exit code is as expected, and there is no traceback."""
    done = subprocess.run(
        [sys.executable, "-m", "sightline", *words],
        capture_output=True, text=True, cwd=cwd, stdin=subprocess.DEVNULL,
        env={**os.environ, "COLUMNS": "120", "NO_COLOR": "1"},
    )  # fmt: skip
    assert done.returncode == expect, done.stderr
    assert "Traceback" not in done.stderr
    return done
