"""The measurements of `sightline bench`."""

from __future__ import annotations

import typer

from sightline.cli.bench import answers, greedy, peers, plans, remote, serve, simulator, training

app = typer.Typer()
for command in (
    simulator.render, simulator.steps, simulator.environments, plans.plans, simulator.corpus, training.training,
    training.stream, remote.remote, peers.peers, serve.serve, greedy.greedy, answers.answers,
):  # fmt: skip
    app.command()(command)
