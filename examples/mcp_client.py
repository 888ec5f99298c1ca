"""Play episodes through the tools of `sightline mcp` with the official client, by pointing at random.

    pip install 'sightline[mcp]'
    python examples/mcp_client.py --episodes 20 --world lani

It shows what a client does: begin, look, go_to (in houses also reach), done, score. Replace `choose` by your model.
"""

import argparse
import asyncio
import os
import random
import sys
import time
from typing import Any

from mcp import Client, StdioServerParameters


def choose(draw: random.Random, world: str) -> tuple[str, dict[str, Any]]:
    """The next tool and a point: anywhere in the lower half of a view, where the ground is."""
    point = {"view": draw.randint(1, 6), "x": round(draw.random(), 3), "y": round(draw.uniform(0.55, 1.0), 3)}
    if world == "chai" and draw.random() < 0.3:
        return "reach", point
    if draw.random() < 0.3:
        return "act", {"actions": [draw.choice(["forward", "turn_left", "turn_right"]) for _ in range(5)]}
    return "go_to", point


async def play(client: Client, world: str, number: int, draw: random.Random) -> tuple[dict[str, Any], int, int]:
    """One episode: its score, the actions it took, and how many tools complained."""
    begun = await client.call_tool("begin", {"world": world, "number": number})
    text = begun.content[0].text
    episode, left, complaints = text.split()[1].rstrip("."), actions_left(text), 0
    first = left
    for _ in range(6):
        tool, arguments = choose(draw, world)
        answer = await client.call_tool(tool, {"episode": episode, **arguments})
        complaints += answer.is_error
        if not answer.is_error:
            left = actions_left(answer.content[0].text)
        if left == 0:
            break
    if left:
        await client.call_tool("done", {"episode": episode})
    scored = await client.call_tool("score", {"episode": episode})
    assert not scored.is_error, scored.content[0].text
    return scored.content[0].text, first - left, complaints


def actions_left(text: str) -> int:
    """The number before "actions left"; 0 when the episode is over."""
    return int(text.partition(" actions left")[0].split()[-1]) if "actions left" in text else 0


async def main() -> None:
    """Play and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--episodes", type=int, default=20)
    parser.add_argument("--world", choices=["lani", "chai"], default="lani")
    parser.add_argument("--url", help="of a server that runs already: http://127.0.0.1:8765/mcp")
    options = parser.parse_args()
    server = options.url or StdioServerParameters(
        command=sys.executable, args=["-m", "sightline", "mcp"], env=dict(os.environ)
    )
    draw, actions, complaints = random.Random(0), 0, 0
    async with Client(server) as client:
        await client.call_tool("begin", {"world": options.world})  # compiles, and reads the corpus
        started = time.perf_counter()
        for number in range(1, options.episodes + 1):
            score, taken, wrong = await play(client, options.world, number, draw)
            actions, complaints = actions + taken, complaints + wrong
            print(f"episode {number}: {taken} actions, {score}")
        seconds = time.perf_counter() - started
    print(f"{options.episodes} episodes, {actions} actions in {seconds:.1f} s: {actions / seconds:.1f} actions/s; ", end="")
    print(f"{complaints} points where the agent saw no way")


asyncio.run(main())
