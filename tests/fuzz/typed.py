"""What people type: words of instructions, and the options and arguments of every command."""

import inspect
from contextlib import suppress
from enum import Enum
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, get_args, get_type_hints

import typer
from bad import TEXTS, Case, command, shown
from corpora import write_right

from sightline.cli import app
from sightline.cli.bench.commands import app as measured
from sightline.cli.train.commands import app as trained
from sightline.language import Vocabulary, tokenize
from sightline.language.spelling import spell

NO_NUMBERS = ("", " ", "²", "nan", "inf", "-inf", "1e400", "9" * 5000, "1" + "0" * 400, "-" + "1" * 400, "x", "0x10",
              "\udcff", "🙂", "1,5", "--", "1e308", "-1e308", "½", "None", "١٢", "1_0", "true", "‮1")  # fmt: skip
STRANGE = ("a" * 200_000, "caf\udce9 go", "go \ud800", "\0go", "🙂", "‮שלום", "", " ", "²", "٣ ٤", "9" * 5000, "go " * 50_000,
           "x-" * 50_000 + "x", "'" * 100_000, "a’" * 50_000 + "a", "\n\t go \x1b[31m", "İ" * 1000, "ß" * 1000,
           "e\u0301" * 1000,            "１２３", "..." * 10_000)  # fmt: skip

LATE = {"train": trained, "bench": measured}  # groups that are loaded when they are entered


def words(random: Random, number: int) -> Case:
    """Instructions of strange letters, read by tokenizer, speller, vocabulary and an agent, or given to commands."""
    text = random.choice(STRANGE)
    if random.random() < 0.5:
        k = random.randrange(len(text) + 1)
        text = text[:k] + random.choice(STRANGE)[:1000] + text[k:]
    if number % 20 == 0:
        line = text.replace("\0", "")[:60_000]  # no command line can hold more, nor a NUL
        there = bool(line.strip()) and random.random() < 0.5
        verb = ["follow", "--yes", "--out", "out"] if there else ["figure", "goal", "--out", "goal.png"]
        return Case(f"{verb[0]} {shown(line)}", lambda folder: command(*verb, "--method", "paper", "--", line), False)

    def attempt(folder: Path) -> None:
        tokens = tokenize(text)
        assert len(spell(tokens)) == len(tokens)
        Vocabulary.of(["go"]).ids(tokens)
        small_agent().unknown_words(text)
        small_agent().predictor.maps(look_at(text))

    return Case(shown(text), attempt, False)


@cache
def small_agent() -> Any:
    """An agent that reads by letters, small enough to read thousands of instructions."""
    import torch

    from sightline.agent.agent import Agent
    from sightline.agent.predictor import GoalPredictor
    from sightline.models.lookout import Lookout, LookoutConfig
    from sightline.world import kind_of

    torch.set_num_threads(1)
    model = Lookout(LookoutConfig(width=8, heads=2, layers=1, reading=1, channels=(4, 4))).eval()
    return Agent(GoalPredictor(kind_of("lani"), model, Vocabulary.of(["go"]), torch.device("cpu")))


def look_at(text: str) -> Any:
    """A look at nothing, with these words to read."""
    from types import SimpleNamespace

    import numpy as np

    from sightline.agent.look import Look

    look = Look(SimpleNamespace(pose=np.zeros((1, 3)), episodes=[SimpleNamespace(instruction=text)]), [0])  # type: ignore[arg-type]
    look._drawn["rgb"] = np.zeros((1, 128, 768, 3), np.uint8)
    return look


@cache
def all_options() -> list[tuple[tuple[str, ...], str, Any]]:
    """Every option of every command: the command's words, the option's name, and its type."""
    options: list[tuple[tuple[str, ...], str, Any]] = []

    def add(callback: Any, path: tuple[str, ...]) -> None:
        types = get_type_hints(callback, include_extras=True)
        for key, parameter in inspect.signature(callback).parameters.items():
            kind, *notes = get_args(types.get(key, parameter.annotation)) or (None,)
            if notes and isinstance(notes[0], typer.models.OptionInfo) and kind is not bool:
                flag = next((d for d in notes[0].param_decls or () if d.startswith("--")), f"--{key.replace('_', '-')}")
                options.append((path, flag, kind))

    def look(group: typer.Typer, before: tuple[str, ...]) -> None:
        if group.registered_callback is not None and before:
            add(group.registered_callback.callback, before)
        for each in group.registered_commands:
            assert each.callback is not None
            add(each.callback, (*before, each.name or each.callback.__name__.replace("_", "-")))
        for sub in group.registered_groups:
            assert sub.typer_instance is not None
            look(LATE.get(str(sub.name), sub.typer_instance), (*before, str(sub.name)))

    look(app, ())
    return options


