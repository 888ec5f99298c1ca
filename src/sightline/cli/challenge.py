"""`sightline challenge`: a fair test of agents on episodes that are drawn after the agents are committed to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sightline.cli.options import WORLD, JsonOption, WorldOption, count_option, path_argument, path_option, seed_option
from sightline.cli.output import columns_here, late_progress, print_json, say
from sightline.cli.shards import EngineOption, PartsArgument, PartsOption, ShardOption, ShardsOption, check_shards, parts_by
from sightline.cli.verify import AnyVersionOption, LogArgument, print_verified
from sightline.errors import ArgumentError, FileError, InputError

if TYPE_CHECKING:
    from sightline.evaluation.replay import Verified

app = typer.Typer(
    help="A fair test: commit to agents, draw new episodes from public randomness, run, verify.", no_args_is_help=True
)
ChallengeArgument = Annotated[Path, path_argument("File of the challenge.", "FILE.json")]
CheckpointOption = Annotated[
    Path | None, path_option(metavar="DIR", help="Trained model of the method `checkpoint`, as for `evaluate`.")
]
RandomnessOption = Annotated[
    str | None,
    typer.Option(
        metavar="TEXT",
        help="Public text that nobody could know when the commitment was published, such as a headline of a later day.",
    ),
]


@app.command()
def new(
    challenge: ChallengeArgument,
    world: WorldOption = WORLD,
    methods: Annotated[str, typer.Option(metavar="A,B", help="Methods to commit to, separated by commas.")] = "best",
    checkpoint: CheckpointOption = None,
    paragraphs: Annotated[
        int, count_option("New paragraphs to draw, each in a field or a generated house of its own.", max=10_000)
    ] = 100,
    randomness: RandomnessOption = None,
    seed: Annotated[int, seed_option("Seed of the random-walk baseline.")] = 0,
) -> None:
    """Commit to methods: write a SHA-256 over them, their settings and the code. Publish it before you go on.

    Example: `sightline challenge new mine.json --world chai --methods best`
    """
    from sightline.evaluation.challenge import commit, commitment_hash, write_challenge
    from sightline.evaluation.methods import Runner, choose_methods
    from sightline.world import kind_of

    _check_folder(checkpoint)
    runner = Runner(kind_of(world), seed=seed, checkpoint=checkpoint)
    commitment = commit(runner, choose_methods(methods, runner, [], acting=True, table="results"), paragraphs)
    write_challenge(challenge, commitment, randomness)
    say(f"Written: {challenge}")
    say("Publish this SHA-256, then wait for randomness that nobody knows yet, and give it to `sightline challenge run`.")
    print(commitment_hash(commitment))


@app.command()
def run(
    challenge: ChallengeArgument,
    record: Annotated[Path, path_option(metavar="FILE.jsonl.gz", help="Log to write.")],
    randomness: RandomnessOption = None,
    methods: Annotated[
        str | None, typer.Option(metavar="A,B", help="The committed methods; needed if one is your own, module:CLASS.")
    ] = None,
    checkpoint: CheckpointOption = None,
    device: Annotated[str, typer.Option(help="Device: auto (a GPU if there is one), cpu or cuda.")] = "cpu",
    json: JsonOption = False,
) -> None:
    """Draw the episodes from the commitment and the randomness, let the methods follow them, and record a log.

    Example: `sightline challenge run mine.json --randomness "Headline of the day" --record mine.jsonl.gz`
    """
    from sightline.agent.methods import METHODS
    from sightline.evaluation.challenge import SPLIT, read_challenge, run_challenge
    from sightline.evaluation.layout import as_text
    from sightline.evaluation.methods import CHECKPOINT, Runner
    from sightline.evaluation.recording import check_log_name
    from sightline.evaluation.tables import as_json, table_of
    from sightline.world import kind_of

    check_log_name(record, "results")
    _check_folder(checkpoint)
    content = read_challenge(challenge)
    commitment, known = content["commitment"], content.get("randomness")
    if known is not None and randomness not in (None, known):
        raise ArgumentError(f"{challenge}: has its randomness already; leave out --randomness.")
    text = randomness if known is None else known
    if text is None:
        raise ArgumentError(f"{challenge}: has only its commitment; give public randomness with --randomness TEXT.")
    committed = list(commitment["methods"])
    if methods is None and (own := [name for name in committed if name not in (*METHODS, CHECKPOINT)]):
        raise ArgumentError(f"{challenge}: commits to {own[0]!r}; files import no code, so name it with --methods too.")
    if methods is not None and [name.strip() for name in methods.split(",")] != committed:
        raise ArgumentError(f"{challenge}: commits to {','.join(committed)}, not to {methods}.")
    kind = kind_of(commitment["world"])
    runner = Runner(kind, device, commitment["seed"], checkpoint)
    with late_progress(None, "instructions") as runner.progress:
        evaluation, count = run_challenge(runner, commitment, text, record)
    say(f"Written: {record}")
    if json:
        print_json(as_json(evaluation, kind.name, SPLIT, "results", count, runner.seed))
    else:
        print(as_text(table_of(evaluation, kind, "results", SPLIT, "generated", count), columns_here()), end="")


@app.command()
def verify(
    challenge: ChallengeArgument,
    log: LogArgument,
    any_version: AnyVersionOption = False,
    shard: ShardOption = None,
    out: Annotated[Path | None, path_option(metavar="PART", help="With --shard: the part to write.")] = None,
    engine: EngineOption = None,
    shards: ShardsOption = 16,
    parts: PartsOption = None,
    json: JsonOption = False,
) -> None:
    """Draw the episodes of a challenge again, replay its log, and print the table of what happened.

    Example: `sightline challenge verify mine.json mine.jsonl.gz`
    """
    from sightline.evaluation.challenge import read_challenge
    from sightline.evaluation.replay import verify as replay
    from sightline.evaluation.replay_parts import merge_parts, write_part

    check_shards(shard, engine)
    if (shard is None) != (out is None) or (json and shard is not None):
        raise ArgumentError("--shard and --out PART go together; --json goes with `challenge merge`.")
    read_challenge(challenge)  # refuse a bad one before the work
    if shard is not None:
        assert out is not None  # checked above
        with late_progress(None, "episodes") as progress:
            write_part(out, shard, log, any_version, progress)
        say(f"Shard {shard}.")
        print(out)
    elif engine is not None:
        command = ["challenge", "verify", str(challenge.resolve()), str(log.resolve())]
        command += ["--any-version"] if any_version else []
        with parts_by(engine, command, shards, parts or Path(f"{log}.parts")) as folders:
            _print_verified(challenge, log, merge_parts(folders, log, any_version), json)
    else:
        with late_progress(None, "episodes") as progress:
            verified = replay(log, None, any_version, progress)
        _print_verified(challenge, log, verified, json)


@app.command()
def merge(
    challenge: ChallengeArgument,
    log: LogArgument,
    parts: PartsArgument,
    any_version: AnyVersionOption = False,
    json: JsonOption = False,
) -> None:
    """Join the parts that `challenge verify --shard K/N --out PART` wrote, and print the table of one process.

    Example: `sightline challenge merge mine.json mine.jsonl.gz part1 part2 part3`
    """
    from sightline.evaluation.replay_parts import merge_parts

    _print_verified(challenge, log, merge_parts(parts, log, any_version), json)


def _print_verified(challenge: Path, log: Path, verified: Verified, json: bool) -> None:
    """The table of a log, which must be of this challenge."""
    from sightline.evaluation.challenge import read_challenge

    content = read_challenge(challenge)
    drawn = verified.header.get("challenge", {})
    if drawn.get("commitment") != content["commitment"]:
        raise InputError(f"{log}: is not a log of this challenge; its commitment is another one.")
    if content.get("randomness", drawn["randomness"]) != drawn["randomness"]:
        raise InputError(f"{log}: was drawn from other randomness than {challenge} has.")
    print_verified(verified, json)
    say(f"Committed to: {content['sha256']}\nDrawn from: {drawn['randomness']}")


def _check_folder(checkpoint: Path | None) -> None:
    if checkpoint is not None and not checkpoint.is_dir():
        raise FileError(f"{checkpoint}: there is no such folder.")
