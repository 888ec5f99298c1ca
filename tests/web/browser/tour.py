"""A tour of the pages: each in a state worth seeing. Tests look at every stop.

`make pictures` runs this file: it writes the pictures that tests compare with, those of the pages in docs/serve, and those
of `make demo` in docs. Look at the new pictures before you commit them.
"""

import io
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx
from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

TOKEN = "a-token-of-the-owner"
DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
)  # fmt: skip
STORED = Path(__file__).parent / "stops"
WALKS = "walks to rate"  # a study
SHRINK = 8  # stored pictures are this much smaller: they show the layout, not the letters
IN_DOCS = ("follow", "house", "compare", "look")
ROOT = Path(__file__).parents[3]
FROM_DEMO = {
    "field/goal.png": "follow_goal.png", "field/path.png": "follow_path.png",
    "house/goal.png": "chai/follow_goal.png", "house/path.png": "chai/follow_path.png",
}  # fmt: skip


class Stop(NamedTuple):
    """A page, and what to do there before it is looked at."""

    path: str
    prepare: Callable[[Page], None] = lambda page: None
    study: dict[str, object] | None = None  # the participant's study, if the page is about one


def see_goal(page: Page) -> None:
    expect(page.locator(".verdict .told").first).to_contain_text("%", timeout=60_000)


def enter_house(page: Page) -> None:
    page.fill("#seed", "7")
    page.click("[data-world=chai]")
    page.select_option("#house", "2")
    page.fill("#words", "open the fridge")
    with page.expect_response("**/say"):
        page.keyboard.press("Enter")
    see_goal(page)


def compare(page: Page) -> None:
    see_goal(page)
    page.select_option("#rival", "paper")
    with page.expect_response("**/say"):
        page.click("#show")
    expect(page.locator(".verdict .told")).to_have_count(2)
    expect(page.locator(".verdict .told").last).to_contain_text("%")


def agree(page: Page) -> None:
    if page.locator("#agree").is_visible():
        page.check("#agree input")
        page.click("#agree button")
    expect(page.locator("#item")).to_be_visible()
    expect(page.locator("#item")).not_to_have_attribute("inert", "")


def mark(page: Page) -> None:
    agree(page)
    if page.locator("#words .now").count() == 0:
        page.click("#next")
    expect(page.locator("#words .now").first).to_be_visible()


def see_study(page: Page) -> None:
    expect(page.locator("#study-title")).to_be_visible()


def open_instruction(page: Page) -> None:
    page.fill("#text", "lighthouse")
    with page.expect_response("**/instructions?*"):
        page.keyboard.press("Enter")
    expect(page.locator("#rows li").first).to_contain_text("lighthouse")
    page.click("#rows button >> nth=0")
    expect(page.locator("#paragraph img")).to_have_js_property("complete", True)


STOPS = {
    "follow": Stop("/", see_goal),
    "house": Stop("/", enter_house),
    "compare": Stop("/", compare),
    "be": Stop("/be?world=lani&seed=3"),
    "be-house": Stop("/be?world=chai&seed=5"),
    "look": Stop("/look", open_instruction),
    "results": Stop("/look#results"),
    "landmarks": Stop("/look#landmarks"),
    "consent": Stop("/take", study={"task": "act", "items": 1}),
    "act": Stop("/take", agree, {"task": "act", "items": 1}),
    "write": Stop("/take", agree, {"task": "write", "items": 1}),
    "segment": Stop("/take", mark, {"task": "segment", "corpus": "written", "items": 1}),
    "rate": Stop("/take", agree, {"task": "rate", "items": 1, "methods": ["stop"], "source": WALKS}),
    "study": Stop("/studies", see_study, {"task": "act", "items": 1}),
    "studies-door": Stop("/studies"),
    "nowhere": Stop("/nowhere"),
}


