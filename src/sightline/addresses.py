"""Worlds, agents and functions by their address, module:NAME, in any module that Python can import."""

from __future__ import annotations

import importlib
import os
import sys
import traceback
from typing import Any

from sightline.errors import ArgumentError

TRACEBACK = "SIGHTLINE_TRACEBACK"  # environment variable: if set, errors in users' modules show their traceback
_users: dict[str, str] = {}  # loaded addresses outside this package, by package


def load(address: str, missing: str) -> Any:
    """The object at an address, module:NAME. Modules in the current folder are found too.

    This imports the module, so an address must never come from data. `missing` is the error message if there is no such
    address.
    """
    module, colon, name = address.partition(":")
    if not colon or not all(part.isidentifier() for part in [*module.split("."), *name.split(".")]):
        raise ArgumentError(missing)
    package = module.partition(".")[0]
    if package != "sightline" and os.getcwd() not in sys.path and "" not in sys.path:
        sys.path.append(os.getcwd())
    try:
        value: Any = importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise ArgumentError(f"{address}: its module cannot be imported ({error}).") from None
        raise ArgumentError(f"{address}: there is no module {error.name!r} here. {missing}") from None
    except Exception as error:  # a user's module may raise anything
        raise ArgumentError(f"{address}: its module cannot be imported ({type(error).__name__}: {error}).") from error
    if package != "sightline":
        _users[package] = address
    for part in name.split("."):
        if not hasattr(value, part):
            raise ArgumentError(f"{address}: the module {module} has no {name}.")
        value = getattr(value, part)
    return value


def failure_words(error: BaseException) -> str:
    """A sentence about an error in a user's module, or one it may have caused; empty if no user's module is loaded."""
    if not _users or os.environ.get(TRACEBACK):
        return ""
    steps = list(traceback.walk_tb(error.__traceback__))
    packages = [str(frame.f_globals.get("__name__")).partition(".")[0] for frame, _ in steps]
    last = max((k for k, package in enumerate(packages) if package in _users), default=None)
    what = ": ".join(filter(None, (type(error).__name__, " ".join(str(error).split())[:200])))
    hint = f"{TRACEBACK}=1 shows the traceback."
    if last is not None:
        frame, line = steps[last]
        place = f"{os.path.basename(frame.f_code.co_filename)}, line {line}"
        return f"{_users[packages[last]]}: failed in {place} ({what}). {hint}"
    if isinstance(error, OSError | MemoryError | UnicodeEncodeError | SystemExit):
        return ""  # the command line has messages for these
    return f"{', '.join(_users.values())}: does not behave as expected ({what}). {hint}"
