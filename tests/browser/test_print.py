"""The print page in a browser: at the laptop, on the host's phone, and for nobody else."""

import re

import pytest
from pdf import Reader
from playwright.sync_api import expect
from taps import button, look

from companion import links

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
WHATS = (
    "Labels for the cards",
    "Label guide",
    "Rules and player aid",
    "Score sheet",
    "Table card",
    "Seat cards",
    "Measure the printer",
)


def drawn(page):
    """All pages are there as pictures that were fetched."""
    page.wait_for_function(
        "() => { const all = Array.from(document.querySelectorAll('.press-pages img'));"
        " return all.length && all.every(one => one.complete && one.naturalWidth >= 900); }"
    )
    return page.locator(".press-pages img").count()


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (390, 844), (320, 640)])
def test_everything_can_be_looked_at_before_it_is_printed(room, assert_accessible, width, height):
    page = room.screen("/print", width, height)
    for what in WHATS:
        button(page, re.compile(what)).click()
        if what == "Seat cards":
            expect(page.locator(".press-pages")).to_have_count(0)
            button(page, re.compile("Make seat cards")).click()
        expect(page.get_by_role("link", name="Open to print", disabled=False)).to_be_visible()
        count = drawn(page)
        assert count == 3 if what.startswith("Rules") else count == 1
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
        assert_accessible(page, f"{what} at {width}")
        look(page, f"print-{width}-{what.split()[0].lower()}-{what.split()[-1].lower()}")


def test_a_tap_on_the_sheet_says_where_to_begin(room):
    page = room.screen("/print", 1366, 768)
    picture = page.locator(".press-sheet svg")
    box = picture.bounding_box()
    one_label = box["height"] / 297
    picture.click(position={"x": box["width"] * (8.48 + 27.94 + 12) / 210, "y": one_label * 38})
    expect(page.get_by_label("First free label")).to_have_value("16")
    expect(page.locator(".press-sheet")).to_contain_text("row 3, column 2")
    expect(page.locator(".label-printed")).to_have_count(64)
    expect(page.locator(".label-used")).to_have_count(15)
    drawn(page)
    link = page.get_by_role("link", name="Open to print").get_attribute("href")
    assert "start=16" in link
    letters = Reader(page.request.get(room.server.url + link).body()).letters()
    assert min(letter.top for letter in letters if letter.text == "♣") > 13.43 + 2 * 10
    page.get_by_label("First free label").fill("190")
    expect(page.locator(".label-used")).to_have_count(15)


def test_the_way_there_from_the_big_screen_and_the_hosts_menu(room):
    kiosk = room.kiosk()
    kiosk.mouse.move(300, 300)
    kiosk.get_by_role("link", name="Print").click()
    expect(kiosk.locator("h1")).to_have_text("Print")
    kiosk.get_by_role("link", name="Back to the table").click()
    host = room.host()
    button(host, "Menu").click()
    host.get_by_role("link", name=re.compile("Print")).click()
    expect(host.get_by_label("For", exact=True)).to_have_value(f"table {room.code}")
    drawn(host)


def test_a_card_seats_the_phone_that_scans_it(room):
    phones = room.people(2)
    page = room.screen("/print", 1366, 768)
    button(page, re.compile("Seat cards")).click()
    button(page, re.compile("Make seat cards")).click()
    drawn(page)
    link = page.get_by_role("link", name="Download").get_attribute("href")
    data = page.request.get(room.server.url + link).body()
    cards = re.findall(rb"\((http://[^)]*/p/[^)]*)\)", data)
    paths = [links.compact(card.decode()).split(str(room.server.port), 1)[1] for card in cards]
    assert all(path.startswith("/P/") for path in paths)
    guest = room.phone(paths[1])
    expect(guest.get_by_role("button", name="Menu")).to_be_visible()
    expect(guest.locator(".seat-mine")).to_contain_text("Boris")
    assert guest.url == f"{room.server.url}/"
    expect(phones[1].get_by_role("button", name="Menu")).to_have_count(0)
    # Where nobody sat, whoever comes is asked for a name.
    third = room.phone(paths[2])
    button(third, "Say your name").click()
    third.get_by_role("dialog").get_by_label("Name").fill("Vera")
    third.get_by_role("dialog").get_by_role("button", name="Save").click()
    expect(third.locator(".seat-mine")).to_contain_text("Vera")
    button(page, "Make all cards worthless").click()
    expect(page.get_by_text("All seat cards are worthless now.").first).to_be_attached()
    late = room.phone(paths[3])
    expect(late.get_by_text("not valid any more").first).to_be_visible()


def test_a_score_sheet_is_copied_from_paper(room, assert_accessible):
    phones = room.four()
    kiosk = room.kiosk(1366, 768)
    host = room.host()
    button(host, "Menu").click()
    button(host, "Copy a score sheet").click()
    sheet = host.get_by_role("dialog")
    button(sheet, "Begin to copy").click()
    for written in ("8", "21"):
        expect(button(sheet, re.compile("bids"))).to_be_visible()
        button(sheet, re.compile("bids")).click()
        for _ in range(3):
            button(sheet, re.compile("passes$")).click()
        assert_accessible(host, "the sheet after an auction")
        look(host, "paper-sheet")
        expect(phones[0].locator("#page")).to_contain_text("copying results from paper")
        expect(kiosk.locator(".notice")).to_contain_text("copying results from paper")
        assert phones[0].locator(".dock button").count() == 0
        button(sheet, re.compile("counted")).first.click()
        button(sheet, written, exact=True).click()
        button(sheet, re.compile("counted")).last.click()
        # Its own sheet has gone, the list of deals stays.
        expect(sheet.locator("h2").first).to_have_text("Copy a score sheet from paper")
        expect(sheet.get_by_text("from paper").last).to_be_visible()
    expect(sheet.locator(".row")).to_have_count(2)
    look(host, "paper-copied")
    button(sheet, "All is copied").click()
    look(phones[0], "paper-phone")
    expect(phones[0].get_by_text("copying results from paper")).to_have_count(0)
    expect(button(phones[3], re.compile("^Bid")).first).to_be_visible()
    button(phones[0], "Menu").click()
    button(phones[0], "Everything that happened").click()
    expect(phones[0].get_by_role("dialog").locator(".mark").first).to_have_text("from paper")
    look(phones[0], "paper-timeline")
