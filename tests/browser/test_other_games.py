"""Belote and Chinese Whist in real browsers: a deal by taps that can be counted, deals by cards."""

import itertools
import re

import pytest
from playwright.sync_api import expect
from taps import button, enter, look

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

RANKS = "AKQJT98765432"
SIGNS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def totals(page):
    return [int(text) for text in page.locator(".strip .big").all_inner_texts()]


class Finger:
    """Taps on one phone, counted."""

    def __init__(self, page):
        self.page = page
        self.taps = 0

    def tap(self, name, **more):
        self.taps += 1
        button(self.page, name, **more).first.click()


@pytest.mark.parametrize("game", ["belote"])
def test_a_belote_deal_in_eight_taps_from_one_phone(room, game, assert_accessible):
    kiosk = room.kiosk(1366, 768)
    phone = room.seated(1, "Ana")
    for seat, name in ((2, "Boris"), (3, "Vera"), (4, "Georgi")):
        button(phone, re.compile("Add a player without a phone")).first.click()
        if phone.get_by_role("dialog").get_by_role("button", name=f"Seat {seat}").count():
            phone.get_by_role("dialog").get_by_role("button", name=f"Seat {seat}").click()
        phone.get_by_label("Name").last.fill(name)
        phone.get_by_role("dialog").get_by_role("button").last.click()
        expect(phone.get_by_role("dialog")).to_have_count(0)
    finger = Finger(phone)
    finger.tap("Vera", exact=True)
    finger.tap(re.compile("hearts"))
    expect(kiosk.get_by_text(re.compile("play")).first).to_be_visible()
    finger.tap("Tierce", exact=True)
    finger.taps += 1
    phone.get_by_role("dialog").locator(".pick-card.suit-h", has_text="Q").click()
    expect(phone.get_by_role("dialog")).to_have_count(0)
    for digit in "106":
        finger.tap(digit, exact=True)
    finger.tap(re.compile("^Ana & Vera counted"))
    expect(kiosk.locator(".strip .big").first).to_have_text("12")
    assert totals(kiosk) == totals(phone) == [12, 6]
    assert finger.taps == 8
    look(kiosk, "belote-kiosk")
    look(phone, "belote-phone")
    assert_accessible(kiosk, "kiosk, belote")
    assert_accessible(phone, "phone, belote")


@pytest.mark.parametrize("game", ["belote"])
def test_the_other_side_is_asked_and_a_slip_is_put_right(room, game, assert_accessible):
    kiosk = room.kiosk(1366, 768)
    phones = room.four()
    button(phones[1], re.compile("hearts")).click()
    for phone in (phones[2], phones[3], phones[0]):
        button(phone, "Pass", exact=True).first.click()
    for digit in "81":
        button(phones[1], digit, exact=True).click()
    look(phones[1], "belote-count")
    button(phones[1], re.compile("^Boris & Georgi counted")).click()
    expect(kiosk.get_by_text(re.compile("hang", re.I)).first).to_be_visible()
    assert totals(kiosk) == [8, 0]

    for phone in (phones[0], phones[2]):
        expect(phone.locator(".notice")).to_contain_text("Is that right?")
    expect(phones[3].locator(".notice")).to_have_count(0)
    look(phones[0], "belote-asked")
    button(phones[0], "That is not right").click()
    expect(kiosk.get_by_text(re.compile("disputes deal 1")).first).to_be_visible()

    # Boris looks again: it was 18 with 81 read backwards. All see what it changes first.
    button(phones[1], "Menu").click()
    button(phones[1], "Everything that happened").click()
    button(phones[1], re.compile("^Correct: .* counted")).click()
    sheet = phones[1].get_by_role("dialog")
    expect(sheet.locator(".keypad-value").first).to_have_value("81")
    for digit in "53":  # the first digit takes the place of what was counted
        sheet.get_by_role("button", name=digit, exact=True).click()
    look(phones[1], "belote-past")
    sheet.locator(".send").first.click()
    expect(sheet).to_contain_text("What this changes")
    expect(sheet.locator(".weighed")).to_contain_text("16")
    look(phones[1], "belote-weighed")
    assert_accessible(phones[1], "phone, a correction weighed")
    sheet.get_by_role("button", name="Put it right").click()
    expect(kiosk.locator(".strip .big").first).to_have_text("16")
    button(phones[0], "Now it is right").click()
    expect(kiosk.get_by_text(re.compile("disputes"))).to_have_count(0)
    look(phones[0], "belote-confirmed")


