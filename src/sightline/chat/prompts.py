"""Prompts are files: one for each interface, for worlds to walk in and worlds with things to reach for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from string import Template

from sightline.agent.aim import Done
from sightline.chat.config import ACTIONS, PIXEL, STRIP, WORDS, ChatConfig
from sightline.errors import FileError, FileFormatError
from sightline.files import read_limited
from sightline.geometry import bearing, distance
from sightline.geometry.types import Floats
from sightline.world import Kind

FOLDER = Path(__file__).parent / "prompts"
PLACES = {  # that a prompt must have
    PIXEL: ("instruction", "done"),
    ACTIONS: ("instruction", "done"),
    WORDS: ("instruction", "done", "things"),
}
SIX_VIEWS = (
    "The six pictures are views in a circle, each 60 degrees wide: 1 is behind, 2 left behind, 3 left ahead, 4 straight "
    "ahead, 5 right ahead, 6 right behind."
)
ONE_STRIP = (
    "The picture is a strip of six views in a circle, each 60 degrees wide: view 1 is behind, 2 left behind, 3 left ahead, "
    "4 straight ahead, 5 right ahead, 6 right behind. Give x from 0 to 1000 over the whole strip, and null for the view."
)
NOTHING = "nothing yet"
LABELS = ("behind", "left behind", "left ahead", "straight ahead", "right ahead", "right behind")


def read_prompt(kind: Kind, config: ChatConfig) -> str:
    """The text of the prompt; FileFormatError if it lacks one of its places."""
    path = Path(config.prompt) if config.prompt else FOLDER / f"{config.interface}-{'reach' if kind.reaches else 'walk'}.md"
    try:
        text = read_limited(path).decode("utf-8")
    except OSError as error:
        raise FileError(f"{path}: cannot be read ({error.strerror}).") from None
    except UnicodeDecodeError:
        raise FileFormatError(f"{path}: is not UTF-8 text.") from None
    has = set(Template(text).get_identifiers())
    missing = [f"${place}" for place in PLACES[config.interface] if place not in has]
    if missing:
        raise FileFormatError(f"{path}: the prompt lacks {' and '.join(missing)}; put each where its text shall stand.")
    return text


def filled(prompt: str, **texts: str) -> str:
    """A prompt with its places filled."""
    return Template(prompt).safe_substitute(texts)


def views_words(config: ChatConfig) -> str:
    """What the pictures of the panorama are."""
    return ONE_STRIP if config.layout == STRIP else SIX_VIEWS


def done_words(kind: Kind, pose: Floats, done: Sequence[Done]) -> str:
    """What an agent at a pose (3,) has done, and what the world answered."""
    return "\n".join(f"{k}. {_deed_words(kind, pose, deed)}" for k, deed in enumerate(done, 1)) or NOTHING


def _deed_words(kind: Kind, pose: Floats, deed: Done) -> str:
    place = (deed.x, deed.z)
    away = float(distance(pose, place))
    where = "here" if away < 0.1 * kind.near else f"{away:.1f} {kind.unit} away, bearing {float(bearing(pose, place)):.0f}°"
    if deed.failed:
        return f"gave up what you marked ({where}), because {deed.failed}"
    return f"{'reached for what you marked' if deed.interaction else 'went to where you marked'} ({where})"
