"""Point: a picture is uploaded, marked and shown; what is no picture is said on the page; the page is accessible."""

import io
from collections.abc import Callable

from PIL import Image
from playwright.sync_api import Page, expect
from web.browser.test_every_page import check_accessibility, check_keys
from web.browser.tour import PHONE

Open = Callable[..., Page]


def png() -> bytes:
    file = io.BytesIO()
    picture = Image.new("RGB", (300, 200), "white")
    picture.paste("#d62728", (200, 120, 240, 160))
    picture.save(file, "PNG")
    return file.getvalue()


def test_an_example_needs_no_picture(open_page: Open) -> None:
    page = open_page("/point")
    page.click("#examples button >> nth=0")
    expect(page.locator("#told")).to_contain_text("of 512 x 400")
    assert page.input_value("#words") == "the red kettle"


def test_a_picture_is_marked(open_page: Open) -> None:
    page = open_page("/point")
    page.set_input_files("#picture", {"name": "a.png", "mimeType": "image/png", "buffer": png()})
    page.fill("#words", "the red square")
    page.keyboard.press("Enter")
    expect(page.locator("#told")).to_contain_text("of 300 x 200")
    assert page.evaluate("document.getElementById('marked').naturalWidth") > 300
    check_accessibility(page)
    check_keys(page)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.set_input_files("#picture", {"name": "b.png", "mimeType": "image/png", "buffer": b"nothing"})
    page.click("#point")
    expect(page.locator("#said")).to_contain_text("not a picture")
    expect(page.locator("#answer")).to_be_hidden()
