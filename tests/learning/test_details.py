"""Learning of details: from the features of a trained goal predictor, which stays as it is."""

from dataclasses import asdict
from pathlib import Path
from random import Random

import torch
from houses import CHAI

from sightline.agent.methods import WEIGHTS
from sightline.chai.house import load_house
from sightline.corpus.chai.details import detailed_views
from sightline.corpus.detailed import DetailedViews
from sightline.learning.details import DetailsTraining, learn_details
from sightline.learning.run import Run
from sightline.models.details import Details, DetailsConfig, trunk_features
from sightline.models.lookout import Lookout
from sightline.models.pretrained import load_model


def test_it_learns_what_one_house_shows_and_leaves_the_trunk_alone(tmp_path: Path) -> None:
    trunk = load_model(WEIGHTS / "chai" / "best-goal")
    assert isinstance(trunk, Lookout)
    before = {name: value.clone() for name, value in trunk.state_dict().items()}
    house = load_house(1)
    config = DetailsTraining(epochs=4, panoramas=16, batch=2, tuning=8)

    def make(random: Random, count: int) -> DetailedViews:
        return detailed_views(random, count, [house])

    torch.manual_seed(0)
    shape = DetailsConfig(things=CHAI.things, parts=len(CHAI.part_names), features=trunk_features(trunk), width=32, blocks=1)
    run = Run(tmp_path / "run", asdict(config))
    best = learn_details(Details(shape), CHAI, trunk, make, config, run, torch.device("cpu"))
    log = (tmp_path / "run" / "log.jsonl").read_text().splitlines()
    assert len(log) == 4 and isinstance(load_model(best), Details)
    assert all(torch.equal(value, before[name]) for name, value in trunk.state_dict().items())
    assert run.best < 200, "it names something right"