NEEDED = {  # what a command cannot do without
    ("corpus", "generate"): ["--out", "new"], ("corpus", "import"): ["in", "out"], ("corpus", "export"): ["corpus", "out"],
    ("corpus", "validate"): ["corpus"], ("corpus", "show"): ["corpus", "0"], ("corpus", "stats"): ["corpus"],
    ("figure", "curves"): ["runs"], ("corpus", "merge"): ["part", "--out", "new"], ("evaluate", "merge"): ["part"],
}  # fmt: skip


def options(random: Random, number: int) -> Case:
    """A number option, or a choice, of any command with something that is none; and texts that stand for things."""
    while True:
        path, flag, annotation = random.choice(all_options())
        kind = str(annotation)
        if "int" in kind or "float" in kind:
            value, sure = random.choice(NO_NUMBERS), True
            if value in ("١٢", "1_0") or (value in ("1e308", "-1e308") and "float" in kind):
                continue  # Python reads these as numbers
        elif (isinstance(annotation, type) and issubclass(annotation, Enum)) or flag in (
            "--world",
            "--method",
            "--methods",
            "--device",
            "--format",
            "--shard",
        ):
            value, sure = random.choice([t for t in TEXTS if "\0" not in t]), True
        elif flag == "--corpus":
            value, sure = (
                random.choice([t for t in TEXTS if "\0" not in t and t.strip()] + ["/", "/dev/null", "nowhere"]),
                True,
            )
        else:
            continue
        break
    needed = NEEDED.get(path, [])
    if (path[0] == "train" or path == ("evaluate",)) and flag != "--corpus":
        needed = ["--corpus", "corpus"]  # the standard one would have to be made first
    words = [*path, *needed, f"{flag}={value}"]

    def attempt(folder: Path) -> None:
        write_right(folder)
        command(*words)

    return Case(shown(" ".join(words)), attempt, sure)


def commands(random: Random, number: int) -> Case:
    """Commands over a corpus with something wrong in it, or with paragraphs that are not there."""
    which = random.choice(
        [["stats", "corpus"], ["show", "corpus", "0"], ["validate", "corpus"], ["export", "corpus", "out"]] * 2
        + [["evaluate"], ["figure"], ["train"]]
    )
    words = ["corpus", *which] if which[0] in ("stats", "show", "validate", "export") else list(which)
    if which[0] == "evaluate":
        words += ["--corpus", "corpus", "--methods", "stop", "--json"]
    elif which[0] == "figure":
        words += ["goal", "--corpus", "corpus", "--paragraph", "0", "--out", "goal.png", "--method", "paper"]
    elif which[0] == "train":
        words += ["actions", "--corpus", "corpus", "--epochs", "1", "--device", "cpu"]
    do = (
        random.choice(("record", "file", "paragraph"))
        if which[0] in ("show", "figure")
        else random.choice(("record", "file"))
    )
    if do == "paragraph":
        name = random.choice([t for t in TEXTS if "\0" not in t] + ["99", "-1", "1e3", "0.0", "１", "9" * 4000])
        words[words.index("0")] = name
        if which[0] == "show":
            words.insert(2, "--")
    import corpora

    case = (corpora.records if do == "record" else corpora.folders)(random, number)
    while do == "record" and not case.sure:
        case = corpora.records(random, number)
    while do == "file" and not case.sure:
        case = corpora.folders(random, number)

    def attempt(folder: Path) -> None:
        if do == "paragraph":
            write_right(folder)
        else:
            with suppress(Exception):  # what the library says of it is tried elsewhere
                case.try_(folder)
        command(*words)

    name = f"{' '.join(map(shown, words[:5]))}: {case.name if do != 'paragraph' else 'no such paragraph'}"
    # Statistics and pictures need no vocabulary of their own, but a corpus without one is refused all the same.
    return Case(name, attempt, True)
