"""Follow, as people use it: say, see, correct, go, watch, and then the next instruction."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

Open = Callable[..., Page]
VERDICT, SAID = ".verdict .told", "#turns li"
WORDS = "go to the rock"


def tell(page: Page, words: str) -> None:
    page.fill("#words", words)
    with page.expect_response("**/say"):
        page.keyboard.press("Enter")
    expect(page.locator("#show")).to_have_text("Show me the goal")
    expect(page.locator(VERDICT).first).to_contain_text("The goal is")


def drawn(page: Page, canvas: str) -> int:
    """How many different colours a canvas shows."""
    return int(
        page.eval_on_selector(
            canvas,
            """canvas => new Set(Array.from(new Uint32Array(
                 canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.buffer))).size""",
        )
    )


def go(page: Page, turns: int = 1) -> None:
    page.click(".verdict .go")
    expect(page.locator(SAID)).to_have_count(turns)
    expect(page.locator(VERDICT).first).to_be_hidden()


def test_say_see_go_and_go_on_from_there(open_page: Open) -> None:
    page = open_page()
    assert all(drawn(page, canvas) > 100 for canvas in (".strip canvas", "#sights canvas", "#map"))
    page.click("#examples button >> nth=1")
    expect(page.locator(VERDICT)).to_contain_text("The goal is")
    expect(page.locator(".percent")).to_have_text(re.compile(r"\d+% sure"))
    page.click(".verdict .go")
    expect(page.locator(".verdict .stop")).to_be_visible()
    expect(page.locator(SAID)).to_have_count(1)
    expect(page.locator(SAID)).to_contain_text("Took ")
    assert page.eval_on_selector("#sights canvas", "canvas => canvas.pictures") > 2  # it was watched
    expect(page.locator("#words")).to_be_focused()
    tell(page, WORDS)
    go(page, 2)


def test_in_a_house_each_goal_is_shown_said_and_done(open_page: Open) -> None:
    page = open_page()
    page.fill("#seed", "7")
    page.click("[data-world=chai]")
    expect(page.locator("[data-world=chai]")).to_have_attribute("aria-pressed", "true")
    page.select_option("#house", "2")
    page.fill("#words", "turn on the television")
    page.keyboard.press("Enter")
    expect(page.locator(VERDICT)).to_contain_text("the television", timeout=20_000)
    said = re.search(r"(\d+)% likely", page.locator(VERDICT).inner_text())
    assert said is not None
    expect(page.locator(".percent")).to_have_text(f"{said.group(1)}% sure")
    page.click(".verdict .go")
    expect(page.locator(SAID)).to_contain_text("Switched on the television", timeout=20_000)


def test_of_scenes_that_are_asked_for_quickly_the_last_is_shown(open_page: Open) -> None:
    page = open_page()
    held: list[Route] = []
    page.route("**/api/follow/sessions", lambda route: route.continue_() if held else held.append(route))
    page.click("[data-world=chai]")  # the first house takes its time
    with page.expect_response("**/map.jpg"), page.expect_response("**/api/follow/sessions") as second:
        page.select_option("#house", "2")
    with page.expect_response("**/api/follow/sessions"):
        held[0].continue_()
    page.fill("#words", "go to the door")
    with page.expect_request("**/say") as said:
        page.keyboard.press("Enter")
    assert said.value.url.split("/")[-2] == second.value.json()["name"]


def test_who_stops_it_says_where_it_ends(open_page: Open) -> None:
    page = open_page()
    page.eval_on_selector("#speed", "speed => { speed.value = '4' }")
    tell(page, WORDS)
    page.click(".verdict .go")
    page.click(".verdict .stop")
    expect(page.locator(SAID)).to_contain_text("You stopped it after")


def test_a_goal_is_corrected_by_a_click_and_by_keys(open_page: Open) -> None:
    page = open_page()
    tell(page, WORDS)
    page.click(".strip canvas", position={"x": 600, "y": 170})
    expect(page.locator(VERDICT)).to_contain_text("You have set this goal.")
    first = page.locator(f"{VERDICT} .goal").inner_text()
    page.click("#map", position={"x": 100, "y": 100})
    expect(page.locator(f"{VERDICT} .goal")).not_to_have_text(first)
    second = page.locator(f"{VERDICT} .goal").inner_text()
    page.click(".verdict .aim")
    for _ in range(5):
        page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(f"{VERDICT} .goal")).not_to_have_text(second)
    page.click(".strip canvas", position={"x": 600, "y": 5})
    expect(page.locator("#said")).to_contain_text("That is the sky")
    page.click(".verdict .rephrase")
    expect(page.locator("#words")).to_have_value(WORDS)


def test_a_paragraph_is_followed_sentence_by_sentence(open_page: Open) -> None:
    page = open_page()
    page.fill("#words", "Go to the rock. Then turn around.")
    expect(page.locator("#sentences li")).to_have_text(["Go to the rock.", "Then turn around."])
    page.click("#show")
    expect(page.locator("#sentences li[aria-current]")).to_have_text("Go to the rock.")
    expect(page.locator(VERDICT)).to_contain_text("Go to the rock.")
    page.click(".verdict .go")
    expect(page.locator(VERDICT)).to_contain_text("Then turn around.")
    go(page, 2)


def test_undo_share_replay_download_and_start_over(open_page: Open, tmp_path: Path) -> None:
    page = open_page()
    tell(page, "<b>turn right</b> and stop")
    assert page.locator("b").count() == 0  # words stay words
    page.click("#undo")
    expect(page.locator(".verdict")).to_be_hidden()
    tell(page, WORDS)
    go(page)
    page.click("#share")
    link = page.input_value("#link")
    page.keyboard.press("Escape")
    with page.expect_download() as download:
        page.click("#keep")
    download.value.save_as(tmp_path / "record.jsonl")
    assert json.loads((tmp_path / "record.jsonl").read_text())["segments"][0]["instruction"] == WORDS
    other = open_page(link)
    expect(other.locator(SAID)).to_have_text(re.compile(WORDS))
    assert other.eval_on_selector("#sights canvas", "canvas => canvas.pictures") >= 1
    expect(other.locator("#reset")).to_be_enabled()
    other.click("#reset")
    expect(other.locator(SAID)).to_have_count(0)


def test_two_methods_are_compared(open_page: Open) -> None:
    page = open_page()
    page.select_option("#rival", "paper")
    expect(page.locator(".strip canvas")).to_have_count(2)
    tell(page, WORDS)
    expect(page.locator(VERDICT)).to_have_count(2)
    expect(page.locator(f"{VERDICT} >> nth=1")).to_contain_text("The goal is")
    page.click("#go-both")
    expect(page.locator(SAID)).to_have_count(1)
    expect(page.locator("#map-caption")).to_contain_text("paper")


def test_who_comes_back_finds_what_was_said(open_page: Open) -> None:
    page = open_page()
    page.fill("#seed", "12")
    page.click("#scene button[type=submit]")
    expect(page.locator("#examples button").first).to_be_visible()
    tell(page, "turn left")
    go(page)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    expect(page.locator(SAID)).to_contain_text("turn left")
    assert page.input_value("#seed") == "12"


def test_bad_input_is_said_on_the_page(open_page: Open) -> None:
    page = open_page("/#story=nonsense")
    expect(page.locator("#said")).to_contain_text("This link is broken")
    page.fill("#words", "123")
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("not understand")
    page.click(".said-so-far summary")
    page.fill("#start-x", "99")
    page.fill("#start-z", "1")
    page.click("#start")
    expect(page.locator("#said")).to_contain_text("A start is x and z from 0 to 50")
    tell(page, WORDS)  # and all is well again


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_all_of_it(open_page: Open, scheme: str) -> None:
    page = open_page(viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True, color_scheme=scheme)
    tell(page, WORDS)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.click(".said-so-far summary")
    page.uncheck("#map-shown")
    expect(page.locator("#map")).to_be_hidden()


def test_the_first_page_is_light(open_page: Open, address: str) -> None:
    page = open_page()
    sizes = page.evaluate(
        """performance.getEntriesByType("resource").concat(performance.getEntriesByType("navigation"))
           .filter(entry => !entry.name.endsWith(".jpg")).map(entry => entry.transferSize)"""
    )
    assert 5_000 < sum(sizes) < 300_000


def test_every_control_has_a_name(open_page: Open) -> None:
    page = open_page()
    tell(page, WORDS)
    nameless = page.evaluate(
        """Array.from(document.querySelectorAll("button, input, select, textarea, a"))
           .filter(control => control.checkVisibility() && !(control.labels?.length || control.textContent.trim()
             || control.getAttribute("aria-label"))).map(control => control.outerHTML)"""
    )
    assert nameless == []


def test_a_newcomer_sees_a_goal_and_go_without_doing_anything(open_page: Open) -> None:
    for size in ({"width": 1280, "height": 800}, {"width": 390, "height": 844}):
        page = open_page(viewport=size)
        assert page.input_value("#words") in page.locator("#examples button").all_text_contents()
        expect(page.locator(VERDICT)).to_contain_text("The goal is")
        box = page.locator(".verdict .go").bounding_box()
        assert box is not None and box["y"] + box["height"] <= size["height"]  # above the fold
