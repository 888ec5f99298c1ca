"""An Inspect task: a model plays instructions of Sightline through the tools of `sightline mcp`.

    pip install inspect-ai 'sightline[mcp]'
    inspect eval examples/inspect_task.py --model openai/MODEL -T world=lani -T limit=20

The score is the world's own, read from the tool `score` at the end: completed or not, and the stop distance.
"""

import json

from inspect_ai import Task, task
from inspect_ai.agent import react
from inspect_ai.dataset import Sample
from inspect_ai.model import ChatMessageTool
from inspect_ai.scorer import Score, Target, accuracy, mean, scorer, stderr
from inspect_ai.solver import TaskState
from inspect_ai.tool import mcp_server_stdio, mcp_tools

PROMPT = """Carry out one instruction in a simulated world with the tools. Begin with
begin(world="{world}", corpus="written", split="dev", number={number}).
Look, go to points, and in houses reach for things, until the instruction is carried out. Then call done, then score,
and submit the result of score as it is."""


@scorer(metrics={"completed": [accuracy(), stderr()], "stop_distance": [mean()]})
def world_score():  # type: ignore[no-untyped-def]
    """What the world said in the end; an episode that was never scored counts as failed."""

    async def score(state: TaskState, target: Target) -> Score:
        for message in reversed(state.messages):
            if isinstance(message, ChatMessageTool) and message.function == "score" and message.error is None:
                found = json.loads(message.text)
                return Score(value={key: float(found[key]) for key in ("completed", "stop_distance")})
        return Score(value={"completed": 0.0, "stop_distance": float("nan")}, explanation="It never asked for its score.")

    return score


@task
def sightline_written(world: str = "lani", limit: int = 20) -> Task:
    """Instructions of the written set's dev split."""
    server = mcp_server_stdio(command="sightline", args=["mcp"])
    samples = [Sample(input=PROMPT.format(world=world, number=n), id=f"{world}-{n}") for n in range(1, limit + 1)]
    return Task(dataset=samples, solver=react(tools=[mcp_tools(server)]), scorer=world_score(), message_limit=80)
