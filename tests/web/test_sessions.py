"""Sessions without a server: whatever is done in whichever order, a session stays usable and its story tells all of it."""

import gc
import json
import weakref
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, ClassVar, cast

import numpy as np
import pytest
import torch
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from show_scenes import CHAI, LANI, Sees, led, untrained

from sightline.agent import Agent, Aim
from sightline.agent.aim import Done
from sightline.chai.episode import deed_of
from sightline.chai.route.planner import plan_deed
from sightline.errors import InputError
from sightline.web import sessions
from sightline.web.agents import AgentPool
from sightline.web.problems import RequestError
from sightline.web.sessions import Session, Sessions
from sightline.web.settings import Settings
from sightline.web.story import TURN_LIMIT, Beginning, Story, StoryTurn
from sightline.world import Kind, World

AS_IT_IS = "walk along the wall past the sofa to the window"  # the reader leaves these words to the seer
COUNTS = {"episodes", "done", "next", "horizon", "taken", "over", "stopped"}  # of a state, beside what the world is like
FIELD = {"world": "lani", "seed": 46}
JPEG = b"\xff\xd8"
HOUSE = {"world": "chai", "scene": 2, "seed": 16}


@pytest.fixture(scope="module", autouse=True)
def small() -> Iterator[None]:
    """Small pictures, and fewer states than a test has turns."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sessions, "VIEW_PIXELS", 64)
        patch.setattr(sessions, "STATES_KEPT", 3)
        patch.setattr("sightline.show.attempt.VIEW_SIDE", 64)
        yield


class Model:
    """What stands in for a model, with errors when a test wants them.

    On a field all words lead by a waypoint to a goal; in a house, to two places and a thing to reach for.
    """

    def __init__(self, kind: Kind):
        self.kind, self.broken = kind, False

    def see(self, world: World, done: list[Done], held: Aim | None) -> Aim | None:
        if self.broken:
            raise RuntimeError("out of memory")
        x, z, _ = world.episodes[0].start
        number, map_ = len(done), np.full(self.kind.view.grid.out_of_sight + 1, 1e-4)
        if held is not None:
            return held
        if number == 2 and self.kind.reaches:
            point = world.locate([3], [20], [16]).point[0]
            return Aim((x, z), (point[0], point[1], point[2]), 0.6, map_)
        far = 0.3 * self.kind.near * (number + 1)
        if number == 0 and not self.kind.reaches:
            return Aim((x + far, z), waypoint=True)
        return Aim((x + far, z + far), None, 0.5, map_) if number < 2 else None

    def agent(self) -> Agent:
        """An agent that sees by it; on a field it walks for five steps."""
        agent = untrained(self.kind)
        if agent.generator is not None:
            stop, hidden = self.kind.actions.index("stop"), agent.generator.config.hidden
            with torch.no_grad():
                agent.generator.time.weight[5] = agent.generator.policy.weight[stop, hidden:] = 1.0
        return led(agent, Sees(self.see))  # type: ignore[arg-type]


def session_of(beginning: dict[str, Any], turns: list[StoryTurn] | None = None, agent: Agent | None = None) -> Session:
    begin = Beginning(**beginning)
    return Session(
        "s", Story(beginning=begin, turns=turns or []), agent or Model(CHAI if begin.world == "chai" else LANI).agent()
    )


def state_of(world: World) -> dict[str, Any]:
    """What the world is like: where the agent is, and in a house where everything is, what is open and on."""
    return {name: value for name, value in world.save().items() if name not in COUNTS}


def assert_alike(world: World, expected: dict[str, Any]) -> None:
    np.testing.assert_equal(state_of(world), expected)


def retold(session: Session) -> Session:
    """The same session, as a server makes it from a link."""
    story = session.story()
    shared = Story.model_validate_json(story.model_dump_json(exclude_defaults=True))
    assert shared == story
    return Session("again", shared, session.agent)


class Following(RuleBasedStateMachine):
    """Everything that people do with a session."""

    beginning: ClassVar[dict[str, Any]]

    @initialize(turns=st.lists(st.sampled_from(["", "L", "RF", "LFFF"]), min_size=5, max_size=6))
    def begin(self, turns: list[str]) -> None:
        self.model = Model(CHAI if self.beginning["world"] == "chai" else LANI)
        story = [StoryTurn(words="turn", actions=actions) for actions in turns]
        self.session = session_of(self.beginning, story, self.model.agent())
        self.first = state_of(session_of(self.beginning, [], self.model.agent()).world)

    @rule(words=st.sampled_from([AS_IT_IS, "turn left", "нет", "x" * 300, "42", "what did you do?", "  "]))
    def say(self, words: str) -> None:
        with self.session.in_use():
            before, turns = self.session.card, len(self.session.turns)
            partly = self.session.attempt is not None and bool(self.session.attempt.actions)
            if not words.strip():
                with pytest.raises(InputError):
                    self.session.say(words)
                assert (before is None) == (self.session.card is None)
                return
            self.session.say(words)
            replied = self.session.attempt is None  # refused or answered: that is a turn
            assert replied or self.session.words == words
            assert len(self.session.turns) == turns + partly + replied and not (replied and words == AS_IT_IS)

    def say_if_need_be(self) -> None:
        if self.session.card is None:
            self.say(AS_IT_IS)

    @rule(place=st.tuples(st.floats(-5, 105), st.floats(-5, 105)))
    def aim_on_the_map(self, place: tuple[float, float]) -> None:
        low, high = self.session.kind.view.bounds
        self.aim(lambda: self.session.aim(np.array(place)))
        if self.session.card is not None and self.session.card.aim.given:
            assert low <= self.session.card.aim.place.min() and self.session.card.aim.place.max() <= high

    @rule(spot=st.tuples(st.floats(0, 1), st.floats(0, 1)))
    def aim_on_the_panorama(self, spot: tuple[float, float]) -> None:
        self.aim(lambda: self.session.aim_in_panorama(*spot))

    def aim(self, set_aim: Any) -> None:
        self.say_if_need_be()
        with self.session.in_use():
            before = self.session.card
            try:
                set_aim()
            except InputError:  # the sky, or no way
                assert before is not None and self.session.card is not None
                assert self.session.card.sentence == before.sentence
            else:
                assert self.session.card is not None and self.session.card.aim.given
                assert "%" not in self.session.card.sentence

    @rule()
    def skip(self) -> None:
        self.say_if_need_be()
        with self.session.in_use():
            dropped = len(self.session.cards)
            self.session.skip()
        cards = self.session.cards if self.session.attempt is not None else self.session.turns[-1].cards
        assert cards[dropped - 1].failed

    @rule(times=st.integers(1, 4))
    def go(self, times: int) -> None:
        self.say_if_need_be()
        for _ in range(times):
            if self.session.card is not None:
                self.session.go()

    @rule(steps=st.integers(1, 3))
    def stop_on_the_way(self, steps: int) -> None:
        self.say_if_need_be()
        walk = self.session.begin_going()
        assert self.session.going
        for _ in zip(range(steps), walk, strict=False):
            pass
        turns = len(self.session.turns)
        self.session.arrive(stopped=True)
        assert len(self.session.turns) == turns + 1 and self.session.attempt is None

    @rule()
    def fail(self) -> None:
        """The model fails at the next look, on the way or when something is said."""
        attempt, turns = self.session.attempt, len(self.session.turns)
        before = self.session.world.save() if attempt is None else attempt.before
        self.model.broken = True
        try:
            self.session.go() if attempt is not None else self.session.say(AS_IT_IS)
        except RuntimeError:
            assert self.session.attempt is None and len(self.session.turns) == turns
            world = self.session.kind.make()
            world.restore(before)
            assert_alike(self.session.world, state_of(world))
        finally:
            self.model.broken = False

    @rule()
    def undo(self) -> None:
        turns, waiting = list(self.session.turns), self.session.attempt is not None
        with self.session.in_use():
            if not turns and not waiting:
                with pytest.raises(RequestError):
                    self.session.undo()
                return
            self.session.undo()
        assert self.session.turns == (turns if waiting else turns[:-1]) and self.session.card is None
        if not waiting:
            np.testing.assert_array_equal(self.session.world.pose[0], turns[-1].path[0])

    @precondition(lambda self: len(self.session.turns) > 2)
    @rule()
    def reset(self) -> None:
        with self.session.in_use():
            self.session.reset()
        assert not self.session.turns and self.session.card is None
        assert_alike(self.session.world, self.first)

    @rule()
    def sleep_and_wake(self) -> None:
        partly = self.session.attempt is not None and bool(self.session.attempt.actions)
        before, earlier, pose = self.session.card, self.session.cards[:-1], self.session.world.pose.copy()
        self.session.sleep()
        assert not self.session.awake
        with self.session.in_use():
            assert self.session.awake
        np.testing.assert_array_equal(self.session.world.pose, pose)
        after = self.session.card
        assert (after is None) == (before is None or partly)
        if before is not None and after is not None:
            assert (after.sentence, after.question, after.aim.given) == (before.sentence, before.question, before.aim.given)
            assert [card.failed for card in self.session.cards[:-1]] == [card.failed for card in earlier]

    @rule(keeps_on=st.booleans())
    def retell(self, keeps_on: bool) -> None:
        again = retold(self.session)
        assert len(again.turns) == len(self.session.turns)
        for one, other in zip(again.turns, self.session.turns, strict=True):
            np.testing.assert_array_equal(one.path, other.path)
            assert (one.words, one.actions, one.stopped, one.ending) == (
                other.words, other.actions, other.stopped, other.ending,
            )  # fmt: skip
            assert [(card.sentence, card.failed, card.aim.given) for card in one.cards] == [
                (card.sentence, card.failed, card.aim.given) for card in other.cards
            ]
        if self.session.attempt is None:
            assert_alike(again.world, state_of(self.session.world))
        if keeps_on:
            self.session = again

    @precondition(lambda self: self.session.turns)
    @rule(data=st.data())
    def replay(self, data: st.DataObject) -> None:
        number = data.draw(st.integers(0, len(self.session.turns) - 1))
        turn, world, steps = self.session.replay(number)
        np.testing.assert_array_equal([world.pose[0].copy(), *steps], turn.path)

    @invariant()
    def it_is_usable(self) -> None:
        if not hasattr(self, "session"):
            return
        session = self.session
        assert not session.going
        facts = json.loads(json.dumps(session.facts()))
        assert Story(**facts["story"]) == session.story() and len(facts["turns"]) == len(session.turns)
        assert (facts["proposal"] is None) == (session.attempt is None)
        assert all(turn.before is None for turn in session.turns[: -sessions.STATES_KEPT])
        for one, other in zip(session.turns, session.turns[1:], strict=False):
            np.testing.assert_array_equal(one.path[-1], other.path[0])
        assert session.panorama().startswith(JPEG) and session.view(64).startswith(JPEG)


class InField(Following):
    beginning = FIELD


class InHouse(Following):
    beginning = HOUSE


FEW = settings(
    max_examples=14, stateful_step_count=16, deadline=None, derandomize=True, database=None, phases=[Phase.generate]
)  # a failure is not made shorter, which takes minutes
TestInField, TestInHouse = InField.TestCase, InHouse.TestCase
TestInField.settings = TestInHouse.settings = FEW


@pytest.mark.parametrize("beginning", [{"world": "lani", "seed": 656}, HOUSE], ids=["lani", "chai"])
def test_the_bundled_agent_does_all_of_it(beginning: dict[str, Any]) -> None:
    agent = Agent.from_pretrained(beginning["world"])
    session = session_of(beginning, agent=agent)
    for words in ("go to the windmill" if agent.kind is LANI else "open the fridge and go to the door", "turn around"):
        with session.in_use():
            session.say(words)
        for _ in range(4):
            if session.attempt is not None:
                session.go()
        if session.attempt is not None:  # four are enough
            session.skip()
    assert session.turns
    state, turns = state_of(session.world), len(session.turns)
    assert_alike(retold(session).world, state)
    with session.in_use():
        session.say("go forward")
        card = session.card
    assert card is not None
    session.sleep()
    with session.in_use():
        assert session.card is not None and session.card.sentence == card.sentence
        session.undo()
    assert_alike(session.world, state)
    *_, end = session.replay(turns - 1)[2]
    np.testing.assert_array_equal(end, session.world.pose[0])
    session.undo()
    assert len(session.turns) == turns - 1


def test_a_session_wakes_with_the_aim_that_waited_and_ends_what_was_partly_done() -> None:
    session = session_of(HOUSE)
    session.say(AS_IT_IS)
    session.skip()
    session.aim(session.world.pose[0, :2] + (-0.3, 0.3))
    session.skip()
    waiting = session.card
    session.sleep()
    with session.in_use():
        assert waiting is not None and session.card is not None and session.card.sentence == waiting.sentence
        assert [card.failed for card in session.cards[:-1]] == ["it was not wanted"] * 2 and not session.turns
    session.undo()
    session.say(AS_IT_IS)
    session.go()
    assert session.attempt is not None
    state = state_of(session.world)
    session.sleep()
    with session.in_use():
        (turn,) = session.turns
        assert turn.ending == sessions.UNFINISHED and [bool(card.failed) for card in turn.cards] == [False, True]
        assert session.card is None
    assert_alike(session.world, state)


# How much is kept


@pytest.fixture(scope="module")
def busy_house() -> list[StoryTurn]:
    """Turns that change a house, and then more than are kept."""
    world = CHAI.make()
    world.reset([CHAI.generate(HOUSE["seed"], HOUSE["scene"], instruction="")])
    turns = []
    for goal in world.episodes[0].goals:
        if goal.deed is not None:
            actions = [int(action) for action in plan_deed(world, deed_of(goal))]
            turns.append(StoryTurn(words=goal.deed[0], actions=CHAI.spell_actions(actions)))
            for action in actions:
                world.step([action])
    assert turns
    return turns + [StoryTurn(words="turn", actions="RF" if k % 2 else "L") for k in range(sessions.STATES_KEPT + 3)]


def test_turns_whose_states_were_dropped_are_simulated_again(busy_house: list[StoryTurn]) -> None:
    expected = [state_of(session_of(HOUSE, busy_house[:k]).world) for k in range(len(busy_house) + 1)]
    session = session_of(HOUSE, busy_house)
    assert sum(turn.before is not None for turn in session.turns) == sessions.STATES_KEPT < len(session.turns)
    for number in reversed(range(len(busy_house))):
        turn, world, steps = session.replay(number)
        assert_alike(world, expected[number])
        np.testing.assert_array_equal([world.pose[0].copy(), *steps], turn.path)
        assert_alike(world, expected[number + 1])
        session.undo()
        assert_alike(session.world, expected[number])
    assert not session.turns


def test_turns_keep_no_maps() -> None:
    session = session_of(HOUSE)
    session.say(AS_IT_IS)
    session.skip()
    session.go()
    assert session.attempt is not None
    session.say(AS_IT_IS)
    maps = [card.aim.map for turn in session.turns for card in turn.cards]
    assert maps and all(map_ is None or not len(map_) for map_ in maps)


def test_a_conversation_keeps_no_maps_of_what_is_over() -> None:
    session = session_of(FIELD)
    for _ in range(3):
        session.say(AS_IT_IS)
        session.go()
    earlier = [turn.journey for turn in session.talk.turns[:-2]]
    aims = [over.aim for journey in earlier if journey is not None for over in journey.courses[0].ended]
    assert aims and all(aim.map is None or not aim.map.size for aim in aims)
    assert all(journey is None or journey.seer is None for journey in earlier)
    assert [report.done for turn in session.talk.turns for report in turn.account()] == [True] * 3


def test_the_last_turn_that_fits_is_the_last_one() -> None:
    """An instruction that is partly done counts as a turn, too, since the next one ends it."""
    turn = StoryTurn(words="turn", actions="L")
    session = session_of(HOUSE, [turn] * (TURN_LIMIT - 1))
    session.say(AS_IT_IS)
    session.go()
    assert session.attempt is not None  # it has another aim
    with pytest.raises(RequestError) as refused:
        session.say("go on")
    assert refused.value.status == 409 and session.attempt is not None
    while session.attempt is not None:
        session.go()
    assert len(session.turns) == TURN_LIMIT and len(session.story().turns) == TURN_LIMIT
    with pytest.raises(RequestError):
        session.say("go on")
    session.undo()
    session.say("go on")
    assert session.card is not None


def test_a_house_story_of_more_actions_than_an_episode_has_is_told_to_its_end() -> None:
    many = CHAI.horizon + 50
    session = session_of(HOUSE, [StoryTurn(words="turn round and round", actions="L" * many)])
    (turn,) = session.turns
    assert len(turn.path) == many + 2 and len(np.unique(turn.path[-5:, 2])) == 4  # it turns to the last
    *_, end = session.replay(0)[2]
    np.testing.assert_array_equal(end, turn.path[-1])
    assert session.world.stopped[0]
    session.say(AS_IT_IS)
    assert session.card is not None


# Many sessions


@pytest.fixture()
def many() -> Iterator[Sessions]:
    agent = untrained(LANI)
    kept = Sessions(
        cast(AgentPool, SimpleNamespace(agent=lambda world, method: agent)), Settings(sessions=6, idle_timeout=60)
    )
    yield kept
    kept.close()


def test_sessions_are_kept_up_to_the_limit_and_the_longest_unused_goes_first(many: Sessions) -> None:
    story = Story(beginning=Beginning())
    names = [many.begin(story).name for _ in range(6)]
    assert many.counts() == {"sessions": 6, "awake": 6} and all(many.find(name) for name in names)
    many.find(names[0])
    newest = many.begin(story).name
    assert many.counts()["sessions"] == 6 and many.find(newest) and many.find(names[0])
    with pytest.raises(RequestError):
        many.find(names[1])


def test_sessions_on_their_way_are_not_thrown_out(many: Sessions) -> None:
    begun = [many.begin(Story(beginning=Beginning())) for _ in range(6)]
    for session in begun:
        session.going = True
    newest = many.begin(Story(beginning=Beginning()))
    assert all(many.find(session.name) is session for session in (*begun, newest))


def test_idle_sessions_fall_asleep(many: Sessions) -> None:
    session = many.begin(Story(beginning=Beginning()))
    many.put_to_sleep()
    assert session.awake
    session.used -= 61
    many.put_to_sleep()
    assert not session.awake and many.counts() == {"sessions": 1, "awake": 0}


def test_sessions_that_are_dropped_leave_nothing_behind(many: Sessions) -> None:
    dropped: list[weakref.ref[object]] = []
    for seed in range(300):
        session = many.begin(Story(beginning=Beginning(seed=seed % 3)))
        dropped += [weakref.ref(session), weakref.ref(session.world)]
    del session
    gc.collect()
    assert sum(reference() is not None for reference in dropped) == 2 * many.limit


def test_a_session_keeps_few_pictures(many: Sessions) -> None:
    session = many.begin(Story(beginning=Beginning()))
    for side in range(64, 64 + 2 * sessions.PICTURES_KEPT):
        session.view(side)
    assert len(session._pictures) == sessions.PICTURES_KEPT
    assert session.kept_picture(f"view {side}") == session.view(side) and session.kept_picture("view 64") is None


def test_a_corrected_goal_stays_a_corrected_goal_in_its_story() -> None:
    session = session_of(FIELD)
    session.say(AS_IT_IS)
    session.aim(np.array([20.0, 20.0]))
    session.go()
    (turn,) = retold(session).turns
    assert turn.cards[-1].aim.given and "set by you" in turn.cards[-1].sentence


def test_a_restored_turn_keeps_the_kind_of_its_reply() -> None:
    session = session_of({"world": "lani", "seed": 7}, [StoryTurn(words="sing", actions="", stopped=False, reply="refuse")])
    assert session.turns[0].kind == "refuse" and session.turns[0].facts()["reply"] == "refuse"
    assert session.story().turns[0].reply == "refuse"
