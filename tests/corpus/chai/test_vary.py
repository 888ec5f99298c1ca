"""Other words for training data: they say the same, they are clear, and none of them is a held-out phrasing."""

import re
from random import Random

import pytest
from corpus.held_out import held_out_runs, said_of
from lazily import Lazily

from sightline.chai.house import FIRST_ITEM, load_house
from sightline.chai.kind import Scene
from sightline.chai.stock import stock_of
from sightline.corpus.chai import vary
from sightline.corpus.chai.kind import KIND
from sightline.corpus.chai.words import furniture_words, grammar, item_words
from sightline.corpus.splits import stream_paragraph
from sightline.language import tokenize

PARAGRAPHS = Lazily(lambda: (stream_paragraph(KIND, 1, index) for index in range(12)))
NOUNS = {tuple(tokenize(noun)) for word in (item_words() | furniture_words()).values() for noun in word.nouns}
HELD_OUT = Lazily(lambda: held_out_runs(grammar(), PARAGRAPHS) - NOUNS)  # "fish" is a noun that train has
SCENE = Scene(1, 0, load_house(1).fingerprint)
STOCK = Lazily(lambda: (item.kind for item in stock_of(load_house(1), 0).items))


def reword_often(text: str, named: list[tuple[int, str]]) -> set[str]:
    return {" ".join(vary.reword(Random(seed), tokenize(text), named, SCENE)) for seed in range(300)}


def test_there_is_something_to_hold_out() -> None:
    assert len(HELD_OUT) > 20


def test_no_variation_holds_a_held_out_phrasing() -> None:
    for word in vary.more_words().values():
        for name in (*word.nouns, *word.adjectives, *word.phrases):
            assert not said_of(HELD_OUT, tokenize(name)), name
    for phrase, ways in vary.phrases().items():
        for way in ways:
            assert not said_of(HELD_OUT, way), (phrase, way)


def test_no_varied_instruction_holds_a_held_out_phrasing() -> None:
    random, changed = Random(0), 0
    for paragraph in PARAGRAPHS:
        for k, segment in enumerate(paragraph.segments):
            for _ in range(5):
                assert KIND.named is not None and KIND.vary is not None
                tokens = KIND.vary(random, segment, KIND.named(paragraph, k), paragraph.scene)
                assert not said_of(HELD_OUT, tokens), tokens
                changed += tokens != segment.tokens
    assert changed > 200


def test_what_an_instruction_is_not_about_is_nothing_it_names() -> None:
    for paragraph in PARAGRAPHS[:6]:
        for k, segment in enumerate(paragraph.segments):
            assert KIND.named is not None
            words = set(segment.tokens) | {word for _, name in KIND.named(paragraph, k) for word in tokenize(name)}
            for what in ("item", "piece", "part", "switch", "room"):
                other = vary._another(Random(k), KIND.named(paragraph, k), paragraph.scene, segment.clauses, what)
                assert not words & set(tokenize(other)[1:]) or other == "the other one", (segment.instruction, other)


def test_an_item_gets_another_name_of_its_kind() -> None:
    k, kind = next((k, kind) for k, kind in enumerate(STOCK) if STOCK.count(kind) == 1)
    noun = next(noun for noun in item_words()[kind].nouns if noun not in item_words()[kind].plural)
    said = reword_often(f"zig the {noun}", [(FIRST_ITEM + k, noun)])
    others = [text.removeprefix("zig the ") for text in said]
    nouns = [" ".join(tokenize(name)) for name in (*vary.more_words()[kind].nouns, noun)]
    assert len(others) > 5 and all(any(name in other for name in nouns) for other in others)


def test_a_name_that_something_else_has_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    k, other = 0, next(kind for kind in STOCK if kind != STOCK[0])
    only = {**vary.more_words(), STOCK[0]: vary.more_words()[other]}
    noun = next(iter(item_words()[STOCK[0]].nouns))
    monkeypatch.setattr(vary, "more_words", lambda: only)
    called = vary._called.__wrapped__()
    monkeypatch.setattr(vary, "_called", lambda: called)
    assert reword_often(f"zig the {noun}", [(FIRST_ITEM + k, noun)]) == {f"zig the {noun}"}


def test_a_name_within_a_longer_one_stays() -> None:
    said = reword_often("zag the couch cushion zog the couch", [(FIRST_ITEM, "couch cushion"), (1, "couch")])
    assert all(text.endswith("zog the couch") for text in said)


def test_plural_stays_plural() -> None:
    for words in (item_words(), furniture_words()):
        for kind, word in words.items():
            if word.plural and word.plural == set(word.nouns):
                assert vary.more_words()[kind].plural, kind


def test_left_stays_left() -> None:
    for phrase, ways in vary.phrases().items():
        sides = {side for side in ("left", "right") if side in phrase}
        if sides == {"left"}:
            assert not any("right" in way for way in ways), phrase
        if sides == {"right"}:
            assert not any("left" in way for way in ways), phrase


def test_on_stays_on_and_open_stays_open() -> None:
    for pair in (("on", "off"), ("open", "close"), ("above", "below"), ("top", "bottom")):
        for one, other in (pair, pair[::-1]):
            ways = [way for phrase, ways in vary.phrases().items() if one in phrase and other not in phrase for way in ways]
            assert not any(other in way for way in ways), (one, other)


def test_only_what_is_taken_out_of_something_stays_so() -> None:
    """'Out of' opens what is closed, 'from' does not."""
    for phrase, ways in vary.phrases().items():
        if {"from", "off"} & set(phrase):
            assert not any({"out", "inside", "within"} & set(way) for way in ways), phrase
        if phrase[:2] == ("out", "of"):
            assert all({"out", "inside", "within"} & set(way) for way in ways)


def test_no_new_noun_is_what_the_grammar_calls_something_else() -> None:
    words = item_words() | furniture_words()
    for kind, word in vary.more_words().items():
        family = {other for other in words if set(words[other].nouns) & set(words[kind].nouns)}
        for noun in word.nouns:
            strangers = {other for other in words if noun in words[other].nouns} - family - {kind}
            assert not strangers, (kind, noun, strangers)


def test_files_hold_no_leftovers() -> None:
    assert len(vary.phrases()) >= 350
    for ways in vary.phrases().values():
        assert all(re.fullmatch(r"[\w'\-.,%:]+", token) for way in ways for token in way)
