"""Results of a study, next to the paper's numbers: human SD, TC and MA; ratings, and their correlation with distance.

Every result names stand-ins, and never calls them human.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from sightline.corpus.statistics import statistics
from sightline.evaluation.significance import interval
from sightline.web.bodies import Json
from sightline.web.storage.database import Database
from sightline.web.storage.tables import Study
from sightline.web.studies.creating import PERSON, find_study
from sightline.web.studies.exporting import paragraphs_of
from sightline.web.studies.items import sentences_of
from sightline.web.studies.owning import Given, given_answers
from sightline.web.studies.tasks import ACT, RATE, SEGMENT, WRITE
from sightline.world import kind_of

FEWEST = 3  # minimum of paths for a correlation


def results(database: Database, name: str) -> Json:
    """The results of a study, without answers that were set aside."""
    with database.reading() as session:
        study = find_study(session, name)
        given = list(given_answers(session, study))
    found = {ACT: _performance, WRITE: _texts, SEGMENT: _segments, RATE: _ratings}[study.task](study, given)
    return {
        "study": study.name, "task": study.task, "world": study.world, "by": study.stand_in or PERSON,
        "answers": len(given), "participants": len({g.participant for g in given}), **found,
    }  # fmt: skip


def _performance(study: Study, given: Sequence[Given]) -> Json:
    """The scores of the participants, in the columns of the world's results table."""
    kind = kind_of(study.world)
    groups = [g.item.content["record"]["id"] for g in given]
    metrics: Json = {}
    for metric in kind.metrics if given else ():
        values = np.array([g.answer.content["metrics"][metric.key] for g in given]) * (100 if metric.percent else 1)
        metrics[metric.name] = {"mean": float(values.mean()), "ci": interval(values, groups)}
    return {"metrics": metrics, "paper": dict(kind.paper_people)}


def _texts(study: Study, given: Sequence[Given]) -> Json:
    texts = [g.answer.content["text"] for g in given]
    words = [len(text.split()) for text in texts]
    return {
        "words": _mean(words), "sentences": _mean([len(sentences_of(text)) for text in texts]),
        "texts": [{"item": g.item.place, "text": g.answer.content["text"]} for g in given],
    }  # fmt: skip


def _segments(study: Study, given: Sequence[Given]) -> Json:
    """Statistics of the collected corpus."""
    valid = [g for g in given if g.answer.content["valid"]]
    paragraphs = paragraphs_of(study, valid)
    return {
        "valid": len(valid), "invalid": len(given) - len(valid),
        "corpus": statistics(paragraphs) if paragraphs else {},
    }  # fmt: skip


def _ratings(study: Study, given: Sequence[Given]) -> Json:
    """Ratings by follower: mean, histogram, and Pearson's r with the stop distance over the paths."""
    kind = kind_of(study.world)
    distance = next(metric for metric in kind.metrics if metric.key == "stop_distance").key
    followers: dict[str, list[Given]] = defaultdict(list)
    for g in given:
        followers[g.item.content["by"]].append(g)
    found: Json = {}
    for by, some in sorted(followers.items()):
        ratings = [g.answer.content["rating"] for g in some]
        ways: dict[int, list[Given]] = defaultdict(list)
        for g in some:
            ways[g.item.id].append(g)
        means = [float(np.mean([g.answer.content["rating"] for g in way])) for way in ways.values()]
        distances = [way[0].item.content["metrics"][distance] for way in ways.values()]
        found[by] = {
            "n": len(ratings), "ways": len(ways), "mean": float(np.mean(ratings)),
            "ci": interval(ratings, [str(g.item.id) for g in some]),
            "histogram": [ratings.count(k) for k in range(1, 6)], "SD": float(np.mean(distances)),
            "correlation": correlation(means, distances),
        }  # fmt: skip
    return {"followers": found, "paper": {by: rating._asdict() for by, rating in kind.paper_ratings.items()}}


def correlation(ratings: Sequence[float], distances: Sequence[float]) -> dict[str, float] | None:
    """Pearson's r of two lists and its two-sided p-value; None if there are too few values or all are equal."""
    if len(ratings) < FEWEST or len(set(ratings)) == 1 or len(set(distances)) == 1:
        return None
    from scipy.stats import pearsonr  # here: loading it takes longer than the rest of the server

    r, p = pearsonr(ratings, distances)
    return {"r": float(r), "p": float(p)}


def _mean(numbers: Sequence[float]) -> float | None:
    return float(np.mean(numbers)) if numbers else None
