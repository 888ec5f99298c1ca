"""`sightline train`: teach each model on a corpus, in pieces if need be; a run goes on where it was cut off."""

from __future__ import annotations

import typer

from sightline.cli.train import acting, best, goals

app = typer.Typer(
    help="Teach the models. The same command again goes on where it was cut off: `--minutes` cuts long runs into pieces.",
    no_args_is_help=True,
)
for command in (goals.goal, goals.janner, best.best_goal, acting.actions, acting.misra17, acting.chaplot18, acting.joint):
    app.command()(command)
