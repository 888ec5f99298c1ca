"""Models on disk: config.json and model.safetensors in a folder, with everything that is needed to use them again."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import Tensor, nn
from torch.overrides import TorchFunctionMode

from sightline.errors import InputError
from sightline.fields import short
from sightline.files import read_json, replacing
from sightline.language import Vocabulary
from sightline.language.spelling import spell
from sightline.models.action_generator import ActionGenerator
from sightline.models.chaplot18 import Chaplot18
from sightline.models.details import DetailedLookout, Details, trunk_features
from sightline.models.goal_map import GoalModel
from sightline.models.goal_types import GoalTypes
from sightline.models.janner import Janner
from sightline.models.lingunet import LingUNet
from sightline.models.lookout import Lookout
from sightline.models.misra17 import Misra17
from sightline.models.rewriter import Rewriter

VERSION = 1
DETAILS = "details"  # the folder of details, in that of the goal model whose features they have learned from
SCALE = ":scale"  # what the name of a tensor's scales ends with
SMALLEST = 1e-12  # scale, of rows that are all zero
GROUP = 32  # numbers of 4 bits that share a scale
SCALES = [sign / (7 + k / 4) for k in range(13) for sign in (1, -1)]  # tried for a group, times its largest number
LEVELS, MOST_LEVELS = ("depth", "layers", "reading", "frames"), 64  # what is made one by one, and how many at most
LARGEST = 2**24  # size in a config
TokenEncoder = Callable[[Sequence[str]], Sequence[Any]]  # tokens to the ids or letters that a model reads
KINDS: dict[str, type[nn.Module]] = {
    "lingunet": LingUNet, "janner": Janner, "lookout": Lookout, "action-generator": ActionGenerator, "misra17": Misra17,
    "chaplot18": Chaplot18, "goal-types": GoalTypes, "rewriter": Rewriter, "details": Details,
}  # fmt: skip


def kind_of(model: nn.Module) -> str:
    """The name of a model's architecture."""
    return next(name for name, kind in KINDS.items() if type(model) is kind)


def save_model(model: nn.Module, folder: Path, vocabulary: Vocabulary | None = None, bits: int = 32, **about: Any) -> None:
    """Write a model and its config; `save_weights` says what `bits` does. Files appear whole or not at all."""
    config: dict[str, Any] = {"kind": kind_of(model), "version": VERSION, "config": asdict(model.config), "about": about}  # type: ignore[call-overload]
    save_weights(model, folder, bits)
    if vocabulary is not None:
        with replacing(folder / "vocabulary.txt") as partial:
            vocabulary.write(partial)
    with replacing(folder / "config.json") as partial:
        partial.write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")


def save_weights(model: nn.Module, folder: Path, bits: int = 32) -> None:
    """Write the weights of a model in 32, 16, 8 or 4 bits (see `packed`). `save_weights(load_model(folder), folder, 4)`
    stores a trained model in fewer bits."""
    tensors = packed({k: v.contiguous().cpu() for k, v in model.state_dict().items()}, bits)
    with replacing(folder / "model.safetensors") as partial:
        try:
            save_file(tensors, partial)
        except SafetensorError as error:  # which is what it makes of a full disk
            raise OSError(str(error)) from None


def packed(tensors: dict[str, Tensor], bits: int) -> dict[str, Tensor]:
    """Tensors in fewer bits. 16 bits are half precision. In 8 and 4 bits, matrices become integers with scales beside them
    (`NAME:scale`); vectors stay in half precision."""
    if bits not in (4, 8, 16, 32):
        raise ValueError(f"numbers are stored in 4, 8, 16 or 32 bits, not in {bits}")
    out: dict[str, Tensor] = {}
    for name, tensor in tensors.items():
        if bits == 32 or not tensor.is_floating_point():
            out[name] = tensor
        elif bits == 16 or tensor.dim() < 2:
            out[name] = tensor.half()
        else:
            out[name], out[name + SCALE] = (_bytes if bits == 8 else _nibbles)(tensor.float())
    return out


