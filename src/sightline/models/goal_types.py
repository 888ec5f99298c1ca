"""Which goals an instruction has, from its words alone: a sequence of goal types (paper, "Method Adaptations for CHAI").

"Pick up the red book and go to the kitchen" is an interaction and a navigation. One RNN reads the words, a second one
writes the types, until it writes the end. (In the reference code the end could not come, so that every instruction had
five goals.)
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from sightline.language.spelling import PIECES
from sightline.options import option

TYPES = ("navigation", "interaction")  # as goals in records have them
END = len(TYPES)  # the class of no more goals; as an input, of none so far
MOST_GOALS = 12  # goals of an instruction


@dataclass
class GoalTypesConfig:
    """The reference code's sizes are 32 and 50."""

    vocabulary: int = 0  # words by their number; 0: by their letters
    embedding: int = option(32, "Size of word vectors.", min=1, max=4096)
    hidden: int = option(50, "Size of the states of both RNNs.", min=1, max=4096)
    attends: bool = option(False, "Attend to every word while decoding; otherwise to one vector for the sentence.")


class GoalTypes(nn.Module):
    """Logits of the next type after some, for sentences."""

    Config = GoalTypesConfig

    def __init__(self, config: GoalTypesConfig):
        super().__init__()
        self.config = c = config
        self.words = nn.Embedding(c.vocabulary or PIECES, c.embedding, padding_idx=None if c.vocabulary else 0)
        self.read = nn.LSTM(c.embedding, c.hidden, batch_first=True, bidirectional=c.attends)
        self.types = nn.Embedding(len(TYPES) + 1, c.hidden)
        self.write = nn.LSTM(c.hidden, c.hidden, batch_first=True)
        self.attend = nn.MultiheadAttention(c.hidden, 1, batch_first=True) if c.attends else None
        self.narrow = nn.Linear(2 * c.hidden, c.hidden) if c.attends else nn.Identity()
        self.out = nn.Linear(c.hidden * (2 if c.attends else 1), len(TYPES) + 1)

    @property
    def spells(self) -> bool:
        """Whether it reads words by their letters."""
        return self.config.vocabulary == 0

    def forward(self, words: Tensor, lengths: Tensor, before: Tensor) -> Tensor:
        """Words (B, L, ...) and the types before each (B, T), END before the first, to logits (B, T, 3)."""
        return self._next(before, *self._read(words, lengths))[0]

    def _read(self, words: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor, tuple[Tensor, Tensor]]:
        """What is known of the words (B, L, H), where there is none (B, L), and the state (1, B, H) to write from."""
        embedded = self.words(words)
        if self.spells:  # (B, L, 16, E): the pieces of a word together
            embedded = embedded.sum(2) / (words > 0).sum(2, keepdim=True).clamp(min=1).sqrt()
        packed = nn.utils.rnn.pack_padded_sequence(embedded, lengths.cpu(), batch_first=True, enforce_sorted=False)
        states, (last, cell) = self.read(packed)
        text, _ = nn.utils.rnn.pad_packed_sequence(states, batch_first=True, total_length=words.shape[1])
        absent = torch.arange(words.shape[1], device=words.device)[None] >= lengths[:, None]
        first = self.narrow(torch.cat([*last], 1)), self.narrow(torch.cat([*cell], 1))
        return self.narrow(text), absent, (first[0][None].contiguous(), first[1][None].contiguous())

    def _next(
        self, before: Tensor, text: Tensor, absent: Tensor, state: tuple[Tensor, Tensor]
    ) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        hidden, state = self.write(self.types(before), state)  # (B, T, H)
        if self.attend is not None:
            seen, _ = self.attend(hidden, text, text, key_padding_mask=absent, need_weights=False)
            hidden = torch.cat([hidden, seen], 2)
        return self.out(hidden), state

    @torch.no_grad()
    def predict(self, words: Tensor, lengths: Tensor) -> list[list[int]]:
        """The likeliest types of each sentence, one after the other until the end comes."""
        text, absent, state = self._read(words, lengths)
        before = torch.full((len(words), 1), END, device=words.device)
        columns = []
        for _ in range(MOST_GOALS):
            logits, state = self._next(before, text, absent, state)
            before = logits.argmax(2)
            columns.append(before[:, 0].tolist())
        return [list(_until_end(types)) for types in zip(*columns, strict=True)]


def _until_end(types: tuple[int, ...]) -> tuple[int, ...]:
    return types[: types.index(END)] if END in types else types
