"""Shards: pieces of one job that any process on any machine can do, and the merge that gives the bytes of one process.

A part is a folder with the files of one shard and a manifest: which shard of how many, of which job, and the SHA-256 of
each file. A part appears under its name when it is complete, so what was killed is simply done again.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sightline.checks import shown
from sightline.errors import ArgumentError, FileError, FileFormatError
from sightline.fields import Json, short
from sightline.files import new_folder, read_json

MANIFEST = "shard.json"
LAYOUT = 1  # of a part
MOST_SHARDS = 100_000  # more are a typing error


@dataclass(frozen=True)
class Shard:
    """One of `count` pieces of a job."""

    number: int  # from 1
    count: int

    @classmethod
    def parse(cls, text: str) -> Shard:
        """The shard of a text such as 3/64."""
        match = re.fullmatch(r"([1-9]\d{0,5})/([1-9]\d{0,5})", text)
        shard = cls(int(match[1]), int(match[2])) if match else None
        if shard is None or shard.number > shard.count or shard.count > MOST_SHARDS:
            raise ArgumentError(f"A shard is K/N with K from 1 to N, such as 3/64, got {shown(text)}.")
        return shard

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"

    def share(self, total: int) -> range:
        """Its consecutive share of the indices 0 to `total` - 1; empty where there are more shards than indices."""
        return range(total * (self.number - 1) // self.count, total * self.number // self.count)


@contextmanager
def new_part(target: Path, shard: Shard, job: Json, force: bool = False) -> Iterator[Path]:
    """A folder to write the files of a shard into; it becomes the part `target` when it is complete."""
    with new_folder(target, force, MANIFEST) as partial:
        yield partial
        digests = {file.name: digest(file) for file in sorted(partial.iterdir())}
        manifest = {"layout": LAYOUT, "shard": [shard.number, shard.count], "job": job, "files": digests}
        (partial / MANIFEST).write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def read_part(folder: Path) -> tuple[Shard, Json]:
    """The shard and the job of a part, whose files are checked."""
    manifest = read_json(folder / MANIFEST, missing=f"{folder}: is not a part of a job (it has no {MANIFEST}).")
    try:
        layout, job, files = manifest["layout"], dict(manifest["job"]), dict(manifest["files"])
        shard = Shard.parse("/".join(str(number) for number in manifest["shard"]))
    except (KeyError, TypeError, ValueError, ArgumentError):
        raise FileFormatError(f"{folder / MANIFEST}: is not the manifest of a part.") from None
    if layout != LAYOUT:
        raise FileFormatError(f"{folder / MANIFEST}: has layout {short(layout)}; this Sightline reads layout {LAYOUT}.")
    for name, expected in files.items():
        if Path(name).name != name or not (folder / name).is_file() or digest(folder / name) != expected:
            raise FileFormatError(f"{folder}: {short(name)} is missing or damaged; make this part again.")
    return shard, job


def merge_order(folders: Sequence[Path], what: str) -> tuple[Json, list[Path]]:
    """The job of parts and the parts in the order of their shards; all shards of one job must be there, each once."""
    job: Json = {}
    count, places = 0, dict[int, Path]()
    for folder in folders:
        shard, here = read_part(folder)
        if here.get("what") != what:
            raise FileError(f"{folder}: is a part of {short(here.get('what'))}, not of {what}.")
        job, count = job or here, count or shard.count
        if (here, shard.count) != (job, count):
            raise FileError(f"{folder}: {_difference(here, job, shard.count, count)} {folders[0]}; make it again.")
        if places.get(shard.number) == folder:
            raise FileError(f"{folder} is named twice.")
        if shard.number in places:
            raise FileError(f"{places[shard.number]} and {folder} are both shard {shard}; leave one out.")
        places[shard.number] = folder
    if missing := [number for number in range(1, count + 1) if number not in places]:
        first = ", ".join(map(str, missing[:10])) + (", ..." if len(missing) > 10 else "")
        raise FileError(f"{len(missing)} of {count} shards {'is' if len(missing) == 1 else 'are'} missing: {first}.")
    return job, [places[number] for number in sorted(places)]


def _difference(here: Json, job: Json, count: int, other_count: int) -> str:
    if count != other_count:
        return f"is one of {count} shards, unlike the {other_count} of"
    key = next(key for key in sorted({*here, *job}) if here.get(key) != job.get(key))
    if key == "version":
        return f"was made by another version of Sightline ({short(here.get(key))}, not {short(job.get(key))}) than"
    return f"has {key} {short(here.get(key))}, not the {short(job.get(key))} of"


def digest(file: Path) -> str:
    """SHA-256 of a file."""
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()