def unpacked(tensors: dict[str, Tensor], shapes: Mapping[str, torch.Size]) -> dict[str, Tensor]:
    """Tensors as models use them. `shapes` are the model's: tensors of 4 bits are stored flat."""
    out = dict(tensors)
    for name in [name for name in tensors if name + SCALE in tensors]:
        tensor, scale = tensors[name], out.pop(name + SCALE)
        shape = shapes.get(name, torch.Size())
        size = shape.numel()
        if not scale.is_floating_point():
            raise ValueError(f"the scales of {name} are not floating-point numbers")
        if tensor.dtype == torch.int8 and scale.shape == tensor.shape[:1]:
            out[name] = tensor.float() * scale.view(-1, *[1] * (tensor.dim() - 1))
        elif tensor.dtype == torch.uint8 and tensor.shape == (-(-size // 2),) and scale.shape == (-(-size // GROUP),):
            numbers = torch.stack((tensor & 15, tensor >> 4), 1).flatten()[:size].float() - 8
            out[name] = (numbers * scale.float().repeat_interleave(GROUP)[:size]).view(shape)
        else:
            found = f"{list(tensor.shape)} {str(tensor.dtype).removeprefix('torch.')} with {list(scale.shape)} scales"
            raise ValueError(f"{name} is {found}, which is not {list(shape)} in 8 or 4 bits")
    return out


def _bytes(tensor: Tensor) -> tuple[Tensor, Tensor]:
    """Integers from -127 to 127 in the tensor's shape, and one scale for each row."""
    rows = tensor.flatten(1)
    scale = (rows.abs().amax(1) / 127).clamp(min=SMALLEST)
    return (rows / scale[:, None]).round().clamp(-127, 127).to(torch.int8).view_as(tensor), scale


def _nibbles(tensor: Tensor) -> tuple[Tensor, Tensor]:
    """Integers from -8 to 7, stored plus 8, two to a byte (the first in its low half), and one half-precision scale for each
    GROUP of the flattened tensor: of SCALES, the one with the least squared error."""
    flat = tensor.flatten()
    groups = nn.functional.pad(flat, (0, -len(flat) % GROUP)).view(-1, GROUP)
    largest = groups.abs().amax(1, keepdim=True)
    least, integers = torch.full_like(largest, torch.inf), torch.zeros_like(groups)
    scale = torch.full_like(largest, torch.nan)  # stays where a number is infinite or not a number: loading refuses it
    for fraction in SCALES:
        tried = (largest * fraction).half().float()
        rounded = (groups / torch.where(tried == 0, 1, tried)).round().clamp(-8, 7)
        error = (rounded * tried - groups).square().sum(1, keepdim=True)
        better = error < least
        least, scale = torch.where(better, error, least), torch.where(better, tried, scale)
        integers = torch.where(better, rounded, integers)
    stored = (integers.flatten()[: len(flat)] + 8).to(torch.uint8)
    pairs = nn.functional.pad(stored, (0, len(flat) % 2)).view(-1, 2)
    return pairs[:, 0] | pairs[:, 1] << 4, scale.flatten().half()


def read_config(folder: Path) -> dict[str, Any]:
    """The config.json of a model folder."""
    file = folder / "config.json"
    config = read_json(file, missing=f"{folder}: is not a model folder (it has no config.json).")
    if not isinstance(config, dict) or config.get("version") != VERSION:
        version = config.get("version") if isinstance(config, dict) else None
        raise InputError(f"{file}: is of version {short(version)}; this Sightline reads version {VERSION}.")
    return config


def load_model(folder: str | os.PathLike[str], device: str = "cpu") -> nn.Module:
    """A model from its folder, ready to predict."""
    path = Path(folder)
    config = read_config(path)
    kind = KINDS.get(str(config.get("kind")))
    if kind is None:
        raise InputError(f"{path / 'config.json'}: the kind {short(config.get('kind'))} is none of {', '.join(KINDS)}.")
    make = _maker(kind, config.get("config"), path / "config.json")
    weights = path / "model.safetensors"
    with torch.device("meta"), _WithoutValues():  # sizes only, whatever the config asks for
        expected = make().state_dict()
    try:
        tensors = unpacked(load_file(weights), {name: value.shape for name, value in expected.items()})
    except (SafetensorError, OSError, RuntimeError, ValueError, KeyError) as error:
        reason = (str(error) or type(error).__name__).splitlines()[0]
        raise InputError(f"{weights}: cannot be read as weights ({reason}).") from None
    if wrong := _misfit(expected, tensors):
        raise InputError(f"{weights}: does not hold the weights of this {config['kind']}: {wrong}.")
    model = make()
    model.load_state_dict({key: value.float() for key, value in tensors.items()})
    return model.to(torch.device(device)).eval()


def load_goal_model(folder: str | os.PathLike[str], device: str = "cpu") -> Any:
    """The goal model of a folder, with the details that lie in its folder DETAILS, if there are any."""
    model, inside = load_model(folder, device), Path(folder) / DETAILS
    if not inside.is_dir():
        return model
    details = load_model(inside, device)
    if isinstance(model, Lookout) and isinstance(details, Details) and details.config.features == trunk_features(model):
        return DetailedLookout(model, details)
    raise InputError(f"{inside}: does not fit the goal predictor beside it.")


class _WithoutValues(TorchFunctionMode):
    """Draws no normal random numbers: on the device "meta" that has no effect, but loads PyTorch's compiler."""

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return kwargs["tensor"] if func is nn.init.normal_ else func(*args, **kwargs or {})


def begin_with(model: nn.Module, folder: Path) -> dict[str, Tensor]:
    """Give a model the weights of another, as far as the two have the same, which are returned; others stay as they are.

    Of a layer that has more outputs now, the first ones get the weights of before: classes are added at the end.
    """
    other = load_model(folder)
    if type(other) is not type(model):
        raise InputError(f"{folder}: is a {type(other).__name__}, which cannot become a {type(model).__name__}.")
    here, there = model.state_dict(), other.state_dict()
    same = {name: there[name] for name, value in here.items() if name in there and there[name].shape == value.shape}
    model.load_state_dict(same, strict=False)
    for name, value in here.items():
        before = there.get(name)
        if before is not None and before.dim() > 0 and before.shape[1:] == value.shape[1:] and len(before) < len(value):
            value[: len(before)].copy_(before)
    return same


def new_parts(model: nn.Module, same: Collection[str]) -> list[str]:
    """The parts of a model that did not get the weights of another: `same` are the names of those that did."""
    parts = [name.rpartition(".")[0] or name for name in model.state_dict() if name not in same]
    return list(dict.fromkeys(parts))


def _misfit(expected: dict[str, Tensor], tensors: dict[str, Tensor]) -> str:
    """What is wrong with weights, or ""."""
    for key, value in tensors.items():
        if key not in expected:
            return f"it has no {short(key)}"
        if value.shape != expected[key].shape:
            return f"{key} has the shape {list(value.shape)} instead of {list(expected[key].shape)}"
        if value.is_floating_point() != expected[key].is_floating_point():
            return f"{key} has numbers of type {str(value.dtype).removeprefix('torch.')}"
        if not value.float().isfinite().all():
            return f"{key} has numbers that are infinite or not a number"
    missing = next((key for key in expected if key not in tensors), "")
    return f"{missing} is missing" if missing else ""


def _maker(kind: type[nn.Module], config: Any, file: Path) -> Callable[[], nn.Module]:
    """What makes a model of a config."""
    if not isinstance(config, dict):
        raise InputError(f"{file}: 'config' is {short(config)}, not an object.")
    config_type: Any = kind.Config  # type: ignore[attr-defined]
    defaults = asdict(config_type())
    values = {}
    for key, value in config.items():
        if key not in defaults:
            raise InputError(f"{file}: config has {short(key)}, which is not one of {', '.join(defaults)}.")
        if not _is_like(value, defaults[key]) or (key in LEVELS and value > MOST_LEVELS):
            raise InputError(f"{file}: config has {short(value)} for {key}, where {short(defaults[key])} is usual.")
        values[key] = tuple(value) if isinstance(value, list) else value

    def make() -> nn.Module:
        try:
            return kind(config_type(**values))
        except (LookupError, TypeError, ValueError, RuntimeError, ArithmeticError, AssertionError) as error:
            reason = (str(error) or type(error).__name__).splitlines()[0]
            raise InputError(f"{file}: its config does not make a model ({reason}).") from None

    return make


def _is_like(value: Any, default: Any) -> bool:
    """Whether a value of a config can stand where a default does."""
    if isinstance(default, tuple):
        return isinstance(value, list) and len(value) <= MOST_LEVELS and all(_is_like(each, 1) for each in value)
    if isinstance(default, float):
        return type(value) in (int, float) and 0 <= value < 1
    return type(value) is type(default) and (type(value) is not int or 0 <= value <= LARGEST)


def load_vocabulary(folder: str | os.PathLike[str], model: nn.Module) -> Vocabulary:
    """The vocabulary that a model was trained with."""
    file = Path(folder) / "vocabulary.txt"
    vocabulary, size = Vocabulary.read(file), getattr(model.config, "vocabulary", None)
    if size is not None and size != len(vocabulary):
        raise InputError(f"{file}: has {len(vocabulary):,} tokens, but the model beside it was trained with {size:,}.")
    return vocabulary


def encoder_of(model: GoalModel, vocabulary: Vocabulary) -> TokenEncoder:
    """The function from tokens to a model's input: vocabulary ids or letters; an empty sentence becomes one empty token."""
    encode: TokenEncoder = spell if model.spells else vocabulary.ids
    return lambda tokens: encode(tokens or [""])
