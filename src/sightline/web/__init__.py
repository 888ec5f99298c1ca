"""The browser's side of Sightline: one server for pages, studies with people, and control of worlds over a network.

Needs the extra `[web]`; nothing else in the package imports it but commands such as `sightline serve`.

| file | its one job |
|---|---|
| `settings.py` | all that can be set about a server, checked |
| `serving.py` | listens, says where, stops cleanly |
| `app.py` | `create_app(settings)`: guards, errors, pages, and the routers listed in `ROUTERS` |
| `context.py` | what every router is given: settings, models, who the owner is, what to close at the end |
| `problems.py` | `Body`, what a request brings; `RequestError(status, sentence)`; every error becomes one sentence |
| `guards.py` | security headers, sizes, rates, and where sockets may come from |
| `pages.py`, `pages/` | the pages: plain HTML, ES modules and CSS, read into memory once |
| `pictures.py` | views, panoramas, maps and goal maps as bytes for canvases |
| `predictor.py`, `batching.py` | models, loaded once, that look at the panoramas of all users together |
| `model_process.py` | the process in which they do |
| `follow.py`, `sessions.py` | Follow: see the goal, say go |
| `look.py` | Look: corpora, results, galleries |
| `remote.py`, `hosting.py` | worlds over HTTP and WebSocket, when asked for; those worlds, within limits |
| `remote_bodies.py` | what their calls take and give: one schema for both, and for OpenAPI |
| `take.py`, `be.py` | what participants do in studies, and "Be the agent" for everybody |
| `studies/`, `storage/` | studies: logic, their owners' API (`routes.py`); the database (SQLAlchemy, Alembic) |

**A router** is a module with `router_of(context) -> APIRouter`, listed in `app.ROUTERS`. Its API lives under `/api/NAME/...`
and its page, `pages/NAME.html`, at `/NAME`. Endpoints are plain functions (they run in threads, so they may work and wait);
sockets are coroutines that hand all work to `context.work`. Bodies are models (`problems.Body`) with limits on every field.
What is wrong is raised: `InputError` is a 400, `RequestError` has its own status; both hold the sentence that a person
reads. What only the owner may do has `dependencies=[Depends(context.owner)]`; pages send it as `Authorization: Bearer`.
What a router keeps, it makes in `router_of`, and pushes on `context.closing` if it must be closed.

**A page** is `pages/NAME.html` with `pages/NAME.js`, served at `/static/NAME.js`; it uses `base.css` (colours, light and
dark, forms, tables, dialogs; from 320 pixels of width) and imports from `base.js` (`fetchJson`, `Socket`, `say`, `fail`,
`doing`, `drawPicture`). No inline script or style, no text as HTML (`textContent`, `make`), all controls are real buttons,
inputs and links with names, what changes is said in `role="status"`. There is no build step, and nothing comes from another
host. What only one page needs of style is in `pages/NAME.css`.

**Tests**: `tests/web/` with the fixture `client` for the API, `tests/web/browser/` for what people do in Chromium.
"""
