"""The grammar: its notation, and that the files beside it hold together."""

import itertools
import re
from random import Random

import pytest

from sightline.corpus.lani.grammar import Alternative, Brackets, Slot, Speaker, Text, called, parse_rules, rules
from sightline.corpus.lani.meaning import DISTANCES
from sightline.corpus.lani.names import SECTORS
from sightline.corpus.lani.ways import WAYS
from sightline.errors import InputError


def alternatives(pieces_of: Alternative) -> list[Alternative]:
    found = [pieces_of]
    for piece in pieces_of.pieces:
        if isinstance(piece, Brackets):
            for branch in piece.branches:
                found += alternatives(branch)
    return found


EVERY_LINE = [(rule, line) for rule in rules().values() for line in rule.alternatives]


def test_conditions_that_bind_a_slot_are_asked_for() -> None:
    for rule, line in EVERY_LINE:
        slots = {p.name for part in alternatives(line) for p in part.pieces if isinstance(p, Slot)}
        assert "T" not in slots or "turn" in line.needs, f"$T without ?turn in {rule.name}"
        assert "P" not in slots or "at" in line.needs, f"$P without ?at in {rule.name}"


def test_every_rule_has_an_unconditional_phrasing_and_is_used() -> None:
    spoken = {"join", "first", "middle", "last", "closest", "farthest", "fence", "lake", *WAYS}
    spoken |= {"pass+go.near", "between.through+go.near", "turn.face+go.near", "near.landmark", "near.lake", "near.fence"}
    spoken |= {f"where.{sector}" for sector in SECTORS} | {f"distance.{n}" for n in DISTANCES}
    used = set().union(*(called(rule) for rule in rules().values()))
    assert rules().keys() == spoken | used
    for rule in rules().values():
        assert any(not line.needs and not line.held_out for line in rule.alternatives) or rule.name == "clock", rule.name


def test_about_a_tenth_of_the_phrasings_is_held_out() -> None:
    clauses = [line for rule, line in EVERY_LINE if rule.where.split(",")[0].endswith("_clauses.txt")]
    assert 0.05 < sum(line.held_out for line in clauses) / len(clauses) < 0.15


def test_no_text_holds_leftovers_of_the_notation() -> None:
    for rule, line in EVERY_LINE:
        for part in alternatives(line):
            for piece in part.pieces:
                if isinstance(piece, Text):
                    assert not re.search(r"[~@*$<>{}|\[\]()]|\?!?\w", piece.words), f"{rule.name}: {piece.words}"


def speak(text: str, rule: str, times: int = 200, **speaker: object) -> set[str]:
    parsed = parse_rules(text, "test")
    found = set()
    for n in range(times):
        said: list[str] = []
        parsed[rule].draw(Speaker(Random(n), **speaker), said)  # type: ignore[arg-type]
        found.add(" ".join(said))
    return found


def test_brackets_choose_and_options_may_be_left_out() -> None:
    assert speak("r\n    go (to|past (a|b)) [now]\n", "r") == {
        "go to", "go past a", "go past b", "go to now", "go past a now", "go past b now",
    }  # fmt: skip


def test_slots_are_filled_and_conditions_respected() -> None:
    text = "r\n    near $X  ?near\n    far $X  ?!near\n"
    assert speak(text, "r", slots={"X": "the well"}, holds={"near"}) == {"near the well"}
    assert speak(text, "r", slots={"X": lambda: "it"}) == {"far it"}


def test_held_out_phrasings_are_said_only_where_allowed() -> None:
    text = "r\n    known\n    ~ fresh\n"
    assert speak(text, "r") == {"known"}
    assert speak(text, "r", may_use_held_out=True) == {"known", "fresh"}
    speaker = Speaker(Random(0), may_use_held_out=True)
    parse_rules("r\n    ~ fresh  @comparatives\n", "test")["r"].draw(speaker, [])
    assert speaker.held_out and speaker.tags == {"comparatives"}


def test_weights_and_habits() -> None:
    rule = parse_rules("r habit\n    9 * often\n    rare\n", "test")["r"]
    said: list[str] = []
    for n in range(300):
        rule.draw(Speaker(Random(n)), said)
    assert 0.83 < said.count("often") / 300 < 0.96
    speaker, again = Speaker(Random(1)), []
    for _ in range(60):
        rule.draw(speaker, again)
    repeats = sum(a == b for a, b in itertools.pairwise(again))
    assert repeats > 45


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("    go\n", "line 1: an alternative without a rule"),
        ("r\n    go (to\n", "line 2: a bracket"),
        ("r\n    go) to\n", "line 2: '\\)' without"),
        ("r\n", "has no alternatives"),
        ("r\n    a\nr\n    b\n", "stands already"),
        ("r often\n    a\n", "'habit' only"),
        ("r\n    go $QQ\n", "line 2: '\\$QQ' is none of the slots"),
        ("r\n    go  @sarcasm\n", "'@sarcasm' is none of comparatives"),
        ("r\n    go  ?maybe\n", "is none of ahead"),
        ("r\n    4 * \n", "line 2"),
    ],
)
def test_a_broken_grammar_is_named_with_its_line(text: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        parse_rules(text, "test")


def test_calls_are_found_inside_brackets() -> None:
    rule = parse_rules("r\n    (a|<b>) [<c>]\n", "test")["r"]
    assert called(rule) == {"b", "c"} and any(isinstance(p, Brackets) for p in rule.alternatives[0].pieces)
