"""Learning to rewrite: what people typed, varied anew every time, to its meaning in plain lines.

The loss is the negative log-likelihood of the meaning's tokens, each written or copied (models.rewriter).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import Tensor

from sightline.agent.rewriting import PIECES_FILE, Rewriting
from sightline.corpus.pairs import WrittenPair
from sightline.errors import ArgumentError, InputError
from sightline.fields import Json
from sightline.files import replacing
from sightline.language import Vocabulary
from sightline.language.lexicon import Lexicon
from sightline.language.pieces import WordPieces
from sightline.language.reading.english import ABSENT, COMMON
from sightline.language.reading.lines import SEPARATOR
from sightline.language.vocabulary import UNKNOWN
from sightline.learning.paraphrase import PairLesson
from sightline.learning.run import Run, check_loss
from sightline.models.pretrained import begin_with, save_model
from sightline.models.rewriter import END, HANDS, LEGS, Rewriter, RewriterConfig, Utterance, source_of, written_pieces
from sightline.models.text_encoder import bert_weights
from sightline.options import option

NEEDED = 2  # times that a token of a meaning must not be there to copy, to be in the vocabulary
TUNING_BATCH = 64  # pairs
SORTED = 16  # batches that are sorted by length together
FREQUENT = 9000  # pieces of a published encoder that are kept, whatever the pairs need: its first ones are the most frequent


@dataclass
class RewriterTraining:
    """Hyperparameters of a rewriter."""

    epochs: int = option(20, "Passes over the written pairs; each time they are varied anew.", min=1)
    batch: int = option(32, "Pairs per update.", min=1)
    learning_rate: float = option(0.001, "Learning rate of the decoder (Adam); it falls along a cosine.", min=0, max=1)
    encoder_rate: float = option(0.0001, "Learning rate of the encoder, likewise.", min=0, max=1)
    seed: int = option(0, "Seed of weights, batches and variations.", min=0)


def new_rewriter(lesson: PairLesson, shape: RewriterConfig, encoder: Path | None, start: Path | None) -> Rewriting:
    """A rewriter for the pairs of a lesson. `start`: a trained one to begin with; `encoder`: the folder of a published
    encoder of BERT's layout (model.safetensors and vocab.txt); with neither it begins with random weights."""
    vocabulary = vocabulary_of(lesson.pairs)
    if shape.width % shape.heads:
        raise ArgumentError(f"--width {shape.width} cannot be divided among --heads {shape.heads}.")
    if start is not None:
        old = Rewriting.from_folder(start)
        vocabulary = old.vocabulary.joined(vocabulary)
        model = Rewriter(replace(old.model.config, vocabulary=len(vocabulary), dropout=shape.dropout))
        begin_with(model, start)
        return Rewriting(model, vocabulary, old.pieces)
    words = {word for pair in lesson.pairs for word in (*pair.words.split(), *pair.before.split(), *pair.meaning.split())}
    words |= {word for paraphraser in lesson.train.values() for word in _words_of(paraphraser.lexicon)}
    words |= {*ABSENT, *COMMON}
    if encoder is None:
        pieces = WordPieces.of(words, (HANDS, LEGS))
        return Rewriting(Rewriter(replace(shape, vocabulary=len(vocabulary), pieces=len(pieces))), vocabulary, pieces)
    whole = WordPieces.read(encoder / "vocab.txt")
    pieces = whole.for_words(words, (HANDS, LEGS, *(piece for piece in whole.pieces[:FREQUENT] if piece.isalpha())))
    model = Rewriter(replace(shape, vocabulary=len(vocabulary), pieces=len(pieces)))
    file = encoder / "model.safetensors"
    try:
        weights = bert_weights(load_file(file), [whole.index[piece] for piece in pieces.pieces], shape.encoder)
        model.encoder.load_state_dict(weights)
    except (SafetensorError, OSError, KeyError, RuntimeError) as error:
        raise InputError(f"{file}: is no encoder of BERT's layout with --layers {shape.layers} ({error}).") from None
    return Rewriting(model, vocabulary, pieces)


def _words_of(lexicon: Lexicon) -> set[str]:
    return {word for noun in lexicon.nouns for word in noun}


def vocabulary_of(pairs: Sequence[WrittenPair]) -> Vocabulary:
    """The tokens that meanings need and that are often not there to copy."""
    needed: Counter[str] = Counter({SEPARATOR: NEEDED})
    for pair in pairs:
        source = {*pair.words.split(), *pair.before.split()}
        needed.update(token for token in pair.meaning.split() if token not in source)
    return Vocabulary((UNKNOWN, *sorted(token for token, count in needed.items() if count >= NEEDED)))


