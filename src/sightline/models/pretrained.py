"""Models on disk: config.json and model.safetensors in a folder, with everything that is needed to use them again."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file, save_file
from torch import nn

from sightline.errors import InputError
from sightline.files import read_json, replacing
from sightline.language import Vocabulary
from sightline.language.spelling import spell
from sightline.models.action_generator import ActionGenerator
from sightline.models.chaplot18 import Chaplot18
from sightline.models.goal_map import GoalModel
from sightline.models.janner import Janner
from sightline.models.lingunet import LingUNet
from sightline.models.lookout import Lookout
from sightline.models.misra17 import Misra17

VERSION = 1
Reader = Callable[[Sequence[str]], Sequence[Any]]  # tokens to what a model reads: a number or several for each
KINDS: dict[str, type[nn.Module]] = {
    "lingunet": LingUNet, "janner": Janner, "lookout": Lookout, "action-generator": ActionGenerator, "misra17": Misra17,
    "chaplot18": Chaplot18,
}  # fmt: skip


def kind_of(model: nn.Module) -> str:
    """The name of a model's architecture."""
    return next(name for name, kind in KINDS.items() if type(model) is kind)


def save_model(
    model: nn.Module, folder: Path, vocabulary: Vocabulary | None = None, half: bool = False, **about: Any
) -> None:
    """Write a model; `half` stores its numbers in half precision. Files appear whole or not at all."""
    tensors = {
        k: (v.half() if half and v.is_floating_point() else v).contiguous().cpu() for k, v in model.state_dict().items()
    }
    config: dict[str, Any] = {"kind": kind_of(model), "version": VERSION, "config": asdict(model.config), "about": about}  # type: ignore[call-overload]
    with replacing(folder / "model.safetensors") as partial:
        save_file(tensors, partial)
    if vocabulary is not None:
        with replacing(folder / "vocabulary.txt") as partial:
            vocabulary.write(partial)
    with replacing(folder / "config.json") as partial:
        partial.write_text(json.dumps(config, indent=2) + "\n", encoding="utf-8")


def read_config(folder: Path) -> dict[str, Any]:
    """The config.json of a model folder."""
    file = folder / "config.json"
    config = read_json(file, missing=f"{folder}: is not a model folder (it has no config.json).")
    if not isinstance(config, dict) or config.get("version") != VERSION:
        version = config.get("version") if isinstance(config, dict) else None
        raise InputError(f"{file}: is of version {version!r}; this Sightline reads version {VERSION}.")
    return config


def load_model(folder: str | os.PathLike[str], device: str = "cpu") -> nn.Module:
    """A model from its folder, ready to predict."""
    path = Path(folder)
    config = read_config(path)
    kind = KINDS.get(str(config.get("kind")))
    if kind is None:
        raise InputError(f"{path / 'config.json'}: the kind {config.get('kind')!r} is none of {', '.join(KINDS)}.")
    model = _model_of(kind, config.get("config"), path / "config.json")
    try:
        tensors = load_file(path / "model.safetensors")
        model.load_state_dict({key: value.float() for key, value in tensors.items()})
    except (SafetensorError, OSError, RuntimeError) as error:
        raise InputError(
            f"{path / 'model.safetensors'}: does not hold these weights ({str(error).splitlines()[0]})."
        ) from None
    return model.to(torch.device(device)).eval()


def begin_with(model: nn.Module, folder: Path) -> list[str]:
    """Give a model the weights of another, as far as the two have the same; the names of those that it keeps its own of."""
    there = load_model(folder).state_dict()
    here = model.state_dict()
    shared = {name: there[name] for name, value in here.items() if name in there and there[name].shape == value.shape}
    model.load_state_dict(shared, strict=False)
    return [name for name in here if name not in shared]


def _model_of(kind: type[nn.Module], config: Any, file: Path) -> nn.Module:
    config_type: Any = kind.Config  # type: ignore[attr-defined]
    known = {f.name for f in fields(config_type)}
    try:
        values = {key: tuple(v) if isinstance(v, list) else v for key, v in config.items() if key in known}
        return kind(config_type(**values))
    except (AttributeError, TypeError, ValueError, RuntimeError, ZeroDivisionError) as error:
        raise InputError(f"{file}: its config does not make a model ({str(error).splitlines()[0]}).") from None


def load_vocabulary(folder: str | os.PathLike[str]) -> Vocabulary:
    """The vocabulary that a model was trained with."""
    return Vocabulary.read(Path(folder) / "vocabulary.txt")


def reader(model: GoalModel, vocabulary: Vocabulary) -> Reader:
    """How a model reads tokens: as numbers of a vocabulary, or by their spelling; no tokens are one that is empty."""
    read: Reader = spell if model.spells else vocabulary.ids
    return lambda tokens: read(tokens or [""])
