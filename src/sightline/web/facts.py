"""Worlds, sessions, proposals and turns as JSON for pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sightline.show.words import shown_confidence
from sightline.world import kind_of

if TYPE_CHECKING:
    from sightline.geometry.types import Floats
    from sightline.web.sessions import Card, Session, Turn


def world_facts(name: str, methods: Sequence[str]) -> dict[str, Any]:
    """A world, as a page lists it for selection."""
    from sightline.show.scenery import scenery_of  # slow import of all object names: pages must be served before it

    kind = kind_of(name)
    scenery = scenery_of(kind)
    return {
        "name": name, "title": kind.title, "unit": kind.unit, "bounds": kind.view.bounds, "methods": list(methods),
        "scene": scenery.scene_word, "scenes": [{"name": scene, "title": title} for scene, title in scenery.scenes()],
    }  # fmt: skip


def session_facts(session: Session) -> dict[str, Any]:
    """The state of a session, as a page shows it."""
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
    """An aim and its words, as a page shows them."""
    return {
        "words": words, "sentence": card.sentence, "place": _short(card.aim.place),
        "sure": shown_confidence(card.aim.confidence), "question": card.question, "corrected": card.aim.given,
        "notes": list(card.notes), "advice": card.advice, "way": [_short(place) for place in card.way],
    }  # fmt: skip


def turn_facts(turn: Turn) -> dict[str, Any]:
    """A finished turn, as a page shows it."""
    return (card_facts(turn.words, turn.cards[-1]) if turn.cards else {"words": turn.words, "place": None, "way": []}) | {
        "goals": [{"sentence": card.sentence, "failed": card.failed} for card in turn.cards],
        "ending": turn.ending, "lost": turn.lost, "path": [_short(pose) for pose in turn.path],
    }  # fmt: skip


def _short(numbers: Floats) -> list[float]:
    """Numbers rounded to 3 decimals."""
    short: list[float] = numbers.round(3).tolist()
    return short
