"""The checklist in houses: commands of their ability, in arrangements of their own."""

from sightline.corpus.chai.abilities import ABILITIES, FIRST, TWO, situations
from sightline.corpus.splits import STREAMS


def test_situations_are_commands_of_their_ability() -> None:
    some = situations(1, 3)
    assert len({situation.ability for situation in some}) == len(some) > 6
    for situation in some:
        steps = tuple(step["do"] for step in (situation.paragraph.segments[situation.segment_index].meaning or {})["steps"])
        assert steps == ABILITIES.get(situation.ability, steps) and (situation.ability != TWO or "bring" in steps)
        assert FIRST <= situation.paragraph.scene.variant < STREAMS


def test_they_depend_on_the_seed_alone() -> None:
    one, again = ([s.paragraph.segments[s.segment_index].instruction for s in situations(1, 5)] for _ in range(2))
    assert one == again
