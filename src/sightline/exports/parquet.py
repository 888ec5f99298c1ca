"""Parquet: one row per instruction, with everything that its record has; for pandas, `datasets`, DuckDB and others."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from sightline.corpus.examples import Example
from sightline.exports.cards import card, write_card
from sightline.exports.export import Export, ExportFormat
from sightline.exports.pieces import ExportPiece
from sightline.fields import Json
from sightline.world import Kind

PARAGRAPHS = 1000  # per file: about 5,000 rows
_PLACE = pa.list_(pa.float64())
_GOAL = pa.struct(
    [("kind", pa.string()), ("stand", _PLACE), ("point", _PLACE), ("deed", pa.list_(pa.string()))]
)  # fmt: skip
SCHEMA = pa.schema(
    [
        ("id", pa.string()), ("index", pa.int32()), ("world", pa.string()), ("source", pa.string()), ("seed", pa.int64()),
        ("instruction", pa.string()), ("tokens", pa.list_(pa.string())), ("start", _PLACE), ("end", _PLACE),
        ("intended", _PLACE), ("read", _PLACE), ("goals", pa.list_(_GOAL)), ("actions", pa.string()),
        ("action_numbers", pa.list_(pa.int32())), ("moves", pa.string()), ("phenomena", pa.list_(pa.string())),
        ("meaning", pa.string()), ("unseen_phrasing", pa.bool_()), ("scenario", pa.string()), ("path", pa.list_(_PLACE)),
        ("scene", pa.string()),
    ]
)  # fmt: skip
COLUMNS = """
| column | meaning |
|---|---|
| `id`, `index` | the paragraph, and the instruction in it, from 0 |
| `world`, `source`, `seed` | as in the corpus; `source` is generated, written or human |
| `instruction`, `tokens` | as typed; lower-cased and split |
| `start`, `end` | x, z, heading (degrees, 0 = north, clockwise) before; x, z after: the goal of every metric |
| `intended`, `read` | the place that the sentence means; where a reader of it ended |
| `goals` | in order: `kind` (navigation or interaction), `stand`, and of an interaction `point` and `deed` |
| `actions`, `action_numbers` | the demonstration, spelled as in records, and in numbers of the environment; no Stop |
| `moves` | actions in another action space, as words |
| `phenomena`, `meaning`, `unseen_phrasing` | linguistic categories; the meaning (JSON); whether train lacks the phrasing |
| `scenario`, `path`, `scene` | of the paragraph: the situation, the reference path, and the scene (JSON) |
"""


def _row(kind: Kind, example: Example) -> Json:
    paragraph, segment = example.paragraph, example.segment
    record: dict[str, Any] = segment.to_json()
    meaning = record.get("meaning")
    return {
        **record, "id": paragraph.id, "index": example.index, "world": paragraph.world, "source": paragraph.source,
        "seed": paragraph.seed, "goals": record.get("goals"), "action_numbers": kind.read_actions(segment.actions),
        "meaning": None if meaning is None else json.dumps(meaning, ensure_ascii=False),
        "scenario": paragraph.scenario, "path": paragraph.path,
    }  # fmt: skip


def _rows(kind: Kind, examples: list[Example]) -> Iterator[Json]:
    paragraph, scene = None, ""
    for example in examples:
        if example.paragraph is not paragraph:
            paragraph = example.paragraph
            scene = json.dumps(kind.scene_to_json(paragraph.scene), ensure_ascii=False)
        yield {**_row(kind, example), "scene": scene}


def write(folder: Path, kind: Kind, piece: ExportPiece) -> Json:
    """Write the instructions of a piece as a file."""
    file = folder / "data" / piece.split / f"{piece.number:05d}.parquet"
    file.parent.mkdir(parents=True, exist_ok=True)
    table = pa.Table.from_pylist(list(_rows(kind, piece.examples)), SCHEMA)
    pq.write_table(table, file, compression="zstd")
    return {}


def finish(export: Export, summaries: Iterator[Json]) -> None:
    """Write the card."""
    front = {
        "configs": [
            {
                "config_name": "default",
                "data_files": [
                    {"split": _plain(split), "path": f"data/{split}/*.parquet"} for split in export.contents.splits
                ],
            }
        ]
    }
    code = f"""
```python
import pandas, datasets
rows = pandas.read_parquet("data/{next(iter(export.contents.splits))}")
rows = datasets.load_dataset(".")  # by split
```
"""
    text = card(export, front, f"One row per instruction.\n{COLUMNS}", code)
    write_card(export.folder, text)


def _plain(split: str) -> str:
    """The name of a split for `datasets`, which allows no dashes."""
    return split.replace("-", "_")


FORMAT = ExportFormat("Parquet", ("pyarrow.parquet",), PARAGRAPHS, False, write, finish)
