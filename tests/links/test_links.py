"""Links, and QR squares that scanners read."""

import re

import pytest
import qrcode
from qrcode.constants import ERROR_CORRECT_M

from companion import links


def modules_of(square):
    """The dark modules that an SVG path draws."""
    dark = set()
    for x, y, width, back in re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", square.path):
        assert width == back
        dark |= {(int(x) + n, int(y)) for n in range(int(width))}
    assert re.fullmatch(r"(?:M\d+ \d+h\d+v1h-\d+z)+", square.path)
    return dark


def test_links():
    assert links.join_url("192.168.1.5", 8765, "7KQ2M") == "http://192.168.1.5:8765/j/7KQ2M"
    assert links.join_url("fd00::5", 8765, "7KQ2M") == "http://[fd00::5]:8765/j/7KQ2M"
    assert links.pass_url("10.0.0.1", 80, "K.aB-_") == "http://10.0.0.1:80/p/K.aB-_"
    assert links.host_url("10.0.0.1", 80, "key") == "http://10.0.0.1:80/host/key"
    assert links.kiosk_url("10.0.0.1", 80) == "http://10.0.0.1:80/kiosk"


def test_capitals_where_nothing_minds():
    join = links.join_url("192.168.178.42", 8765, "7KQ2M")
    assert links.compact(join) == "HTTP://192.168.178.42:8765/J/7KQ2M"
    secret = links.pass_url("192.168.178.42", 8765, "K2.aB")
    assert links.compact(secret) == secret
    assert links.qr(join).size == 25 + 8  # version 2: one more than the smallest there is


def test_the_square_is_the_link_as_the_library_draws_it():
    square = links.qr("http://192.168.1.5:8765/j/7KQ2M")
    plain = qrcode.QRCode(error_correction=ERROR_CORRECT_M, border=4)
    plain.add_data("HTTP://192.168.1.5:8765/J/7KQ2M")
    plain.make(fit=True)
    rows = plain.get_matrix()
    assert square.size == len(rows)
    dark = {(x, y) for y, row in enumerate(rows) for x, on in enumerate(row) if on}
    assert modules_of(square) == dark
    edge = range(4)
    assert not any(x in edge or y in edge for x, y in dark)


@pytest.mark.parametrize("colour", [True, False])
def test_the_terminal_shows_the_same_square(colour):
    url = "http://192.168.1.5:8765/j/7KQ2M"
    text = links.terminal_qr(url, colour)
    lines = re.sub(r"\x1b\[[\d;]*m", "", text).split("\n")
    dark = set()
    for row, line in enumerate(lines):
        for x, sign in enumerate(line):
            upper, lower = sign in "█▀", sign in "█▄"
            if not colour:
                upper, lower = not upper, not lower
            dark |= {(x, 2 * row)} if upper else set()
            dark |= {(x, 2 * row + 1)} if lower else set()
    square = links.qr(url)
    assert {(x, y) for x, y in dark if y < square.size} == modules_of(square)
    if colour:
        assert all(line.startswith("\x1b[30;107m") for line in text.split("\n"))
