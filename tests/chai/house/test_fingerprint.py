"""Fingerprints: those of the bundled houses stay, others cover the plan and the things in it."""

from dataclasses import replace

from sightline.chai.house import HOUSES, PLANS, generate_house, load_house
from sightline.chai.house.fingerprint import house_fingerprint, plan_fingerprint, things_fingerprint, things_text
from sightline.chai.house.plan import Plan


def _with_another_bed(plan: Plan) -> Plan:
    """A plan whose first piece has been made a little higher."""
    piece = plan.pieces[0]
    x, y, z = piece.thing.size
    changed = replace(piece.thing, size=(x, y + 0.01, z))
    return replace(plan, pieces=(replace(piece, thing=changed), *plan.pieces[1:]))


def test_bundled_houses_have_those_of_their_plans() -> None:
    houses = {str(number): load_house(number) for number in HOUSES}
    assert (PLANS / "things.json").read_text() == things_text({name: house.plan for name, house in houses.items()})
    assert all(house.fingerprint == plan_fingerprint(house.text) for house in houses.values())


def test_they_change_with_a_piece() -> None:
    for house in (load_house(2), generate_house(3)):
        other = _with_another_bed(house.plan)
        assert house_fingerprint(house.name, house.text, other, PLANS) != house.fingerprint


def test_they_change_with_the_items() -> None:
    plan = load_house(2).plan
    assert things_fingerprint(plan, bundled=True) != things_fingerprint(plan, bundled=False)


def test_they_change_with_the_plan() -> None:
    assert generate_house(3).fingerprint != generate_house(4).fingerprint
    assert generate_house(3).fingerprint != plan_fingerprint(generate_house(3).text)
