"""Sentences about goals: which way, how far, beside what, how sure; remarks on an instruction; how following it went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from sightline.geometry import bearing, distance
from sightline.language import tokenize
from sightline.show.scenery import scenery_of
from sightline.world import Kind

if TYPE_CHECKING:
    from sightline.agent import Agent
    from sightline.agent.follow import Outcome

MOST = 8  # words of a list in a sentence


def length_words(kind: Kind, length: float, digits: int = 0) -> str:
    """A length with its unit: "12 units", "1 metre"."""
    number = f"{length:.{digits}f}"
    return f"{number} {kind.unit.removesuffix('s') if number == '1' else kind.unit}"


def direction_words(degrees: float) -> str:
    """Which way an angle to turn by is: 0 is straight ahead, positive to the right."""
    turn = abs(degrees)
    side = "right" if degrees > 0 else "left"
    if turn <= 15:
        return "straight ahead"
    if turn < 60:
        return f"ahead to the {side}"
    if turn <= 120:
        return f"to the {side}"
    return f"behind to the {side}" if turn < 165 else "straight behind"


def goal_words(kind: Kind, episode: Any, pose: ArrayLike, place: ArrayLike, in_sight: bool = True) -> str:
    """Where a goal is for somebody at a pose: "about 12 units ahead to the left, beside the well"."""
    where = scenery_of(kind).beside(episode, place)
    if not in_sight:
        return ", ".join(filter(None, ("right here", where)))
    far = length_words(kind, float(distance(pose, place)), digits=0 if kind.near >= 2 else 1)
    away = f"about {far} {direction_words(float(bearing(pose, place)))}"
    return ", ".join(filter(None, (away, where)))


def sureness_words(kind: Kind, share: float) -> str:
    """How sure an agent is, with the number that says it."""
    how = "quite sure" if share >= 0.75 else "fairly sure" if share >= 0.5 else "not sure"
    return f"{how}: {share:.0%} of the probability lies within {length_words(kind, kind.near)} of it"


def outcome_words(kind: Kind, outcome: Outcome, goal_known: bool) -> str:
    """How following an instruction went; with what the world says of it where the true goal is known."""
    ending = "stopped" if outcome.stopped else "ran out of actions"
    aim = "the goal it saw" if outcome.in_sight else "where it began"
    steps = f"{outcome.steps} step{'' if outcome.steps == 1 else 's'}"
    sentence = f"Took {steps} and {ending} {length_words(kind, outcome.off, 1)} from {aim}"
    if goal_known:
        success = "success" if outcome.metrics["completed"] else "failure"
        sentence += f", {outcome.metrics['stop_distance']:.1f} from the true one ({success})"
    return f"{sentence}."


def remarks(agent: Agent, episode: Any) -> list[str]:
    """What a person should know about an instruction before they trust what comes of it."""
    from sightline.models.text import LONGEST

    scenery, instruction = scenery_of(agent.kind), episode.instruction
    tokens, sentences = tokenize(instruction), []
    if len(tokens) > LONGEST:
        sentences.append(f"only the first {LONGEST} of {len(tokens):,} tokens are read.")
        instruction = " ".join(tokens[:LONGEST])
    unknown = list(dict.fromkeys(agent.unknown_words(instruction)))
    if unknown and len(unknown) == len({token for token in tokenize(instruction) if token.isalpha()}):
        sentences.append("the agent knows none of these words (it was taught English), so the goal is a guess.")
    elif unknown:
        sentences.append(f"the agent does not know {list_words([repr(word) for word in unknown])}.")
    absent = scenery.absent_things(instruction, episode)
    if absent:
        sentences.append(f"this {scenery.SCENE} has no {list_words(absent, 'and no')}.")
    return sentences


def list_words(words: Sequence[str], joint: str = "and") -> str:
    """Some words as a list in a sentence, the first few of them."""
    if len(words) > MOST:
        return f"{', '.join(words[:MOST])} and {len(words) - MOST} more"
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {joint} {words[-1]}"


Nouns = Mapping[tuple[str, ...], set[str]]  # the kinds of thing that each noun, as tokens, may mean; longest noun first


def absent_nouns(instruction: str, nouns: Nouns, adjectives: frozenset[str], here: set[str]) -> list[str]:
    """The nouns of an instruction that mean no kind of thing that is here, in the order of their naming.

    The longest noun counts: a "park bench" is not also a bench. Where a noun fits several kinds, any of them will do; a
    phrase that names nothing has no kind at all.
    """
    tokens = tokenize(instruction)
    taken = [False] * len(tokens)
    absent: dict[int, str] = {}
    for noun, kinds in nouns.items():
        for first in range(len(tokens) - len(noun) + 1):
            span = slice(first, first + len(noun))
            if tuple(tokens[span]) != noun or any(taken[span]):
                continue
            if noun[0] in adjectives and span.stop < len(tokens) and taken[span.stop]:
                continue  # "the stone column" is no stone
            taken[span] = [True] * len(noun)
            if kinds and not kinds & here:
                absent[first] = " ".join(noun)
    return list(dict.fromkeys(absent[k] for k in sorted(absent)))


def longest_first(nouns: Nouns, adjectives: frozenset[str]) -> Nouns:
    """Nouns as `absent_nouns` wants them; adjective-like ones last, so that what they may belong to is known by then."""
    return dict(sorted(nouns.items(), key=lambda item: (-len(item[0]), item[0][0] in adjectives, item[0])))
