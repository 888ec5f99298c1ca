"""The grammar of LANI: its files hold together."""

import re

from corpus.lani.record import changed

from sightline.corpus.grammar import Alternative, Brackets, FixedWords, Slot
from sightline.corpus.lani.meaning import DISTANCES, SECTORS
from sightline.corpus.lani.ways import WAYS
from sightline.corpus.lani.words import grammar


def alternatives(pieces_of: Alternative) -> list[Alternative]:
    found = [pieces_of]
    for piece in pieces_of.pieces:
        if isinstance(piece, Brackets):
            for branch in piece.branches:
                found += alternatives(branch)
    return found


EVERY_LINE = [(rule, line) for rule in grammar().rules.values() for line in rule.alternatives]


def test_conditions_that_bind_a_slot_are_asked_for() -> None:
    for rule, line in EVERY_LINE:
        slots = {p.name for part in alternatives(line) for p in part.pieces if isinstance(p, Slot)}
        assert "T" not in slots or "turn" in line.needs, f"$T without ?turn in {rule.name}"
        assert "P" not in slots or "at" in line.needs, f"$P without ?at in {rule.name}"


def test_every_rule_has_an_unconditional_phrasing_and_is_used() -> None:
    spoken = {"join", "first", "middle", "last", "closest", "farthest", "fence", "lake", *WAYS}
    spoken |= {"pass+go.near", "between.through+go.near", "turn.face+go.near", "near.landmark", "near.lake", "near.fence"}
    spoken |= {f"where.{sector}" for sector in SECTORS} | {f"distance.{n}" for n in DISTANCES}
    used = set().union(*(rule.calls() for rule in grammar().rules.values()))
    assert grammar().rules.keys() == spoken | used
    for rule in grammar().rules.values():
        assert any(not line.needs and not line.held_out for line in rule.alternatives) or rule.name == "clock", rule.name


def test_about_a_tenth_of_the_phrasings_is_held_out() -> None:
    clauses = [line for rule, line in EVERY_LINE if rule.where.split(",")[0].endswith("_clauses.txt")]
    assert 0.05 < sum(line.held_out for line in clauses) / len(clauses) < 0.15


def test_no_text_holds_leftovers_of_the_notation() -> None:
    for rule, line in EVERY_LINE:
        for part in alternatives(line):
            for piece in part.pieces:
                if isinstance(piece, FixedWords):
                    assert not re.search(r"[~@*$<>{}|\[\]()]|\?!?\w", piece.words), f"{rule.name}: {piece.words}"


def test_the_first_paragraphs_are_those_on_record() -> None:
    assert changed(0, 120) == []
