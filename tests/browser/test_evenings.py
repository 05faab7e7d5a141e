"""The page of evenings, where we sat wrong, and the next game, in real browsers."""

import re

import pytest
from playwright.sync_api import expect
from taps import bid, button, look

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture
def game():
    return "belote"


def a_deal(phones):
    """Boris has it in hearts; his side counts 100."""
    button(phones[1], re.compile("hearts")).click()
    for phone in (phones[2], phones[3], phones[0]):
        button(phone, "Pass", exact=True).first.click()
    for digit in "100":
        button(phones[1], digit, exact=True).click()
    button(phones[1], re.compile("^Boris & Georgi counted")).click()
    expect(phones[0].locator(".strip .big").first).to_have_text("6")


def test_an_evening_looked_back_on(room, server, assert_accessible):
    host = room.host()
    phones = room.four()
    a_deal(phones)

    # Boris and Georgi had sat on each other's chairs all the time.
    button(host, "Menu").click()
    button(host, re.compile("^Change the seat of Boris")).click()
    button(host, "We sat wrong").click()
    sheet = host.get_by_role("dialog")
    button(sheet, "The deal before").click()
    expect(sheet.get_by_text("Since deal 1")).to_be_visible()
    button(sheet, "Seat 2: Boris").click()
    button(sheet, "Seat 4: Georgi").click()
    look(host, "evenings-reseat")
    assert_accessible(host, "phone, we sat wrong")
    button(sheet, "Put it right").click()
    expect(phones[0].get_by_text("Georgi & Boris").first).to_be_attached()

    # A player looks at the evening from the timeline, and takes it along.
    button(phones[0], "Menu").click()
    button(phones[0], "Everything that happened").click()
    expect(phones[0].get_by_role("dialog")).to_contain_text("Put right: since deal 1 it was")
    look(phones[0], "evenings-timeline")
    assert_accessible(phones[0], "phone, timeline with links")
    with phones[0].expect_download() as taken:
        phones[0].get_by_role("link", name="Spreadsheet").click()
    assert taken.value.suggested_filename == f"{room.code}-belote-1.csv"
    phones[0].get_by_role("link", name=re.compile("evening in numbers")).click()
    expect(phones[0].get_by_role("heading", name="What was played")).to_be_visible()
    expect(phones[0].get_by_role("heading", name="Forget for good")).to_have_count(0)
    drawings = phones[0].get_by_role("img")
    assert drawings.count() >= 4
    expect(phones[0].get_by_role("img", name=re.compile("^Bids made"))).to_have_count(1)
    look(phones[0], "evenings-phone")
    assert_accessible(phones[0], "evenings, phone")

    # The host settles up and has a name forgotten.
    host.goto(f"{server.url}/evenings")
    host.get_by_label(re.compile("each point of difference")).fill("0,05")
    button(host, "Who gives whom?").click()
    expect(host.locator(".payments")).to_have_text(re.compile("Ana gives .* 0.20"))
    host.get_by_label(re.compile("each point of difference")).fill("five")
    button(host, "Who gives whom?").click()
    expect(host.locator(".refusal")).to_contain_text("An amount looks like")
    host.get_by_label("Whose name?").select_option("Vera")
    button(host, "Forget this name").click()
    expect(button(host, "Forget Vera for good")).to_be_focused()
    assert_accessible(host, "evenings, host")
    look(host, "evenings-host")
    button(host, "Forget Vera for good").click()
    expect(host.locator(".reason", has_text="it now says Player 1")).to_be_visible()
    expect(phones[1].get_by_text("Player 1").first).to_be_attached()
    expect(host.locator("main")).not_to_contain_text("Vera")


def test_the_next_game_may_be_another(room):
    host = room.host()
    phones = room.four()
    a_deal(phones)
    button(host, "Menu").click()
    button(host, re.compile("^End the game")).click()
    host.get_by_role("dialog").last.locator("button.main").click()
    expect(button(phones[0], "Play again")).to_be_visible()
    look(phones[0], "evenings-over")
    button(phones[0], "Another game, or other rules").click()
    button(phones[0].get_by_role("dialog"), re.compile("Whitehouse")).click()
    expect(phones[1].get_by_text(re.compile("Whitehouse")).first).to_be_visible()
    for page in (phones[0], phones[2]):
        expect(page.get_by_text("Boris").first).to_be_attached()


def the_story_on_the_big_screen(kiosk, phones, assert_accessible):
    kiosk.keyboard.press("t")
    expect(kiosk.get_by_role("region", name="Everything that happened")).to_contain_text(
        "Boris bid 17"
    )
    look(kiosk, "story-kiosk")
    assert_accessible(kiosk, "kiosk, everything that happened")
    bid(phones[2], 20)
    expect(kiosk.locator(".k-lines li").first).to_contain_text("Vera bid 20")
    kiosk.keyboard.press("ArrowLeft")
    expect(kiosk.locator(".k-steps")).to_contain_text("Deal 1")
    look(kiosk, "story-kiosk-deal")
    button(kiosk, "What happened").click()
    expect(kiosk.locator(".k-lines")).to_have_count(0)


