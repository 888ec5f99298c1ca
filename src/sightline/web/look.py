"""Look."""

from __future__ import annotations

from fastapi import APIRouter

from sightline.web.context import Context


def router_of(context: Context) -> APIRouter:
    """The API of the page look."""
    router = APIRouter(prefix="/api/look", tags=["look"])

    @router.get("/worlds")
    def worlds() -> dict[str, list[str]]:
        """The worlds that there are agents for, and their methods."""
        return {world: context.predictor.methods_of(world) for world in context.predictor.worlds()}

    return router
