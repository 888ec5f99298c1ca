"""Results of a study next to the paper's numbers, as data and as text: human SD, TC and MA; ratings, and their
correlation with distance.

Every result names stand-ins, and never calls them human.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np

from sightline.corpus.statistics import statistics
from sightline.evaluation.significance import interval
from sightline.web.bodies import Json
from sightline.web.storage.database import Database
from sightline.web.storage.tables import Study
from sightline.web.studies.creating import PERSON, find_study
from sightline.web.studies.exporting import paragraphs_of
from sightline.web.studies.items import sentences_of
from sightline.web.studies.owning import CountedAnswer, counted_answers
from sightline.web.studies.plan import ACT, RATE, SEGMENT, TASKS, WRITE
from sightline.world import kind_of

CORRELATION_PATHS = 3  # minimum of paths for a correlation
BAR_LENGTH = 30  # characters of the longest bar of a histogram


def results(database: Database, name: str) -> Json:
    """The results of a study, without answers that were set aside."""
    with database.reading() as session:
        study = find_study(session, name)
        answers = list(counted_answers(session, study))
    measures = {ACT: _performance, WRITE: _texts, SEGMENT: _segments, RATE: _ratings}[study.task](study, answers)
    return {
        "study": study.name, "task": study.task, "world": study.world, "by": study.stand_in or PERSON,
        "answers": len(answers), "participants": len({a.participant for a in answers}), **measures,
    }  # fmt: skip


def _performance(study: Study, answers: Sequence[CountedAnswer]) -> Json:
    """The scores of the participants, in the columns of the world's results table."""
    kind = kind_of(study.world)
    groups = [a.item.content["record"]["id"] for a in answers]
    metrics: Json = {}
    for metric in kind.metrics if answers else ():
        values = np.array([a.answer.content["metrics"][metric.key] for a in answers]) * (100 if metric.percent else 1)
        metrics[metric.name] = {"mean": float(values.mean()), "ci": interval(values, groups)}
    return {"metrics": metrics, "paper": dict(kind.paper_people)}


def _texts(study: Study, answers: Sequence[CountedAnswer]) -> Json:
    texts = [a.answer.content["text"] for a in answers]
    words = [len(text.split()) for text in texts]
    return {
        "words": _mean(words), "sentences": _mean([len(sentences_of(text)) for text in texts]),
        "texts": [{"item": a.item.place, "text": a.answer.content["text"]} for a in answers],
    }  # fmt: skip


def _segments(study: Study, answers: Sequence[CountedAnswer]) -> Json:
    """Statistics of the collected corpus."""
    valid = [a for a in answers if a.answer.content["valid"]]
    paragraphs = paragraphs_of(study, valid)
    return {
        "valid": len(valid), "invalid": len(answers) - len(valid),
        "corpus": statistics(paragraphs) if paragraphs else {},
    }  # fmt: skip


def _ratings(study: Study, answers: Sequence[CountedAnswer]) -> Json:
    """Ratings by follower: mean, histogram, and Pearson's r with the stop distance over the paths."""
    kind = kind_of(study.world)
    followers: dict[str, dict[int, list[CountedAnswer]]] = defaultdict(lambda: defaultdict(list))  # answers per item
    for a in answers:
        followers[a.item.content["by"]][a.item.id].append(a)
    measures: Json = {}
    for by, items in sorted(followers.items()):
        ratings = [a.answer.content["rating"] for rated in items.values() for a in rated]
        means = [float(np.mean([a.answer.content["rating"] for a in rated])) for rated in items.values()]
        distances = [rated[0].item.content["metrics"]["stop_distance"] for rated in items.values()]
        measures[by] = {
            "n": len(ratings), "ways": len(items), "mean": float(np.mean(ratings)),
            "ci": interval(ratings, [str(number) for number, rated in items.items() for _ in rated]),
            "histogram": [ratings.count(k) for k in range(1, 6)], "SD": float(np.mean(distances)),
            "correlation": correlation(means, distances),
        }  # fmt: skip
    return {"followers": measures, "paper": {by: rating._asdict() for by, rating in kind.paper_ratings.items()}}


def correlation(ratings: Sequence[float], distances: Sequence[float]) -> dict[str, float] | None:
    """Pearson's r of two lists and its two-sided p-value; None if there are too few values or all are equal."""
    if len(ratings) < CORRELATION_PATHS or len(set(ratings)) == 1 or len(set(distances)) == 1:
        return None
    from scipy.stats import pearsonr  # here: loading it takes longer than the rest of the server

    r, p = pearsonr(ratings, distances)
    return {"r": float(r), "p": float(p)}


def _mean(numbers: Sequence[float]) -> float | None:
    return float(np.mean(numbers)) if numbers else None


def report(results: Json) -> str:
    """The report of a study's results."""
    who = "people" if results["by"] == PERSON else f"{results['by']}, a language model as stand-in"
    title = f"{results['study']}: {TASKS[results['task']].title}, {kind_of(results['world']).title}, by {who}"
    size = f"{results['answers']} answers of {results['participants']} participants"
    if not results["answers"]:
        return f"{title}\nno answers yet"
    return "\n".join([title, size, *_LINES.get(results["task"], _text_lines)(results)])


def _performance_lines(results: Json) -> Iterator[str]:
    digits = {metric.name: metric.digits for metric in kind_of(results["world"]).metrics}
    yield f"{'':6}{'mean':>8}{'95 %':>18}{'paper':>8}"
    for name, row in results["metrics"].items():
        low, high = row["ci"]
        paper = f"{results['paper'][name]:.{digits[name]}f}" if name in results["paper"] else ""
        span = f"{low:.{digits[name]}f} to {high:.{digits[name]}f}"
        yield f"{name:6}{row['mean']:8.{digits[name]}f}{span:>18}{paper:>8}"


def _rating_lines(results: Json) -> Iterator[str]:
    for by, row in results["followers"].items():
        low, high = row["ci"]
        yield f"{by}: mean {row['mean']:.2f} ({low:.2f} to {high:.2f}) of {row['n']} ratings, SD {row['SD']:.2f}"
        most = max(row["histogram"])
        for k, count in enumerate(row["histogram"], 1):
            yield f"  {k} {'█' * round(BAR_LENGTH * count / most):{BAR_LENGTH}} {count:4} {100 * count / row['n']:5.1f} %"
        r = row["correlation"]
        yield "  " + (
            f"Pearson r with SD {r['r']:.2f} (p = {r['p']:.2g})" if r else "no correlation with SD: too few, or all alike"
        )
    for by, rating in results["paper"].items():
        yield f"paper, {by}: mean {rating['mean']:.2f}, Pearson r with SD {rating['r']:.2f} (p = {rating['p']:.2g})"


def _segment_lines(results: Json) -> Iterator[str]:
    yield f"{results['valid']} valid, {results['invalid']} invalid"
    for name, value in results["corpus"].items():
        if isinstance(value, int | float):
            yield f"{name.replace('_', ' ')}: {value:.4g}"


def _text_lines(results: Json) -> Iterator[str]:
    yield f"{results['words']:.1f} words and {results['sentences']:.1f} sentences each"
    for text in results["texts"]:
        yield f"{text['item']}: {text['text']}"


_LINES = {ACT: _performance_lines, RATE: _rating_lines, SEGMENT: _segment_lines}
