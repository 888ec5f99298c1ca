"""Bad weights and checkpoints."""

import json
import math
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import torch
from bad import ANY, Case, shown
from safetensors.torch import load_file, save_file

from sightline.agent.agent import load_predictor, seer_of
from sightline.agent.aim import Aim
from sightline.agent.journey import Journey
from sightline.agent.legs import LearnedLegs, load_action_generator
from sightline.agent.reactive import Reactive
from sightline.agent.seers import GivenAims
from sightline.language import Vocabulary
from sightline.learning.run import Run
from sightline.models.action_generator import ActionGenerator, ActionGeneratorConfig
from sightline.models.chaplot18 import Chaplot18, Chaplot18Config
from sightline.models.janner import Janner, JannerConfig
from sightline.models.lingunet import LingUNet, LingUNetConfig
from sightline.models.lookout import Lookout, LookoutConfig
from sightline.models.misra17 import Misra17, Misra17Config
from sightline.models.pretrained import save_model
from sightline.world import kind_of

torch.set_num_threads(1)
WORDS = Vocabulary.of(["go", "to", "the", "barrel"])
MODELS: dict[str, Callable[[], Any]] = {
    "lingunet": lambda: LingUNet(LingUNetConfig(len(WORDS), 8, 16, features=(4, 4), channels=4)),
    "lookout": lambda: Lookout(LookoutConfig(width=8, heads=2, layers=1, reading=1, channels=(4, 4))),
    "janner": lambda: Janner(JannerConfig(len(WORDS), 8, 24, 20, (4, 4))),
    "action-generator": lambda: ActionGenerator(ActionGeneratorConfig(hidden=8)),
    "misra17": lambda: Misra17(Misra17Config(len(WORDS), text=8, hidden=8)),
    "chaplot18": lambda: Chaplot18(Chaplot18Config(len(WORDS))),
}


def use(name: str, folder: Path) -> None:
    """Load a model as commands do, and let it see something."""
    lani = kind_of("lani")
    world = lani.make(horizon=1)
    world.reset(lani.anywhere(1, 0))
    if name in ("misra17", "chaplot18"):
        Reactive.from_folder(folder).policy(world)(world)
    elif name == "action-generator":
        legs = LearnedLegs(lani, load_action_generator(lani, folder, torch.device("cpu")), world)
        Journey(lani, world, GivenAims([[Aim(episode.goal)] for episode in world.episodes]), legs).finish()
    else:
        Journey(lani, world, seer_of(load_predictor(lani, folder)), None).look()


def weights(random: Random, number: int) -> Case:
    """A model folder in which tensors, the config, the vocabulary or bytes are not those that were written."""
    name, bits = random.choice(list(MODELS)), random.choice((4, 8, 16, 32))
    do = random.choice(
        ("missing", "extra", "shape", "type", "nan", "vocabulary", "config", "top", "cut", "bytes", "kind", "empty", "file")
    )
    value, pick, at = random.choice(ANY), random.random(), random.random()
    other = random.choice([m for m in MODELS if m != name])
    change = random.choice((-2, -1, 1, 5))
    file = random.choice(("model.safetensors", "config.json", "vocabulary.txt"))

    def attempt(folder: Path) -> None:
        place = folder / "model"
        save_model(MODELS[name](), place, WORDS, bits, epoch=1)
        target = place / "model.safetensors"
        tensors = load_file(target)
        key = list(tensors)[int(pick * len(tensors))]
        config = json.loads((place / "config.json").read_text())
        if do == "missing":
            del tensors[key]
        elif do == "extra":
            tensors["more"] = torch.zeros(3)
        elif do == "shape":
            tensors[key] = torch.zeros(*tensors[key].shape, 2)
        elif do == "type":
            tensors[key] = tensors[key].int() if tensors[key].is_floating_point() else tensors[key].float()
        elif do == "nan":
            floats = [k for k, t in tensors.items() if t.is_floating_point()]
            key = floats[int(pick * len(floats))]
            tensors[key] = torch.full_like(tensors[key], random.choice((math.nan, math.inf)))
        elif do == "vocabulary":
            words = [f"w{k}" for k in range(len(WORDS) - 1 + change)]
            Vocabulary.of(words).write(place / "vocabulary.txt")
        elif do == "config":
            fields = list(config["config"])
            config["config"][fields[int(pick * len(fields))]] = value
        elif do == "top":
            config[list(config)[int(pick * 3)]] = value
        elif do == "kind":
            config["kind"] = other
        save_file(tensors, target)
        (place / "config.json").write_text(json.dumps(config))
        data = (place / file).read_bytes()
        if do == "cut":
            target.write_bytes(target.read_bytes()[: int(at * (target.stat().st_size - 1))])
        elif do == "bytes":
            k = int(at * len(data))
            (place / file).write_bytes(data[:k] + random.randbytes(8) + data[k + 8 :])
        elif do == "empty":
            (place / file).write_bytes(b"")
        elif do == "file":
            (place / file).unlink()
            (place / file).mkdir()
        use(name, place)

    by_letters = name in ("lookout", "action-generator")  # which read no vocabulary, or none of their own
    sure = do in ("missing", "extra", "shape", "type", "nan", "cut", "kind") or (do == "vocabulary" and not by_letters)
    detail = shown(value) if do in ("config", "top") else file if do in ("bytes", "empty", "file") else ""
    return Case(f"{name} in {bits} bits: {do} {detail}", attempt, sure)


