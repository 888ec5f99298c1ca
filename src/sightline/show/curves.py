"""Learning curves from the log.jsonl files of training runs."""

from __future__ import annotations

import importlib.util
import io
import json
from collections.abc import Sequence
from pathlib import Path

from PIL import Image

from sightline.errors import FileFormatError, InputError
from sightline.fields import short

Log = dict[str, list[tuple[int, float]]]  # by measure: (epoch, value) in order
NAMES = {
    "loss": "training loss", "tune_dist": "tuning: distance to the goal (units)", "tune_acc": "tuning: goal accuracy (%)",
    "tune_tc": "tuning: task completion (%)", "tune_sd": "tuning: stop distance (units)",
}  # fmt: skip
LARGEST_EPOCH, LARGEST_VALUE = 10**9, 1e100  # beyond these, axes cannot be drawn
NOT_DRAWN = {"time", "epoch", "score"}  # the score duplicates one of the others


def read_log(run: Path) -> Log:
    """The measures of a run's log.jsonl by epoch; the run's folder or the file itself. A repeated epoch counts once."""
    file = run / "log.jsonl" if run.is_dir() else run
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"{file}: cannot be read as a training log ({getattr(error, 'strerror', None) or error})."
        ) from None
    measures: dict[str, dict[int, float]] = {}
    for number, line in enumerate(lines, 1):
        try:
            facts = json.loads(line)
            epoch = facts.get("epoch")
        except (ValueError, AttributeError, RecursionError):
            raise FileFormatError(f"{file}, line {number}: is not a JSON object, or is nested too deeply.") from None
        if not isinstance(epoch, int):
            continue
        if not 0 <= epoch <= LARGEST_EPOCH:
            raise FileFormatError(f"{file}, line {number}: epoch must be from 0 to {LARGEST_EPOCH}.")
        for name, value in facts.items():
            if name not in NOT_DRAWN and isinstance(value, int | float) and not isinstance(value, bool):
                if abs(value) > LARGEST_VALUE:
                    raise FileFormatError(f"{file}, line {number}: {short(name)} is too large to draw.")
                measures.setdefault(name, {})[epoch] = value
    if not measures:
        raise FileFormatError(f"{file}: has no epochs with numbers to draw.")
    return {name: sorted(values.items()) for name, values in measures.items()}


def run_names(runs: Sequence[Path]) -> list[str]:
    """The name of each run: its folder's name, with as many parent folders as make it unique."""
    parts = [(run if run.suffix != ".jsonl" else run.parent).resolve().parts for run in runs]
    for depth in range(1, max(map(len, parts))):
        names = ["/".join(p[-depth:]) for p in parts]
        if len(set(names)) == len(set(parts)):
            return names
    return ["/".join(p) for p in parts]


def curves_picture(runs: Sequence[Path]) -> Image.Image:
    """One panel per measure, one line per run."""
    logs = [read_log(run) for run in runs]
    if importlib.util.find_spec("matplotlib") is None:
        raise InputError("Curves are drawn with matplotlib, which is not installed: pip install 'sightline[train]'.")
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt
    from matplotlib.lines import Line2D
    from matplotlib.ticker import MaxNLocator

    measures = list(dict.fromkeys(name for log in logs for name in log))
    columns = min(3, len(measures))
    rows = -(-len(measures) // columns)
    figure, axes = plt.subplots(rows, columns, figsize=(4.6 * columns, 3.4 * rows), squeeze=False, layout="constrained")
    for axis in axes.flat[len(measures) :]:
        axis.axis("off")
    for measure, axis in zip(measures, axes.flat, strict=False):
        for n, (name, log) in enumerate(zip(run_names(runs), logs, strict=True)):
            if measure in log:
                epochs, values = zip(*log[measure], strict=True)
                axis.plot(epochs, values, label=name, color=f"C{n}", marker="o", markersize=3, linewidth=1.6)
        axis.set_title(NAMES.get(measure, measure.replace("_", " ")), fontsize=11)
        axis.set_xlabel("epoch")
        axis.xaxis.set_major_locator(MaxNLocator(integer=True))
        axis.grid(alpha=0.3)
        axis.spines[["top", "right"]].set_visible(False)
    if len(runs) > 1:
        handles = [
            Line2D([], [], color=f"C{n}", marker="o", markersize=3, label=name) for n, name in enumerate(run_names(runs))
        ]
        figure.legend(handles=handles, loc="outside lower center", ncols=min(4, len(runs)), frameon=False)
    drawn = io.BytesIO()
    figure.savefig(drawn, format="png", dpi=130)
    plt.close(figure)
    return Image.open(drawn).convert("RGB")
