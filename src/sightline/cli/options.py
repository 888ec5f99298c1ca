"""Options that several commands share, and commands whose options are the fields of config dataclasses."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import typer

from sightline.errors import ArgumentError
from sightline.fields import Json
from sightline.options import Option, options_of

WORLD = "lani"  # default world
LARGEST_SEED, MOST_PROCESSES, LARGEST_COUNT = 2**32 - 1, 1024, 10**9  # larger values are typing errors


def finite(number: float | None) -> float | None:
    """Refuse "nan" and "inf", which pass all limits."""
    if number is not None and not math.isfinite(number):
        raise typer.BadParameter(f"{number} is not a finite number.")
    return number


def within(least: float, most: float) -> Callable[[float | None], float | None]:
    """A callback with limits that `--help` does not show, because nobody reaches them on purpose."""

    def check(number: float | None) -> float | None:
        if number is not None and not least <= number <= most:
            raise typer.BadParameter(f"{number} is not in the range {least}<=x<={most}.")
        return number

    return check


def flag_option(*flags: str, help: str, **more: Any) -> Any:
    """An option that is on or off; the help shows no type."""
    return typer.Option(*flags, help=help, metavar="", **more)


def read_path(text: str | Path) -> Path:
    """The path of an option; an empty one would silently mean the current folder."""
    if not str(text).strip():
        raise typer.BadParameter("the path is empty; give the name of a file or folder.")
    return Path(text)


def path_option(*flags: str, help: str, metavar: str) -> Any:
    """An option that takes a path; every `--out` is one."""
    return typer.Option(*flags, help=help, metavar=metavar, parser=read_path)


def path_argument(help: str, metavar: str) -> Any:
    """An argument that takes a path."""
    return typer.Argument(help=help, metavar=metavar, parser=read_path)


def named_world(names: Any) -> Any:
    """Import the user's worlds that an option names, which only command lines may do; refuse names that are none."""
    for name in (names,) if isinstance(names, str) else names or ():
        from sightline.world import KINDS, import_world

        if name not in KINDS:
            import_world(name)
    return names


def seed_option(help: str) -> Any:
    """An option for a seed."""
    return typer.Option(help=help, callback=within(0, LARGEST_SEED))


def count_option(help: str, min: int = 1, max: int = LARGEST_COUNT) -> Any:
    """An option for a number of things."""
    return typer.Option(help=help, callback=within(min, max))


WorldOption = Annotated[
    str,
    typer.Option(metavar="NAME", help="World: lani (fields), chai (houses), or module:KIND.", callback=named_world),
]
SceneOption = Annotated[
    str | None,
    typer.Option(
        "--scene",
        "--house",
        metavar="SCENE",
        help="Scene to use instead of a generated one. LANI: an original scene config (JSON). CHAI: house 1 to 5, "
        "seed:N for a generated one, or your own plan (TOML).",
    ),
]
HousesOption = Annotated[
    list[str] | None,
    typer.Option(
        "--house",
        metavar="FILE",
        help="Plan (TOML) of your own house that the corpus uses, since records contain only its fingerprint; may be "
        "repeated.",
    ),
]
MethodOption = Annotated[
    str,
    typer.Option(
        metavar="NAME|DIR",
        help="Agent: best, paper, paper-no-rnn, paper-no-language or paper-joint (bundled), or a folder with your trained "
        "models in `goal` and `actions`, or with a goal model alone, which walks with the bundled legs.",
    ),
]
ReaderOption = Annotated[
    str,
    typer.Option(
        metavar="NAME|DIR|none",
        help="Reader of your words: best (trained; a plan of plain steps, questions, refusals, answers), rules (the same, "
        "untrained), a folder of `train reader`, or none (the words go to the goal predictor as they are).",
    ),
]
CorpusArgument = Annotated[Path, path_argument("Corpus folder, or `standard`, `written` or `unseen-houses`.", "DIR")]
CorpusOption = Annotated[
    Path | None,
    path_option(metavar="DIR", help="Take the instruction from this corpus folder or from `written`. Default: standard."),
]
ForceOption = Annotated[bool, flag_option("--force", help="Replace the output folder if it exists.")]
JsonOption = Annotated[bool, flag_option("--json", help="Print one JSON object on stdout and nothing else.")]

