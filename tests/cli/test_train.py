"""`sightline train`: what it prints, its options, and what it says to bad input."""

import json
import subprocess
import sys
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
import torch
from commands import run
from typer.testing import CliRunner

from sightline.agent.methods import part_folder
from sightline.cli import app
from sightline.cli.train import commands, lesson
from sightline.corpus.files import Entry, write_corpus
from sightline.corpus.kind import corpus_kind
from sightline.corpus.splits import stream_paragraph
from sightline.errors import ArgumentError, BusyError, FileFormatError, InputError
from sightline.files import only_one
from sightline.language import Vocabulary
from sightline.learning import best_goal
from sightline.learning.bandit import BanditConfig
from sightline.learning.chunk import StreamConfig
from sightline.learning.details import DetailsTraining
from sightline.learning.goal import BestConfig, GoalConfig
from sightline.learning.goal_types import GoalTypesTraining
from sightline.learning.joint import JointConfig
from sightline.learning.reactive import ReactiveConfig
from sightline.models.details import Details, DetailsConfig
from sightline.models.goal_types import GoalTypesConfig
from sightline.models.lookout import Lookout, LookoutConfig
from sightline.models.pretrained import load_model, save_model
from sightline.options import options_of
from sightline.world import kind_of

OURS = ("compiled", "things", "named", "way", "items", "wanted", "sight", "blend")  # options of best-goal alone
COMMANDS: dict[str, tuple[type, ...]] = {
    "goal": (GoalConfig,), "janner": (GoalConfig,), "actions": (BanditConfig,), "misra17": (ReactiveConfig,),
    "chaplot18": (ReactiveConfig,), "joint": (JointConfig,), "best-goal": (BestConfig, StreamConfig),
    "goal-types": (GoalTypesTraining, GoalTypesConfig), "details": (DetailsTraining, DetailsConfig),
}  # fmt: skip


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("here")
    paragraphs = [stream_paragraph(corpus_kind("lani"), 1, k) for k in range(2)]
    for name, split in (("corpus", "train"), ("empty", "dev")):
        entries = [Entry.of(split, paragraph) for paragraph in paragraphs]
        write_corpus(folder / name, entries, {"world": "lani", "source": "generated", "seed": 1}, "A few paragraphs.\n")
    houses = [stream_paragraph(corpus_kind("chai"), 5, k) for k in range(2)]
    entries = [Entry.of("train", houses[0]), Entry.of("dev", houses[1])]
    write_corpus(folder / "houses", entries, {"world": "chai", "source": "generated", "seed": 5}, "Two paragraphs.\n")
    return folder


