"""What people do in studies, in Chromium: be the agent, write, follow and segment, rate; and what owners do."""

import json
import zipfile
from collections.abc import Callable

import httpx
from playwright.sync_api import Page, expect

Open = Callable[..., Page]
TOKEN = "a-token-of-the-owner"
PHONE = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True, "color_scheme": "dark"}
AT_THE_START = """async () => {  // of a way that is rated: whether it leads on, and the colour of its first place
  const headers = { Authorization: `Bearer ${location.hash.slice(1)}` };
  const { item } = await (await fetch("/api/take", { headers })).json();
  const [[x, z]] = item.taken, { west, north, per_unit } = item.map;
  const pen = new OffscreenCanvas(1, 1).getContext("2d");
  pen.drawImage(document.getElementById("map"), Math.round((west - x) * per_unit), Math.round((z - north) * per_unit));
  return [item.taken.length > 1, [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3)];
}"""
HOSTILE = "<img src=x onerror=alert(1)> Go to it & 'stop'. Then turn round."


def make(address: str, **wanted: object) -> int:
    """A study, made by a program."""
    answer = httpx.post(f"{address}/api/studies", json=wanted, headers={"Authorization": f"Bearer {TOKEN}"}, timeout=60)
    assert answer.status_code == 201, answer.text
    return int(answer.json()["study"])


def link(address: str, study: int) -> str:
    """The link of a new participant, or of a platform."""
    headers = {"Authorization": f"Bearer {TOKEN}"}
    made = httpx.post(f"{address}/api/studies/{study}/links", json={}, headers=headers).json()
    return f"/join?study={made['join']}" if "join" in made else f"/take#{made['links'][0]}"


def begin(page: Page) -> Page:
    """Agree to take part."""
    page.check("#agree input")
    page.click("#agree button")
    expect(page.locator("#item")).to_be_visible()
    return page


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def test_everybody_may_be_the_agent(open_page: Open) -> None:
    page = open_page("/be?world=lani&seed=3")
    press(page, "ArrowUp", "ArrowUp", "ArrowLeft", "w")
    expect(page.locator("#state")).to_contain_text("36 actions left")
    page.click("button[title='Turn right']")
    expect(page.locator("#state")).to_contain_text("35 actions left")
    expect(page.locator("#above")).to_be_hidden()
    page.click("#stop")
    expect(page.locator("#verdict")).to_contain_text("5.2 units away on average and 63 of 100")
    expect(page.locator("#map")).to_have_js_property("width", 900)
    press(page, "ArrowUp")  # it is over
    page.check("#with-map")
    expect(page.locator("#verdict")).to_be_hidden()
    expect(page.locator("#above")).to_be_visible()


def test_hands_reach_by_click_and_by_keyboard(open_page: Open) -> None:
    page = open_page("/be?world=chai&seed=5")
    expect(page.locator("#reach-hint")).to_be_visible()
    page.click("#view", position={"x": 10, "y": 10})
    expect(page.locator("#state")).to_contain_text("399 actions left. Not possible: ")
    press(page, "Shift+ArrowDown", "Shift+ArrowDown", "Shift+ArrowRight", "e")
    expect(page.locator("#state")).to_contain_text("398 actions left")


