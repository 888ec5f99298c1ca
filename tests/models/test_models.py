"""Models: shapes, gradients, what a goal map may say, and their way to disk and back."""

import json
import math
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file
from torch import nn

from sightline.errors import InputError
from sightline.geometry import origin_of
from sightline.geometry.rings import RINGS
from sightline.language import Vocabulary
from sightline.language.tokenizer import TRAINED_TOKENS
from sightline.models.action_generator import OUT_OF_SIGHT, ActionGenerator, ActionGeneratorConfig
from sightline.models.chaplot18 import Chaplot18, Chaplot18Config
from sightline.models.goal_map import COLUMNS, ROWS
from sightline.models.janner import Janner, JannerConfig
from sightline.models.lingunet import LingUNet, LingUNetConfig
from sightline.models.lookout import HERE, Lookout, LookoutConfig
from sightline.models.misra17 import Misra17, Misra17Config
from sightline.models.pretrained import GROUP, begin_with, load_model, load_vocabulary, packed, save_model, unpacked
from sightline.models.text import TOKEN_LIMIT, padded

torch.set_num_threads(1)  # on a busy machine, threads wait for each other longer than they help
WORDS = 12
SENTENCES = [[1, 2, 3, 4, 5], [6, 7], []]


def lingunet(**changes: object) -> LingUNet:
    torch.manual_seed(0)
    small = {"embedding": 8, "text": 20, "features": (8, 8), "channels": 4} | changes
    return LingUNet(LingUNetConfig(WORDS, **small))


def janner(**changes: object) -> Janner:
    torch.manual_seed(0)
    small = {"embedding": 8, "text": 56, "local": 20, "features": (8, 8)} | changes
    return Janner(JannerConfig(WORDS, **small))


def lookout(**changes: object) -> Lookout:
    torch.manual_seed(0)
    small = {"pieces": WORDS, "width": 16, "heads": 2, "layers": 1, "reading": 1, "channels": (8, 8)} | changes
    return Lookout(LookoutConfig(**small))


def spelt(sentences: list[list[int]]) -> tuple[torch.Tensor, torch.Tensor]:
    """Sentences of tokens that have two pieces each."""
    return padded([[[token, 0] if token % 2 else [token, token - 1] for token in sentence] for sentence in sentences])


GOAL_MODELS = {
    "lingunet": lingunet,
    "lingunet-unsplit-5": lambda: lingunet(depth=5, split_text=False),
    "lingunet-split-3": lambda: lingunet(depth=3),  # 20 numbers of text do not divide by 3
    "lingunet-no-language": lambda: lingunet(language=False),
    "janner": janner,
}
REACTIVE = {
    "misra17": lambda: Misra17(Misra17Config(WORDS, image=16, embedding=8, text=16, previous=4, hidden=16)),
    "chaplot18": lambda: Chaplot18(Chaplot18Config(WORDS, embedding=8, text=16, hidden=16, time=4)),
}


def panorama(count: int) -> torch.Tensor:
    return torch.rand(count, 3, 128, 768, generator=torch.Generator().manual_seed(1))


def without_gradient(model: nn.Module) -> list[str]:
    return [name for name, p in model.named_parameters() if p.grad is None or not p.grad.abs().sum() > 0]


@pytest.mark.parametrize("name", GOAL_MODELS)
def test_a_goal_map_has_a_logit_per_cell_and_one_for_out_of_sight(name: str) -> None:
    model = GOAL_MODELS[name]()
    logits = model(panorama(3), *padded(SENTENCES))["goal"]
    assert logits.shape == (3, ROWS * COLUMNS + 1)
    torch.nn.functional.cross_entropy(logits, torch.tensor([ROWS * COLUMNS - 1, ROWS * COLUMNS, 5000])).backward()
    one_token = ["text.rnn.weight_hh_l0"]  # without language a sentence is one token: nothing to carry on
    assert without_gradient(model) == (one_token if name == "lingunet-no-language" else [])


def rows_with_a_chance(logits: torch.Tensor) -> list[list[int]]:
    """The rows of each goal map that the goal may be in."""
    rows = logits.softmax(1)[:, :-1].view(len(logits), ROWS, COLUMNS).amax(2) > 0
    return [torch.nonzero(of_one)[:, 0].tolist() for of_one in rows]


