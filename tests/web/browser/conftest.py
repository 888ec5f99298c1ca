"""Chromium and a server of its own, for tests of what people do."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from leaving_out import leave_out
from playwright.sync_api import Browser, Page, expect, sync_playwright
from web.browser.tour import FLAGS, chromium

SCREENSHOTS = "SIGHTLINE_SCREENSHOTS"  # a folder that every test leaves pictures of its pages in
Open = Callable[..., Page]
expect.set_options(timeout=60_000)  # a busy machine is slow, not wrong


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, for one module at a time: beside the event loop of Playwright no test in this thread can run its own."""
    if chromium() is None:
        leave_out("There is no Chromium here (apt-get install chromium).")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture()
def open_page(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[Open]:
    """Opens a page and waits until it can be used; in the end, no page may have complained."""
    pages: list[Page] = []
    complaints: list[str] = []

    def complain(sentence: str) -> None:
        # What the server refuses, and connections that a test cuts, are said on the page, and are tested there.
        if "status of 4" not in sentence and "ERR_FAILED" not in sentence:
            complaints.append(sentence)

    def open_(path: str = "/", **context: object) -> Page:
        page = browser.new_context(**({"viewport": {"width": 1280, "height": 860}} | context)).new_page()  # type: ignore[arg-type]
        page.on("console", lambda line: complain(line.text) if line.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: complain(str(error)))
        page.goto(path if path.startswith("http") else address + path)
        page.wait_for_selector("body[data-ready]", timeout=60_000)
        if page.locator("#speed").count():
            page.eval_on_selector("#speed", "speed => { speed.value = '20' }")  # steps per second
        pages.append(page)
        return page

    yield open_
    folder = os.environ.get(SCREENSHOTS)
    for number, page in enumerate(pages):
        if folder and not page.is_closed():
            Path(folder).mkdir(parents=True, exist_ok=True)
            page.screenshot(path=Path(folder) / f"{request.node.name}-{number}.png", full_page=True)
        page.context.close()
    assert complaints == []
