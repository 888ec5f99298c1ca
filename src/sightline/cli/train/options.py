"""Commands whose options are the fields of config dataclasses (see sightline.options)."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from functools import wraps
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import typer

from sightline.cli.options import MANY, SEED, finite
from sightline.fields import Json
from sightline.options import Option, options_of


@dataclass(frozen=True)
class LeaveOut:
    """Fields of a config that are not options of a command, because they would have no effect there."""

    names: tuple[str, ...]


def with_options(**defaults: Any) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Turn a function into a command: each field of a config parameter becomes an option, if it is declared as one.

    `defaults` replace those of the configs.
    """

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        hints = get_type_hints(function, include_extras=True)
        parameters: dict[str, inspect.Parameter] = {}
        configs: dict[str, tuple[type, list[str]]] = {}
        for given in inspect.signature(function).parameters.values():
            config, left_out = _config(hints[given.name])
            if config is None:
                parameters[given.name] = given.replace(annotation=hints[given.name], kind=inspect.Parameter.KEYWORD_ONLY)
                continue
            types, options = get_type_hints(config), options_of(config)
            taken = {field.name: field for field in fields(config) if field.name in options and field.name not in left_out}
            configs[given.name] = config, list(taken)
            for name, field in taken.items():
                assert name not in parameters, f"{function.__name__} has {name} twice"
                parameters[name] = _parameter(field, types[name], options[name], defaults)

        @wraps(function)
        def command(**values: Any) -> None:
            made = {name: config(**{k: values.pop(k) for k in taken}) for name, (config, taken) in configs.items()}
            function(**made, **values)

        command.__signature__ = inspect.Signature(list(parameters.values()))  # type: ignore[attr-defined]
        command.__annotations__ = {name: parameter.annotation for name, parameter in parameters.items()}
        return command

    return decorate


def _config(hint: Any) -> tuple[type | None, tuple[str, ...]]:
    """The config type of a parameter, if it is one, and the fields to leave out."""
    left_out: tuple[str, ...] = ()
    if get_origin(hint) is Annotated:
        hint, *notes = get_args(hint)
        left_out = tuple(name for note in notes if isinstance(note, LeaveOut) for name in note.names)
    return (hint, left_out) if is_dataclass(hint) and isinstance(hint, type) else (None, ())


def _parameter(field: Field[Any], type_: Any, option: Option, defaults: Json) -> inspect.Parameter:
    default = defaults.get(field.name, field.default)
    assert default is not MISSING
    flags = [flag.strip() for flag in option.flags.split(",")] if option.flags else []
    limits: Json = {"min": option.min, "max": option.max}
    if option.max is None and option.min is not None:
        limits["max"] = SEED if field.name == "seed" else MANY
    if float in (type_, *get_args(type_)):
        limits["callback"] = finite
    info = typer.Option(*flags, help=option.help, metavar=option.metavar, **limits)
    annotation: Any = Annotated[type_, info]
    return inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
