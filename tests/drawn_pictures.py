"""Pictures that another renderer drew: the plots of examples/own_pictures.py, the same on every machine."""

import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"


def draw_plots(folder: Path, count: int) -> Path:
    """The first plots of the example, and their table; skips without matplotlib."""
    pytest.importorskip("matplotlib")
    if str(EXAMPLES) not in sys.path:
        sys.path.append(str(EXAMPLES))
    from own_pictures import main

    main(folder, count)
    return folder
