"""Learning goal types: words that tell the types are learned, and the score counts interactions and the last goal."""

from pathlib import Path

import torch
from lessons import CPU, log_of

from sightline.agent.goal_typing import predict_types, types_of
from sightline.corpus.examples import Example
from sightline.corpus.records import Paragraph, Segment
from sightline.language import Vocabulary
from sightline.learning.goal_types import GoalTypesTraining, learn_goal_types, type_scores
from sightline.learning.run import Run
from sightline.models.goal_types import GoalTypes, GoalTypesConfig
from sightline.models.pretrained import load_model, read_config
from sightline.world import INTERACTION, NAVIGATION, Goal, kind_of

GO, TAKE = Goal(NAVIGATION, (25.0, 20.0)), Goal(INTERACTION, (25.0, 20.0, 0.0), (25.0, 1.0, 21.0), ("pick up", "a 1", ""))
SAID = {
    ("go",): (GO,), ("take",): (TAKE,), ("take", "and", "take"): (TAKE, TAKE), ("take", "and", "go"): (TAKE, GO),
    ("go", "and", "take"): (GO, TAKE),
}  # fmt: skip


def examples(count: int) -> list[Example]:
    scene = kind_of("lani").scene_from_json({"landmarks": [], "lakes": []})
    chosen = []
    for n in range(count):
        words, goals = list(SAID.items())[n % len(SAID)]
        segment = Segment(" ".join(words), list(words), (25.0, 15.0, 0.0), (25.0, 20.0), "FF", goals=goals)
        chosen.append(Example(Paragraph(str(n), scene, [segment]), 0))
    return chosen


def test_the_score_counts_interactions_and_what_comes_last() -> None:
    right = [[0], [1], [1, 1], [0, 1, 0], [0, 0]]
    assert type_scores(right, right) == {"types": 100.0, "exact": 100.0}
    assert type_scores([[0], [0, 1], [1, 0, 1], [1, 0], [0]], right) == {"types": 100.0, "exact": 20.0}  # doors do not count
    assert type_scores([[], [1, 1], [1], [0, 1], [1]], right) == {"types": 0.0, "exact": 0.0}


def test_types_that_the_words_tell_are_learned(tmp_path: Path) -> None:
    torch.manual_seed(0)
    train, tune = examples(60), examples(10)
    vocabulary = Vocabulary.of(token for words in SAID for token in words)
    model = GoalTypes(GoalTypesConfig(len(vocabulary), 8, 16))
    config = GoalTypesTraining(epochs=30, batch=10, learning_rate=0.02)
    run = Run(tmp_path / "run", {"seed": 0})
    folder = learn_goal_types(model, train, tune, vocabulary.ids, vocabulary, config, run, CPU)
    kept = load_model(folder)
    assert isinstance(kept, GoalTypes)
    assert predict_types(kept, [example.segment.tokens for example in tune], vocabulary.ids, CPU) == [
        types_of(example.goals) for example in tune
    ]
    scores, about = [line["score"] for line in log_of(run)], read_config(folder)["about"]
    assert about["epoch"] == 1 + scores.index(min(scores)) and about["tune"] == {"types": 100.0, "exact": 100.0}
