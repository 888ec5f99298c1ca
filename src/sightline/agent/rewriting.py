"""Rewriting: a trained model says in plain lines what somebody typed, and how sure it is of each line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch

from sightline.errors import InputError
from sightline.language import Vocabulary, tokenize
from sightline.language.pieces import WordPieces
from sightline.language.reading.lines import SEPARATOR, PlainLine
from sightline.models.pretrained import load_model, load_vocabulary
from sightline.models.rewriter import END, Rewriter, Utterance, source_of, written_pieces

LENGTH_LIMIT = 120  # tokens of a meaning
PIECES_FILE = "pieces.txt"


@dataclass(frozen=True)
class Rewriting:
    """A rewriter, with the tokens that it writes and the word pieces that it reads."""

    model: Rewriter
    vocabulary: Vocabulary
    pieces: WordPieces

    @classmethod
    def from_folder(cls, folder: Path) -> Rewriting:
        """Load a trained model."""
        model = load_model(folder)
        if not isinstance(model, Rewriter):
            raise InputError(f"{folder}: does not rewrite what people type.")
        pieces = WordPieces.read(folder / PIECES_FILE)
        if len(pieces) != model.config.pieces:
            raise InputError(f"{folder / PIECES_FILE}: has {len(pieces):,} pieces, but the model {model.config.pieces:,}.")
        return cls(model, load_vocabulary(folder, model), pieces)

    def lines(self, words: str, before: str, hands: bool) -> list[PlainLine]:
        """What words mean after what was meant before, to an agent with or without hands."""
        return list(_lines(next(self.rewritten([Utterance(tokenize(words), tokenize(before), hands)]))))

    def rewritten(self, texts: Sequence[Utterance]) -> Iterator[list[tuple[str, float]]]:
        """For each text the tokens of its meaning, one likeliest token after the other, each with its probability."""
        model, vocabulary = self.model, self.vocabulary
        device = next(model.parameters()).device
        with torch.no_grad():
            source, different = source_of(texts, self.pieces, device)
            encoded = model.encode(source)
            states = model.begin(encoded)
            meanings: list[list[tuple[str, float]]] = [[] for _ in texts]
            alive = set(range(len(texts)))
            last = [vocabulary.tokens[END]] * len(texts)
            known = [[vocabulary.index.get(token, -1) for token in tokens] for tokens in different]
            columns = max(map(len, different))
            places = torch.full((len(texts), columns), -1)  # the number in the vocabulary of each different token
            for n, numbers in enumerate(known):
                places[n, : len(numbers)] = torch.tensor(numbers)
            places = places.to(device)
            copied = encoded.tokens.clamp(min=0)
            for _ in range(LENGTH_LIMIT):
                written = written_pieces([[token] for token in last], self.pieces, device)  # (B, 1, 8)
                words, shares, states = model.decode(written, encoded, states)
                # (B, V + different): copied tokens that the vocabulary has count as written ones
                strange = torch.zeros(len(texts), columns, device=device).scatter_add(1, copied, shares[:, 0])
                chances = words[:, 0].scatter_add(1, places.clamp(min=0), strange * (places >= 0))
                chances = torch.cat([chances, strange * (places < 0)], 1)
                best, which = chances.max(1)
                for n, (chance, k) in enumerate(zip(best.tolist(), which.tolist(), strict=True)):
                    if n in alive and k == END:
                        meanings[n].append(("", chance))
                        alive.discard(n)
                    elif n in alive:
                        last[n] = vocabulary.tokens[k] if k < len(vocabulary) else different[n][k - len(vocabulary)]
                        meanings[n].append((last[n], chance))
                if not alive:
                    break
        yield from meanings


def _lines(meaning: Sequence[tuple[str, float]]) -> Iterator[PlainLine]:
    """Tokens as lines; the probability of a line is the product of those of its tokens and of what ends it."""
    tokens: list[str] = []
    sure = 1.0
    for token, chance in meaning:
        sure *= chance
        if token in (SEPARATOR, ""):
            if tokens:
                yield PlainLine(" ".join(tokens), sure)
            tokens, sure = [], 1.0
        else:
            tokens.append(token)
    if tokens:  # too long to be right
        yield PlainLine(" ".join(tokens), 0.0)