def test_a_study_from_its_making_to_a_corpus(open_page: Open) -> None:
    owner = open_page(f"/studies#token={TOKEN}")
    assert TOKEN not in owner.url  # not left in the address
    owner.click("#new")
    owner.fill("[name=name]", "texts of a browser")
    owner.select_option("[name=task]", "write")
    assert "from above" in owner.input_value("[name=instructions]")
    owner.fill("[name=items]", "1")
    owner.click("#make .main")
    expect(owner.locator("#study-title")).to_have_text("texts of a browser")
    owner.fill("#count", "1")
    owner.click("#more button")
    expect(owner.locator("#made")).to_be_visible()
    address = owner.input_value("#links")

    writer = begin(open_page(address))
    writer.fill("#text", HOSTILE)
    expect(writer.locator("#kept")).to_have_text("Kept.")
    writer.close()  # the laptop is closed, and opened again
    writer = open_page(address)
    expect(writer.locator("#text")).to_have_value(HOSTILE)
    tries = []
    writer.route("**/answer", lambda route: tries.append(1) or (route.abort() if len(tries) < 2 else route.continue_()))
    writer.click("#send")
    expect(writer.locator("#said")).to_contain_text("trying again")
    expect(writer.locator("#end-title")).to_have_text("Thank you!", timeout=20_000)

    owner.reload()
    expect(owner.locator("#answered")).to_contain_text(HOSTILE)  # as text
    owner.goto(owner.url.split("?")[0])
    owner.click("#new")
    owner.fill("[name=name]", "parts of a browser")
    owner.select_option("[name=task]", "segment")
    owner.select_option("[name=source]", "texts of a browser")
    owner.click("#make .main")
    expect(owner.locator("#study-title")).to_have_text("parts of a browser")
    owner.click("#more button")
    expect(owner.locator("#made")).to_be_visible()
    address = owner.input_value("#links").split()[0]

    follower = begin(open_page(address))
    expect(follower.locator("#words button")).to_have_count(11)
    press(follower, "ArrowUp")
    expect(follower.locator("#said")).to_contain_text("Mark")
    follower.click("#next")
    expect(follower.locator("#words .now")).to_have_count(8)
    press(follower, "ArrowUp", "ArrowUp", "ArrowRight")
    other_tab = open_page(address)  # sees where the first one is, and goes on there
    expect(other_tab.locator("#words .now")).to_have_count(8)
    other_tab.click("#next")
    expect(other_tab.locator("#words .now")).to_have_count(3)
    press(other_tab, "ArrowUp")
    other_tab.click("#send")
    expect(other_tab.locator("#end-title")).to_have_text("Thank you!")
    follower.reload()
    expect(follower.locator("#end-title")).to_have_text("Thank you!")

    owner.reload()
    expect(owner.locator("#results")).to_contain_text("1 valid, 0 invalid")
    owner.fill("#reason", "a try")
    owner.click("#aside-button")
    expect(owner.locator("#about")).to_contain_text("1 set aside")
    owner.click("#aside-button")
    expect(owner.locator("#about")).to_contain_text("0 set aside")
    with owner.expect_download() as download:
        owner.click("text=Download a corpus")
    with zipfile.ZipFile(download.value.path()) as archive:
        (record,) = map(json.loads, archive.read("study/dev.jsonl").splitlines())
    assert record["source"] == "human" and [s["actions"] for s in record["segments"]] == ["FFR", "F"]
    owner.click("#who button")
    owner.click("#delete-dialog button[value=yes]")
    expect(owner.locator("#who")).to_contain_text("withdrawn")


def test_people_act_and_are_rated(open_page: Open, address: str) -> None:
    acting = make(address, name="acts", task="act", items=2, shows_map=True)
    page = begin(open_page(link(address, acting), **PHONE))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    expect(page.locator("#where")).to_have_text("1 of 2")
    page.tap("button[title=Forward]")
    expect(page.locator("#state")).to_have_text("39 actions left. ")
    page.tap("#send")
    expect(page.locator("#where")).to_have_text("2 of 2")
    page.tap("#send")
    expect(page.locator("#end-title")).to_have_text("Thank you!")

    rating = make(address, name="rates", task="rate", source="acts", methods=["stop"])
    page = begin(open_page(link(address, rating)))
    for number in range(4):
        expect(page.locator("#where")).to_have_text(f"{number + 1} of 4")
        expect(page.locator("#key-taken")).to_contain_text("yellow arrow")
        expect(page.locator("#item")).not_to_have_attribute("inert", "")
        moved, colour = page.evaluate(AT_THE_START)
        assert ("path" in page.locator("#key-taken").inner_text()) == moved
        assert colour == ([255, 255, 255] if moved else [247, 240, 82])  # which way it looked at first, or where it stayed
        page.check(f"input[value='{number + 1}']")
        page.click("#send")
    expect(page.locator("#end-title")).to_have_text("Thank you!")
    owner = open_page(f"/studies?study={rating}#token={TOKEN}")
    expect(owner.locator("#results")).to_contain_text("people")
    expect(owner.locator("#results")).to_contain_text("r -0.65")
    owner.goto(f"{address}/studies?study={acting}")
    expect(owner.locator("#results")).to_contain_text("63")
    answer = owner.locator("#one:not([inert])")  # all of it is there, so that the next click is heard
    expect(answer).to_be_visible()
    expect(owner.locator("#which")).to_have_text("1 of 2")
    owner.click("#after")
    expect(owner.locator("#which")).to_have_text("2 of 2")
    expect(answer).to_be_visible()
    owner.click("#close")
    expect(owner.locator("#closed")).to_be_visible()
    expect(owner.locator("#close")).to_have_text("Reopen the study")
    expect(answer).to_be_visible()
    owner.click("#close")
    expect(owner.locator("#closed")).to_be_hidden()


