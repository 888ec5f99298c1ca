"""`sightline view`: pictures of worlds and of what they are made of, one file per world."""

from __future__ import annotations

import typer

from sightline.cli.view.chai import chai
from sightline.cli.view.lani import landmarks, lani

app = typer.Typer(help="Pictures of worlds and what is in them, written as PNG files.", no_args_is_help=True)
for command in (lani, landmarks, chai):
    app.command()(command)
