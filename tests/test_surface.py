"""The public surface: its names and the signatures of its functions. A change here is a change for users."""

import inspect
import subprocess
import sys

import pytest

import sightline as sl
from sightline import _HOMES

SURFACE = {
    "Agent", "Aim", "Corpus", "Example", "Followed", "InputError", "Journey", "Outcome", "TableReport", "World",
    "__version__", "evaluate", "follow", "load_corpus", "make",
}  # fmt: skip
PARAMETERS = {
    "evaluate": ["methods", "world", "corpus", "split", "limit", "table", "checkpoint", "device", "seed"],
    "follow": ["instruction", "world", "seed", "scene", "start", "agent"],
    "load_corpus": ["corpus", "world"],
    "make": ["world", "count", "seed", "device", "horizon", "threads"],
}


def test_the_surface_is_what_users_rely_on() -> None:
    assert set(sl.__all__) == SURFACE == set(dir(sl)) == {*_HOMES, "__version__"}
    for name, parameters in PARAMETERS.items():
        function = getattr(sl, name)
        assert list(inspect.signature(function).parameters) == parameters
        assert all(p.annotation is not p.empty for p in inspect.signature(function).parameters.values())
    assert all(inspect.getdoc(getattr(sl, name)) for name in SURFACE - {"__version__"})
    with pytest.raises(AttributeError, match="nothing"):
        getattr(sl, "nothing")  # noqa: B009


def test_names_are_loaded_when_they_are_used() -> None:
    code = "import sys, sightline as sl; bad = {'numpy', 'torch', 'PIL', 'typer'} & set(sys.modules); sys.exit(bool(bad))"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_help_loads_no_arrays() -> None:
    code = "import sys, sightline.cli; sys.exit(bool({'numpy', 'torch', 'PIL'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_worlds_are_at_the_episodes_of_their_seeds() -> None:
    worlds = sl.make("lani", 3, seed=5)
    assert len(worlds) == 3 and [episode.seed for episode in worlds.episodes] == [5, 6, 7]
    for bad in (0, -1, 2.5):
        with pytest.raises(sl.InputError, match="worlds"):
            sl.make("lani", bad)  # type: ignore[arg-type]
    with pytest.raises(sl.InputError, match="world"):
        sl.make("moon")


def test_an_instruction_is_followed_to_the_end() -> None:
    followed = sl.follow("go to the rock", seed=46)
    assert followed.facts["stopped"] and followed.facts["goals"][0]["done"] and "rock" in str(followed)
    assert followed._repr_png_().startswith(b"\x89PNG") and followed.path_picture().width > 100
    with pytest.raises(sl.InputError, match="empty"):
        sl.follow(" ")


class Forward:
    """An agent of one's own."""

    def act(self, world: sl.World) -> list[int]:
        return [0] * len(world)


def test_agents_of_ones_own_stand_in_a_table() -> None:
    report = sl.evaluate([Forward, "most-frequent"], corpus="written", limit=5)
    assert list(report.scores) == ["Forward", "most-frequent"] and report.json()["n"] == 5
    assert report.scores["Forward"]["SD"] == report.scores["most-frequent"]["SD"] and "Forward" in str(report)
    with pytest.raises(sl.InputError, match="act"):
        sl.evaluate([3])  # type: ignore[list-item]


def test_corpora_have_names() -> None:
    corpus = sl.load_corpus("written", "lani")
    assert isinstance(corpus, sl.Corpus) and sl.Example(corpus.splits["dev"][0], 0).episode.instruction
