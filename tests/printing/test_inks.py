"""The four suits keep apart for every kind of colour vision, and can be read on white."""

import math
import re
from itertools import combinations
from pathlib import Path

import pytest

from companion import printing
from companion.printing import inks

SIGHT = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""Full dichromacy, as Machado, Oliveira and Fernandes (2009) simulate it, in linear RGB."""


def linear(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]


def lab(rgb):
    r, g, b = (min(1.0, max(0.0, part)) for part in rgb)
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883,
    )
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("sight", SIGHT)
def test_suits_look_different(sight):
    def seen(colour):
        rgb = linear(colour)
        return lab(sum(a * b for a, b in zip(row, rgb, strict=True)) for row in SIGHT[sight])

    for one, other in combinations(inks.FOUR.values(), 2):
        assert math.dist(seen(one), seen(other)) > 24  # 2.3 is a just noticeable difference


@pytest.mark.parametrize("colour", [*inks.FOUR.values(), inks.TEXT, inks.QUIET])
def test_inks_can_be_read_on_white(colour):
    r, g, b = linear(colour)
    contrast = 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05)
    assert contrast >= 4.5


def test_colours_are_written_in_full():
    """The library reads ``#9ab`` as something other than the browsers do."""
    for path in Path(printing.__path__[0]).glob("*.py"):
        for colour in re.findall(r"\"(#[0-9a-zA-Z]+)\"", path.read_text(encoding="utf-8")):
            assert re.fullmatch(r"#[0-9a-f]{6}", colour), (path.name, colour)
