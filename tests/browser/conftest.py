"""Real browsers at a real server, under the machine's own address and not localhost,
which browsers would trust with things a phone in a living room does not get."""

import os
import re
import shutil

import pytest
from axe_playwright_python.sync_playwright import Axe
from live import Server
from playwright.sync_api import expect, sync_playwright

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
NAMES = ("Ana", "Boris", "Vera", "Georgi")

expect.set_options(timeout=10_000)


@pytest.fixture(scope="session")
def chromium():
    if CHROMIUM is None:
        if os.environ.get("CI"):
            pytest.fail("CI must have Chromium: these tests are not to be skipped there")
        pytest.skip("no Chromium on this machine")
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def game():
    """What is played; a test may say another."""
    return "whitehouse"


@pytest.fixture
def server(tmp_path, game):
    running = Server(tmp_path / "data", "--game", game).start()
    yield running
    running.end()


class Room:
    """The phones and screens in the room; whatever they ask of another host is noted."""

    def __init__(self, browser, server):
        self.browser = browser
        self.server = server
        self.contexts = []
        self.errors = []
        self.strangers = []
        self.code = re.search(r"/j/(\w+)", server.said, re.I)[1].upper()

    def screen(self, path, width, height, **settings):
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            locale="en-GB",
            reduced_motion="reduce",
            **settings,
        )
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on(
            "request",
            lambda request: (
                self.server.url in request.url.replace("ws://", "http://")
                or self.strangers.append(request.url)
            ),
        )
        page.goto(self.server.url + path)
        self.contexts.append(context)
        return page

    def phone(self, path=None, **settings):
        return self.screen(path or f"/j/{self.code}", 390, 844, has_touch=True, **settings)

    def kiosk(self, width=1920, height=1080):
        return self.screen("/kiosk", width, height)

    def seated(self, seat, name, **settings):
        """Scan, name, tap a free seat: three taps."""
        page = self.phone(**settings)
        page.get_by_label("name").fill(name)
        page.get_by_role("button", name=f"Seat {seat}").click()
        expect(page.get_by_role("button", name="Menu")).to_be_visible()
        return page

    def four(self):
        return self.people(4)

    def people(self, count):
        return [self.seated(seat, name) for seat, name in enumerate(NAMES[:count], 1)]

    def host(self):
        return self.phone(f"/host/{self.server.key}")

    def lay_for(self, players):
        """The host says on a phone how many will play."""
        host = self.host()
        host.get_by_role("button", name="Menu").click()
        host.get_by_role("button", name="Change the rules").click()
        wanted = host.get_by_role("button", name=re.compile(f"{players} players"))
        if wanted.get_attribute("aria-pressed") == "false":
            wanted.click()
        expect(wanted).to_have_attribute("aria-pressed", "true")
        return host

    def close(self):
        for context in self.contexts:
            context.close()


@pytest.fixture
def room(chromium, server):
    there = Room(chromium, server)
    yield there
    there.close()
    assert not there.errors, there.errors
    assert not there.strangers, there.strangers


@pytest.fixture
def assert_accessible():
    """WCAG 2.2 AA as far as a machine can tell."""
    axe = Axe()
    options = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}

    def check(page, where):
        found = axe.run(page, options=options)
        assert not found.violations_count, f"{where}: {found.generate_report()}"

    return check
