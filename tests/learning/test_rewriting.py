"""Learning to rewrite: a rewriter learns to write and to copy, and says how sure it is."""

from pathlib import Path
from random import Random

import pytest
import torch
from lessons import CPU, log_of
from safetensors.torch import load_file, save_file

from sightline.agent.rewriting import Rewriting
from sightline.corpus.chai.lexicon import lexicon
from sightline.corpus.pairs import WrittenPair
from sightline.errors import InputError
from sightline.language import Vocabulary
from sightline.language.pieces import SPECIAL, WordPieces
from sightline.learning.paraphrase import PairLesson, Paraphraser
from sightline.learning.rewriting import (
    RewriterTraining,
    learn_rewriter,
    new_rewriter,
    rewriting_loss,
    rewriting_scores,
    save_rewriter,
    text_of,
    vocabulary_of,
)
from sightline.learning.run import Run
from sightline.models.pretrained import load_vocabulary, save_model
from sightline.models.rewriter import HANDS, LEGS, Rewriter, RewriterConfig, Utterance

NOUNS = ["fridge", "oven", "window", "cupboard", "dishwasher", "wardrobe", "microwave", "door"]
SAID = {"shut the {}": "close the {}", "please have the {} opened": "open the {}", "no , not the {}": "not : open the {}"}
PAIRS = [
    WrittenPair(words.format(noun), meaning.format(noun), world="chai", hands=True)
    for noun in NOUNS
    for words, meaning in SAID.items()
]


class Same(Paraphraser):
    """Changes nothing."""

    def vary(self, pair: WrittenPair, random: Random) -> WrittenPair:
        return pair


SHAPE = RewriterConfig(width=32, layers=1, heads=4, hidden=32, dropout=0.0)


def lesson_of(paraphraser: type[Paraphraser], train: list[WrittenPair], tune: list[WrittenPair]) -> PairLesson:
    return PairLesson({"chai": paraphraser(lexicon(), train)}, tune, {})


def small(lesson: PairLesson | None = None) -> Rewriting:
    torch.manual_seed(0)
    return new_rewriter(lesson or lesson_of(Same, PAIRS, PAIRS), SHAPE, None, None)


def test_the_vocabulary_has_what_cannot_be_copied() -> None:
    vocabulary = vocabulary_of(PAIRS)
    assert {"close", "open", ":", ";"} <= set(vocabulary.tokens) and not set(NOUNS) & set(vocabulary.tokens)


def test_it_learns_to_write_and_to_copy_nouns_that_it_never_saw(tmp_path: Path) -> None:
    lesson = lesson_of(Same, PAIRS[:-3], PAIRS[-3:])
    config = RewriterTraining(epochs=40, batch=7, learning_rate=0.01, encoder_rate=0.003)
    folder = learn_rewriter(small(lesson), lesson, config, run := Run(tmp_path / "run", {"seed": 0}), CPU)
    assert log_of(run)[-1]["tune_meanings"] == 100
    kept = Rewriting.from_folder(folder)
    (line,) = kept.lines("shut the door", "", hands=True)
    assert line.text == "close the door" and 0.2 < line.sure < 1


def test_a_run_that_was_cut_off_goes_on_as_one_that_was_not(tmp_path: Path) -> None:
    def train(name: str, minutes: float | None = None) -> Rewriter:
        lesson = lesson_of(Paraphraser, PAIRS, PAIRS[:3])
        rewriting = small(lesson)
        learn_rewriter(
            rewriting, lesson, RewriterTraining(epochs=2, batch=8), Run(tmp_path / name, {"seed": 0}, minutes), CPU
        )
        return rewriting.model

    whole = train("whole").state_dict()
    train("pieces", minutes=1e-4)  # one epoch
    pieces = train("pieces").state_dict()
    assert all(torch.equal(pieces[name], value) for name, value in whole.items())


def test_the_loss_is_the_likelihood_of_what_it_writes() -> None:
    rewriting = small()
    rewriting.model.eval()
    (meaning,) = rewriting.rewritten([text_of(PAIRS[0])])
    tokens = [token for token, _ in meaning if token][:20]
    pair = WrittenPair(PAIRS[0].words, " ".join(tokens), hands=True)
    chances = torch.tensor([chance for _, chance in meaning])
    if len(meaning) <= 20:
        loss = rewriting_loss(rewriting, [pair], CPU)
        assert float(loss.detach()) == pytest.approx(float(-chances.log().mean()), rel=1e-4)
    assert 0 < float(chances.min()) <= 1


def test_scores_count_whole_meanings_and_lines() -> None:
    scores = rewriting_scores(small(), PAIRS[:4])
    assert scores["meanings"] == 0 and 0 <= scores["lines"] <= 100


