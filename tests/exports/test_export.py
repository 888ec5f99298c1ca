"""Exports of corpora: what the files hold, and that they are the same bytes however they were made."""

import errno
import hashlib
import io
import json
import sys
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from commands import run
from PIL import Image

from sightline.corpus.examples import Example, examples_of
from sightline.corpus.files import read_corpus
from sightline.errors import ArgumentError, FileError, InputError, UnavailableError
from sightline.exports import FORMATS
from sightline.exports.export import export_corpus, export_format
from sightline.shards import Shard
from sightline.world import kind_of

pq = pytest.importorskip("pyarrow.parquet")
PIECES = 2  # paragraphs per piece in these tests


@pytest.fixture(scope="module")
def corpora(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("corpora")
    for world, count in (("lani", "6"), ("chai", "2")):
        words = ["--world", world, "--paragraphs", count, "--seed", "3", "--workers", "1", "--out", str(folder / world)]
        run("corpus", "generate", *words)
    return {world: folder / world for world in ("lani", "chai")}


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in FORMATS:
        module = import_module(f"sightline.exports.{name}")
        monkeypatch.setattr(module, "FORMAT", module.FORMAT._replace(paragraphs=PIECES))


def examples(folder: Path) -> list[Example]:
    """In the order of an export."""
    return [e for paragraphs in read_corpus(folder).splits.values() for e in examples_of(paragraphs)]


def contents(folder: Path) -> dict[str, str]:
    files = [file for file in sorted(folder.rglob("*")) if file.is_file()]
    return {str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def rows(folder: Path, pattern: str) -> list[dict]:
    return [row for file in sorted(folder.glob(pattern)) for row in pq.read_table(file).to_pylist()]


def picture(png: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(png)))


@pytest.mark.parametrize("world", ["lani", "chai"])
def test_parquet_has_everything_that_the_records_have(world: str, corpora: dict[str, Path], tmp_path: Path) -> None:
    export_corpus("parquet", corpora[world], tmp_path / "out")
    for split, paragraphs in read_corpus(corpora[world]).splits.items():
        found = rows(tmp_path / "out", f"data/{split}/*.parquet")
        for example, row in zip(examples_of(paragraphs), found, strict=True):
            record = example.segment.to_json()
            assert (row["id"], row["index"]) == example.key and row["instruction"] == record["instruction"]
            assert tuple(row["start"]) == record["start"] and tuple(row["end"]) == record["end"]
            assert row["actions"] == record["actions"] and json.loads(row["meaning"]) == record["meaning"]
            assert row["action_numbers"] == example.kind.read_actions(row["actions"])
            kinds = [goal["kind"] for goal in record["goals"]] if "goals" in record else None
            assert (None if row["goals"] is None else [goal["kind"] for goal in row["goals"]]) == kinds
            assert example.kind.scene_from_json(json.loads(row["scene"])) == example.paragraph.scene
    card = (tmp_path / "out" / "README.md").read_text()
    assert "data/train/*.parquet" in card and "license: mit" in card and "people did not write it" in card


@pytest.mark.parametrize("world", ["lani", "chai"])
def test_lerobot_has_a_frame_for_every_action(world: str, corpora: dict[str, Path], tmp_path: Path) -> None:
    export_corpus("lerobot", corpora[world], tmp_path / "out")
    info = json.loads((tmp_path / "out" / "meta" / "info.json").read_text())
    frames, episodes = rows(tmp_path / "out", "data/*/*.parquet"), rows(tmp_path / "out", "meta/episodes/*/*.parquet")
    tasks = [row["__index_level_0__"] for row in rows(tmp_path / "out", "meta/tasks.parquet")]
    found = examples(corpora[world])
    assert info["codebase_version"] == "v3.0" and info["total_frames"] == len(frames)
    assert info["total_episodes"] == len(episodes) == len(found) and info["total_tasks"] == len(tasks)
    assert list(info["splits"].values())[-1].endswith(f":{len(found)}")
    assert [frame["index"] for frame in frames] == list(range(len(frames)))
    world_of_kind = kind_of(world)
    for number, (example, episode) in enumerate(zip(found, episodes, strict=True)):
        some = frames[episode["dataset_from_index"] : episode["dataset_to_index"]]
        actions = world_of_kind.read_actions(example.segment.actions)
        assert [frame["action"] for frame in some] == [*actions, 3] and episode["length"] == len(some)
        assert {frame["episode_index"] for frame in some} == {number} == {episode["episode_index"]}
        assert {tasks[frame["task_index"]] for frame in some} == {example.segment.instruction} == set(episode["tasks"])
        assert some[0]["observation.state"][:2] == pytest.approx(example.segment.start[:2], abs=1e-4)
        assert some[-1]["observation.state"][:2] == pytest.approx(example.segment.end, abs=0.02)
        assert [frame["next.done"] for frame in some] == [False] * len(actions) + [True] and some[-1]["next.success"]
    states = np.array([frame["observation.state"] for frame in frames])
    colours = np.stack([picture(frame["observation.images.view"]["bytes"]) for frame in frames]) / 255
    stats = json.loads((tmp_path / "out" / "meta" / "stats.json").read_text())
    assert stats["observation.state"]["std"] == pytest.approx(states.std(axis=0), rel=1e-6)
    view = stats["observation.images.view"]
    assert np.ravel(view["mean"]) == pytest.approx(colours.mean(axis=(0, 1, 2))) and np.shape(view["mean"]) == (3, 1, 1)
    assert np.ravel(view["std"]) == pytest.approx(colours.std(axis=(0, 1, 2)))


@pytest.mark.parametrize("world", ["lani", "chai"])
def test_minari_has_what_the_environment_gives(world: str, corpora: dict[str, Path], tmp_path: Path) -> None:
    import gymnasium

    import sightline.envs  # noqa: F401  registers the environments

    export_corpus("minari", corpora[world], tmp_path / "out")
    data = tmp_path / "out" / f"{world}-train-v0" / "data"
    about = json.loads((data / "metadata.json").read_text())
    spec = gymnasium.envs.registration.EnvSpec.from_json(about["env_spec"])
    env = gymnasium.make(spec, corpus=str(corpora[world]), split="train")
    facts = json.loads((data / "1" / "metadata.json").read_text())
    episode = pq.read_table(data / "1" / "part-0.parquet").to_pylist()
    seen, _ = env.reset(seed=0, options=facts["options"])
    for step in episode[:-1]:
        assert (picture(step["observations"]["image"]) == seen["image"]).all()
        assert step["observations"]["instruction"] == seen["instruction"]
        assert step["observations"]["pose"] == pytest.approx(seen["pose"])
        seen, reward, terminated, truncated, info = env.step(step["actions"])
        assert step["rewards"] == pytest.approx(reward) and step["terminations"] == terminated and not truncated
    assert (picture(episode[-1]["observations"]["image"]) == seen["image"]).all()
    assert terminated and info["success"] == facts["success"] and facts["total_steps"] == len(episode) - 1
    assert about["total_episodes"] == len([folder for folder in data.iterdir() if folder.is_dir()])


@pytest.mark.parametrize("name", FORMATS)
def test_an_export_that_was_cut_off_goes_on_to_the_same_bytes(name: str, corpora: dict[str, Path], tmp_path: Path) -> None:
    export_corpus(name, corpora["lani"], tmp_path / "whole")
    done: list[int] = []

    def cut_off(paragraphs: int) -> None:
        done.append(paragraphs)
        if len(done) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export_corpus(name, corpora["lani"], tmp_path / "out", progress=cut_off)
    partial = tmp_path / "out.partial"
    assert len(list((partial / ".pieces").iterdir())) == 2 and not (tmp_path / "out").exists()
    last = max(partial.rglob("*.parquet"), key=lambda file: file.stat().st_mtime_ns)
    last.write_bytes(last.read_bytes()[:100])  # as a kill leaves the file that is being written
    for record in sorted((partial / ".pieces").iterdir())[1:]:
        record.unlink()
    again: list[int] = []
    export_corpus(name, corpora["lani"], tmp_path / "out", progress=again.append)
    assert sum(again) == 6 and not partial.exists()
    assert contents(tmp_path / "out") == contents(tmp_path / "whole")


def test_processes_and_shards_give_the_same_bytes(corpora: dict[str, Path], tmp_path: Path) -> None:
    export_corpus("lerobot", corpora["lani"], tmp_path / "one")
    for number in (2, 1, 3):
        export_corpus("lerobot", corpora["lani"], tmp_path / "shards", shard=Shard(number, 3))
        assert not (tmp_path / "shards").exists()
    export_corpus("lerobot", corpora["lani"], tmp_path / "shards", progress=lambda paragraphs: None)
    assert contents(tmp_path / "shards") == contents(tmp_path / "one")


def test_a_full_disk_is_one_sentence_and_what_is_done_stays_done(
    corpora: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, written = pq.write_table, []

    def full(table: object, file: Path, **options: object) -> None:
        written.append(file)
        if len(written) == 2:
            raise OSError(errno.ENOSPC, "No space left on device")
        write(table, file, **options)

    monkeypatch.setattr(pq, "write_table", full)
    with pytest.raises(FileError, match="No space left"):
        export_corpus("parquet", corpora["lani"], tmp_path / "out")
    assert len(list((tmp_path / "out.partial" / ".pieces").iterdir())) == 1
    export_corpus("parquet", corpora["lani"], tmp_path / "out")
    assert len(set(written)) == len(written) - 1  # only the piece that failed was written again


def test_folders_of_others_are_not_touched(corpora: dict[str, Path], tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("mine")
    (tmp_path / "half.partial").mkdir()
    (tmp_path / "half.partial" / "thesis.txt").write_text("mine")
    for force in (False, True):
        for name in ("mine", "half"):
            with pytest.raises(FileError, match="exists"):
                export_corpus("parquet", corpora["lani"], tmp_path / name, force=force)
    assert (tmp_path / "mine" / "thesis.txt").exists() and (tmp_path / "half.partial" / "thesis.txt").exists()


def test_an_unfinished_export_of_another_corpus_is_refused(corpora: dict[str, Path], tmp_path: Path) -> None:
    export_corpus("parquet", corpora["lani"], tmp_path / "out", shard=Shard(1, 2))
    with pytest.raises(FileError, match="unfinished"):
        export_corpus("parquet", corpora["chai"], tmp_path / "out")
    export_corpus("parquet", corpora["chai"], tmp_path / "out", force=True)
    assert json.loads((tmp_path / "out" / "export.json").read_text())["world"] == "chai"


def test_a_missing_package_names_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(UnavailableError, match=r"needs pyarrow.*pip install 'sightline\[export\]'"):
        export_format("parquet")


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(ArgumentError, match="parquet, lerobot, minari"):
        export_format("zip")


def test_instructions_that_cannot_be_drawn_are_left_out(corpora: dict[str, Path], tmp_path: Path) -> None:
    original = tmp_path / "original"
    original.mkdir()
    lines = []
    for line in (corpora["chai"] / "train.jsonl").read_text().splitlines():
        record = json.loads(line)
        record["scene"]["fingerprint"] = "original"
        record["source"] = "human"
        record.pop("path", None)
        for segment in record["segments"]:
            for key in ("start", "end", "intended", "goals", "meaning", "phenomena"):
                segment.pop(key, None)
            segment |= {"moves": "forward", "actions": ""}
        lines.append(json.dumps(record))
    (original / "train.jsonl").write_text("\n".join(lines) + "\n")
    about = json.loads((corpora["chai"] / "corpus.json").read_text())
    about["counts"] = {"train": about["counts"]["train"]}
    (original / "corpus.json").write_text(json.dumps(about))
    assert export_corpus("parquet", original, tmp_path / "table").episodes > 0
    with pytest.raises(InputError, match="drawn"):
        export_corpus("lerobot", original, tmp_path / "pictures")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["original", "table"]