@pytest.mark.parametrize("game", ["belote"])
def test_a_deal_by_tricks_and_what_it_came_to(room, game, assert_accessible):
    kiosk = room.kiosk(1366, 768)
    ana, boris, vera, _ = room.four()
    button(ana, "Enter the contract").click()
    sheet = ana.get_by_role("dialog")
    button(sheet, re.compile("^Doubled")).click()
    for said in ("doubled", "Boris", re.compile("hearts")):
        button(sheet, said, exact=True).click()
    expect(ana.locator(".toast")).to_contain_text("Vera doubled")
    expect(ana.locator(".dock .inline-label")).to_contain_text("hearts doubled")
    button(ana, "Tierce", exact=True).click()
    sheet.locator(".pick-card.suit-d", has_text="Q").click()
    expect(sheet).to_have_count(0)

    button(boris, "More").click()
    button(boris, re.compile("^Who took the trick")).click()
    button(boris.get_by_role("dialog"), "Ana").click()
    for taken in range(2, 9):
        expect(kiosk.locator(".strip")).to_contain_text(f"{taken - 1} trick")
        expect(boris.locator(".dock .locked")).to_have_count(0)
        button(boris.locator(".dock"), "Ana", exact=True).click()
    # A capot: the deal is closed, and all see what it came to without scrolling.
    for screen in (ana, boris, vera, kiosk):
        news = screen.locator(".news, .k-news")
        expect(news).to_contain_text("capot, Ana & Vera took every trick against")
        expect(news).to_contain_text("Ana & Vera write 54.")
        expect(news).to_be_in_viewport(ratio=1)
    look(ana, "belote-news")
    look(kiosk, "belote-news-kiosk")
    assert_accessible(ana, "phone, the news of a deal")
    assert_accessible(kiosk, "kiosk, the news of a deal")


@pytest.mark.parametrize("game", ["belote"])
def test_the_cards_of_a_declaration_are_read_in_the_plate(room, game):
    phones = room.four()
    kiosk = room.kiosk(1366, 768)
    button(phones[1], re.compile("spades")).click()
    for phone in (phones[2], phones[3], phones[0]):
        button(phone, "Pass", exact=True).first.click()
    button(phones[0], "Tierce", exact=True).click()
    phones[0].get_by_role("dialog").locator(".pick-card.suit-d", has_text="Q").click()
    expect(phones[0].get_by_role("dialog")).to_have_count(0)
    button(phones[1], "More").click()
    button(phones[1], re.compile("^Who took the trick")).click()
    button(phones[1].get_by_role("dialog"), "Ana").click()
    tricks = phones[1].locator(".side-tricks")
    for name, seen in (*[("Ana", (n, 0)) for n in (1, 2)], *[("Boris", (3, n)) for n in range(5)]):
        expect(tricks).to_have_text([re.compile(rf"^{n} ") for n in seen])
        expect(phones[1].locator(".dock .locked")).to_have_count(0)
        button(phones[1].locator(".dock"), name, exact=True).click()
    for screen in (phones[0], kiosk):
        ranks = screen.locator(".seat .mark .mini b")
        expect(ranks).to_have_text(["10", "Q"])
        assert ranks.first.bounding_box()["width"] > 5, "a card without its rank is no card"


def dealt(players):
    """Seventeen cards each, suit by suit in turn, the deuce of spades left out."""
    pack = [rank + suit for suit in "hcds" for rank in RANKS if rank + suit != "2s"]
    return {seat: pack[seat - 1 :: players] for seat in range(1, players + 1)}


def tricks_of(held, leader, trump):
    """Legal tricks until the cards are gone: whoever can follows; the rest throw the lowest."""
    players = len(held)
    held = {seat: list(cards) for seat, cards in held.items()}
    height = {
        card: (card[1] == trump, -RANKS.index(card[0])) for cards in held.values() for card in cards
    }
    while held[leader]:
        trick = []
        for seat in itertools.islice(
            itertools.cycle(range(1, players + 1)), leader - 1, leader - 1 + players
        ):
            led = trick[0][1][1] if trick else None
            card = next((one for one in held[seat] if one[1] == led), held[seat][0])
            held[seat].remove(card)
            trick.append((seat, card))
        yield trick
        led = trick[0][1][1]
        leader = max(trick, key=lambda laid: (laid[1][1] in (led, trump), height[laid[1]]))[0]


def lay_long(page, card):
    """Tap a card of a long pack: the suit first, where only one is shown."""
    sign, rank = SIGNS[card[1]], "10" if card[0] == "T" else card[0]
    expect(page.locator(".dock .pick-card").first).to_be_visible()
    tabs = page.locator(".dock .suit-tab")
    if tabs.count():
        tabs.filter(has_text=sign).click()
    name = re.compile(f"^{rank}{sign}")
    page.locator(f".dock .pick-card.suit-{card[1]}", has_text=name).click()