@pytest.mark.parametrize("ground", [16, 6])
@pytest.mark.parametrize("name", ["lingunet", "janner", "lookout"])
def test_a_goal_on_the_ground_is_in_the_rows_that_the_camera_sees_ground_in(name: str, ground: int) -> None:
    make = {"lingunet": lingunet, "janner": janner, "lookout": lookout}[name]
    words = spelt(SENTENCES) if name == "lookout" else padded(SENTENCES)
    more = {"interacts": True} if name == "lookout" else {}
    anywhere = torch.tensor([False, True, False])
    with torch.no_grad():
        plain = make(ground=ground).eval()(panorama(3), *words)["goal"]
        both = make(ground=ground, **more).eval()(panorama(3), *words, anywhere)["goal"]
    assert rows_with_a_chance(plain) == [list(range(ground, ROWS))] * 3
    assert rows_with_a_chance(both) == [list(range(ground, ROWS)), list(range(ROWS)), list(range(ground, ROWS))]
    torch.testing.assert_close(plain.softmax(1).sum(1), torch.ones(3))


@pytest.mark.parametrize(
    ("ground", "interacts", "first"), [(16, False, 14), (6, False, 4), (7, False, 4), (1, False, 0), (16, True, 0)]
)
def test_lookout_draws_the_ground_and_a_little_above(ground: int, interacts: bool, first: int) -> None:
    assert LookoutConfig(ground=ground, interacts=interacts).first_row == first


@pytest.mark.parametrize("name", ["lingunet", "janner"])
def test_padding_and_company_do_not_change_a_result(name: str) -> None:
    model = GOAL_MODELS[name]().eval()
    pictures = panorama(3)
    with torch.no_grad():
        together = model(pictures, *padded(SENTENCES))["goal"]
        for n, sentence in enumerate(SENTENCES):
            alone = model(pictures[n : n + 1], *padded([sentence]))["goal"][0]
            torch.testing.assert_close(alone, together[n], atol=1e-4, rtol=1e-4)


def test_language_matters_unless_it_is_switched_off() -> None:
    pictures = panorama(1).expand(2, -1, -1, -1)
    with torch.no_grad():
        one, two = lingunet().eval()(pictures, *padded(SENTENCES[:2]))["goal"]
        assert not torch.allclose(one, two, atol=1e-4)
        one, two = lingunet(language=False).eval()(pictures, *padded(SENTENCES[:2]))["goal"]
        torch.testing.assert_close(one, two)


def test_the_feature_maps_are_those_of_the_figure() -> None:
    maps = lingunet(depth=4).feature_maps(panorama(1), *padded([[1]]))
    assert set(maps) == {*(f"F_{j}" for j in range(5)), *(f"{k}_{j}" for k in "GH" for j in range(1, 5))}
    assert maps["F_0"].shape == (1, 8 + 6, 32, 192) and maps["G_4"].shape == (1, 4, 2, 12)
    assert maps["H_1"].shape == (1, 1, 32, 192) and maps["H_4"].shape == (1, 4, 4, 24)


@pytest.mark.parametrize("recurrent", [True, False])
@pytest.mark.parametrize("reckoning", [True, False])
def test_the_action_generator_acts_from_mask_and_time(recurrent: bool, reckoning: bool) -> None:
    torch.manual_seed(0)
    model = ActionGenerator(ActionGeneratorConfig(hidden=16, time=4, recurrent=recurrent, reckoning=reckoning))
    cells, reckoned = torch.tensor([0, 500, OUT_OF_SIGHT]), torch.rand(3, 4)
    logits, state = model(cells, reckoned, torch.tensor([0, 3, 1000]))  # steps beyond the last that is told apart
    later, _ = model(cells, reckoned, torch.tensor([1, 4, 1000]), state)
    elsewhere, _ = model(cells, reckoned + 1, torch.tensor([0, 3, 1000]))
    assert torch.equal(logits, elsewhere) == (not reckoning)
    assert logits.shape == later.shape == (3, 4)
    assert (state is not None) == recurrent
    assert torch.equal(logits[2], later[2]) == (not recurrent)  # only memory can tell these two apart
    (logits + later).logsumexp(1).sum().backward()
    assert without_gradient(model) == []


