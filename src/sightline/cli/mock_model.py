"""`sightline mock-model`: a server that answers like a model, for trying the set-up without a key."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from sightline.cli.options import seed_option
from sightline.cli.output import say
from sightline.errors import UnavailableError

Character = StrEnum("Character", "oracle noisy random broken")


def mock_model(
    character: Annotated[
        Character,
        typer.Option(
            "--as",
            help="oracle: right answers; noisy: nearly right ones; random: any answer; broken: late or malformed ones.",
        ),
    ] = Character.oracle,
    port: Annotated[
        int, typer.Option(help="Port to listen on, on this machine only; 0: any free one.", min=0, max=65535)
    ] = 8000,
    seed: Annotated[int, seed_option("Seed of noise, random answers and faults.")] = 0,
) -> None:
    """Serve a mock model with the OpenAI-compatible chat API, for trying the set-up and for tests.

    All but `random` are told the right answers by `sightline evaluate --mock-oracle`. Ctrl-C stops the server.

    Example: `sightline mock-model --as oracle`, and then in another terminal
    `sightline evaluate --methods openai:oracle --mock-oracle --limit 40`
    """
    from sightline.chat.mock import MockModel, wait_for_ever

    try:
        server = MockModel(character.value, port, seed)
    except OSError as error:
        raise UnavailableError(f"Port {port} cannot be used ({error.strerror}); give another --port.") from None
    say(f"The model {character.value} is at {server.url}")
    wait_for_ever(server)
