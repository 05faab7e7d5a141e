"""What a finger does at the page of a phone, and pictures of what an eye sees."""

import os
import re
from pathlib import Path

SHOTS = os.environ.get("SHOTS")
"""A folder to leave pictures of every screen in, to be looked at."""


def look(page, name):
    if SHOTS:
        Path(SHOTS).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=f"{SHOTS}/{name}.png")


def button(page, name, **more):
    return page.get_by_role("button", name=name, **more)


def bid(page, points):
    button(page, str(points), exact=True).click()
    button(page, re.compile(r"^Bid")).click()


def enter(page, entry):
    """What many taps would enter, said to the server as the page says it."""
    assert page.evaluate(
        """async entry => {
            const table = (await fetch("/api/frame").then(r => r.json())).frame;
            const body = JSON.stringify({
                table: table.table.code, seen: table.seq, entry: entry,
                tap: "test-tap-" + table.seq + "-" + Date.now(),
            });
            const headers = { "Content-Type": "application/json" };
            const answer = await fetch("/api/act", { method: "POST", headers, body });
            return (await answer.json()).ok;
        }""",
        entry,
    )


def lay(page, card):
    """Tap a card; say yes where the phone asks whether that can be."""
    grid = page.get_by_role("group", name=re.compile("card", re.I)).first
    grid.locator(f".pick-card.suit-{card[1]}", has_text=card[0]).click()


def auction(phones, points=(17, None, None, None)):
    """Seat 2 speaks first, Ana having dealt."""
    for phone, said in zip((phones[1], phones[2], phones[3], phones[0]), points, strict=True):
        if said:
            bid(phone, said)
        else:
            button(phone, "Pass", exact=True).click()
