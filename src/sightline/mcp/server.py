"""The tools of `sightline mcp`: begin, look, view, go_to, reach, act, done, score, and a map for people if asked for."""

from __future__ import annotations

import functools
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, ParamSpec, TypeVar

from mcp.server.mcpserver import Context, Image, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import ValidationError

import sightline
from sightline.chat.seers import jpeg
from sightline.corpus.build import corpus_folder
from sightline.corpus.examples import examples_of
from sightline.corpus.files import read_corpus
from sightline.errors import InputError
from sightline.mcp.playthrough import Playthrough
from sightline.world import kind_of

P = ParamSpec("P")
T = TypeVar("T")
GAME_LIMIT = 64  # episodes in play; the one that was not used for longest makes room
MAP_PIXELS = 800
INSTRUCTIONS = """You control an agent in a simulated 3D world and carry out an instruction in words. Call begin: it gives
the instruction and the name of the episode, which every other tool takes. Call look to see the panorama: six square views
side by side, numbered 1 to 6 from left to right; view 4 is straight ahead, 3 and 5 are 60 degrees to the left and to the
right of it, 1 is behind. A point is a view, x from 0 (left edge) to 1 (right edge) and y from 0 (top) to 1 (bottom) of the
last panorama. go_to walks to the ground at a point. In houses (chai), reach goes near a point and interacts with what is
there: it opens, closes, switches, picks up, or puts down what is held. Every picture that a tool returns is the new
panorama. When the instruction is carried out, call done, then score."""

Content = list[str | Image]


def one_sentence(tool: Callable[P, T]) -> Callable[P, T]:
    """A tool that answers bad input with a sentence for the model to read."""

    @functools.wraps(tool)
    def call(*values: P.args, **named: P.kwargs) -> T:
        try:
            return tool(*values, **named)
        except InputError as error:
            raise ToolError(str(error)) from None

    return call


class Playthroughs:
    """The episodes in play, by name; one call at a time."""

    def __init__(self) -> None:
        self._games: OrderedDict[str, Playthrough] = OrderedDict()
        self.lock = threading.RLock()

    def add(self, game: Playthrough) -> str:
        """A name that nobody guesses: other clients of this server have episodes too."""
        name = secrets.token_hex(6)
        with self.lock:
            self._games[name] = game
            while len(self._games) > GAME_LIMIT:
                self._games.popitem(last=False)
        return name

    def __getitem__(self, name: str) -> Playthrough:
        with self.lock:
            if name not in self._games:
                raise InputError("There is no such episode in play; begin one and use the name that it gives.")
            self._games.move_to_end(name)
            return self._games[name]


class _Server(MCPServer[Any]):
    """A server whose complaints about arguments are one sentence."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None) -> Any:
        """Call a tool by name."""
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if not isinstance(error.__cause__, ValidationError):
                raise
            wrong = error.__cause__.errors()[0]
            where = ".".join(map(str, wrong["loc"]))[:80] or "its arguments"
            raise ToolError(f"{name}: {where}: {wrong['msg'][:200]}.") from None


def make_server(with_map: bool = False) -> MCPServer[Any]:
    """A server of the tools; `with_map` adds a map for people, which shows more than an agent may know."""
    server, games = (
        _Server("sightline", instructions=INSTRUCTIONS, version=sightline.__version__, log_level="WARNING"),
        Playthroughs(),
    )
    tool = server.tool(structured_output=False)

    def playing(play: Callable[[Playthrough], Content], episode: str) -> Content:
        game = games[episode]
        with games.lock:
            return play(game)

    @tool
    @one_sentence
    def begin(
        world: Literal["lani", "chai"] = "lani", seed: int | None = None, corpus: Literal["written", "standard"] = "written",
        split: Literal["train", "dev", "test"] = "dev", number: int = 1,
    ) -> Content:  # fmt: skip
        """Begin an episode: of a seed if one is given, otherwise instruction `number` (from 1) of a corpus's split."""
        with games.lock:
            game = Playthrough(kind_of(world), _episode(world, seed, corpus, split, number))
            name = games.add(game)
        (episode,) = game.world.episodes
        return [f"Episode {name}. Instruction: {episode.instruction}\n{game.state_words()}", _picture(game.look())]

    @tool
    @one_sentence
    def look(episode: str) -> Content:
        """Look around: the panorama, six views numbered 1 to 6 from left to right; view 4 is straight ahead."""
        return playing(lambda game: [game.state_words(), _picture(game.look())], episode)

    @tool
    @one_sentence
    def view(episode: str) -> Content:
        """Look straight ahead only."""
        return playing(lambda game: [game.state_words(), _picture(game.view())], episode)

    @tool
    @one_sentence
    def go_to(episode: str, view: int, x: float, y: float) -> Content:
        """Walk to the ground at a point of the last panorama: view 1 to 6, x and y from 0 to 1 within that view."""
        return playing(lambda game: [game.go_to(view, x, y), _picture(game.look())], episode)

    @tool
    @one_sentence
    def reach(episode: str, view: int, x: float, y: float) -> Content:
        """Go near the thing at a point of the last panorama and interact with it (houses only)."""
        return playing(lambda game: [game.reach(view, x, y), _picture(game.look())], episode)

    @tool
    @one_sentence
    def act(episode: str, actions: list[str]) -> Content:
        """Take single actions, in order: forward, turn_right, turn_left."""
        return playing(lambda game: [game.act(actions)], episode)

    @tool
    @one_sentence
    def done(episode: str) -> Content:
        """Say that the instruction is carried out. This ends the episode."""
        return playing(lambda game: [game.done()], episode)

    @tool
    @one_sentence
    def score(episode: str) -> dict[str, float]:
        """The score of an episode that is over: stop_distance, completed, and in houses manipulation_accuracy (percent)."""
        with games.lock:
            return games[episode].score()

    if with_map:

        @tool
        @one_sentence
        def map_for_people(episode: str) -> Content:
            """A map with the names of things, for a person who watches; an agent must not use it."""
            return playing(_map_of, episode)

    return server


def _episode(world: str, seed: int | None, corpus: str, split: str, number: int) -> Any:
    if seed is not None:
        if not 0 <= seed < 2**63:
            raise InputError("A seed lies between 0 and 2^63 - 1.")
        return kind_of(world).generate(seed)
    examples = examples_of(read_corpus(corpus_folder(Path(corpus), world)).splits.get(split, []))
    if not 1 <= number <= len(examples):
        raise InputError(f"{corpus} has {len(examples)} instructions in {split}; number must be from 1 to that.")
    return examples[number - 1].episode


def _map_of(game: Playthrough) -> Content:
    from sightline.show.scenery import scenery_of

    return [_picture(scenery_of(game.kind).map_of(game.world.episodes[0], MAP_PIXELS, "spoken").picture)]


def _picture(pixels: Any) -> Image:
    return Image(data=jpeg(pixels), format="jpeg")
