"""A game is one folder: a tiny one that no other file knows goes through server, phones, kiosk,
record and rule sheet."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from live import Server
from pdf import Reader
from playwright.sync_api import expect
from taps import button, lay

PROGRAM = Path(__file__).parents[1] / "games_for_tests" / "beside_the_real_ones.py"

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture
def server(tmp_path):
    running = Server(tmp_path / "data", "--game", "high-card", program=(str(PROGRAM),)).start()
    yield running
    running.end()


def said(*arguments, stdin=b""):
    done = subprocess.run(
        [sys.executable, str(PROGRAM), *map(str, arguments)],
        input=stdin,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def test_a_fourth_game_is_one_folder(room, server, tmp_path):
    kiosk = room.kiosk(1366, 768)
    phones = room.people(2)
    expect(phones[0].get_by_text("High Card").first).to_be_visible()
    for seat, card in ((2, "Kh"), (1, "Ah"), (1, "2c"), (2, "Qs")):
        phone = phones[seat - 1]
        expect(phone.locator(".bar")).to_contain_text("Your turn")
        tabs = phone.locator(".dock .suit-tab.suit-" + card[1])
        if tabs.count():
            tabs.click()
        lay(phone, card)
    expect(kiosk.locator(".strip .big").nth(1)).to_have_text("1")
    expect(kiosk.locator(".strip .big").nth(0)).to_have_text("1")
    button(phones[1], re.compile("Undo")).first.click()
    expect(kiosk.locator(".strip .big").nth(1)).to_have_text("0")

    told = said("export", room.code, "--data", server.data)
    assert json.loads(told.splitlines()[0])["game"] == "high-card"
    assert json.loads(said("replay", "-", stdin=told))["score"] == [1, 0]
    server.stop()
    sheet = tmp_path / "rules.pdf"
    said("print", "rules", "high-card", "-o", sheet)
    reader = Reader(sheet.read_bytes())
    text = " ".join(reader.text(page) for page in range(len(reader)))
    assert "High Card" in text
    assert "the highest takes a point" in text
