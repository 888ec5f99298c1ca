"""The owner's API: create studies, make links, inspect and exclude answers, results, export, backup.

No request names a path: corpora are chosen from those of the server, and files are returned as bytes.
"""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query
from fastapi import Path as PathParameter
from fastapi.responses import Response
from pydantic import Field, StrictInt

from sightline.web.bodies import Body, Json, WrittenText
from sightline.web.context import Context
from sightline.web.problems import RequestError
from sightline.web.settings import BUNDLED
from sightline.web.studies.plan import CONSENT, PEOPLE_LIMIT, TASKS, StudyPlan
from sightline.web.studies.platforms import LINKS
from sightline.web.take import ID_LIMIT
from sightline.world import KINDS

Number = Annotated[int, PathParameter(ge=1, le=ID_LIMIT)]


class StudyRequest(StudyPlan):
    """A study as a request describes it: worlds and methods of the package, corpora of the server."""

    world: Literal[*KINDS] = "lani"  # type: ignore[valid-type]
    corpus: str = Field(default="standard", max_length=200, description="One of those that GET /api/studies lists.")
    methods: tuple[Literal["stop", "random-walk", "paper", "best"], ...] = Field(default=(), max_length=10)


class LinkCount(Body):
    """A number of links."""

    count: StrictInt = Field(default=1, ge=1, le=PEOPLE_LIMIT)


class Reason(Body):
    """Why an answer does not count; empty if it counts."""

    reason: WrittenText = ""


def router_of(context: Context) -> APIRouter:
    """The API of the page Studies."""
    router = APIRouter(prefix="/api/studies", tags=["studies"], dependencies=[Depends(context.owner)])
    corpora = {name: name for name in BUNDLED} | {name: str(path) for name, path in context.settings.named_corpora.items()}

    @router.get("")
    def all_studies() -> Json:
        """The status of all studies, and the options for new ones."""
        from sightline.web.studies.owning import statuses

        tasks = {name: task._asdict() for name, task in TASKS.items()}
        return {
            "studies": statuses(context.taking.database), "tasks": tasks, "worlds": list(KINDS),
            "corpora": list(corpora), "consent": CONSENT,
        }  # fmt: skip

    @router.post("", status_code=201)
    def make(body: StudyRequest) -> Json:
        """Create a study."""
        from sightline.web.studies.creating import create

        if body.corpus not in corpora:
            raise RequestError(400, f"There is no corpus {body.corpus!r} here; there are {', '.join(corpora)}.")
        created = create(context.taking.database, body.model_copy(update={"corpus": corpora[body.corpus]}))
        return {"study": created.study, "items": created.items, "join": created.join_token}

    @router.get("/backup", response_class=Response, responses={200: {"content": {"application/vnd.sqlite3": {}}}})
    def backup() -> Response:
        """All studies in one SQLite file."""
        from sightline.web.studies.backup import back_up

        with TemporaryDirectory() as folder:
            back_up(context.taking.database, Path(folder) / "studies.db")
            content = (Path(folder) / "studies.db").read_bytes()
        return Response(content, media_type="application/vnd.sqlite3")

    @router.get("/{number}")
    def one_study(number: Number) -> Json:
        """The status of a study and its participants."""
        from sightline.web.studies.owning import list_participants, status

        database, name = context.taking.database, str(number)
        return {**status(database, name), "who": list_participants(database, name)}

    @router.post("/{number}/links", status_code=201)
    def links(number: Number, body: LinkCount) -> Json:
        """New links, shown only once: several for people, or one for a platform, which replaces the previous one."""
        from sightline.web.studies.creating import make_links, renew_joining
        from sightline.web.studies.owning import status

        database, name = context.taking.database, str(number)
        if status(database, name)["platform"] == LINKS:
            return {"links": make_links(database, name, body.count)}
        return {"join": renew_joining(database, name)}

    @router.post("/{number}/close", status_code=204)
    def close(number: Number) -> None:
        """Accept no more participants and answers; closing a closed study changes nothing."""
        from sightline.web.studies.owning import close as close_study

        close_study(context.taking.database, str(number))

    @router.post("/{number}/reopen", status_code=204)
    def reopen(number: Number) -> None:
        """Accept participants and answers again; reopening an open study changes nothing."""
        from sightline.web.studies.owning import reopen as reopen_study

        reopen_study(context.taking.database, str(number))

    @router.get("/{number}/answers")
    def answers(
        number: Number,
        first: Annotated[int, Query(ge=0, le=ID_LIMIT)] = 0,
        count: Annotated[int, Query(ge=1, le=200)] = 50,
    ) -> Json:
        """A page of answers, in the order of the items."""
        from sightline.web.studies.owning import list_answers

        return {"answers": list_answers(context.taking.database, str(number), first, count)}

    @router.get("/answers/{number}")
    def one_answer(number: Number) -> Json:
        """An answer with its item."""
        from sightline.web.studies.owning import show_answer

        return show_answer(context.taking.database, number)

    @router.get("/answers/{number}/map", response_class=Response, responses={200: {"content": {"image/jpeg": {}}}})
    def answer_map(number: Number) -> Response:
        """The map of an answer's scene."""
        from sightline.web.studies.owning import answer_content

        return Response(answer_content(context.taking.database, number).map().jpeg, media_type="image/jpeg")

    @router.post("/answers/{number}/set-aside", status_code=204)
    def set_aside(number: Number, body: Reason) -> None:
        """Exclude an answer with a reason; without one, include it again."""
        from sightline.web.studies.owning import set_aside as put_aside

        put_aside(context.taking.database, number, body.reason)

    @router.delete("/{number}/participants/{who}", status_code=204)
    def delete(number: Number, who: Number) -> None:
        """Delete all data of a participant."""
        from sightline.web.studies.owning import delete_participant

        delete_participant(context.taking.database, str(number), who)

    @router.get("/{number}/results")
    def results(number: Number) -> Json:
        """The results of a study, next to the paper's numbers."""
        from sightline.web.studies.results import results as results_of

        return results_of(context.taking.database, str(number))

    @router.get("/{number}/export", response_class=Response, responses={200: {"content": {"application/zip": {}}}})
    def export(number: Number, format: Literal["corpus", "ciff", "answers"] = "corpus") -> Response:
        """A corpus folder, the original release's files, or the raw answers, in a ZIP file."""
        from sightline.web.studies.exporting import export as write

        packed = io.BytesIO()
        with TemporaryDirectory() as folder, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            write(context.taking.database, str(number), Path(folder) / "study", format)
            for file in sorted((Path(folder) / "study").rglob("*")):
                archive.write(file, file.relative_to(folder))
        return Response(packed.getvalue(), media_type="application/zip")

    return router
