"""What a phone at the table must get right in small: whose task it is, room for the felt, taps."""

import copy
import json
import re
import time

import pytest
from playwright.sync_api import expect
from taps import auction, bid, button, lay, look

from companion import links

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


def small(page):
    page.set_viewport_size({"width": 320, "height": 640})
    return page


def box(page, selector):
    found = page.locator(selector).first.bounding_box()
    assert found, selector
    return found


def test_the_trump_is_laid_down_told_and_asked_for(room, assert_accessible):
    kiosk = room.kiosk(1366, 768)
    phones = room.four()
    bid(phones[1], 16)
    button(phones[2], "Pass", exact=True).click()
    button(phones[3], "Pass", exact=True).click()
    bid(phones[0], 17)
    for phone in phones[1:]:
        button(phone, "Pass", exact=True).click()

    # Ana has bid and Boris leads: both are told what hands do now, and so is the room.
    expect(phones[0].locator(".bar")).to_contain_text("Lay one card face down")
    expect(phones[1].locator(".bar")).to_contain_text("once Ana has laid the trump")
    expect(kiosk.locator("h1")).to_have_text("Ana lays a trump face down, then Boris leads")
    assert_accessible(small(phones[0]), "phone, the trump to be laid")
    button(phones[0], re.compile("Tell my phone which card")).click()
    look(phones[0], "phone-tell")
    lay(phones[0], "Ph")
    expect(phones[0].get_by_role("dialog")).to_have_count(0)
    expect(kiosk.locator("h1")).to_have_text("Boris leads")

    lay(phones[1], "Pc")
    button(phones[2], "Ask for the trump").click()
    look(phones[2], "phone-ask")
    expect(phones[2].get_by_role("dialog")).to_contain_text("You have no")
    phones[2].get_by_role("dialog").get_by_role("button", name="Ask for the trump").click()
    expect(phones[0].locator(".bar")).to_contain_text(re.compile("Turn up the trump: *P"))
    expect(kiosk.locator("h1")).to_have_text("Vera asked: Ana turns up the trump, then Vera plays")
    look(phones[0], "phone-turn-up")
    look(kiosk, "kiosk-turn-up")
    assert_accessible(kiosk, "kiosk, the trump asked for")


def test_a_turn_brings_the_felt_back_and_the_pad_leaves_it_room(room, assert_accessible):
    phones = room.four()
    auction(phones)
    vera = small(phones[2])
    vera.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    lay(phones[1], "Pc")
    expect(vera.locator(".bar")).to_contain_text("Play a card")
    look(vera, "phone-small-turn")
    felt, dock, bar = box(vera, ".felt"), box(vera, ".dock"), box(vera, ".bar")
    assert felt["y"] >= bar["y"] + bar["height"] - 1
    assert dock["height"] < 0.6 * 640
    expect(vera.locator(".trick-line")).to_be_visible()
    expect(vera.locator(".trick-line")).to_contain_text("Boris")
    assert box(vera, ".pick-card")["height"] >= 44
    assert vera.evaluate("document.documentElement.scrollWidth") <= 320
    assert_accessible(vera, "phone, small, a turn")

    # Whoever is typing is left where he is.
    ana = phones[0]
    button(ana, "Menu").click()
    button(ana, "Change the seat of Ana").click()
    ana.get_by_label("Name", exact=True).fill("Anna")
    lay(phones[2], "Mc")
    lay(phones[3], "Sc")
    expect(ana.locator(".bar")).to_contain_text("Play a card")
    expect(ana.get_by_label("Name", exact=True)).to_have_value("Anna")


def test_rules_fold_away_and_are_set_in_groups(room, assert_accessible):
    host = room.phone(f"/host/{room.server.key}")
    expect(host.get_by_text("You are the host")).to_be_visible()
    expect(host.locator(".bar .badge")).to_have_text("Host")
    button(host, "Change the rules").click()
    button(host, re.compile("^Points of the letters")).click()
    button(host, "Letter P: more").click()
    button(host, "Use these").click()
    expect(host.locator(".refusal")).to_be_in_viewport()
    button(host, "Letter M: less").click()
    look(host, "phone-letters")
    assert_accessible(host, "host, the letters")
    button(host, "Use these").click()
    expect(button(host, re.compile("^Points of the letters"))).to_contain_text("4 · 1 · 1 · 1")
    button(host, "Done").click()
    phones = room.four()
    bid(phones[1], 14)
    expect(phones[0].locator("details.panel summary")).to_have_text("Rules of this table")
    expect(phones[0].get_by_text("The lowest bid is 14.")).to_be_hidden()


