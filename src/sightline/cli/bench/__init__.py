"""`sightline bench`: how fast this machine draws, steps, learns, and does so beside its peers."""

from __future__ import annotations

import typer

from sightline.cli.bench import answers, environments, peers, plans, remote, serve, simulator, stream, training

app = typer.Typer(help="Measure speed on this machine; the README's speeds come from here.", no_args_is_help=True)
for command in (
    simulator.render, simulator.steps, environments.environments, plans.plans, simulator.corpus, training.training,
    stream.stream, remote.remote, peers.peers, serve.serve, answers.answers,
):  # fmt: skip
    app.command()(command)
