"""The engine of grammars: its notation, what is said how often, and mistakes named with their line."""

import itertools
from random import Random

import pytest
from corpus.lani.record import changed

from sightline.corpus.grammar import Brackets, Grammar, Speaker
from sightline.errors import InputError


def grammar(*texts: str) -> Grammar:
    files = {f"file{n}.txt": text for n, text in enumerate(texts, 1)}
    return Grammar(files, slots=("X", "Y2"), conditions=("near", "ahead"), tags=("comparatives", "coreference"))


def speak(text: str, times: int = 200, **speaker: object) -> list[str]:
    parsed = grammar(text)
    return [Speaker(parsed, Random(n), **speaker).say("r") for n in range(times)]  # type: ignore[arg-type]


def test_brackets_choose_and_options_may_be_left_out() -> None:
    said = speak("r\n    go (to|past (a|b)) [now]\n", 400)
    assert set(said) == {"go to", "go past a", "go past b", "go to now", "go past a now", "go past b now"}
    assert 0.4 < sum("now" in text for text in said) / 400 < 0.6 and 0.4 < sum("to" in text for text in said) / 400 < 0.6


def test_silence_is_as_likely_as_all_branches_together() -> None:
    said = speak("r\n    go [now|then|soon]\n", 400)
    assert 0.4 < said.count("go") / 400 < 0.6 and len(set(said)) == 4


def test_slots_are_filled_and_conditions_respected() -> None:
    text = "r\n    near $X  ?near\n    far $X  ?!near\n"
    assert set(speak(text, slots={"X": "the well"}, holds={"near"})) == {"near the well"}
    assert set(speak(text, slots={"X": lambda: "it"})) == {"far it"}
    both = "r\n    both  ?near ?ahead\n    neither  ?!near ?!ahead\n    any\n"
    assert set(speak(both, holds={"near", "ahead"})) == {"both", "any"} and set(speak(both, holds={"near"})) == {"any"}


def test_held_out_phrasings_are_said_only_where_allowed_and_tags_are_collected() -> None:
    text = "r\n    known  @coreference\n    ~ 2.5 * fresh  @comparatives\n"
    assert set(speak(text)) == {"known"} and set(speak(text, may_use_held_out=True)) == {"known", "fresh"}
    for n in range(20):
        speaker = Speaker(grammar(text), Random(n), may_use_held_out=True)
        fresh = speaker.say("r") == "fresh"
        assert speaker.held_out == fresh and speaker.tags == {"comparatives" if fresh else "coreference"}


def test_weights() -> None:
    said = speak("r\n    9 * often\n    rare\n", 300)
    assert 0.83 < said.count("often") / 300 < 0.96
    assert 0.25 < speak("r\n    0.5 * a\n    b\n", 300).count("a") / 300 < 0.42


class Fixed(Random):
    def random(self) -> float:
        return self.value


@pytest.mark.parametrize(("ticket", "says"), [(0.0, "a"), (0.2499, "a"), (0.25, "b"), (0.999, "b"), (1.0, "b")])
def test_where_one_alternative_ends_the_next_begins(ticket: float, says: str) -> None:
    random = Fixed()
    random.value = ticket
    assert Speaker(grammar("r\n    a\n    3 * b\n"), random).say("r") == says


def test_a_habit_is_kept_most_of_the_time_while_it_fits() -> None:
    options = "".join(f"    a{n}\n" for n in range(9))
    for habit, least, most in (("", 0, 20), (" habit", 100, 145)):
        speaker = Speaker(grammar(f"r{habit}\n{options}    only  ?near\n"), Random(1))
        said = [speaker.say("r") for _ in range(200)]
        assert least <= sum(a == b for a, b in itertools.pairwise(said)) - 200 / 9 * 0.4 + 9 <= most + 9
    speaker = Speaker(grammar("r habit\n    near  ?near\n    far  ?!near\n"), Random(0), holds={"near"})
    assert [speaker.say("r") for _ in range(5)] == ["near"] * 5
    speaker.holds = set()
    assert speaker.say("r") == "far"


def test_rules_call_each_other_over_files() -> None:
    speaker = Speaker(grammar("r\n    <verb.go> [<verb.go>]  # a comment\n\n# another\n", "verb.go\n    walk\n"), Random(0))
    assert {speaker.say("r") for _ in range(20)} == {"walk", "walk walk"}
    assert sorted(speaker.grammar.words()) == ["walk"]
    rule = grammar("r\n    (a|<b>) [<c>]\nb\n    b\nc\n    c d\n").rules["r"]
    assert rule.calls() == {"b", "c"} and any(isinstance(p, Brackets) for p in rule.alternatives[0].pieces)
    assert rule.where == "file1.txt, line 1"


def test_what_nothing_fits_is_said() -> None:
    with pytest.raises(InputError, match=r"file1.txt, line 1: no alternative of 'r' fits when \['ahead'\] hold"):
        Speaker(grammar("r\n    a  ?near\n"), Random(0), holds={"ahead"}).say("r")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("    go\n", "line 1: an alternative without a rule"),
        ("r\n    go (to\n", "line 2: a bracket '\\(' is not closed by '\\)'"),
        ("r\n    go (to]\n", "line 2: a bracket '\\(' is not closed"),
        ("r\n    go) to\n", "line 2: '\\)' without"),
        ("r\n    go | to\n", "line 2: '\\|' without"),
        ("r\n", "line 1: rule 'r' has no alternatives"),
        ("r\n    a\nr\n    b\n", "line 3: rule 'r' is defined already, at file1.txt, line 1"),
        ("r often\n    a\n", "'habit' only, got 'r often'"),
        ("r habit often\n    a\n", "'habit' only"),
        ("r\n    go $QQ\n", "line 2: '\\$QQ' is not one of the slots X, Y2"),
        ("r\n    go  @sarcasm\n", "'@sarcasm' is not one of comparatives, coreference"),
        ("r\n    go  ?maybe\n", "'\\?maybe' is not one of ahead, near"),
        ("r\n    go  ?!maybe\n", "is not one of ahead"),
        ("r\n    4 * \n", "line 2: the alternative is empty"),
        ("r\n    <s>\n", "line 1: 'r' uses <s>, which no file defines"),
    ],
)
def test_a_broken_grammar_is_named_with_its_line(text: str, says: str) -> None:
    with pytest.raises(InputError, match=f"^file1.txt, .*{says}"):
        grammar(text)


def test_the_first_paragraphs_are_those_on_record() -> None:
    assert changed(0, 120) == []
