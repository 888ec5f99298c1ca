"""Talk: what people say becomes a plan, a question, a refusal or an answer; eyes, seer and legs do as a test says."""

from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from agent.scripts import LANI, ScriptedLegs, ScriptedSeer, empty_field, seen

from sightline.agent.agent import Agent
from sightline.agent.aim import ACTED, Aim, Event
from sightline.agent.memory import Sighted
from sightline.agent.readers import reader_of
from sightline.agent.reply import ANSWER, ASK, GO, REFUSE, StepReport, account_words
from sightline.agent.talk import Talk
from sightline.errors import InputError
from sightline.language.reading import Reader
from sightline.language.reading.lines import PlainLine

READER = cast(Reader, reader_of(LANI))


def thing(name: str, x: float, z: float) -> Sighted:
    return Sighted(name, (x, 1.0, z), 0.95, (25.0, 10.0, 0.0), 1, (x - 1, 0.0, z - 1), (x + 1, 2.0, z + 1), False)


WELL, RED, GREEN = thing("WaterWell", 25, 30), thing("Barrel", 15, 20), thing("Barrel2", 35, 20)


def talk_among(*things: Sighted, confidence: float = 0.9, reader: Reader | None = READER) -> Talk:
    """With an agent at (25, 10), facing north, that has seen these things, aims at (25, 28) and is there at once."""
    world = empty_field((25.0, 30.0))
    memory = SimpleNamespace(things=lambda n: list(things), kind=LANI, see=lambda look, shown: None)

    def arrive(n: int, aim: Aim) -> Event:
        world.pose[0, :2] = aim.place
        return ACTED

    agent: Any = SimpleNamespace(
        kind=LANI,
        predictor=SimpleNamespace(model=SimpleNamespace(shows=True), shown=lambda look: None),
        remember=lambda world: memory,
        seer=lambda memory=None: ScriptedSeer([[seen(25.0, 28.0, confidence)]]),
        legs=lambda world, memory=None, patient=False: ScriptedLegs(world, at_once=arrive),
    )
    return Talk(cast(Agent, agent), world, reader)


def carried_out(talk: Talk) -> Sequence[StepReport]:
    assert talk.journey is not None
    talk.journey.finish()
    return talk.account()


def test_a_plan_is_carried_out_step_by_step_and_accounted_for() -> None:
    talk = talk_among(WELL)
    reply = talk.say("go to the well, then go three steps north")
    assert reply.kind == GO and reply.steps == ("go to the well", "go three steps north")
    assert talk.world.pose[0].tolist() == [25, 10, 0]  # nothing is done yet
    assert carried_out(talk) == [("go to the well", True, "", 0.9), ("go three steps north", True, "", None)]
    np.testing.assert_allclose(talk.world.pose[0, :2], [25.0, 28.0 + 3 * 1.5])  # three steps from the well, not the start


def test_a_question_that_comes_with_a_plan_is_answered_at_its_end() -> None:
    rewrite = [PlainLine("go to the well", 1.0), PlainLine("where is the barrel ?", 1.0)]
    talk = talk_among(WELL, RED, reader=replace(READER, rewrite=lambda words, before: rewrite))
    reply = talk.say("walk over to the well and tell me where the barrel is")
    assert reply.kind == GO and reply.steps == ("go to the well",) and "where is the barrel" in reply.words
    carried_out(talk)
    assert "barrel" in talk.ending() and "units" in talk.ending()
    talk.say("go to the well")
    assert "barrel" in talk.ending()  # it hears the same again


def test_it_turns_on_the_spot_and_to_a_thing_that_it_has_seen() -> None:
    talk = talk_among(WELL, RED)
    assert talk.say("turn to the barrel").kind == GO and talk.journey is not None
    talk.journey.look()
    aim = talk.journey.courses[0].ended[0].aim
    assert aim.stand == pytest.approx((25, 10, 315)) and aim.point is None
    assert talk.say("turn to the anvil").kind == REFUSE


def test_two_things_that_fit_are_asked_about_and_the_answer_is_gone_to() -> None:
    talk = talk_among(RED, GREEN)
    reply = talk.say("go to the barrel")
    assert reply.kind == ASK and set(reply.options) == {RED, GREEN} and "A, the" in reply.words and talk.journey is None
    assert talk.say("the one on the left").kind == GO
    assert carried_out(talk)[0].done
    assert talk.world.pose[0, 0] < 20


