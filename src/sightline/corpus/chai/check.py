"""Semantic checks of a generated CHAI paragraph: demonstrations replay, words are true, names are unambiguous."""

from __future__ import annotations

import math
from collections.abc import Iterator

from sightline.chai import ChaiWorld, stock_of
from sightline.chai.hands import VERBS
from sightline.chai.house import FIRST_ITEM, FIRST_PIECE
from sightline.corpus.chai.descriptions import ItemName, PieceName, near_rivals, open_pieces, roommates
from sightline.corpus.chai.household import Household
from sightline.corpus.chai.meaning import ErrandStep, setting_out
from sightline.corpus.chai.truth import Replay, replay, untrue
from sightline.corpus.records import Paragraph, Segment
from sightline.errors import InputError
from sightline.fields import Json
from sightline.language import tokenize
from sightline.world import INTERACTION, NAVIGATION
from sightline.worlds import read_actions

LATTICE_TOLERANCE = 0.01  # metres: places are on a lattice, so only rounding may differ
END_TOLERANCE = 0.5  # metres: no final goal this close to the stand before it


def check_paragraph(paragraph: Paragraph) -> list[str]:
    """Sentences about failed checks; none for imported paragraphs, whose houses are not available."""
    if paragraph.source == "human" or not paragraph.segments[0].placed:
        return []
    try:
        house = paragraph.scene.load()
        home = Household(
            house, stock_of(house, paragraph.scene.variant), paragraph.segments[0].start, ChaiWorld(horizon=10**9)
        )
    except InputError as error:
        return [f"scene: {error}"]
    sentences: list[str] = []
    for k, segment in enumerate(paragraph.segments):
        wrong = list(_check_segment(home, segment))
        sentences += [f"segments[{k}]{sentence}" for sentence in wrong]
        if wrong:  # the following segments start from another state
            break
    return sentences


def _check_segment(home: Household, segment: Segment) -> Iterator[str]:
    if segment.tokens != tokenize(segment.instruction):
        yield ".tokens are not those of its instruction."
    if math.dist(home.pose[:2], segment.start[:2]) > LATTICE_TOLERANCE or (home.pose[2] - segment.start[2]) % 360:
        yield f".start is {list(segment.start)}, but the one before ends at {list(home.pose)}."
        return
    unclear = list(_check_names(home, segment.meaning)) if segment.meaning is not None else []
    replayed = replay(home, read_actions(segment.actions))
    if replayed.refusal:
        yield f".actions do not replay: {replayed.refusal}."
        return
    if math.dist(home.pose[:2], segment.end) > LATTICE_TOLERANCE:
        yield f".actions end at {list(home.pose[:2])}, not at {list(segment.end)}."
    yield from _check_goals(home, segment, replayed)
    if segment.meaning is not None:
        turn = setting_out(read_actions(segment.actions)).is_untrue(segment.tokens)
        if turn:
            yield f".instruction says {turn!r}, but its demonstration does not begin so."
        steps = [ErrandStep.from_json(step) for step in segment.meaning["steps"]]
        error = untrue(steps, home, replayed.changes)
        if error:
            yield f".meaning is not true of its demonstration: {error}."
    yield from unclear


def _check_goals(home: Household, segment: Segment, replayed: Replay) -> Iterator[str]:
    """Whether a segment's goals are the changes of its demonstration, and places on its trajectory, the last its end."""
    goals, changes = segment.goals or (), replayed.changes
    interactions = [goal for goal in goals if goal.kind == INTERACTION]
    spell = home.world.episodes[0].spell
    if [goal.deed for goal in interactions] != [spell(change.deed) for change in changes]:
        deeds = ", ".join(VERBS[change.deed[0]] for change in changes) or "nothing"
        yield f".goals are not the manipulations of its actions ({deeds})."
    elif any(
        math.dist(goal.stand, change.pose) > LATTICE_TOLERANCE for goal, change in zip(interactions, changes, strict=True)
    ):
        yield ".goals do not stand where its manipulations are done."
    for n, goal in enumerate(goals[:-1]):
        if min(math.dist(goal.stand[:2], place) for place in replayed.trajectory) > LATTICE_TOLERANCE:
            yield f".goals[{n}].stand is {list(goal.stand)}, where the demonstration does not pass."
    if not goals:
        yield ".goals are missing."
    elif (
        goals[-1].kind == NAVIGATION
        and len(goals) > 1
        and math.dist(goals[-1].stand[:2], goals[-2].stand[:2]) <= END_TOLERANCE
    ):
        pass  # a doorway close to the deed before it
    elif math.dist(goals[-1].stand[:2], segment.end) > END_TOLERANCE:
        yield ".goals do not end where the demonstration does."


def _check_names(home: Household, meaning: Json) -> Iterator[str]:
    """Whether each name is true of its thing, and of no other that a reader could mean."""
    for k, name in enumerate(meaning["named"]):
        number = name["of"]
        if number >= FIRST_ITEM:
            if number - FIRST_ITEM >= len(home.kinds):
                yield f".meaning.named: this variant has no item {number}."
                continue
            yield from _check_item(home, number, name)
        elif not FIRST_PIECE <= number <= len(home.house.plan.pieces):
            yield f".meaning.named: the house has no piece of furniture {number}."
        else:
            piece, description = number - FIRST_PIECE, PieceName.from_json(name)
            around = set(roommates(home.house, piece))
            if name.get("open"):
                around &= open_pieces(home)
            if name.get("near"):
                around &= near_rivals(home, piece)
            if not description.fits(home.house, piece):
                yield f".meaning.named: {description.noun!r} is not true of the {home.house.names[number]}."
            elif name.get("again"):
                if not any(before["of"] == number for before in meaning["named"][:k]):
                    yield f".meaning.named: the {home.house.names[number]} is not named before."
            elif description.rivals(home.house, piece, around):
                yield f".meaning.named: {description.noun!r} also fits another thing than the {home.house.names[number]}."


def _check_item(home: Household, number: int, name: Json) -> Iterator[str]:
    description, called = ItemName.from_json(name), home.world.episodes[0].names[number]
    if not description.fits(home, number):
        yield f".meaning.named: {description.noun!r} is not true of the {called}."
        return
    if number == home.held:
        return
    place = home.place_of(number)
    rivals = description.rivals(home, number, None if name.get("place") is not None else home.room_of(number))
    if name.get("place") is not None:
        if place is None or place.number != name["place"]:
            yield f".meaning.named: the {called} is not in place {name['place']}."
        rivals = [rival for rival in rivals if home.place_of(rival) == place]
    if rivals:
        yield f".meaning.named: {description.noun!r} also fits another thing than the {called}."
