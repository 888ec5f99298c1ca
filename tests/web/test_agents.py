"""The agents of a server."""

from collections.abc import Iterator

import pytest

from sightline.agent import Agent, Look
from sightline.errors import InputError
from sightline.web.agents import AgentPool
from sightline.web.problems import StoppedError


@pytest.fixture(scope="module")
def agents() -> Iterator[AgentPool]:
    agents = AgentPool(["best", "paper"])
    yield agents
    agents.close()


def test_an_agent_is_loaded_once_and_sees_what_it_would_alone(agents: AgentPool) -> None:
    shared, alone = agents.agent("lani", "paper"), Agent.from_pretrained("lani", "paper")
    assert agents.agent("lani", "paper") is shared and shared.predictor.model.readout == alone.predictor.model.readout
    world = shared.kind.make()
    world.reset(
        [shared.kind.generate(seed, instruction=words) for seed, words in ((1, "go left"), (2, "go to the tree now"))]
    )
    ours, theirs = (agent.seer().next(Look(world, [0, 1]), [[], []], [None, None]) for agent in (shared, alone))
    for one, other in zip(ours, theirs, strict=True):
        assert one is not None and other is not None and one.stand == pytest.approx(other.stand)
        assert one.confidence == pytest.approx(other.confidence, abs=1e-4)
    assert agents.batch_sizes()[-1] == 2


@pytest.mark.parametrize(("world", "method"), [("lani", "missing"), ("mars", "best"), ("lani", "../../etc")])
def test_an_agent_that_is_not_there_is_said(agents: AgentPool, world: str, method: str) -> None:
    with pytest.raises(InputError, match="There is no agent"):
        agents.agent(world, method)


def test_a_closed_pool_starts_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    agents = AgentPool(["paper"])
    monkeypatch.setattr("sightline.web.inference.ModelProcess", lambda: pytest.fail("a process was started"))
    agents.close()
    with pytest.raises(StoppedError):
        agents.agent("lani", "paper")


def test_an_agent_of_ones_own_is_a_folder_that_the_owner_named() -> None:
    from sightline.agent.methods import METHODS, bundled_folder
    from sightline.world import kind_of

    folder = bundled_folder(kind_of("lani"), METHODS["paper"], "goal")  # a goal model alone
    agents = AgentPool(["best"], own={"mine": ("lani", folder)})
    try:
        assert agents.methods_of("lani") == ["best", "mine"] and agents.methods_of("chai") == ["best"]
        assert agents.agent("lani", "mine").walks
        with pytest.raises(InputError, match="There is no agent"):
            agents.agent("lani", str(folder))
    finally:
        agents.close()
