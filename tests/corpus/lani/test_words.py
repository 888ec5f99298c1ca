"""Other words for training data: they say the same, they are clear, and none of them is a held-out phrasing."""

import re
from random import Random

import pytest
from corpus.lani.held_out import HELD_OUT, PARAGRAPHS, said

from sightline.corpus.lani import words as lani_words
from sightline.corpus.lani.words import words
from sightline.language import tokenize
from sightline.lani import Placed, Scene

SCENE = Scene((Placed("Barrel", 10, 10, 2), Placed("Bench", 30, 30, 2)))


def test_there_is_something_to_hold_out() -> None:
    assert len(HELD_OUT) > 30


def test_no_variation_holds_a_held_out_phrasing() -> None:
    for word in lani_words.more_words().values():
        for name in (*word.nouns, *word.adjectives, *word.phrases):
            assert not said(tokenize(name)), name
    for phrase, ways in lani_words.phrases().items():
        for way in ways:
            assert not said(way), (phrase, way)


def test_no_varied_instruction_holds_a_held_out_phrasing() -> None:
    random, changed = Random(0), 0
    for paragraph in PARAGRAPHS:
        for segment in paragraph.segments:
            named = [(thing["of"], thing["as"]) for thing in segment.meaning["named"]]
            tokens = lani_words.reword(random, segment.tokens, named, paragraph.scene)
            assert not said(tokens), tokens
            changed += tokens != segment.tokens
    assert changed > 300


def test_a_name_becomes_another_of_the_same_thing() -> None:
    found = {
        " ".join(lani_words.reword(Random(seed), tokenize("zig to the barrel"), [(0, "barrel")], SCENE))
        for seed in range(200)
    }
    others = [text.removeprefix("zig to the ") for text in found]
    assert "barrel" in others and len(others) > 10
    nouns = [*lani_words.more_words()["Barrel"].nouns, "barrel"]
    assert all(any(noun.lower() in other for noun in nouns) for other in others)


def test_a_name_that_another_landmark_has_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    shared = next(iter(lani_words.more_words()["Bench"].nouns))
    only = {**lani_words.more_words(), "Barrel": lani_words.more_words()["Bench"]}
    monkeypatch.setattr(lani_words, "more_words", lambda: only)
    found = [lani_words.reword(Random(seed), ["barrel"], [(0, "barrel")], SCENE) for seed in range(50)]
    assert all(tokens == ["barrel"] for tokens in found), shared


def test_left_stays_left() -> None:
    for phrase, ways in lani_words.phrases().items():
        sides = {side for side in ("left", "right") if side in phrase}
        if len(sides) == 1:
            other = {"left": "right", "right": "left"}[sides.pop()]
            assert not any(other in way for way in ways), phrase


def test_no_new_noun_is_what_the_grammar_calls_something_else() -> None:
    grammar = words()
    for kind, word in lani_words.more_words().items():
        family = {other for other in grammar if set(grammar[other].nouns) & set(grammar[kind].nouns)}
        for noun in word.nouns:
            strangers = {other for other in grammar if noun in grammar[other].nouns} - family - {kind}
            assert not strangers, (kind, noun, strangers)


def test_files_hold_no_leftovers() -> None:
    for ways in lani_words.phrases().values():
        assert all(re.fullmatch(r"[\w'\-.,%]+", token) for way in ways for token in way)
