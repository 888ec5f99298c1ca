"""How participants come and go: by links of our own, or from Prolific or Mechanical Turk by their URL conventions.

Prolific opens our link with PROLIFIC_PID in it and takes a completion code in the address of its own page. Mechanical Turk
opens it in a frame with workerId, assignmentId and turkSubmitTo, and takes a form in the end; before a person accepts the
work it shows a preview, with an assignment id that says so. Only the person's id is kept; all else stays in the browser.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from urllib.parse import quote

LINKS, PROLIFIC, MTURK = "links", "prolific", "mturk"
PLATFORMS = (LINKS, PROLIFIC, MTURK)


def new_token() -> str:
    """A link's part that cannot be guessed: 256 random bits."""
    return secrets.token_urlsafe(32)


def hash_of(token: str) -> str:
    """What is kept of a token; it is random, so nothing more than a hash is needed."""
    return hashlib.sha256(token.encode()).hexdigest()


def token_of(join_token: str, platform_id: str) -> str:
    """The token of a platform's participant: the same whenever they come again, from any tab or machine."""
    return hmac.new(join_token.encode(), platform_id.encode(), hashlib.sha256).hexdigest()


def completion_address(platform: str, code: str) -> str:
    """Where the browser goes in the end; empty where there is no such place."""
    return f"https://app.prolific.com/submissions/complete?cc={quote(code, safe='')}" if platform == PROLIFIC else ""


def joining_address(site: str, platform: str, join_token: str) -> str:
    """What an owner tells the platform; Prolific fills in the double braces, Mechanical Turk adds its own parameters."""
    address = f"{site}/join?study={join_token}"
    return address + ("&PROLIFIC_PID={{%PROLIFIC_PID%}}" if platform == PROLIFIC else "")
