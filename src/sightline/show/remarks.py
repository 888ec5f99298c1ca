"""Warnings about an instruction, for people: unknown words, absent things, things out of sight.

They use the scene, which the agent does not have, and never steer it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

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


# Kinds of notes
UNKNOWN_WORDS, MISSPELT, ABSENT, HIDDEN, TOO_LONG = "unknown_words", "misspelt", "absent", "hidden", "too_long"


class Note(NamedTuple):
    """One warning."""

    kind: str  # UNKNOWN_WORDS, MISSPELT, ABSENT, HIDDEN or TOO_LONG
    words: str  # a sentence


@dataclass(frozen=True)
class Remarks:
    """Warnings about an instruction, to read before trusting the prediction."""

    notes: tuple[Note, ...] = ()
    doubt: str = ""  # a word for the agent's confidence if there is reason to doubt it

    @property
    def sentences(self) -> tuple[str, ...]:
        """The warnings in words."""
        return tuple(note.words for note in self.notes)

    @property
    def hidden(self) -> bool:
        """Whether a named thing exists, but is out of sight."""
        return any(note.kind == HIDDEN for note in self.notes)


def remarks(agent: Agent | ChatAgent, look: Look) -> Remarks:
    """Warnings about the instruction of the first world of a look, from the agent's pose."""
    episode, scenery = look.world.episodes[look.which[0]], scenery_of(agent.kind)
    if isinstance(agent, ChatAgent):  # nobody knows which words it knows
        lacking = scenery.mismatches(episode.instruction, episode)
        return Remarks(tuple(Note(ABSENT, sentence) for sentence in lacking), "doubtful" if lacking else "")
    notes: list[Note] = []
    tokens, limit = tokenize(episode.instruction), agent.predictor.model.token_limit
    if len(tokens) > limit:
        notes.append(Note(TOO_LONG, f"only the first {limit} of {len(tokens):,} tokens are read."))
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
        none = "the agent knows none of these words (it was taught English), so the goal is a guess."
        return Remarks((*notes, Note(UNKNOWN_WORDS, none)), "a guess")
    if taken_for:
        pairs = [f"{word!r} for {right!r}" for word, right in taken_for.items()]
        notes.append(Note(MISSPELT, f"the agent probably takes {list_words(pairs)}."))
    if unknown:
        notes.append(Note(UNKNOWN_WORDS, f"the agent does not know {list_words([repr(word) for word in unknown])}."))
    heard = " ".join(taken_for.get(token, token) for token in tokens)
    lacking = scenery.mismatches(heard, episode)
    notes += [Note(ABSENT, sentence) for sentence in lacking]
    hidden = scenery.hidden_things(heard, episode, things_in_sight(look))
    if hidden:
        things = list_words([f"the {noun}" for noun in hidden])
        notes.append(Note(HIDDEN, f"{things} cannot be seen from where the agent stands."))
    # Measured: of goals at hidden things with confidence above 50 %, one in five is right before a second look.
    return Remarks(tuple(notes), "doubtful" if unknown or lacking or hidden else "")


def things_in_sight(look: Look) -> frozenset[int]:
    """The segmentation numbers of the things in the first world of a look."""
    seen = as_tensor(look["segmentation"][0], torch.device("cpu")).numpy()
    least = int(seen.min())
    counts = np.bincount((seen - least).ravel())  # faster than np.unique, which sorts
    return frozenset((np.flatnonzero(counts >= VISIBLE_PIXELS) + least).tolist())
