"""Plain commands: true and clear like all that is told, from anywhere, and no more than what is wanted."""

from random import Random

import numpy as np
from corpus.chai.made import PARAGRAPHS
from lazily import Lazily

from sightline.chai.generate import anywhere
from sightline.chai.house import FIRST_PART, FIRST_PIECE
from sightline.corpus.chai.check import check_paragraph
from sightline.corpus.chai.commands import COMMANDS, TO_LEARN, CommandMaker, Mixture, plain_commands
from sightline.corpus.chai.descriptions import PieceName
from sightline.corpus.chai.kind import KIND
from sightline.world import INTERACTION, NAVIGATION

SCENES = Lazily(lambda: (paragraph.scene for paragraph in PARAGRAPHS[:15]))
MADE = Lazily(lambda: (made for k, scene in enumerate(SCENES) if (made := plain_commands(Random(k), scene)) is not None))
SEGMENTS = Lazily(lambda: (segment for paragraph in MADE for segment in paragraph.segments))
STEPS = Lazily(lambda: ([step["do"] for step in (segment.meaning or {})["steps"]] for segment in SEGMENTS))


def test_what_they_say_is_true_and_clear() -> None:
    assert len(MADE) > 10
    for paragraph in MADE:
        assert check_paragraph(paragraph) == []
        assert 1 <= len(paragraph.segments) <= COMMANDS
        assert not any(segment.unseen_phrasing for segment in paragraph.segments)


def test_they_are_the_same_for_the_same_seed() -> None:
    assert plain_commands(Random(0), SCENES[0]) == MADE[0] != plain_commands(Random(1), SCENES[0])
    assert KIND.command is not None
    made = KIND.command(Random(0), SCENES[0])
    assert made is not None and made[0] == plain_commands(Random(0), SCENES[0], TO_LEARN)
    assert list(made[1]) == [(name["of"], name["as"]) for name in (made[0].segments[0].meaning or {})["named"]]


def test_commands_do_not_tell_the_way() -> None:
    assert not any(len(steps) > 1 and {"enter", "door"} & set(steps) for steps in STEPS)
    through_doors = [segment for segment in SEGMENTS if len(segment.goals or ()) > 1 and segment.goals[0].kind == NAVIGATION]
    assert len(through_doors) > len(SEGMENTS) / 5  # which start in another room


def test_to_put_is_also_said_of_what_has_to_be_taken_first() -> None:
    said = [s.tokens for s, steps in zip(SEGMENTS, STEPS, strict=True) if steps == ["bring"]]
    putting = [tokens for tokens in said if {"put", "place", "set"} & set(tokens) and not {"and", "it"} & set(tokens)]
    assert len(said) > 5 and len(putting) > len(said) / 4


def test_what_is_closed_is_opened_first_without_a_word() -> None:
    opened = 0
    for segment, steps in zip(SEGMENTS, STEPS, strict=True):
        if steps == ["bring"]:
            deeds = [goal.deed[0] for goal in segment.goals or () if goal.kind == INTERACTION and goal.deed]
            assert deeds[-2:] == ["pick up", "put"] and set(deeds[:-2]) <= {"open"}
            opened += "open" in deeds
    assert opened


def test_rooms_are_named_only_where_another_has_the_like() -> None:
    told = 0
    for paragraph in MADE:
        house = paragraph.scene.load()
        for segment in paragraph.segments:
            for name in (segment.meaning or {})["named"]:
                if "room" in name:
                    rivals = PieceName.from_json(name).rivals(house, name["of"] - FIRST_PIECE, range(len(house.plan.pieces)))
                    assert rivals and all(house.plan.pieces[rival].room != name["room"] for rival in rivals)
                    told += 1
    assert told


def test_lids_and_doors_without_a_place_behind_them_are_opened_too() -> None:
    opened = set()
    for k, scene in enumerate(SCENES[:5]):
        house = scene.load()
        names = {FIRST_PART + part: kind.kind for part, (_, kind) in enumerate(house.parts)}
        maker = CommandMaker(scene, anywhere(house, np.random.default_rng(k)), Random(k))
        opened |= {names[part] for part in maker._parts(is_open=False)}
    assert {"toilet lid", "oven door", "dishwasher door"} <= opened


def test_two_errands_and_putting_away_are_one_command() -> None:
    assert any(steps.count("bring") + ("go" in steps) + ("on" in steps) > 1 for steps in STEPS)
    stowed = [s for s, steps in zip(SEGMENTS, STEPS, strict=True) if steps[-3:] == ["take", "put", "close"]]
    for segment in stowed:
        deeds = [goal.deed[0] for goal in segment.goals or () if goal.deed]
        assert deeds[-3:] == ["pick up", "put", "close"]
    assert any("take" in steps and "put" in steps for steps in STEPS)


def test_items_that_are_easily_confused_share_a_place_or_a_colour() -> None:
    maker = CommandMaker(SCENES[0], anywhere(SCENES[0].load(), np.random.default_rng(0)), Random(0))
    items = list(maker.home.items())
    some = maker._confusable(items)
    assert 0 < len(some) < len(items)


def test_commands_come_in_the_mixture_that_is_asked_for() -> None:
    def verbs(mixture: Mixture) -> list[str]:
        made = [plain_commands(Random(k), SCENES[0], mixture) for k in range(6)]
        return [s.meaning["steps"][0]["do"] for p in made if p is not None for s in p.segments if s.meaning]

    assert set(verbs(Mixture({"open": 1.0}, 1.0))) == {"open"}
    behind = CommandMaker(
        SCENES[0], anywhere(SCENES[0].load(), np.random.default_rng(0)), Random(0), Mixture({"take": 1.0}, 0.0)
    )
    items = [item for _ in range(20) if (item := behind._errand(opens=False)[0])]
    assert any(not behind.home.is_in_sight(item) for item in items)
    assert TO_LEARN.in_sight < 1 and set(TO_LEARN.kinds) == {kind for kind in TO_LEARN.kinds if hasattr(behind, f"_{kind}")}