@pytest.mark.parametrize("name", REACTIVE)
def test_a_baseline_acts_from_what_it_sees(name: str) -> None:
    torch.manual_seed(0)
    model = REACTIVE[name]()
    frames = torch.rand(3, 3, 128, 128)
    state = model.begin(3, torch.device("cpu"))
    text = model.read(*padded(SENTENCES))
    previous = torch.full((3,), 4)
    for step in range(2):
        logits, value, after = model(text, frames, previous, torch.full((3,), step), state)
        state = after
    assert logits.shape == (3, 4) and value.shape == (3,) and after.shape == state.shape
    (logits.logsumexp(1).sum() + value.sum()).backward()
    assert without_gradient(model) == []
    model.eval()
    with torch.no_grad():
        alone = model.read(*padded(SENTENCES[1:2]))
        torch.testing.assert_close(alone[0], model.read(*padded(SENTENCES))[1])


def test_long_and_empty_sentences_are_read_as_far_as_they_go() -> None:
    ids, lengths = padded([[1] * 1000, []])
    assert ids.shape == (2, TOKEN_LIMIT) and lengths.tolist() == [TOKEN_LIMIT, 1]
    assert ids[1].sum() == 0


def test_a_model_with_an_order_of_words_reads_only_those_that_it_was_trained_on() -> None:
    model = lookout(words=96).eval()
    assert model.token_limit == TRAINED_TOKENS and lookout(words=32).token_limit == 32
    assert lingunet().token_limit == TOKEN_LIMIT  # whose weights are the same at every token
    with torch.no_grad():
        one, other = (model(panorama(1), *spelt([[3] * TRAINED_TOKENS + rest]))["goal"] for rest in ([], [5] * 9))
    torch.testing.assert_close(one, other)


EVERY = {**GOAL_MODELS, **REACTIVE, "action-generator": lambda: ActionGenerator(ActionGeneratorConfig(hidden=8))}


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("bits", [4, 8, 16, 32])
def test_a_model_comes_back_from_disk_as_it_was(name: str, bits: int, tmp_path: Path) -> None:
    model = EVERY[name]()
    size = getattr(model.config, "vocabulary", 3)
    vocabulary = Vocabulary.of([f"word-{k}" for k in range(size - 1)])
    save_model(model, tmp_path / "m", vocabulary, bits=bits, epoch=3)
    again = load_model(tmp_path / "m")
    assert again.config == model.config and not again.training
    assert load_vocabulary(tmp_path / "m", again) == vocabulary
    for (key, was), now in zip(model.state_dict().items(), again.state_dict().values(), strict=True):
        assert now.dtype == was.dtype, key
        if bits == 8 and was.is_floating_point() and was.dim() > 1:
            step = was.flatten(1).abs().amax(1) / 127
            assert ((now - was).flatten(1).abs().amax(1) <= 0.5001 * step + 1e-12).all(), key
        elif bits == 4 and was.is_floating_point() and was.dim() > 1:
            assert (now - was).norm() <= 0.1 * was.norm() + 1e-12, key
        else:
            torch.testing.assert_close(now, was if bits == 32 else was.half().to(was.dtype), rtol=0, atol=0)
    assert {p.name for p in (tmp_path / "m").iterdir()} == {"config.json", "model.safetensors", "vocabulary.txt"}
    assert json.loads((tmp_path / "m/config.json").read_text())["about"] == {"epoch": 3}


def test_loading_a_model_does_not_load_the_compiler_of_pytorch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save_model(lookout(), tmp_path / "m")
    monkeypatch.setitem(sys.modules, "torch._dynamo", None)  # an import of it fails
    load_model(tmp_path / "m")


def test_weights_in_fewer_bits_take_less_room(tmp_path: Path) -> None:
    sizes = []
    for bits in (32, 16, 8, 4):
        save_model(lingunet(), tmp_path / str(bits), bits=bits)
        sizes.append((tmp_path / str(bits) / "model.safetensors").stat().st_size)
    assert sizes[0] > 1.5 * sizes[1] > 1.8 * sizes[2] > 2 * sizes[3]  # of a small model, whose names take room too
    with pytest.raises(ValueError, match="bits"):
        save_model(lingunet(), tmp_path / "3", bits=3)