def test_houses_are_followed_sentence_by_sentence(open_page: Open, address: str) -> None:
    study = make(address, name="house", task="segment", world="chai", corpus="written", items=1)
    page = begin(open_page(link(address, study)))
    expect(page.locator("#sentences li")).to_have_count(0)
    page.click("#next")
    expect(page.locator("#sentences li")).to_have_count(1)
    page.click("#next")
    expect(page.locator("#sentences li.done")).to_have_count(1)
    page.click("#view", position={"x": 100, "y": 300})
    page.click("#invalid")
    page.fill("#reason", "there is no such door")
    page.click("#invalid-dialog button[value=yes]")
    expect(page.locator("#end-title")).to_have_text("Thank you!")


def test_scenarios_are_written_about_and_withdrawn(open_page: Open, address: str) -> None:
    study = make(address, name="scenario", task="write", world="chai", items=1)
    page = begin(open_page(link(address, study)))
    expect(page.locator("#scenario")).to_be_visible()
    expect(page.locator("#view")).to_have_js_property("width", 384)
    page.fill("#text", "wasd")  # letters are typed there, and steer nothing
    expect(page.locator("#kept")).to_have_text("Kept.")
    page.click("#withdraw")
    page.click("#withdraw-dialog button[value=yes]")
    expect(page.locator("#end-title")).to_have_text("You have withdrawn")


def test_platforms_send_their_people(open_page: Open, address: str) -> None:
    study = make(address, name="on prolific", task="write", items=1, platform="prolific", code="C1234")
    path = f"{link(address, study)}&PROLIFIC_PID=5f0c&SESSION_ID=secret"
    page = open_page(path)
    page.wait_for_url("**/take#*")
    begin(page).fill("#text", "Go to the well there.")
    page.click("#send")
    expect(page.locator("#code")).to_have_text("C1234")
    assert page.get_attribute("#finish a", "href") == "https://app.prolific.com/submissions/complete?cc=C1234"

    study = make(address, name="on mturk", task="write", items=1, platform="mturk", code="C5678")
    path = f"{link(address, study)}&hitId=H&turkSubmitTo=https%3A%2F%2Fwww.mturk.com"
    preview = open_page(f"{path}&assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE")
    expect(preview.locator("#told")).to_contain_text("This is a preview")
    page = open_page(f"{path}&assignmentId=A9&workerId=W1")
    page.wait_for_url("**/take#*")
    begin(page).fill("#text", "Go to the well there.")
    page.click("#send")
    expect(page.locator("#finish button")).to_be_visible()
    assert page.get_attribute("#finish form", "action") == "https://www.mturk.com/mturk/externalSubmit"
    assert page.input_value("[name=assignmentId]") == "A9"


def test_wrong_links_and_tokens_are_said(open_page: Open) -> None:
    page = open_page("/take#nonsense")
    expect(page.locator("#said")).to_contain_text("no study")
    page = open_page("/studies#token=nonsense")
    expect(page.locator("#door")).to_be_visible()
    page.fill("#token", TOKEN)
    page.click("#enter button")
    expect(page.locator("#list")).to_be_visible()
    page = open_page("/join?study=nonsense&PROLIFIC_PID=5")
    expect(page.locator("#told")).to_contain_text("no study")
