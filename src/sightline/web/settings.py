"""All settings of a server, and where commands find the address of a running one."""

from __future__ import annotations

import ipaddress
import os
import re
import secrets
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, count
from pathlib import Path
from urllib.parse import urlsplit

from sightline.chat.config import ChatConfig
from sightline.checks import checked_whole
from sightline.errors import InputError
from sightline.world import KINDS

TOKEN = "SIGHTLINE_TOKEN"  # an environment variable: a process list shows options
REMOTE_TOKEN = "SIGHTLINE_REMOTE_TOKEN"
DEFAULT_SITE = "http://127.0.0.1:8017"
PROCESS_LIMIT = 64
LOCAL_PROXIES = ("127.0.0.1", "::1")
SQLITE_HEAD = b"SQLite format 3\0"  # what its files begin with
BUNDLED = ("standard", "written")  # corpora of each world that ship with the package


@dataclass(frozen=True)
class Limits:
    """Limits of programs that control worlds."""

    worlds: int = 1024  # of all clients together
    message: int = 16 * 2**20  # bytes of a call
    pictures: int = 256 * 2**20  # bytes of pictures per answer
    idle: float = 30 * 60.0  # seconds without a call, after which worlds are freed


@dataclass(frozen=True)
class Settings:
    """A server's settings; `sightline serve` has options for the common ones."""

    host: str = "127.0.0.1"  # by default only this machine
    port: int = 8017  # of the first process; each further one has the next
    processes: int = 1  # that serve, each with its own sessions, model process and limits; they share the database
    process: int = 0  # the number of this one
    proxies: tuple[str, ...] = LOCAL_PROXIES  # addresses or networks whose X-Forwarded-For is believed
    token: str = field(default_factory=lambda: os.environ.get(TOKEN) or secrets.token_urlsafe(24))  # the owner's
    remote_token: str = ""  # for programs that control worlds over the network; empty: disabled
    remote_worlds: tuple[str, ...] = tuple(KINDS)  # that clients may make
    remote_limits: Limits = field(default_factory=Limits)
    database: str = "sqlite:///sightline.db"  # of studies; created with the first study
    methods: tuple[str, ...] = ("best", "paper")  # bundled agents to choose from, where trained
    models: Mapping[str, tuple[str, ChatConfig]] = field(default_factory=dict)  # behind an address, by name
    own: Mapping[str, tuple[str, Path]] = field(default_factory=dict)  # agents in folders, by name: world and folder
    results: tuple[Path, ...] = ()  # files of `sightline evaluate --json` that Look shows
    runs: Path | None = None  # folder of logs that Look verifies and lists as a leaderboard
    corpora: tuple[Path, ...] = ()  # folders that Look shows in addition to the bundled corpora
    pointer: str = "best"  # model of the page Point: a method's name, or a folder
    largest_body: int = 256 * 1024  # bytes of a request
    largest_picture: int = 8 * 2**20  # bytes of an uploaded picture
    rate: float = 50.0  # API requests per second and address; 0: unlimited
    burst: int = 200  # API requests at once
    connections: int = 256  # of one address; unlimited for proxies, and if the rate is
    at_once: int = 4  # requests of one address in work at once, and as many of its sockets; unlimited if the rate is
    sessions: int = 1000  # sessions of Follow kept; the least recently used is dropped first
    idle_timeout: float = 120.0  # idle seconds after which a session frees its world until its next use

    def __post_init__(self) -> None:
        if not self.host or any(letter.isspace() for letter in self.host):
            raise InputError(f"A host is a name or an address such as 127.0.0.1, got {self.host!r}.")
        checked_whole(self.processes, "The number of processes", 1, PROCESS_LIMIT)
        checked_whole(self.port, "The port", 0, 65536 - self.processes)
        if self.processes > 1 and is_in_memory(self.database):
            raise InputError("Several processes need a database that they share: a file, or PostgreSQL.")
        for proxy in self.proxies:
            _check_network(proxy)
        if len(self.token) < 16 or not self.token.isascii() or any(c.isspace() for c in self.token):
            raise InputError("The owner's token needs 16 characters or more, plain letters and digits.")
        if not re.fullmatch(r"([\w.~+-]{16,})?", self.remote_token, re.ASCII):
            raise InputError("The token for remote control needs 16 characters or more: letters, digits, and - _ . ~ +")
        for name in ("largest_body", "largest_picture", "burst", "connections", "sessions"):
            checked_whole(getattr(self, name), name.replace("_", " ").capitalize(), 1)
        checked_whole(self.at_once, "At once", 1)
        if not self.rate >= 0:
            raise InputError(f"The rate is a number of requests per second, or 0 for no limit; got {self.rate}.")
        if not self.idle_timeout > 0:
            raise InputError(f"idle_timeout must be positive, got {self.idle_timeout}.")

    def new_name(self) -> str:
        """A name that cannot be guessed, of something that this process keeps in memory; a proxy routes by its number."""
        return f"{self.process}-{secrets.token_urlsafe(16)}"

    @property
    def share(self) -> int:
        """The places of one address among all that are in work; 0: unlimited."""
        return self.at_once if self.rate else 0

    @cached_property
    def named_corpora(self) -> dict[str, Path]:
        """The folders of `corpora` without duplicates, by unique name: the base name, numbered if it is taken."""
        taken = {*BUNDLED, *(f"{world} {corpus}" for world in KINDS for corpus in BUNDLED)}
        named: dict[str, Path] = {}
        for folder in dict.fromkeys(path.resolve() for path in self.corpora):
            numbered = (f"{folder.name} ({number})" for number in count(2))
            name = next(name for name in chain([folder.name], numbered) if name not in taken)
            taken.add(name)
            named[name] = folder
        return named


