"""The small squares by which a camera can tell cards apart: data in ``print/aruco.toml``."""

import tomllib
from functools import cache
from typing import Final

from companion.settings import print_folder

SIDE: Final = 6
"""Modules along a side, the black border included."""
SMALLEST: Final = 6.0
"""Millimetres a side below which an ordinary phone's photo of a table does not read it."""
LARGEST: Final = 10.0
"""Millimetres a side beyond which nothing is gained."""
QUIET: Final = 1 / SIDE
"""The white there must be around it, as a part of its side: one module."""


@cache
def _all() -> tuple[int, ...]:
    path = print_folder() / "aruco.toml"
    words = tomllib.loads(path.read_text(encoding="utf-8"))["modules"].split()
    return tuple(int(word, 16) for word in words)


def count() -> int:
    """How many ids there are."""
    return len(_all())


@cache
def modules(marker: int) -> tuple[tuple[bool, ...], ...]:
    """The marker row by row, its border included, True for black."""
    bits = _all()[marker]
    inner = SIDE - 2

    def dark(row: int, column: int) -> bool:
        if row in (0, SIDE - 1) or column in (0, SIDE - 1):
            return True
        place = (row - 1) * inner + column - 1
        return not bits >> (inner * inner - 1 - place) & 1

    return tuple(tuple(dark(row, column) for column in range(SIDE)) for row in range(SIDE))
