"""How participants arrive and finish: by our own links, or through Prolific or Mechanical Turk by their URL conventions.

Prolific opens our link with PROLIFIC_PID and takes a completion code in the address of its own page. Mechanical Turk
opens it in a frame with workerId, assignmentId and turkSubmitTo, and takes a form at the end; before a person accepts
the work it shows a preview, marked by its assignment id. Only the person's id is stored; everything else stays in the
browser.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from urllib.parse import quote

LINKS, PROLIFIC, MTURK = "links", "prolific", "mturk"
PLATFORMS = (LINKS, PROLIFIC, MTURK)


def new_token() -> str:
    """The secret part of a link: 256 random bits."""
    return secrets.token_urlsafe(32)


def hash_of(token: str) -> str:
    """The stored form of a token; it is random, so a plain hash suffices."""
    return hashlib.sha256(token.encode()).hexdigest()


def token_of(join_token: str, platform_id: str) -> str:
    """The token of a platform's participant: the same on every visit, from any tab or machine."""
    return hmac.new(join_token.encode(), platform_id.encode(), hashlib.sha256).hexdigest()


def completion_address(platform: str, code: str) -> str:
    """The address that the browser opens at the end; empty if the platform has none."""
    return f"https://app.prolific.com/submissions/complete?cc={quote(code, safe='')}" if platform == PROLIFIC else ""


def joining_address(site: str, platform: str, join_token: str) -> str:
    """The address to enter at the platform; Prolific fills in the double braces, Mechanical Turk adds its own parameters."""
    address = f"{site}/join?study={join_token}"
    return address + ("&PROLIFIC_PID={{%PROLIFIC_PID%}}" if platform == PROLIFIC else "")
