"""What pages are told: worlds, sessions, proposals and turns as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sightline.show.words import as_said
from sightline.world import kind_of

if TYPE_CHECKING:
    from sightline.geometry.types import Floats
    from sightline.web.sessions import Proposal, Session, Turn


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
        "proposal": None if session.proposal is None else proposal_facts(session.proposal),
        "in_turn": session.agent.does_errands,
        "done": [proposal.sentence for proposal in session.goals[:-1]],
        "turns": [turn_facts(turn) for turn in session.turns],
        "story": session.story().model_dump(exclude_defaults=True),
        "examples": scenery_of(session.kind).examples(session.task.episode),
    }  # fmt: skip


def proposal_facts(proposal: Proposal) -> dict[str, Any]:
    """Where words lead, for a page."""
    return {
        "words": proposal.words, "sentence": proposal.sentence, "place": _short(proposal.place),
        "sure": as_said(proposal.sure), "question": proposal.question, "corrected": proposal.corrected,
        "notes": list(proposal.notes), "advice": proposal.advice, "way": [_short(place) for place in proposal.way],
    }  # fmt: skip


def turn_facts(turn: Turn) -> dict[str, Any]:
    """What was done, for a page."""
    return proposal_facts(turn.proposal) | {
        "goals": [goal.sentence for goal in turn.goals],
        "ending": turn.ending, "lost": turn.lost, "path": [_short(pose) for pose in turn.path],
    }  # fmt: skip


def _short(numbers: Floats) -> list[float]:
    """Numbers as short as they need to be."""
    short: list[float] = numbers.round(3).tolist()
    return short
