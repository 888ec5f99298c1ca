"""A transformer encoder over word pieces (Vaswani et al., 2017) with the layout of BERT (Devlin et al., 2019).

Weights of published encoders of that layout can be read: `bert_weights`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from sightline.errors import InputError

POSITIONS = 256  # pieces of a text, at most
TYPES = 2  # kinds of text, such as what was said before and now


@dataclass(frozen=True)
class EncoderSizes:
    """Sizes of an encoder."""

    pieces: int
    width: int
    layers: int
    heads: int


class TextEncoder(nn.Module):
    """Pieces of a text to vectors that know their context."""

    def __init__(self, sizes: EncoderSizes, dropout: float):
        super().__init__()
        width = sizes.width
        self.pieces = nn.Embedding(max(1, sizes.pieces), width, padding_idx=0)
        self.positions = nn.Embedding(POSITIONS, width)
        self.types = nn.Embedding(TYPES, width)
        self.norm = nn.LayerNorm(width, eps=1e-12)
        self.layers = nn.ModuleList(
            nn.TransformerEncoderLayer(width, sizes.heads, 4 * width, dropout, "gelu", 1e-12, batch_first=True)
            for _ in range(sizes.layers)
        )
        self.drop = nn.Dropout(dropout)

    def forward(self, pieces: Tensor, types: Tensor) -> Tensor:
        """Pieces (B, P), 0 where there is none, and the type of each, to vectors (B, P, width)."""
        positions = torch.arange(pieces.shape[1], device=pieces.device)
        states: Tensor = self.drop(self.norm(self.pieces(pieces) + self.positions(positions) + self.types(types)))
        for layer in self.layers:
            states = layer(states, src_key_padding_mask=pieces == 0)
        return states


def bert_weights(tensors: Mapping[str, Tensor], rows: Sequence[int], sizes: EncoderSizes) -> dict[str, Tensor]:
    """The weights of a TextEncoder from those of a BERT model, of which only some rows of the table of pieces are used."""
    own = {
        "pieces.weight": tensors["embeddings.word_embeddings.weight"][list(rows)],
        "positions.weight": tensors["embeddings.position_embeddings.weight"][:POSITIONS],
        "types.weight": tensors["embeddings.token_type_embeddings.weight"],
    }
    own |= _pair("norm", "embeddings.LayerNorm", tensors)
    for n in range(sizes.layers):
        here, there = f"layers.{n}", f"encoder.layer.{n}"
        for part in ("weight", "bias"):
            three = [tensors[f"{there}.attention.self.{name}.{part}"] for name in ("query", "key", "value")]
            own[f"{here}.self_attn.in_proj_{part}"] = torch.cat(three)
        own |= _pair(f"{here}.self_attn.out_proj", f"{there}.attention.output.dense", tensors)
        own |= _pair(f"{here}.norm1", f"{there}.attention.output.LayerNorm", tensors)
        own |= _pair(f"{here}.linear1", f"{there}.intermediate.dense", tensors)
        own |= _pair(f"{here}.linear2", f"{there}.output.dense", tensors)
        own |= _pair(f"{here}.norm2", f"{there}.output.LayerNorm", tensors)
    if own["pieces.weight"].shape[1] != sizes.width:
        raise InputError(f"The encoder's vectors have {own['pieces.weight'].shape[1]} numbers, not {sizes.width}.")
    own["pieces.weight"][0] = 0.0  # padding
    return own


def _pair(here: str, there: str, tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    return {f"{here}.{part}": tensors[f"{there}.{part}"] for part in ("weight", "bias")}
