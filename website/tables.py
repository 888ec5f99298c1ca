"""Writes the tables of results into the pages, from the JSON files that `sightline evaluate --json` wrote.

A page names the file between two comments; the text between them is generated:

    <!-- table: lani-dev-results -->
    <!-- end of table -->

python website/tables.py     # rewrites README.md and docs/results/*.md
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from sightline.evaluation.layout import Column, Table, as_markdown
from sightline.evaluation.report import table_from_json
from sightline.world import kind_of

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / "docs" / "results" / "data"
PAGES = (ROOT / "README.md", ROOT / "docs" / "results" / "lani.md", ROOT / "docs" / "results" / "chai.md")
REGION = re.compile(r"(?P<start><!-- table: (?P<name>[a-z0-9-]+) -->\n)(?P<text>.*?)(?P<end><!-- end of table -->)", re.S)
SUMMARY = "summary"  # the table of README: cells of several files
SUMMARY_ROWS = (
    ("lani", "paper", "the paper's agent, retrained here"), ("lani", "best", "**our best agent**"),
    ("chai", "stop", "standing still"), ("chai", "paper", "the paper's agent, retrained here"),
    ("chai", "best", "**our best agent**"),
)  # fmt: skip
SUMMARY_METRICS = {"lani": ("TC",), "chai": ("MA", "SD")}


def read_record(name: str) -> dict[str, Any]:
    """A file of docs/results/data: command, when, output."""
    record: dict[str, Any] = json.loads((DATA / f"{name}.json").read_text("utf-8"))
    return record


def generated_text(name: str) -> str:
    """The text of a region: command, table and notes, date and hardware."""
    if name == SUMMARY:
        return as_markdown(_summary()).partition("\n\n")[2]
    record = read_record(name)
    table = as_markdown(table_from_json(record["output"]))
    return f"`{record['command']}`\n\n{table}\nMeasured {record['when']}.\n"


def regenerated(page: str) -> str:
    """A page with the text of its regions as the files have it."""
    return REGION.sub(lambda region: f"{region['start']}\n{generated_text(region['name'])}\n{region['end']}", page)


def _summary() -> Table:
    """The results of the main agents in both worlds, on each kind of instruction."""
    names = (
        "generated, dev",
        "generated, test",
        "unseen phrasing, dev",
        "written freely, test",
        "unseen houses",
        "the paper's number, dev",
    )
    table = Table("Results", [Column("", words=True), *(Column(name, words=True) for name in names)])
    for world, method, title in SUMMARY_ROWS:
        metrics = SUMMARY_METRICS[world]
        dev, test = (read_record(f"{world}-{split}-results")["output"]["results"][method] for split in ("dev", "test"))
        kind = kind_of(world)
        order = [metric.name for metric in kind.metrics]
        paper = kind.paper["results", "dev"].get(method)
        numbers = dict(zip(order, paper, strict=True)) if paper else {}
        cells = [
            _cell(scores, metrics) for scores in (dev, test, dev["unseen"], test["written"], dev.get("unseen-houses", {}))
        ]
        bold = [f"**{cell}**" if method == "best" and cell != "–" else cell for cell in cells]
        label = f"{kind.title}, {' and '.join(metrics)}: {title}"
        table.rows.append([label, *bold, _cell(numbers, metrics)])
    return table


def _cell(scores: dict[str, float], metrics: tuple[str, ...]) -> str:
    digits = {"TC": 1, "MA": 1, "SD": 2}
    return ", ".join(f"{scores[metric]:.{digits[metric]}f}" for metric in metrics if metric in scores) or "–"


def main() -> None:
    """Rewrite the pages."""
    for page in PAGES:
        page.write_text(regenerated(page.read_text("utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
