"""Phones of every shape: what is to be pressed is in sight, and names stay whole."""

import time

import pytest
from playwright.sync_api import expect
from taps import auction, button, enter, lay, look

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


def turned(page, width, height):
    page.set_viewport_size({"width": width, "height": height})
    return page


@pytest.mark.parametrize(("width", "height"), [(844, 390), (568, 320)])
def test_on_its_side_a_phone_has_table_and_entry_side_by_side(
    room, width, height, assert_accessible
):
    phones = room.four()
    boris = turned(phones[1], width, height)
    for page in (boris, turned(phones[2], width, height)):
        expect(page.locator(".bar")).to_be_in_viewport(ratio=1)
        expect(button(page, "Menu")).to_be_in_viewport(ratio=1)
    expect(boris.locator(".dock .number").first).to_be_in_viewport(ratio=1)
    auction(phones)
    lay(boris, "Pc")
    vera = phones[2]
    expect(vera.locator(".bar")).to_contain_text("Play a card")
    look(vera, f"phone-side-{height}")
    expect(vera.locator(".dock .pick-card").first).to_be_in_viewport(ratio=1)
    expect(vera.locator(".bar")).to_be_in_viewport(ratio=1)
    expect(vera.locator(".laid").first).to_be_in_viewport(ratio=1)
    felt, dock = vera.locator(".felt").bounding_box(), vera.locator(".dock").bounding_box()
    assert felt["x"] + felt["width"] <= dock["x"] + 1
    assert vera.evaluate("document.documentElement.scrollWidth") <= width
    assert vera.evaluate("window.scrollY") == 0
    assert_accessible(vera, "phone on its side")


LONG = ("Николай", "Баба Мария", "Бартоломей", "Konstantina-Aleks")

BROKEN = """where => [...document.querySelectorAll(where)].flatMap(name => {
    const node = [...name.childNodes].find(one => one.nodeType === 3);
    return (node ? node.data.match(/[^ -]+/g) : []).filter(word => {
        const range = document.createRange();
        const at = node.data.indexOf(word);
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        return new Set([...range.getClientRects()].map(one => Math.round(one.top))).size > 1;
    });
})"""
SPILT = """where => [...document.querySelectorAll(where)]
    .filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)"""
NAMES = ".seat-name .name, .side-people .name, .head-name, .crown"


def assert_names_whole(page):
    spilt = f"({SPILT})('{NAMES}, .side-names, .seat:not(.seat-turn)')"
    deadline = time.monotonic() + 3  # a page just turned draws itself anew
    while found := page.evaluate(f"[({BROKEN})('{NAMES}'), {spilt}].flat()"):
        assert time.monotonic() < deadline, found


@pytest.mark.parametrize("game", ["belote"])
def test_long_names_get_smaller_and_are_never_cut_within_a_word(room, game):
    phones = [room.seated(seat, name) for seat, name in enumerate(LONG, 1)]
    wide, full = room.kiosk(1366, 768), room.kiosk(1920, 1080)
    button(phones[1], "hearts").click()
    for phone in (phones[2], phones[3], phones[0]):
        button(phone, "Pass", exact=True).first.click()
    expect(wide.locator(".contract")).to_be_visible()
    for page in (wide, full, *phones):
        assert_names_whole(page)
    look(wide, "kiosk-long-names")
    for phone in phones:
        assert_names_whole(turned(phone, 320, 640))
    # Whoever took the trick is told beside the felt, where no card lies over it.
    for seat, card in ((2, "Kh"), (3, "9h"), (4, "7h"), (1, "8h")):
        enter(phones[seat - 1], {"do": "play", "seat": seat, "card": card})
    took = wide.locator(".k-took")
    expect(took).to_have_text("Бартоломей took it")
    look(wide, "kiosk-took")
    foot = took.bounding_box()
    assert foot["y"] + foot["height"] <= wide.locator(".felt").bounding_box()["y"]


@pytest.mark.parametrize("game", ["chinese-whist"])
def test_the_winner_is_told_in_one_word_of_three_sides(room, game):
    room.lay_for(3)
    names = ("Баба Мария & Тошко", "Константина", "Бартоломей")
    phones = [room.seated(seat, name) for seat, name in enumerate(names, 1)]
    kiosk = room.kiosk(1366, 768)
    enter(phones[0], {"do": "trump", "seat": 1, "suit": "hearts"})
    enter(phones[0], {"do": "count", "tricks": [9, 5, 3], "seat": 1})
    enter(phones[0], {"do": "end"})
    for page in (kiosk, phones[0], turned(phones[1], 320, 640)):
        expect(page.locator(".crown")).to_have_text("won")
        assert_names_whole(page)
        look(page, f"won-{page.viewport_size['width']}")


