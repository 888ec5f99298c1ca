"""All that can be set about a server."""

from __future__ import annotations

import os
import re
import secrets
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, count
from pathlib import Path

from sightline.checks import checked_whole
from sightline.errors import InputError
from sightline.world import KINDS

TOKEN = "SIGHTLINE_TOKEN"  # an environment variable: options can be seen in a list of processes
REMOTE_TOKEN = "SIGHTLINE_REMOTE_TOKEN"
BUNDLED = ("standard", "written")  # corpora of each world that come with the package


@dataclass(frozen=True)
class Limits:
    """What programs that control worlds may have."""

    worlds: int = 1024  # of all clients together
    message: int = 16 * 2**20  # bytes of a call
    pictures: int = 256 * 2**20  # bytes of the pictures in an answer
    idle: float = 30 * 60.0  # seconds without a call, after which worlds are freed


@dataclass(frozen=True)
class Settings:
    """How a server behaves; `sightline serve` has an option for each that people change."""

    host: str = "127.0.0.1"  # by default only this machine
    port: int = 8017
    token: str = field(default_factory=lambda: os.environ.get(TOKEN) or secrets.token_urlsafe(24))  # of the owner
    remote_token: str = ""  # of programs that control worlds over the network; empty: none may
    remote_worlds: tuple[str, ...] = tuple(KINDS)  # that they may make
    remote_limits: Limits = field(default_factory=Limits)
    database: str = "sqlite:///sightline.db"  # of studies; made when the first is
    methods: tuple[str, ...] = ("best", "paper")  # bundled agents that people may choose between, where trained
    results: tuple[Path, ...] = ()  # files of `sightline evaluate --json` that Look shows
    corpora: tuple[Path, ...] = ()  # folders that Look shows beside the standard ones
    largest_body: int = 256 * 1024  # bytes of a request
    rate: float = 50.0  # requests per second that one address may make of the API; 0: as many as it likes
    burst: int = 200  # that it may make at once
    sessions: int = 1000  # of Follow that are remembered; the longest unused is forgotten first
    idle_timeout: float = 120.0  # seconds without use after which a session gives up its world until it is used again

    def __post_init__(self) -> None:
        if not self.host or any(letter.isspace() for letter in self.host):
            raise InputError(f"A host is a name or an address such as 127.0.0.1, got {self.host!r}.")
        checked_whole(self.port, "The port", 0, 65535)
        if len(self.token) < 16 or not self.token.isascii() or any(c.isspace() for c in self.token):
            raise InputError("The owner's token needs 16 characters or more, plain letters and digits.")
        if not re.fullmatch(r"([\w.~+-]{16,})?", self.remote_token, re.ASCII):
            raise InputError("The token for remote control needs 16 characters or more: letters, digits, and - _ . ~ +")
        for name in ("largest_body", "burst", "sessions"):
            checked_whole(getattr(self, name), name.replace("_", " ").capitalize(), 1)
        if not self.rate >= 0:
            raise InputError(f"The rate is a number of requests per second, or 0 for no limit; got {self.rate}.")
        if not self.idle_timeout > 0:
            raise InputError(f"idle_timeout must be positive, got {self.idle_timeout}.")

    @cached_property
    def named_corpora(self) -> dict[str, Path]:
        """The folders of `corpora`, each once, by a name that no other has: the base name, numbered where it is taken."""
        taken = {*BUNDLED, *(f"{world} {corpus}" for world in KINDS for corpus in BUNDLED)}
        named: dict[str, Path] = {}
        for folder in dict.fromkeys(path.resolve() for path in self.corpora):
            numbered = (f"{folder.name} ({number})" for number in count(2))
            name = next(name for name in chain([folder.name], numbered) if name not in taken)
            taken.add(name)
            named[name] = folder
        return named
