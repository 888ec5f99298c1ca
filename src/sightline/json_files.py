"""Reading JSON files that people give us: whatever is wrong with one is a clear sentence."""

from __future__ import annotations

import json
import os
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
