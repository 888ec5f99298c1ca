"""Sightline in the browser: one server for pages, studies with people, and control of worlds over a network.

Needs the extra `[web]`; only commands such as `sightline serve` import it.

| file | its one job |
|---|---|
| `settings.py` | all settings of a server, checked |
| `serving.py`, `processes.py` | binds the address, reports it, serves, stops cleanly; several processes |
| `app.py` | `create_app(settings)`: guards, errors, pages, and the routers listed in `ROUTERS` |
| `context.py` | the argument of every router: settings, models, the owner check, what to close at the end |
| `problems.py` | `RequestError(status, sentence)`; every error becomes one sentence |
| `bodies.py` | `Body`, the base class of request bodies, and validation errors as sentences |
| `guards.py` | security headers, limits of size and rate, allowed origins of sockets |
| `connections.py` | connections before there is a request: limits of time, size and number |
| `fairness.py` | the share of one address in what is in work |
| `pages/` | the pages: plain HTML, ES modules and CSS, served by Starlette's `StaticFiles` |
| `pictures.py` | views, panoramas, maps and films as bytes for canvases |
| `agents.py`, `inference.py` | agents, loaded once; a process computes the goal maps of all users in batches |
| `memory.py` | gives freed memory back to the system |
| `follow.py`, `sessions.py`, `turns.py`, `story.py`, `watching.py` | Follow: see the goal, say go, watch |
| `look.py`, `shelf.py`, `results.py` | Look: corpora, results, galleries |
| `remote.py`, `hosting.py` | worlds over HTTP and WebSocket, if enabled; those worlds, within limits |
| `remote_bodies.py` | parameters and results of their calls: one schema for both, and for OpenAPI |
| `take.py`, `be.py` | the participants' API of studies, and "Be the agent" for every visitor |
| `studies/`, `storage/` | studies: logic, their owners' API (`routes.py`); the database (SQLAlchemy, Alembic) |

**A router** is a module with `router_of(context) -> APIRouter`, listed in `app.ROUTERS`. Its API is under
`/api/NAME/...` and its page, `pages/NAME.html`, at `/NAME`. Endpoints are plain functions: they run in threads, so
they may block. Sockets are coroutines that hand all blocking work to `context.work`. Bodies are models (`bodies.Body`)
with limits on every field. Errors are raised: `InputError` is a 400, `RequestError` has its own status; both hold a
sentence for the user. Routes for the owner alone have `dependencies=[Depends(context.owner)]`; pages send the token as
`Authorization: Bearer`. A router creates its state in `router_of`, and pushes it on `context.closing` if it must be
closed.

**A page** is `pages/NAME.html` with `pages/NAME.js`, served at `/static/NAME.js`; it uses `base.css` (colours, light
and dark, forms, tables, dialogs; from 320 pixels of width) and imports from `base.js` (`fetchJson`, `Socket`, `say`,
`fail`, `doing`, `drawPicture`). No inline script or style, no text as HTML (`textContent`, `make`). All controls are
real buttons, inputs and links with names. Changes are announced in `role="status"`. There is no build step, and
nothing is loaded from another host. Styles of a single page are in `pages/NAME.css`.

**Tests**: `tests/web/` with the fixture `client` for the API, `tests/web/browser/` for user interactions in Chromium.
"""
