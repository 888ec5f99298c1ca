"""Files that appear whole or not at all. (A stub: branch corpus-engine has the real one.)"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sightline.errors import InputError


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Another name to write a file under; the file gets its own name only when it is whole. Its folder is made."""
    target = Path(path)
    partial = target.with_name(f".{target.name[:100]}.{secrets.token_hex(6)}.partial")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        yield partial
        partial.replace(target)
    except OSError as error:
        raise InputError(f"{target}: cannot be written ({error.strerror or error}).") from None
    finally:
        partial.unlink(missing_ok=True)
