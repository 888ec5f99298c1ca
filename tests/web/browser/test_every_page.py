"""Every page, at both sizes: it looks as it did, axe finds nothing against WCAG 2 AA, and Tab reaches everything."""

from collections.abc import Callable

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import Page, expect
from web.browser.tour import DESKTOP, PHONE, STOPS, STORED, Tour, arrive, picture_of, settle, small

Open = Callable[..., Page]
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}
MEAN, SHARE, FAR = 10.0, 0.08, 60  # of 255: mean difference; share of pixels that differ by more than FAR
WITHIN_REACH = """() => {  // gives every control in view a number, which REACHED finds again
  const controls = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")];
  const seen = controls.filter((control) => control.checkVisibility({ visibilityProperty: true }));
  const usable = seen.filter((control) => !control.disabled && !control.closest("[inert]"));
  const single = usable.filter((c) => c.tabIndex >= 0 && (c.type !== "radio" || c === c.form[c.name][0]));
  single.forEach((control, k) => (control.dataset.reach = k));
  return single.map((control) => control.outerHTML.slice(0, 120));
}"""
REACHED = "() => document.activeElement?.dataset.reach ?? null"


def check_picture(page: Page, name: str) -> None:
    before = Image.open(STORED / f"{name}.png").convert("RGB")
    now = small(picture_of(page))
    assert now.size == before.size
    off = np.abs(np.asarray(now, float) - np.asarray(before, float)).max(axis=2)
    assert off.mean() < MEAN and (off > FAR).mean() < SHARE, f"{name} looks different: python tests/web/browser/tour.py"


def check_accessibility(page: Page) -> None:
    found = Axe().run(page, options=RULES).response["violations"]
    assert [(violation["id"], [node["html"] for node in violation["nodes"]]) for violation in found] == []


def check_keys(page: Page) -> None:
    page.evaluate("document.activeElement.blur()")
    controls = page.evaluate(WITHIN_REACH)
    reached = set()
    for _ in range(len(controls) + 4):  # parts that scroll are stops, too
        page.keyboard.press("Tab")
        reached.add(page.evaluate(REACHED))
    assert [control for k, control in enumerate(controls) if str(k) not in reached] == []


@pytest.mark.parametrize("name", STOPS)
def test_a_page_looks_as_before_is_accessible_and_needs_no_mouse(open_page: Open, address: str, name: str) -> None:
    page = open_page(Tour(address).path_of(name), viewport=DESKTOP)
    arrive(page, name)
    check_picture(page, f"{name}-desktop")
    check_accessibility(page)
    check_keys(page)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    settle(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    check_picture(page, f"{name}-phone")
    page.emulate_media(color_scheme="dark")
    check_accessibility(page)


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
