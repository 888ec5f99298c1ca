"""Things by their address, module:NAME: worlds, agents and functions that live anywhere Python can import them from."""

from __future__ import annotations

import importlib
import os
import sys
import traceback
from typing import Any

from sightline.errors import InputError

TRACEBACK = "SIGHTLINE_TRACEBACK"  # an environment variable: set, it lets whoever writes a world or an agent see everything
_theirs: dict[str, str] = {}  # addresses of what others wrote, by their package


def load(address: str, missing: str) -> Any:
    """What an address, module:NAME, stands for; outside the package, modules of the current folder count too.

    This imports the module, so an address never comes from data. `missing` is the error for what is no address.
    """
    module, colon, name = address.partition(":")
    if not colon or not all(part.isidentifier() for part in [*module.split("."), *name.split(".")]):
        raise InputError(missing)
    package = module.partition(".")[0]
    if package != "sightline" and os.getcwd() not in sys.path and "" not in sys.path:
        sys.path.append(os.getcwd())
    try:
        value: Any = importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise InputError(f"{address}: its module cannot be imported ({error}).") from None
        raise InputError(f"{address}: there is no module {error.name!r} here. {missing}") from None
    except Exception as error:  # a module of the user's may raise anything
        raise InputError(f"{address}: its module cannot be imported ({type(error).__name__}: {error}).") from error
    if package != "sightline":
        _theirs[package] = address
    for part in name.split("."):
        if not hasattr(value, part):
            raise InputError(f"{address}: the module {module} has no {name}.")
        value = getattr(value, part)
    return value


def failure_words(error: BaseException) -> str:
    """A sentence on an error in what others wrote, or that it may have led to; empty where nothing is theirs."""
    if not _theirs or os.environ.get(TRACEBACK):
        return ""
    steps = list(traceback.walk_tb(error.__traceback__))
    packages = [str(frame.f_globals.get("__name__")).partition(".")[0] for frame, _ in steps]
    last = max((k for k, package in enumerate(packages) if package in _theirs), default=None)
    what = ": ".join(filter(None, (type(error).__name__, " ".join(str(error).split())[:200])))
    hint = f"{TRACEBACK}=1 shows all of it."
    if last is not None:
        frame, line = steps[last]
        place = f"{os.path.basename(frame.f_code.co_filename)}, line {line}"
        return f"{_theirs[packages[last]]}: failed in {place} ({what}). {hint}"
    if isinstance(error, OSError | MemoryError | UnicodeEncodeError | SystemExit):
        return ""  # which have sentences of their own
    return f"{', '.join(_theirs.values())}: does not do what is expected of it ({what}). {hint}"
