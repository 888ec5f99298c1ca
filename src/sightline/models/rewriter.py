"""The rewriter: from what a person said to the same in plain words, as a sequence of tokens.

A pointer-generator network (See et al., 2017): a transformer encoder reads the last plan and the words as word pieces; a
decoder writes tokens of a small vocabulary, or copies them from what it reads, so that it may write words that it does not
know. The decoder is two LSTMs; it attends twice, first to know what to write next, then to copy.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812

from sightline.language.pieces import BEGIN, PIECES_PER_WORD, SEPARATE, WordPieces
from sightline.models.precision import autocast
from sightline.models.text_encoder import POSITIONS, EncoderSizes, TextEncoder
from sightline.options import option

END = 0  # the number in the vocabulary of the token after the last one, which is also written before the first one
LEAST = 1e-9  # probability, for logarithms
HANDS, LEGS = "[unused1]", "[unused2]"  # before the words, for agents with and without hands


class Utterance(NamedTuple):
    """What somebody said, as tokens."""

    words: Sequence[str]
    before: Sequence[str] = ()  # what was meant before
    hands: bool = False  # whether the agent has hands


@dataclass
class RewriterConfig:
    """Sizes of a rewriter."""

    vocabulary: int = 0  # tokens that it can write without copying them
    pieces: int = 0  # word pieces that it can read
    width: int = option(384, "Size of the encoder's vectors.", min=1, max=4096)
    layers: int = option(6, "Layers of the encoder.", min=1, max=64)
    heads: int = option(12, "Heads of the encoder's attention, which divide --width.", min=1, max=64)
    hidden: int = option(256, "Size of the states of the decoder's LSTMs.", min=1, max=4096)
    dropout: float = option(0.15, "Share of activations that are dropped in training.", min=0, max=0.9)

    @property
    def encoder(self) -> EncoderSizes:
        """Sizes of its encoder."""
        return EncoderSizes(self.pieces, self.width, self.layers, self.heads)


class SourceTokens(NamedTuple):
    """What is read."""

    pieces: Tensor  # (B, P) 0: none
    types: Tensor  # (B, P) 0 for what was meant before, 1 for what the person says
    words: Tensor  # (B, P) which token of its row a piece belongs to
    tokens: Tensor  # (B, L) a number for each different token of its row; equal tokens have equal numbers; -1: none


class Encoded(NamedTuple):
    """What a decoder attends to."""

    states: Tensor  # (B, L, W)
    absent: Tensor  # (B, L)
    keys: tuple[Tensor, Tensor]  # (B, L, H) of the two attentions
    tokens: Tensor  # (B, L)


class Rewriter(nn.Module):
    """Probabilities of the next token, written or copied."""

    Config = RewriterConfig

    def __init__(self, config: RewriterConfig):
        super().__init__()
        self.config = c = config
        self.encoder = TextEncoder(c.encoder, c.dropout)
        self.start = nn.Linear(c.width, c.hidden)
        self.first = nn.LSTM(c.width, c.hidden, batch_first=True)
        self.second = nn.LSTM(c.hidden + c.width, c.hidden, batch_first=True)
        self.keys = nn.ModuleList(nn.Linear(c.width, c.hidden) for _ in range(2))
        self.out = nn.Linear(c.hidden + c.width, c.hidden)
        self.words = nn.Linear(c.hidden, max(1, c.vocabulary))
        self.writes = nn.Linear(c.hidden + c.width, 1)
        self.drop = nn.Dropout(c.dropout)

    def encode(self, source: SourceTokens) -> Encoded:
        """What is to be rewritten: a vector for each token, the mean of those of its pieces."""
        with autocast(source.pieces.device, self.training, inference=True):  # pays for matrices of this size
            pieces = self.encoder(source.pieces, source.types).float()  # (B, P, W)
        there = (source.pieces > 0).float()
        shape = (*source.tokens.shape, pieces.shape[2])
        sums = torch.zeros(shape, device=pieces.device).scatter_add(
            1, source.words[..., None].expand_as(pieces), pieces * there[..., None]
        )
        counts = torch.zeros(shape[:2], device=pieces.device).scatter_add(1, source.words, there)
        states = self.drop(sums / counts.clamp(min=1)[..., None])
        absent = source.tokens < 0
        return Encoded(states, absent, (self.keys[0](states), self.keys[1](states)), source.tokens)

    def begin(self, encoded: Encoded) -> list[tuple[Tensor, Tensor]]:
        """The states of the decoder's two LSTMs before the first token."""
        present = (~encoded.absent)[..., None]
        mean = (encoded.states * present).sum(1) / present.sum(1)
        hidden = torch.tanh(self.start(mean))[None]  # (1, B, H)
        return [(hidden, torch.zeros_like(hidden)) for _ in range(2)]

    def decode(
        self, written: Tensor, encoded: Encoded, states: Sequence[tuple[Tensor, Tensor]]
    ) -> tuple[Tensor, Tensor, list[tuple[Tensor, Tensor]]]:
        """Pieces of the tokens written so far (B, T, 8) to probabilities of writing (B, T, V) and of copying (B, T, L), and
        states."""
        vectors = self.encoder.pieces(written).sum(2) / (written > 0).sum(2, keepdim=True).clamp(min=1)  # (B, T, W)
        one, first = self.first(self.drop(self.encoder.norm(vectors)), states[0])
        two, second = self.second(torch.cat([one, self._attend(one, encoded, 0)[0]], 2), states[1])
        seen, shares = self._attend(self.drop(two), encoded, 1)
        known = self.drop(torch.cat([two, seen], 2))
        writes = torch.sigmoid(self.writes(known))  # (B, T, 1)
        words = F.softmax(self.words(torch.tanh(self.out(known))), 2)
        return writes * words, (1 - writes) * shares, [first, second]

    def _attend(self, queries: Tensor, encoded: Encoded, which: int) -> tuple[Tensor, Tensor]:
        """What queries (B, T, H) attend to (B, T, W), and the shares (B, T, L)."""
        scores = queries @ encoded.keys[which].transpose(1, 2) / queries.shape[2] ** 0.5
        shares = F.softmax(scores.masked_fill(encoded.absent[:, None], -1e4), 2)
        return shares @ encoded.states, shares

    def forward(self, source: SourceTokens, written: Tensor, targets: Tensor, copies: Tensor) -> Tensor:
        """(B, T) the log-probability of each target token: its number in the vocabulary (-1: not in it), and its number
        among the source's tokens (-1: not one of them)."""
        encoded = self.encode(source)
        words, shares, _ = self.decode(written, encoded, self.begin(encoded))
        chosen = words.gather(2, targets.clamp(min=0)[..., None])[..., 0] * (targets >= 0)
        same = (encoded.tokens[:, None] == copies[..., None]) & (copies >= 0)[..., None] & ~encoded.absent[:, None]
        return (chosen + (shares * same).sum(2)).clamp(min=LEAST).log()


