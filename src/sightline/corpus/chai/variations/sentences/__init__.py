"""Whole sentences for what an instruction means, beyond the grammar: the *.txt files beside this one.

The notation is at the top of sightline.corpus.grammar; frames.txt says what each slot and condition is. A line fits only
where all of its slots are filled.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

from sightline.corpus.chai.grammar import CONDITIONS as SPOKEN
from sightline.corpus.chai.grammar import SLOTS as NAMES
from sightline.corpus.grammar import Grammar, Slot, every_piece

NUMBERS = {  # words that agree with what a clause is about: of one thing, of several
    "is": ("is", "are"), "has": ("has", "have"), "goes": ("goes", "go"), "needs": ("needs", "need"),
    "belongs": ("belongs", "belong"), "they": ("it", "they"), "it": ("it", "them"),
}  # fmt: skip
FORMS = {*NAMES, *NUMBERS, "IS", "XS"}
SLOTS = (
    *(f"{name}{mark}" for name in FORMS for mark in ("", "1", "2")), "O", "W", "noun", "nouns", "most", "hand",
    "parts", "rest", "sentence", "s1", "s2",
)  # fmt: skip
PLACES = (
    "fridge", "freezer", "sink", "basin", "dishwasher", "bin", "basket", "oven", "microwave", "closet", "bed", "toilet",
)  # fmt: skip
SWITCHED = ("lamp", "television", "computer", "burner")
GROUPS = ("dishes", "cutlery", "fruit", "sweets", "cold", "cleaning", "towels", "reading", "toys", "clothes", "gadgets")
SAID = ("around", "straight", "again", "named", "many", "walk", "side", "corner")
CONDITIONS = tuple(f"{name}{mark}" for name in (*SPOKEN, *PLACES, *SWITCHED, *GROUPS, *SAID) for mark in ("", "1", "2"))


@cache
def sentences() -> Grammar:
    """The sentences, read once."""
    files = sorted(resources.files(__package__).iterdir(), key=lambda file: file.name)
    texts = {f"sentences/{f.name}": f.read_text(encoding="utf-8") for f in files if f.name.endswith(".txt")}
    grammar = Grammar(texts, SLOTS, CONDITIONS, ())
    for rule in grammar.rules.values():
        for line in rule.alternatives:
            line.needs |= {f"${piece.name}" for piece in every_piece([line]) if isinstance(piece, Slot)}
    return grammar
