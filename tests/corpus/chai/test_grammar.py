"""The grammar of CHAI: its files hold together, and words tell how much there is to do."""

import re

from corpus.chai.made import SEGMENTS

from sightline.chai.house.furniture import FURNITURE
from sightline.chai.house.items import ITEMS
from sightline.corpus.chai.meaning import HOWS, STEPS
from sightline.corpus.chai.words import OF_PLACES, furniture_words, grammar, item_words
from sightline.corpus.grammar import FixedWords, Slot, every_piece
from sightline.world import INTERACTION

EVERY_LINE = [(rule, line) for rule in grammar().rules.values() for line in rule.alternatives]


def test_conditions_that_bind_a_slot_are_asked_for() -> None:
    for rule, line in EVERY_LINE:
        slots = {piece.name for piece in every_piece([line]) if isinstance(piece, Slot)}
        assert "T" not in slots or "turn" in line.needs, f"$T without ?turn in {rule.name}"
        if rule.name in ("take", "bring"):
            assert ("N" in slots) == bool(line.needs & {"apart", "shut", "ajar", "off"}), f"{rule.name}: $N needs a place"
            assert "I" not in slots or "apart" in line.unless, f"{rule.name}: $I and ?apart"


def test_every_rule_is_used() -> None:
    spoken = {"join", "first", "middle", "last", *STEPS, *(f"where.{how}" for how in HOWS), "where.beside-both"}
    spoken |= {f"part.{kind}" for kind in ("of", "here", "door", "lid", "drawer", "tray", "flap")}
    spoken |= {
        "look",
        *(
            f"{rule}{here}"
            for rule in ("inside.door", "inside.part", "switch.tap", "switch.burner")
            for here in ("", "-here")
        ),
    }
    spoken |= {f"room.{kind}" for kind in ("kitchen", "living-room", "bedroom", "bathroom", "guest-room", "hallway")}
    used = set().union(*(rule.calls() for rule in grammar().rules.values()))
    assert grammar().rules.keys() == spoken | used


def test_every_clause_has_phrasings_that_are_held_out() -> None:
    for do in STEPS:
        lines = grammar().rules[do].alternatives
        assert any(line.held_out for line in lines) and not all(line.held_out for line in lines), do


def test_no_text_holds_leftovers_of_the_notation() -> None:
    for rule, line in EVERY_LINE:
        for piece in every_piece([line]):
            if isinstance(piece, FixedWords):
                assert not re.search(r"[~@*$<>{}|\[\]()]|\?!?\w", piece.words), f"{rule.name}: {piece.words}"


def test_there_are_words_for_everything() -> None:
    assert item_words().keys() == ITEMS.keys() and furniture_words().keys() == {*FURNITURE, *OF_PLACES}
    assert all(word.nouns for word in (*item_words().values(), *furniture_words().values()))


def test_words_tell_kinds_of_items_apart() -> None:
    said = [(frozenset(word.nouns), word.adjectives, word.phrases) for word in item_words().values()]
    assert len(set(said)) == len(said)


def test_what_opens_is_spoken_of_by_its_last_word() -> None:
    spoken = {rule.removeprefix("part.") for rule in grammar().rules if rule.startswith("part.")}
    for piece in FURNITURE.values():
        behind = {surface.behind for surface in piece.surfaces}
        assert {part.kind.split()[-1] for part in piece.parts if part.name in behind} <= spoken, piece.name


def test_words_tell_how_many_manipulations_there_are() -> None:
    """What a reader counts who knows the words only: what is named to be opened, closed, taken, put."""
    for segment in SEGMENTS:
        steps = (segment.meaning or {})["steps"]
        deeds = sum(goal.kind == INTERACTION for goal in segment.goals or ())
        told = sum(
            {"bring": 2}.get(step["do"], 1) * len(step["of"]) for step in steps if step["do"] not in ("enter", "door", "go")
        )
        out_of = len(re.findall(r"\b(?:out of|inside)\b", " ".join(segment.tokens)))
        assert deeds == told or (deeds == told + 1 and out_of), segment.instruction
