"""Look, as people use it."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

Open = Callable[..., Page]


def test_instructions_are_searched_and_opened(open_page: Open) -> None:
    page = open_page("/look")
    expect(page.locator("#rows li")).to_have_count(40)
    page.fill("#text", "yellow fence")
    page.keyboard.press("Enter")
    expect(page.locator("#rows li").first).to_contain_text("yellow")
    page.click("#rows button >> nth=0")
    expect(page.locator("#paragraph li[aria-current]")).to_contain_text("yellow")
    expect(page.locator("#paragraph img")).to_have_js_property("complete", True)
    page.fill("#text", "zzzz")
    page.keyboard.press("Enter")
    expect(page.locator("#count")).to_contain_text("No instruction fits")


def test_results_are_tables(open_page: Open) -> None:
    page = open_page("/look#results")
    for about in ("task completion", "manipulation accuracy", "goal prediction"):
        option = page.locator("#table option", has_text=about).first
        page.select_option("#table", value=option.get_attribute("value"))
        expect(page.locator("#table-shown h3")).to_contain_text(about)
        expect(page.locator("#table-shown th", has_text="paper-no-language").first).to_be_visible()


def test_galleries_show_pictures(open_page: Open) -> None:
    page = open_page("/look#landmarks")
    page.fill("#only", "lighthouse")
    shown = page.locator("#exhibits button:visible")
    expect(shown).to_have_count(1)
    shown.click()
    expect(page.locator("#large-picture")).to_be_visible()
    page.keyboard.press("Escape")
    page.click("text=Houses")
    expect(page.locator("#gallery-title")).to_contain_text("Houses")


def test_a_phone_shows_all_of_it(open_page: Open) -> None:
    page = open_page("/look", viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True)
    page.click("#rows button >> nth=3")
    expect(page.locator("#paragraph")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
