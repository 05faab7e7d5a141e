"""One person and one phone: begin practice, play with the own cards, go back to the table."""

import re

import pytest
from playwright.sync_api import expect
from taps import button, look

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


def practise(page, title, players):
    game = page.get_by_role("dialog").locator(
        ".menu-part", has=page.get_by_role("heading", name=title)
    )
    game.get_by_role("button", name=f"{players} players").click()
    expect(page.locator(".bar .badge").first).to_have_text("Practice")


def play_until(page, done, turns=40):
    """Pass, lay the first card that the rules allow, turn up, name clubs: until this is so."""
    dock = page.locator(".dock")
    card = page.locator(".hand button:not(.doubtful):not(:disabled)")
    asked = page.locator(
        ".dock .main:not(:disabled), .dock .secondary:not(:disabled), .dock .option,"
        " .dock .inline-card .pick-card, .hand button"
    )
    for _ in range(turns):
        expect(asked.first).to_be_visible()
        if done():
            return
        passes = dock.get_by_role("button", name="Pass", exact=True)
        bids = dock.get_by_role("button", name=re.compile("^Bid"))
        turns_up = dock.get_by_role("button", name=re.compile("turn up", re.I))
        if passes.count():
            passes.first.click()
        elif card.count():
            card.first.click()
        elif turns_up.count():
            turns_up.first.click()
            page.get_by_role("dialog").locator(".pick-card").first.click()
        elif dock.locator(".inline-card .pick-card:not(:disabled)").count():
            dock.locator(".inline-card .pick-card:not(:disabled)").first.click()
        elif bids.count():
            bids.first.click()
        elif dock.locator(".option").count():
            dock.locator(".option").first.click()
        page.wait_for_timeout(400)
    raise AssertionError("it never came to that")


def test_a_visitor_practises_and_comes_back(room, assert_accessible):
    boris = room.seated(2, "Boris")
    visitor = room.phone()
    visitor.get_by_label("name").fill("Ana")
    button(visitor, "Practise alone").click()
    expect(visitor.get_by_role("dialog")).to_contain_text("nothing of it is kept")
    look(visitor, "practice-choose")
    assert_accessible(visitor, "the games to practise")
    practise(visitor, "Whitehouse Gaim", 4)
    code = visitor.url.rsplit("/", 1)[1]
    expect(visitor.locator(".hand li")).to_have_count(8)
    expect(visitor.locator(".practice")).to_contain_text("Nothing here is kept")
    kiosk = room.screen(f"/kiosk/{code}", 1366, 768)
    expect(kiosk.locator(".k-practice")).to_contain_text("Practice")
    assert_accessible(visitor, "practice, the auction")
    assert_accessible(kiosk, "kiosk, practice")

    hand = visitor.locator(".hand li")
    play_until(
        visitor, lambda: hand.count() == 7 or "Deal 2" in visitor.locator(".bar").inner_text()
    )
    look(visitor, "practice-phone")
    look(kiosk, "practice-kiosk")
    assert_accessible(visitor, "practice, the play")
    # The table itself has heard nothing of it.
    expect(boris.locator(".bar .badge")).to_have_count(0)
    expect(boris.get_by_text("Bot Ben")).to_have_count(0)
    expect(room.kiosk().locator(".k-practice")).to_have_count(0)

    visitor.reload()
    expect(visitor.locator(".bar .badge").first).to_have_text("Practice")
    visitor.get_by_role("link", name="Leave practice").click()
    expect(
        visitor.get_by_role("heading", name=re.compile(f"Welcome to table {room.code}"))
    ).to_be_visible()
    visitor.get_by_label("name").fill("Ana")
    button(visitor, "Seat 1").click()
    expect(button(visitor, "Menu")).to_be_visible()


def test_a_player_practises_from_the_menu_and_robots_play_with_him(room):
    ana = room.seated(1, "Ana")
    button(ana, "Menu").click()
    ana.get_by_role("dialog").get_by_role("button", name="Practise alone").click()
    practise(ana, "Chinese Whist", 2)
    tricks = ana.locator(".strip .side-tricks")

    def some_tricks():
        told = [int(re.search(r"\d+", text)[0]) for text in tricks.all_inner_texts()]
        return sum(told) >= 4

    play_until(ana, some_tricks)
    look(ana, "practice-whist")
    ana.get_by_role("link", name="Leave practice").click()
    expect(ana.locator(".bar .badge")).to_have_count(0)
    expect(button(ana, "Menu")).to_be_visible()


def test_the_way_back_and_a_card_against_the_rules(room):
    ana = room.seated(1, "Ana")
    button(ana, "Menu").click()
    ana.get_by_role("dialog").get_by_role("button", name="Practise alone").click()
    practise(ana, "Whitehouse Gaim", 4)
    hand = ana.locator(".hand li")
    expect(hand).to_have_count(8)
    wrong = ana.locator(".hand button.doubtful:not(:disabled)")

    def asked():
        return wrong.count() > 0

    play_until(ana, asked, turns=60)
    before = hand.count()
    wrong.first.click()
    dialog = ana.get_by_role("dialog")
    expect(dialog).to_contain_text("The rules do not allow")
    look(ana, "practice-revoke")
    dialog.locator("button.main").click()
    expect(hand).to_have_count(before - 1)
    ana.locator(".toast-undo, .last-word button").first.click()
    expect(hand).to_have_count(before)
