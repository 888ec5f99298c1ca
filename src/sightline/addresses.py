"""Things by their address, module:NAME: worlds, agents and functions that live anywhere Python can import them from."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any

from sightline.errors import InputError


def load(address: str, missing: str) -> Any:
    """What an address, module:NAME, stands for; modules of the current folder count. `missing` is said of anything else."""
    module, colon, name = address.partition(":")
    if not colon or not all(part.isidentifier() for part in [*module.split("."), *name.split(".")]):
        raise InputError(missing)
    if os.getcwd() not in sys.path and "" not in sys.path:
        sys.path.append(os.getcwd())
    try:
        value: Any = importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module}.".startswith(f"{error.name}."):
            raise InputError(f"{address}: its module cannot be imported ({error}).") from None
        raise InputError(f"{address}: there is no module {error.name!r} here. {missing}") from None
    except Exception as error:  # a module of the user's may raise anything
        raise InputError(f"{address}: its module cannot be imported ({type(error).__name__}: {error}).") from error
    for part in name.split("."):
        if not hasattr(value, part):
            raise InputError(f"{address}: the module {module} has no {name}.")
        value = getattr(value, part)
    return value