def they_sat_wrong(host):
    """Boris and Georgi had sat on each other's chairs in the game before."""
    button(host, "Menu").click()
    button(host, "Everything that happened").click()
    button(host.get_by_role("dialog"), "Game 1 of 2").click()
    expect(host.get_by_role("dialog")).to_contain_text("Corrected: Boris & Georgi counted 62")
    button(host.get_by_role("dialog"), "We sat wrong").click()
    sheet = host.get_by_role("dialog").last
    button(sheet, "The deal before").click()
    button(sheet, "Seat 2: Boris").click()
    button(sheet, "Seat 4: Georgi").click()
    look(host, "earlier-reseat")
    button(sheet, "Put it right").click()
    button(host, "Menu").click()
    button(host, "Everything that happened").click()
    button(host.get_by_role("dialog"), "Game 1 of 2").click()
    expect(host.get_by_role("dialog")).to_contain_text("Georgi on seat 2")
    expect(host.get_by_role("dialog")).to_contain_text("Georgi & Boris counted 62")
    look(host, "earlier-reseated")


def test_a_belote_is_put_right_while_whitehouse_is_on(room, assert_accessible):
    host = room.host()
    phones = room.four()
    a_deal(phones)
    button(host, "Menu").click()
    button(host, re.compile("^End the game")).click()
    host.get_by_role("dialog").last.locator("button.main").click()
    button(phones[0], "Another game, or other rules").click()
    button(phones[0].get_by_role("dialog"), re.compile("Whitehouse")).click()
    phones[0].get_by_role("button", name="Close").click()
    bid(phones[1], 17)

    ana = phones[0]
    button(ana, "Menu").click()
    button(ana, "Everything that happened").click()
    sheet = ana.get_by_role("dialog")
    expect(sheet.get_by_text("Game 2 of 2")).to_be_visible()
    button(sheet, "Game 1 of 2").click()
    expect(sheet.get_by_text("Game 1 of 2")).to_be_visible()
    expect(sheet).to_contain_text("Belote")
    look(ana, "earlier-timeline")
    assert_accessible(ana, "phone, timeline of an earlier game")
    line = sheet.get_by_role("listitem").filter(has_text="counted")
    line.get_by_role("button").click()
    sheet = ana.get_by_role("dialog").last
    look(ana, "earlier-past")
    for _ in "100":
        button(sheet, "Delete").first.click()
    for digit in "62":
        button(sheet, digit, exact=True).click()
    look(ana, "earlier-form")
    button(sheet, re.compile("counted")).first.click()
    expect(ana.get_by_role("dialog").last).to_contain_text("Before")
    look(ana, "earlier-preview")
    assert_accessible(ana, "phone, what a correction of an earlier game changes")
    button(ana.get_by_role("dialog").last, "Put it right").click()
    expect(phones[2].locator(".notice", has_text="Ana put game 1 right")).to_be_visible()
    look(phones[2], "earlier-told")
    kiosk = room.kiosk()
    expect(kiosk.locator(".notice", has_text="Ana put game 1 right")).to_be_visible()
    look(kiosk, "earlier-kiosk")
    the_story_on_the_big_screen(kiosk, phones, assert_accessible)
    expect(phones[1].get_by_text(re.compile("17")).first).to_be_attached()
    they_sat_wrong(host)


def test_both_sides_count_and_only_a_difference_is_shown(room, assert_accessible):
    host = room.host()
    phones = room.four()
    button(phones[0], "Change the rules").first.click()
    sheet = phones[0].get_by_role("dialog")
    button(sheet, "enters it too").click()
    expect(button(sheet, "enters it too")).to_have_attribute("aria-pressed", "true")
    look(phones[0], "twice-rules")
    button(sheet, "Done").click()
    a_deal(phones)
    question = phones[0].locator(".notice", has_text="What did your side count in deal 1?")
    expect(question).not_to_contain_text("100")
    look(phones[0], "twice-asked")
    button(question, re.compile("Boris & Georgi counted")).click()
    sheet = phones[0].get_by_role("dialog")
    for digit in "62":
        button(sheet, digit, exact=True).click()
    look(phones[0], "twice-form")
    button(sheet, re.compile("^Boris & Georgi counted")).click()
    told = phones[1].locator(".notice", has_text="the two counts differ")
    expect(told).to_contain_text("100")
    expect(told).to_contain_text("62")
    look(phones[0], "twice-differs-0")
    look(phones[1], "twice-differs-1")
    assert_accessible(phones[1], "phone, two counts differ")
    kiosk = room.kiosk()
    expect(kiosk.locator(".notice", has_text="the two counts differ")).to_be_visible()
    look(kiosk, "twice-kiosk")

    # Boris had mistyped: he puts it right, and it is settled by itself.
    button(told, "Correct").click()
    sheet = phones[1].get_by_role("dialog")
    for _ in "100":
        button(sheet, "Delete").first.click()
    for digit in "62":
        button(sheet, digit, exact=True).click()
    button(sheet, re.compile("^Boris & Georgi counted")).first.click()
    button(phones[1].get_by_role("dialog").last, "Put it right").click()
    expect(kiosk.locator(".notice", has_text="the two counts differ")).to_have_count(0)
    expect(host.get_by_text("confirmed by").first).to_be_attached()
    look(host, "twice-settled")
