"""Dataset cards: README.md of an export, with the front matter that dataset hubs read."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

from sightline.exports.export import Export
from sightline.fields import Json

FRONT = re.compile(r"\A---\n(.*?)\n---\n", re.DOTALL)
KEPT = ("license", "language", "task_categories", "language_creators", "annotations_creators")  # of the corpus's own card


def card(export: Export, front: Mapping[str, object], layout: str, code: str) -> str:
    """The card of an export: where it comes from, its sizes, its layout, how to load it, and the card of the corpus."""
    file = export.source / "README.md"
    text = file.read_text(encoding="utf-8", errors="replace") if file.is_file() else ""
    match = FRONT.match(text)
    kept = [line for line in (match[1].splitlines() if match else []) if line.partition(":")[0] in KEPT]
    tags = ["instruction-following", "grounded-language", export.kind.title.lower(), *_list(front.get("tags"))]
    lines = [*kept, f"tags: {json.dumps(tags)}"]
    lines += [f"{key}: {json.dumps(value)}" for key, value in front.items() if key != "tags"]
    title = f"{export.kind.title}, the corpus {export.corpus}, as {TITLES[str(export.job['format'])]}"
    return (
        "---\n" + "\n".join(lines) + f"\n---\n\n# {title}\n\n"
        f"Written by Sightline {export.job['version']} (`sightline corpus export --format {export.job['format']}`) from a "
        f"corpus folder; `export.json` has the SHA-256 of its files.\n\n{_sizes(export)}\n"
        f"## Layout\n\n{layout.strip()}\n\n## Loading\n\nIn this folder:\n{code}\n## The corpus\n\n{_body(text, match)}"
    )


TITLES = {"parquet": "Parquet", "lerobot": "LeRobotDataset v3", "minari": "Minari datasets"}


def _list(value: object) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else []


def _body(text: str, match: re.Match[str] | None) -> str:
    """The corpus's own card, with its headings two levels lower."""
    body = (text[match.end() :] if match else text).strip()
    return re.sub(r"^(#+ )", r"##\1", body, flags=re.MULTILINE) + "\n" if body else "It has no card of its own.\n"


def _sizes(export: Export) -> str:
    rows = [
        f"| {split} | {counts.paragraphs:,} | {counts.instructions:,} | {counts.episodes:,} | {counts.frames:,} |"
        for split, counts in export.contents.splits.items()
    ]
    head = "| split | paragraphs | instructions | exported | actions, Stop included |\n|---|---|---|---|---|\n"
    return head + "\n".join(rows) + "\n"


def replay_note(episodes: int, astray: int) -> str:
    """What the card says about replays that end elsewhere than recorded; otherwise empty."""
    if not astray:
        return ""
    return (
        f"{astray:,} of {episodes:,} demonstrations were recorded with another step length: their replay, which is what the "
        "pictures show, ends elsewhere than the recorded `end`.\n"
    )


def write_card(folder: Path, text: str) -> None:
    """Write the card of an export."""
    (folder / "README.md").write_text(text, encoding="utf-8")


def write_json(file: Path, value: Json) -> None:
    """Write a JSON file, making its folder."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