def test_a_tap_that_came_too_fast_is_sent_again_as_the_same_tap(room):
    phones = room.four()
    sent = []

    def slow_down(route):
        sent.append(json.loads(route.request.post_data)["tap"])
        if len(sent) < 3:
            msg = {"code": "refused.too-fast", "args": {}}
            body = json.dumps({"ok": False, "code": "too-fast", "msg": msg})
            route.fulfill(status=429, body=body, content_type="application/json")
        else:
            route.continue_()

    phones[1].route("**/api/act", slow_down)
    bid(phones[1], 15)
    expect(phones[2].locator(".bar")).to_contain_text("Bid 16 to 28")
    assert len(sent) == 3
    assert len(set(sent)) == 1
    expect(phones[1].locator(".refusal")).to_have_count(0)


def option(value, label):
    return {"value": value, "label": {"code": "ui.plain", "args": {"what": label}}}


def plain(words):
    return {"code": "ui.plain", "args": {"what": words}}


def with_three_sides(frame):
    """The frame of a table where everybody plays for himself, counter-clockwise, and reckons."""
    frame = copy.deepcopy(frame)
    names = ("Konstantina-Aleks", "Boris", "Vera")
    frame["table"] |= {"players": 3, "started": True}
    frame["setup"] = None
    frame["people"] = [
        {"seat": n, "name": name, "phone": True, "here": True, "yours": n == 1}
        for n, name in enumerate(names, 1)
    ]
    view = frame["view"]
    view |= {"direction": "counter-clockwise", "prompt": plain("Name the contract")}
    view["seats"] = [{"seat": n, "team": n, "turn": n == 1} for n in (1, 2, 3)]
    totals = (1208, -293, 1171)
    view["score"] |= {
        "teams": [{"team": n, "seats": [n], "total": totals[n - 1]} for n in (1, 2, 3)],
        "rows": [
            {
                "title": plain(f"Deal {n}: Konstantina-Aleks"),
                "written": [151, -100, 162],
                "totals": list(totals),
                "marks": [plain("inside"), plain("hanging 81"), plain("capot")],
                "lines": [plain("151 + 162 = 313")],
            }
            for n in range(1, 9)
        ],
    }
    who = [option(n, name) for n, name in enumerate(names, 1)]
    which = [option(suit, suit) for suit in ("clubs", "hearts")]
    view["choices"] = [
        {
            "key": "contract",
            "label": plain("Contract"),
            "entry": {"do": "contract", "seat": 1},
            "fields": [
                {"name": "who", "kind": "pick", "label": plain("Who?"), "options": who},
                {"name": "which", "kind": "pick", "label": plain("What?"), "options": which},
                {
                    "name": "times",
                    "kind": "pick",
                    "label": plain("Doubled?"),
                    "options": [option(1, "no"), option(2, "doubled")],
                    "value": 1,
                },
            ],
        }
    ]
    return frame


def pretend(page, frame):
    """Let the page see this frame and nothing of the table behind it; what it sends is kept."""
    sent = []
    answer = json.dumps({"ok": True, "frame": frame, "join": None})

    def keep(route):
        sent.append(json.loads(route.request.post_data)["entry"])
        body = json.dumps({"ok": True, "seq": frame["seq"], "frame": frame})
        route.fulfill(body=body, content_type="application/json")

    for path in ("**/api/frame*", "**/api/kiosk*"):
        page.route(path, lambda r: r.fulfill(body=answer, content_type="application/json"))
    page.route("**/api/act", keep)
    page.route("**/socket.io/*", lambda route: route.abort())
    page.route_web_socket("**/socket.io/**", lambda socket: socket.close())
    page.reload()
    return sent


FITS = """() => ![...document.querySelectorAll('.row-score, .rows-head > span, .strip .side')]
    .some(one => one.scrollWidth > one.clientWidth + 1)"""


def test_three_sides_fit_and_a_form_of_taps_sends_itself(room, assert_accessible):
    phone = room.seated(1, "Ana")
    frame = with_three_sides(phone.evaluate("fetch('/api/frame').then(r => r.json())")["frame"])
    sent = pretend(phone, frame)
    expect(phone.locator(".rows .row")).to_have_count(8)
    look(phone, "phone-three-sides")
    phone.wait_for_function(FITS)  # text is fitted a moment after the page is drawn
    assert_accessible(phone, "phone, three sides")
    at = {name: box(phone, f".seat:has-text('{name}')") for name in ("Boris", "Vera")}
    assert at["Boris"]["x"] > at["Vera"]["x"], "counter-clockwise: the next seat is to the right"

    # Two taps: what is preset counts as filled, and the last blank sends.
    button(phone, "Boris", exact=True).click()
    button(phone, "hearts", exact=True).click()
    expect(phone.locator(".toast, .refusal")).to_have_count(0)
    assert sent == [{"do": "contract", "seat": 1, "who": 2, "which": "hearts", "times": 1}]

    small(phone)
    phone.wait_for_function(FITS)
    for width, height in ((1366, 768), (1920, 1080)):
        kiosk = room.kiosk(width, height)
        pretend(kiosk, frame)
        expect(kiosk.locator(".k-row")).to_have_count(8)
        look(kiosk, f"kiosk-three-sides-{height}")
        kiosk.wait_for_function(FITS)


