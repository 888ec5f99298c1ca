"""Results of a study as text, next to the paper's."""

from __future__ import annotations

from collections.abc import Iterator

from sightline.web.bodies import Json
from sightline.web.studies.creating import PERSON
from sightline.web.studies.tasks import ACT, RATE, SEGMENT, TASKS
from sightline.world import kind_of

BAR = 30  # characters of the longest bar of a histogram


def report(results: Json) -> str:
    """The report of a study's results."""
    who = "people" if results["by"] == PERSON else f"{results['by']}, a language model as stand-in"
    title = f"{results['study']}: {TASKS[results['task']].title}, {kind_of(results['world']).title}, by {who}"
    size = f"{results['answers']} answers of {results['participants']} participants"
    if not results["answers"]:
        return f"{title}\nno answers yet"
    return "\n".join([title, size, *_LINES.get(results["task"], _texts)(results)])


def _performance(results: Json) -> Iterator[str]:
    digits = {metric.name: metric.digits for metric in kind_of(results["world"]).metrics}
    yield f"{'':6}{'mean':>8}{'95 %':>18}{'paper':>8}"
    for name, found in results["metrics"].items():
        low, high = found["ci"]
        paper = f"{results['paper'][name]:.{digits[name]}f}" if name in results["paper"] else ""
        span = f"{low:.{digits[name]}f} to {high:.{digits[name]}f}"
        yield f"{name:6}{found['mean']:8.{digits[name]}f}{span:>18}{paper:>8}"


def _ratings(results: Json) -> Iterator[str]:
    for by, found in results["followers"].items():
        low, high = found["ci"]
        yield f"{by}: mean {found['mean']:.2f} ({low:.2f} to {high:.2f}) of {found['n']} ratings, SD {found['SD']:.2f}"
        most = max(found["histogram"])
        for k, count in enumerate(found["histogram"], 1):
            yield f"  {k} {'█' * round(BAR * count / most):{BAR}} {count:4} {100 * count / found['n']:5.1f} %"
        r = found["correlation"]
        yield "  " + (
            f"Pearson r with SD {r['r']:.2f} (p = {r['p']:.2g})" if r else "no correlation with SD: too few, or all alike"
        )
    for by, rating in results["paper"].items():
        yield f"paper, {by}: mean {rating['mean']:.2f}, Pearson r with SD {rating['r']:.2f} (p = {rating['p']:.2g})"


def _segments(results: Json) -> Iterator[str]:
    yield f"{results['valid']} valid, {results['invalid']} invalid"
    for name, value in results["corpus"].items():
        if isinstance(value, int | float):
            yield f"{name.replace('_', ' ')}: {value:.4g}"


def _texts(results: Json) -> Iterator[str]:
    yield f"{results['words']:.1f} words and {results['sentences']:.1f} sentences each"
    for text in results["texts"]:
        yield f"{text['item']}: {text['text']}"


_LINES = {ACT: _performance, RATE: _ratings, SEGMENT: _segments}
