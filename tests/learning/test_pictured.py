"""Learning from pictures that another renderer drew: in the usual training, resumed exactly, and better afterwards."""

from pathlib import Path

import numpy as np
import pytest
import torch
from drawn_pictures import draw_plots
from lessons import CPU, log_of

from sightline.agent.pointer import Pointer
from sightline.language import Vocabulary
from sightline.language.spelling import spell
from sightline.learning.goal import BestConfig, learn_goals
from sightline.learning.picture_rows import PictureTable, read_table
from sightline.learning.pictured import Pictured, score_rows
from sightline.learning.run import Run
from sightline.models.lingunet import LingUNet, LingUNetConfig
from sightline.models.lookout import Lookout, LookoutConfig
from sightline.models.pretrained import load_model

WORDS = Vocabulary.of(["the"])
CONFIG = BestConfig(epochs=2, batch=4, learning_rate=0.003, half=False, compiled=False, decay=False)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> PictureTable:
    return read_table(draw_plots(tmp_path_factory.mktemp("plots"), 3))


def lookout() -> Lookout:
    torch.manual_seed(0)
    shape = LookoutConfig(width=8, heads=2, layers=1, reading=1, channels=(4, 4), things=0, rings=28, interacts=True)
    return Lookout(shape)


def data(table: PictureTable, varied: bool) -> Pictured:
    return Pictured(table, table.rows[:8], spell, WORDS, CPU, varied)


def learn(table: PictureTable, folder: Path, epochs: int) -> Run:
    run = Run(folder, {})
    config = BestConfig(**{**vars(CONFIG), "epochs": epochs})
    learn_goals(lookout(), data(table, True), data(table, False), WORDS, config, run)
    return run


def test_the_usual_training_learns_and_resumes_exactly(table: PictureTable, tmp_path: Path) -> None:
    whole = learn(table, tmp_path / "whole", 2)
    learn(table, tmp_path / "parts", 1)
    parts = learn(table, tmp_path / "parts", 2)
    assert log_of(whole) == log_of(parts)
    assert log_of(whole)[1]["loss"] < log_of(whole)[0]["loss"]
    assert {"tune_dist", "tune_acc"} <= set(log_of(whole)[0])
    pointer = Pointer(load_model(tmp_path / "whole/best"), WORDS, CPU)  # type: ignore[arg-type]
    score = score_rows(pointer, table, table.rows[:8])
    assert 0 <= score["Acc"] <= 100 and 0 <= score["sureness"] <= 100


def test_an_example_is_the_cell_of_its_pixel(table: PictureTable) -> None:
    batch = data(table, False).batch(np.arange(3))
    assert batch.inside is not None and batch.inside.gather(1, batch.classes[:, None]).all()
    first = table.rows[0]
    colour = np.asarray(table.pictures[first.picture])[
        int(first.y * table.pictures[first.picture].height), int(first.x * table.pictures[first.picture].width)
    ]
    row, column = divmod(int(batch.classes[0]), 192)
    seen = batch.pictures[0, row * 4 : row * 4 + 4, column * 4 : column * 4 + 4].float().mean((0, 1)).numpy()
    assert np.abs(seen - colour).max() < 120
    torch.manual_seed(1)
    one, two = (data(table, True).batch(np.arange(3)) for _ in range(2))
    assert not torch.equal(one.pictures, two.pictures)  # other sizes and places each time
    assert one.inside is not None and one.inside.gather(1, one.classes[:, None]).all()


def test_the_papers_model_learns_from_pictures_too(table: PictureTable, tmp_path: Path) -> None:
    words = Vocabulary.of(token for row in table.rows for token in row.words.split())
    torch.manual_seed(0)
    model = LingUNet(LingUNetConfig(len(words), 8, 16, features=(4, 4), channels=4, dropout=0.0))
    rows = Pictured(table, table.rows[:4], words.ids, words, CPU, False)
    run = Run(tmp_path, {})
    learn_goals(model, rows, rows, words, BestConfig(**{**vars(CONFIG), "epochs": 3}), run)
    losses = [line["loss"] for line in log_of(run)]
    assert losses[-1] < losses[0]


def test_bundled_weights_find_more_than_chance_in_plots(table: PictureTable) -> None:
    pointer = Pointer.from_pretrained("best")
    rows = [row for row in table.rows if "line" not in row.words]
    assert score_rows(pointer, table, rows)["Acc"] > 25  # by chance it would be about 3