def with_a_long_pack(frame):
    """The frame of somebody to follow to a club, of 52 cards."""
    frame = copy.deepcopy(frame)
    frame["table"]["started"] = True
    frame["setup"] = None
    view = frame["view"]
    view["trick"] = {"number": 1, "laid": [{"seat": 4, "card": "Tc"}]}
    cards = [rank + suit for suit in "cdhs" for rank in "AKQJT98765432" if rank + suit != "Tc"]
    field = {"name": "card", "kind": "card", "options": [{"value": card} for card in cards]}
    entry = {"do": "play", "seat": 1}
    label = plain("Play a card")
    view["choices"] = [{"key": "play", "label": label, "entry": entry, "fields": [field]}]
    view["seats"] = [{**seat, "turn": seat["seat"] == 1} for seat in view["seats"]]
    return frame


def test_a_long_pack_is_a_suit_at_a_time_the_one_led_first(room, assert_accessible):
    phone = small(room.seated(1, "Ana"))
    frame = with_a_long_pack(phone.evaluate("fetch('/api/frame').then(r => r.json())")["frame"])
    sent = pretend(phone, frame)
    expect(phone.locator(".pick-card")).to_have_count(12)
    assert box(phone, ".dock")["height"] < 320
    look(phone, "phone-long-pack")
    assert_accessible(phone, "phone, a long pack")
    button(phone, "hearts", exact=True).click()
    lay(phone, "Kh")
    expect(phone.locator(".suit-tab.tab-open.suit-c")).to_be_visible()
    assert sent == [{"do": "play", "seat": 1, "card": "Kh"}]


def with_rows_before_seats(frame):
    """The frame of a table where each seat has a row of cards before it."""
    frame = copy.deepcopy(frame)
    row = [{"up": "Ah", "down": True}, {"unknown": True, "down": True}, {"down": True}, {}]
    for seat in frame["view"]["seats"]:
        seat |= {"places": row, "hand": 2}
    return frame


def test_rows_before_seats_are_seen_and_read_out(room, assert_accessible):
    phone = small(room.seated(1, "Ana"))
    frame = phone.evaluate("fetch('/api/frame').then(r => r.json())")["frame"]
    pretend(phone, with_rows_before_seats(frame))
    expect(phone.locator(".layout-row")).to_have_count(4)
    read = phone.locator(".layout-row").first.locator("li > .unseen").all_inner_texts()
    assert read[:2] == [
        "A\N{BLACK HEART SUIT}\N{VARIATION SELECTOR-15} over a covered card",
        "an open card, not told",
    ]
    assert read[2:4] == ["a covered card", "empty"]
    look(phone, "phone-rows")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 320
    assert_accessible(phone, "phone, rows")
    kiosk = room.kiosk(1366, 768)
    pretend(kiosk, with_rows_before_seats(frame))
    expect(kiosk.locator(".felt .places")).to_have_count(4)
    look(kiosk, "kiosk-rows")
    for row in kiosk.locator(".felt .places").all():
        at = row.bounding_box()
        assert at["x"] >= 0
        assert at["y"] + at["height"] <= 768


def test_the_kiosk_asks_for_trouble_only_while_no_phone_has_come(room):
    kiosk = room.screen("/kiosk", 1366, 768)
    kiosk.clock.install()
    kiosk.reload()
    expect(kiosk.get_by_text(room.code).first).to_be_visible()
    trouble = kiosk.get_by_text("No phone yet? Check:")
    kiosk.clock.fast_forward(70_000)
    in_time(kiosk, trouble.is_visible)
    look(kiosk, "kiosk-trouble")
    house = kiosk.locator(".house li").last.bounding_box()
    assert house["y"] + house["height"] <= 768
    room.seated(1, "Ana")
    in_time(kiosk, lambda: trouble.count() == 0)


def in_time(page, holds):
    """Let the page's clock run until this is so; what comes by the wire takes real time."""
    for _ in range(30):
        page.clock.run_for(2_000)
        if holds():
            return
        time.sleep(0.1)
    raise AssertionError("never came to be so")


def test_a_phone_comes_in_by_what_the_square_says(room):
    link = f"http://{room.server.place}/j/{room.code}"
    path = links.compact(link).removeprefix(f"HTTP://{room.server.place}".upper())
    assert path == f"/J/{room.code}"
    expect(room.phone(path).locator("h1")).to_contain_text(f"table {room.code}")
