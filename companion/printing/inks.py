"""The colours of what is printed.

The four suits keep apart for every kind of colour vision, by lightness where hue fails
(a test simulates them), and each is dark enough to be read on white in a dim room. The
shape of the sign says the same once more.
"""

from typing import Final, Literal

from companion.core.cards import Suit

Scheme = Literal["four", "two", "black"]
"""``four``: a colour a suit. ``two``: black and red, as on the deck. ``black``: for a printer
without colour; red suits are drawn as outlines."""
SCHEMES: Final[tuple[Scheme, ...]] = ("four", "two", "black")

BLACK: Final = "#000000"
TEXT: Final = "#1c2321"
QUIET: Final = "#5b6662"
LINE: Final = "#aab3af"
TINT: Final = "#f3efe3"
GREEN: Final = "#1f5646"
GOLD: Final = "#b98a2a"
WHITE: Final = "#ffffff"

FOUR: Final[dict[Suit, str]] = {"s": BLACK, "h": "#cc1f00", "d": "#1440a8", "c": "#00825a"}
_TWO: Final[dict[Suit, str]] = {"s": BLACK, "h": "#cc1f00", "d": "#cc1f00", "c": BLACK}
_SOLID: Final[dict[Suit, str]] = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_OUTLINE: Final[dict[Suit, str]] = {"s": "♠", "h": "♡", "d": "♢", "c": "♣"}


def ink(suit: Suit, scheme: Scheme = "four") -> str:
    """The colour of a suit, as ``#rrggbb``."""
    return {"four": FOUR, "two": _TWO, "black": {}}[scheme].get(suit, BLACK)


def sign(suit: Suit, scheme: Scheme = "four") -> str:
    """The sign of a suit."""
    return (_OUTLINE if scheme == "black" else _SOLID)[suit]
