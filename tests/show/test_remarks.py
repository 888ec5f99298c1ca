"""Remarks on instructions: unknown and misspelt words, and things that are absent, hidden, or of another colour."""

from dataclasses import replace
from typing import Any

import pytest
from show_scenes import CHAI, EPISODE, LANI, untrained

from sightline.agent import Agent, Look
from sightline.lani import NAMES, Placed, Scene
from sightline.show.remarks import ABSENT, HIDDEN, MISSPELT, TOO_LONG, UNKNOWN_WORDS, Note, Remarks, remarks, things_in_sight


class Speller:
    """The word side of a goal predictor that reads words by their letters."""

    spells, token_limit = True, 64


def remarks_on(words: str, agent: Agent | None = None, episode: Any = EPISODE) -> Remarks:
    agent = agent or untrained(LANI)
    world = agent.kind.make()
    world.reset([replace(episode, instruction=words)])
    return remarks(agent, Look(world, [0]))


@pytest.mark.parametrize(
    ("words", "notes", "doubt"),
    [
        ("go to the well", (), ""),
        ("go to the anvil", ((ABSENT, "this field has no anvil."),), "doubtful"),
        ("go to the zebra", ((UNKNOWN_WORDS, "the agent does not know 'zebra'."),), "doubtful"),
        ("go to the wel", ((UNKNOWN_WORDS, "the agent does not know 'wel'."),), "doubtful"),  # it knows whole words only
        ("go " * 300, ((TOO_LONG, "only the first 200 of 300 tokens are read."),), ""),
    ],
)
def test_words_and_things(words: str, notes: tuple[Note, ...], doubt: str) -> None:
    assert remarks_on(words) == Remarks(notes, doubt)


def test_a_model_reads_no_more_than_it_was_trained_on() -> None:
    agent = untrained(LANI)
    speller = replace(agent, predictor=replace(agent.predictor, model=Speller()))  # type: ignore[arg-type]
    assert "only the first 64 of 300 tokens" in remarks_on("go " * 300, speller).sentences[0]
    assert remarks_on("go " * 64 + "to the anvil", speller).doubt == ""  # what is not read is not remarked on


def test_another_language_is_a_guess() -> None:
    said = remarks_on("geh zum Brunnen")
    assert "none of these words" in said.sentences[0] and said.doubt == "a guess"


def test_who_reads_letters_knows_misspelt_words() -> None:
    agent = untrained(LANI)
    speller = replace(agent, predictor=replace(agent.predictor, model=Speller()))  # type: ignore[arg-type]
    assert remarks_on("go to the wlel", speller).sentences == ("the agent probably takes 'wlel' for 'well'.",)
    assert remarks_on("go to the saguaro", speller) == Remarks()  # a word of the training stream
    assert remarks_on("go to the zeppelin", speller).sentences == ("the agent does not know 'zeppelin'.",)
    assert remarks_on("go to the anvill", speller) == Remarks(
        (Note(MISSPELT, "the agent probably takes 'anvill' for 'anvil'."), Note(ABSENT, "this field has no anvil.")),
        "doubtful",
    )
    assert remarks_on("geh hinter das haus", speller).doubt == "a guess"  # although "hinter" is like "dinner"


def test_a_house_has_its_own_things() -> None:
    house = untrained(CHAI)
    said = remarks_on("go to the piano", house, CHAI.generate(5, scene=3))
    assert said.sentences == ("this house has no piano.",)


def test_what_stands_behind_something_is_hidden() -> None:
    behind = Scene((Placed("BigHouse", 20.0, 25.0, 5.0), Placed("WaterWell", 20.0, 40.0, 2.0)))
    episode = replace(EPISODE, scene=behind, start=(20.0, 10.0, 0.0))
    said, hidden = remarks_on("go to the well", episode=episode), "the well cannot be seen from where the agent stands."
    assert said == Remarks((Note(HIDDEN, hidden),), "doubtful") and said.hidden
    assert remarks_on("go to the well", episode=replace(episode, start=(35.0, 35.0, 0.0))) == Remarks()


def test_what_is_seen_has_its_number() -> None:
    world = LANI.make()
    world.reset([EPISODE])
    assert {1 + NAMES.index(placed.name) for placed in EPISODE.scene.landmarks} <= things_in_sight(Look(world, [0]))
