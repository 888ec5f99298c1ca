"""Warnings about an instruction, for people: unknown words, absent things, things out of sight.

They use the scene, which the agent does not have, and never steer it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch

from sightline.agent.agent import Agent
from sightline.agent.look import Look, as_tensor
from sightline.chat.agent import ChatAgent
from sightline.language import tokenize
from sightline.language.misspelling import closest
from sightline.show.naming import list_words
from sightline.show.scenery import scenery_of

VISIBLE_PIXELS = 6  # of a thing in the panorama; one with fewer is hidden


@dataclass(frozen=True)
class Remarks:
    """Warnings about an instruction, to read before trusting the prediction."""

    sentences: tuple[str, ...] = ()
    doubt: str = ""  # a word for the agent's confidence if there is reason to doubt it
    hidden: bool = False  # a named thing exists, but is out of sight


def remarks(agent: Agent | ChatAgent, look: Look) -> Remarks:
    """Warnings about the instruction of the first world of a look, from the agent's pose."""
    episode, scenery = look.world.episodes[look.which[0]], scenery_of(agent.kind)
    if isinstance(agent, ChatAgent):  # nobody knows which words it knows
        lacking = scenery.mismatches(episode.instruction, episode)
        return Remarks(tuple(lacking), "doubtful" if lacking else "")
    sentences: list[str] = []
    tokens, limit = tokenize(episode.instruction), agent.predictor.model.token_limit
    if len(tokens) > limit:
        sentences.append(f"only the first {limit} of {len(tokens):,} tokens are read.")
        tokens = tokens[:limit]
    words, vocabulary = dict.fromkeys(token for token in tokens if token.isalpha()), agent.predictor.vocabulary
    unknown = [word for word in words if word not in vocabulary]
    nothing_known, taken_for = len(unknown) == len(words), {}
    if agent.predictor.model.spells:  # trained with more words than its corpus has, and reads unknown ones by their letters
        taught = scenery.taught_words()
        unknown = [word for word in unknown if word not in taught]
        nothing_known = len(unknown) == len(words)
        taken_for = {word: right for word in unknown if (right := closest(word, taught))}
        unknown = [word for word in unknown if word not in taken_for and not closest(word, vocabulary.tokens)]
    if unknown and nothing_known:
        sentences.append("the agent knows none of these words (it was taught English), so the goal is a guess.")
        return Remarks(tuple(sentences), "a guess")
    if taken_for:
        pairs = [f"{word!r} for {right!r}" for word, right in taken_for.items()]
        sentences.append(f"the agent probably takes {list_words(pairs)}.")
    if unknown:
        sentences.append(f"the agent does not know {list_words([repr(word) for word in unknown])}.")
    heard = " ".join(taken_for.get(token, token) for token in tokens)
    lacking = scenery.mismatches(heard, episode)
    sentences += lacking
    hidden = scenery.hidden_things(heard, episode, things_in_sight(look))
    if hidden:
        things = list_words([f"the {noun}" for noun in hidden])
        sentences.append(f"{things} cannot be seen from where the agent stands.")
    # Measured: of goals at hidden things with confidence above 50 %, one in five is right before a second look.
    return Remarks(tuple(sentences), "doubtful" if unknown or lacking or hidden else "", bool(hidden))


def things_in_sight(look: Look) -> frozenset[int]:
    """The segmentation numbers of the things in the first world of a look."""
    seen = as_tensor(look["segmentation"][0], torch.device("cpu")).numpy()
    least = int(seen.min())
    counts = np.bincount((seen - least).ravel())  # faster than np.unique, which sorts
    return frozenset((np.flatnonzero(counts >= VISIBLE_PIXELS) + least).tolist())