@pytest.mark.parametrize("game", ["chinese-whist"])
def test_three_hands_of_whist_by_cards(room, game, assert_accessible):
    room.lay_for(3)
    kiosk = room.kiosk(1366, 768)
    phones = room.people(3)
    button(phones[0], re.compile("hearts")).click()
    expect(kiosk.get_by_text(re.compile("hearts")).first).to_be_visible()
    taken = [0, 0, 0]
    for number, trick in enumerate(tricks_of(dealt(3), 2, "h")):
        for seat, card in trick:
            lay_long(phones[seat - 1], card)
        if number == 2:
            look(phones[0], "whist-three")
            look(kiosk, "whist-three-kiosk")
            assert_accessible(phones[0], "phone, three hands")
            assert_accessible(kiosk, "kiosk, three hands")
        taken[winner_of(trick) - 1] += 1
    assert sum(taken) == 17
    expected = [max(0, n - 6) for n in taken]
    expect(kiosk.locator(".strip .big").first).to_have_text(str(expected[0]))
    assert totals(kiosk) == expected
    look(kiosk, "whist-three-scored")


def winner_of(trick):
    led = trick[0][1][1]
    able = [laid for laid in trick if laid[1][1] in (led, "h")]
    return max(able, key=lambda laid: (laid[1][1] == "h", -RANKS.index(laid[1][0])))[0]


@pytest.mark.parametrize("game", ["chinese-whist"])
def test_two_hands_of_whist_by_count(room, game):
    room.lay_for(2)
    phones = room.people(2)
    button(phones[0], re.compile("spades")).click()
    expect(phones[1].locator(".bar")).to_contain_text("Lead a face-up card")
    button(phones[1], re.compile("^Tricks of Boris")).click()
    look(phones[1], "whist-two-count")
    button(phones[1].get_by_role("dialog"), "15", exact=True).click()
    send = phones[1].get_by_role("dialog").locator(".send")
    if send.count():
        send.click()
    expect(phones[0].locator(".strip .big").nth(1)).to_have_text("2")
    assert totals(phones[0]) == totals(phones[1]) == [0, 2]
    # The next deal: two taps.
    button(phones[1], re.compile("hearts")).click()
    expect(phones[0].locator(".bar")).to_contain_text("Lead")
    look(phones[0], "whist-two-second")


@pytest.mark.parametrize("game", ["chinese-whist"])
def test_two_counts_of_three_are_tapped_and_the_last_fills_itself(room, game, assert_accessible):
    room.lay_for(3)
    kiosk = room.kiosk(1366, 768)
    phones = room.people(3)
    button(phones[0], re.compile("hearts")).click()
    button(phones[1], re.compile("^Count the tricks")).click()
    sheet = phones[1].get_by_role("dialog")
    values = sheet.locator(".form-value")
    expect(values).to_have_text(["choose"] * 3)
    expect(sheet.locator(".send")).to_be_disabled()
    button(sheet, "8", exact=True).click()
    ten = button(sheet, "10", exact=True)
    expect(ten).to_have_attribute("aria-disabled", "true")
    ten.click(force=True)
    expect(sheet).to_contain_text("At most 9.")
    button(sheet, "5", exact=True).click()
    expect(values).to_have_text(["8", "5", "4"])
    look(phones[1], "whist-three-count")
    assert_accessible(phones[1], "phone, three counts")
    # A slip: it was seven. What was touched longest ago gives way.
    sheet.locator(".form-head").first.click()
    button(sheet, "7", exact=True).click()
    expect(values).to_have_text(["7", "5", "5"])
    sheet.locator(".send").click()
    told = [
        "Deal 1: Ana 7 tricks, 1 point",
        "Boris 5 tricks, no points",
        "Vera 5 tricks, no points",
    ]
    expect(phones[2].locator(".news")).to_have_text(told)
    for line in phones[2].locator(".news").all():
        expect(line).to_be_in_viewport(ratio=1)
    expect(kiosk.locator(".k-news")).to_have_text(told)
    assert totals(kiosk) == totals(phones[0]) == [1, 0, 0]


@pytest.mark.parametrize("game", ["chinese-whist"])
def test_a_card_uncovered_is_told_by_one_tap_and_stands_before_no_play(room, game):
    room.lay_for(2)
    phones = room.people(2)
    pack = [rank + suit for suit in "hcds" for rank in RANKS]
    rows = {1: pack[0:24:2], 2: pack[1:24:2]}
    for seat, row in rows.items():
        enter(phones[seat - 1], {"do": "expose", "seat": seat, "cards": row})
    button(phones[0], re.compile("spades")).click()
    phones[1].locator(".layout-own .place-tap button").first.click()
    expect(phones[0].locator(".inline-label")).to_have_text("Play a face-up card")
    lay_long(phones[0], rows[1][0])
    # Ana took it: both have a card to turn up, each on the own phone.
    for phone, cover, found in ((phones[0], "A", "3s"), (phones[1], "K", "4s")):
        expect(phone.locator(".inline-label")).to_contain_text(f"Turn up the card under {cover}")
        lay_long(phone, found)
    expect(phones[0].locator(".inline-label")).to_have_text("Lead a face-up card")
    lay_long(phones[0], rows[1][1])
    expect(phones[1].locator(".inline-label")).to_have_text("Play a face-up card")
    look(phones[1], "whist-two-uncovered")
