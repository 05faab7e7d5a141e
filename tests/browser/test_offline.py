"""A phone that is cut off: what it entered waits in sight, counts once, or is not sent at all;
and what was asleep is awake at once."""

import json
import os
import re
import signal
import time

import pytest
from playwright.sync_api import expect
from taps import bid, button, look

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


def kept(page):
    return page.locator(".foot .kept")


def test_an_entry_made_while_cut_off_waits_in_sight_and_counts_once(room, assert_accessible):
    phones = room.four()
    boris, vera = phones[1], phones[2]
    taps = []
    boris.on(
        "request",
        lambda request: (
            request.url.endswith("/api/act") and taps.append(json.loads(request.post_data)["tap"])
        ),
    )
    boris.context.set_offline(True)
    bid(boris, 17)
    expect(kept(boris)).to_contain_text("Bid 17")
    expect(kept(boris)).to_contain_text("not sent yet")
    expect(boris.locator(".banner-offline")).to_contain_text("Wi-Fi lost")
    expect(button(boris, "Pass", exact=True)).to_have_count(0)
    look(boris, "phone-waiting")
    assert_accessible(boris, "phone, an entry waits")
    expect(vera.locator(".bar")).to_contain_text("Boris")

    boris.context.set_offline(False)
    expect(kept(boris)).to_have_count(0)
    expect(boris.locator(".banner")).to_have_count(0)
    expect(vera.locator(".bar")).to_contain_text("Bid 18 to 28")
    expect(boris.locator(".refusal")).to_have_count(0)
    assert len(set(taps)) == 1
    button(vera, "Menu").click()
    expect(vera.locator(".recent li", has_text="17")).to_have_count(1)


def test_what_waits_can_be_given_up_and_then_is_never_sent(room):
    phones = room.four()
    boris = phones[1]
    boris.context.set_offline(True)
    bid(boris, 17)
    button(boris, "Do not send").click()
    expect(kept(boris)).to_have_count(0)
    expect(boris.locator(".reason")).to_contain_text("Not sent: Bid 17")
    boris.context.set_offline(False)
    expect(boris.locator(".banner")).to_have_count(0)
    bid(boris, 15)
    expect(phones[2].locator(".bar")).to_contain_text("Bid 16 to 28")


def test_what_had_arrived_before_it_was_given_up_is_said(room):
    phones = room.four()
    boris = phones[1]

    def swallow(route):
        route.fetch()
        route.abort()

    boris.route("**/api/act", swallow)
    bid(boris, 17)
    expect(kept(boris)).to_be_visible()
    button(boris, "Do not send").click()
    expect(boris.locator(".refusal")).to_contain_text("had reached the table after all: Bid 17")
    expect(phones[2].locator(".bar")).to_contain_text("Bid 18 to 28")
    boris.unroute("**/api/act")
    button(boris, re.compile("^Undo")).click()
    expect(boris.locator(".bar")).to_contain_text("bid at least 14")


def test_a_table_that_moved_on_meanwhile_refuses_politely_and_shows_itself(room):
    phones = room.four()
    host = room.host()
    boris, vera = phones[1], phones[2]
    bid(boris, 15)
    expect(vera.locator(".bar")).to_contain_text("Bid 16 to 28")
    vera.context.set_offline(True)
    bid(vera, 17)
    expect(kept(vera)).to_contain_text("Bid 17")
    # Meanwhile the host takes back what Vera bid upon.
    button(host, "Menu").click()
    button(host, "Take this back").click()
    expect(boris.locator(".bar")).to_contain_text("bid at least 14")
    vera.context.set_offline(False)
    expect(vera.locator(".refusal")).to_contain_text("the table has moved on")
    expect(kept(vera)).to_have_count(0)
    expect(vera.locator(".bar")).to_contain_text("Boris")


def test_an_entry_outlives_the_page_and_a_server_that_died(room, server, assert_accessible):
    kiosk = room.kiosk(1366, 768)
    phones = room.four()
    boris = phones[1]
    expect(kiosk.locator("h1")).to_contain_text("Boris")
    server.kill()
    bid(boris, 17)
    expect(kept(boris)).to_contain_text("Bid 17")
    expect(boris.locator(".banner-reconnecting")).to_be_visible()
    expect(kiosk.locator(".k-stale")).to_contain_text(
        re.compile(r"Cut off – this picture is from \d\d:\d\d")
    )
    look(kiosk, "kiosk-stale")
    assert_accessible(kiosk, "kiosk, cut off")
    server.start()
    boris.reload()
    expect(phones[2].locator(".bar")).to_contain_text("Bid 18 to 28")
    expect(boris.locator(".toast")).to_contain_text("17")
    expect(kiosk.locator(".k-stale")).to_have_count(0)
    boris.reload()
    expect(boris.locator(".bar")).to_contain_text("Vera")
    button(boris, "Menu").click()
    expect(boris.locator(".recent li", has_text="17")).to_have_count(1)