def stored_and_back(tensor: torch.Tensor) -> torch.Tensor:
    return unpacked(packed({"a": tensor}, 4), {"a": tensor.shape})["a"]


@pytest.mark.parametrize("shape", [(1, 1), (3, 5), (2, 16), (3, 11), (5, 3, 3, 3), (4, 0), (31, 33)])
def test_four_bits_keep_any_shape_and_err_by_less_than_a_step(shape: tuple[int, ...]) -> None:
    tensor = torch.randn(shape, generator=torch.Generator().manual_seed(0))
    back = stored_and_back(tensor)
    assert back.shape == tensor.shape
    for was, now in zip(tensor.flatten().split(GROUP), back.flatten().split(GROUP), strict=True):
        if len(was):  # no worse than the plain scale, which errs by at most half a step
            step = was.abs().max() / 7
            assert (now - was).square().sum() <= len(was) * (0.501 * step) ** 2
            assert (now - was).abs().max() <= 2.5 * step


def test_four_bits_store_what_fits_them_as_it_is() -> None:
    steps = torch.cat((torch.arange(-8.0, 8), torch.arange(7.0, -9, -1), torch.zeros(32), torch.ones(3))).view(1, -1)
    torch.testing.assert_close(stored_and_back(steps), steps, rtol=1e-3, atol=0)  # a scale is in half precision
    assert packed({"a": steps}, 4)["a"].shape == (34,)


@pytest.mark.parametrize("number", [math.nan, math.inf, 1e9])
def test_four_bits_do_not_hide_numbers_that_cannot_be_stored(number: float) -> None:
    assert not stored_and_back(torch.tensor([[number, 1.0]])).isfinite().all()


@pytest.mark.parametrize("change", [-1, 1])
def test_a_vocabulary_of_another_size_is_refused(change: int, tmp_path: Path) -> None:
    words = Vocabulary.of([f"word-{k}" for k in range(WORDS - 1 + change)])
    save_model(lingunet(), tmp_path, words)
    with pytest.raises(InputError, match=f"has {WORDS + change} tokens, but the model beside it was trained with {WORDS}"):
        load_vocabulary(tmp_path, load_model(tmp_path))


def spoil_weights(folder: Path, change: Callable[[dict[str, torch.Tensor]], object]) -> None:
    tensors = load_file(folder / "model.safetensors")
    change(tensors)
    save_file(tensors, folder / "model.safetensors")


