"""Look: browse corpora by instruction, tables of results, and galleries of all objects of a world."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Annotated, TypeVar

from fastapi import APIRouter, Query
from fastapi.responses import Response

from sightline.web.bodies import Json
from sightline.web.context import Context
from sightline.web.leaderboard import Leaderboard
from sightline.web.pictures import jpeg
from sightline.web.problems import RequestError
from sightline.web.results import read_results, shipped_pages
from sightline.world import kind_of

if TYPE_CHECKING:
    from PIL.Image import Image

    from sightline.show.gallery import Gallery
    from sightline.web.shelf import Shelf, Verdicts

CACHED = {"Cache-Control": "max-age=3600"}
T = TypeVar("T")
Text = Annotated[str, Query(max_length=200)]
Name = Annotated[str, Query(max_length=60)]


def router_of(context: Context) -> APIRouter:
    """The API of the page Look."""
    router, settings, lock = APIRouter(prefix="/api/look", tags=["look"]), context.settings, threading.RLock()
    results = read_results([*shipped_pages(), *settings.results])  # unreadable files prevent the start
    board = Leaderboard(settings.runs)
    context.warm_ups.append(board.read)

    def once(make: Callable[[], T]) -> Callable[[], T]:
        """Lazy value: the first caller makes it while others wait."""
        kept = cache(make)

        def get() -> T:
            with lock:
                return kept()

        return get

    @once
    def shelves() -> dict[str, Shelf | None]:
        from sightline.web.shelf import shelves

        return shelves(settings.named_corpora)

    @once
    def galleries() -> dict[str, Gallery]:
        from sightline.show.gallery import galleries

        return {gallery.name: gallery for gallery in galleries()}

    @cache
    def verdicts(world: str) -> Verdicts:
        from sightline.web.shelf import verdicts_in

        return verdicts_in(results.examples, kind_of(world).near)

    def shelf_of(corpus: str) -> Shelf:
        shelf = shelves().get(corpus)
        if shelf is None:
            world, _, name = corpus.partition(" ")
            hint = f"; `sightline corpus stats {name} --world {world}` makes it" if corpus in shelves() else ""
            raise RequestError(404, f"There is no corpus {corpus!r} here{hint}.")
        return shelf

    @router.get("/corpora")
    def corpora() -> list[Json]:
        """All corpora: paragraphs and instructions per split, and the methods with results on it."""
        methods = sorted({str(line["method"]) for line in results.examples})
        return [
            {"name": name, "made": False} if shelf is None else shelf.about() | {"methods": methods}
            for name, shelf in shelves().items()
        ]

    @router.get("/corpora/{corpus}/instructions")
    def instructions(
        corpus: str, text: Text = "", split: Name = "", phenomenon: Name = "", method: Name = "",
        right: bool | None = None, page: Annotated[int, Query(ge=0, le=100_000)] = 0,
    ) -> Json:  # fmt: skip
        """The instructions that match, forty per page."""
        from sightline.web.shelf import PAGE_SIZE, Search

        shelf = shelf_of(corpus)
        judged = verdicts(shelf.world)
        rows = shelf.search(Search(text, split, phenomenon, method, right), judged)
        on_page = rows[page * PAGE_SIZE : (page + 1) * PAGE_SIZE]
        return {
            "count": len(rows), "pages": -(-len(rows) // PAGE_SIZE), "page": page,
            "rows": [row._asdict() | {"verdicts": judged.get(row.key, {})} for row in on_page],
        }  # fmt: skip

    @router.get("/corpora/{corpus}/paragraphs/{name}")
    def paragraph(corpus: str, name: str) -> Json:
        """A paragraph's instructions in order."""
        split, record = shelf_of(corpus).paragraph(name)
        return {
            "id": record.id, "split": split, "source": record.source, "scenario": record.scenario,
            "instructions": [segment.instruction for segment in record.segments],
        }  # fmt: skip

    @router.get("/corpora/{corpus}/paragraphs/{name}/picture.jpg", response_class=Response)
    def paragraph_picture(corpus: str, name: str) -> Response:
        """A paragraph on its map, with views along the path."""
        from sightline.show.paragraph import paragraph_picture

        _, record = shelf_of(corpus).paragraph(name)
        return _picture(paragraph_picture(record, 1000))

    @router.get("/results")
    def tables() -> list[Json]:
        """All tables of results: the leaderboard of verified runs, then the pages of results."""
        return [table._asdict() for table in (*board.tables(), *results.tables)]

    @router.get("/galleries")
    def all_galleries() -> list[Json]:
        """All galleries and their exhibits."""
        return [
            {"name": g.name, "title": g.title, "exhibits": [exhibit._asdict() for exhibit in g.exhibits]}
            for g in galleries().values()
        ]

    @router.get("/galleries/{name}/{number}.jpg", response_class=Response)
    def exhibit(name: str, number: int) -> Response:
        """A picture of a gallery."""
        gallery = galleries().get(name)
        if gallery is None or not 0 <= number < len(gallery.exhibits):
            raise RequestError(404, "There is no such picture.")
        return _picture(gallery.draw(number))

    return router


def _picture(image: Image) -> Response:
    """An immutable image as a response."""
    return Response(jpeg(image), media_type="image/jpeg", headers=CACHED)
