"""Goal types: NAVIGATION and INTERACTION in order, predicted from the words alone (paper, "Method Adaptations")."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch

from sightline.agent.look import device_of
from sightline.errors import InputError
from sightline.language import Vocabulary, tokenize
from sightline.language.spelling import spell
from sightline.models.goal_types import MOST_GOALS, TYPES, GoalTypes
from sightline.models.pretrained import TokenEncoder, load_model, load_vocabulary
from sightline.models.text import padded
from sightline.world import INTERACTION, NAVIGATION, Goal

WALK_TO, REACH_FOR = TYPES.index(NAVIGATION), TYPES.index(INTERACTION)
SENTENCE_BATCH = 512  # sentences


@dataclass
class GoalTyper:
    """Predicts the goal types of an instruction from its words alone."""

    model: GoalTypes
    vocabulary: Vocabulary
    device: torch.device

    @classmethod
    def from_folder(cls, folder: Path, device: str = "cpu") -> GoalTyper:
        """Load a trained model."""
        where = device_of(device)
        model = load_model(folder, str(where))
        if not isinstance(model, GoalTypes):
            raise InputError(f"{folder}: does not predict goal types.")
        vocabulary = Vocabulary.read(folder / "vocabulary.txt") if model.spells else load_vocabulary(folder, model)
        return cls(model, vocabulary, where)

    def types_of(self, instructions: Sequence[str]) -> list[list[int]]:
        """The types of the goals of each instruction, in order."""
        read: TokenEncoder = spell if self.model.spells else self.vocabulary.ids
        return predict_types(self.model, [tokenize(text) or [""] for text in instructions], read, self.device)


def predict_types(
    model: GoalTypes, sentences: Sequence[Sequence[str]], read: TokenEncoder, device: torch.device
) -> list[list[int]]:
    """The types that a model writes for each sentence of tokens."""
    model.eval()
    types: list[list[int]] = []
    for first in range(0, len(sentences), SENTENCE_BATCH):
        types += model.predict(*padded([read(tokens) for tokens in sentences[first : first + SENTENCE_BATCH]], device))
    return types


def types_of(goals: Sequence[Goal]) -> list[int]:
    """The types of goals, in order."""
    return [TYPES.index(goal.kind) for goal in goals][:MOST_GOALS]


def alike(one: Sequence[int], other: Sequence[int]) -> bool:
    """Whether two sequences have equally many interactions, and both or neither end with a navigation.

    Words do not say how many doors lie on the way, so the number of navigations does not count.
    """
    return _counted(one) == _counted(other)


def _counted(types: Sequence[int]) -> tuple[int, bool]:
    return sum(kind == REACH_FOR for kind in types), bool(types) and types[-1] == WALK_TO