def edit(folder: Path, **changes: object) -> None:
    file = folder / "config.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | changes))


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda f: (f / "config.json").unlink(), "is not a model folder"),
        (lambda f: (f / "config.json").write_text('{"kind'), "is not JSON, or cut off"),
        (lambda f: (f / "config.json").write_text("[]"), "is of version nothing"),
        (lambda f: edit(f, version=99), "is of version 99; this Sightline reads version 1"),
        (lambda f: edit(f, kind="transformer"), 'the kind "transformer" is none of lingunet, janner'),
        (lambda f: edit(f, kind=["lingunet"]), "is none of lingunet"),
        (lambda f: edit(f, config=None), "'config' is nothing, not an object"),
        (lambda f: edit(f, config={"hidden": -3}), "config has -3 for hidden, where 256 is usual"),
        (lambda f: edit(f, config={"hidden": 10**400}), "for hidden, where 256 is usual"),
        (lambda f: edit(f, config={"recurrent": 1}), "config has 1 for recurrent, where true is usual"),
        (lambda f: edit(f, config={"colour": 1}), 'config has "colour", which is not one of'),
        (lambda f: edit(f, config={"hidden": 0}), "does not (make a model|hold the weights)"),
        (
            lambda f: edit(f, config={"hidden": 16}),
            r"does not hold the weights of this action-generator: .* has the shape \[",
        ),
        (lambda f: spoil_weights(f, lambda t: t.pop(next(iter(t)))), "is missing"),
        (lambda f: spoil_weights(f, lambda t: t.update(more=torch.zeros(2))), 'it has no "more"'),
        (
            lambda f: spoil_weights(f, lambda t: t.update({k: v * math.nan for k, v in t.items()})),
            "infinite or not a number",
        ),
        (lambda f: spoil_weights(f, lambda t: t.update({k: v.int() for k, v in t.items()})), "has numbers of type int32"),
        (lambda f: (f / "model.safetensors").write_bytes(b"x" * 100), "model.safetensors: cannot be read as weights"),
        (lambda f: (f / "model.safetensors").unlink(), "model.safetensors: cannot be read as weights"),
    ],
)
def test_a_spoiled_model_folder_is_explained(spoil: object, says: str, tmp_path: Path) -> None:
    save_model(ActionGenerator(ActionGeneratorConfig(hidden=8)), tmp_path / "m")
    spoil(tmp_path / "m")  # type: ignore[operator]
    with pytest.raises(InputError, match=says) as told:
        load_model(tmp_path / "m")
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("bits", [8, 4])
@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda t, name: t.update({name: t[name][:-1].clone()}), "mask.weight"),
        (lambda t, name: t.update({name: t[name].int()}), "int32"),
        (lambda t, name: t.update({name: t[name].float()}), "float32"),
        (lambda t, name: t.pop(name), "mask.weight:scale"),
        (lambda t, name: t.pop(name + ":scale"), "mask.weight"),
        (lambda t, name: t.update({name + ":scale": t[name + ":scale"][1:].clone()}), "scales"),
        (lambda t, name: t.update({name + ":scale": t[name + ":scale"][:, None].clone()}), "scales"),
        (lambda t, name: t.update({name + ":scale": t[name + ":scale"].int()}), "scales"),
        (lambda t, name: t.update({name + ":scale": t[name + ":scale"] * math.nan}), "not a number"),
        (lambda t, name: t.update({"more": t[name].clone(), "more:scale": t[name + ":scale"].clone()}), "more"),
    ],
)
def test_spoiled_weights_of_fewer_bits_are_refused(
    spoil: Callable[..., object], says: str, bits: int, tmp_path: Path
) -> None:
    save_model(ActionGenerator(ActionGeneratorConfig(hidden=8)), tmp_path, bits=bits)
    spoil_weights(tmp_path, lambda tensors: spoil(tensors, "mask.weight"))
    with pytest.raises(InputError, match=says):
        load_model(tmp_path)


ABLATIONS = [{}, {"spelling": False}, {"attend_to_words": False}, {"attend_to_places": False}]


@pytest.mark.parametrize("left_out", ABLATIONS)
def test_lookout_says_where_the_goal_is_and_what_it_sees(left_out: dict[str, object]) -> None:
    model = lookout(**left_out)
    outputs = model(panorama(3), *spelt(SENTENCES))
    assert outputs["goal"].shape == (3, ROWS * COLUMNS + 1)
    assert outputs["things"].shape == (3, 70, ROWS, COLUMNS) and outputs["named"].shape == (3, 1, ROWS, COLUMNS)
    sum(part.float().logsumexp(1).mean() + part.float().square().mean() for part in outputs.values()).backward()
    assert without_gradient(model) == []


@pytest.mark.parametrize("left_out", ABLATIONS)
def test_company_does_not_change_what_lookout_sees(left_out: dict[str, object]) -> None:
    model, pictures = lookout(**left_out).eval(), panorama(3)
    with torch.no_grad():
        together = model(pictures, *spelt(SENTENCES))["goal"]
        for n in (0, 1):  # the third sentence is empty
            torch.testing.assert_close(model(pictures[n : n + 1], *spelt(SENTENCES[n : n + 1]))["goal"][0], together[n])
        assert not torch.allclose(model(pictures, *spelt(SENTENCES[::-1]))["goal"], together, atol=1e-4)


def test_what_lookout_sees_does_not_depend_on_what_it_reads() -> None:
    model, pictures = lookout(), panorama(2)
    with torch.no_grad():
        one, two = (model(pictures, *spelt(sentences)) for sentences in (SENTENCES[:2], SENTENCES[1::-1]))
    torch.testing.assert_close(one["things"], two["things"])
    assert not torch.allclose(one["named"], two["named"])
    assert model.eval()(pictures, *spelt(SENTENCES[:2])).keys() == {"goal"}  # what it only learns from costs no time in use


def seeing_rings(**changes: object) -> Lookout:
    return lookout(**({"rings": RINGS, "passes": 3} | changes))


