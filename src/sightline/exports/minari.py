"""Minari: the demonstrations as episodes of the Gymnasium environments, a dataset per split; written with pyarrow alone.

The folder is a root of Minari datasets (MINARI_DATASETS_PATH). Each episode is a folder with one Parquet file. Pictures are
PNG there, although Minari calls the encoding JPEG: it decodes both, and these without loss.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from gymnasium import spaces

from sightline.corpus.build import NAMES
from sightline.envs.drawn import observed_words
from sightline.envs.worlds import observation_space
from sightline.exports.cards import card, replay_note, write_card
from sightline.exports.demonstrations import ReplayedExample, replay
from sightline.exports.export import Export, ExportFormat
from sightline.exports.pieces import ExportPiece
from sightline.fields import Json
from sightline.world import Kind

PARAGRAPHS = 25
VERSION = "0.5.4"  # of Minari, whose layout this is
LAYOUT = """
One dataset per split, one episode per instruction. Observations are those of the environment: `image` (the first-person
view, lossless), `pose` (x, z, heading) and `instruction`. Actions are numbers of its action space; the last one is stop,
which terminates the episode. Rewards are the environment's. `metadata.json` of an episode has `paragraph_id`,
`instruction_index`, `goal` (x, z where the demonstration was recorded to end), `success`, and `options`. With these, `reset`
starts the same episode in `dataset.recover_environment(corpus=FOLDER, split=SPLIT)`, where FOLDER is the corpus; `standard`
and the other corpora that have names are filled in.
"""


def dataset_name(kind: Kind, split: str) -> str:
    """The id of a split's dataset."""
    words = "".join(c if c.isalnum() or c in "-_" else "-" for c in kind.name)
    return f"{words}-{split}-v0"


def write(folder: Path, kind: Kind, piece: ExportPiece) -> Json:
    """Draw the demonstrations of a piece and write a folder for each."""
    data, size, astray = folder / dataset_name(kind, piece.split) / "data", 0, 0
    for k, demonstration in enumerate(replay(kind, piece.examples)):
        example = piece.examples[k]
        episode = data / str(piece.first_in_split + k)
        episode.mkdir(parents=True, exist_ok=True)
        pq.write_table(_table(example.segment.instruction, demonstration), episode / "part-0.parquet", use_dictionary=False)
        facts: Json = {
            "id": piece.first_in_split + k, "total_steps": len(demonstration.actions),
            "options": {"example": piece.indices[k]}, "paragraph_id": example.paragraph.id,
            "instruction_index": example.index, "goal": list(example.segment.end), "success": demonstration.success,
        }  # fmt: skip
        (episode / "metadata.json").write_text(json.dumps(facts), encoding="utf-8")
        size += sum(file.stat().st_size for file in episode.iterdir())
        astray += not demonstration.replays
    return {"split": piece.split, "size": size, "astray": astray}


def _table(instruction: str, demonstration: ReplayedExample) -> pa.Table:
    """T + 1 rows; the last has the observation after Stop, which is the one before it, and empty places."""
    steps = len(demonstration.actions)
    poses = np.asarray([*demonstration.poses, demonstration.poses[-1]], np.float32)
    observations = {
        "image": pa.array([*demonstration.pictures, demonstration.pictures[-1]], pa.binary()),
        "pose": pa.FixedSizeListArray.from_arrays(pa.array(poses.ravel()), 3),
        "instruction": pa.array([observed_words(instruction)] * (steps + 1)),
    }
    return pa.table(
        {
            "observations": pa.StructArray.from_arrays(list(observations.values()), names=list(observations)),
            "actions": pa.array([*demonstration.actions, 0], pa.int64()),
            "rewards": pa.array([*demonstration.rewards, 0.0], pa.float64()),
            "terminations": pa.array([False] * (steps - 1) + [True, False]),
            "truncations": pa.array([False] * (steps + 1)),
        }
    )


def finish(export: Export, summaries: Iterator[Json]) -> None:
    """Write metadata.json of every dataset, and the card."""
    contents, kind = export.contents, export.kind
    sizes, astray = dict.fromkeys(contents.splits, 0), 0
    for summary in summaries:
        sizes[summary["split"]] += summary["size"]
        astray += summary["astray"]
    space = json.dumps(_space(observation_space(kind, kind.view.camera)))
    for split, counts in contents.splits.items():
        if not counts.episodes:
            continue
        facts: Json = {
            "total_episodes": counts.episodes, "total_steps": counts.frames, "data_format": "parquet", "jpeg_encoding": True,
            "observation_space": space, "action_space": json.dumps(_space(spaces.Discrete(kind.action_count))),
            **_env_spec(export, split), "dataset_id": dataset_name(kind, split), "minari_version": VERSION,
            "algorithm_name": f"demonstrations of the corpus {export.corpus}",
            "description": f"Demonstrations of natural-language instructions in {kind.title}, {split}.",
            "dataset_size": round(sizes[split] / 1e6, 1),
        }  # fmt: skip
        file = export.folder / dataset_name(kind, split) / "data" / "metadata.json"
        file.write_text(json.dumps(facts), encoding="utf-8")
    first = next(iter(contents.splits))
    code = f"""
```python
import os
os.environ["MINARI_DATASETS_PATH"] = "."
import minari
import sightline.envs  # registers the environment, for dataset.recover_environment()
dataset = minari.load_dataset("{dataset_name(kind, first)}")
episode = dataset[0]
print(episode.observations["instruction"][0], episode.actions, episode.rewards.sum())
```
"""
    write_card(export.folder, card(export, {"tags": ["minari"]}, LAYOUT + replay_note(contents.episodes, astray), code))


def _env_spec(export: Export, split: str) -> Json:
    """The environment, if the world is registered as one, with room for the longest demonstration.

    In an environment of a corpus that has a name, the episode's `options` start the same episode.
    """
    name = f"sightline/{export.kind.name.capitalize()}-v0"
    if name not in gymnasium.registry:
        return {}
    spec = gymnasium.spec(name)
    spec.kwargs = {"horizon": max(export.kind.horizon, export.contents.longest)}
    if export.corpus in NAMES:
        spec.kwargs |= {"corpus": export.corpus, "split": split}
    return {"env_spec": spec.to_json()}


def _space(space: spaces.Space[Any]) -> Json:
    """A space as Minari writes it."""
    if isinstance(space, spaces.Dict):
        return {"type": "Dict", "subspaces": {name: _space(part) for name, part in space.spaces.items()}}
    if isinstance(space, spaces.Box):
        limits = {"low": space.low.tolist(), "high": space.high.tolist()}
        return {"type": "Box", "dtype": str(space.dtype), "shape": list(space.shape), **limits}
    if isinstance(space, spaces.Discrete):
        return {"type": "Discrete", "dtype": "int64", "start": int(space.start), "n": int(space.n)}
    assert isinstance(space, spaces.Text)
    characters = "".join(sorted(space.character_set))
    return {"type": "Text", "max_length": space.max_length, "min_length": space.min_length, "charset": characters}


FORMAT = ExportFormat("Minari", ("pyarrow.parquet",), PARAGRAPHS, True, write, finish)