@pytest.fixture
def here(made: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(made)
    monkeypatch.setattr(best_goal, "SAID", 20)  # paragraphs whose words are listed: 500 take seconds
    return made


def train(*words: str) -> tuple[str, str]:
    """stdout and stderr of a command in this process; bad input is raised."""
    done = CliRunner().invoke(app, ["train", *words], env={"COLUMNS": "120", "NO_COLOR": "1"})
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.stdout, done.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_of_the_configs_is_explained(command: str) -> None:
    told = " ".join(train(command, "--help")[0].split())
    for config in COMMANDS[command]:
        options = options_of(config)
        for field in fields(config):
            if field.name in options:
                flag = options[field.name].flags.split("/")[0] or "--" + field.name.replace("_", "-")
                ours = field.name in OURS and command in ("goal", "janner")
                no_critic = field.name in ("gamma", "tau", "value") and command == "misra17"
                assert (f"{flag} " in told) != (ours or no_critic), flag
    world = "chai" if command in ("goal-types", "details") else "lani"
    assert f"runs/{command}" in told and "--world" in told and f"[default: {world}]" in told
    assert ("--paragraphs" in told) == (command not in ("best-goal", "details"))
    assert ("[default: sampled]" in told) == (command == "actions")
    assert ("[default: split-text]" in told) == (command in ("goal", "joint", "best-goal"))
    assert ("[default: rnn]" in told) == (command in ("actions", "joint"))


def given(monkeypatch: pytest.MonkeyPatch, learner: str, *words: str) -> tuple[Any, ...]:
    """What a command gives its learner."""
    arguments: list[tuple[Any, ...]] = []

    class DoneError(Exception):
        pass

    def learn(*all_: Any) -> None:
        arguments.append(all_)
        raise DoneError

    monkeypatch.setattr(best_goal if words[0] == "best-goal" else commands, learner, learn)
    with pytest.raises(DoneError):
        corpus = () if "--corpus" in words else ("--corpus", "corpus")
        train(*words, *corpus, "--device", "cpu", "--out", f"runs/{len(words)}-{words[0]}")
    return arguments[0]


def test_options_reach_the_configs(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = "--depth 2 --unsplit-text --no-language --full-precision --clip 3 --learning-rate 0.5 --weight-decay 0.1"
    model, data, tune, vocabulary, config, run_ = given(monkeypatch, "learn_goals", "goal", *words.split())
    c = model.config
    assert (c.depth, c.split_text, c.language, c.vocabulary, c.ground) == (2, False, False, len(vocabulary), 16)
    assert config == GoalConfig(clip=3.0, learning_rate=0.5, weight_decay=0.1, half=False)
    assert len(tune) < len(data) + len(tune) and run_.settings["depth"] == 2 and run_.settings["world"] == "lani"
    words = "--batch 7 --gamma 0.5 --tau 0.25 --value 2 --extra 1 --window 3 --entropy 0.1"
    model, _, _, _, config, _ = given(monkeypatch, "learn_reactive", "chaplot18", *words.split())
    assert config == ReactiveConfig(worlds=7, gamma=0.5, tau=0.25, value=2.0, extra=1, window=3, entropy=0.1)
    assert model.config.actions == 4
    words = "--exact --near 3 --no-rnn --reckoning"
    model, _, _, config, _ = given(monkeypatch, "learn_actions", "actions", *words.split())
    assert config == BanditConfig(exact=True, near=3.0) and not model.config.recurrent and model.config.reckoning
    model, legs, *_ = given(monkeypatch, "learn_jointly", "joint", "--no-rnn", "--depth", "3")
    assert model.config.depth == 3 and not legs.config.recurrent
    *_, count = given(monkeypatch, "learn_actions_by_workers", "actions", "--hogwild", "2")
    assert count == 2


def test_in_houses_goals_or_instructions_are_examples(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("--corpus", "houses", "--world", "chai", "--tune-on", "dev")
    train_, dev = (stream_paragraph(corpus_kind("chai"), 5, k) for k in range(2))
    model, data, tune, *_ = given(monkeypatch, "learn_goals", "goal", *words)
    assert model.config.ground == 6 and data.reaching is not None and data.reaching.any()
    assert len(data) == sum(len(s.goals or ()) for s in train_.segments) and len(tune) == sum(
        len(s.goals or ()) for s in dev.segments
    )
    model, data, *_, run_ = given(monkeypatch, "learn_actions", "actions", *words, "--navigation-only")
    assert model.config.actions == 5 and data.reaching is not None and not data.reaching.any()
    assert run_.settings["navigation_only"] and run_.settings["tune_on"] == "dev"
    model, data, tune, *_ = given(monkeypatch, "learn_reactive", "misra17", *words)
    assert model.config.actions == 1028 and (len(data), len(tune)) == (len(train_.segments), len(dev.segments))
    model, legs, *_ = given(monkeypatch, "learn_jointly", "joint", *words)
    assert legs.config.actions == 5 and model.config.ground == 6
    with pytest.raises(FileFormatError, match="--tune-on dev"):
        train("goal", "--corpus", "corpus", "--tune-on", "dev", "--device", "cpu")


def test_ideas_are_left_out(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = [word for idea in best_goal.Idea for word in ("--without", idea)]
    model, stream, _, _, config, *_ = given(monkeypatch, "learn_goals", "best-goal", *out, "--seed", "5", "--workers", "1")
    c = model.config
    assert (c.spelling, c.attend_to_words, c.attend_to_places, c.things) == (False, False, False, 70)
    assert (c.rings, c.passes) == (0, 0)
    assert config == BestConfig(things=0.0, named=0.0, way=0.0, seed=5) and stream.vocabulary is None
    assert stream.config == StreamConfig(joined=0.0, varied=0.0, distinct=1, plain=0.0, again=0.0, seed=5)
    model, stream, tune, *_ = given(monkeypatch, "learn_goals", "best-goal", "--seed", "5")
    assert (model.config.rings, model.config.passes, model.config.things) == (28, 4, 70)
    assert stream.config == StreamConfig(seed=5, rings=True) and tune.rings and stream.mixed == ()
    model, stream, _, vocabulary, *_ = given(monkeypatch, "learn_goals", "best-goal", "--model", "lingunet", "--depth", "2")
    assert model.config.depth == 2 and stream.vocabulary is vocabulary and stream.config == StreamConfig()
    with pytest.raises(ArgumentError, match="depth"):
        train("best-goal", "--depth", "2", "--corpus", "corpus")
    with pytest.raises(ArgumentError, match="spelling"):
        train("best-goal", "--no-spelling", "--model", "lingunet", "--corpus", "corpus")


def test_training_begins_with_another_model_and_a_corpus_mixed_in(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(best_goal, "FRESH", 2)
    words = "--from best --mix 0.8 --workers 1 --seed 3"
    model, stream, tune, known, _, run_, began = given(monkeypatch, "learn_goals", "best-goal", *words.split())
    assert known.tokens[0] == "<unknown>" and "lighthouse" in known  # of the corpus, and what the model knew before
    bundled = load_model(part_folder(kind_of("lani"), "best", "goal")).state_dict()
    assert model.state_dict().keys() == bundled.keys()
    assert all(torch.equal(value, bundled[name]) for name, value in model.state_dict().items())
    learning = [stream_paragraph(corpus_kind("lani"), 1, k) for k in range(2)]
    assert [p.seed for p in stream.mixed] == [learning[0].seed] and stream.config.mix == 0.8
    fresh = [stream_paragraph(corpus_kind("lani"), 4, k) for k in range(2)]  # of another seed than the stream's
    assert began.keys() == bundled.keys()
    plain = len(tune) - sum(len(p.segments) for p in (learning[1], *fresh))
    assert 2 <= plain <= 6  # three plain commands in each fresh field, where there is something to say
    assert run_.settings["begin"] == "best" and run_.settings["mix"] == 0.8
    with pytest.raises(InputError, match="LingUNet"):
        train("best-goal", "--from", "paper", "--corpus", "corpus", "--device", "cpu", "--out", "runs/paper")
    with pytest.raises(ArgumentError, match="--from"):
        train("best-goal", "--blend", "0.5", "--corpus", "corpus", "--device", "cpu", "--out", "runs/blend")
    with pytest.raises(InputError, match="nowhere"):
        train("best-goal", "--from", "nowhere", "--corpus", "corpus", "--device", "cpu", "--out", "runs/nowhere")


def test_the_papers_models_begin_with_others_too(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model, *_ = given(monkeypatch, "learn_goals", "goal")
    save_model(model, here / "goal-before", Vocabulary.of(["go"]))
    again, *_, run_ = given(monkeypatch, "learn_goals", "goal", "--from", "goal-before", "--seed", "7")
    assert all(torch.equal(value, again.state_dict()[name]) for name, value in model.state_dict().items())
    assert run_.settings["begin"] == "goal-before"
    with pytest.raises(InputError, match="LingUNet"):
        train("goal", "--from", "best", "--corpus", "corpus", "--device", "cpu", "--out", "runs/other")


def test_a_small_model_goes_on_learning_a_corpus_of_ones_own(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def small(config: LookoutConfig) -> Lookout:
        return Lookout(replace(config, width=8, heads=2, layers=1, reading=1, channels=(4, 4)))

    monkeypatch.setattr(best_goal, "FRESH", 1)
    monkeypatch.setattr(best_goal, "Lookout", small)
    torch.manual_seed(8)
    begun = small(LookoutConfig(rings=28, passes=4))
    save_model(begun, here / "begun", Vocabulary.of(["go"]))
    words = (
        "best-goal", "--from", "begun", "--corpus", "corpus", "--mix", "0.8", "--device", "cpu", "--out", "runs/mixed",
        "--chunks", "2", "--chunk-paragraphs", "1", "--batch", "4", "--workers", "1", "--learning-rate", "0.0001", "--json",
    )  # fmt: skip
    out, told = train(*words, "--epochs", "1")
    facts = json.loads(out)
    assert facts["epochs"] == 1 and facts["tune"].keys() == {"Dist", "Acc"} and "going on" not in told
    learned, before = load_model(here / "runs/mixed/best").state_dict(), begun.state_dict()
    changed = [(learned[name] - value).abs().max() for name, value in before.items() if value.is_floating_point()]
    assert max(changed) > 0 and float((learned["letters.weight"] - before["letters.weight"]).abs().max()) < 0.01
    out, told = train(*words, "--epochs", "2")
    assert json.loads(out)["epochs"] == 2 and "runs/mixed: going on after epoch 1." in told
    for other in (("--mix", "0.9"), ("--from", "best"), ("--again", "0.5")):
        with pytest.raises(InputError, match="was started with another"):
            train(*words, "--epochs", "2", *other)


def test_a_run_reports_goes_on_and_refuses_other_settings(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("actions", "--corpus", "corpus", "--device", "cpu", "--batch", "8", "--out", "runs/a", "--extra", "0")
    out, told = train(*words, "--epochs", "1")
    assert out == "runs/a/best\n"
    assert "Best of 1 epochs is 1" in told and "going on" not in told
    assert "100% epoch 1/1, reward " in told and told.count("epoch 1/1") == 1  # the last line comes without waiting
    monkeypatch.setattr(lesson, "PROGRESS_EVERY", 0.0)
    out, told = train(*words, "--epochs", "2", "--json")
    facts = json.loads(out)
    assert facts["epochs"] == 2 and facts["folder"] == "runs/a/best" and set(facts["tune"]) == {"tune_SD", "tune_TC"}
    assert "runs/a: going on after epoch 1." in told and told.count("epoch 2/2") >= 2
    for other in (("--entropy", "0.2"), ("--no-rnn",), ("--exact",), ("--seed", "1"), ("--extra", "2"), ("--near", "3")):
        with pytest.raises(InputError, match="was started with another"):
            train(*words, *other)
    (here / "runs/a/checkpoint.pt").write_bytes(b"junk")
    with pytest.raises(InputError, match="cannot be read as a checkpoint"):
        train(*words)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--corpus", "nowhere"), "nowhere"),
        (("--corpus", "empty"), "training examples"),
        (("--corpus", "corpus", "--minutes", "0", "--out", "runs/b"), "--minutes"),
        (("--corpus", "corpus", "--out", "corpus/README.md"), "--out"),
        (("--corpus", "corpus", "--world", "mars"), "mars"),
        (("--corpus", "corpus", "--world", "chai"), "--world lani"),
        pytest.param(
            ("--device", "cuda"), "finds no GPU", marks=pytest.mark.skipif(torch.cuda.is_available(), reason="a GPU")
        ),
    ],
)  # fmt: skip
def test_bad_input_ends_in_one_sentence(words: tuple[str, ...], told: str, here: Path) -> None:
    with pytest.raises(InputError, match=told):
        train("actions", *words)


def test_hogwild_has_processes_of_its_own(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORLD_SIZE", "2")
    with pytest.raises(ArgumentError, match="torchrun"):
        train("actions", "--corpus", "corpus", "--hogwild", "2")


def test_other_commands_do_without_torch() -> None:
    code = (
        "import sys\nfrom typer.testing import CliRunner\nfrom sightline.cli import app\n"
        "assert 'train' in CliRunner().invoke(app, ['--help']).stdout\nsys.exit('torch' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_the_command_line_gives_exit_code_2(tmp_path: Path) -> None:
    assert "no such folder" in run("train", "joint", "--corpus", "nowhere", cwd=tmp_path, expect=2).stderr
    assert list(tmp_path.iterdir()) == []


def test_two_trainings_do_not_meet_in_one_folder(here: Path) -> None:
    words = ("actions", "--corpus", "corpus", "--device", "cpu", "--out", "runs/busy")
    (here / "runs/busy").mkdir(parents=True)
    with (
        only_one(here / "runs/busy/.lock", "?"),
        pytest.raises(BusyError, match="runs/busy"),
    ):
        train(*words)
    assert list((here / "runs/busy").iterdir()) == []


@pytest.mark.parametrize(
    "words",
    [("--learning-rate", "nan"), ("--entropy", "inf"), ("--minutes", "nan"), ("--epochs", "1" + "0" * 400), ("--seed", "²")],
)
def test_numbers_that_are_none_are_refused(words: tuple[str, str], here: Path) -> None:
    run("train", "actions", "--corpus", "corpus", "--device", "cpu", *words, expect=2)


def test_details_learn_from_a_trunk_that_has_the_features(here: Path, tmp_path: Path) -> None:
    words = ("--epochs", "1", "--panoramas", "2", "--batch", "2", "--tuning", "2", "--width", "16", "--blocks", "1")
    train("details", *words, "--out", str(tmp_path / "run"), "--json")
    details = load_model(tmp_path / "run" / "best")
    assert isinstance(details, Details) and details.config.parts == len(kind_of("chai").part_names)
    with pytest.raises(ArgumentError, match="lookout"):
        train("details", *words, "--from", "paper", "--out", str(tmp_path / "other"))
    with pytest.raises(ArgumentError, match="chai"):
        train("details", *words, "--world", "lani", "--out", str(tmp_path / "other"))
