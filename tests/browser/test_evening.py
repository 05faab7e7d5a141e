"""A whole evening in a room: four phones, a kiosk, real cards, and a power cut."""

import itertools
import re

import pytest
from playwright.sync_api import expect
from taps import auction, bid, button, lay, look

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

LETTERS = "PMSDATNR"
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}


def hands():
    """Everybody has two cards of each suit: no one is ever void, so each trick follows suit."""
    return {
        seat: [letter + suit for suit in SUITS for letter in LETTERS[2 * seat - 2 : 2 * seat]]
        for seat in (1, 2, 3, 4)
    }


def played_out(hands, leader):
    """Tricks for as long as cards last, suit after suit: the highest letter of the suit wins."""
    held = {seat: list(cards) for seat, cards in hands.items()}
    while held[leader]:
        suit = held[leader][0][1]
        trick = []
        for seat in itertools.islice(itertools.cycle((1, 2, 3, 4)), leader - 1, leader + 3):
            card = next(card for card in held[seat] if card[1] == suit)
            held[seat].remove(card)
            trick.append((seat, card))
        yield trick
        leader = min(trick, key=lambda laid: LETTERS.index(laid[1][0]))[0]


def arrive(room, kiosk, assert_accessible):
    """The code on the kiosk, and what a phone that scanned it sees."""
    expect(kiosk.get_by_text(room.code).first).to_be_visible()
    look(kiosk, "kiosk-waiting")
    assert_accessible(kiosk, "kiosk, waiting")
    joining = room.phone()
    expect(joining.get_by_label("name")).to_be_visible()
    look(joining, "phone-join")
    assert_accessible(joining, "phone, joining")


def a_play_by_cards(phones, kiosk, server, assert_accessible):
    """Every card is tapped, and the power goes in the middle of a trick."""
    auction(phones)
    look(phones[1], "phone-bidder")
    look(kiosk, "kiosk-contract")
    expect(kiosk.get_by_text("17").first).to_be_visible()

    tricks = list(played_out(hands(), leader=2))
    for number, trick in enumerate(tricks):
        for seat, card in trick:
            lay(phones[seat - 1], card)
        if number == 1:
            expect(phones[0].locator(".bar")).to_contain_text("Lead a card")
            look(phones[0], "phone-play")
            look(kiosk, "kiosk-play")
            assert_accessible(phones[0], "phone, play")
            assert_accessible(kiosk, "kiosk, play")
        if number == 3:  # the power goes, in the middle of a trick
            lay(phones[tricks[4][0][0] - 1], tricks[4][0][1])
            tricks[4].pop(0)
            phones[1].mouse.wheel(0, 5000)
            button(phones[2], "Menu").click()
            server.kill()
            for phone in phones:
                expect(phone.locator(".foot > .banner")).to_be_in_viewport()
            expect(phones[2].get_by_role("dialog").locator(".banner")).to_be_in_viewport()
            look(phones[0], "phone-cut-off")
            look(phones[2], "phone-cut-off-menu")
            button(phones[2], "Close").click()
            server.start()
            for phone in phones:
                expect(phone.locator(".banner")).to_have_count(0, timeout=15_000)
    # Ana holds P and M of every suit; Boris's side bid 17 and took nothing.
    for page in (*phones, kiosk):
        expect(page.get_by_text(re.compile("failed", re.I)).first).to_be_visible()
    look(kiosk, "kiosk-scored")
    look(phones[1], "phone-scored")
    assert_accessible(phones[1], "phone, scored")


def a_play_by_count(phones, kiosk, assert_accessible):
    """Contract, then only the points: Boris deals, Vera speaks first."""
    bid(phones[2], 15)
    for phone in (phones[3], phones[0], phones[1]):
        button(phone, "Pass", exact=True).click()
    button(phones[2], re.compile("More")).click()
    look(phones[2], "phone-more")
    assert_accessible(phones[2], "phone, more")
    button(phones[2], re.compile("Ana & Vera counted")).click()
    look(phones[2], "phone-count")
    button(phones[2], "15", exact=True).click()
    phones[2].locator(".send").click()
    for page in (*phones, kiosk):
        expect(page.get_by_text(re.compile("^made$", re.I)).first).to_be_visible()
    assert totals(phones[0]) == totals(kiosk) == [9, 5]


def totals(page):
    """The chips as a screen shows them."""
    return [int(text) for text in page.locator(".strip .big").all_inner_texts()]


def test_an_evening_by_cards_and_by_count_with_a_power_cut(room, server, assert_accessible):
    kiosk = room.kiosk()
    arrive(room, kiosk, assert_accessible)
    phones = room.four()
    for name in ("Ana", "Boris", "Vera", "Georgi"):
        expect(kiosk.get_by_text(name).first).to_be_visible()
    look(phones[1], "phone-auction")
    assert_accessible(phones[1], "phone, auction")
    assert_accessible(phones[0], "phone, another's turn")
    a_play_by_cards(phones, kiosk, server, assert_accessible)
    a_play_by_count(phones, kiosk, assert_accessible)

    # A slip: taken back by whoever entered it, told to everybody.
    button(phones[2], re.compile("Undo")).first.click()
    expect(kiosk.get_by_text(re.compile("^made$", re.I))).to_have_count(0)
    assert totals(kiosk) == [8, 6]

    # The sum unfolds, with its rule.
    phones[0].locator("details summary").first.click()
    expect(phones[0].get_by_text(re.compile("17: failed")).first).to_be_visible()
    look(phones[0], "phone-sum")
