"""LeRobotDataset v3: demonstrations with pictures, one episode per instruction; written with pyarrow alone.

A piece is one data file and one file of episodes. Pictures are PNG inside the data files (`dtype` image).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import astuple
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from sightline.exports.cards import card, replay_note, write_card, write_json
from sightline.exports.demonstrations import ReplayedExample, replay
from sightline.exports.export import Export, ExportFormat
from sightline.exports.moments import Moments
from sightline.exports.pieces import ExportPiece
from sightline.fields import Json
from sightline.geometry.types import Array
from sightline.world import Kind

PARAGRAPHS = 25  # per file: about 3,000 frames and 35 MB
CHUNK = 1000  # files per folder
FPS = 8  # worlds have no clock; this is the frame rate of the environments
VERSION = "v3.0"
VIEW, STATE = "observation.images.view", "observation.state"
DATA_PATH = "data/chunk-{chunk_index:03d}/file-{file_index:03d}.parquet"
EPISODES_PATH = f"meta/episodes/{DATA_PATH.removeprefix('data/')}"
# Features besides the picture: type, size, and names of the dimensions.
FEATURES: dict[str, tuple[str, int, list[str] | None]] = {
    STATE: ("float32", 3, ["x", "z", "heading"]), "action": ("int64", 1, ["action"]), "goal": ("float32", 2, ["x", "z"]),
    "next.reward": ("float32", 1, None), "next.done": ("bool", 1, None), "next.success": ("bool", 1, None),
    "timestamp": ("float32", 1, None), "frame_index": ("int64", 1, None), "episode_index": ("int64", 1, None),
    "index": ("int64", 1, None), "task_index": ("int64", 1, None),
}  # fmt: skip
LAYOUT = """
One episode per instruction, one frame per action of its demonstration, Stop last; the instruction is the task.

| feature | meaning |
|---|---|
| `observation.images.view` | the first-person view before the action, PNG, lossless |
| `observation.state` | x (east), z (north), heading (degrees, 0 = north, clockwise) |
| `action` | number in the environment's action space: 0 forward, 1 turn right, 2 turn left, 3 stop, from 4 on interact |
| `goal` | x, z where the demonstration was recorded to end: a label, which no agent may observe |
| `next.reward`, `next.done`, `next.success` | of the action, by the environment |
| `timestamp` | frame number / 8: worlds have no clock |

`meta/episodes` also has `paragraph_id` and `instruction_index`, which lead back to the corpus.
"""


def _columns(piece: ExportPiece, k: int, first_frame: int, demonstration: ReplayedExample) -> dict[str, Array]:
    """The features of episode k of a piece, besides the picture: (T,) or (T, D)."""
    count = len(demonstration.actions)
    last = np.arange(count) == count - 1
    columns = {
        STATE: np.stack(demonstration.poses), "action": demonstration.actions,
        "goal": np.tile(piece.examples[k].segment.end, (count, 1)), "next.reward": demonstration.rewards, "next.done": last,
        "next.success": last & demonstration.success, "timestamp": np.arange(count) / FPS,
        "frame_index": np.arange(count), "episode_index": np.full(count, piece.first_episode + k),
        "index": first_frame + np.arange(count), "task_index": np.full(count, piece.tasks[k]),
    }  # fmt: skip
    return {name: np.asarray(values, FEATURES[name][0]) for name, values in columns.items()}


def _arrow(values: Array) -> pa.Array:
    if values.ndim == 1:
        return pa.array(values)
    return pa.FixedSizeListArray.from_arrays(pa.array(values.ravel()), values.shape[1])


def write(folder: Path, kind: Kind, piece: ExportPiece) -> Json:
    """Draw the demonstrations of a piece; write its data and episodes. The summary has the moments of all features."""
    chunk, number = divmod(piece.number, CHUNK)
    place = {"chunk_index": chunk, "file_index": number}
    demonstrations = replay(kind, piece.examples)
    starts = list(accumulate((len(d.actions) for d in demonstrations), initial=piece.first_frame))
    episodes = [_columns(piece, k, starts[k], d) for k, d in enumerate(demonstrations)]
    moments = [
        {**{name: Moments.of(values) for name, values in episode.items()}, VIEW: demonstration.colours}
        for episode, demonstration in zip(episodes, demonstrations, strict=True)
    ]
    pictures = [{"bytes": picture, "path": None} for d in demonstrations for picture in d.pictures]
    kinds = pa.struct([("bytes", pa.binary()), ("path", pa.string())])
    data = {VIEW: pa.array(pictures, kinds)}
    data |= {name: _arrow(np.concatenate([episode[name] for episode in episodes])) for name in FEATURES}
    _write(folder / DATA_PATH.format(**place), data)
    rows = [_episode(piece, k, starts[k], starts[k + 1], place, moments[k]) for k in range(len(episodes))]
    _write(folder / EPISODES_PATH.format(**place), {key: pa.array([row[key] for row in rows]) for key in rows[0]})
    whole = {name: astuple(of) for name, of in _merged(moments).items()}
    return {"astray": sum(not d.replays for d in demonstrations), "moments": whole}


def _write(file: Path, columns: dict[str, Any]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    compression = {name: "NONE" if name == VIEW else "SNAPPY" for name in columns}  # PNG is compressed already
    table = pa.table(columns)
    paths = {f"{VIEW}.bytes": "NONE", f"{VIEW}.path": "NONE"} if VIEW in columns else {}
    pq.write_table(table, file, compression={**compression, **paths}, use_dictionary=False)


def _episode(piece: ExportPiece, k: int, begin: int, end: int, place: Json, moments: dict[str, Any]) -> Json:
    """The row of episode k of a piece in the file of episodes."""
    example = piece.examples[k]
    row = {
        "episode_index": piece.first_episode + k, "tasks": [example.segment.instruction], "length": end - begin,
        "dataset_from_index": begin, "dataset_to_index": end,
        "paragraph_id": example.paragraph.id, "instruction_index": example.index,
    }  # fmt: skip
    for kind in ("data", "meta/episodes"):
        row |= {f"{kind}/{key}": value for key, value in place.items()}
    for name, of in moments.items():
        row |= {f"stats/{name}/{key}": value for key, value in _stats(name, of).items()}
    return row


def _stats(name: str, moments: Moments) -> Json:
    """Statistics as LeRobot has them: those of pictures with shape (3, 1, 1)."""
    stats = moments.stats()
    if name != VIEW:
        return stats
    return {key: value if key == "count" else [[[number]] for number in value] for key, value in stats.items()}


def _merged(parts: list[dict[str, Any]]) -> dict[str, Any]:
    whole: dict[str, Any] = {}
    for part in parts:
        for name, moments in part.items():
            whole[name] = moments if name not in whole else whole[name].merged(moments)
    return whole


def finish(export: Export, summaries: Iterator[Json]) -> None:
    """Write info.json, stats.json, tasks.parquet and the card."""
    contents, meta = export.contents, export.folder / "meta"
    whole: dict[str, Any] = {}
    astray = 0
    for summary in summaries:
        astray += summary["astray"]
        whole = _merged([whole, {name: Moments(*values) for name, values in summary["moments"].items()}])
    write_json(meta / "stats.json", {name: _stats(name, moments) for name, moments in whole.items()})
    write_json(meta / "info.json", _info(export))
    _write_tasks(meta / "tasks.parquet", contents.tasks)
    code = f"""