@pytest.mark.parametrize("game", ["belote"])
def test_a_count_that_cannot_be_is_told_at_once_and_a_low_screen_keeps_the_table(
    room, game, assert_accessible
):
    phones = room.four()
    boris = turned(phones[1], 320, 640)
    button(boris, "hearts").click()
    for phone in (phones[2], phones[3], phones[0]):
        button(phone, "Pass", exact=True).first.click()
    expect(boris.locator(".keypad-value")).to_be_visible()
    bar, dock = boris.locator(".bar").bounding_box(), boris.locator(".dock").bounding_box()
    assert dock["y"] - bar["y"] - bar["height"] > 90, "the table is still to be seen"
    for key in boris.locator(".key").all():
        expect(key).to_be_in_viewport(ratio=1)
        assert key.bounding_box()["height"] >= 44
    expect(boris.locator(".send")).to_be_in_viewport(ratio=1)
    hint = boris.locator(".hint summary")
    low = hint.bounding_box()["height"]
    hint.click()
    expect(boris.locator(".hint")).to_have_attribute("open", "")
    assert hint.bounding_box()["height"] > low
    hint.click()
    for digit in "163":
        button(boris, digit, exact=True).click()
    expect(boris.locator(".keypad-why")).to_have_text("At most 162.")
    expect(boris.locator(".send")).to_be_disabled()
    look(boris, "phone-small-count")
    assert_accessible(boris, "phone, small, an impossible count")
    button(boris, "delete the last digit").click()
    expect(boris.locator(".keypad-why")).to_be_hidden()
    expect(boris.locator(".send")).to_be_enabled()
    # What was said in the auction stays within its plate.
    boris.evaluate("window.scrollTo(0, 0)")
    for plate in boris.locator(".seat:has(.says)").all():
        says, box = plate.locator(".says").bounding_box(), plate.bounding_box()
        assert box["x"] <= says["x"]
        assert says["x"] + says["width"] <= box["x"] + box["width"]
        assert says["y"] + says["height"] <= box["y"] + box["height"]


def test_after_the_last_deal_a_small_phone_shows_how_to_go_on(room):
    phones = room.four()
    georgi = turned(phones[3], 320, 568)
    for bidder in (2, 3, 4, 1):
        first = phones[bidder - 1]
        enter(first, {"do": "bid", "seat": bidder, "points": 14})
        for step in (0, 1, 2):
            seat = (bidder + step) % 4 + 1
            enter(phones[seat - 1], {"do": "pass", "seat": seat})
        if bidder == 1:
            expect(georgi.locator(".bar")).to_contain_text("leads")
            georgi.evaluate("window.scrollTo(0, 9999)")
        enter(first, {"do": "count", "team": (bidder - 1) % 2 + 1, "points": 20, "seat": bidder})
    again = button(georgi, "Play again")
    expect(again).to_be_in_viewport(ratio=1)
    asked = georgi.get_by_text("Ana & Vera +1, Boris & Georgi \N{MINUS SIGN}1")
    expect(asked).to_be_visible()
    look(georgi, "phone-small-over")


def test_with_six_no_card_lies_over_a_name_and_who_took_it_is_whole(room):
    room.lay_for(6)
    names = (
        "Константина Петрова",
        "Баба Мария",
        "Bartholomäus-Johann!",
        "Ø",
        "Jean-Pierre",
        "Мими",
    )
    phones = [room.seated(seat, name) for seat, name in enumerate(names, 1)]
    enter(phones[1], {"do": "bid", "seat": 2, "points": 14})
    for seat in (3, 4, 5, 6, 1):
        enter(phones[seat - 1], {"do": "pass", "seat": seat})
    small = turned(phones[3], 320, 568)
    expect(button(small, names[0], exact=True)).to_be_visible()
    assert not small.evaluate(f"({BROKEN})('.option, .option .name')")
    for seat, card in zip((2, 3, 4, 5, 6, 1), "PMSDAT", strict=True):
        enter(phones[seat - 1], {"do": "play", "seat": seat, "card": f"{card}c"})
    expect(small.locator(".laid")).to_have_count(6)
    look(small, "phone-six-laid")
    laid = [one.bounding_box() for one in small.locator(".laid").all()]
    for name in small.locator(".felt .seat-name .name").all():
        words = name.bounding_box()
        for card in laid:
            apart = (
                card["x"] + card["width"] <= words["x"] + 1
                or words["x"] + words["width"] <= card["x"] + 1
                or card["y"] + card["height"] <= words["y"] + 1
                or words["y"] + words["height"] <= card["y"] + 1
            )
            assert apart, name.inner_text()
