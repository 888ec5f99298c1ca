"""The tools of `sightline mcp`, called by the protocol's own client within this process."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

pytest.importorskip("mcp")
from mcp import Client

from sightline.mcp.server import make_server

Call = Callable[..., Awaitable[Any]]
TOOLS = {"begin", "look", "view", "go_to", "reach", "act", "done", "score"}


def playing(play: Callable[[Call], Awaitable[None]], **options: Any) -> None:
    """Run a client that calls tools: call(name, **arguments)."""

    async def main() -> None:
        async with Client(make_server(**options)) as client:
            await play(lambda name, **arguments: client.call_tool(name, arguments))

    asyncio.run(main())


def words(answer: Any) -> str:
    return str(answer.content[0].text)


def pictures(answer: Any) -> int:
    return sum(part.type == "image" for part in answer.content)


async def begun(call: Call, **arguments: Any) -> str:
    found = re.match(r"Episode (\w+)\.", words(await call("begin", **arguments)))
    assert found
    return found[1]


def test_an_episode_is_played_through() -> None:
    async def play(call: Call) -> None:
        begun = await call("begin", world="lani", number=2)
        assert not begun.is_error and "Instruction: " in words(begun) and pictures(begun) == 1
        name = words(begun).split()[1].rstrip(".")
        assert pictures(await call("view", episode=name)) == 1
        gone = await call("go_to", episode=name, view=4, x=0.5, y=0.7)
        assert "There." in words(gone) and pictures(gone) == 1
        assert "36 actions" not in words(gone) or "left" in words(gone)
        assert "2 actions." in words(await call("act", episode=name, actions=["turn_left", "forward"]))
        early = await call("score", episode=name)
        assert early.is_error and "not over" in words(early)
        assert "over" in words(await call("done", episode=name))
        scored = await call("score", episode=name)
        assert not scored.is_error and "stop_distance" in words(scored)
        assert (await call("act", episode=name, actions=["forward"])).is_error

    playing(play)


def test_an_agent_in_a_house_reaches_for_things() -> None:
    async def play(call: Call) -> None:
        name = await begun(call, world="chai", number=1)
        answers = [await call("reach", episode=name, view=view, x=0.5, y=0.5) for view in range(1, 7)]
        said = [words(answer) for answer in answers]
        assert any(re.search(r"actions\.", each) for each in said)  # the agent tried, whatever the world answered
        assert all("\n" not in each for each in said)

    playing(play)


def test_tools_tell_no_more_than_an_agent_may_know() -> None:
    async def play(call: Call) -> None:
        begun = words(await call("begin", world="lani", seed=3))
        assert "goal" not in begun.lower().split("instruction:")[0]
        unknown = await call("map_for_people", episode="x")
        assert unknown.is_error

    async def list_them(**options: Any) -> set[str]:
        async with Client(make_server(**options)) as client:
            return {tool.name for tool in (await client.list_tools()).tools}

    playing(play)
    assert asyncio.run(list_them()) == TOOLS
    assert asyncio.run(list_them(with_map=True)) == {*TOOLS, "map_for_people"}


def test_bad_input_is_one_sentence() -> None:
    async def play(call: Call) -> None:
        name = await begun(call, world="lani")
        point = {"episode": name, "view": 4, "x": 0.5, "y": 0.7}
        for tool, arguments in [
            ("begin", {"world": "os:path"}),
            ("begin", {"number": 10**6}),
            ("begin", {"seed": -1}),
            ("begin", {"seed": 10**400}),
            ("begin", {"corpus": "../../etc"}),
            ("look", {"episode": "nothing"}),
            ("look", {}),
            ("go_to", point | {"view": 7}),
            ("go_to", point | {"x": 1.5}),
            ("go_to", point | {"y": 0.0}),  # the sky
            ("go_to", point | {"x": "left"}),
            ("reach", point),
            ("act", {"episode": name, "actions": []}),
            ("act", {"episode": name, "actions": ["fly"]}),
            ("act", {"episode": name, "actions": ["forward"] * 1000}),
            ("score", {"episode": name}),
            ("fly", {}),
        ]:
            answer = await call(tool, **arguments)
            assert answer.is_error and "\n" not in words(answer) and len(words(answer)) < 300, (tool, words(answer))
        assert not (await call("look", episode=name)).is_error

    playing(play)
