"""Runs `sightline evaluate --json` and keeps what it printed for the site's tables: docs/results/data/NAME.json.

python website/measure.py lani-dev-baselines --world lani --split dev --methods stop,random-walk,most-frequent
"""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import date
from pathlib import Path

from sightline.cli.output import about_this_machine

DATA = Path(__file__).resolve().parents[1] / "docs" / "results" / "data"


def main() -> None:
    """Run the command and keep its output."""
    name, *words = sys.argv[1:]
    command = [sys.executable, "-m", "sightline", "evaluate", *words, "--json"]
    output = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    machine = about_this_machine()
    when = f"{date.today()}, Sightline {machine['versions']['sightline']}, {machine['processor']}, {machine['cores']} cores"
    record = {"command": f"sightline evaluate {' '.join(words)}", "when": when, "output": json.loads(output)}
    DATA.mkdir(parents=True, exist_ok=True)
    (DATA / f"{name}.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
