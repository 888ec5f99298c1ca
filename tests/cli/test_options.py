"""Options: what `--help` says of them, and which values they refuse."""

from dataclasses import dataclass
from typing import Annotated, get_args

import pytest
import typer
from typer.testing import CliRunner

from sightline.agent.methods import AGENTS
from sightline.cli.options import LARGEST_COUNT, MethodOption, Only, count_option, with_options
from sightline.options import option


@dataclass
class Config:
    """Fields of every sort."""

    epochs: int = option(3, "Passes.", min=1)
    rate: float = option(0.5, "A share.", min=0, max=1)
    fast: bool = option(False, "A switch.")


app = typer.Typer()


@app.command()
@with_options()
def learn(config: Annotated[Config, Only("--model ours")], count: Annotated[int, count_option("How many.")] = 1) -> None:
    """Print the options."""
    print(config, count)


def invoke(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, words, env={"COLUMNS": "160", "NO_COLOR": "1"})
    return done.exit_code, done.output


def test_help_shows_useful_ranges_and_no_type_of_switches() -> None:
    rows = {line.split()[1]: line for line in invoke("--help")[1].splitlines() if line.startswith("│ --")}
    assert "bool" not in rows["--fast"] and "[0<=x<=1]" in rows["--rate"]
    assert all("x<=" not in rows[name] for name in ("--epochs", "--count"))
    assert "--model ours: Passes." in rows["--epochs"]


@pytest.mark.parametrize(
    "words", [("--epochs", "0"), ("--epochs", str(LARGEST_COUNT + 1)), ("--count", "0"), ("--rate", "nan")]
)
def test_values_out_of_range_are_refused(words: tuple[str, str]) -> None:
    code, told = invoke(*words)
    assert code == 2 and words[0] in told


def test_the_help_of_method_lists_every_bundled_agent() -> None:
    told = get_args(MethodOption)[1].help
    assert all(f"{name}," in told or f"{name} " in told for name in AGENTS)
