"""Answers of people to a question of the agent: "the second", "the red one", "yes"."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sightline.language.reading.courtesy import without_courtesy
from sightline.language.reading.phrases import find_of
from sightline.language.reading.steps import StepReader
from sightline.language.reading.words import listed

CHOICE_WORDS = 8
_CONSENT = re.compile(
    r"^(?:yes|yeah|yep|ok|okay|sure|please|do|go ahead|look for|go and look|go look|look around|try|of course|search|find|why not|absolutely|certainly|go on|go for it)\b"
)
_CONSENTING = listed(
    "yes yeah yep ok okay sure please do go ahead look looking around for it them that one and then try to of course search find why not "
    "absolutely certainly on a the have take may can you would be nice great good fine thing i so now robot thanks thank just everywhere"
)  # all that words of consent may hold, beside the thing that is looked for: "ok, go to the tree" is another instruction
_LEAD = re.compile(
    r"^(?:(?:no|well|um|uh|oh|hmm|i mean|i meant|i would say|it is|i think|i want|i would like|let us take|make it|go with|go for)[, ]+)+"
)
_HEDGE = re.compile(
    r"(?:[,.]? (?:please|i (?:guess|think|suppose|do not (?:care|mind))|maybe|perhaps|probably|does not matter(?: which)?|whatever))+$"
)
_VERB = re.compile(r"^(?:go to|walk to|take|open|choose|use|pick|select|to|close|turn on|try) ")
_POSITION = re.compile(
    r"^(?:the |option |number |letter |answer )*(?:first|second|third|fourth|last|former|latter|left|right|nearer|nearest|closer|closest|farther|"
    r"further|farthest|furthest|other|a|b|c|d|1|2|3|4|one|two|three|any|either|whichever|both|all|bigger|biggest|smaller|smallest|larger|taller|tallest)"
    r"(?: one| ones| of them| of the two| option| is fine)?$|^(?:whichever|the one that|that|the one) (?:is |)(?:closer|closest|nearer|nearest|bigger|smaller|further|farther|to the (?:left|right)|on (?:the|your) (?:left|right))(?: to you)?$"
)
_DESCRIBED = re.compile(
    r"^(?:does not matter|it does not matter|do not care|i do not (?:care|mind)|you choose|you decide|no matter|whatever|surprise me)\b|^the .*\bone\b|^(?:that|this) one\b|^one (?:by|next to|near|on|at|in|behind)\b|^(?:by|next to|near|beside) the\b|^(?:ahead|behind|in front)(?: of you)?$|^(?:the )?(?:one )?(?:on|to) (?:the|your) (?:left|right)$"
)


def is_consent(words: str, nouns: Iterable[str]) -> bool:
    """Whether words agree to an offer to look for things; another instruction, or a denial, does not."""
    plain = words.strip(" .!")
    if not _CONSENT.match(plain) or re.search(r"\bnot\b", plain.replace("why not", "")):
        return False
    looked_for = {word for noun in nouns for word in noun.split()}
    return set(re.findall(r"\w+", plain)) <= _CONSENTING | looked_for


def choice_of(words: str, clause: StepReader) -> str:
    """An answer to the question which of several things is meant; empty if it is something else."""
    plain = without_courtesy(_LEAD.sub("", _HEDGE.sub("", words.strip(" .!?"))))
    bare = _VERB.sub("", plain)
    named, plain = bare == plain, bare
    if _POSITION.match(plain) or _DESCRIBED.match(plain):
        return plain
    tokens = [word for word in plain.split() if word not in ("the", "one", "ones", "a", "and", ",")]
    described = bool(tokens) and all(word in clause.lexicon.adjectives for word in tokens)
    phrase = (
        named
        and len(tokens) <= CHOICE_WORDS
        and find_of(plain, clause.lexicon) is not None
        and clause.step(plain) is not None
    )
    return plain if described or phrase else ""
