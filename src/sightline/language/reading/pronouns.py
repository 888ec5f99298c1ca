"""Pronouns: what "it", "there" and "the red one" mean, by what was named before."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sightline.language.lexicon import Lexicon
from sightline.language.reading.plan import PlanStep
from sightline.language.reading.steps import CARRYING, StepReader
from sightline.language.reading.words import listed

_POSITIONS = listed("left right upper lower top bottom middle front back")
PRONOUN = r"\b(?:it|them|that one|this one|that|this)\b"


@dataclass(frozen=True)
class Said:
    """What was said and done before."""

    steps: tuple[PlanStep, ...] = ()  # of the last plan
    held: str = ""  # what the agent took and still holds
    asked: bool = False  # the agent has asked which of several things is meant
    offered: bool = False  # the agent has offered to look for something
    named: str = ""  # the thing that was named last, by either of them
    meant: tuple[str, ...] = ()  # the plain lines that a rewriter may refer to (lines.remembered)


NOTHING_SAID = Said()


def completed(words: str, said: Said, lexicon: Lexicon, hands: bool) -> str:
    """Words in which "there", "one" and a bare "where" mean what was named last; "X, go to it" is "go to X"."""
    if match := re.match(
        r"^(?:ok,? |so )?((?:the|a|an|that|my) [^,.;]+)[,.] (?:please )?((?:go|walk|head|run|move|come)(?: over)?) (?:to (?:it|that|there)|there)[.!]*$",
        words,
    ):
        return f"{match[2]} to {match[1]}"
    if match := re.match(
        r"^(?:is|are) there (?:a|an|any|some) ([^?.,;]+)\?\s*(?:if (?:so|yes|there is),? )?(?:then |please )*(.+)$", words
    ):
        return re.sub(r"\b(?:it|them|that|there)\b", f"the {match[1]}", match[2], count=1)
    if match := re.match(
        r"^if (?:there is|there are|you (?:can )?(?:see|find|spot|have))(?: still| also)? (?:a|an|the|any|some) ([^,.;]+?),? (?:then |please )*((?:go|walk|take|open|close|bring|visit|turn|switch|put|grab)\b.+)$",
        words,
    ):
        return re.sub(r"\b(?:it|them|there)\b", f"the {match[1]}", match[2], count=1)
    last = said.steps[-1].find if said.steps else None
    noun = last.noun if last is not None and last.noun not in ("it", "") else said.named
    if not noun:
        return words
    words = _with_noun(words, noun.split()[-1], lexicon)
    if not said.named:
        return words
    plain = words.strip(" .!?")
    if plain in ("where", "where is it", "where are they", "where exactly"):
        return f"where is the {said.named}"
    if match := re.match(r"^(what is|is there anything) (in|on|inside) (?:it|there|them)$", plain):
        return f"{match[1]} {match[2]} the {said.named}"
    if re.match(r"^what colou?rs? (?:is it|are they)$", plain):
        return f"what colour is the {said.named}"
    if not hands:
        going = r"\b(go|walk|head|run|move|come|drive)((?: over| back| straight)*) there\b"
        words = re.sub(going, rf"\1\2 to the {said.named}", words)
        beside = r"\b(to|around|round|circle|behind|past|visit|find|pass|toward|towards|of|by|near|from|left of|right of|beside|next to) (?:it|them)(?= twice| once| again| \w+ times|$)"
        words = re.sub(beside, rf"\1 the {said.named}", words.rstrip(" .!"))
    return words


def _with_noun(words: str, noun: str, lexicon: Lexicon) -> str:
    """Words in which "the red one" and "the one by the lake" have the noun that they mean."""
    words = re.sub(r"\bthe one (?=(?:by|next to|near|with|that is|in|on|behind|at|beside|under) )", f"the {noun} ", words)
    return re.sub(
        r"\b(the|that|a)((?: (?!other\b)[\w-]+){1,2}) (?:one|ones)\b(?! (?:by|next|near|with|that|in|on|behind|at)\b)",
        lambda match: _one(match, noun, lexicon),
        words,
    )


def _one(match: re.Match[str], noun: str, lexicon: Lexicon) -> str:
    """ "the red one" with the noun that was named last, if the words between are adjectives or positions."""
    if all(word in lexicon.adjectives or word in _POSITIONS for word in match[2].split()):
        return f"{match[1]}{match[2]} {noun}"
    return match[0]


def resolved(steps: Sequence[PlanStep], said: Said, clause: StepReader, context: str = "") -> tuple[PlanStep, ...]:
    """Steps with "it" replaced by what it means: the last item for hands that carry, otherwise the last piece of furniture."""
    item = said.held or _last_named(said.steps, CARRYING)
    thing = context or _last_named(said.steps, ("open", "close", "turn on", "turn off", "go")) or said.named
    into = _last_place(said.steps)
    done = []
    for step in steps:
        carrying = step.verb in CARRYING
        last = (item or thing) if carrying else (into if step.verb in ("close", "open") and into else thing or item)
        if step.find is not None and step.find.noun == "it" and last:
            name = with_article(last)
            find = replace(clause.thing(name), modified=True)  # it was singled out before
            step = replace(step, words=re.sub(PRONOUN, name, step.words, count=1), find=find)
        elif thing and step.verb and clause.hands and re.search(r"\b(?:from|of|in|into|on|off|inside) it\b", step.words):
            step = replace(step, words=re.sub(r"\bit\b", with_article(thing), step.words, count=1))
        if step.find is not None and step.find.noun != "it":
            if carrying:
                item = head_of(step.find.words)
                place = re.search(r"\b(?:in|into|inside|out of|from) (the [\w' -]+)$", step.words)
                thing = place[1] if place else thing
                into = place[1] if place else into
            else:
                thing, into = step.find.words, ""
        done.append(step)
    return tuple(done)


def _last_place(steps: Sequence[PlanStep]) -> str:
    """The piece of furniture that the last step took something out of, or put it into; empty if there is none."""
    match = (
        re.search(r"\b(?:in|into|inside|out of|from) (the [\w' -]+)$", steps[-1].words)
        if steps and steps[-1].verb in CARRYING
        else None
    )
    return match[1] if match else ""


def _last_named(steps: Sequence[PlanStep], verbs: tuple[str, ...]) -> str:
    """The last thing that steps with some verbs were about; empty if there is none."""
    named = [step.find for step in steps if step.find and step.find.noun != "it" and step.verb in verbs]
    return head_of(named[-1].words) if named else ""


def head_of(words: str) -> str:
    """A noun phrase without the places that follow it."""
    return re.split(r" (?:in|on|from|into|onto|to|out of|at|back) ", words)[0]


def with_article(noun: str) -> str:
    """A noun with its article."""
    return noun if re.match(r"^(?:the|a|an|that|this|my|your|all|both|every|it|them)\b", noun) else f"the {noun}"