@pytest.mark.parametrize("left_out", ABLATIONS)
def test_lookout_says_how_far_away_the_goal_is_and_what_is_passed(left_out: dict[str, object]) -> None:
    model = seeing_rings(**left_out)
    outputs = model(panorama(3), *spelt(SENTENCES))
    assert outputs["goal"].shape == (3, RINGS * COLUMNS) and outputs["way"].shape == (3, 3, RINGS * COLUMNS + 1)
    assert outputs["goal"].dtype == outputs["way"].dtype == torch.float32
    sum(part.float().logsumexp(1).mean() + part.float().square().mean() for part in outputs.values()).backward()
    assert without_gradient(model) == []
    assert (model.readout, model.looks_again) == ("rings", True)
    assert (lookout().readout, lookout().looks_again) == ("area", False)
    assert "way" not in seeing_rings(passes=0)(panorama(1), *spelt(SENTENCES[:1]))


def test_lookout_heeds_where_the_words_were_said() -> None:
    model, pictures, words = seeing_rings().eval(), panorama(2), spelt(SENTENCES[:2])
    here, there = torch.tensor([HERE] * 2), torch.tensor([[8.0, -12.0, 0.0, 1.0], list(HERE)])
    with torch.no_grad():
        nothing_said, said_here, said_there = (model(pictures, *words, origins=o) for o in (None, here, there))
        cells = [lookout().eval()(pictures, *words, origins=o)["goal"] for o in (None, there)]
    for name in ("goal", "way"):
        torch.testing.assert_close(nothing_said[name], said_here[name])
        torch.testing.assert_close(said_there[name][1], said_here[name][1])
    assert not torch.allclose(said_there["goal"][0], said_here["goal"][0], atol=1e-5)
    torch.testing.assert_close(*cells)  # a model of cells looks once


def test_words_said_here_have_the_origin_of_the_geometry() -> None:
    pose = np.array([12.0, 30.0, 77.0])
    np.testing.assert_allclose(origin_of(pose, pose), HERE, atol=1e-12)


def test_a_model_begins_with_what_fits_of_another(tmp_path: Path) -> None:
    before = lookout()
    save_model(before, tmp_path / "cells")
    torch.manual_seed(1)
    made = Lookout(replace(before.config, rings=RINGS, passes=2))
    fresh = {name: value.clone() for name, value in made.state_dict().items()}
    begin_with(made, tmp_path / "cells")
    after = made.state_dict()
    for name, value in before.state_dict().items():
        if name in after:
            assert torch.equal(after[name], value), name
    own = [name for name in after if name not in before.state_dict()]
    assert {name.split(".")[0] for name in own} == {"reach", "everywhere", "origin", "way", "no_way"}
    assert all(torch.equal(after[name], fresh[name]) for name in own)
    wider = Lookout(replace(made.config, width=24))  # hardly anything fits, and that is no error
    letters = wider.letters.weight.clone()
    begin_with(wider, tmp_path / "cells")
    assert torch.equal(wider.letters.weight, letters)
    assert torch.equal(wider.fine[1].weight, before.fine[1].weight)  # pictures are seen in the same way


def test_a_model_does_not_begin_with_another_architecture(tmp_path: Path) -> None:
    save_model(lingunet(), tmp_path / "m")
    with pytest.raises(InputError, match="is a LingUNet, which cannot become a Lookout"):
        begin_with(lookout(), tmp_path / "m")
    with pytest.raises(InputError, match="is not a model folder"):
        begin_with(lookout(), tmp_path)


def test_an_action_generator_may_know_what_a_goal_is() -> None:
    torch.manual_seed(0)
    cells, reckoned, when = torch.tensor([5, 5]), torch.zeros(2, 4), torch.zeros(2, dtype=torch.long)
    plain, typed = (ActionGenerator(ActionGeneratorConfig(5, hidden=8, typed=typed)).eval() for typed in (False, True))
    both = torch.tensor([False, True])
    alike, _ = plain(cells, reckoned, when, None, both)
    torch.testing.assert_close(alike[0], alike[1])
    different, _ = typed(cells, reckoned, when, None, both)
    assert not torch.allclose(different[0], different[1])
    torch.testing.assert_close(typed(cells, reckoned, when)[0][0], different[0])  # a place, unless somebody says otherwise
