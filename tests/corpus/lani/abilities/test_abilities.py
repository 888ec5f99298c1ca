"""The behavioural checklist: how many situations there are, which places are right, and what other words must keep."""

from collections import Counter

import numpy as np
import pytest

from sightline.corpus.kind import Situation
from sightline.corpus.lani.abilities import (
    ABILITIES,
    BODY,
    FARTHER,
    HIDDEN,
    INVARIANCES,
    NEARER,
    PLACE,
    SEEN,
    START,
    _pixels,
    _rule,
    grammar,
    situations,
)
from sightline.corpus.lani.kind import KIND
from sightline.corpus.lani.terrain import Terrain, apart
from sightline.language import tokenize

COUNT = 4
ALL = situations(COUNT, 0)
ASKED = [situation for situation in ALL if not situation.same_as]
TWINS = [situation for situation in ALL if situation.same_as]


def of(ability: str) -> list[Situation]:
    return [situation for situation in ALL if situation.ability == ability]


def test_there_are_so_many_of_every_ability_in_order() -> None:
    assert Counter(situation.ability for situation in ALL) == dict.fromkeys((*ABILITIES, *INVARIANCES), COUNT)
    assert list(dict.fromkeys(s.ability for s in ALL)) == [*ABILITIES, *INVARIANCES] and len(ABILITIES) == 28
    assert {s.ability for s in TWINS} == set(INVARIANCES)
    assert all(_rule(name) in grammar().rules for name in ABILITIES)


def test_the_same_seed_gives_the_same_checklist() -> None:
    assert KIND.abilities is not None
    one, again, other = ([s.paragraph.to_json() for s in KIND.abilities(1, seed)] for seed in (5, 5, 6))
    assert one == again != other and len(one) == len(ABILITIES) + len(INVARIANCES)


@pytest.mark.parametrize("situation", ASKED, ids=lambda s: s.ability)
def test_the_end_is_right_and_far_away_is_wrong(situation: Situation) -> None:
    segment = situation.paragraph.segments[0]
    assert situation.within in (BODY, PLACE, START) == (4.0, 5.0, 3.0)
    assert situation.off(np.array(segment.end)) <= situation.within
    away = np.where(np.array(segment.end) < 25, 49.0, 1.0)  # in the corner across
    assert situation.off(away) > situation.within
    assert segment.tokens == tokenize(segment.instruction)
    assert segment.goals is not None and segment.goals[-1].stand == segment.end
    assert situation.found == (situation.ability == "go to, hidden")


@pytest.mark.parametrize("name", [name for name, ability in ABILITIES.items() if ability.within == BODY])
def test_a_goal_beside_the_body_that_is_meant_is_right(name: str) -> None:
    """Within 4 units of the body: 3.9 off it is right on every side, 4.1 off it is wrong."""
    for situation in of(name):
        segment, terrain = situation.paragraph.segments[0], Terrain(situation.paragraph.scene)
        meant = min(range(len(terrain.middles)), key=lambda k: abs(terrain.gap(k, segment.end) - 1.8))
        assert situation.off(np.array(terrain.middles[meant])) <= 0
        for angle in (0, 90, 225):
            assert situation.off(np.array(terrain.beside(meant, angle, 3.9))) <= situation.within
            assert situation.off(np.array(terrain.beside(meant, angle, 4.1))) > situation.within


def test_staying_is_right_at_the_start_only() -> None:
    for situation in of("stay"):
        x, z, _ = situation.paragraph.segments[0].start
        assert situation.off(np.array([x, z])) == pytest.approx(0, abs=0.01)
        assert situation.off(np.array([x + 2.9, z])) < situation.within < situation.off(np.array([x, z - 3.1]))


def test_places_are_right_within_five_units() -> None:
    for situation in of("corner of two fences") + of("between X and Y"):
        x, z = situation.paragraph.segments[0].end
        assert situation.off(np.array([x + 4.9, z])) < situation.within < situation.off(np.array([x, z + 5.1]))


def test_what_is_near_far_or_hidden_is_so() -> None:
    limits = {
        "go to, 9 to 25 away": (NEARER, FARTHER),
        "go to, nearer than 9": (0, NEARER),
        "go to, farther than 25": (FARTHER, 99),
    }
    for name, (least, most) in limits.items():
        for situation in of(name):
            terrain, segment = Terrain(situation.paragraph.scene), situation.paragraph.segments[0]
            meant = min(range(len(terrain.middles)), key=lambda k: situation.off(np.array(terrain.middles[k])))
            assert least <= apart(segment.start, terrain.middles[meant]) < most
            assert _pixels(situation.paragraph.scene, segment.start)[meant] >= SEEN
    for situation in of("go to, hidden"):
        terrain, segment = Terrain(situation.paragraph.scene), situation.paragraph.segments[0]
        meant = min(range(len(terrain.middles)), key=lambda k: situation.off(np.array(terrain.middles[k])))
        assert _pixels(situation.paragraph.scene, segment.start)[meant] <= HIDDEN


@pytest.mark.parametrize("situation", TWINS, ids=lambda s: s.ability)
def test_other_words_name_the_same_thing(situation: Situation) -> None:
    plain, other = situation.paragraph.segments[0].instruction, situation.same_as
    assert other != plain
    name = plain.split(" to the ", 1)[1]
    assert f"the {name}" in other.lower()
    if situation.ability == "case":
        assert other == plain.upper()
    if situation.ability == "punctuation":
        marks = [token for token in tokenize(other) if not token.isalnum() and "'" not in token and "-" not in token]
        assert marks and [t for t in tokenize(other) if t not in marks] == [t for t in tokenize(plain) if t not in marks]
    if situation.ability in ("typing error in a verb", "synonym of a verb", "politeness"):
        assert other.replace(f"the {name}", "") != plain.replace(f"the {name}", "")


def test_orders_and_pairs_pass_the_first_before_the_second() -> None:
    for situation in of("X then Y") + of("past X to Y"):
        goals = situation.paragraph.segments[0].goals
        assert goals is not None and len(goals) == 2
        assert situation.off(np.array(goals[0].stand)) > situation.off(np.array(goals[1].stand))