def checkpoints(random: Random, number: int) -> Case:
    """A checkpoint.pt that is garbage, cut off, or of something else."""
    do = random.choice(("bytes", "cut", "garbage", "empty", "key", "part", "shape", "optimizer", "settings", "nan", "other"))
    key, value, at = random.choice(("epoch", "seconds", "best", "settings", "parts")), random.choice(ANY), random.random()

    def attempt(folder: Path) -> None:
        def made(size: int = 2) -> dict[str, Any]:
            model = torch.nn.Linear(size, size)
            optimizer = torch.optim.Adam(model.parameters())
            model(torch.ones(1, size)).sum().backward()
            optimizer.step()
            return {"model": model, "optimizer": optimizer}

        first = Run(folder / "run", {"seed": 1})
        for _ in first.epochs(1, 0):
            first.finish_epoch(made(3 if do == "shape" else 2), 1.0, lambda: None)
        file = first.checkpoint
        data = file.read_bytes()
        kept = torch.load(file, weights_only=True)
        if do == "bytes":
            k = int(at * len(data))
            file.write_bytes(data[:k] + random.randbytes(64) + data[k + 64 :])
        elif do in ("cut", "empty", "garbage"):
            file.write_bytes(
                data[: int(at * (len(data) - 1))] if do == "cut" else b"" if do == "empty" else random.randbytes(500)
            )
        else:
            if do == "key":
                kept[key] = value
            elif do == "part":
                kept["parts"][random.choice(("model", "optimizer"))] = value
            elif do == "optimizer":
                state = kept["parts"]["optimizer"]["state"]
                state[0] = random.choice(
                    ({"step": torch.tensor(1.0), "exp_avg": torch.zeros(7), "exp_avg_sq": torch.zeros(7)}, {}, value)
                )
            elif do == "settings":
                kept["settings"] = {"seed": value}
            elif do == "nan":
                kept["parts"]["model"]["weight"].fill_(math.nan)
            elif do == "other":
                kept = random.choice((value, [1], {"epoch": 3}, torch.zeros(3)))
            torch.save(kept, file)
        run, parts = Run(folder / "run", {"seed": 1}), made()
        run.resume(parts, torch.device("cpu"))
        for _ in run.epochs(2, 0):
            parts["model"](torch.ones(1, 2)).sum().backward()
            parts["optimizer"].step()
            run.finish_epoch(parts, 1.0, lambda: None)

    sure = (
        do in ("cut", "garbage", "empty", "shape", "nan", "other")
        or (do == "part")
        or (do == "settings" and value is not True)
    )
    said = f"{key} = {shown(value)}" if do == "key" else shown(value) if do in ("part", "settings", "optimizer") else ""
    return Case(f"{do} {said}", attempt, sure)
