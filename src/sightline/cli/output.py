"""How commands speak: messages and progress on stderr, results on stdout, files whole or not at all."""

from __future__ import annotations

import json
import os
import platform
import sys
from importlib import metadata
from pathlib import Path
from typing import Any

from PIL import Image

import sightline
from sightline.errors import InputError


def say(message: str) -> None:
    """A message for the person at the terminal."""
    print(message, file=sys.stderr)


def print_json(value: dict[str, Any]) -> None:
    """One JSON object, alone, on stdout."""
    print(json.dumps(value, indent=2))


def folder(path: Path) -> Path:
    """A folder to write into, made if it is not there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{path}: cannot be used as a folder ({error.strerror}).") from None
    return path


def save(picture: Image.Image, path: Path) -> Path:
    """Write a PNG; it appears under its name only when it is whole."""
    partial = path.with_name(f"{path.name}.{os.getpid()}.partial")  # two runs may write the same file
    try:
        picture.save(partial, format="PNG")
        partial.replace(path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise InputError(f"{path}: cannot be written ({error.strerror}).") from None
    return path


def about_this_machine() -> dict[str, Any]:
    """What a published number must carry: hardware and versions."""
    from sightline.render import cores

    versions = {"python": platform.python_version(), "sightline": sightline.__version__}
    for name in ("numpy", "numba", "torch", "triton", "gymnasium"):
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return {"processor": processor(), "cores": cores(), "system": platform.platform(), "versions": versions}


def processor() -> str:
    """The processor's name, as far as the system tells."""
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