def test_what_waited_too_long_is_not_sent_but_told(room):
    phones = room.four()
    boris = phones[1]
    boris.route("**/api/act", lambda route: route.abort())
    bid(boris, 17)
    expect(kept(boris)).to_be_visible()
    boris.evaluate(
        """() => {
          const left = JSON.parse(sessionStorage.getItem("companion.tap"));
          left.at -= 2 * 3600 * 1000;
          sessionStorage.setItem("companion.tap", JSON.stringify(left));
        }"""
    )
    boris.reload()
    expect(boris.locator(".refusal")).to_contain_text("never reached the table: Bid 17")
    boris.unroute("**/api/act")
    expect(boris.locator(".bar")).to_contain_text("bid at least 14")


def process_of(chromium, page):
    """The process that runs a page: the one that is busy when the page is."""
    line = chromium.new_browser_cdp_session()

    def spent():
        found = line.send("SystemInfo.getProcessInfo")["processInfo"]
        return {one["id"]: one["cpuTime"] for one in found if one["type"] == "renderer"}

    before = spent()
    page.evaluate("() => { const end = Date.now() + 1500; while (Date.now() < end); }")
    after = spent()
    line.detach()
    return max(after, key=lambda pid: after[pid] - before.get(pid, 0))


def test_a_phone_asleep_is_awake_within_a_second(room, chromium):
    phones = room.four()
    boris, vera = phones[1], phones[2]
    # When this phone drew the bid, by the clock that all share.
    vera.evaluate(
        """() => {
          new MutationObserver(() => {
            const bar = document.querySelector(".bar").innerText;
            if (!window.drawn && bar.indexOf("Bid 18") >= 0) window.drawn = Date.now();
          }).observe(document.body, { subtree: true, childList: true, characterData: true });
        }"""
    )
    asleep = process_of(chromium, vera)
    os.kill(asleep, signal.SIGSTOP)
    try:
        bid(boris, 17)
        # Longer than a silent socket is kept; an hour is no different then.
        time.sleep(25)
    finally:
        begun = time.time()
        os.kill(asleep, signal.SIGCONT)
    expect(vera.locator(".bar")).to_contain_text("Bid 18 to 28")
    awake = vera.evaluate("window.drawn") / 1000 - begun
    print(f"awake after {awake:.2f} s")
    assert 0 < awake < 1
    bid(vera, 18)
    expect(phones[3].locator(".bar")).to_contain_text("Bid 19 to 28")
    expect(vera.locator(".banner")).to_have_count(0)


def test_a_browser_that_keeps_no_cookies_takes_no_seat_and_is_told_why(room):
    page = room.phone()
    page.context.new_cdp_session(page).send(
        "Emulation.setDocumentCookieDisabled", {"disabled": True}
    )
    page.get_by_label("name").fill("Ana")
    button(page, "Seat 1").click()
    expect(page.locator(".refusal")).to_contain_text("keeps no cookies")
    page.reload()
    expect(button(page, "Seat 1")).to_be_enabled()


def test_a_phone_whose_storage_is_shut_and_that_gets_no_websocket_plays_all_the_same(room):
    phones = room.people(1)
    context = room.browser.new_context(viewport={"width": 390, "height": 844}, locale="en-GB")
    room.contexts.append(context)
    context.add_init_script(
        """for (const name of ["localStorage", "sessionStorage"])
             Object.defineProperty(window, name, { get() { throw new DOMException("shut"); } });
           window.WebSocket = class {
             constructor() { setTimeout(() => this.onerror(new Event("error")), 50); }
             close() {}
           };"""
    )
    old = context.new_page()
    old.on("pageerror", lambda error: room.errors.append(str(error)))
    old.goto(f"{room.server.url}/j/{room.code}")
    old.get_by_label("name").fill("Boris")
    button(old, "Seat 2").click()
    expect(button(old, "Menu")).to_be_visible()
    expect(old.locator(".banner")).to_have_count(0)
    bid(old, 17)
    expect(old.locator(".toast")).to_contain_text("17")
    button(phones[0], "Menu").click()
    expect(phones[0].locator(".recent li", has_text="17")).to_have_count(1)
    vera = room.seated(3, "Vera")
    bid(vera, 18)
    expect(old.locator(".bar")).to_contain_text("Seat 4 bids 19 or more")
    expect(old.locator(".banner")).to_have_count(0)