def test_what_is_not_seen_is_offered_to_be_looked_for() -> None:
    talk = talk_among(WELL, confidence=0.1)
    reply = talk.say("go to the anvil")
    assert reply.kind == ASK and "no anvil" in reply.words
    assert talk.say("yes").steps == ("look for the anvil",)


@pytest.mark.parametrize("words", ["ok, look for the anvil please", "sure, why not", "please do", "try to find it"])
def test_an_offer_is_accepted(words: str) -> None:
    talk = talk_among(WELL, confidence=0.1)
    talk.say("go to the anvil")
    assert talk.say(words).steps == ("look for the anvil",)


@pytest.mark.parametrize(
    "words", ["do not", "don't go to the well", "of course not", "please stop", "ok turn left", "please go to the fence"]
)
def test_an_offer_is_not_accepted_by_other_words_that_begin_alike(words: str) -> None:
    talk = talk_among(WELL, confidence=0.1)
    talk.say("go to the anvil")
    reply = talk.say(words)
    assert reply.kind != GO or "anvil" not in " ".join(reply.steps)


@pytest.mark.parametrize("step", ["", "don't go to the well", "sing a song", "what do you see?", "x" * 4000])
def test_a_step_that_is_none_is_refused_and_the_plan_stays(step: str) -> None:
    talk = talk_among(WELL)
    talk.say("go to the well")
    with pytest.raises(InputError, match="Step 2"):
        talk.say_steps("go to the well", ["go to the well", step])
    assert carried_out(talk)[0].done


@pytest.mark.parametrize("words", ["don't go to the well", "sing a song", "???", "geh zum brunnen", "go to the zeppelin"])
def test_what_cannot_be_done_is_refused_and_the_next_turn_is_not(words: str) -> None:
    talk = talk_among(WELL)
    reply = talk.say(words)
    assert reply.kind == REFUSE and reply.words.endswith((".", "?")) and talk.journey is None and talk.account() == []
    assert talk.say("go to the well").kind == GO


def test_questions_are_answered_from_what_was_seen_and_done() -> None:
    talk = talk_among(WELL)
    assert "20 units ahead" in talk.say("where is the well?").words
    talk.say("go to the well")
    carried_out(talk)
    reply = talk.say("what did you do?")
    assert reply.kind == ANSWER and "go to the well (done)" in reply.words
    talk.take_back()
    assert [turn.reply.kind for turn in talk.turns] == [ANSWER, GO]


def test_a_person_may_write_the_steps() -> None:
    talk = talk_among(WELL, RED)
    assert talk.say_steps("do as I say", ["go to the well", "go north"]).steps == ("go to the well", "go north")


def test_without_a_reader_words_go_to_the_seer_as_they_are() -> None:
    talk = talk_among(reader=None)
    assert talk.say(" don't go ").steps == ("don't go",)


def test_a_single_step_that_was_done_needs_no_account() -> None:
    talk = talk_among(WELL)
    talk.say("go to the well")
    carried_out(talk)
    assert account_words(talk.account()) == ""


def test_words_that_do_not_answer_its_question_are_another_instruction() -> None:
    talk = talk_among(WELL, RED, GREEN)
    assert talk.say("go to the barrel").kind == ASK
    reply = talk.say("now the well")
    assert reply.kind == GO and reply.steps == ("go to the well",)
    assert talk.say("go to the barrel").kind == ASK
    assert talk.say("left one i guess").kind == GO


def test_what_there_is_none_of_in_this_world_is_refused_whatever_is_to_be_done_with_it() -> None:
    reply = talk_among(WELL).say("chase the elephant down, run to it")
    assert reply.kind == REFUSE and "elephant" in reply.words


def test_it_says_what_it_sees_in_its_hands() -> None:
    talk = talk_among(WELL)
    talk.state.held = "barrel"
    talk.memory.in_hand = [{"WaterWell": 0.8}]
    assert talk.state.in_hands() == READER.lexicon.name("WaterWell")
    for shares in ({"WaterWell": 0.3}, {"Barrel": 0.9}, {}):
        talk.memory.in_hand = [shares]
        assert talk.state.in_hands() == "barrel"
