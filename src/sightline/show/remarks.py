"""Remarks on an instruction, for people: words that the agent does not know, things that are not there or not to be seen.

They use the scene, which the agent does not have, and never steer it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch

from sightline.agent.agent import Agent
from sightline.agent.look import Look, as_tensor
from sightline.language import tokenize
from sightline.language.misspelling import closest
from sightline.models.text import LONGEST
from sightline.show.scenery import scenery_of
from sightline.show.words import list_words

PIXELS = 6  # of a thing in the panorama; what shows less of itself is hidden


@dataclass(frozen=True)
class Remarks:
    """What a person should know about an instruction before they trust what comes of it."""

    sentences: tuple[str, ...] = ()
    doubt: str = ""  # what to call the agent's sureness when there is reason to doubt it
    hidden: bool = False  # something that is named is there, but not to be seen from where the agent stands


def remarks(agent: Agent, look: Look) -> Remarks:
    """Remarks on the instruction of the first world of a look, seen from where its agent stands."""
    episode, scenery, sentences = look.world.episodes[look.which[0]], scenery_of(agent.kind), []
    tokens = tokenize(episode.instruction)
    if len(tokens) > LONGEST:
        sentences.append(f"only the first {LONGEST} of {len(tokens):,} tokens are read.")
        tokens = tokens[:LONGEST]
    words, vocabulary = dict.fromkeys(token for token in tokens if token.isalpha()), agent.predictor.vocabulary
    unknown = [word for word in words if word not in vocabulary]
    nothing_known, taken_for = len(unknown) == len(words), {}
    if agent.predictor.model.spells:  # it was taught with more words than its corpus has, and reads others by their letters
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
    # Of goals at hidden things that it gives more than 50 %, one in five is right before it has looked again.
    return Remarks(tuple(sentences), "doubtful" if unknown or lacking or hidden else "", bool(hidden))


def things_in_sight(look: Look) -> frozenset[int]:
    """The numbers, as in a segmentation, of what the first world of a look shows."""
    seen = as_tensor(look["segmentation"][0], torch.device("cpu")).numpy()
    least = int(seen.min())
    counts = np.bincount((seen - least).ravel())  # without the sorting that np.unique would do
    return frozenset((np.flatnonzero(counts >= PIXELS) + least).tolist())
