"""Accessibility: axe finds nothing against WCAG 2 AA on any page, at both sizes and in both colour schemes."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

Open = Callable[..., Page]
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}
DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}


@pytest.mark.parametrize("path", ["/", "/be", "/look", "/studies", "/nowhere"])
@pytest.mark.parametrize(("size", "scheme"), [(DESKTOP, "light"), (PHONE, "dark")])
def test_no_page_violates_wcag_aa(open_page: Open, address: str, path: str, size: dict[str, int], scheme: str) -> None:
    page = open_page(viewport=size, color_scheme=scheme)
    if path != "/":
        page.goto(address + path)
        page.wait_for_load_state("networkidle")
    found = Axe().run(page, options=RULES).response["violations"]
    assert [(violation["id"], [node["html"] for node in violation["nodes"]]) for violation in found] == []


def test_a_goal_is_asked_for_and_walked_to_with_keys_alone(open_page: Open) -> None:
    page = open_page()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # "To the instruction"
    expect(page.locator("#words")).to_be_focused()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("go to the rock")
    with page.expect_response("**/say"):
        page.keyboard.press("Enter")
    expect(page.locator("#show")).to_have_text("Show me the goal")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('go')"):
            break
    page.keyboard.press("Enter")
    expect(page.locator("#turns li")).to_have_count(1)