def chromium() -> str | None:
    """The browser, if there is one."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Tour:
    """The stops of one server."""

    def __init__(self, address: str):
        self.address = address
        self.owner = httpx.Client(base_url=address, headers={"Authorization": f"Bearer {TOKEN}"}, timeout=120)

    def path_of(self, name: str) -> str:
        """The path of a stop; the study that it is about is made."""
        stop = STOPS[name]
        if stop.study is None:
            return stop.path
        if stop.study.get("source") == WALKS:
            self._walk()
        study = self._make(f"tour: {name}", stop.study)
        return f"/studies?study={study}#token={TOKEN}" if stop.path == "/studies" else f"/take#{self._token(study)}"

    def _make(self, name: str, plan: dict[str, object]) -> int:
        answer = self.owner.post("/api/studies", json={"name": name, **plan})
        assert answer.status_code == 201, answer.text
        return int(answer.json()["study"])

    def _token(self, study: int) -> str:
        return str(self.owner.post(f"/api/studies/{study}/links", json={}).json()["links"][0])

    def _walk(self) -> None:
        """A study with one answer: twelve steps ahead."""
        me = {"Authorization": f"Bearer {self._token(self._make(WALKS, {'task': 'act', 'items': 1}))}"}
        self.owner.post("/api/take/consent", headers=me)
        path = f"/api/take/items/{self.owner.get('/api/take', headers=me).json()['assignment']}"
        self.owner.post(f"{path}/events", headers=me, json={"after": 0, "events": [0] * 12})
        self.owner.post(f"{path}/answer", headers=me, json={"key": "0" * 32})


def arrive(page: Page, name: str) -> None:
    """Do what is to be done at a stop, and wait until all of it is there."""
    STOPS[name].prepare(page)
    settle(page)


def settle(page: Page) -> None:
    """Wait for pictures, also after the window has another size."""
    page.wait_for_load_state("networkidle")
    page.evaluate("() => { document.activeElement?.blur(); scrollTo(0, 0); }")
    page.mouse.move(0, 0)
    page.wait_for_timeout(200)  # transitions


def picture_of(page: Page) -> Image.Image:
    """What the window shows."""
    return Image.open(io.BytesIO(page.screenshot(caret="hide", animations="disabled"))).convert("RGB")


def small(picture: Image.Image) -> Image.Image:
    """A picture as it is compared: pages differ in layout and colours, machines in the shape of letters."""
    return picture.reduce(SHRINK)


@contextmanager
def own_server() -> Iterator[str]:
    """The address of a server without studies; it ends with the block."""
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, "-m", "sightline", "serve", "--port", "0", "--rate", "0", "--database", f"{folder}/tour.db"],
            stderr=subprocess.STDOUT, stdout=subprocess.PIPE, text=True, env={**os.environ, "SIGHTLINE_TOKEN": TOKEN},
        )  # fmt: skip
        try:
            assert server.stdout is not None
            yield next(line.split()[-1] for line in server.stdout if line.startswith("Open http"))
        finally:
            server.terminate()
            server.wait()


def take_pictures(browser: Browser, tour: Tour, name: str) -> None:
    """Store the pictures of a stop, and those of docs that show it."""
    page = browser.new_context(viewport=DESKTOP).new_page()  # type: ignore[arg-type]
    page.goto(tour.address + tour.path_of(name))
    page.wait_for_selector("body[data-ready]", timeout=60_000)
    arrive(page, name)
    large = picture_of(page)
    small(large).save(STORED / f"{name}-desktop.png", optimize=True)
    if name in IN_DOCS:
        save(large.resize((1000, 625), Image.Resampling.LANCZOS), f"serve/{name}.png")
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    settle(page)
    small(picture_of(page)).save(STORED / f"{name}-phone.png", optimize=True)
    if name == "follow":
        page.emulate_media(color_scheme="dark")
        settle(page)
        save(picture_of(page), "serve/phone.png")
    page.context.close()
    print(name)


def save(picture: Image.Image, name: str) -> None:
    """Write a picture of docs: with 256 colours, unless that takes more room."""
    files = []
    for kind in (picture.convert("RGB").quantize(256, dither=Image.Dither.NONE), picture.convert("RGB")):
        file = io.BytesIO()
        kind.save(file, "PNG", optimize=True)
        files.append(file.getvalue())
    (ROOT / "docs" / name).write_bytes(min(files, key=len))


def main() -> None:
    """Take all pictures, or those of the stops that are named."""
    for source, name in FROM_DEMO.items():
        if (ROOT / "demo" / source).is_file():
            save(Image.open(ROOT / "demo" / source), name)
    with own_server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        tour = Tour(address)
        for name in sys.argv[1:] or STOPS:
            take_pictures(browser, tour, name)
        browser.close()


if __name__ == "__main__":
    main()