def source_of(texts: Sequence[Utterance], pieces: WordPieces, device: torch.device) -> tuple[SourceTokens, list[list[str]]]:
    """Texts as a source, and the different tokens of each of them. Of a long text the first tokens are cut off."""
    rows = [
        _cut([BEGIN, *text.before, SEPARATE, HANDS if text.hands else LEGS, *text.words, SEPARATE], pieces) for text in texts
    ]
    ids = [[pieces.ids(token) for token in row] for row in rows]
    count, wide, long = len(rows), max(sum(map(len, row)) for row in ids), max(map(len, rows))
    flat, words, types = (torch.zeros((count, wide), dtype=torch.long) for _ in range(3))
    tokens = torch.full((count, long), -1)
    different = []
    for n, (row, parts, text) in enumerate(zip(rows, ids, texts, strict=True)):
        size = sum(map(len, parts))
        flat[n, :size] = torch.tensor([number for part in parts for number in part])
        owners = torch.tensor([k for k, part in enumerate(parts) for _ in part])
        words[n, :size] = owners
        types[n, :size] = (owners >= len(row) - len(text.words) - 2).long()
        numbers = {token: k for k, token in enumerate(dict.fromkeys(row))}
        tokens[n, : len(row)] = torch.tensor([numbers[token] for token in row])
        different.append(list(numbers))
    return SourceTokens(*(part.to(device) for part in (flat, types, words, tokens))), different


def written_pieces(tokens: Sequence[Sequence[str]], pieces: WordPieces, device: torch.device) -> Tensor:
    """(B, T, 8) the pieces of written tokens (B, T)."""
    numbers = [[[*ids, *[0] * (PIECES_PER_WORD - len(ids))] for ids in map(pieces.ids, row)] for row in tokens]
    return torch.tensor(numbers, device=device)


def _cut(row: list[str], pieces: WordPieces) -> list[str]:
    """The last tokens of a row that have POSITIONS pieces at most."""
    total = 0
    for k in range(len(row) - 1, -1, -1):
        total += len(pieces.ids(row[k]))
        if total > POSITIONS:
            return row[k + 1 :]
    return row
