"""What learners learn from in tests: a few instructions, small models, and the log of a run."""

import json
from dataclasses import dataclass
from typing import Any

import torch

from sightline.corpus.examples import examples_of
from sightline.corpus.kind import corpus_kind
from sightline.corpus.splits import stream_paragraph
from sightline.language import Vocabulary
from sightline.learning.data import Dataset
from sightline.learning.run import Run
from sightline.models.action_generator import ActionGenerator, ActionGeneratorConfig
from sightline.models.lingunet import LingUNet, LingUNetConfig
from sightline.models.lookout import Lookout, LookoutConfig
from sightline.options import options_of
from sightline.world import kind_of

torch.set_num_threads(1)  # on a busy machine, threads wait for each other longer than they help
CPU = torch.device("cpu")
LANI = kind_of("lani")


@dataclass
class Lesson:
    train: Dataset
    tune: Dataset
    vocabulary: Vocabulary

    @classmethod
    def generated(cls, paragraphs: int) -> "Lesson":
        made = [stream_paragraph(corpus_kind("lani"), 7, k) for k in range(paragraphs)]
        vocabulary = Vocabulary.of(token for p in made for segment in p.segments for token in segment.tokens)
        train, tune = (Dataset.of(examples_of(part), vocabulary.ids, CPU) for part in (made, made[-1:]))
        return cls(train, tune, vocabulary)


def straight_ahead(count: int) -> Dataset:
    """The easiest lesson there is: empty fields, every goal 12 units straight ahead, where even a random walk learns."""
    empty: dict[str, Any] = {"landmarks": [], "lakes": []}
    scene, start, goal = LANI.scene_from_json(empty), (25.0, 15.0, 0.0), (25.0, 27.0)
    episode = LANI.generate(0, scene, start, goal, "go straight ahead .")
    return Dataset(LANI, [episode] * count, [[1, 2, 3, 4]] * count, CPU)


def lingunet(words: int, dropout: float = 0.5) -> LingUNet:
    torch.manual_seed(0)
    return LingUNet(LingUNetConfig(words, 8, 16, features=(4, 4), channels=4, dropout=dropout))


def lookout() -> Lookout:
    torch.manual_seed(0)
    return Lookout(LookoutConfig(width=8, heads=2, layers=1, reading=1, channels=(4, 4), things=LANI.things))


def generator() -> ActionGenerator:
    torch.manual_seed(0)
    return ActionGenerator(ActionGeneratorConfig(hidden=32))


def log_of(run: Run) -> list[dict[str, Any]]:
    """The lines of a run's log, without the time of day."""
    lines = (run.folder / "log.jsonl").read_text().splitlines()
    return [{k: v for k, v in json.loads(line).items() if k != "time"} for line in lines]


def options(config: Any) -> dict[str, tuple[Any, ...]]:
    """The default, the least and the greatest value of each option of a config."""
    return {name: (getattr(config, name), each.min, each.max) for name, each in options_of(config).items()}