# One rule for --out: a folder, made if needed; a command that writes exactly one file also accepts a file name.
PicturesOption = Annotated[Path, path_option(metavar="DIR", help="Output folder, made if needed.")]
PictureOption = Annotated[
    Path, path_option(metavar="DIR|FILE", help="Output folder, made if needed, or the name of a .png file.")
]


def named_scenes(world: str, names: Sequence[str] | None) -> tuple[Any, ...]:
    """Read the scenes that --house names, so that records may refer to them."""
    if not names:
        return ()
    from sightline.world import kind_of

    kind = kind_of(world)
    if kind.read_scene is None:
        raise ArgumentError(f"--house is for worlds with houses, which {kind.title} lacks.")
    return tuple(map(kind.read_scene, names))


@dataclass(frozen=True)
class LeaveOut:
    """Fields of a config that are not options of a command, because they have no effect there."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class Only:
    """When the options of a config have an effect in a command: their help begins with it."""

    when: str


def with_options(**defaults: Any) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make a command of a function: the fields of its config parameters become options.

    A field is an option if it is declared with `sightline.options.option` or has the type of one (`JsonOption`).
    `defaults` replace those of the configs.
    """

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        hints = get_type_hints(function, include_extras=True)
        parameters: dict[str, inspect.Parameter] = {}
        configs: dict[str, tuple[type, list[str]]] = {}
        for parameter in inspect.signature(function).parameters.values():
            config, left_out, only = _config(hints[parameter.name])
            if config is None:
                parameters[parameter.name] = _parameter(parameter.name, parameter.default, hints[parameter.name])
                continue
            options = {name: hint for name, hint in _options(config, only).items() if name not in left_out}
            configs[parameter.name] = config, list(options)
            for name, hint in options.items():
                assert name not in parameters, f"{function.__name__} has {name} twice"
                parameters[name] = _parameter(name, defaults.get(name, getattr(config, name)), hint)

        @wraps(function)
        def command(**values: Any) -> None:
            built = {name: config(**{k: values.pop(k) for k in names}) for name, (config, names) in configs.items()}
            function(**built, **values)

        command.__signature__ = inspect.Signature(list(parameters.values()))  # type: ignore[attr-defined]
        command.__annotations__ = {name: parameter.annotation for name, parameter in parameters.items()}
        return command

    return decorate


def _config(hint: Any) -> tuple[type | None, tuple[str, ...], str]:
    """The config type of a parameter, if it is one, the fields to leave out, and when the options have an effect."""
    left_out: tuple[str, ...] = ()
    only = ""
    if get_origin(hint) is Annotated:
        hint, *notes = get_args(hint)
        left_out = tuple(name for note in notes if isinstance(note, LeaveOut) for name in note.names)
        only = "".join(f"{note.when}: " for note in notes if isinstance(note, Only))
    return (hint, left_out, only) if is_dataclass(hint) and isinstance(hint, type) else (None, (), "")


def _options(config: type, only: str) -> dict[str, Any]:
    """The types of those fields of a config that are options, annotated for typer."""
    hints, declared = get_type_hints(config, include_extras=True), options_of(config)
    annotated = {name: _annotated(name, hints[name], option, only) for name, option in declared.items()}
    names = [entry.name for entry in fields(config)]
    return {
        name: annotated.get(name, hints[name]) for name in names if name in declared or get_origin(hints[name]) is Annotated
    }


def _annotated(name: str, hint: Any, option: Option, only: str) -> Any:
    flags = [flag.strip() for flag in option.flags.split(",")] if option.flags else []
    help = only + option.help
    if hint is bool:
        return Annotated[hint, flag_option(*flags, help=help)]
    limits: Json = {"min": option.min, "max": option.max}
    if float in (hint, *get_args(hint)):
        limits["callback"] = finite
    if option.max is None and option.min is not None:
        limits = {"callback": within(option.min, LARGEST_SEED if name == "seed" else LARGEST_COUNT)}
    return Annotated[hint, typer.Option(*flags, help=help, metavar=option.metavar, **limits)]


def _parameter(name: str, default: Any, hint: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint)
