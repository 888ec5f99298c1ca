"""Runs `sightline evaluate --json` and keeps what it printed for the tables of results: docs/results/data/NAME.json.

python website/measure.py lani-dev-results --world lani --split dev
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from datetime import date
from pathlib import Path

from sightline.cli.output import about_this_machine
from sightline.files import replacing

DATA = Path(__file__).resolve().parents[1] / "docs" / "results" / "data"


def main() -> None:
    """Run the command and keep its output, with date, version, hardware and time."""
    name, *words = sys.argv[1:]
    command = [sys.executable, "-m", "sightline", "evaluate", *words, "--json"]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    minutes = (used.ru_utime + used.ru_stime) / 60
    machine = about_this_machine()
    cores = "1 core" if machine["cores"] == 1 else f"{machine['cores']} cores"
    version = machine["versions"]["sightline"]
    when = f"{date.today()}, Sightline {version}, {machine['processor']}, {cores}, {minutes:.1f} CPU minutes"
    record = {"command": f"sightline evaluate {' '.join(words)}", "when": when, "output": json.loads(output)}
    DATA.mkdir(parents=True, exist_ok=True)
    with replacing(DATA / f"{name}.json") as partial:
        partial.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
