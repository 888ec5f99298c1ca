"""The eyes of Lookout: their shapes, what they add to a trained model, and that they tell small things apart."""

from dataclasses import replace
from pathlib import Path

import pytest
import torch

from sightline.agent.methods import METHODS, bundled_folder
from sightline.geometry.rings import RINGS
from sightline.models.eyes import LEAST, Eyes, Question
from sightline.models.lookout import MANY, Lookout, LookoutConfig
from sightline.models.pretrained import begin_with, load_model, new_parts, save_model
from sightline.world import kind_of

SMALL = LookoutConfig(
    pieces=12, width=16, heads=2, layers=1, reading=1, channels=(8, 8), things=7, ground=6, rings=RINGS, interacts=True,
    eyes=8, items=4,
)  # fmt: skip
WORDS, LENGTHS = torch.tensor([[[1, 2], [3, 4]], [[5, 6], [0, 0]]]), torch.tensor([2, 1])


def pictures(count: int = 2) -> torch.Tensor:
    return torch.rand(count, 3, 128, 768, generator=torch.Generator().manual_seed(0))


def small(**changes: int) -> Lookout:
    torch.manual_seed(0)
    return Lookout(replace(SMALL, **changes))


def test_what_it_says_has_these_shapes() -> None:
    model = small()
    sampled = torch.tensor([[0, 383, 5], [7, 8, 9]])
    said = model(pictures(), WORDS, LENGTHS, done=torch.zeros(2, 6, 4), sampled=sampled)
    shapes = {name: tuple(values.shape) for name, values in said.items()}
    assert shapes == {
        "goal": (2, RINGS * 192), "point": (2, 32 * 192 + 1), "next": (2, 3), "items": (2, 5, 32, 192), "wanted": (2, 5),
        "sight": (2, 2), "things": (2, 3, 7, 16), "named": (2, 1, 32, 192),
    }  # fmt: skip
    with torch.no_grad():
        quiet = model.eval()(pictures(), WORDS, LENGTHS)
        assert {"items", "things", "named"}.isdisjoint(quiet) and {"wanted", "sight", "point"} <= set(quiet)
        assert model.names_items and not small(eyes=0).names_items


def test_what_it_sees_needs_no_words_and_is_the_same_beside_its_goals() -> None:
    model = small().eval()
    many = small(things=MANY).eval()
    with torch.no_grad():
        shown, beside = model.shown(pictures()), model(pictures(), WORDS, LENGTHS, showing=True)
        assert shown["things"].shape == (2, 7, 32, 192) and shown["items"].shape == (2, 5, 32, 192)
        torch.testing.assert_close(beside["things"], shown["things"])
        torch.testing.assert_close(beside["items"], shown["items"])
        tokens = torch.rand(1, 384, 16)
        torch.testing.assert_close(many._things_shown(tokens), many._things(tokens, None)[:, :, 1::2, 1::2])


def test_sampled_tokens_say_what_all_of_them_do() -> None:
    model = small()
    tokens, sampled = torch.rand(2, 384, 16), torch.tensor([[0, 50, 383], [7, 8, 9]])
    every = model._things(tokens, None)  # (2, 7, 32, 192)
    some = model._things(tokens, sampled)
    for b, s in ((0, 1), (1, 2)):
        row, column = divmod(int(sampled[b, s]), 48)
        block = every[b, :, 4 * row : 4 * row + 4, 4 * column : 4 * column + 4]
        torch.testing.assert_close(some[b, s], block.flatten(1))


def test_eyes_leave_a_trained_model_as_it_is_at_first(tmp_path: Path) -> None:
    before = small(eyes=0, items=0)
    save_model(before.eval(), tmp_path)
    torch.manual_seed(1)
    model = Lookout(SMALL)
    same = begin_with(model, tmp_path)
    assert set(same) == set(before.state_dict())
    assert {part.partition(".")[0] for part in new_parts(model, same)} == {
        "eyes", "lend", "asking", "question", "reach_sureness",
    }  # fmt: skip
    with torch.no_grad():
        old, new = (each.eval()(pictures(), WORDS, LENGTHS) for each in (before, model))
    for name in ("goal", "next"):
        torch.testing.assert_close(new[name], old[name], rtol=0, atol=0)


def test_more_classes_keep_the_weights_of_those_before(tmp_path: Path) -> None:
    before = small()
    save_model(before.eval(), tmp_path)
    torch.manual_seed(1)
    grown = Lookout(replace(SMALL, items=6))
    same = begin_with(grown, tmp_path)
    assert "eyes.kinds.weight" not in same
    torch.testing.assert_close(grown.eyes.kinds.weight[:5], before.eyes.kinds.weight)
    torch.testing.assert_close(grown.question.wanted.bias[:5], before.question.wanted.bias)


def test_the_bundled_models_load_with_or_without_eyes() -> None:
    for world in ("lani", "chai"):
        model = load_model(bundled_folder(kind_of(world), METHODS["best"], "goal"))
        assert isinstance(model, Lookout) and model.names_items == (model.reach_calibration is not None)


def test_a_question_for_a_kind_is_answered_by_the_cells_that_show_it() -> None:
    question = Question(width=3, channels=2, items=2)
    with torch.no_grad():
        question.wanted.weight.zero_()
        question.wanted.bias.copy_(torch.tensor([-20.0, 20.0, -20.0]))  # the first kind
        items = torch.full((1, 3, 32, 192), -20.0)
        items[:, 0] = 20.0  # nothing anywhere
        items[0, :, 4, 5] = torch.tensor([-20.0, 20.0, -20.0])  # but the first kind here
        items[0, :, 6, 7] = torch.tensor([-20.0, -20.0, 20.0])  # and the second here
        answers, wanted = question(torch.rand(1, 3), torch.rand(1, 2, 32, 192), items)
        cells = answers.view(32, 192)
        assert wanted.argmax() == 1 and divmod(int(cells.argmax()), 192) == (4, 5)
        assert cells[6, 7] == pytest.approx(torch.tensor(LEAST).log().item(), abs=1e-4)
        question.wanted.bias.copy_(torch.tensor([20.0, -20.0, -20.0]))  # not an item: any cell may show it
        answers, _ = question(torch.rand(1, 3), torch.rand(1, 2, 32, 192), items)
        assert answers.abs().max() < 1e-4


def test_squares_of_pixels_give_what_pixels_give() -> None:
    eyes = Eyes(64, 64, 12)
    for layer in eyes.modules():
        if isinstance(layer, torch.nn.BatchNorm2d):
            assert layer.running_mean is not None and layer.running_var is not None
            layer.running_mean.normal_()
            layer.running_var.uniform_(0.5, 2)
    eyes.eval()
    panorama = torch.rand(2, 3, 32, 48)
    torch.testing.assert_close(eyes.by_squares(panorama), eyes.stem(panorama))
