"""Worlds over a network: `RemoteWorld`, a world that runs on a server. It needs no extra dependencies."""

from sightline.remote.client import RemoteWorld, remote_kind

__all__ = ["RemoteWorld", "remote_kind"]