def is_in_memory(database: str) -> bool:
    """Whether a database is SQLite's in memory, which ends with its process."""
    return database in ("sqlite://", "sqlite:///", "sqlite:///:memory:", ":memory:")


def check_database(database: str) -> None:
    """Refuse what can never be a database, before the server begins; one that cannot be reached now may come back."""
    scheme, colon, path = database.partition("://")
    if colon and scheme.split("+")[0] not in ("sqlite", "postgresql"):
        raise InputError(f"A database is the path of a file, sqlite:///PATH or postgresql://USER@HOST/NAME, not {scheme!r}.")
    if is_in_memory(database) or (colon and not scheme.startswith("sqlite")):
        return
    file = Path(path.removeprefix("/") if colon else database).expanduser()
    if not database:
        raise InputError("The name of the database is empty.")
    if file.is_dir():
        raise InputError(f"{file}: is a folder, not a database.")
    if file.is_file():
        with open(file, "rb") as content:
            head = content.read(len(SQLITE_HEAD))
        if head and head != SQLITE_HEAD:
            raise InputError(f"{file}: is not an SQLite database.")


def _check_network(proxy: str) -> None:
    try:
        ipaddress.ip_network(proxy)
    except ValueError:
        raise InputError(f"A proxy is an address such as 10.0.0.7 or a network such as 10.0.0.0/8, got {proxy!r}.") from None


def _address_file(database: str) -> Path | None:
    """The file beside an SQLite database that names its running server; None for other databases."""
    path = database.removeprefix("sqlite:///")
    return None if "://" in path or not path else Path(f"{Path(path).expanduser()}.address")


@contextmanager
def published(database: str, address: str) -> Iterator[None]:
    """While pages are served, tell commands that make links the address."""
    file = _address_file(database)
    if file is not None:
        with suppress(OSError):  # links then need --site
            file.write_text(address, encoding="utf-8")
    try:
        yield
    finally:  # also after Ctrl-C
        if file is not None:
            file.unlink(missing_ok=True)


def running_site(database: str) -> str | None:
    """The address of the server that serves this database now; None if none is known."""
    file = _address_file(database)
    try:
        site = "" if file is None else file.read_text(encoding="utf-8")
        with socket.create_connection((urlsplit(site).hostname or "", urlsplit(site).port or 0), timeout=1):
            return site
    except OSError:  # no file, or one of a server that was killed
        return None
