"""What pages are told: worlds, sessions, proposals and turns as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sightline.show.words import as_said
from sightline.world import kind_of

if TYPE_CHECKING:
    from sightline.geometry.types import Floats
    from sightline.web.sessions import Card, Session, Turn


def world_facts(name: str, methods: Sequence[str]) -> dict[str, Any]:
    """A world, for whoever chooses one."""
    from sightline.show.scenery import scenery_of  # which knows all things by name: pages are there before it is

    kind = kind_of(name)
    scenery = scenery_of(kind)
    return {
        "name": name, "title": kind.title, "unit": kind.unit, "bounds": kind.view.bounds, "methods": list(methods),
        "scene": scenery.SCENE, "scenes": [{"name": scene, "title": title} for scene, title in scenery.scenes()],
    }  # fmt: skip


def session_facts(session: Session) -> dict[str, Any]:
    """All that a page shows of a session."""
    from sightline.show.scenery import scenery_of

    return {
        "name": session.name, "world": session.kind.name, "method": session.beginning.method,
        "pose": _short(session.world.pose[0]), "going": session.going,
        "proposal": None if session.card is None else card_facts(session.words, session.card),
        "several_goals": session.kind.reaches,
        "earlier": [{"sentence": card.sentence, "failed": card.failed} for card in session.cards[:-1]],
        "turns": [turn_facts(turn) for turn in session.turns],
        "story": session.story().model_dump(exclude_defaults=True),
        "examples": scenery_of(session.kind).examples(session.task.episode),
    }  # fmt: skip


def card_facts(words: str, card: Card) -> dict[str, Any]:
    """Where words lead, for a page."""
    return {
        "words": words, "sentence": card.sentence, "place": _short(card.aim.place),
        "sure": as_said(card.aim.confidence), "question": card.question, "corrected": card.aim.given,
        "notes": list(card.notes), "advice": card.advice, "way": [_short(place) for place in card.way],
    }  # fmt: skip


def turn_facts(turn: Turn) -> dict[str, Any]:
    """What was done, for a page."""
    return (card_facts(turn.words, turn.cards[-1]) if turn.cards else {"words": turn.words, "place": None, "way": []}) | {
        "goals": [{"sentence": card.sentence, "failed": card.failed} for card in turn.cards],
        "ending": turn.ending, "lost": turn.lost, "path": [_short(pose) for pose in turn.path],
    }  # fmt: skip


def _short(numbers: Floats) -> list[float]:
    """Numbers as short as they need to be."""
    short: list[float] = numbers.round(3).tolist()
    return short