```python
from lerobot.datasets.lerobot_dataset import LeRobotDataset
dataset = LeRobotDataset("sightline/{export.kind.name}", root=".")
print(dataset[0]["task"], dataset[0]["observation.images.view"].shape)
```
"""
    front = {"tags": ["LeRobot"], "configs": [{"config_name": "default", "data_files": "data/*/*.parquet"}]}
    write_card(export.folder, card(export, front, LAYOUT + replay_note(contents.episodes, astray), code))


def _info(export: Export) -> Json:
    contents, camera = export.contents, export.kind.view.camera
    ends = list(accumulate((split.episodes for split in contents.splits.values()), initial=0))
    splits = {name: f"{ends[k]}:{ends[k + 1]}" for k, name in enumerate(contents.splits)}
    shape = [camera.height, camera.width, 3]
    features: Json = {VIEW: {"dtype": "image", "shape": shape, "names": ["height", "width", "channels"]}}
    features |= {name: {"dtype": kind, "shape": [size], "names": names} for name, (kind, size, names) in FEATURES.items()}
    return {
        "codebase_version": VERSION, "robot_type": f"sightline-{export.kind.name}", "total_episodes": contents.episodes,
        "total_frames": contents.frames, "total_tasks": len(contents.tasks), "chunks_size": CHUNK,
        "data_files_size_in_mb": 100, "video_files_size_in_mb": 200, "fps": FPS, "splits": splits, "data_path": DATA_PATH,
        "video_path": None, "features": features,
    }  # fmt: skip


def _write_tasks(file: Path, tasks: dict[str, int]) -> None:
    """The instructions by number, as pandas writes a frame whose index they are."""
    index = "__index_level_0__"
    text = {"name": None, "field_name": index, "pandas_type": "unicode", "numpy_type": "object", "metadata": None}
    number = {
        "name": "task_index",
        "field_name": "task_index",
        "pandas_type": "int64",
        "numpy_type": "int64",
        "metadata": None,
    }
    labels = {"name": None, "field_name": None, "pandas_type": "unicode", "numpy_type": "object", "metadata": None}
    frame = {"index_columns": [index], "column_indexes": [labels], "columns": [number, text]}
    table = pa.table({"task_index": pa.array(tasks.values(), pa.int64()), index: pa.array(tasks, pa.string())})
    pq.write_table(table.replace_schema_metadata({"pandas": json.dumps(frame)}), file)


FORMAT = ExportFormat("LeRobotDataset v3", ("pyarrow.parquet",), PARAGRAPHS, True, write, finish)
