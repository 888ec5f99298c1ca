"""Worlds over a network: `RemoteWorld`, a world that runs on a server, and what a server needs to lend worlds."""

from sightline.remote.client import RemoteWorld, remote_kind

__all__ = ["RemoteWorld", "remote_kind"]
