"""Phones of every shape: what is to be pressed is in sight, and names stay whole."""

import pytest
from playwright.sync_api import expect
from taps import auction, button, lay, look

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
