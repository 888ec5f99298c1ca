"""A tour of the pages: each in a state worth seeing. Tests look at every stop, and the pictures in docs come from here.

    python tests/web/browser/tour.py       # writes the pictures in docs/serve, and those that tests compare with

Look at the new pictures before you commit them.
"""

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import httpx
from PIL import Image
from playwright.sync_api import Page, expect

TOKEN = "a-token-of-the-owner"
DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}
STORED = Path(__file__).parent / "stops"
SHRINK = 8  # stored pictures are this much smaller: they show the layout, not the letters
DOCS = Path(__file__).parents[3] / "docs" / "serve"


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


def open_instruction(page: Page) -> None:
    page.fill("#text", "lighthouse")
    page.keyboard.press("Enter")
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
    "rate": Stop("/take", agree, {"task": "rate", "items": 1, "methods": ["stop"], "source": "tour-act"}),
    "study": Stop("/studies", study={"task": "act", "items": 1}),
    "studies-door": Stop("/studies"),
    "nowhere": Stop("/nowhere"),
}
IN_DOCS = {"follow": DESKTOP, "house": DESKTOP, "compare": {"width": 1280, "height": 760}, "look": DESKTOP}


class Tour:
    """Takes a page from stop to stop of a server."""

    def __init__(self, address: str):
        self.address = address
        self.owner = httpx.Client(base_url=address, headers={"Authorization": f"Bearer {TOKEN}"}, timeout=120)

    def path_of(self, name: str) -> str:
        """The address of a stop; studies are made for it."""
        stop = STOPS[name]
        if stop.study is None:
            return stop.path
        if stop.study["task"] == "rate":
            self._act()
        study = self._made(f"tour-{name}", stop.study)
        if stop.path == "/studies":
            return f"/studies?study={study}#token={TOKEN}"
        return f"/take#{self._link(study)}"

    def _made(self, name: str, plan: dict[str, object]) -> int:
        answer = self.owner.post("/api/studies", json={"name": name, **plan})
        assert answer.status_code == 201, answer.text
        return int(answer.json()["study"])

    def _link(self, study: int) -> str:
        return str(self.owner.post(f"/api/studies/{study}/links", json={}).json()["links"][0])

    def _act(self) -> None:
        """A study with one answer, for others to rate."""
        token = self._link(self._made("tour-act", {"task": "act", "items": 1}))
        me = {"Authorization": f"Bearer {token}"}
        self.owner.post("/api/take/consent", headers=me)
        task = self.owner.get("/api/take", headers=me).json()
        path = f"/api/take/items/{task['assignment']}"
        self.owner.post(f"{path}/events", headers=me, json={"after": 0, "events": [0] * 12})
        self.owner.post(f"{path}/answer", headers=me, json={"key": "0" * 32})

    def visit(self, page: Page, name: str) -> None:
        """Open a stop and wait until all of it is there."""
        page.goto(self.address + self.path_of(name))
        if name != "nowhere":
            page.wait_for_selector("body[data-ready]", timeout=60_000)
        STOPS[name].prepare(page)
        settle(page)


def settle(page: Page) -> None:
    page.wait_for_load_state("networkidle")
    page.evaluate("() => Promise.all([...document.images].map(i => i.complete || new Promise(done => i.onload = i.onerror = done)))")
    page.mouse.move(0, 0)


def picture_of(page: Page) -> Image.Image:
    """What the window shows, without a blinking cursor."""
    return Image.open(io.BytesIO(page.screenshot(caret="hide", animations="disabled"))).convert("RGB")


def small(picture: Image.Image) -> Image.Image:
    """A picture for comparison: a mark of the pen more or less does not matter in it."""
    return picture.reduce(SHRINK)


def main() -> None:
    import subprocess
    import tempfile

    from playwright.sync_api import sync_playwright

    from conftest import FLAGS, chromium  # type: ignore[attr-defined]

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        command = [sys.executable, "-m", "sightline", "serve", "--port", "0", "--rate", "0", "--database", f"sqlite:///{folder}/tour.db"]
        import os

        server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env={**os.environ, "SIGHTLINE_TOKEN": TOKEN})
        try:
            assert server.stdout is not None
            address = next(line.split()[-1] for line in server.stdout if line.startswith("Open http"))
            browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
            tour = Tour(address)
            for name in sys.argv[1:] or STOPS:
                page = browser.new_context(viewport=DESKTOP).new_page()  # type: ignore[arg-type]
                tour.visit(page, name)
                small(picture_of(page)).save(STORED / f"{name}-desktop.png")
            browser.close()
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