def learn_rewriter(
    rewriting: Rewriting, lesson: PairLesson, config: RewriterTraining, run: Run, device: torch.device
) -> Path:
    """Train it on varied pairs; returns the folder of the epoch with the most right meanings on the tuning pairs."""
    model = rewriting.model.to(device)
    encoder = list(model.encoder.parameters())
    others = [parameter for name, parameter in model.named_parameters() if not name.startswith("encoder.")]
    rates = [config.encoder_rate, config.learning_rate]
    optimizer = torch.optim.AdamW([{"params": encoder}, {"params": others}], lr=config.learning_rate, betas=(0.9, 0.98))
    updates = -(-len(lesson.pairs) // config.batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, rates, total_steps=config.epochs * updates, pct_start=0.05, final_div_factor=4
    )
    parts = {"model": model, "optimizer": optimizer, "schedule": schedule}
    run.resume(parts, device)
    for epoch in run.epochs(config.epochs, config.seed):
        model.train()
        random = Random(f"{config.seed} {epoch}")
        total = 0.0
        for n, varied in enumerate(_batches(lesson, config.batch, random)):
            loss = rewriting_loss(rewriting, varied, device)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            total += float(loss.detach())
            check_loss(total, run)
            run.show((n + 1) / updates, loss=total / (n + 1))
        scores = rewriting_scores(rewriting, lesson.tune)
        about: Json = {"trained": asdict(config), "epoch": epoch + 1, "tune": scores}
        facts = {f"tune_{name}": value for name, value in scores.items()}
        run.finish_epoch(
            parts,
            100 - scores["meanings"],
            partial(save_rewriter, rewriting, run.folder / "best", **about),
            loss=total / updates,
            **facts,
        )
    return run.folder / "best"


def save_rewriter(rewriting: Rewriting, folder: Path, bits: int = 32, **about: Any) -> None:
    """Write a rewriter into a folder."""
    save_model(rewriting.model, folder, rewriting.vocabulary, bits, **about)
    with replacing(folder / PIECES_FILE) as partial:
        rewriting.pieces.write(partial)


def _batches(lesson: PairLesson, size: int, random: Random) -> Iterator[list[WrittenPair]]:
    """All pairs, varied anew, in batches of about equal length."""
    order = random.sample(lesson.pairs, len(lesson.pairs))
    for first in range(0, len(order), SORTED * size):
        varied = [lesson.train[pair.world].vary(pair, random) for pair in order[first : first + SORTED * size]]
        varied.sort(key=lambda pair: len(pair.words.split()) + len(pair.before.split()))
        batches = [varied[n : n + size] for n in range(0, len(varied), size)]
        yield from random.sample(batches, len(batches))


def text_of(pair: WrittenPair) -> Utterance:
    """A pair as a rewriter reads it."""
    return Utterance(pair.words.split(), pair.before.split(), pair.hands)


def rewriting_loss(rewriting: Rewriting, pairs: Sequence[WrittenPair], device: torch.device) -> Tensor:
    """The mean negative log-likelihood of the tokens of some pairs' meanings."""
    model, vocabulary, pieces = rewriting.model, rewriting.vocabulary, rewriting.pieces
    source, different = source_of([text_of(pair) for pair in pairs], pieces, device)
    meanings = [pair.meaning.split() for pair in pairs]
    longest = 1 + max(map(len, meanings))
    shape = (len(pairs), longest)
    targets, copies, there = torch.full(shape, -1), torch.full(shape, -1), torch.zeros(shape)
    for n, (meaning, tokens) in enumerate(zip(meanings, different, strict=True)):
        places = {token: k for k, token in enumerate(tokens)}
        targets[n, : len(meaning) + 1] = torch.tensor([*(vocabulary.index.get(token, -1) for token in meaning), END])
        copies[n, : len(meaning)] = torch.tensor([places.get(token, -1) for token in meaning])
        there[n, : len(meaning) + 1] = 1
    written = written_pieces(
        [[UNKNOWN, *meaning] + [""] * (longest - 1 - len(meaning)) for meaning in meanings], pieces, device
    )
    logs = model(source, written, targets.to(device), copies.to(device))  # (B, T)
    there = there.to(device)
    return -(logs * there).sum() / there.sum()


def rewriting_scores(rewriting: Rewriting, pairs: Sequence[WrittenPair]) -> dict[str, float]:
    """`meanings`: the percentage of meanings that are right to the last word; `lines`: of single lines."""
    rewriting.model.eval()
    ordered = sorted(pairs, key=lambda pair: len(pair.words))
    whole = lines = count = 0
    for first in range(0, len(ordered), TUNING_BATCH):
        batch = ordered[first : first + TUNING_BATCH]
        for pair, meaning in zip(batch, rewriting.rewritten([text_of(pair) for pair in batch]), strict=True):
            found = " ".join(token for token, _ in meaning).strip()
            whole += found == pair.meaning
            right, rewrote = (Counter(text.split(f" {SEPARATOR} ")) for text in (pair.meaning, found))
            lines += (right & rewrote).total()
            count += right.total()
    return {"meanings": 100 * whole / len(pairs), "lines": 100 * lines / count}
