"""Instructions told anew: every sentence can be said, names what it must, asks for the same deeds, and is not held out."""

import re
from collections import defaultdict
from dataclasses import replace
from random import Random

import pytest
from corpus.held_out import has_way, held_out_runs, held_out_ways, said_of, ways
from lazily import Lazily

from sightline.corpus.chai import vary
from sightline.corpus.chai.kind import KIND
from sightline.corpus.chai.meaning import ErrandStep
from sightline.corpus.chai.retell import LONGEST_RETELLING, NUMBERS, Teller, plural_of, sentences
from sightline.corpus.chai.words import furniture_words, grammar, item_words
from sightline.corpus.chai.writer import Clause
from sightline.corpus.grammar import Alternative, Rule, Slot, every_piece
from sightline.corpus.splits import stream_paragraph
from sightline.corpus.words import Phrases
from sightline.language import tokenize
from sightline.learning.chunk import StreamConfig, wordings_of

PARAGRAPHS = Lazily(lambda: (stream_paragraph(KIND, 2, index) for index in range(25)))
SEGMENTS = Lazily(lambda: ((p, k, segment) for p in PARAGRAPHS for k, segment in enumerate(p.segments)))
NOUNS = {tuple(tokenize(noun)) for word in (item_words() | furniture_words()).values() for noun in word.nouns}
HELD_OUT = Lazily(lambda: held_out_runs(grammar(), PARAGRAPHS) - NOUNS)
SAME = Phrases({("zig",): [["zig"]]})  # nothing is said in other words
DEEDS = {  # what has to be said of a step, whatever is said of it
    "open": r"open|pull|swing|slide|draw|tug|unlatch|fling|throw|closed|shut|inside",
    "close": r"clos|shut|open|push|slam|swing|slide|press|shove",
    "look": r"(?=.*(look|see|check|what|inspect|examin|glance|eye|find out|search|open))(?=.*(clos|shut|leave it open))",
    "on": r"\bon\b|is off|still off|run|flow|light|shine|start|activate|boot|fire|heat|water|work|life|power|open",
    "off": r"\boff\b|stop|kill|out|running|on\b|close|deactivate|power|flow|water",
}
FILLED = {  # the slots that a step can fill
    "enter": "RQT", "door": "RT", "go": "XT", "open": "X", "close": "X", "look": "X", "on": "XP", "off": "XP", "take": "INP",
    "put": "IX", "bring": "INPX",
}  # fmt: skip
ALWAYS = {"in", "at", "part", "O", "W", *NUMBERS}


def clause_rules() -> dict[str, Rule]:
    """The rules for steps and for pairs of them."""
    return {
        name: rule for name, rule in sentences().rules.items() if set(name.removesuffix(".alone").split("+")) <= set(FILLED)
    }


def lines() -> list[tuple[str, Alternative]]:
    return [(name, line) for name, rule in sentences().rules.items() for line in rule.alternatives]


def text_of(line: Alternative) -> str:
    """All ways to say a line, with a dash for what is filled in."""
    return " / ".join(" ".join(word or "_" for word in way) for way in ways(line))


def teller(random: Random, clauses: tuple[Clause, ...], nouns: frozenset[str] = frozenset()) -> Teller:
    return Teller(random, clauses, nouns, SAME, lambda what: f"the other {what}")


def test_there_are_hundreds_of_sentences() -> None:
    told = sum(len(rule.alternatives) for rule in clause_rules().values())
    framed = sum(len(sentences().rules[name].alternatives) for name in ("instruction", "join", "join.alone"))
    assert told > 1000 and framed > 200


def test_every_step_has_commands_and_sentences() -> None:
    for do in FILLED:
        assert len(sentences().rules[do].alternatives) >= 15, do
        assert len(sentences().rules[f"{do}.alone"].alternatives) >= 25, do


def test_every_sentence_can_be_filled() -> None:
    for name, rule in clause_rules().items():
        dos = name.removesuffix(".alone").split("+")
        marks = [""] if len(dos) == 1 else ["1", "2"]
        slots = {f"{slot}{m}" for do, m in zip(dos, marks, strict=True) for slot in (*FILLED[do], *ALWAYS, "IS", "XS")}
        for line in rule.alternatives:
            used = {piece.name for piece in every_piece([line]) if isinstance(piece, Slot)}
            assert used <= slots | ALWAYS, (name, text_of(line), used - slots)


def test_no_sentence_holds_a_held_out_phrasing() -> None:
    around = held_out_ways(grammar())
    assert ("get", None, "open") in around
    for name, line in lines():
        assert not line.held_out and not line.tags, name
        for way in ways(line):
            assert not said_of(HELD_OUT, [word or "_" for word in way]), (name, way)
            assert not any(has_way([way], other) for other in around), (name, way)


def test_what_has_to_be_done_is_said() -> None:
    for name, rule in clause_rules().items():
        for do in name.removesuffix(".alone").split("+"):
            for line in rule.alternatives:
                for way in ways(line):
                    assert re.search(DEEDS.get(do, ""), " ".join(word or "_" for word in way)), (name, way)


