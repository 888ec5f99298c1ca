"""How models behind an address are asked: their address, what they are shown, and how much they may cost."""

from __future__ import annotations

import ipaddress
import os
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from sightline.errors import ArgumentError
from sightline.options import option

PREFIX = "openai:"  # of the names of such models
KEYS = ("SIGHTLINE_API_KEY", "OPENAI_API_KEY")  # environment variables, the first one that is set
DEFAULT_URL = "http://127.0.0.1:8000/v1"
PIXEL, ACTIONS, WORDS = INTERFACES = ("pixel", "actions", "words")
VIEWS, STRIP = LAYOUTS = ("views", "strip")
AUTO = "auto"
COORDINATES = (AUTO, "thousandths", "shares", "pixels")


@dataclass(frozen=True)
class ChatConfig:
    """Options of models behind an address."""

    base_url: str = option(DEFAULT_URL, "address of the chat API.", metavar="URL")
    interface: str = option(
        PIXEL, "what the model sees and says: `pixel` (it marks a point of the panorama, our legs go there), `actions` (it "
        "sees the view ahead and names actions), `words` (it reads what is in view; privileged).",
        metavar="|".join(INTERFACES),
    )  # fmt: skip
    prompt: str = option("", "prompt of your own; default: the package's (docs/models.md).", metavar="FILE")
    view_size: int = option(384, "pixels along each side of a view.", min=32, max=2048)
    layout: str = option(VIEWS, "six pictures, or one strip of six views.", metavar="|".join(LAYOUTS))
    coordinates: str = option(
        AUTO, "unit of the model's coordinates; auto: 0 to 1, or else 0 to 1000.", metavar="|".join(COORDINATES)
    )
    every: int = option(5, "with --interface actions: actions that each answer may name.", min=1, max=40)
    last: int = option(3, "with --interface actions: views shown, the latest ones.", min=1, max=20)
    concurrency: int = option(8, "calls at once.", min=1, max=256)
    timeout: float = option(120.0, "seconds to wait for an answer.", min=0.01, max=3600)
    retries: int = option(3, "further attempts if the server is busy or the answer is cut off.", min=0, max=20)
    max_tokens: int = option(1024, "length of an answer.", min=1, max=1_000_000)
    max_calls: int | None = option(None, "stop after so many calls; cached answers are free.", min=1)
    max_cost: float | None = option(None, "stop before the calls cost more (US$; needs --prices).", min=0)
    prices: str = option("", "US$ per million tokens of input and of output, such as 2.5,10.", metavar="IN,OUT")
    cache: str = option("", "folder of answers, so that a rerun costs nothing; default: in the user's cache.", metavar="DIR")
    mock_oracle: bool = option(
        False, "tell a mock server (`sightline mock-model`) on this machine the right answers.", flags="--mock-oracle"
    )
    key: str = field(default="", repr=False)  # never an option: process lists show options

    def __post_init__(self) -> None:
        for name, values in (("interface", INTERFACES), ("layout", LAYOUTS), ("coordinates", COORDINATES)):
            if getattr(self, name) not in values:
                raise ArgumentError(f"--{name} is {', '.join(values[:-1])} or {values[-1]}, got {getattr(self, name)!r}.")
        checked_url(self.base_url)
        if self.mock_oracle and not is_loopback(self.base_url):
            raise ArgumentError("--mock-oracle tells the goals to a mock server on this machine only (127.0.0.1).")
        if self.max_cost is not None and not self.prices:
            raise ArgumentError("--max-cost needs --prices IN,OUT: US$ per million tokens of input and of output.")
        _ = self.token_prices

    @property
    def token_prices(self) -> tuple[float, float]:
        """US$ for one token of input, and of output."""
        try:
            prices = [float(price) for price in self.prices.split(",")] if self.prices else [0.0, 0.0]
            if len(prices) != 2 or not all(0 <= price < 1e6 for price in prices):
                raise ValueError
        except ValueError:
            raise ArgumentError(f"--prices are two numbers such as 2.5,10, got {self.prices!r}.") from None
        return prices[0] / 1e6, prices[1] / 1e6

    @property
    def privileged(self) -> bool:
        """Whether the model is told what no agent may know."""
        return self.interface == WORDS

    @property
    def cache_folder(self) -> Path:
        """Where answers are kept."""
        if self.cache:
            return Path(self.cache)
        caches = os.environ.get("LOCALAPPDATA") if os.name == "nt" else os.environ.get("XDG_CACHE_HOME")
        return (Path(caches) if caches else Path.home() / ".cache") / "sightline" / "answers"

    def with_key(self) -> ChatConfig:
        """The same with the key of the environment, if there is one."""
        name = next((name for name in KEYS if os.environ.get(name, "").strip()), "")
        key = os.environ[name].strip() if name else ""
        if not (key.isascii() and key.isprintable()) or " " in key:
            raise ArgumentError(f"The key in {name} has characters that no key has.")
        return replace(self, key=key)


@dataclass(frozen=True)
class ModelInfo:
    """What a result of such a model rests on; it holds no key."""

    model: str
    base_url: str
    interface: str
    prompt_sha256: str
    view_size: int
    layout: str
    coordinates: str
    every: int
    last: int
    max_tokens: int
    privileged: bool
    mock_oracle: bool


def info_of(model: str, config: ChatConfig, prompt: str) -> ModelInfo:
    """What the results of a model rest on."""
    return ModelInfo(
        model, config.base_url, config.interface, sha256(prompt.encode()).hexdigest(), config.view_size, config.layout,
        config.coordinates, config.every, config.last, config.max_tokens, config.privileged, config.mock_oracle,
    )  # fmt: skip


def read_address(spelled: str, config: ChatConfig) -> tuple[str, ChatConfig]:
    """The name of a model and how to ask it, from `openai:NAME@URL`; without an address, that of the config."""
    name, at, url = spelled.removeprefix(PREFIX).partition("@http")
    if not spelled.startswith(PREFIX) or not name.strip():
        raise ArgumentError(f"--model is {PREFIX}NAME@URL, such as {PREFIX}oracle@{DEFAULT_URL}; got {spelled!r}.")
    return name, replace(config, base_url=f"http{url}") if at else config


def checked_url(address: str) -> SplitResult:
    """The parts of an address; it may hold no password and no query, which would be written into results."""
    try:
        url = urlsplit(address)
        right = url.scheme in ("http", "https") and bool(url.hostname) and (url.port is None or url.port > 0)
    except ValueError:
        right = False
    if not right or any(c.isspace() or not c.isprintable() for c in address):
        raise ArgumentError("--base-url is an address such as http://127.0.0.1:8000/v1.")
    if url.username is not None or url.password is not None or url.query or url.fragment:
        raise ArgumentError(f"--base-url holds no user, password or query: give the key in {KEYS[0]}.")
    return url


def is_loopback(address: str) -> bool:
    """Whether an address is on this machine."""
    host = urlsplit(address).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