def test_texts_of_any_length_are_read_together() -> None:
    rewriting = small()
    rewriting.model.eval()
    texts = [Utterance([]), Utterance(["open"] * 400, ["close", "it"]), Utterance(["shut", "the", "door"], [], True)]
    together = [[token for token, _ in meaning] for meaning in rewriting.rewritten(texts)]
    alone = [[token for token, _ in next(rewriting.rewritten([text]))] for text in texts]
    assert together == alone


def test_an_agent_with_hands_is_told_apart_from_one_without() -> None:
    rewriting = small()
    rewriting.model.eval()
    said = [Utterance(["shut", "the", "door"], [], hands) for hands in (True, False)]
    with_hands, without = (next(rewriting.rewritten([each])) for each in said)
    assert [chance for _, chance in with_hands] != [chance for _, chance in without]


def published(folder: Path, words: list[str], width: int = 32, layers: int = 1) -> Path:
    """A tiny encoder of BERT's layout."""
    folder.mkdir()
    letters = "abcdefghijklmnopqrstuvwxyz"
    pieces = [*SPECIAL, HANDS, LEGS, *letters, *("##" + letter for letter in letters), *words]
    (folder / "vocab.txt").write_text("\n".join(pieces) + "\n")
    random = torch.Generator().manual_seed(1)
    shapes = {
        "embeddings.word_embeddings.weight": (len(pieces), width),
        "embeddings.position_embeddings.weight": (512, width),
    }
    shapes |= {"embeddings.token_type_embeddings.weight": (2, width)}
    names = {"embeddings.LayerNorm": (width,)}
    for n in range(layers):
        layer = f"encoder.layer.{n}"
        names |= {f"{layer}.attention.self.{part}": (width, width) for part in ("query", "key", "value")}
        names |= {f"{layer}.attention.output.dense": (width, width), f"{layer}.intermediate.dense": (4 * width, width)}
        names |= {f"{layer}.output.dense": (width, 4 * width)}
        names |= {f"{layer}.attention.output.LayerNorm": (width,), f"{layer}.output.LayerNorm": (width,)}
    for name, shape in names.items():
        shapes |= {f"{name}.weight": shape, f"{name}.bias": shape[:1]}
    tensors = {name: torch.randn(shape, generator=random) for name, shape in shapes.items()}
    save_file(tensors, folder / "model.safetensors")
    return folder


def test_it_can_begin_with_a_published_encoder(tmp_path: Path) -> None:
    folder = published(tmp_path / "bert", ["shut", "door", "zebra"])
    rewriting = new_rewriter(lesson_of(Same, PAIRS, PAIRS), SHAPE, folder, None)
    whole, there = WordPieces.read(folder / "vocab.txt"), load_file(folder / "model.safetensors")
    own = rewriting.model.encoder.pieces.weight[rewriting.pieces.index["shut"]]
    assert torch.equal(own, there["embeddings.word_embeddings.weight"][whole.index["shut"]])
    with pytest.raises(InputError, match="layers 2"):
        new_rewriter(lesson_of(Same, PAIRS, PAIRS), RewriterConfig(width=32, layers=2, heads=4), folder, None)
    with pytest.raises(InputError, match="--heads 5"):
        new_rewriter(lesson_of(Same, PAIRS, PAIRS), RewriterConfig(width=32, layers=1, heads=5), folder, None)
    with pytest.raises(InputError, match="numbers"):
        new_rewriter(lesson_of(Same, PAIRS, PAIRS), RewriterConfig(width=64, layers=1, heads=4), folder, None)


def test_it_can_begin_with_a_trained_one(tmp_path: Path) -> None:
    first = small()
    save_rewriter(first, tmp_path)
    lesson = lesson_of(Same, [WrittenPair("hop", "jump up", world="chai", hands=True)] * 2, PAIRS)
    second = new_rewriter(lesson, SHAPE, None, tmp_path)
    assert second.vocabulary.tokens == (*first.vocabulary.tokens, "jump", "up")
    assert torch.equal(second.model.encoder.pieces.weight, first.model.encoder.pieces.weight)


def test_another_model_is_no_rewriter(tmp_path: Path) -> None:
    from sightline.models.goal_types import GoalTypes, GoalTypesConfig

    save_model(GoalTypes(GoalTypesConfig(0, 8, 8)), tmp_path, Vocabulary.of(["a"]))
    with pytest.raises(InputError, match="rewrite"):
        Rewriting.from_folder(tmp_path)
    save_model(small().model, tmp_path, Vocabulary.of(["a"]))
    with pytest.raises(InputError, match="pieces"):
        Rewriting.from_folder(tmp_path)
    with pytest.raises(InputError, match="tokens"):
        load_vocabulary(tmp_path, small().model)