def test_no_sentence_means_two_things() -> None:
    meanings: dict[tuple[str, ...], str] = {}
    for name, rule in clause_rules().items():
        for line in rule.alternatives:
            names = sorted(need.rstrip("S") for need in line.needs if re.match(r"\$[A-Z]", need))
            for way in ways(line):
                if any(way):
                    said = (*[word or "_" for word in way], *names)
                    meaning = name.removesuffix(".alone")
                    assert meanings.setdefault(said, meaning) == meaning, (name, said)


def test_no_sentence_turns_by_itself() -> None:
    for name, line in lines():
        assert not re.search(r"\b(turn|face|swing|go|the|your) (left|right)\b(?! (away|now|around))", text_of(line)), name
        slots = {piece.name for piece in every_piece([line]) if isinstance(piece, Slot)}
        if re.search(r"turn (right |all the way )?(a)?round|behind you _", text_of(line)):
            assert "around" in line.needs, (name, text_of(line))
        if "left" in text_of(line) and "T" not in slots:
            assert re.search(r"\b(nothing|you|somebody|been|have) left\b|left (to|on|open|their)", text_of(line)), name


def test_only_what_is_closed_is_taken_out_of_something() -> None:
    for name, rule in clause_rules().items():
        for line in rule.alternatives:
            mark = next((m for m in ("", "1", "2") if f"$N{m}" in line.needs), None)
            if mark is not None:
                where = {f"shut{mark}", f"ajar{mark}", f"off{mark}"} & line.needs
                assert where, (name, text_of(line))
                inner = re.search(r"out of|inside|within|take out|open|in there|out \.", text_of(line))
                if where != {f"shut{mark}"} and not name.startswith("open"):
                    assert not inner, (name, text_of(line))


def test_who_puts_a_step_before_an_earlier_one_names_what_it_is_about() -> None:
    for name in ("join", "join.alone"):
        for line in sentences().rules[name].alternatives:
            order = [piece.name[-1] for piece in every_piece([line]) if isinstance(piece, Slot)]
            assert sorted(order) == ["1", "2"], text_of(line)
            assert order == ["1", "2"] or "named2" in line.needs, text_of(line)


def test_every_meaning_has_many_wordings() -> None:
    wordings: dict[str, set[str]] = defaultdict(set)
    for _, _, segment in SEGMENTS:
        key = "+".join(clause.do for clause in segment.clauses)
        wordings[key] |= {" ".join(teller(Random(n), segment.clauses).tell()) for n in range(12)}
    assert len(wordings) > 15
    assert all(len(told) >= 11 for told in wordings.values()), {key: len(told) for key, told in wordings.items()}


def test_whatever_is_named_is_named_again() -> None:
    """But for what is in the hands: that may be called so."""
    for paragraph, k, segment in SEGMENTS:
        assert KIND.named is not None
        held = {clause.step.of[0] for clause in segment.clauses if clause.do == "put"}
        names = frozenset(name for number, name in KIND.named(paragraph, k) if number not in held)
        for n in range(6):
            told = " ".join(teller(Random(n), segment.clauses, names).tell())
            for name in names:
                said = " ".join(tokenize(name))
                assert said in told or plural_of(said) in told, (segment.instruction, told)


def test_told_anew_in_the_stream() -> None:
    config, changed = StreamConfig(varied=1.0, joined=1.0), []
    for paragraph in PARAGRAPHS[:8]:
        wordings = wordings_of(paragraph, KIND, Random(0), config)
        plain = wordings_of(paragraph, KIND, Random(0), replace(config, varied=0.0))
        assert len(wordings) == len(plain) == 2 * len(paragraph.segments) - 1
        changed += [other.tokens != one.tokens for other, one in zip(wordings, plain, strict=True)]
        pair = wordings[len(paragraph.segments)].example.segment
        assert pair.clauses == paragraph.segments[0].clauses + paragraph.segments[1].clauses
    assert sum(changed) > 0.8 * len(changed)


def test_what_is_told_anew_is_short_enough_to_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vary, "RETOLD", 1.0)
    for paragraph, k, segment in SEGMENTS[:60]:
        assert KIND.vary is not None and KIND.named is not None
        told = KIND.vary(Random(k), segment, KIND.named(paragraph, k), paragraph.scene)
        assert len(told) <= LONGEST_RETELLING + 10  # other names may be longer


def test_clauses_are_no_part_of_a_record() -> None:
    assert SEGMENTS[0][2].clauses and "clauses" not in SEGMENTS[0][2].to_json()


@pytest.mark.parametrize("side", ["left", "right"])
def test_one_of_two_is_still_that_one(side: str) -> None:
    clause = Clause(
        "go", ErrandStep("go", (1,)), {"X": f"the {side} cabinet in the kitchen"}, frozenset(), frozenset(), frozenset(), ""
    )  # fmt: skip
    other = {"left": "right", "right": "left"}[side]
    said = {teller(Random(n), (clause,), frozenset({"cabinet"}))._thing(clause.fillers["X"]) for n in range(100)}
    assert f"the {side}most of the two cabinets in the kitchen" in said and len(said) > 8
    assert all(side in text and "kitchen" in text and other not in text for text in said)


@pytest.mark.parametrize(
    ("noun", "several"),
    [("bed", "beds"), ("bookshelf", "bookshelves"), ("chest of drawers", "chests of drawers"), ("bench", "benches")],
)
def test_several_of_a_kind(noun: str, several: str) -> None:
    assert plural_of(noun) == several
