"""Sightline: agents that follow instructions in 3D worlds by first seeing where the goal is.

`__all__` is the public surface; everything else may change. Its names are loaded when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from sightline.kept_code import find_place as _find_place

if TYPE_CHECKING:
    from sightline.agent import Agent, Aim, Journey, Outcome
    from sightline.api import evaluate, follow, load_corpus, make
    from sightline.corpus.examples import Example
    from sightline.corpus.files import Corpus
    from sightline.errors import InputError
    from sightline.evaluation.report import TableReport
    from sightline.show.following import Followed
    from sightline.world import World

__version__ = "0.2.0"

__all__ = [
    "Agent", "Aim", "Corpus", "Example", "Followed", "InputError", "Journey", "Outcome", "TableReport", "World",
    "__version__", "evaluate", "follow", "load_corpus", "make",
]  # fmt: skip
_HOMES = {
    "Agent": "agent", "Aim": "agent", "Journey": "agent", "Outcome": "agent", "Corpus": "corpus.files",
    "Example": "corpus.examples", "Followed": "show.following", "InputError": "errors", "TableReport": "evaluation.report",
    "World": "world", "evaluate": "api", "follow": "api", "load_corpus": "api", "make": "api",
}  # fmt: skip


if not TYPE_CHECKING:  # type checkers know the names above

    def __getattr__(name: str) -> Any:
        """Load a public name when it is first used: `import sightline` alone loads neither torch nor numba."""
        if name not in _HOMES:
            raise AttributeError(f"module 'sightline' has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(f"sightline.{_HOMES[name]}"), name)
        return value


def __dir__() -> list[str]:
    return sorted(__all__)


_find_place()
