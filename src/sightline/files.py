"""Files that people give us, where whatever is wrong is a clear sentence, and files that appear whole or not at all."""

from __future__ import annotations

import json
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sightline.errors import InputError


def read_json(path: str | os.PathLike[str], missing: str = "") -> Any:
    """What a JSON file holds; `missing` is the sentence for a file that is not there."""
    try:
        return json.loads(Path(path).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError(missing or f"{path}: there is no such file.") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}).") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: cannot be read: it is not UTF-8 ({error.reason} at byte {error.start}).") from None
    except RecursionError:
        raise InputError(f"{path}: is not JSON that can be read (it is nested too deeply).") from None
    except ValueError as error:
        raise InputError(f"{path}: is not JSON, or cut off ({error}).") from None


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Another name to write a file under; the file gets its own name only when it is whole. Its folder is made."""
    target = Path(path)
    partial = _beside(target, "partial")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        yield partial
        partial.replace(target)
    except OSError as error:
        raise InputError(f"{target}: cannot be written ({error.strerror or error}).") from None
    finally:
        with suppress(OSError):
            partial.unlink()


@contextmanager
def new_folder(target: Path, force: bool, ours: str) -> Iterator[Path]:
    """A folder to write into that gets its own name only when everything is written; it vanishes on any failure.

    An existing folder is refused, or with `force` replaced in the end if it is empty or has the entry `ours`.
    """
    _check_free(target, force, ours)
    partial = _beside(target, "partial")
    try:
        partial.mkdir(parents=True)
        yield partial
        _check_free(target, force, ours)  # somebody else may have been faster
        if target.exists():
            old = _beside(target, "old")
            target.rename(old)
            partial.rename(target)
            shutil.rmtree(old)
        else:
            partial.rename(target)
    except OSError as error:
        raise InputError(f"{target}: cannot be written ({error.strerror or error}).") from None
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def _check_free(target: Path, force: bool, ours: str) -> None:
    try:
        if not target.exists() and not target.is_symlink():
            return
        if not force:
            raise InputError(f"{target}: exists already; --force replaces it.")
        if not target.is_dir() or target.is_symlink() or (any(target.iterdir()) and not (target / ours).exists()):
            raise InputError(f"{target}: does not look like what would be written there, so it is not replaced.")
    except OSError as error:
        raise InputError(f"{target}: cannot be looked at ({error.strerror or error}).") from None


def _beside(target: Path, suffix: str) -> Path:
    """A hidden name in the same folder that nobody else has: two programs may write the same thing at once."""
    return target.with_name(f".{target.name[:100]}.{secrets.token_hex(6)}.{suffix}")
