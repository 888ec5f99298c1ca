"""Every learner for a few updates, in one process or as one of several: `python every_learner.py FOLDER EPOCHS [KILLED]`.

With KILLED the last process ends itself, as by kill -9, in the middle of the second epoch of the first learner.
"""

import os
import signal
import sys
from pathlib import Path

import torch
from learning.test_goal_types import SAID, examples
from lessons import CPU, Lesson, generator, lingunet, log_of

from sightline.errors import InputError
from sightline.language import Vocabulary
from sightline.learning.bandit import BanditConfig, learn_actions
from sightline.learning.distributed import launched
from sightline.learning.goal_types import GoalTypesTraining, learn_goal_types
from sightline.learning.joint import JointConfig, learn_jointly
from sightline.learning.reactive import ReactiveConfig, learn_reactive
from sightline.learning.run import Run
from sightline.models.chaplot18 import Chaplot18, Chaplot18Config
from sightline.models.goal_types import GoalTypes, GoalTypesConfig
from sightline.models.misra17 import Misra17, Misra17Config


class KilledRun(Run):
    """A run whose process ends itself in the second epoch."""

    def show(self, share: float, **facts: float) -> None:
        if self.epoch == 1:
            os.kill(os.getpid(), signal.SIGKILL)


def next_port() -> None:
    """Let the processes meet elsewhere for the next learner: a fast one would find the meeting that the other is leaving."""
    if "MASTER_PORT" in os.environ:
        os.environ["MASTER_PORT"] = str(int(os.environ["MASTER_PORT"]) + 1)


def learn(folder: Path, epochs: int, run_type: type[Run] = Run) -> None:
    """Train every learner; batches have an odd size, and the last has a single example."""
    lesson = Lesson.generated(1)
    train, tune, vocabulary = lesson.train.take([0, 1, 2, 3, 0, 1, 2]), lesson.tune, lesson.vocabulary
    words, rate = len(vocabulary), 0.01
    bandit, joint = BanditConfig(epochs=epochs, batch=3, learning_rate=rate), JointConfig(epochs, 3, rate)
    learn_actions(generator(), train, tune, bandit, run_type(folder / "actions", {}))
    reactive = ReactiveConfig(epochs=epochs, worlds=3, window=20, learning_rate=rate)
    torch.manual_seed(0)
    models = {
        "chaplot18": Chaplot18(Chaplot18Config(words, embedding=8, text=16, hidden=16)),
        "misra17": Misra17(Misra17Config(words, image=8, embedding=8, text=16, hidden=16)),
    }
    for name, model in models.items():
        next_port()
        learn_reactive(model, train, tune, vocabulary, reactive, Run(folder / name, {}))  # type: ignore[arg-type]
    next_port()
    learn_jointly(lingunet(words, dropout=0.0), generator(), train, tune, vocabulary, joint, Run(folder / "joint", {}))
    said = Vocabulary.of(token for each in SAID for token in each)
    torch.manual_seed(0)
    types, config = GoalTypes(GoalTypesConfig(len(said), 8, 16)), GoalTypesTraining(epochs, 3, rate)
    few = examples(7)
    next_port()
    learn_goal_types(types, few, few, said.ids, said, config, Run(folder / "types", {}), CPU)


def logs(folder: Path) -> dict[str, list[dict[str, float]]]:
    """What each learner logged."""
    return {name: log_of(Run(folder / name, {})) for name in ("actions", "chaplot18", "misra17", "joint", "types")}


if __name__ == "__main__":
    rank, size = launched()
    killed = len(sys.argv) > 3 and rank == size - 1
    try:
        learn(Path(sys.argv[1]), int(sys.argv[2]), KilledRun if killed else Run)
    except InputError as error:
        sys.exit(f"Error: {error}")
