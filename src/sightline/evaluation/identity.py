"""What a log says of code and agents: SHA-256 of the package, of weights, of an own agent's source."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable
from dataclasses import asdict
from functools import cache
from pathlib import Path

import sightline
from sightline.agent.methods import OWN
from sightline.evaluation.methods import Runner
from sightline.fields import Json

CODE = (".py", ".toml")  # suffixes of the files that decide what the package does


@cache
def code_hash() -> str:
    """SHA-256 over the package's code, the same for a source tree and for an installed wheel."""
    package = Path(sightline.__file__).parent
    return hash_files(package, (file for suffix in CODE for file in package.rglob(f"*{suffix}")))


def hash_files(folder: Path, files: Iterable[Path]) -> str:
    """SHA-256 over the names and contents of files of a folder, in the order of their names."""
    digest = hashlib.sha256()
    for name, file in sorted((file.relative_to(folder).as_posix(), file) for file in files):
        with file.open("rb") as content:
            digest.update(f"{name} {hashlib.file_digest(content, 'sha256').hexdigest()}\n".encode())
    return digest.hexdigest()


def identity(runner: Runner, name: str) -> Json:
    """What tells a method from all others, beside its name."""
    if (model := runner.model(name)) is not None:
        return {"model": asdict(model.info)}
    if runner.method(name).legs == OWN:
        source = getattr(sys.modules.get(name.partition(":")[0]), "__file__", None)
        return {} if source is None else {"source": hashlib.sha256(Path(source).read_bytes()).hexdigest()}
    parts = runner.method(name).parts(runner.kind)
    weights = {part: runner.folder(name, part) for part in parts}
    hashes = {
        part: hash_files(f, (file for file in f.rglob("*") if file.is_file())) for part, f in weights.items() if f.is_dir()
    }
    return {"weights": hashes} if hashes else {}
