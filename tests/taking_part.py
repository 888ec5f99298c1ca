"""Making studies and taking part in them, for tests."""

import itertools
from typing import Any

from sightline.corpus.records import Paragraph
from sightline.web.bodies import read_body
from sightline.web.storage.database import Database
from sightline.web.studies.creating import create, make_links
from sightline.web.studies.plan import StudyPlan
from sightline.web.studies.taking import Taking
from sightline.world import kind_of

KEYS = (f"key-of-an-answer-{k}" for k in itertools.count())


def make_study(database: Database, name: str, task: str, corpus: str = "", **more: Any) -> str:
    """A study of all paragraphs of a corpus, or of what another study has; its name."""
    plan = {"name": name, "task": task, "corpus": corpus or "standard", "split": "train", **more}
    create(database, read_body(StudyPlan, plan))
    return name


def person(database: Database, taking: Taking, study: str) -> str:
    """The token of somebody who has consented."""
    token = make_links(database, study, 1)[0]
    taking.consent(token)
    return token


def item(taking: Taking, token: str) -> dict[str, Any]:
    """Where somebody is, who has something to do."""
    told = taking.state(token)
    assert told["state"] == "item"
    return told


def answer(taking: Taking, token: str, number: int, **sent: Any) -> None:
    taking.answer(token, number, next(KEYS), sent)


def follow_demonstration(taking: Taking, token: str, told: dict[str, Any], record: Paragraph) -> None:
    """Do and mark everything as the demonstration of a paragraph has it, and answer."""
    kind, done, upto = kind_of(record.world), 0, 0
    for segment in record.segments:
        upto += len(segment.instruction.split()) if told["item"]["units"][0] != record.segments[0].instruction else 1
        events = [{"upto": upto}, *kind.read_actions(segment.actions)]
        done = taking.act(token, told["assignment"], done, events)["n"]
    answer(taking, token, told["assignment"], valid=True)
